"""Draws that are certain: the rules ask chance nothing when the bag has one colour only (N-3), but that nobody may see."""

from __future__ import annotations

from kingdoms.games.rivers.engine import codes, course
from kingdoms.games.rivers.engine.state import State


def has_one_colour(state: State) -> bool:
    """Say whether the bag holds tiles of no more than one colour."""
    return sum(count > 0 for count in state.bag) <= 1


def is_held(state: State) -> bool:
    """Say whether a state stands where chance is asked for a tile though only one colour can come."""
    return bool(state.stage == codes.DRAW and state.asked and has_one_colour(state))


def draws_by_itself(state: State) -> bool:
    """Say whether a tile is drawn next without chance being asked."""
    if state.asked or state.stage != codes.DRAW or not has_one_colour(state):
        return False
    then = state.clone()
    course.step(then)
    return sum(then.bag) < sum(state.bag)


def hold(before: State, action: int, after: State) -> State:
    """Return where an action leads if chance is asked for every tile: `after`, or the moment before the first certain one.

    A game that is over by then is not held: everything is shown.
    """
    if after.is_terminal() or not has_one_colour(after):
        return after
    state = before.clone()
    course.act(state, action)
    while not state.asked:
        if draws_by_itself(state):
            state.asked = 1
            return state
        course.step(state)
    return after
