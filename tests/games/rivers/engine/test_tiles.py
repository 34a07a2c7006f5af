"""Tiles, catastrophes, swaps (D-8 to D-13)."""

from __future__ import annotations

import pytest

from kingdoms.games.rivers.engine.geometry import CELLS, STANDARD
from tests.games.rivers.support.tables import (
    COLOURS,
    FULL,
    cells_for,
    draw_all,
    hand,
    hand_of,
    kingdoms_of,
    lay,
    left,
    legal,
    lies,
    play,
    points,
    question,
    refused,
    standing,
    table,
    treasures,
)


def test_D_8_blue_on_river_the_others_on_land() -> None:
    state = table(A=hand(red=1, blue=1, green=1, black=1))
    river = {cell for cell, wet in zip(CELLS, STANDARD.river, strict=True) if wet}
    assert cells_for(state, "place blue") == river
    for colour in ("red", "green", "black"):
        assert cells_for(state, f"place {colour}") == set(CELLS) - river - set(lay())
    assert refused(state, "place blue A1") == "tile_needs_river D-8"
    assert refused(state, "place black E1") == "tile_needs_land D-8"


def test_D_8_only_from_the_hand() -> None:
    state = table(A=hand(red=1), B=hand(black=1))
    assert refused(state, "place black A1") == "tile_not_in_hand D-8"
    play(state, "place red A1")
    assert refused(state, "place red A2") == "tile_not_in_hand D-8"


def test_D_8_a_tile_need_not_touch_anything() -> None:
    state = play(table(A=hand(green=1)), "place green H5")
    assert lies(state, "H5") == ["green"]
    assert points(state) == {}


def three_kingdoms(**leaders: dict[str, str]) -> dict[str, dict[str, str]]:
    """Kingdoms to the left of, to the right of and above G5."""
    return {"A": {"black": "E5"}, "B": {"red": "I5"}, "P": {"blue": "G3"}} | leaders


def test_D_8_never_three_kingdoms() -> None:
    board = lay("F3 red*", red="F5 H5 G4")
    state = table(board, three_kingdoms(), A=hand(green=1, red=1))
    for colour in ("green", "red"):
        assert refused(state, f"place {colour} G5") == "joins_three D-8"
    refusal = state.refusal("place green G5")
    assert refusal is not None
    assert "3 kingdoms" in refusal.message


def test_D_8_nor_four() -> None:
    board = lay(red="F5 H5 G4 G6")
    state = table(board, three_kingdoms(L={"green": "G7"}), A=hand(green=1))
    assert refused(state, "place green G5") == "joins_three D-8"


def test_D_8_two_kingdoms_and_a_leaderless_region_may_be_joined() -> None:
    board = lay(red="F5 H5 G4", black="G6")
    leaders = three_kingdoms()
    del leaders["P"]
    assert refused(table(board, leaders, A=hand(green=1)), "place green G5") == ""


RULERS = [
    ("green", {"B": {"green": "I6"}}, {"B": {"green": 1}}),
    ("green", {"B": {"black": "I6"}}, {"B": {"green": 1}}),
    ("green", {"B": {"green": "I6"}, "P": {"black": "H7"}}, {"B": {"green": 1}}),
    ("green", {"B": {"red": "I6"}, "P": {"black": "H7"}}, {"P": {"green": 1}}),
    ("green", {"B": {"red": "I6", "blue": "H7"}}, {}),
    ("black", {"A": {"black": "I6"}}, {"A": {"black": 1}}),
    ("red", {"A": {"red": "I6"}, "L": {"black": "H7"}}, {"A": {"red": 1}}),
    ("red", {"L": {"black": "I6"}}, {"L": {"red": 1}}),
    ("red", {"L": {"green": "I6"}}, {}),
    ("red", {"A": {"red": "K10"}}, {}),
]


