"""Revolts and wars (sections E and F)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.facts import Conflict
from tests.games.rivers.support.scenes import RIVALS, revolt
from tests.games.rivers.support.tables import check, draw_all, full, hand, kingdoms_of, lay, play, table

KINGS = {"A": {"black": "E5"}, "B": {"black": "I5"}}
PRIESTS = {"A": {"red": "E5"}, "B": {"red": "I5"}}


@pytest.mark.parametrize(("colour", "seat"), [("red", "B"), ("blue", "P"), ("green", "L"), ("black", "B")])
def test_E_1_temples_whatever_the_leaders_colour(colour: str, seat: str) -> None:
    state = table(leaders={seat: {colour: "I6"}}, A=hand(red=2, blue=1, green=1, black=1), **{seat: hand(red=1, black=3)})
    check(play(state, f"leader {colour} H7"), asks="A commit", legal={"commit 0", "commit 1", "commit 2"})
    check(play(state, "commit 1"), asks=f"{seat} commit", legal={"commit 0", "commit 1"})
    check(play(state, "commit 0"), points={"A": {"red": 1}}, leaders={"A": {colour: "H7"}})


def test_E_2_committed_tiles_leave_the_hand_when_committed_and_the_game() -> None:
    state = play(revolt(A=hand(red=2), B=hand(red=2)), "commit 2")
    bag = check(state, hands={"B": {"red": 2}}).position()["bag"]
    check(play(state, "commit 1"), hands={"B": {"red": 1}}, bag=bag, pending=None)


def test_E_3_a_leader_begins_no_war() -> None:
    state = table(lay(red="F5 H5"), KINGS, **full("ABPL"))
    check(state, refuses={"leader red G5": "leader_joins D-4"})
    check(draw_all(play(state, "pass")), asks="B action")


def joined(
    leaders: dict[str, dict[str, str]], tile: str = "green", board: dict[str, str] | None = None, **hands: dict[str, int]
) -> State:
    """Return two kingdoms that a tile of Archer on G5 has just joined."""
    hands["A"] = hands.get("A", {}) | {tile: hands.get("A", {}).get(tile, 0) + 1}
    seats: dict[str, Any] = {seat: {"hand": tiles} for seat, tiles in hands.items()}
    return play(table(lay(red="F5 H5") | (board or {}), leaders, **seats), f"place {tile} G5")


def conflict_of(state: State) -> Conflict:
    """Return the conflict under way."""
    conflict = state.view(None).conflict
    assert conflict is not None
    return conflict


def test_F_1_the_marked_temple_neither_counts_nor_goes_in_a_war_of_priests() -> None:
    state = joined(PRIESTS, tile="red", A={"red": 1})
    assert (conflict_of(state).attacker.board, conflict_of(state).defender.board) == (1, 1)
    check(play(state, "commit 1", "commit 0"), points={"A": {"red": 2}}, lies={"red": "F5 G5", "": "H5"})


def test_F_2_no_colour_twice_no_war() -> None:
    state = check(joined({"A": {"black": "E5"}, "B": {"green": "I5"}}), asks="A action", points={})
    assert (state.view(None).marker, len(kingdoms_of(state))) == (None, 1)


def test_F_3_the_active_seat_chooses_the_next_war() -> None:
    state = joined(RIVALS)
    check(state, asks="A war", legal={"war red", "war black"}, refuses={"war green": "no_such_war F-3"})
    assert conflict_of(play(state, "war black")).colour == "black"
    check(play(state, "commit 0", "commit 0"), asks="A commit")
    assert conflict_of(state).colour == "red", "the last war needs no choice"


def test_F_3_leaders_that_are_apart_by_then_fight_no_more() -> None:
    # Bull's market J5 alone connects the king on K6 by way of K5
    leaders = {"A": {"green": "E5", "black": "F6"}, "B": {"green": "I5", "black": "K6"}}
    state = joined(leaders, tile="black", board={"J5": "green", "K5": "red"}, A={"green": 2})
    play(state, "war green", "commit 2", "commit 0")
    check(state, asks="A action", leaders={"A": leaders["A"], "B": {"black": "K6"}}, points={"A": {"green": 2}})


def test_F_4_each_commits_once_tiles_of_the_wars_colour() -> None:
    state = joined(KINGS, A={"red": 1, "black": 2}, B={"red": 3, "black": 1})
    check(state, legal={"commit 0", "commit 1", "commit 2"}, refuses={"commit 3": "commits_too_many F-4"})
    check(play(state, "commit 2"), asks="B commit", legal={"commit 0", "commit 1"})
    check(play(state, "commit 1"), leaders={"A": {"black": "E5"}}, hands={"A": {"red": 1}, "B": {"red": 3}})


def test_F_5_committing_in_vain_is_legal() -> None:
    state = play(joined(KINGS, A={"black": 1}, B={"black": 3}), "commit 1")
    check(state, legal={"commit 0", "commit 1", "commit 2", "commit 3"})
    check(play(state, "commit 3"), hands={}, points={"B": {"black": 1}})


def test_F_6_the_loser_loses_leader_and_supporters_and_the_winner_has_points_for_both() -> None:
    board = {"I6": "black", "J5": "black", "E6": "black"}
    state = play(joined(KINGS, A={"black": 3}, B={"black": 1}, board=board), "commit 3", "commit 1")
    check(state, points={"A": {"black": 3}}, leaders={"A": {"black": "E5"}}, left=1)
    check(state, lies={"": "I6 J5", "black": "E6", "red": "H5", "green": "G5"})


@pytest.mark.parametrize("colour", ["blue", "green", "black"])
@pytest.mark.parametrize("owner", ["A", "B", "P"])
def test_F_7_a_leader_of_another_colour_protects_whatever_its_owner(colour: str, owner: str) -> None:
    leaders = PRIESTS | {owner: PRIESTS.get(owner, {}) | {colour: "H6"}}
    check(play(joined(leaders, A={"red": 3}), "commit 3", "commit 0"), lies={"red": "H5"}, points={"A": {"red": 1}})


def test_F_8_each_part_of_a_kingdom_has_its_own_wars() -> None:
    # F4 alone connects the king on G3, which touches the marked tile by way of G4
    leaders = {
        "L": {"green": "E5", "blue": "I6"},
        "B": {"black": "G3"},
        "A": {"blue": "F6"},
        "P": {"green": "I5", "black": "J6"},
    }
    board = lay(red="F5 I4 K6", green="F4 H5 J5", black="G4 E6")
    state = play(table(board, leaders, turn="P", P=hand(black=3)), "place black G5")
    check(state, legal={"war black", "war blue", "war green"})
    check(play(state, "war green", "commit 0", "commit 0"), lies={"": "F4"}, legal={"war black", "war blue"})
    play(state, "war black", "commit 2", "commit 0")
    check(state, points={"P": {"green": 2, "black": 2}}, asks="L commit")  # G4 helps, E6 is in the other part
    assert conflict_of(state).colour == "blue"


def test_F_9_no_monument_of_tiles_that_the_war_took() -> None:
    board = {"F6": "black", "G6": "black", "F5": "black", "E4": "red"}
    state = play(joined(KINGS, tile="black", board=board, B={"black": 4}), "commit 0", "commit 4")
    check(state, asks="A action", lies={"": "F5 F6 G6", "black": "G5"}, points={"B": {"black": 4}})


def test_F_10_hands_are_filled_at_the_end_of_the_active_seats_turn() -> None:
    tiles: dict[str, Any] = {"P": {"red": 6}, "L": {"blue": 6}}
    state = joined(KINGS, A={"black": 2, "red": 3}, B={"black": 2, "red": 4}, **tiles)
    check(play(state, "commit 2", "commit 2"), hands={"A": {"red": 3}, "B": {"red": 4}} | tiles, asks="A action")
    view = draw_all(play(state, "pass")).view(None)
    assert [dynasty.hand_count for dynasty in view.dynasties.values()] == [6, 6, 6, 6]
