"""Every case that the rulebook's chapter on conflicts speaks of, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import (
    FULL,
    asked,
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
    standing,
    table,
)

FOES = {"A": {"black": "E5"}, "B": {"black": "I5"}}


def at_war(board: dict[str, str] | None = None, leaders: dict[str, dict[str, str]] | None = None, **own: Any) -> State:
    """Archer joins two kingdoms with a market on G5; `own` are hands as they are then."""
    a = own.pop("A", {})
    hands = {seat: {"hand": held} for seat, held in own.items()}
    state = table(lay(red="F5 H5") | (board or {}), leaders or FOES, A={"hand": {**a, "green": a.get("green", 0) + 1}}, **hands)
    return play(state, "place green G5")


def test_a_leader_brings_revolts_and_no_wars() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}), "leader black I8")
    assert state.position()["pending"]["conflict"] == "revolt"
    board, leaders = lay(red="F5 H5"), {"B": {"black": "E5"}, "P": {"black": "I5"}}
    assert not any(cell.endswith("G5") for cell in legal(table(board, leaders), "leader"))


def test_a_tile_brings_wars_and_no_revolts() -> None:
    assert at_war().position()["pending"]["conflict"] == "war"


def test_an_action_does_not_end_before_its_conflict() -> None:
    state = at_war()
    assert left(state) == 1
    assert legal(state) == {"commit 0"}


def test_afterwards_a_kingdom_has_leaders_of_different_colours_only() -> None:
    state = play(at_war(), "commit 0", "commit 0")
    assert [leaders for _, leaders in kingdoms_of(state)] == [{("B", "black")}]


def test_a_temple_counts_for_both_sides_of_a_revolt() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}), "leader black I8")
    conflict = state.view(None).conflict
    assert conflict is not None
    assert conflict.attacker.supporters == conflict.defender.supporters == ("I7",)


def test_the_attacker_commits_first_and_both_only_once() -> None:
    state = play(table(leaders={"B": {"black": "I6"}}, A=hand(red=3), B=hand(red=3)), "leader black I8")
    order = []
    while state.decision() == "commit":
        order.append(asked(state)[0])
        play(state, "commit 1")
    assert order == ["A", "B"]


def test_more_temples_win_a_revolt_and_the_defender_wins_ties() -> None:
    for committed, winner in ((0, "B"), (1, "A")):
        state = table(leaders={"B": {"black": "I6"}}, A=hand(red=1))
        assert list(standing(play(state, "leader black I8", f"commit {committed}", "commit 0"))) == [winner]


def test_after_a_revolt_the_loser_withdraws_the_winner_has_one_amulet_and_the_temples_leave_the_game() -> None:
    state = table(leaders={"B": {"green": "I6"}}, A=hand(red=3), B=hand(red=2))
    held = sum(state.position()["bag"].values())
    play(state, "leader green I8", "commit 3", "commit 2")
    assert (standing(state), points(state)) == ({"A": {"green": "I8"}}, {"A": {"red": 1}})
    assert (hand_of(state, "A"), hand_of(state, "B"), sum(state.position()["bag"].values())) == ({}, {}, held)


def test_three_kingdoms_are_not_joined() -> None:
    board = lay(red="F5 H5 G4")
    state = table(board, FOES | {"P": {"blue": "G3"}}, A=hand(green=1))
    assert "place green G5" not in legal(state)


def test_no_point_for_the_tile_that_joins_and_it_is_covered() -> None:
    state = at_war(leaders={"A": {"green": "E5", "black": "F6"}, "B": {"black": "I5"}})
    assert points(state) == {}
    assert state.view(None).marker == "G5"


def test_without_two_like_leaders_the_marker_is_taken_off_and_the_action_is_over() -> None:
    state = at_war(leaders={"A": {"black": "E5"}, "B": {"green": "I5"}})
    assert (state.view(None).marker, asked(state), left(state)) == (None, ("A", "action"), 1)


TWO_WARS = {"B": {"black": "E5", "red": "F6"}, "P": {"black": "I5", "red": "H6"}}


def test_wars_are_resolved_one_at_a_time_as_the_active_seat_decides() -> None:
    for first, then in (("red", "black"), ("black", "red")):
        state = at_war(leaders=TWO_WARS)
        assert asked(state) == ("A", "war")
        play(state, f"war {first}")
        assert state.position()["pending"]["colour"] == first
        play(state, "commit 0", "commit 0")
        if state.decision() == "commit":
            assert state.position()["pending"]["colour"] == then


def test_each_war_is_resolved_with_the_kingdom_as_it_now_is() -> None:
    # the war of priests takes F7, which connects the settlement on G7 with Bull's king
    state = at_war({"F7": "red", "G7": "black"}, TWO_WARS, P={"red": 2})
    at_first = play(state.clone(), "war black").view(None).conflict
    assert at_first is not None
    assert (at_first.attacker.seat, at_first.attacker.board) == ("B", 1)
    play(state, "war red", "commit 0", "commit 2")
    assert lies(state, "F5 F7 G7") == ["red", None, "black"]
    then = state.view(None).conflict
    assert then is not None
    assert (then.colour, then.attacker.seat, then.attacker.board) == ("black", "B", 0)


def test_hidden_are_points_treasures_hands_bag_and_what_has_left_the_game() -> None:
    view = at_war(A={"black": 2}).view("B").to_json()
    assert "bag" not in view
    assert view["seats"]["A"] == {"hand_count": 2, "catastrophes": 2}
    assert set(view["seats"]["B"]) == {"hand_count", "catastrophes", "hand", "points", "treasures"}


def test_the_active_seat_attacks_if_its_leader_is_involved_else_the_next_clockwise() -> None:
    assert asked(at_war()) == ("A", "commit")
    assert asked(at_war(leaders={"L": {"black": "E5"}, "P": {"black": "I5"}})) == ("P", "commit")


def test_supporters_need_not_be_adjacent_but_are_on_their_leaders_side_of_the_marker() -> None:
    state = at_war({"I6": "black", "J6": "black", "E6": "black", "G6": "black"})
    conflict = state.view(None).conflict
    assert conflict is not None
    assert (conflict.attacker.supporters, conflict.defender.supporters) == (("E6",), ("I6", "J6"))


def test_tiles_of_the_matching_colour_are_committed() -> None:
    assert legal(at_war(A={"black": 2, "red": 2, "green": 1})) == {"commit 0", "commit 1", "commit 2"}


def test_more_wins_a_war_and_the_defender_wins_ties() -> None:
    for committed, winner in ((0, "B"), (1, "B"), (2, "A")):
        state = at_war({"I6": "black"}, A={"black": 2})
        assert list(standing(play(state, f"commit {committed}", "commit 0"))) == [winner]


def test_the_winner_of_a_war_has_a_point_for_the_leader_and_for_each_tile_removed() -> None:
    state = play(at_war({"I6": "black", "J6": "black"}, A={"black": 3}), "commit 3", "commit 0")
    assert points(state) == {"A": {"black": 3}}


def test_tiles_may_be_committed_though_they_change_nothing() -> None:
    state = play(at_war(A={"black": 5}, B={"black": 1}), "commit 5")
    assert legal(state) == {"commit 0", "commit 1"}
    play(state, "commit 1")
    assert hand_of(state, "B") == {}
    assert points(state) == {"A": {"black": 1}}


def test_committed_tiles_of_both_sides_give_no_points() -> None:
    state = play(at_war(A={"black": 3}, B={"black": 2}), "commit 3", "commit 2")
    assert points(state) == {"A": {"black": 1}}


def test_a_defeated_leader_goes_back_to_its_owner() -> None:
    state = play(at_war(), "commit 0", "commit 0")
    assert "leader black E5" in legal(state) or "leader black F6" in legal(state)
    assert standing(state) == {"B": {"black": "I5"}}


def test_temples_with_treasures_or_beside_other_leaders_stay_in_a_war_of_priests() -> None:
    board = {"I6": "black", "I4": "red"}
    leaders = {"A": {"red": "E5"}, "B": {"red": "I5", "blue": "H4"}}
    state = play(at_war(board, leaders, A={"red": 5}), "commit 5", "commit 0")
    assert lies(state, "H5 I4 I7") == ["red", "red", "red*"]
    assert points(state) == {"A": {"red": 1}}


def test_what_is_removed_may_divide_the_kingdom_and_call_off_a_war() -> None:
    board = {"I6": "green", "J6": "red"}
    leaders = {"A": {"green": "E5", "black": "F6"}, "B": {"green": "I5", "black": "K6"}}
    state = at_war(board, leaders, A={"green": 3})
    assert legal(state) == {"war green", "war black"}
    play(state, "war green", "commit 3", "commit 0")
    assert asked(state) == ("A", "action")
    assert points(state) == {"A": {"green": 2}}


def test_leaders_that_are_still_connected_have_another_war() -> None:
    state = play(at_war(leaders=TWO_WARS), "war red", "commit 0", "commit 0")
    assert state.decision() == "commit"


def test_the_marker_is_taken_off_after_all_wars_and_the_tile_stays() -> None:
    state = play(at_war(), "commit 0", "commit 0")
    assert (state.view(None).marker, lies(state, "G5")) == (None, ["green"])


@pytest.mark.parametrize("committed", [0, 2])
def test_all_who_committed_draw_at_the_end_of_the_active_seats_turn(committed: int) -> None:
    full = hand(**FULL)["hand"]
    state = at_war(A={"black": 5}, B={"black": 2, "red": 4}, P=full, L=full)
    play(state, "commit 0", f"commit {committed}")
    assert sum(hand_of(state, "B").values()) == 6 - committed
    draw_all(play(state, "pass"))
    assert [sum(hand_of(state, seat).values()) for seat in "ABPL"] == [6] * 4


def test_a_catastrophe_on_a_temple_sends_leaders_home() -> None:
    state = play(table(lay(red="G5"), {"B": {"black": "G6"}}), "catastrophe G5")
    assert standing(state) == {}


@pytest.mark.parametrize("building", ["build red-blue H6", "wonder I7"])
def test_a_flipped_temple_and_the_wonder_send_leaders_home(building: str) -> None:
    board = lay(red="H6 H7 J7 I8")
    leaders = {"B": {"black": "G6"}, "P": {"green": "K7"}}
    state = table(board, leaders, A=hand(red=1), rulings={"wonder": True})
    play(state, "place red I6", building)
    gone = {"B": "G6"} if building.startswith("build") else {"P": "K7"}
    assert set(standing(state)) == {"B", "P"} - set(gone)


@pytest.mark.parametrize(("building", "word"), [("build red-blue H6", "down*"), ("wonder I7", "wonder*")])
def test_a_treasure_stays_on_a_monument_and_on_the_wonder(building: str, word: str) -> None:
    state = table(lay(red="H6 H7 J7 I8"), A=hand(red=1), rulings={"wonder": True})
    assert lies(play(state, "place red I6", building), "I7") == [word]
