"""Revolts (section E)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    hand_of,
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
)

KING = {"B": {"black": "I6"}}


@pytest.mark.parametrize(("colour", "seat"), [("red", "B"), ("blue", "P"), ("green", "L"), ("black", "B")])
def test_E_1_temples_whatever_the_leaders_colour(colour: str, seat: str) -> None:
    state = table(leaders={seat: {colour: "I6"}}, A=hand(red=2, blue=1, green=1, black=1), **{seat: hand(red=1, black=3)})
    play(state, f"leader {colour} H7")
    assert (question(state), legal(state)) == (("A", "commit"), {"commit 0", "commit 1", "commit 2"})
    play(state, "commit 1")
    assert (question(state), legal(state)) == ((seat, "commit"), {"commit 0", "commit 1"})
    play(state, "commit 0")
    assert points(state) == {"A": {"red": 1}}
    assert standing(state) == {"A": {colour: "H7"}}


def test_E_1_only_temples_next_to_the_leader_count() -> None:
    # the kingdom has five temples; next to Bull's king is one, next to Archer's are two
    board = lay(red="E5 E6 E7 F7 F6")
    state = play(table(board, {"B": {"black": "D5"}}), "leader black F5")
    conflict = state.view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.board, conflict.defender.board) == (2, 1)
    assert standing(play(state, "commit 0", "commit 0")) == {"A": {"black": "F5"}}


def test_E_1_temples_that_bear_treasures_count_and_flipped_tiles_do_not() -> None:
    board = lay(red="I5") | dict.fromkeys(("J6", "K6", "J7", "K7"), "down")
    state = table(board, {"B": {"black": "I6"}}, monuments={"red-blue": "J6"})
    conflict = play(state, "leader black I8").view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.board, conflict.defender.board) == (1, 2)
    assert conflict.defender.supporters == ("I5", "I7")


def test_E_1_the_defender_sees_what_was_committed() -> None:
    state = play(table(leaders=KING, A=hand(red=4)), "leader black I8", "commit 3")
    conflict = state.view("B").conflict
    assert conflict is not None
    assert (conflict.attacker.committed, conflict.defender.committed) == (3, None)


def test_E_1_each_commits_once() -> None:
    state = play(table(leaders=KING, A=hand(red=4), B=hand(red=4)), "leader black I8", "commit 1", "commit 1")
    assert question(state) == ("A", "action")
    assert refused(state, "commit 1") == "not_asked E-1"
    assert (hand_of(state, "A"), hand_of(state, "B")) == ({"red": 3}, {"red": 3})


def test_E_1_not_more_than_the_hand_has() -> None:
    state = play(table(leaders=KING, A=hand(red=2, black=4)), "leader black I8")
    assert refused(state, "commit 3") == "commits_too_many E-1"
    assert refused(state, "commit 2") == ""


@pytest.mark.parametrize(("attack", "defence", "winner"), [(0, 0, "B"), (1, 1, "B"), (1, 0, "A"), (3, 2, "A"), (2, 3, "B")])
def test_E_2_more_wins_and_a_tie_is_the_defenders(attack: int, defence: int, winner: str) -> None:
    state = table(leaders=KING, A=hand(red=3), B=hand(red=3))
    play(state, "leader black I8", f"commit {attack}", f"commit {defence}")
    assert points(state) == {winner: {"red": 1}}
    assert standing(state) == {winner: {"black": {"A": "I8", "B": "I6"}[winner]}}


def test_E_2_exactly_one_red_point_however_much_was_committed() -> None:
    state = play(table(leaders=KING, A=hand(red=6), B=hand(red=6)), "leader black I8", "commit 6", "commit 3")
    assert points(state) == {"A": {"red": 1}}


def test_E_2_committed_tiles_leave_the_hand_when_committed_and_the_game() -> None:
    state = play(table(leaders=KING, A=hand(red=2), B=hand(red=2)), "leader black I8", "commit 2")
    assert hand_of(state, "A") == {}
    bag_size = sum(state.position()["bag"].values())
    play(state, "commit 1")
    assert hand_of(state, "B") == {"red": 1}
    assert sum(state.position()["bag"].values()) == bag_size
    assert state.position()["pending"] is None


def test_E_2_tiles_on_the_board_stay_and_the_action_is_spent() -> None:
    board = lay(red="H5 I5", black="G5")
    state = play(table(board, KING, A=hand(red=2)), "leader black H6", "commit 2", "commit 0")
    assert lies(state, "H5 I5 G5 I7") == ["red", "red", "black", "red*"]
    assert left(state) == 1


def test_E_2_the_losers_leader_may_come_back_with_the_next_action() -> None:
    state = play(table(leaders=KING), "leader black I8", "commit 0", "commit 0")
    assert "leader black I8" in legal(state)
    play(state, "leader black I8", "commit 0", "commit 0")
    assert points(state) == {"B": {"red": 2}}


def test_E_2_committing_more_than_helps_or_in_vain_is_legal() -> None:
    board = lay(red="H6 G7")
    state = play(table(board, KING, A=hand(red=1), B=hand(red=2)), "leader black H7")
    play(state, "commit 1")
    assert legal(state) == {"commit 0", "commit 1", "commit 2"}
    assert points(play(state, "commit 1")) == {"A": {"red": 1}}


def test_E_3_own_leaders_of_a_colour_never_meet() -> None:
    state = play(table(leaders={"A": {"black": "I6", "red": "H7"}}), "leader black J7")
    assert (question(state), points(state)) == (("A", "action"), {})


def test_E_3_a_placement_begins_one_revolt_at_most() -> None:
    leaders = {"B": {"black": "I6", "red": "H7"}, "P": {"green": "J7"}}
    state = play(table(leaders=leaders), "leader black I8", "commit 0", "commit 0")
    assert question(state) == ("A", "action")
    assert standing(state) == leaders


def test_E_3_a_leader_begins_no_war() -> None:
    board = lay(red="F5 H5")
    state = table(board, {"A": {"black": "E5"}, "B": {"black": "I5"}})
    assert refused(state, "leader red G5") == "leader_joins D-4"
    full = hand(**FULL)
    state = table(board, {"A": {"black": "E5"}, "B": {"black": "I5"}}, A=full, B=full, P=full, L=full)
    assert question(draw_all(play(state, "pass"))) == ("B", "action")
