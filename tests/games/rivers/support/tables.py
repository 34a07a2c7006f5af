"""Short functions to set up tables of Two Rivers and to query them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import kingdoms
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers

COLOURS = ("red", "blue", "green", "black")
TEMPLES = ("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11")
"""The cells that have a temple and a treasure at the start."""
FRESH = dict.fromkeys(TEMPLES, "red*")
"""The board at the start."""
RULINGS = {"wonder": False, "open_scores": False, "board": "standard", "buildings": False, "commitments": "free"}
"""The default options (N-1), in their order."""
ALL_OPTIONS = {"board": "advanced", "buildings": True, "commitments": "needed"}
"""The advanced board, civilization buildings and limited commitments together."""
FULL = {"hand": {"red": 6}}
"""The fields of a seat with a full hand, which draws nothing."""


def hand(**tiles: int) -> dict[str, Any]:
    """Return the fields of a seat with only these tiles in hand."""
    return {"hand": tiles}


def full(seats: str = "BPL") -> dict[str, Any]:
    """Return full hands for seats."""
    return dict.fromkeys(seats, FULL)


def lay(*cells: str, **colours: str) -> dict[str, str]:
    """Return the board at the start with more on it: `lay(red="E5 F5", catastrophe="A1")`, or `lay("E5 red*", ...)`."""
    board = dict(FRESH)
    for colour, names in colours.items():
        board |= dict.fromkeys(names.split(), colour)
    for text in cells:
        name, piece = text.split()
        board[name] = piece
    return board


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
    defaults = {"game": "rivers", "phase": "action", "seats": fields_by_seat, "board": laid, "leaders": dict(leaders or {})}
    return defaults | fields


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


def facts(state: State) -> dict[str, Any]:
    """Return facts about a state for `check`, without seats that have none of something."""
    view, position, outcome = state.view(None), state.position(), state.outcome()
    names = {"hands": "hand", "points": "points", "treasures": "treasures"}
    seats = {
        plural: {seat: fields[name] for seat, fields in position["seats"].items() if fields[name]}
        for plural, name in names.items()
    }
    return {
        "asks": f"{view.to_move} {view.decision}" if view.to_move else "over",
        "reason": outcome.reason if outcome else None,
        "legal": legal(state),
        "left": position["actions_left"],
        "leaders": {seat: cells for seat, cells in position["leaders"].items() if cells},
        **{name: position.get(name) for name in ("phase", "turn", "monuments", "buildings", "bag", "pending")},
        **seats,
        **{f"hand_{seat}": fields["hand"] for seat, fields in position["seats"].items()},
    }


def check(
    state: State, lies: Mapping[str, str] | None = None, refuses: Mapping[str, str] | None = None, **expected: Any
) -> State:
    """Check a state, and return it.

    Args:
        state: the state.
        lies: cells by what lies there: `{"red": "E5 F5", "": "A1"}`.
        refuses: code and clause of refusals by action, "" for a legal one; both ways of asking have to agree.
        expected: other facts, by their names in `facts`.
    """
    board: dict[str, str] = state.position()["board"]
    pieces = {cell: piece for piece, cells in (lies or {}).items() for cell in cells.split()}
    assert {cell: board.get(cell, "") for cell in pieces} == pieces
    for action, reason in (refuses or {}).items():
        refusal = state.refusal(action)
        assert (refusal is None) == (action in legal(state)), f"{action}: {refusal}"
        assert ("" if refusal is None else f"{refusal.code} {refusal.clause}") == reason, action
    state_facts = facts(state)
    assert {name: state_facts[name] for name in expected} == expected
    return state


def kingdoms_of(state: State) -> list[tuple[set[str], set[str]]]:
    """Return all kingdoms: cells, and leaders as "A black"."""
    return [(set(kingdom.cells), {" ".join(leader) for leader in kingdom.leaders}) for kingdom in state.view(None).kingdoms]


def cells_for(state: State, start: str) -> set[str]:
    """Return the cells of legal actions that begin with a text."""
    return {text.rsplit(" ", 1)[1] for text in legal(state, start)}


def view_text(state: State, seat: str | None) -> str:
    """Return all that a seat is shown."""
    view = state.view(seat)
    return json.dumps([view.to_json(), asdict(view.facts()), dict(view.scores), view.to_move, view.decision])


def draw_order(state: State, **expected: Any) -> str:
    """Resolve all draws at random, check facts before each one, and return the seats that draw."""
    order, rng = "", kingdoms.Random(3)
    while state.decision() == "draw":
        before = check(state.clone(), **expected).position()["seats"]
        state.apply_action(state.draw_chance_action(rng))
        after = state.position()["seats"]
        order += "".join(seat for seat in state.game.seats if after[seat]["hand"] != before[seat]["hand"])
    return order
