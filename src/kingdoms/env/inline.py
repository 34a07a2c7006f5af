"""Loops over the games of a batch. This module is never compiled: in `inline.pxd`, they release the interpreter's lock."""

from __future__ import annotations

from kingdoms.env.stepping import Stepper


def step_unlocked(stepper: Stepper, begin: int, end: int) -> None:
    """Advance and show the games from `begin` to `end`."""
    for i in range(begin, end):
        if stepper.advance(stepper.states[i], stepper.histories[i], i):
            stepper.restart(i)
        stepper.show(stepper.states[i], i)


def advance_unlocked(stepper: Stepper, begin: int, end: int) -> None:
    """Advance the games from `begin` to `end`, before opponents play."""
    for i in range(begin, end):
        if stepper.advance(stepper.states[i], stepper.histories[i], i):
            stepper.restart(i)


def show_unlocked(stepper: Stepper, begin: int, end: int) -> None:
    """Write the observations and masks of the games from `begin` to `end`."""
    for i in range(begin, end):
        stepper.show(stepper.states[i], i)


def find_illegal_unlocked(stepper: Stepper, begin: int, end: int) -> int:
    """Return the first game whose chosen action is not legal, or -1."""
    for i in range(begin, end):
        if not stepper.is_offered(i):
            return i
    return -1


def sample_unlocked(stepper: Stepper, begin: int, end: int) -> None:
    """Choose random legal actions for the games from `begin` to `end`."""
    for i in range(begin, end):
        stepper.actions[i] = stepper.sample(i)
