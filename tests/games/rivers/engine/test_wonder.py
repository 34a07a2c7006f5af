"""The wonder (section I), an option."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
    hand,
    kingdoms_of,
    lay,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    table,
    without,
)

PLUS = "H5 G6 H6 I6 H7"
ON = {"wonder": True}


def almost(cell: str = "H6", colour: str = "black", **fields: Any) -> State:
    """A plus that lacks a cell."""
    board = without(lay(**{colour: PLUS}), cell)
    return table(board, A={"hand": {colour: 2}}, **({"rulings": ON} | fields))


@pytest.mark.parametrize("cell", PLUS.split())
def test_I_1_a_plus_completed_by_any_of_its_tiles(cell: str) -> None:
    state = play(almost(cell), f"place black {cell}")
    assert (question(state), legal(state)) == (("A", "build"), {"wonder H6", "decline"})
    play(state, "wonder H6")
    assert lies(state, PLUS) == ["wonder"] * 5
    assert state.position()["monuments"] == {}
    assert question(state) == ("A", "action")


def test_I_1_it_connects_supports_nobody_and_cannot_be_destroyed() -> None:
    board = lay(red="H4 J6") | dict.fromkeys(PLUS.split(), "wonder")
    leaders = {"A": {"black": "G4"}, "B": {"red": "J5"}}
    state = table(board, leaders, A=hand(black=1), rulings=ON)
    assert len(kingdoms_of(state)) == 1
    assert refused(state, "catastrophe H6") == "ruins_building D-12"
    assert state.view(None).dynasties["B"].leaders["red"].supporters == 3, "H4, J6 and I7 next to I6"


def test_I_2_a_point_of_the_kings_choice_after_the_monuments() -> None:
    board = lay(down="J5 K5 J6 K6", red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    state = table(board, {"A": {"black": "G4"}}, A=hand(**FULL), rulings=ON, monuments={"green-black": "J5"})
    play(state, "pass")
    assert points(state) == {"A": {"black": 1}}
    assert (question(state), legal(state)) == (("A", "income"), {f"income {c}" for c in ("red", "blue", "green", "black")})
    assert state.position()["pending"] == {"kind": "income"}
    play(state, "income blue")
    assert points(state) == {"A": {"black": 1, "blue": 1}}


@pytest.mark.parametrize(("leaders", "pays"), [({"black": "G4"}, True), ({"red": "G4"}, False), ({"black": "K2"}, False)])
def test_I_2_only_a_king_in_the_wonders_kingdom(leaders: dict[str, str], pays: bool) -> None:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    full = hand(**FULL)
    state = play(table(board, {"A": leaders}, A=full, B=full, P=full, L=full, rulings=ON), "pass")
    assert question(state) == (("A", "income") if pays else ("B", "action"))


def test_I_3_a_square_or_a_plus_but_not_both() -> None:
    board = without(lay(black=PLUS + " G5"), "H6")
    state = play(table(board, A=hand(black=1), rulings=ON), "place black H6")
    assert legal(state) == {"wonder H6", "decline", "build red-black G5", "build blue-black G5", "build green-black G5"}
    play(state, "build red-black G5")
    assert question(state) == ("A", "action")
    assert lies(state, "G5 H5 G6 H6 I6 H7") == ["down"] * 4 + ["black"] * 2
