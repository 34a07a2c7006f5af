"""The worked examples of the rules, X-1 to X-12: the questions, the legal actions, and the results."""

from __future__ import annotations

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
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


def revolt() -> State:
    board = lay(red="E5 F6 H5 I4 J5", black="G5")
    return table(board, {"B": {"black": "F5"}}, turn="P", P=hand(red=2, black=1), B=hand(red=3))


def test_X_1_a_revolt_of_five_to_five_goes_to_the_defender() -> None:
    state = play(revolt(), "leader black I5")
    assert question(state) == ("P", "commit")
    assert legal(state) == {"commit 0", "commit 1", "commit 2"}
    conflict = state.view("B").conflict
    assert conflict is not None
    assert (conflict.kind, conflict.colour, conflict.commits) == ("revolt", "black", "red")
    assert (conflict.attacker.seat, conflict.attacker.board, set(conflict.attacker.supporters)) == ("P", 3, {"H5", "I4", "J5"})
    assert (conflict.defender.seat, conflict.defender.board, set(conflict.defender.supporters)) == ("B", 2, {"E5", "F6"})
    assert state.position()["pending"]["attack"] is None
    play(state, "commit 2")
    assert question(state) == ("B", "commit")
    assert legal(state) == {"commit 0", "commit 1", "commit 2", "commit 3"}
    assert state.position()["pending"]["attack"] == 2
    assert hand_of(state, "P") == {"black": 1}
    play(state, "commit 3")
    assert points(state) == {"B": {"red": 1}}
    assert standing(state) == {"B": {"black": "F5"}}
    assert (hand_of(state, "P"), hand_of(state, "B")) == ({"black": 1}, {})
    assert lies(state, "E5 F6 H5 I4 J5 G5") == ["red"] * 5 + ["black"]
    assert question(state) == ("P", "action")
    assert left(state) == 1
    # with one temple fewer the attacker wins
    state = play(revolt(), "leader black I5", "commit 2", "commit 2")
    assert points(state) == {"P": {"red": 1}}
    assert standing(state) == {"P": {"black": "I5"}}
    assert hand_of(state, "B") == {"red": 1}


def war() -> State:
    board = lay(red="D5 I4 K5", green="F5 H5 J5")
    leaders = {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}}
    return table(board, leaders, turn="L", L=hand(green=4, black=1), P=hand(green=1))


def test_X_2_a_war_that_splits_the_kingdom_calls_off_the_next() -> None:
    state = play(war(), "place black G5")
    assert points(state) == {}
    assert question(state) == ("L", "war")
    assert legal(state) == {"war green", "war black"}
    assert state.position()["pending"] == {"kind": "war", "marker": "G5"}
    play(state, "war green")
    assert question(state) == ("L", "commit")
    assert legal(state) == {f"commit {tiles}" for tiles in range(5)}
    play(state, "commit 4")
    assert question(state) == ("P", "commit")
    assert legal(state) == {"commit 0", "commit 1"}
    play(state, "commit 1")
    assert points(state) == {"L": {"green": 3}}
    assert standing(state) == {"L": {"green": "E5"}, "A": {"black": "D6"}, "B": {"black": "K6"}}
    assert lies(state, "G5 F5 H5 J5 I4 K5") == ["black", "green", None, None, "red", "red"]
    assert (hand_of(state, "L"), hand_of(state, "P")) == ({}, {})
    assert question(state) == ("L", "action")
    assert left(state) == 1
    assert state.position()["pending"] is None


def test_X_3_one_temple_counts_for_both() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}), "leader black I8")
    assert legal(state) == {"commit 0"}
    play(state, "commit 0")
    assert question(state) == ("B", "commit")
    play(state, "commit 0")
    assert points(state) == {"B": {"red": 1}}
    assert standing(state) == {"B": {"black": "I6"}}
    # a temple from the hand turns it
    state = play(table(leaders={"B": {"black": "I6"}}, A=hand(red=1)), "leader black I8", "commit 1", "commit 0")
    assert points(state) == {"A": {"red": 1}}
    assert standing(state) == {"A": {"black": "I8"}}
    assert hand_of(state, "A") == {}


def test_X_4_a_catastrophe_takes_a_leaders_temple() -> None:
    state = table(lay(red="G5"), {"B": {"black": "G6"}})
    assert refused(state, "catastrophe I7") == "ruins_treasure D-12"
    assert refused(state, "catastrophe G6") == "ruins_leader D-12"
    play(state, "catastrophe G5")
    assert standing(state) == {}
    assert lies(state, "G5 G6") == ["catastrophe", None]
    assert points(state) == {}
    assert left(state) == 1


def test_X_5_a_monument_takes_the_last_temples() -> None:
    leaders = {"A": {"red": "D5"}, "B": {"green": "D6"}}
    state = play(table(lay(red="E5 F5 E6"), leaders, A=hand(red=1), actions_left=1), "place red F6")
    assert points(state) == {"A": {"red": 1}}
    assert question(state) == ("A", "build")
    assert legal(state) == {"build red-blue E5", "build red-green E5", "build red-black E5", "decline"}
    play(state, "build red-blue E5")
    assert standing(state) == {}
    assert lies(state, "E5 F5 E6 F6") == ["down"] * 4
    assert state.position()["monuments"] == {"red-blue": "E5"}
    assert points(state) == {"A": {"red": 1}}
    assert question(state) == ("chance", "draw")
    assert points(draw_all(state)) == {"A": {"red": 1}}


