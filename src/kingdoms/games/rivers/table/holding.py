"""Draws with a certain result: the bag has only one colour, so no chance decision is needed (N-3), but that is secret."""

from __future__ import annotations

from kingdoms.games.rivers.engine import codes, course
from kingdoms.games.rivers.engine.state import State


def has_one_colour(state: State) -> bool:
    """Return whether the bag holds at most one colour."""
    return sum(count > 0 for count in state.bag) <= 1


def is_held(state: State) -> bool:
    """Return whether chance is asked for a tile although the bag has only one colour."""
    return bool(state.stage == codes.DRAW and state.is_asked and has_one_colour(state))


def draws_by_itself(state: State) -> bool:
    """Return whether the next automatic step draws a tile."""
    if state.is_asked or state.stage != codes.DRAW or not has_one_colour(state):
        return False
    then = state.clone()
    course.step(then)
    return sum(then.bag) < sum(state.bag)


def hold(before: State, action: int, after: State) -> State:
    """Return the state after an action if chance is asked for every tile: `after`, or the state before the first certain draw.

    In a finished game this is always `after`, because everything is revealed.
    """
    if after.is_terminal() or not has_one_colour(after):
        return after
    state = before.clone()
    course.act(state, action)
    while not state.is_asked:
        if draws_by_itself(state):
            state.is_asked = 1
            return state
        course.step(state)
    return after
