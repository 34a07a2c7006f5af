"""Reading the progress of a position (N-5): the actions left, the pending decision, and the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.errors import PositionError, shown
from kingdoms.core.fields import a_number, a_word, an_object, fail
from kingdoms.games.rivers.engine import codes, conflict, monuments, pieces, regions, treasures
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, CELLS, COLOURS, NEIGHBOURS, SEATS
from kingdoms.games.rivers.engine.state import REASONS, State
from kingdoms.games.rivers.texts import fault
from kingdoms.texts import text

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "war": ("marker",),
    "commit": ("conflict", "colour", "attacker", "defender", "marker", "attack"),
    "raise": ("cell",),
    "build": ("cell",),
    "take": (),
    "draw": ("left",),
    "income": (),
}
"""Pending decision -> its fields in a position."""
ACTIONS_LEFT: Final = {codes.START: (2, 2, 2), codes.DEAL: (2, 2, 2), codes.REFILL: (0, 0, 0), codes.OVER: (0, 2, 0)}
"""Phase -> the minimum, maximum and default of `actions_left`; `read_actions_left` covers the phase `action`."""
STAGES: Final = (codes.FIRST, codes.DRAW, codes.ACTING, codes.DRAW, codes.FINISHED)
"""Phase -> its first stage."""


def read_actions_left(state: State, position: Mapping[str, Any]) -> None:
    """Read the number of actions that may still be started."""
    if state.phase == codes.ACTION:
        least, most, usual = (1, 2, 2) if position.get("pending") is None else (0, 1, 1)
    else:
        least, most, usual = ACTIONS_LEFT[state.phase]
    state.actions_left = a_number(position.get("actions_left", usual), "actions_left", least, most)


def _read_placed(state: State, value: object, path: str, clause: str = "F-1") -> int:
    """Read the cell of the tile that has just been placed; a refusal cites the clause of the pending decision."""
    if not isinstance(value, str) or value not in CELL_NUMBER:
        raise fail(path, fault("position.no_cell_name", value=shown(value)))
    cell = CELL_NUMBER[value]
    if not pieces.is_tile(state.contents[cell]):
        raise fail(path, fault("position.no_face_up_tile", cell=value), clause)
    return cell


def _read_marker(state: State, value: object) -> None:
    state.marker = state.placed = _read_placed(state, value, "pending.marker")
    state.stale = 1
    regions.survey(state)


def _read_war(state: State, fields: Mapping[str, Any]) -> None:
    """Read the decision `war`: the active seat chooses the next war."""
    _read_marker(state, fields["marker"])
    wars = [colour for colour in range(4) if conflict.is_war(state, colour)]
    if len(wars) < 2:
        raise fail("pending", fault("position.no_choice_of_wars", cell=fields["marker"], n=len(wars)), "F-3")
    state.stage, state.is_asked = codes.WAR, 1


def _read_commit(state: State, fields: Mapping[str, Any]) -> None:
    kind = ("revolt", "war")[a_word(fields["conflict"], "pending.conflict", ("revolt", "war"))]
    colour = a_word(fields["colour"], "pending.colour", COLOURS)
    sides = []
    for field in ("attacker", "defender"):
        a_word(fields[field], f"pending.{field}", state.game.seats)
        sides.append(SEATS.index(fields[field]))
        if state.stand[4 * sides[-1] + colour] < 0:
            raise fail(f"pending.{field}", fault("position.no_leader", seat=fields[field], colour=COLOURS[colour]))
    attacker, defender = sides
    attack = fields["attack"]
    rest = codes.FULL_HAND - pieces.hand_count(state, attacker)
    committed = -1 if attack is None else a_number(attack, "pending.attack", 0, rest)
    if kind == "war":
        _read_marker(state, fields["marker"])
        _check_war(state, colour, attacker, defender)
    else:
        if fields["marker"] is not None:
            raise fail("pending.marker", fault("position.no_marker_in_revolt"), "E-1")
        _check_revolt(state, colour, attacker, defender)
    _set_conflict(state, kind == "revolt", colour, attacker, defender)
    state.attack = committed


def _set_conflict(state: State, revolt: bool, colour: int, attacker: int, defender: int) -> None:
    state.revolt, state.colour = int(revolt), colour
    state.attacker, state.defender = attacker, defender
    state.stage, state.is_asked = codes.COMMIT, 1


def _check_war(state: State, colour: int, attacker: int, defender: int) -> None:
    """Check that these two leaders are at war, and that the right one attacks (F-3, F-4)."""
    first = regions.other_owner(state, state.marker, colour, codes.HAND)
    second = regions.other_owner(state, state.marker, colour, first)
    if first < 0 or second < 0 or {first, second} != {attacker, defender}:
        raise fail(
            "pending", fault("position.no_war", colour=COLOURS[colour], one=SEATS[attacker], other=SEATS[defender]), "F-3"
        )
    attacks = state.turn
    while attacks not in (attacker, defender):
        attacks = pieces.next_seat(state, attacks)
    if attacks != attacker:
        raise fail("pending.attacker", fault("position.attacker_in_war", seat=SEATS[attacks], active=SEATS[state.turn]), "F-4")


def _check_revolt(state: State, colour: int, attacker: int, defender: int) -> None:
    """Check that the active seat's leader was placed in a kingdom that has another leader of its colour (E-1)."""
    if attacker != state.turn:
        raise fail("pending.attacker", fault("position.attacker_in_revolt", seat=SEATS[state.turn]), "E-1")
    cell, against = (state.stand[4 * seat + colour] for seat in (attacker, defender))
    before = state.clone()
    pieces.lift(before, 4 * attacker + colour)
    regions.survey(before)
    touched = {before.kingdom[neighbour] for neighbour in NEIGHBOURS[cell]} - {0}
    if attacker == defender or touched != {before.kingdom[against]}:
        raise fail("pending", fault("position.no_revolt", cell=CELLS[cell], other=CELLS[against]), "E-1")


