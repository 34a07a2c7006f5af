"""Two Rivers, chapters A and D: the board, the turn and its actions, on the model and on the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.rivers.reference.board import CELLS, NEIGHBOURS, RIVER, SPECIAL, TEMPLES
from tests.games.rivers.reference.table import (
    Maker,
    answers,
    asked,
    draw_all,
    fresh,
    hand,
    leaders,
    lies,
    play,
    points,
    settled,
)

FULL = {"black": 6}


def cells(texts: list[str]) -> set[str]:
    return {text.split()[-1] for text in texts}


def test_A_2_the_board() -> None:
    assert (len(RIVER), len(CELLS) - len(RIVER), len(TEMPLES)) == (41, 135, 10)
    assert {"B2", "P2", "B8", "O9"} == SPECIAL
    assert NEIGHBOURS["A1"] == ("B1", "A2")


def test_A_3_A_6_the_deal(table: Maker) -> None:
    game = table("PA")
    assert game.position()["bag"] == {"red": 47, "blue": 36, "green": 30, "black": 30}
    assert list(game.position()["seats"]) == ["A", "P"]
    assert asked(game) == ("chance", "first")
    assert game.chances() == {"first A": Fraction(1, 2), "first P": Fraction(1, 2)}
    play(game, "first P")
    position = game.position()
    assert (position["phase"], position["turn"], position["actions_left"]) == ("deal", "P", 2)
    assert game.chances() == {
        "draw red": Fraction(47, 143),
        "draw blue": Fraction(36, 143),
        "draw green": Fraction(30, 143),
        "draw black": Fraction(30, 143),
    }
    for _ in range(6):
        assert asked(game) == ("chance", "draw")
        play(game, "draw red")
    assert (hand(game, "P"), hand(game, "A")) == ({"red": 6}, {})
    play(game, *["draw blue"] * 5)
    assert game.position()["phase"] == "deal"
    play(game, "draw black")
    assert asked(game) == ("P", "action")
    assert hand(game, "A") == {"blue": 5, "black": 1}
    assert game.position()["bag"] == {"red": 41, "blue": 31, "green": 30, "black": 29}


def test_A_6_the_deal_goes_clockwise(table: Maker) -> None:
    game = table("ABPL")
    play(game, "first P", *["draw red"] * 6, *["draw blue"] * 6, *["draw green"] * 6, *["draw black"] * 6)
    assert [hand(game, seat) for seat in "PLAB"] == [{"red": 6}, {"blue": 6}, {"green": 6}, {"black": 6}]
    assert asked(game) == ("P", "action")


# --------------------------------------------------------------------------------------
# The turn


def test_D_1_two_actions_the_same_kind_twice(table: Maker) -> None:
    game = table(fresh({}, {"A": {"red": "I6", "blue": "I8"}}, dict.fromkeys("ABPL", FULL)))
    play(game, "withdraw red")
    assert (asked(game), game.position()["actions_left"]) == (("A", "action"), 1)
    play(game, "withdraw blue")
    assert (asked(game), game.position()["actions_left"]) == (("B", "action"), 2)


@pytest.mark.parametrize("first", [[], ["leader red I6"]])
def test_D_1_pass_gives_up_the_rest_of_the_turn(table: Maker, first: list[str]) -> None:
    game = table(fresh({}, {}, dict.fromkeys("ABPL", FULL), turn="L"))
    play(game, *first, "pass")
    assert asked(game) == ("A", "action")


def test_D_2_the_order_of_the_refill(table: Maker) -> None:
    hands = {"A": {"red": 5}, "B": {"red": 4}, "P": {"red": 6}, "L": {"red": 5}}
    game = table(fresh({}, {}, hands, turn="B"))
    play(game, "pass")
    position = game.position()
    assert (position["phase"], position["turn"], position["actions_left"]) == ("refill", "B", 0)
    assert position["pending"] is None
    play(game, "draw blue", "draw green")
    assert hand(game, "B") == {"red": 4, "blue": 1, "green": 1}
    play(game, "draw black")
    assert hand(game, "L") == {"red": 5, "black": 1}
    play(game, "draw blue")
    assert hand(game, "A") == {"red": 5, "blue": 1}
    assert asked(game) == ("P", "action")


def test_D_2_a_turn_of_another_seat_needs_no_refill_when_hands_are_full(table: Maker) -> None:
    game = table(fresh({}, {}, dict.fromkeys("AL", FULL), seats="AL", turn="L", bag={}))
    play(game, "pass")
    assert asked(game) == ("A", "action")


# --------------------------------------------------------------------------------------
# Leaders


def test_D_4_beside_a_temple_on_land(table: Maker) -> None:
    game = table(fresh())
    for colour in ("red", "blue", "green", "black"):
        found = cells(answers(game, f"leader {colour}"))
        assert len(found) == 33
        assert {"I6", "I8", "H7", "J7", "M5", "N6", "J1"} <= found
        assert not {"O5", "N4", "I7", "E3", "B7", "A1"} & found


def test_D_4_a_moving_leader_is_lifted_first(table: Maker) -> None:
    board = dict.fromkeys(("G5", "G6", "I5", "I6"), "red")
    standing = {"A": {"black": "H5"}, "B": {"blue": "G4"}, "P": {"green": "I4"}}
    game = table(fresh(board, standing))
    legal = game.legal()
    assert "leader red H6" in legal  # the king holds all together: one kingdom
    assert "leader black H6" not in legal  # without it there are two
    assert "leader black H5" not in legal  # where it stands
    assert "leader black F5" in legal
    play(game, "leader black F5")
    assert leaders(game)["A"] == {"black": "F5"}
    assert "leader red H6" not in game.legal()


def test_D_4_leaderless_regions_may_be_joined(table: Maker) -> None:
    board = {"J6": "black", "K7": "green", "J8": "black"}
    game = table(fresh(board, {}, {}))
    assert "leader blue J7" in game.legal()
    game = table(fresh({**board, "J5": "red"}, {"B": {"red": "J4"}}, {}))
    play(game, "leader blue J7")  # one kingdom and three regions without leaders
    assert leaders(game) == {"A": {"blue": "J7"}, "B": {"red": "J4"}}
    game = table(fresh({**board, "J5": "red", "K8": "red"}, {"B": {"red": "J4"}, "P": {"red": "L8"}}, {}))
    assert "leader blue J7" not in game.legal()


def test_D_4_own_leaders_of_other_colours_are_no_hindrance(table: Maker) -> None:
    game = table(fresh({}, {"A": {"black": "I6"}}))
    play(game, "leader red H7", "leader green J7")
    assert leaders(game) == {"A": {"black": "I6", "red": "H7", "green": "J7"}}


def test_D_4_two_of_ones_own_kingdoms_are_two_kingdoms(table: Maker) -> None:
    game = table(fresh({"K8": "red"}, {"A": {"black": "I6", "red": "K7"}}))
    assert "leader green J7" not in game.legal()


def test_D_5_withdrawing_is_an_action(table: Maker) -> None:
    game = table(fresh({}, {"A": {"red": "I6"}, "B": {"blue": "I8"}}))
    assert answers(game, "withdraw") == ["withdraw red"]
    play(game, "withdraw red")
    assert leaders(game) == {"B": {"blue": "I8"}}
    assert game.position()["actions_left"] == 1
    assert "leader red I6" in game.legal()


def test_D_6_a_moved_leader_that_loses_goes_to_the_hand(table: Maker) -> None:
    game = table(fresh({}, {"A": {"black": "K10"}, "B": {"black": "I6"}}))
    play(game, "leader black I8", "commit 0", "commit 0")
    assert leaders(game) == {"B": {"black": "I6"}}
    assert asked(game) == ("A", "action")


def test_D_6_a_kingdom_falls_apart_when_a_leader_leaves_it(table: Maker) -> None:
    standing = {"A": {"red": "H5"}, "B": {"blue": "G4"}, "P": {"green": "I4"}}
    game = table(fresh({"G5": "red", "I5": "red"}, standing, {"A": {"green": 1}}))
    play(game, "withdraw red", "place green H5")
    assert points(game) == {}  # two kingdoms now
    game = table(fresh({"G5": "red", "I5": "red"}, standing, {"A": {"green": 1}}))
    play(game, "withdraw red", "place green J5")
    assert points(game) == {"P": {"green": 1}}


def test_D_7_several_leaders_return_at_once(table: Maker) -> None:
    board = {"G5": "red", "H4": "red"}
    standing = {"A": {"red": "G4", "blue": "F5"}, "B": {"green": "G6"}, "P": {"black": "H5"}}
    game = table(fresh(board, standing, {}, turn="L"))
    play(game, "catastrophe G5")
    assert leaders(game) == {"A": {"red": "G4"}, "P": {"black": "H5"}}  # H4 is beside both


# --------------------------------------------------------------------------------------
# Tiles


def test_D_8_river_and_land(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"blue": 1, "red": 1, "green": 1, "black": 1}}))
    assert cells(answers(game, "place blue")) == RIVER
    for colour in ("red", "green", "black"):
        assert cells(answers(game, f"place {colour}")) == set(CELLS) - RIVER - set(TEMPLES)


def test_D_8_never_beside_three_kingdoms(table: Maker) -> None:
    board = {"L6": "red", "J4": "red"}
    standing = {"A": {"black": "I6", "red": "K6"}, "P": {"green": "J5"}}
    hands = {"A": {"red": 1, "black": 1}}
    game = table(fresh(board, standing, hands))
    assert "place red J6" not in game.legal()
    assert "place black J6" not in game.legal()
    game = table(fresh(board, {"A": standing["A"]}, hands))
    assert "place red J6" in game.legal()


def test_D_8_two_sides_of_one_kingdom_count_once(table: Maker) -> None:
    board = {"H6": "red", "H5": "black", "I5": "black", "J5": "black", "K5": "black"}
    standing = {"A": {"black": "I6"}, "B": {"red": "K6"}}
    game = table(fresh({**board, "L6": "red"}, standing, {"A": {"black": 1}}))
    play(game, "place black J6")  # three neighbours, all in one kingdom
    assert points(game) == {"A": {"black": 1}}


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        ({"B": {"green": "I6"}}, {"B": {"green": 1}}),
        ({"B": {"green": "I6"}, "P": {"black": "I8"}}, {"B": {"green": 1}}),
        ({"B": {"red": "I6"}, "P": {"black": "I8"}}, {"P": {"green": 1}}),
        ({"B": {"red": "I6"}, "P": {"blue": "I8"}}, {}),
        ({"A": {"black": "I6"}}, {"A": {"green": 1}}),
        ({"A": {"black": "K10"}}, {}),
    ],
)
def test_D_9_who_has_the_point(table: Maker, standing: dict[str, dict[str, str]], expected: dict[str, dict[str, int]]) -> None:
    game = table(fresh({}, standing, {"A": {"green": 1}}))
    play(game, "place green H7")
    assert points(game) == expected


def test_D_9_regions_without_leaders_do_not_matter(table: Maker) -> None:
    board = {"G7": "black", "H6": "black", "H8": "green"}
    game = table(fresh(board, {"B": {"green": "I6"}}, {"A": {"green": 1}}))
    play(game, "place green H7")
    assert points(game) == {"B": {"green": 1}}
    game = table(fresh({"G7": "black", "H5": "black"}, {"B": {"green": "K10"}}, {"A": {"green": 1}}))
    play(game, "place green H6")
    assert points(game) == {}


def test_D_9_a_kingdom_far_along_the_region(table: Maker) -> None:
    board = {"H7": "black", "G7": "black", "F7": "black"}
    game = table(fresh(board, {"B": {"black": "I6"}}, {"A": {"blue": 1}}))
    play(game, "place blue F8")
    assert points(game) == {"B": {"blue": 1}}


def test_D_10_two_kingdoms_of_one_owner(table: Maker) -> None:
    game = table(fresh({"K8": "red"}, {"A": {"black": "I6", "red": "K7"}}, {"A": {"red": 1}}))
    play(game, "place red J7")
    assert points(game) == {}
    assert (asked(game), lies(game, "J7")) == (("A", "action"), "red")
    assert game.position()["pending"] is None


# --------------------------------------------------------------------------------------
# Catastrophes and swaps


def test_D_12_where_a_catastrophe_may_go(table: Maker) -> None:
    board = {"E5": "down", "F5": "down", "E6": "down", "F6": "down"} | {"A10": "catastrophe", "H7": "green", "D7": "blue"}
    board |= dict.fromkeys(("J5", "K4", "K5", "K6", "L5"), "wonder")
    position = fresh(board, {"B": {"red": "I6"}}, {}, monuments={"red-blue": "E5"}, rulings={"wonder": True})
    position["seats"]["B"]["catastrophes"] = 1
    game = table(position)
    closed = {*TEMPLES, "E5", "F5", "E6", "F6", "A10", "J5", "K4", "K5", "K6", "L5", "I6"}
    assert cells(answers(game, "catastrophe")) == set(CELLS) - closed


def test_D_12_over_a_temple_whose_treasure_is_gone(table: Maker) -> None:
    game = table(fresh({"B8": "red"}))
    play(game, "catastrophe B8")
    assert lies(game, "B8") == "catastrophe"


def test_D_12_it_parts_a_kingdom_for_good(table: Maker) -> None:
    board = {"H5": "red", "I5": "black", "J5": "black", "K5": "red"}
    standing = {"B": {"red": "H6"}, "P": {"black": "K6"}}
    game = table(fresh(board, standing, {"A": {"black": 2}}))
    play(game, "catastrophe J5")
    assert leaders(game) == standing
    assert points(game) == {}
    assert "place black J5" not in game.legal()
    play(game, "place black I4")
    assert points(game) == {}  # the king is on the other side


def test_D_12_two_each(table: Maker) -> None:
    hands = dict.fromkeys("AB", FULL)
    game = table(fresh({}, {}, hands, seats="AB"))
    play(game, "catastrophe A1", "catastrophe A2")
    assert game.position()["seats"]["A"]["catastrophes"] == 0
    play(game, "pass")
    assert answers(game, "catastrophe") == []
    assert game.position()["seats"]["B"]["catastrophes"] == 2


def test_D_13_every_choice_of_tiles(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"red": 2, "black": 1}}))
    expected = ["swap 0 0 0 1", "swap 1 0 0 0", "swap 1 0 0 1", "swap 2 0 0 0", "swap 2 0 0 1"]
    assert answers(game, "swap") == expected
    game = table(fresh({}, {}, {}))
    assert answers(game, "swap") == []


def test_D_13_as_many_are_drawn(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"red": 2, "black": 1}}, bag={"green": 2, "blue": 1}))
    play(game, "swap 2 0 0 1")
    assert asked(game) == ("chance", "draw")
    assert game.position()["pending"] == {"kind": "draw", "left": 3}
    assert game.position()["phase"] == "action"
    assert hand(game, "A") == {}
    assert game.chances() == {"draw green": Fraction(2, 3), "draw blue": Fraction(1, 3)}
    play(game, "draw green")
    assert game.position()["pending"] == {"kind": "draw", "left": 2}
    play(game, "draw blue")  # the last one is green, which nobody has to be asked for
    assert asked(game) == ("A", "action")
    assert game.position()["actions_left"] == 1
    assert hand(game, "A") == {
        "green": 2,
        "blue": 1,
    }  # drawn are three, no more: the rest of the hand comes with the turn's end
    assert settled(game.position())["bag"] == {}


def test_D_13_a_hand_is_not_filled_by_a_swap(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"red": 3}}))
    play(game, "swap 1 0 0 0", "draw blue")
    assert hand(game, "A") == {"red": 2, "blue": 1}
    play(game, "swap 0 1 0 0", "draw black", "draw red")
    assert game.position()["phase"] == "refill"


def test_N_3_a_bag_of_one_colour_is_drawn_from_by_itself(table: Maker) -> None:
    hands = {"A": {"red": 2}, **dict.fromkeys("BPL", FULL)}
    game = table(fresh({}, {}, hands, bag={"green": 20}))
    play(game, "swap 1 0 0 0")
    assert asked(game) == ("A", "action")
    assert hand(game, "A") == {"red": 1, "green": 1}
    play(game, "pass")
    assert asked(game) == ("B", "action")
    assert hand(game, "A") == {"red": 1, "green": 5}


def test_N_3_a_whole_deal_from_a_bag_of_one_colour(table: Maker) -> None:
    game = table(fresh({}, {}, {}, phase="deal", turn="P", bag={"blue": 24}))
    assert asked(game) == ("P", "action")
    assert hand(game, "B") == {"blue": 6}
    draw_all(game)


def test_N_3_an_action_is_asked_even_if_only_passing_is_left(table: Maker) -> None:
    own = {"catastrophes": 0}
    position = fresh({}, {}, {"B": FULL}, seats="AB", players={"A": own})
    game = table({**position, "board": {}})  # no temple anywhere
    assert asked(game) == ("A", "action")
    assert game.legal() == ["pass"]
