"""Setting up tables of Two Rivers and asking them questions, in few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kingdoms
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers

COLOURS = ("red", "blue", "green", "black")
TEMPLES = ("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11")
"""The cells that begin with a temple and a treasure."""
FRESH = dict.fromkeys(TEMPLES, "red*")
"""The board at the start."""
RULINGS: dict[str, Any] = {
    "wonder": False,
    "open_scores": False,
    "board": "standard",
    "buildings": False,
    "commitments": "free",
}
"""All options as they are by default (N-1), in their order."""
ALL_OPTIONS = {"board": "advanced", "buildings": True, "commitments": "needed"}
"""The other board, civilization buildings and limited commitments, all at once."""
FULL = {"red": 6}
"""A hand that draws nothing."""


def hand(**tiles: int) -> dict[str, Any]:
    """Return what a seat has that has these tiles in hand and nothing else."""
    return {"hand": tiles}


def lay(*cells: str, **colours: str) -> dict[str, str]:
    """Return a fresh board with more on it: `lay(red="E5 F5", catastrophe="A1")`, or `lay("E5 red*", ...)`."""
    board = dict(FRESH)
    for colour, names in colours.items():
        board |= dict.fromkeys(names.split(), colour)
    for one in cells:
        name, what = one.split()
        board[name] = what
    return board


def without(board: Mapping[str, str], *cells: str) -> dict[str, str]:
    """Return a board with some cells empty."""
    return {cell: what for cell, what in board.items() if cell not in cells}


def position(
    board: Mapping[str, str] | None = None,
    leaders: Mapping[str, Mapping[str, str]] | None = None,
    *,
    seats: str = "ABPL",
    **fields: Any,
) -> dict[str, Any]:
    """Return a position in the phase `action`.

    Args:
        board: what lies on it; a fresh one if not given.
        leaders: by seat and colour.
        seats: who plays.
        fields: by seat ("A", ...) what it has; else fields of the position ("turn", "rulings", ...).
    """
    own = {seat: fields.pop(seat, {}) for seat in seats}
    laid = dict(FRESH if board is None else board)
    return {"game": "rivers", "phase": "action", "seats": own, "board": laid, "leaders": dict(leaders or {})} | fields


def table(
    board: Mapping[str, str] | None = None, leaders: Mapping[str, Mapping[str, str]] | None = None, **fields: Any
) -> State:
    """Return the state of such a position."""
    return Rivers.read_position(position(board, leaders, **fields))


def new(seats: int | list[str] = 4, **rulings: Any) -> State:
    """Return a new game, before it is drawn who starts."""
    state = kingdoms.load_game("rivers", seats, rulings).new_initial_state()
    assert isinstance(state, State)
    return state


def play(state: State, *actions: str) -> State:
    """Play actions, checked, and return the state."""
    for action in actions:
        state.apply_action(action)
    return state


def draw_all(state: State) -> State:
    """Draw as long as tiles are drawn, the first colour that there is each time."""
    while state.decision() == "draw":
        state.apply_action(state.legal_actions()[0])
    return state


def legal(state: State, start: str = "") -> set[str]:
    """Return the legal actions as texts, those that begin with these words."""
    texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    assert len(set(texts)) == len(texts), texts
    return {text for text in texts if not start or text.startswith(start + " ") or text == start}


def refused(state: State, action: str) -> str:
    """Return the code and clause by which an action is refused, nothing when it is legal; check that the two agree."""
    refusal = state.refusal(action)
    assert (refusal is None) == (action in legal(state)), f"{action}: {refusal}"
    return "" if refusal is None else f"{refusal.code} {refusal.clause}"


def asked(state: State) -> tuple[str | None, str | None]:
    """Return who decides and what: a seat, "chance" or None, and the kind of decision."""
    view = state.view(None)
    return view.to_move, view.decision


def seat(state: State, name: str) -> dict[str, Any]:
    """Return what a seat has, as positions write it."""
    own: dict[str, Any] = state.position()["seats"][name]
    return own


def hand_of(state: State, name: str) -> dict[str, int]:
    """Return a hand, colours of which there is none left out."""
    return {colour: count for colour, count in seat(state, name)["hand"].items() if count}


def points(state: State) -> dict[str, dict[str, int]]:
    """Return the points of those who have any."""
    found = {name: seat(state, name)["points"] for name in state.game.seats}
    counts = {name: {colour: count for colour, count in own.items() if count} for name, own in found.items()}
    return {name: own for name, own in counts.items() if own}


def treasures(state: State) -> dict[str, int]:
    """Return the treasures of those who have any."""
    found = {name: int(seat(state, name)["treasures"]) for name in state.game.seats}
    return {name: count for name, count in found.items() if count}


def standing(state: State) -> dict[str, dict[str, str]]:
    """Return the leaders on the board, by seat and colour; seats without any left out."""
    return {name: own for name, own in state.position()["leaders"].items() if own}


def lies(state: State, cells: str) -> list[str | None]:
    """Return what lies on cells."""
    board: dict[str, str] = state.position()["board"]
    return [board.get(cell) for cell in cells.split()]


def left(state: State) -> int:
    """Return how many actions may still be begun."""
    return int(state.position()["actions_left"])


def kingdoms_of(state: State) -> list[tuple[set[str], set[tuple[str, str]]]]:
    """Return all kingdoms: cells, and leaders as (seat, colour)."""
    return [(set(one.cells), set(one.leaders)) for one in state.view(None).kingdoms]


def cells_for(state: State, start: str) -> set[str]:
    """Return where an action that begins with these words may go."""
    return {text.rsplit(" ", 1)[1] for text in legal(state, start)}