def test_X_6_a_war_of_priests() -> None:
    leaders = {"A": {"red": "E6"}, "B": {"red": "I6", "green": "J6"}}
    state = table(lay(red="E5 F5 H5 I5 J5"), leaders, A=hand(red=3, black=1))
    play(state, "place black G5")
    assert question(state) == ("A", "commit")
    conflict = state.view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.board, conflict.defender.board) == (2, 4)
    assert set(conflict.defender.supporters) == {"H5", "I5", "J5", "I7"}
    assert set(conflict.defender.at_stake) == {"H5", "I5"}
    play(state, "commit 3")
    assert question(state) == ("B", "commit")
    assert legal(state) == {"commit 0"}
    play(state, "commit 0")
    assert points(state) == {"A": {"red": 3}}
    assert standing(state) == {"A": {"red": "E6"}, "B": {"green": "J6"}}
    assert lies(state, "H5 I5 J5 I7 E5 F5 G5") == [None, None, "red", "red*", "red", "red", "black"]


def test_X_7_the_king_in_place_of_the_trader() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}, A=hand(green=1)), "place green H7")
    assert points(state) == {"B": {"green": 1}}


def test_X_8_a_union_without_a_war_brings_treasures_to_another_seat() -> None:
    board = lay(black="I5", green="K5 L5")
    state = table(board, {"A": {"black": "I6"}, "B": {"green": "M5"}}, A=hand(black=1))
    play(state, "place black J5")
    assert points(state) == {}
    assert question(state) == ("B", "take")
    assert legal(state) == {"take I7", "take N5"}
    play(state, "take N5")
    assert treasures(state) == {"B": 1}
    assert lies(state, "N5 I7 J5") == ["red", "red*", "black"]
    assert question(state) == ("A", "action")
    assert left(state) == 1


def test_X_9_the_treasure_on_the_special_border_first() -> None:
    board = lay(black="B9 C9 E9", green="F9")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black D9")
    assert points(state) == {}
    assert treasures(state) == {"A": 1}
    assert lies(state, "B8 F10") == ["red", "red*"]
    assert question(state) == ("A", "action")


def test_X_10_a_treasure_on_a_monument() -> None:
    state = play(table(lay(red="H6 H7"), A=hand(red=1)), "place red I6", "build red-green H6")
    assert lies(state, "H6 I6 H7 I7") == ["down", "down", "down", "down*"]
    assert "I8" not in {text.split()[2] for text in legal(state, "leader")}
    assert refused(state, "leader black I8") == "leader_needs_temple D-4"


def test_X_10_that_treasure_is_taken_like_any_other() -> None:
    board = lay("H6 down", "I6 down", "H7 down", "I7 down*", red="G5", black="I5 J5 K5 L5")
    leaders = {"A": {"green": "G6"}}
    state = table(board, leaders, A=hand(black=1), monuments={"red-green": "H6"})
    play(state, "place black M5")
    assert legal(state) == {"take I7", "take N5"}
    play(state, "take I7")
    assert lies(state, "I7 N5") == ["down", "red*"]
    assert treasures(state) == {"A": 1}


def unions() -> State:
    return table(lay(red="K8"), {"A": {"black": "I6"}, "B": {"red": "K7"}}, A=hand(black=1))


def test_X_11_a_leader_does_not_join_two_kingdoms_unless_lifted_first_and_a_tile_may() -> None:
    for colour in ("red", "blue", "green"):
        assert refused(unions(), f"leader {colour} J7") == "leader_joins D-4"
    state = play(unions(), "leader black J7")
    assert standing(state) == {"A": {"black": "J7"}, "B": {"red": "K7"}}
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("A", "black"), ("B", "red")}]
    state = play(unions(), "place black J7")
    assert points(state) == {}
    assert question(state) == ("A", "action")


def test_X_12_a_swap_of_more_than_the_bag_holds_ends_the_game_at_once() -> None:
    state = table(A=hand(red=3), bag={"red": 1, "blue": 1})
    assert legal(state, "swap") == {"swap 1 0 0 0", "swap 2 0 0 0", "swap 3 0 0 0"}
    play(state, "swap 3 0 0 0")
    assert state.is_terminal()
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "bag"
    assert state.position()["bag"] == {"red": 1, "blue": 1}


@pytest.mark.parametrize("bag_count", [5, 4])
def test_X_12_a_refill_needs_exactly_enough(bag_count: int) -> None:
    full = hand(**FULL)
    state = table(A=hand(black=1), B=full, P=full, L=full, bag={"blue": bag_count - 1, "green": 1})
    play(state, "pass")
    if bag_count == 5:
        draw_all(state)
        assert hand_of(state, "A") == {"black": 1, "blue": 4, "green": 1}
        assert state.position()["bag"] == {}
        assert question(state) == ("B", "action")
        return
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "bag"
    assert hand_of(state, "A") == {"black": 1}
    assert state.position()["bag"] == {"blue": 3, "green": 1}