def _read_raise(state: State, fields: Mapping[str, Any]) -> None:
    """Read the decision `raise`: a civilization building can be put up or moved."""
    if not state.with_buildings:
        raise fail("pending", fault("position.no_buildings"), "CB-1")
    state.placed = _read_placed(state, fields["cell"], "pending.cell", "CB-3")
    state.stage, state.is_asked = codes.RAISE, 1
    if len(state.legal_actions()) < 2:
        raise fail("pending", fault("position.no_building", cell=fields["cell"]), "CB-3")


def _read_build(state: State, fields: Mapping[str, Any]) -> None:
    """Read the decision `build`: a monument or the wonder can be built."""
    state.placed = _read_placed(state, fields["cell"], "pending.cell", "H-1")
    state.stage, state.is_asked = codes.BUILD, 1
    if len(state.legal_actions()) < 2:
        raise fail("pending", fault("position.no_monument", cell=fields["cell"]), "H-1")


def _read_take(state: State, _: Mapping[str, Any]) -> None:
    state.stage, state.is_asked = codes.TAKE, 1
    number = treasures.hoard(state)
    if not number or treasures.next_treasures(state, number).bit_count() < 2:
        raise fail("pending", fault("position.no_choice_of_treasures"), "G-1")


def _read_draw(state: State, fields: Mapping[str, Any]) -> None:
    state.to_draw = a_number(fields["left"], "pending.left", 1, codes.FULL_HAND)
    if state.to_draw > pieces.bag_count(state):
        raise fail("pending.left", fault("position.bag", n=pieces.bag_count(state)), "D-13")
    if pieces.hand_count(state, state.turn) + state.to_draw > codes.FULL_HAND:
        raise fail("pending.left", fault("position.full_hand", seat=SEATS[state.turn], most=codes.FULL_HAND), "A-4")
    state.stage, state.is_asked = codes.DRAW, 0


def _read_income(state: State, _: Mapping[str, Any]) -> None:
    """Read the decision `income`: the colour of the wonder's income is chosen."""
    if state.actions_left:
        raise fail("actions_left", fault("position.income_actions"), "I-2")
    if not monuments.is_king_at_wonder(state):
        raise fail("pending", fault("position.no_king_at_wonder", seat=SEATS[state.turn]), "I-2")
    state.stage, state.is_asked = codes.INCOME, 1


READERS: Final = {
    "war": _read_war,
    "commit": _read_commit,
    "raise": _read_raise,
    "build": _read_build,
    "take": _read_take,
    "draw": _read_draw,
    "income": _read_income,
}


def read_outcome(state: State, position: Mapping[str, Any]) -> None:
    """Read the outcome, which must agree with the points and treasures of the seats (J-2)."""
    if state.phase != codes.OVER:
        if "outcome" in position:
            raise fail("outcome", fault("position.not_over"), "N-7")
        return
    fields = ("reason", "winners", "loser", "scores")
    if "outcome" not in position:
        raise fail("", fault("position.no_outcome"), "N-7")
    claim = an_object(position["outcome"], "outcome", fields)
    for field in fields:
        if field not in claim:
            raise fail("outcome", text("data.field_missing", name=field), "N-7")
    state.reason = 1 + a_word(claim["reason"], "outcome.reason", REASONS[1:])
    outcome = state.outcome()
    assert outcome is not None
    for field, expected in outcome.to_json().items():
        if claim[field] != expected:
            raise _outcome_error(field, claim[field], expected)


def _outcome_error(field: str, value: object, expected: object) -> PositionError:
    return fail(f"outcome.{field}", fault("position.outcome", found=shown(expected), given=shown(value)), "J-2")
