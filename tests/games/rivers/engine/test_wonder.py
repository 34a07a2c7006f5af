"""The wonder (section I), an option."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine import geometry
from kingdoms.games.rivers.engine.geometry import CELLS, STANDARD
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    kingdoms_of,
    lay,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    standing,
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


@pytest.mark.parametrize("colour", ["red", "green"])
def test_I_1_of_any_colour(colour: str) -> None:
    state = play(almost(colour=colour), f"place {colour} H6")
    assert legal(state, "wonder") == {"wonder H6"}
    assert legal(state, "build") == (
        {f"build red-{pair} H6" for pair in ("blue", "green", "black")} if colour == "red" else set()
    )


def test_I_1_of_one_colour() -> None:
    board = without(lay(black=PLUS), "H6") | {"H7": "green"}
    assert question(play(table(board, A=hand(black=1), rulings=ON), "place black H6")) == ("A", "action")


def test_I_1_not_without_the_option() -> None:
    state = play(almost(rulings={}), "place black H6")
    assert question(state) == ("A", "action")


def test_I_1_refused_without_the_option_where_a_monument_can_be_built() -> None:
    board = without(lay(black=PLUS), "H6") | {"G5": "black"}
    state = play(table(board, A=hand(black=1)), "place black H6")
    assert refused(state, "wonder H6") == "no_wonder I-1"


def test_I_1_once_in_a_game() -> None:
    board = without(lay(black=PLUS), "H6") | dict.fromkeys(("C9", "B10", "C10", "D10", "C11"), "wonder")
    state = play(table(board, A=hand(black=1), rulings=ON), "place black H6")
    assert question(state) == ("A", "action")
    state = play(table(board | {"G5": "black"}, A=hand(black=1), rulings=ON), "place black H6")
    assert refused(state, "wonder H6") == "wonder_stands I-1"


def test_I_1_a_plus_that_lacks_the_new_tile_counts_no_more() -> None:
    state = play(almost(), "place black H6", "decline", "place black A1")
    assert question(draw_all(state)) == ("B", "action")
    board = lay(black=PLUS + " K2 L2 K3")
    state = play(table(board, A=hand(black=1), rulings=ON), "place black L3")
    assert refused(state, "wonder H6") == "no_plus I-1"


def test_I_1_it_connects_supports_nobody_and_cannot_be_destroyed() -> None:
    board = lay(red="H4 J6") | dict.fromkeys(PLUS.split(), "wonder")
    leaders = {"A": {"black": "G4"}, "B": {"red": "J5"}}
    state = table(board, leaders, A=hand(black=1), rulings=ON)
    assert len(kingdoms_of(state)) == 1
    assert refused(state, "catastrophe H6") == "ruins_building D-12"
    assert state.view(None).dynasties["B"].leaders["red"].supporters == 3, "H4, J6 and I7 next to I6"


def test_I_1_leaders_that_lose_their_last_temple_go_home() -> None:
    board = without(lay(red=PLUS), "H6")
    state = table(board, {"A": {"black": "G5"}, "B": {"green": "J7"}}, A=hand(red=1), rulings=ON)
    play(state, "place red H6", "wonder H6")
    assert standing(state) == {"B": {"green": "J7"}}, "J7 is next to I7"


def test_I_1_treasures_stay_on_it() -> None:
    board = lay(red="I6 H7 J7")
    state = play(table(board, A=hand(red=1), rulings=ON), "place red I8", "wonder I7")
    assert lies(state, "I7 I6 H7 J7 I8") == ["wonder*", "wonder", "wonder", "wonder", "wonder"]


def test_I_1_the_rivers_are_too_narrow_for_a_plus_of_farms() -> None:
    centres = [
        cell for cell in range(len(CELLS)) if (cells := geometry.plus(cell)) and all(STANDARD.river[arm] for arm in cells)
    ]
    assert centres == []


def test_I_2_a_point_of_the_kings_choice_after_the_monuments() -> None:
    board = lay(down="J5 K5 J6 K6", red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    state = table(board, {"A": {"black": "G4"}}, A=hand(**FULL), rulings=ON, monuments={"green-black": "J5"})
    play(state, "pass")
    assert points(state) == {"A": {"black": 1}}
    assert (question(state), legal(state)) == (("A", "income"), {f"income {c}" for c in ("red", "blue", "green", "black")})
    assert state.position()["pending"] == {"kind": "income"}
    play(state, "income blue")
    assert points(state) == {"A": {"black": 1, "blue": 1}}


def test_I_2_after_the_second_action_too() -> None:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    state = table(board, {"A": {"black": "G4"}}, A=hand(black=2), rulings=ON, actions_left=1)
    play(state, "place black A1")
    assert (question(state), state.position()["phase"]) == (("A", "income"), "action")
    assert play(state, "income red").position()["phase"] == "refill"


@pytest.mark.parametrize(("leaders", "pays"), [({"black": "G4"}, True), ({"red": "G4"}, False), ({"black": "K2"}, False)])
def test_I_2_only_a_king_in_the_wonders_kingdom(leaders: dict[str, str], pays: bool) -> None:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    full = hand(**FULL)
    state = play(table(board, {"A": leaders}, A=full, B=full, P=full, L=full, rulings=ON), "pass")
    assert question(state) == (("A", "income") if pays else ("B", "action"))


def test_I_2_only_the_active_seats_king() -> None:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    full = hand(**FULL)
    state = play(table(board, {"B": {"black": "G4"}}, A=full, B=full, P=full, L=full, rulings=ON), "pass")
    assert question(state) == ("B", "action")
    assert question(play(state, "pass")) == ("B", "income")


def test_I_3_a_square_or_a_plus_but_not_both() -> None:
    board = without(lay(black=PLUS + " G5"), "H6")
    state = play(table(board, A=hand(black=1), rulings=ON), "place black H6")
    assert legal(state) == {"wonder H6", "decline", "build red-black G5", "build blue-black G5", "build green-black G5"}
    play(state, "build red-black G5")
    assert question(state) == ("A", "action")
    assert lies(state, "G5 H5 G6 H6 I6 H7") == ["down"] * 4 + ["black"] * 2
