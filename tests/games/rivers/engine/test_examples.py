"""The worked examples of the rules, X-1 to X-12: the questions, the legal actions, and the results."""

from __future__ import annotations

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.scenes import revolt, rulebook_war
from tests.games.rivers.support.tables import check, draw_all, full, hand, kingdoms_of, lay, legal, play, table


def commits(most: int) -> set[str]:
    """Return the answers of a seat that has so many tiles to commit."""
    return {f"commit {tiles}" for tiles in range(most + 1)}


def rulebook_revolt() -> State:
    board = lay(red="E5 F6 H5 I4 J5", black="G5")
    state = table(board, {"B": {"black": "F5"}}, turn="P", P=hand(red=2, black=1), B=hand(red=3))
    return play(state, "leader black I5")


def test_X_1_a_revolt_of_five_to_five_goes_to_the_defender() -> None:
    state = check(rulebook_revolt(), asks="P commit", legal=commits(2))
    assert state.position()["pending"]["attack"] is None
    conflict = state.view("B").conflict
    assert conflict is not None
    assert (conflict.kind, conflict.colour, conflict.commits) == ("revolt", "black", "red")
    assert (conflict.attacker.seat, conflict.attacker.board, set(conflict.attacker.supporters)) == ("P", 3, {"H5", "I4", "J5"})
    assert (conflict.defender.seat, conflict.defender.board, set(conflict.defender.supporters)) == ("B", 2, {"E5", "F6"})
    check(play(state, "commit 2"), asks="B commit", legal=commits(3), hand_P={"black": 1})
    assert state.position()["pending"]["attack"] == 2
    check(play(state, "commit 3"), points={"B": {"red": 1}}, leaders={"B": {"black": "F5"}}, hands={"P": {"black": 1}})
    check(state, lies={"red": "E5 F6 H5 I4 J5", "black": "G5"}, asks="P action", left=1)
    # with one temple fewer the attacker wins
    state = play(rulebook_revolt(), "commit 2", "commit 2")
    check(state, points={"P": {"red": 1}}, leaders={"P": {"black": "I5"}}, hand_B={"red": 1})


def test_X_2_a_war_that_splits_the_kingdom_calls_off_the_next() -> None:
    pending = {"kind": "war", "marker": "G5"}
    state = check(rulebook_war(), points={}, asks="L war", legal={"war green", "war black"}, pending=pending)
    check(play(state, "war green"), asks="L commit", legal=commits(4))
    check(play(state, "commit 4"), asks="P commit", legal=commits(1))
    leaders = {"L": {"green": "E5"}, "A": {"black": "D6"}, "B": {"black": "K6"}}
    check(play(state, "commit 1"), points={"L": {"green": 3}}, leaders=leaders, hands={})
    check(state, lies={"black": "G5", "green": "F5", "": "H5 J5", "red": "I4 K5"}, asks="L action", left=1, pending=None)


def test_X_3_one_temple_counts_for_both() -> None:
    state = check(revolt(), legal={"commit 0"})
    check(play(state, "commit 0"), asks="B commit")
    check(play(state, "commit 0"), points={"B": {"red": 1}}, leaders={"B": {"black": "I6"}})
    # a temple from the hand turns it
    state = play(revolt(A=hand(red=1)), "commit 1", "commit 0")
    check(state, points={"A": {"red": 1}}, leaders={"A": {"black": "I8"}}, hands={})


def test_X_4_a_catastrophe_takes_a_leaders_temple() -> None:
    state = table(lay(red="G5"), {"B": {"black": "G6"}})
    check(state, refuses={"catastrophe I7": "ruins_treasure D-12", "catastrophe G6": "ruins_leader D-12"})
    check(play(state, "catastrophe G5"), leaders={}, lies={"catastrophe": "G5", "": "G6"}, points={}, left=1)


def test_X_5_a_monument_takes_the_last_temples() -> None:
    leaders = {"A": {"red": "D5"}, "B": {"green": "D6"}}
    state = play(table(lay(red="E5 F5 E6"), leaders, A=hand(red=1), actions_left=1), "place red F6")
    builds = {"build red-blue E5", "build red-green E5", "build red-black E5", "decline"}
    check(state, points={"A": {"red": 1}}, asks="A build", legal=builds)
    check(play(state, "build red-blue E5"), leaders={}, lies={"down": "E5 F5 E6 F6"}, monuments={"red-blue": "E5"})
    check(state, points={"A": {"red": 1}}, asks="chance draw")
    check(draw_all(state), points={"A": {"red": 1}})


