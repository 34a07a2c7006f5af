"""Revolts (section E)."""

from __future__ import annotations

import pytest

from tests.games.rivers.support.tables import (
    FULL,
    draw_all,
    hand,
    hand_of,
    lay,
    legal,
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


@pytest.mark.parametrize(("attack", "defence", "winner"), [(0, 0, "B"), (1, 1, "B"), (1, 0, "A"), (3, 2, "A"), (2, 3, "B")])
def test_E_2_more_wins_and_a_tie_is_the_defenders(attack: int, defence: int, winner: str) -> None:
    state = table(leaders=KING, A=hand(red=3), B=hand(red=3))
    play(state, "leader black I8", f"commit {attack}", f"commit {defence}")
    assert points(state) == {winner: {"red": 1}}
    assert standing(state) == {winner: {"black": {"A": "I8", "B": "I6"}[winner]}}


def test_E_2_committed_tiles_leave_the_hand_when_committed_and_the_game() -> None:
    state = play(table(leaders=KING, A=hand(red=2), B=hand(red=2)), "leader black I8", "commit 2")
    assert hand_of(state, "A") == {}
    bag_size = sum(state.position()["bag"].values())
    play(state, "commit 1")
    assert hand_of(state, "B") == {"red": 1}
    assert sum(state.position()["bag"].values()) == bag_size
    assert state.position()["pending"] is None


def test_E_3_a_leader_begins_no_war() -> None:
    board = lay(red="F5 H5")
    state = table(board, {"A": {"black": "E5"}, "B": {"black": "I5"}})
    assert refused(state, "leader red G5") == "leader_joins D-4"
    full = hand(**FULL)
    state = table(board, {"A": {"black": "E5"}, "B": {"black": "I5"}}, A=full, B=full, P=full, L=full)
    assert question(draw_all(play(state, "pass"))) == ("B", "action")
