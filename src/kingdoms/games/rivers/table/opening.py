"""Positions of the opening up to what is equal, for the explorer.

The opening is the first placements: two turns of two actions for each seat. What a position has beside the hands is public,
and positions are equal if all that is public is equal, with the dynasties counted from the active one: their names make no
difference. So an action is compared whatever the hands behind it were.
"""

from __future__ import annotations

from typing import Final

from kingdoms.core.opening import Opening
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.state import State

PLACEMENTS: Final = 4
"""The leaders and tiles of each seat that belong to the opening."""


def opening(state: State) -> Opening | None:
    """Return the public position up to what is equal while few pieces are placed; None later, and if chance is to move."""
    if state.stage in (codes.FIRST, codes.DRAW, codes.FINISHED):
        return None
    contents = list(state.contents[: codes.CELLS])
    at_start = len(state.ground.temples)
    if sum(content != codes.EMPTY for content in contents) - at_start >= PLACEMENTS * state.seats:
        return None
    order = [seat % 4 for seat in range(state.turn, state.turn + 4) if state.playing >> seat % 4 & 1]
    ranks = {seat: rank for rank, seat in enumerate(order)}
    for cell, content in enumerate(contents):
        if content >= codes.LEADERS:
            seat, colour = divmod(content - codes.LEADERS, 4)
            contents[cell] = codes.LEADERS + 4 * ranks[seat] + colour
    options = (state.with_wonder, state.with_buildings, state.limits_commitments, state.treasures_at_end, state.board)
    pending = (state.stage, state.actions_left, state.placed, state.marker, state.revolt, state.colour, state.attack)
    sides = (ranks.get(state.attacker, -1), ranks.get(state.defender, -1))
    pieces = (state.treasures, state.wonder, *state.monument, *state.raised)
    left = [state.catastrophes_left[seat] for seat in order]
    numbers = (*options, state.game.rulings["open_scores"], *pending, *sides, *pieces, *left, *contents)
    return Opening(repr([int(number) for number in numbers]).encode())  # a position that was read has bools