@pytest.mark.parametrize(("colour", "leaders", "gained"), RULERS)
def test_D_9_the_point_is_the_leaders_else_the_kings(
    colour: str, leaders: dict[str, dict[str, str]], gained: dict[str, dict[str, int]]
) -> None:
    state = play(table(leaders=leaders, A={"hand": {colour: 1}}), f"place {colour} J7")
    assert points(state) == gained


def test_D_9_a_farm_on_the_river() -> None:
    state = play(table(leaders={"B": {"blue": "M5"}, "L": {"black": "N6"}}, A=hand(blue=2)), "place blue O5")
    assert points(state) == {"B": {"blue": 1}}
    assert points(play(state, "place blue O6")) == {"B": {"blue": 2}}


def test_D_9_a_leaderless_region_besides_does_not_matter() -> None:
    board = lay(green="G5", black="H5")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(green=1)), "place green H6")
    assert points(state) == {"B": {"green": 1}}
    assert kingdoms_of(state)[0][0] == {"I6", "I7", "H6", "H5", "G5"}


def test_D_9_the_kingdom_is_joined_far_from_its_leader() -> None:
    board = lay(black="I5 I4 I3")
    assert points(play(table(board, {"P": {"black": "I6"}}, A=hand(red=1)), "place red I2")) == {"P": {"red": 1}}


def test_D_9_no_kingdom_no_point() -> None:
    assert points(play(table(lay(green="G5"), A=hand(green=1)), "place green G6")) == {}


def test_D_10_joining_two_kingdoms_gives_nobody_a_point() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"green": "I5"}}
    state = play(table(lay(red="F5 H5"), leaders, A=hand(green=1)), "place green G5")
    assert (points(state), question(state)) == ({}, ("A", "action"))
    assert kingdoms_of(state)[0][1] == {("A", "black"), ("B", "green")}


def test_D_10_it_does_not_matter_whose_leaders_they_have() -> None:
    state = table(lay(red="F5 H5"), {"A": {"black": "E5", "green": "I5"}}, A=hand(green=1))
    play(state, "place green G5")
    assert points(state) == {}
    assert question(state) == ("A", "action")


def test_D_10_a_seat_without_a_leader_in_it_may_begin_a_war() -> None:
    leaders = {"B": {"black": "E5"}, "L": {"black": "I5"}}
    state = play(table(lay(red="F5 H5"), leaders, A=hand(green=1)), "place green G5")
    assert question(state) == ("B", "commit")


def test_D_11_the_monument_comes_before_the_treasures() -> None:
    board = lay(black="I5 J5 K5 L5 M4 L4")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=1)), "place black M5")
    assert question(state) == ("A", "build")
    play(state, "decline")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})


def test_D_11_a_monument_on_the_way_to_the_treasures() -> None:
    board = lay(black="I5 J5 K5 L5 M4 L4")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=1)), "place black M5", "build red-black L4")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})


def test_D_12_on_an_empty_cell_of_land_or_river_or_over_a_tile() -> None:
    state = table(lay(red="E5", blue="E1"))
    assert {"A1", "F1", "E5", "E1"} <= cells_for(state, "catastrophe")
    assert len(cells_for(state, "catastrophe")) == 176 - 10
    play(state, "catastrophe E5", "catastrophe F1")
    draw_all(state)
    assert lies(state, "E5 F1") == ["catastrophe", "catastrophe"]


def test_D_12_not_on_leaders_treasures_buildings_or_another() -> None:
    board = lay("A1 catastrophe", down="H5 I5 H6 I6") | dict.fromkeys(("F5", "E6", "F6", "G6", "F7"), "wonder")
    state = table(
        board,
        {"A": {"green": "J7"}, "B": {"blue": "K2"}},
        A={"catastrophes": 1},
        monuments={"red-black": "H5"},
        rulings={"wonder": True},
    )
    assert refused(state, "catastrophe J7") == "ruins_leader D-12"
    assert refused(state, "catastrophe K2") == "ruins_leader D-12"
    assert refused(state, "catastrophe K1") == "ruins_treasure D-12"
    assert refused(state, "catastrophe H5") == "ruins_building D-12"
    assert refused(state, "catastrophe F6") == "ruins_building D-12"
    assert refused(state, "catastrophe A1") == "ruins_ruin D-12"


