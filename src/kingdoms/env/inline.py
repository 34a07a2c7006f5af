"""Loops over the games of a batch. This module is never compiled: in `inline.pxd`, they release the interpreter's lock."""

from __future__ import annotations

import threading

from kingdoms.env import work
from kingdoms.env.shares import Shares
from kingdoms.env.stepping import Stepper

ATOMIC = threading.Lock()
"""Held while a word that several threads write is changed."""


def take_part(shares: Shares, k: int) -> int:
    """Take a part of the games: one's own from the front, then others' from the back. Return -1 if there is none."""
    with ATOMIC:
        for offset in range(shares.threads):
            at = (k + offset) % shares.threads * work.APART
            begin, end = shares.ranges[at] & 0xFFFFFFFF, shares.ranges[at] >> 32
            if begin < end:
                shares.ranges[at] += 1 if offset == 0 else -(1 << 32)
                return end - 1 if offset else begin
    return -1


def do_parts(stepper: Stepper, shares: Shares, k: int) -> int:
    """Step one part of the games after the other, and return how many were stepped. A part with an error counts."""
    count = 0
    while (part := take_part(shares, k)) >= 0:
        try:
            step_part(stepper, shares, part)
        except BaseException as error:
            stepper.failure = error
        count += 1
    with ATOMIC:
        shares.finished[0] += count
    return count


def step_part(stepper: Stepper, shares: Shares, part: int) -> None:
    """Do this step's work for the games of a part."""
    for i in range(part * shares.n // shares.count, (part + 1) * shares.n // shares.count):
        if shares.work & work.ADVANCE and stepper.advance(stepper.states[i], stepper.histories[i], i):
            stepper.restart(i)
        if shares.work & work.SHOW:
            stepper.show(stepper.states[i], i)


do_parts_unlocked = do_parts


def serve_unlocked(stepper: Stepper, shares: Shares, k: int) -> None:
    """Take part in a step, and in all that begin before this thread is about to sleep."""
    while True:
        shares.asleep[k * work.APART] = 1
        if not do_parts(stepper, shares, k) or not must_wake(shares, k):
            return


def offer(shares: Shares, task: int) -> None:
    """Offer all parts of the games to the threads."""
    shares.work = task
    with ATOMIC:
        shares.finished[0] = 0
        for k in range(shares.threads):
            begin, end = (j * shares.count // shares.threads for j in (k, k + 1))
            shares.ranges[k * work.APART] = end << 32 | begin


def must_wake(shares: Shares, k: int) -> bool:
    """Return whether a thread sleeps, and note that it no longer does."""
    with ATOMIC:
        slept, shares.asleep[k * work.APART] = shares.asleep[k * work.APART], 0
    return bool(slept)


def are_finished_unlocked(shares: Shares) -> bool:
    """Return whether all parts are done."""
    return shares.finished[0] >= shares.count


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
