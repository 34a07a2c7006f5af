"""Writing positions (N-5); `reading` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, PAIR_NAMES, SEATS, TREASURE
from kingdoms.games.rivers.engine.state import State

PHASES: Final = ("start", "deal", "action", "refill", "over")
WHAT: Final = ("", *COLOURS, "down", "wonder", "catastrophe")
"""The contents of a cell, except leaders, by their numbers in `codes`."""


def write_position(state: State) -> dict[str, Any]:
    """Return a state as JSON data, with every field."""
    hand, points, treasure_counts, left = state.hand, state.points, state.treasures_taken, state.catastrophes_left
    position: dict[str, Any] = {
        "game": "rivers",
        "rulings": dict(state.game.rulings),
        "phase": PHASES[state.phase],
        "turn": SEATS[state.turn],
        "actions_left": state.actions_left,
        "seats": {
            SEATS[seat]: {
                "hand": count_by_colour(hand[4 * seat : 4 * seat + 4]),
                "points": count_by_colour(points[4 * seat : 4 * seat + 4]),
                "treasures": treasure_counts[seat],
                "catastrophes": left[seat],
            }
            for seat in seats_of(state)
        },
        "board": write_board(state),
        "leaders": write_leaders(state),
        "monuments": write_monuments(state),
        **({"buildings": write_buildings(state)} if state.with_buildings else {}),
        "bag": count_by_colour(state.bag),
        "pending": write_pending(state),
    }
    outcome = state.outcome()
    if outcome is not None:
        position["outcome"] = outcome.to_json()
    return position


def seats_of(state: State) -> list[int]:
    """Return the numbers of the seats in the game."""
    return [seat for seat in range(4) if state.playing >> seat & 1]


def count_by_colour(counts: Sequence[int]) -> dict[str, int]:
    """Return counts by the names of their colours, without zeros."""
    return {colour: count for colour, count in zip(COLOURS, counts, strict=True) if count}


def write_board(state: State) -> dict[str, str]:
    """Return the contents of the cells, except leaders; a star is a treasure."""
    treasures = state.treasures
    return {
        CELLS[cell]: WHAT[content] + ("*" if treasures & TREASURE[cell] else "")
        for cell, content in enumerate(state.contents[: codes.CELLS])
        if 0 < content < codes.LEADERS
    }


def write_leaders(state: State) -> dict[str, dict[str, str]]:
    """Return the cells of the leaders on the board, by seat and colour."""
    stand = state.stand
    leaders = {
        SEATS[seat]: {COLOURS[c]: CELLS[stand[4 * seat + c]] for c in range(4) if stand[4 * seat + c] >= 0}
        for seat in seats_of(state)
    }
    return {seat: cells for seat, cells in leaders.items() if cells}


def write_monuments(state: State) -> dict[str, str]:
    """Return the upper left cells of the monuments on the board, by pair of colours."""
    return {PAIR_NAMES[pair]: CELLS[corner] for pair, corner in enumerate(state.monument) if corner >= 0}


def write_buildings(state: State) -> dict[str, str]:
    """Return the cells of the civilization buildings on the board, by colour."""
    return {COLOURS[colour]: CELLS[cell] for colour, cell in enumerate(state.raised) if cell >= 0}


def write_pending(state: State) -> dict[str, Any] | None:
    """Return the pending decision in the middle of an action, or None."""
    stage = state.stage
    if state.phase != codes.ACTION or stage == codes.ACTING:
        return None
    if stage == codes.WAR:
        return {"kind": "war", "marker": CELLS[state.marker]}
    if stage == codes.RAISE:
        return {"kind": "raise", "cell": CELLS[state.placed]}
    if stage == codes.BUILD:
        return {"kind": "build", "cell": CELLS[state.placed]}
    if stage == codes.TAKE:
        return {"kind": "take"}
    if stage == codes.DRAW:
        return {"kind": "draw", "left": state.to_draw}
    if stage == codes.INCOME:
        return {"kind": "income"}
    if stage != codes.COMMIT:
        return None
    return {
        "kind": "commit",
        "conflict": "revolt" if state.revolt else "war",
        "colour": COLOURS[state.colour],
        "attacker": SEATS[state.attacker],
        "defender": SEATS[state.defender],
        "marker": None if state.revolt else CELLS[state.marker],
        "attack": None if state.attack < 0 else state.attack,
    }