def test_D_12_a_temple_without_its_treasure_can_be_ruined() -> None:
    assert refused(table(lay("I7 red")), "catastrophe I7") == ""


def test_D_12_each_seat_has_two() -> None:
    state = table(A=hand(**FULL), B=hand(**FULL), P=hand(**FULL), L=hand(**FULL))
    play(state, "catastrophe A1", "catastrophe A2", "pass", "pass", "pass")
    assert refused(state, "catastrophe A3") == "no_catastrophe D-12"
    assert not legal(state, "catastrophe")
    assert [state.position()["seats"][seat]["catastrophes"] for seat in "ABPL"] == [0, 2, 2, 2]


def test_D_12_it_parts_a_kingdom_for_good() -> None:
    board = lay(red="E5 I5", black="F5 G5 H5")
    state = play(table(board, {"A": {"black": "E6"}, "B": {"red": "I6"}}, A=hand(black=2)), "catastrophe G5")
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("A", "black")}, {("B", "red")}]
    assert refused(state, "place black G5") == "cell_not_empty C-3"
    assert refused(state, "catastrophe G5") == "ruins_ruin D-12"
    assert points(state) == {}
    assert treasures(state) == {}


def test_D_12_no_treasure_is_taken_because_of_it() -> None:
    # a kingdom with a trader and two treasures can only be given: a catastrophe does not touch it
    board = lay(black="I5 J5 K5 L5 M5")
    state = play(table(board, {"B": {"green": "I6"}}), "catastrophe A1")
    assert treasures(state) == {}
    assert question(state) == ("A", "action")


def test_D_12_a_leader_left_without_a_temple_goes_home() -> None:
    state = play(table(lay(red="G5"), {"B": {"black": "G6"}}), "catastrophe G5")
    assert standing(state) == {}


def test_D_13_one_to_six_tiles_of_the_hand() -> None:
    state = table(A=hand(red=2, black=1))
    counts = {(r, k) for r in range(3) for k in range(2)} - {(0, 0)}
    assert legal(state, "swap") == {f"swap {r} 0 0 {k}" for r, k in counts}
    assert refused(state, "swap 3 0 0 0") == "swaps_too_many D-13"
    assert refused(state, "swap 1 1 0 0") == "swaps_too_many D-13"
    assert not legal(table(), "swap")
    assert len(legal(table(A=hand(red=2, blue=2, green=1, black=1)), "swap")) == 3 * 3 * 2 * 2 - 1
    assert "swap 0 6 0 0" in legal(table(A=hand(blue=6)))


def test_D_13_as_many_are_drawn() -> None:
    state = play(table(A=hand(red=2, black=1), bag={"blue": 2, "green": 5}), "swap 2 0 0 0")
    assert hand_of(state, "A") == {"black": 1}
    assert question(state) == ("chance", "draw")
    play(state, "draw blue")
    assert state.position()["pending"] == {"kind": "draw", "left": 1}
    play(state, "draw green")
    assert hand_of(state, "A") == {"blue": 1, "green": 1, "black": 1}
    assert state.position()["bag"] == {"blue": 1, "green": 4}
    assert (question(state), left(state)) == (("A", "action"), 1)


def test_D_13_swapped_tiles_leave_the_game() -> None:
    state = table(A=hand(red=2))
    before = sum(state.position()["bag"].values())
    draw_all(play(state, "swap 2 0 0 0"))
    assert sum(state.position()["bag"].values()) == before - 2


@pytest.mark.parametrize("colour", COLOURS)
def test_D_13_a_swap_is_legal_even_if_the_bag_is_empty(colour: str) -> None:
    state = table(A={"hand": {colour: 1}}, bag={})
    (swap,) = legal(state, "swap")
    play(state, swap)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "bag"