def test_X_6_a_war_of_priests() -> None:
    leaders = {"A": {"red": "E6"}, "B": {"red": "I6", "green": "J6"}}
    state = play(table(lay(red="E5 F5 H5 I5 J5"), leaders, A=hand(red=3, black=1)), "place black G5")
    conflict = check(state, asks="A commit").view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.board, conflict.defender.board) == (2, 4)
    assert set(conflict.defender.supporters) == {"H5", "I5", "J5", "I7"}
    assert set(conflict.defender.at_stake) == {"H5", "I5"}
    check(play(state, "commit 3"), asks="B commit", legal={"commit 0"})
    check(play(state, "commit 0"), points={"A": {"red": 3}}, leaders={"A": {"red": "E6"}, "B": {"green": "J6"}})
    check(state, lies={"": "H5 I5", "red": "J5 E5 F5", "red*": "I7", "black": "G5"})


def test_X_7_the_king_in_place_of_the_trader() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}, A=hand(green=1)), "place green H7")
    check(state, points={"B": {"green": 1}})


def test_X_8_a_union_without_a_war_brings_treasures_to_another_seat() -> None:
    leaders = {"A": {"black": "I6"}, "B": {"green": "M5"}}
    state = play(table(lay(black="I5", green="K5 L5"), leaders, A=hand(black=1)), "place black J5")
    check(state, points={}, asks="B take", legal={"take I7", "take N5"})
    check(play(state, "take N5"), treasures={"B": 1}, lies={"red": "N5", "red*": "I7", "black": "J5"})
    check(state, asks="A action", left=1)


def test_X_9_the_treasure_on_the_special_border_first() -> None:
    board = lay(black="B9 C9 E9", green="F9")
    state = play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black D9")
    check(state, points={}, treasures={"A": 1}, lies={"red": "B8", "red*": "F10"}, asks="A action")


def test_X_10_a_treasure_on_a_monument_that_is_taken_like_any_other() -> None:
    state = play(table(lay(red="H6 H7"), A=hand(red=1)), "place red I6", "build red-green H6")
    check(state, lies={"down": "H6 I6 H7", "down*": "I7"}, refuses={"leader black I8": "leader_needs_temple D-4"})
    assert "I8" not in {text.split()[2] for text in legal(state, "leader")}
    board = lay(down="H6 I6 H7", red="G5", black="I5 J5 K5 L5") | {"I7": "down*"}
    monuments = {"red-green": "H6"}
    state = play(table(board, {"A": {"green": "G6"}}, A=hand(black=1), monuments=monuments), "place black M5")
    check(state, legal={"take I7", "take N5"})
    check(play(state, "take I7"), lies={"down": "I7", "red*": "N5"}, treasures={"A": 1})


def test_X_11_a_leader_does_not_join_two_kingdoms_unless_lifted_first_and_a_tile_may() -> None:
    unions = table(lay(red="K8"), {"A": {"black": "I6"}, "B": {"red": "K7"}}, A=hand(black=1))
    check(unions, refuses={f"leader {colour} J7": "leader_joins D-4" for colour in ("red", "blue", "green")})
    state = check(play(unions.clone(), "leader black J7"), leaders={"A": {"black": "J7"}, "B": {"red": "K7"}})
    assert [leaders for _, leaders in kingdoms_of(state)] == [{"A black", "B red"}]
    check(play(unions, "place black J7"), points={}, asks="A action")


def test_X_12_a_swap_of_more_than_the_bag_holds_ends_the_game_at_once() -> None:
    state = table(A=hand(red=3), bag={"red": 1, "blue": 1})
    assert legal(state, "swap") == {"swap 1 0 0 0", "swap 2 0 0 0", "swap 3 0 0 0"}
    check(play(state, "swap 3 0 0 0"), asks="over", reason="bag", bag={"red": 1, "blue": 1})


@pytest.mark.parametrize("bag_count", [5, 4])
def test_X_12_a_refill_needs_exactly_enough(bag_count: int) -> None:
    state = play(table(A=hand(black=1), **full(), bag={"blue": bag_count - 1, "green": 1}), "pass")
    if bag_count == 5:
        check(draw_all(state), hand_A={"black": 1, "blue": 4, "green": 1}, bag={}, asks="B action")
    else:
        check(state, asks="over", reason="bag", hand_A={"black": 1}, bag={"blue": 3, "green": 1})
