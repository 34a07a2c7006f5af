"""Treasures (section G)."""

from __future__ import annotations

from typing import Any

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import FULL, hand, lay, legal, lies, play, question, refused, table, treasures

CHAIN = "I5 J5 K5 L5"
"""With M5 it leads from I7 by a leader on I6 to N5."""


def chained(trader: str = "B", **fields: Any) -> State:
    """A tile on M5 brings two treasures into one kingdom."""
    return table(lay(black=CHAIN), {trader: {"green": "I6"}}, A=hand(black=2), **fields)


def test_G_1_the_traders_owner_takes_until_one_is_left() -> None:
    state = play(chained(), "place black M5")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})
    play(state, "take I7")
    assert (treasures(state), lies(state, "I7 N5")) == ({"B": 1}, ["red", "red*"])
    assert question(state) == ("A", "action")


def test_G_1_three_treasures_one_after_the_other() -> None:
    board = lay(black="I5 J5 K5 L5 H7 H8 H10 G10", blue="H9")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=2)), "place black M5")
    assert legal(state) == {"take I7", "take N5", "take F10"}
    play(state, "take F10")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})
    play(state, "take N5")
    assert (treasures(state), question(state)) == ({"B": 2}, ("A", "action"))


def test_G_1_a_trader_that_comes_takes_them() -> None:
    board = lay(black="I6 I5 J5 K5 L5 M5")
    state = play(table(board), "leader green H7")
    assert (question(state), legal(state)) == (("A", "take"), {"take I7", "take N5"})


def test_G_1_only_placing_a_tile_or_leader_causes_it() -> None:
    board = lay(black=f"{CHAIN} M5")
    start = table(
        board, {"B": {"green": "I6"}}, A=hand(black=3) | {"catastrophes": 2}, B=hand(**FULL), P=hand(**FULL), L=hand(**FULL)
    )
    for action in ("catastrophe A1", "swap 0 0 0 1", "pass"):
        assert treasures(play(start.clone(), action)) == {}
    state = play(table(board, {"A": {"black": "K2"}, "B": {"green": "I6"}}), "withdraw black")
    assert (treasures(state), question(state)) == ({}, ("A", "action"))
    for action in ("place black A1", "leader black K2"):
        assert question(play(start.clone(), action)) == ("B", "take"), action


def test_G_1_a_kingdom_with_one_treasure_keeps_it() -> None:
    state = play(table(leaders={"A": {"green": "I6"}}, A=hand(red=1)), "place red H6")
    assert (treasures(state), lies(state, "I7")) == ({}, ["red*"])


def test_G_2_specials_first_by_themselves_when_there_is_no_choice() -> None:
    board = lay(black="B9 C9 E9", green="F9")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black D9")
    assert (treasures(state), lies(state, "B8 F10")) == ({"A": 1}, ["red", "red*"])
    assert question(state) == ("A", "action")


def test_G_2_only_specials_can_be_taken_as_long_as_there_is_one() -> None:
    # O9, special, and N5 and I7 in one kingdom
    board = lay(black=f"{CHAIN} N6 N8 O8", blue="N7")
    state = play(table(board, {"B": {"green": "I6"}}, A=hand(black=1)), "place black M5")
    assert lies(state, "O9") == ["red"], "the special one went by itself"
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})
    assert treasures(state) == {"B": 1}


def test_G_2_two_specials_are_a_choice_and_one_may_be_left() -> None:
    board = lay(black="B3 B5", blue="B4 B7")
    state = table(board, {"A": {"green": "A8"}}, A=hand(black=1))
    play(state, "place black B6")
    assert (question(state), legal(state)) == (("A", "take"), {"take B2", "take B8"})
    play(state, "take B8")
    assert (treasures(state), lies(state, "B2 B8")) == ({"A": 1}, ["red*", "red"])


def test_G_2_others_are_refused_while_specials_are_left() -> None:
    board = lay(black="B3 B5 B9 C9 D9 E9 F9", blue="B4 B7")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black B6")
    assert legal(state) == {"take B2", "take B8"}
    assert refused(state, "take F10") == "special_first G-2"
    assert refused(state, "take K1") == "treasure_elsewhere G-1"
    assert refused(state, "take A1") == "no_treasure G-1"
    play(state, "take B2")
    assert treasures(state) == {"A": 2}
    assert lies(state, "B2 B8 F10") == ["red", "red", "red*"]


