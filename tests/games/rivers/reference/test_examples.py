"""The worked examples of the rules of Two Rivers (X-1 to X-12), on the naive model and on the engine."""

from __future__ import annotations

import pytest

from tests.games.rivers.reference.table import (
    Maker,
    Play,
    answers,
    asked,
    draw_all,
    fresh,
    hand,
    leaders,
    lies,
    play,
    points,
    treasures,
)


def revolt_example(table: Maker) -> Play:
    board = {"E5": "red", "F6": "red", "H5": "red", "I4": "red", "J5": "red", "G5": "black"}
    hands = {"P": {"red": 2, "black": 1}, "B": {"red": 3}}
    return table(fresh(board, {"B": {"black": "F5"}}, hands, turn="P"))


def test_X_1_a_revolt_of_five_against_five_goes_to_the_defender(table: Maker) -> None:
    game = revolt_example(table)
    play(game, "leader black I5")
    assert asked(game) == ("P", "commit")
    assert answers(game) == ["commit 0", "commit 1", "commit 2"]
    play(game, "commit 2")
    assert asked(game) == ("B", "commit")
    assert answers(game) == ["commit 0", "commit 1", "commit 2", "commit 3"]
    assert game.position()["pending"]["attack"] == 2
    assert hand(game, "P") == {"black": 1}
    play(game, "commit 3")
    assert points(game) == {"B": {"red": 1}}
    assert leaders(game) == {"B": {"black": "F5"}}
    assert (hand(game, "P"), hand(game, "B")) == ({"black": 1}, {})
    assert asked(game) == ("P", "action")
    assert game.position()["actions_left"] == 1


def test_X_1_one_less_and_the_attacker_wins(table: Maker) -> None:
    game = revolt_example(table)
    play(game, "leader black I5", "commit 2", "commit 2")
    assert points(game) == {"P": {"red": 1}}
    assert leaders(game) == {"P": {"black": "I5"}}


def war_example(table: Maker) -> Play:
    board = {"D5": "red", "F5": "green", "H5": "green", "J5": "green", "I4": "red", "K5": "red"}
    standing = {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}}
    return table(fresh(board, standing, {"L": {"green": 4, "black": 1}, "P": {"green": 1}}, turn="L"))


def test_X_2_a_war_that_splits_the_kingdom_calls_off_the_next(table: Maker) -> None:
    game = war_example(table)
    play(game, "place black G5")
    assert points(game) == {}
    assert asked(game) == ("L", "war")
    assert answers(game) == ["war black", "war green"]
    assert game.position()["pending"] == {"kind": "war", "marker": "G5"}
    play(game, "war green")
    assert asked(game) == ("L", "commit")
    assert len(game.legal()) == 5
    play(game, "commit 4")
    assert asked(game) == ("P", "commit")
    play(game, "commit 1")
    assert points(game) == {"L": {"green": 3}}
    assert leaders(game) == {"L": {"green": "E5"}, "A": {"black": "D6"}, "B": {"black": "K6"}}
    assert [lies(game, cell) for cell in ("F5", "G5", "H5", "J5")] == ["green", "black", None, None]
    assert (hand(game, "L"), hand(game, "P")) == ({}, {})
    assert asked(game) == ("L", "action")
    assert game.position()["actions_left"] == 1


def test_X_2_the_kings_first(table: Maker) -> None:
    game = war_example(table)
    play(game, "place black G5", "war black")
    assert asked(game) == ("A", "commit")  # L, then A, B, P
    play(game, "commit 0", "commit 0")
    assert points(game) == {"B": {"black": 1}}  # nothing on either side: the defender
    assert asked(game) == ("L", "commit")  # the traders' war is the only one left and begins by itself
    assert hand(game, "L") == {"green": 4}


@pytest.mark.parametrize(("helpers", "winner"), [(0, "B"), (1, "A")])
def test_X_3_one_temple_for_both(table: Maker, helpers: int, winner: str) -> None:
    game = table(fresh({}, {"B": {"black": "I6"}}, {"A": {"red": helpers}}))
    play(game, "leader black I8", f"commit {helpers}", "commit 0")
    assert points(game) == {winner: {"red": 1}}
    assert leaders(game) == {winner: {"black": "I6" if winner == "B" else "I8"}}


def test_X_4_a_catastrophe_takes_the_temple(table: Maker) -> None:
    game = table(fresh({"G5": "red"}, {"B": {"black": "G6"}}))
    legal = game.legal()
    assert "catastrophe I7" not in legal
    assert "catastrophe G6" not in legal
    play(game, "catastrophe G5")
    assert leaders(game) == {}
    assert lies(game, "G5") == "catastrophe"
    assert game.position()["seats"]["A"]["catastrophes"] == 1
    assert points(game) == {}


def test_X_5_a_monument_takes_the_last_temples(table: Maker) -> None:
    board = {"E5": "red", "F5": "red", "E6": "red"}
    game = table(fresh(board, {"A": {"red": "D5"}, "B": {"green": "D6"}}, {"A": {"red": 1}}))
    play(game, "place red F6")
    assert points(game) == {"A": {"red": 1}}
    assert asked(game) == ("A", "build")
    assert answers(game) == ["build red-black E5", "build red-blue E5", "build red-green E5", "decline"]
    play(game, "build red-blue E5")
    assert leaders(game) == {}
    assert [lies(game, cell) for cell in ("E5", "F5", "E6", "F6")] == ["down"] * 4
    assert game.position()["monuments"] == {"red-blue": "E5"}
    play(game, "pass")
    assert points(game) == {"A": {"red": 1}}


