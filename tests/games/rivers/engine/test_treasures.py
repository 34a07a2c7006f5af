"""Treasures (section G)."""

from __future__ import annotations

from tests.games.rivers.support.tables import FULL, hand, lay, legal, lies, play, question, refused, table, treasures

CHAIN = "I5 J5 K5 L5"
"""With M5 it leads from I7 by a leader on I6 to N5."""


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
