"""Short functions to set up tables of Two Rivers and to query them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kingdoms
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers

COLOURS = ("red", "blue", "green", "black")
TEMPLES = ("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11")
"""The cells that have a temple and a treasure at the start."""
FRESH = dict.fromkeys(TEMPLES, "red*")
"""The board at the start."""
RULINGS: dict[str, Any] = {
    "wonder": False,
    "open_scores": False,
    "board": "standard",
    "buildings": False,
    "commitments": "free",
}
"""The default options (N-1), in their order."""
ALL_OPTIONS = {"board": "advanced", "buildings": True, "commitments": "needed"}
"""The advanced board, civilization buildings and limited commitments together."""
FULL = {"red": 6}
"""A full hand, which draws nothing."""


def hand(**tiles: int) -> dict[str, Any]:
    """Return the fields of a seat with only these tiles in hand."""
    return {"hand": tiles}


def lay(*cells: str, **colours: str) -> dict[str, str]:
    """Return the board at the start with more on it: `lay(red="E5 F5", catastrophe="A1")`, or `lay("E5 red*", ...)`."""
    board = dict(FRESH)
    for colour, names in colours.items():
        board |= dict.fromkeys(names.split(), colour)
    for text in cells:
        name, piece = text.split()
        board[name] = piece
    return board


def without(board: Mapping[str, str], *cells: str) -> dict[str, str]:
    """Return a board with some cells empty."""
    return {cell: piece for cell, piece in board.items() if cell not in cells}


def position(
    board: Mapping[str, str] | None = None,
    leaders: Mapping[str, Mapping[str, str]] | None = None,
    *,
    seats: str = "ABPL",
    **fields: Any,
) -> dict[str, Any]:
    """Return a position in the phase `action`.

    Args:
        board: the board; by default the board at the start.
        leaders: leaders by seat and colour.
        seats: the seats.
        fields: the fields of a seat ("A", ...); or fields of the position ("turn", "rulings", ...).
    """
    fields_by_seat = {seat: fields.pop(seat, {}) for seat in seats}
    laid = dict(FRESH if board is None else board)
    return {
        "game": "rivers",
        "phase": "action",
        "seats": fields_by_seat,
        "board": laid,
        "leaders": dict(leaders or {}),
    } | fields


def table(
    board: Mapping[str, str] | None = None, leaders: Mapping[str, Mapping[str, str]] | None = None, **fields: Any
) -> State:
    """Return the state of a position, with the arguments of `position`."""
    return Rivers.read_position(position(board, leaders, **fields))


def new(seats: int | list[str] = 4, **rulings: Any) -> State:
    """Return a new game, before the first seat is drawn."""
    state = kingdoms.load_game("rivers", seats, rulings).new_initial_state()
    assert isinstance(state, State)
    return state


def play(state: State, *actions: str) -> State:
    """Play actions, with checks, and return the state."""
    for action in actions:
        state.apply_action(action)
    return state


def draw_all(state: State) -> State:
    """Resolve all draws of tiles, each time with the first possible colour."""
    while state.decision() == "draw":
        state.apply_action(state.legal_actions()[0])
    return state


def legal(state: State, start: str = "") -> set[str]:
    """Return the legal actions that begin with a text."""
    texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    assert len(set(texts)) == len(texts), texts
    return {text for text in texts if not start or text.startswith(start + " ") or text == start}


def refused(state: State, action: str) -> str:
    """Return the code and clause by which an action is refused, "" if it is legal; check that both ways of asking agree."""
    refusal = state.refusal(action)
    assert (refusal is None) == (action in legal(state)), f"{action}: {refusal}"
    return "" if refusal is None else f"{refusal.code} {refusal.clause}"


def question(state: State) -> tuple[str | None, str | None]:
    """Return the seat to move ("chance", or None at the end), and the kind of decision."""
    view = state.view(None)
    return view.to_move, view.decision


def seat(state: State, name: str) -> dict[str, Any]:
    """Return the fields of a seat in the position."""
    fields: dict[str, Any] = state.position()["seats"][name]
    return fields


def hand_of(state: State, name: str) -> dict[str, int]:
    """Return a hand without the colours that have no tiles."""
    return {colour: count for colour, count in seat(state, name)["hand"].items() if count}


def points(state: State) -> dict[str, dict[str, int]]:
    """Return the points of seats with any."""
    points_by_seat = {name: seat(state, name)["points"] for name in state.game.seats}
    counts = {name: {colour: count for colour, count in points.items() if count} for name, points in points_by_seat.items()}
    return {name: points for name, points in counts.items() if points}


def treasures(state: State) -> dict[str, int]:
    """Return the treasures of seats with any."""
    counts = {name: int(seat(state, name)["treasures"]) for name in state.game.seats}
    return {name: count for name, count in counts.items() if count}


def standing(state: State) -> dict[str, dict[str, str]]:
    """Return the leaders on the board, by seat and colour, without seats that have none there."""
    return {name: cells for name, cells in state.position()["leaders"].items() if cells}


def lies(state: State, cells: str) -> list[str | None]:
    """Return the content of cells."""
    board: dict[str, str] = state.position()["board"]
    return [board.get(cell) for cell in cells.split()]


def left(state: State) -> int:
    """Return the number of actions left in the turn."""
    return int(state.position()["actions_left"])


def kingdoms_of(state: State) -> list[tuple[set[str], set[tuple[str, str]]]]:
    """Return all kingdoms: cells, and leaders as (seat, colour)."""
    return [(set(kingdom.cells), set(kingdom.leaders)) for kingdom in state.view(None).kingdoms]


def cells_for(state: State, start: str) -> set[str]:
    """Return the cells of legal actions that begin with a text."""
    return {text.rsplit(" ", 1)[1] for text in legal(state, start)}