def test_X_6_a_war_of_priests(table: Maker) -> None:
    board = dict.fromkeys(("E5", "F5", "H5", "I5", "J5"), "red")
    standing = {"A": {"red": "E6"}, "B": {"red": "I6", "green": "J6"}}
    game = table(fresh(board, standing, {"A": {"red": 3, "black": 1}}))
    play(game, "place black G5")
    assert asked(game) == ("A", "commit")
    play(game, "commit 3", "commit 0")
    assert [lies(game, cell) for cell in ("H5", "I5", "J5", "I7")] == [None, None, "red", "red*"]
    assert points(game) == {"A": {"red": 3}}
    assert leaders(game) == {"A": {"red": "E6"}, "B": {"green": "J6"}}


def test_X_6_a_war_of_priests_lost(table: Maker) -> None:
    board = dict.fromkeys(("E5", "F5", "H5", "I5", "J5"), "red")
    standing = {"A": {"red": "E6"}, "B": {"red": "I6", "green": "J6"}}
    game = table(fresh(board, standing, {"A": {"red": 2, "black": 1}}))
    play(game, "place black G5", "commit 2", "commit 0")  # 4 to 4
    assert points(game) == {"B": {"red": 3}}
    assert leaders(game) == {"B": {"red": "I6", "green": "J6"}}


def test_X_7_the_king_in_place_of_the_trader(table: Maker) -> None:
    game = table(fresh({}, {"B": {"black": "I6"}}, {"A": {"green": 1}}))
    play(game, "place green H7")
    assert points(game) == {"B": {"green": 1}}


def test_X_8_the_treasures_of_another_seat(table: Maker) -> None:
    board = {"I5": "black", "K5": "green", "L5": "green"}
    game = table(fresh(board, {"A": {"black": "I6"}, "B": {"green": "M5"}}, {"A": {"black": 1}}))
    play(game, "place black J5")
    assert points(game) == {}
    assert asked(game) == ("B", "take")
    assert answers(game) == ["take I7", "take N5"]
    assert game.position()["pending"] == {"kind": "take"}
    play(game, "take I7")
    assert [lies(game, cell) for cell in ("I7", "N5")] == ["red", "red*"]
    assert treasures(game, "B") == 1
    assert asked(game) == ("A", "action")
    assert game.position()["actions_left"] == 1


def test_X_9_the_special_treasure_first(table: Maker) -> None:
    board = {"B9": "black", "C9": "black", "E9": "black", "F9": "green"}
    game = table(fresh(board, {"A": {"green": "A8"}}, {"A": {"black": 1}}))
    play(game, "place black D9")
    assert points(game) == {}
    assert treasures(game, "A") == 1
    assert [lies(game, cell) for cell in ("B8", "F10")] == ["red", "red*"]
    assert asked(game) == ("A", "action")


def test_X_10_a_treasure_on_a_monument(table: Maker) -> None:
    game = table(fresh({"H6": "red", "H7": "red", "G7": "black", "F7": "black"}, {}, {"A": {"red": 1}}))
    play(game, "place red I6", "build red-green H6")
    assert [lies(game, cell) for cell in ("H6", "H7", "I6", "I7")] == ["down", "down", "down", "down*"]
    assert not any(cell in text for text in answers(game, "leader") for cell in (" I8", " J7"))  # no temple any more


def test_X_10_the_treasure_is_taken_from_the_monument(table: Maker) -> None:
    board = {"H6": "down", "H7": "down", "I6": "down", "I7": "down*", "J6": "black", "K6": "black", "L6": "black"}
    game = table(fresh(board, {}, {}, monuments={"red-green": "H6"}))
    play(game, "leader green M5")  # beside N5; M6 is still empty
    assert treasures(game, "A") == 0
    game = table(fresh({**board, "M6": "black"}, {}, {}, monuments={"red-green": "H6"}))
    play(game, "leader green M5")
    assert asked(game) == ("A", "take")
    assert answers(game) == ["take I7", "take N5"]
    play(game, "take I7")
    assert lies(game, "I7") == "down"


def test_X_11_leaders_and_unions(table: Maker) -> None:
    board, standing = {"K8": "red"}, {"A": {"black": "I6"}, "B": {"red": "K7"}}
    game = table(fresh(board, standing, {"A": {"black": 1}}))
    assert [text for text in answers(game, "leader") if text.endswith(" J7")] == ["leader black J7"]
    play(game, "place black J7")
    assert points(game) == {}
    assert asked(game) == ("A", "action")
    game = table(fresh(board, standing))
    play(game, "leader black J7")
    assert leaders(game) == {"A": {"black": "J7"}, "B": {"red": "K7"}}


def test_X_12_a_swap_of_more_than_the_bag_holds(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"red": 3}}, bag={"blue": 1, "black": 1}))
    play(game, "swap 3 0 0 0")
    assert asked(game) == (None, None)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome["reason"] == "bag"
    assert outcome["winners"] == ["A", "B", "P", "L"]
    assert outcome["loser"] is None
    position = game.position()
    assert (position["phase"], position["actions_left"]) == ("over", 1)
    assert hand(game, "A") == {}
    assert sum(position["bag"].values()) == 2


@pytest.mark.parametrize("held", [5, 4])
def test_X_12_a_refill_of_five(table: Maker, held: int) -> None:
    hands = {"A": {"red": 1}, **{seat: {"black": 6} for seat in "BPL"}}
    game = table(fresh({}, {}, hands, bag={"blue": held - 1, "green": 1}))
    play(game, "pass")
    if held == 5:
        assert asked(game) == ("chance", "draw")
        draw_all(game)
        assert hand(game, "A") == {"red": 1, "blue": 4, "green": 1}
        assert asked(game) == ("B", "action")
        assert game.outcome() is None
    else:
        assert asked(game) == (None, None)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome["reason"] == "bag"
        assert hand(game, "A") == {"red": 1}
        assert game.position()["actions_left"] == 0