def test_G_3_without_a_trader_they_stay() -> None:
    state = play(table(lay(black=CHAIN), {"B": {"black": "I6"}}, A=hand(black=1)), "place black M5")
    assert (treasures(state), question(state)) == ({}, ("A", "action"))
    play(state, "leader green H7")
    assert (question(state), legal(state)) == (("A", "take"), {"take I7", "take N5"})


def test_G_3_the_temple_stays() -> None:
    state = play(chained(), "place black M5", "take N5")
    assert lies(state, "N5") == ["red"]
    assert "leader red N6" in legal(state)


def test_G_3_a_treasure_on_a_monument_is_taken_in_the_usual_way() -> None:
    state = table(lay(red="I8 J8", black=f"{CHAIN} M5 I6"), A=hand(red=1))
    play(state, "place red J7", "build red-blue I7", "leader green N6")
    assert lies(state, "I7 J7 I8 J8") == ["down*", "down", "down", "down"]
    assert legal(state) == {"take I7", "take N5"}
    assert lies(play(state, "take I7"), "I7 N5") == ["down", "red*"]


def test_G_3_and_from_the_wonder_too() -> None:
    board = lay(black=CHAIN) | dict.fromkeys(("I6", "H7", "J7", "I8"), "wonder") | {"I7": "wonder*", "H5": "red"}
    state = table(board, {"B": {"green": "H4"}}, A=hand(black=1), rulings={"wonder": True})
    play(state, "place black M5")
    assert legal(state) == {"take I7", "take N5"}
    play(state, "take I7")
    assert (lies(state, "I7 I6"), treasures(state)) == (["wonder", "wonder"], {"B": 1})


def test_G_3_a_special_cell_stays_special() -> None:
    board = lay("B8 down*", down="B9 C8 C9", black="E9", green="F9")
    state = table(board, {"A": {"green": "G10"}}, A=hand(black=1), monuments={"red-green": "B8"})
    play(state, "place black D9")
    assert (treasures(state), lies(state, "B8 F10")) == ({"A": 1}, ["down", "red*"])


def test_G_4_several_kingdoms_come_in_the_order_of_their_first_cells() -> None:
    board = lay(black=f"{CHAIN} M5 G10 H10 I10 J10 J11")
    leaders = {"B": {"green": "I6"}, "L": {"green": "F11"}}
    state = table(board, leaders, A=hand(red=1))
    play(state, "place red A1")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})
    play(state, "take N5")
    assert (question(state), legal(state)) == (("L", "take"), {"take F10", "take K11"})
    play(state, "take K11")
    assert (treasures(state), question(state)) == ({"B": 1, "L": 1}, ("A", "action"))


def test_G_4_a_kingdom_with_one_treasure_is_passed_over() -> None:
    state = play(table(lay(black=CHAIN), {"B": {"green": "I6"}, "L": {"green": "J1"}}, A=hand(black=1)), "place black M5")
    assert (question(state), treasures(state)) == (("B", "take"), {})


def test_G_4_the_first_cell_is_not_that_of_the_first_treasure() -> None:
    # Lion's kingdom reaches up to A3, above the first cell of Bull's, its treasures lie below
    board = lay(black=f"{CHAIN} M5 G10 H10 I10 J10 J11")
    leaders = {"B": {"green": "I6"}, "L": {"green": "F11"}}
    road = dict.fromkeys(("E10", "D10", "C10", "B10", "A10", "A9", "A8", "A6", "A5", "A3"), "black")
    state = table(board | road | {"A7": "blue", "A4": "blue"}, leaders, A=hand(red=1))
    play(state, "place red P11")
    assert (question(state), legal(state)) == (("L", "take"), {"take F10", "take K11"})
    play(state, "take F10")
    assert (question(state), legal(state)) == (("B", "take"), {"take I7", "take N5"})
