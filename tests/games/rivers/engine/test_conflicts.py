"""Revolts and wars (sections E and F)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.facts import Conflict
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


NORTH = "F5 H5"
"""Two temples; a tile on G5 joins the regions around them."""


def joined(
    leaders: dict[str, dict[str, str]], tile: str = "green", turn: str = "A", board: dict[str, str] | None = None, **fields: Any
) -> State:
    """Two kingdoms that a tile on G5 has just joined."""
    mover_fields = fields.pop(turn, {"hand": {}})
    tiles = mover_fields["hand"] | {tile: mover_fields["hand"].get(tile, 0) + 1}
    state = table(lay(red=NORTH) | (board or {}), leaders, turn=turn, **{turn: mover_fields | {"hand": tiles}}, **fields)
    return play(state, f"place {tile} G5")


def conflict_of(state: State) -> Conflict:
    """The conflict under way."""
    conflict = state.view(None).conflict
    assert conflict is not None
    return conflict


KINGS = {"A": {"black": "E5"}, "B": {"black": "I5"}}


def test_F_1_the_marked_temple_neither_counts_nor_goes_in_a_war_of_priests() -> None:
    leaders = {"A": {"red": "E5"}, "B": {"red": "I5"}}
    state = joined(leaders, tile="red", A=hand(red=1))
    conflict = conflict_of(state)
    assert (conflict.attacker.board, conflict.defender.board) == (1, 1)
    play(state, "commit 1", "commit 0")
    assert points(state) == {"A": {"red": 2}}
    assert lies(state, "F5 G5 H5") == ["red", "red", None]


def test_F_2_no_colour_twice_no_war() -> None:
    state = joined({"A": {"black": "E5"}, "B": {"green": "I5"}})
    assert (question(state), points(state), state.view(None).marker) == (("A", "action"), {}, None)
    assert len(kingdoms_of(state)) == 1


BOTH = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}


def test_F_3_the_active_seat_chooses_the_next_war() -> None:
    state = joined(BOTH)
    assert (question(state), legal(state)) == (("A", "war"), {"war red", "war black"})
    assert refused(state, "war green") == "no_such_war F-3"
    play(state, "war black")
    assert conflict_of(state).colour == "black"
    play(state, "commit 0", "commit 0")
    assert question(state) == ("A", "commit"), "the last war needs no choice"
    assert conflict_of(state).colour == "red"


def test_F_3_leaders_that_are_apart_by_then_fight_no_more() -> None:
    # Bull's market J5 alone connects the king on K6 by way of K5
    board = {"J5": "green", "K5": "red"}
    leaders = {"A": {"green": "E5", "black": "F6"}, "B": {"green": "I5", "black": "K6"}}
    state = joined(leaders, tile="black", board=board, A=hand(green=2))
    play(state, "war green", "commit 2", "commit 0")
    assert question(state) == ("A", "action")
    assert standing(state) == {"A": {"green": "E5", "black": "F6"}, "B": {"black": "K6"}}
    assert points(state) == {"A": {"green": 2}}


def test_F_4_each_commits_once_tiles_of_the_wars_colour() -> None:
    state = joined(KINGS, A=hand(red=1, black=2), B=hand(red=3, black=1))
    assert legal(state) == {"commit 0", "commit 1", "commit 2"}
    assert refused(state, "commit 3") == "commits_too_many F-4"
    play(state, "commit 2")
    assert (question(state), legal(state)) == (("B", "commit"), {"commit 0", "commit 1"})
    play(state, "commit 1")
    assert standing(state) == {"A": {"black": "E5"}}
    assert (hand_of(state, "A"), hand_of(state, "B")) == ({"red": 1}, {"red": 3})


def test_F_5_committing_in_vain_is_legal() -> None:
    state = play(joined(KINGS, A=hand(black=1), B=hand(black=3)), "commit 1")
    assert legal(state) == {"commit 0", "commit 1", "commit 2", "commit 3"}
    play(state, "commit 3")
    assert hand_of(state, "B") == {}
    assert points(state) == {"B": {"black": 1}}


def test_F_6_the_loser_loses_leader_and_supporters_and_the_winner_has_points_for_both() -> None:
    board = {"I6": "black", "J5": "black", "E6": "black"}
    state = play(joined(KINGS, A=hand(black=3), B=hand(black=1), board=board), "commit 3", "commit 1")
    assert points(state) == {"A": {"black": 3}}
    assert standing(state) == {"A": {"black": "E5"}}
    assert lies(state, "I6 J5 E6 H5 G5") == [None, None, "black", "red", "green"]
    assert left(state) == 1


PRIESTS = {"A": {"red": "E5"}, "B": {"red": "I5"}}


@pytest.mark.parametrize("colour", ["blue", "green", "black"])
@pytest.mark.parametrize("owner", ["A", "B", "P"])
def test_F_7_a_leader_of_another_colour_protects_whatever_its_owner(colour: str, owner: str) -> None:
    leaders = {seat: dict(cells) for seat, cells in PRIESTS.items()} | ({"P": {}} if owner == "P" else {})
    leaders[owner][colour] = "H6"
    state = play(joined(leaders, A=hand(red=3)), "commit 3", "commit 0")
    assert lies(state, "H5") == ["red"]
    assert points(state) == {"A": {"red": 1}}


def test_F_8_each_part_of_a_kingdom_has_its_own_wars() -> None:
    # F4 alone connects the king on G3, which touches the marked tile by way of G4
    board = lay(red="F5 I4 K6", green="F4 H5 J5", black="G4 E6")
    leaders = {
        "L": {"green": "E5", "blue": "I6"},
        "B": {"black": "G3"},
        "A": {"blue": "F6"},
        "P": {"green": "I5", "black": "J6"},
    }
    state = play(table(board, leaders, turn="P", P=hand(black=3)), "place black G5")
    assert legal(state) == {"war black", "war blue", "war green"}
    play(state, "war green", "commit 0", "commit 0")
    assert (lies(state, "F4"), legal(state)) == ([None], {"war black", "war blue"})
    play(state, "war black", "commit 2", "commit 0")
    assert points(state) == {"P": {"green": 2, "black": 2}}, "G4 helps, E6 is in the other part"
    assert (question(state), conflict_of(state).colour) == (("L", "commit"), "blue")


def test_F_9_no_monument_of_tiles_that_the_war_took() -> None:
    board = {"F6": "black", "G6": "black", "F5": "black", "E4": "red"}
    state = play(joined(KINGS, tile="black", board=board, B=hand(black=4)), "commit 0", "commit 4")
    assert question(state) == ("A", "action")
    assert lies(state, "F5 F6 G6 G5") == [None, None, None, "black"]
    assert points(state) == {"B": {"black": 4}}


def test_F_10_hands_are_filled_at_the_end_of_the_active_seats_turn() -> None:
    state = joined(KINGS, A=hand(black=2, red=3), B=hand(black=2, red=4), P=hand(red=6), L=hand(blue=6))
    play(state, "commit 2", "commit 2")
    assert (sum(hand_of(state, "A").values()), sum(hand_of(state, "B").values())) == (3, 4)
    assert question(state) == ("A", "action")
    draw_all(play(state, "pass"))
    assert [sum(hand_of(state, seat).values()) for seat in "ABPL"] == [6, 6, 6, 6]
