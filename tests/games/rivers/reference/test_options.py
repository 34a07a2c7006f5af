"""The advanced board, civilization buildings and limited commitments (AB-, CB-, EV-), on the naive model and on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.rivers.reference.board import GROUNDS
from tests.games.rivers.reference.table import (
    Maker,
    Play,
    answers,
    draw_all,
    fresh,
    hand,
    laid,
    leaders,
    lies,
    play,
    points,
    question,
)

ADV = GROUNDS["advanced"]
CIVIC = {"buildings": True}
NEEDED = {"commitments": "needed"}


def advanced(
    board: Mapping[str, str], leaders: Mapping[str, Mapping[str, str]], hands: Mapping[str, Mapping[str, int]], **more: Any
) -> dict[str, Any]:
    """A position on the advanced board: its fourteen temples with treasures, and the given fields."""
    position = fresh({}, leaders, hands, rulings={"board": "advanced"}, **more)
    return position | {"board": dict.fromkeys(ADV.temples, "red*") | dict(board)}


def buildings(game: Play) -> dict[str, str]:
    """The cells of the civilization buildings."""
    cells: dict[str, str] = game.position()["buildings"]
    return cells


# -- the advanced board -----------------------------------------------------------------------------------------------------


def test_XA_1_terrain(table: Maker) -> None:
    game = table(advanced({}, {}, {"A": {"blue": 2, "black": 1, "red": 1}}))
    assert {"place blue D8", "place blue G11", "place black N5", "place red D9"} <= set(game.legal())
    assert not {"place blue E9", "place black M5", "place red C1", "place red E1"} & set(game.legal())
    position = {
        "game": "rivers",
        "rulings": {"board": "advanced"},
        "phase": "action",
        "seats": {"A": {}, "B": {}, "P": {}, "L": {}},
    }
    assert table(position).position()["bag"] == {"red": 43, "blue": 36, "green": 30, "black": 30}
    assert list(table(position).position()["board"]) == list(ADV.temples)


def test_XA_2_special_first(table: Maker) -> None:
    board = laid(black="K11 L11 M9", blue="M10")
    game = table(advanced(board, {"A": {"green": "I11"}}, {"A": {"black": 1}}))
    play(game, "place black M11")
    assert points(game) == {}
    assert question(game) == ("A", "action")
    assert (lies(game, "J11"), lies(game, "M8"), lies(game, "O11")) == ("red", "red*", "red*")
    game = table(advanced(board | {"N11": "black"}, {"A": {"green": "I11"}}, {"A": {"black": 1}}))
    play(game, "place black M11")
    assert answers(game) == ["take J11", "take O11"]
    play(game, "take O11")
    assert (lies(game, "J11"), lies(game, "M8"), lies(game, "O11")) == ("red", "red*", "red")
    assert game.position()["seats"]["A"]["treasures"] == 2


@pytest.mark.parametrize("more", [{}, {"L4": "red*"}])
def test_XA_3_the_end(table: Maker, more: dict[str, str]) -> None:
    position = advanced({}, {"A": {"green": "E2"}}, {"A": {"black": 1}}, actions_left=1)
    position["board"] = dict.fromkeys(("E1", "J1", "O2"), "red*") | laid(black="F1 G1 H1") | more
    game = table(position)
    play(game, "place black I1")
    assert question(game) == ("A", "take")
    assert answers(game) == ["take E1", "take J1"]
    play(game, "take J1")
    draw_all(game)
    outcome = game.outcome()
    assert (outcome and outcome["reason"]) == (None if more else "treasures")


# -- the short game -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["standard", "advanced"])
@pytest.mark.parametrize(("short", "left", "ends"), [(True, 6, False), (True, 5, True), (False, 3, False), (False, 2, True)])
def test_VA_1_five_treasures_in_place_of_two(table: Maker, board: str, short: bool, left: int, ends: bool) -> None:
    rulings = {"board": board, "short": short}
    position = fresh({}, {}, {seat: {"red": 6} for seat in "ABPL"}, rulings=rulings, actions_left=1)
    position["board"] = dict.fromkeys(GROUNDS[board].temples[:left], "red*")
    game = table(position)
    assert game.position()["rulings"].get("short", False) is short
    play(game, "pass")
    outcome = game.outcome()
    assert (outcome and outcome["reason"]) == ("treasures" if ends else None)


# -- civilization buildings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("office", ["green", "black"])
def test_XC_1_built_then_paid(table: Maker, office: str) -> None:
    game = table(fresh(laid(green="J6 K6"), {"A": {office: "I6"}}, {"A": {"green": 2}}, rulings=CIVIC))
    play(game, "place green L6")
    assert question(game) == ("A", "raise")
    assert answers(game) == ["decline", "raise J6", "raise K6", "raise L6"]
    assert game.position()["pending"] == {"kind": "raise", "cell": "L6"}
    assert points(game) == {"A": {"green": 1}}
    play(game, "raise K6")
    assert (points(game), buildings(game)) == ({"A": {"green": 1}}, {"green": "K6"})
    play(game, "place green M6")
    assert points(game) == {"A": {"green": 3}}
    assert game.decision() != "raise"


def test_XC_2_moved(table: Maker) -> None:
    board = laid(green="J6 K6 L6 D9 E9")
    stand = {"A": {"green": "I6"}, "B": {"green": "F9"}}
    position = fresh(board, stand, {"B": {"green": 2}, "A": {"green": 1}}, rulings=CIVIC, turn="B", buildings={"green": "K6"})
    game = table(position)
    play(game, "place green C9")
    assert (question(game), points(game)) == (("B", "action"), {"B": {"green": 1}})
    play(game, "place green B9")
    assert (question(game), points(game)) == (("B", "raise"), {"B": {"green": 2}})
    assert answers(game) == ["decline", "raise B9", "raise C9", "raise D9", "raise E9"]
    play(game, "raise D9")
    assert buildings(game) == {"green": "D9"}
    assert (lies(game, "B8"), lies(game, "F10")) == ("red", "red*")
    play_to_next = table(fresh(board, stand, {"A": {"green": 1}}, rulings=CIVIC, buildings={"green": "D9"}))
    play(play_to_next, "place green M6")
    assert points(play_to_next) == {"A": {"green": 1}}


WAR = laid(red="D5", green="F5 H5 I5 J5")


def test_XC_3_protected_in_a_war(table: Maker) -> None:
    stand = {"L": {"green": "E5"}, "P": {"green": "I6"}}
    game = table(fresh(WAR, stand, {"L": {"green": 4, "black": 1}}, rulings=CIVIC, turn="L", buildings={"green": "H5"}))
    play(game, "place black G5")
    assert points(game) == {}
    play(game, "commit 3", "commit 0")
    assert leaders(game) == {"L": {"green": "E5"}}
    assert [lies(game, cell) for cell in ("H5", "I5", "J5")] == ["green", None, None]
    assert (points(game), buildings(game)) == ({"L": {"green": 3}}, {"green": "H5"})
    play(game, "place green I5")
    assert points(game) == {"L": {"green": 5}}
    assert game.decision() not in ("raise", None)


def test_XC_4_a_monument_over_a_building(table: Maker) -> None:
    position = fresh(
        laid(red="E5 F5 E6"),
        {"A": {"red": "D5"}, "B": {"green": "D6"}},
        {"A": {"red": 1}},
        rulings=CIVIC,
        buildings={"red": "E5"},
    )
    game = table(position)
    assert "catastrophe E5" not in game.legal()
    assert "catastrophe F5" in game.legal()
    play(game, "place red F6")
    assert points(game) == {"A": {"red": 2}}
    assert question(game) == ("A", "build")
    play(game, "build red-blue E5")
    assert [lies(game, cell) for cell in ("E5", "F5", "E6", "F6")] == ["down"] * 4
    assert (buildings(game), leaders(game)) == ({}, {})


def test_XC_5_joined_by_the_tile(table: Maker) -> None:
    position = fresh(
        laid(black="J4 K4 L4 I5"), {"A": {"black": "I6"}}, {"A": {"black": 1}}, rulings=CIVIC, buildings={"black": "L4"}
    )
    game = table(position)
    play(game, "place black J5")
    assert points(game) == {"A": {"black": 2}}
    assert question(game) == ("A", "action")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rulings": CIVIC, "buildings": {"green": "K6"}},
        {"rulings": CIVIC, "buildings": {"red": "J6"}},
        {"rulings": CIVIC, "buildings": {"white": "J6"}},
        {"rulings": CIVIC, "buildings": {"green": "Q6"}},
        {"rulings": CIVIC, "buildings": {"green": None}},
        {"rulings": CIVIC, "buildings": ["J6"]},
        {"rulings": {}, "buildings": {"green": "J6"}},
        {"rulings": {}, "buildings": {}},
        {"rulings": CIVIC, "pending": {"kind": "raise", "cell": "J6"}},
        {"rulings": CIVIC, "pending": {"kind": "raise", "cell": "J5"}},
        {"rulings": CIVIC, "pending": {"kind": "raise"}},
        {"rulings": {"board": "reverse"}},
        {"rulings": {"commitments": True}},
        {"rulings": {"short": 1}},
        {"rulings": {"board": "advanced"}},
    ],
)
def test_N_6_refused(table: Maker, wrong: dict[str, Any]) -> None:
    assert table.refuses(fresh(laid(green="J6"), {}, {}, **wrong))


def test_N_6_treasures_of_the_board(table: Maker) -> None:
    position = advanced({}, {}, {}, seats="AB")
    assert not table.refuses(position)
    assert table.refuses(advanced({}, {}, {}, seats="AB", players={"A": {"treasures": 1}}))
    assert table.refuses(position | {"board": {"I7": "red*"}})
    assert table.refuses(position | {"board": {"I9": "blue"}})
    assert not table.refuses(position | {"board": {"I10": "blue"}})


# -- limited commitments ------------------------------------------------------------------------------------------------------

REVOLT = laid(red="E5 F6 H5 I4 J5", black="G5")


def test_XE_1_a_revolt(table: Maker) -> None:
    position = fresh(REVOLT, {"B": {"black": "F5"}}, {"P": {"red": 2, "black": 1}, "B": {"red": 3}}, rulings=NEEDED, turn="P")
    game = table(position)
    play(game, "leader black I5")
    assert answers(game) == ["commit 0", "commit 1", "commit 2"]
    play(game, "commit 2")
    assert answers(game) == ["commit 0", "commit 3"]
    game = table(position)
    play(game, "leader black I5", "commit 0")
    assert answers(game) == ["commit 0", "commit 1"]


def test_XE_2_a_war(table: Maker) -> None:
    board = laid(red="D5 I4 K5", green="F5 H5 J5")
    stand = {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}}
    game = table(fresh(board, stand, {"L": {"green": 4, "black": 1}, "P": {"green": 1}}, rulings=NEEDED, turn="L"))
    play(game, "place black G5", "war green")
    assert answers(game) == ["commit 0", "commit 2", "commit 3", "commit 4"]
    play(game, "commit 4")
    assert answers(game) == ["commit 0"]
    assert question(game) == ("P", "commit"), "also asked with one legal number"
    play(game, "commit 0")
    assert points(game)["L"] == {"green": 3}
    assert hand(game, "P") == {"green": 1}
