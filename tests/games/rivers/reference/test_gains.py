"""Two Rivers, chapters G to J: treasures, monuments, the wonder and the end, on the model and on the engine."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rivers.reference.board import TEMPLES
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
    treasures,
)

FULL = {"black": 6}
EVERYBODY = dict.fromkeys("ABPL", FULL)
WONDER = {"wonder": True}


# --------------------------------------------------------------------------------------
# Treasures

LINK = {"J7": "black", "J8": "black", "J9": "blue", "J10": "black", "K10": "black"}  # from I7 to K11


def test_G_1_one_treasure_is_left(table: Maker) -> None:
    game = table(fresh(LINK, {}, {}))
    play(game, "leader green I6")
    assert asked(game) == ("A", "take")
    assert answers(game) == ["take I7", "take K11"]
    play(game, "take K11")
    assert treasures(game, "A") == 1
    assert [lies(game, cell) for cell in ("I7", "K11")] == ["red*", "red"]
    assert asked(game) == ("A", "action")


def test_G_1_withdrawing_swapping_and_catastrophes_take_nothing(table: Maker) -> None:
    position = fresh(LINK, {"A": {"red": "H7"}, "B": {"green": "I6"}}, {"A": {"red": 2}})
    for action in ("withdraw red", "swap 1 0 0 0", "catastrophe A1"):
        game = table(position)
        play(game, action)
        draw_all(game)
        assert asked(game) == ("A", "action")
        assert treasures(game, "B") == 0
    game = table(position)
    play(game, "leader black F11")  # far away: any `leader` or `place` will do
    assert asked(game) == ("B", "take")


def test_G_2_one_after_the_other(table: Maker) -> None:
    board = {**LINK, "J6": "black", "J5": "black", "K5": "black", "L5": "black", "M5": "black"}
    game = table(fresh(board, {}, {}))
    play(game, "leader green I6", "take N5")
    assert answers(game) == ["take I7", "take K11"]
    play(game, "take I7")
    assert treasures(game, "A") == 2
    assert asked(game) == ("A", "action")


WEST = {"B3": "red", "B5": "red", "B6": "red", "B4": "blue", "B7": "blue"}  # from B2 to B8, both special


def test_G_2_the_one_left_may_be_special_if_all_that_were_taken_were(table: Maker) -> None:
    game = table(fresh(WEST, {}, {}))
    play(game, "leader green A8")
    assert answers(game) == ["take B2", "take B8"]
    play(game, "take B2")
    assert [lies(game, cell) for cell in ("B2", "B8")] == ["red", "red*"]
    assert asked(game) == ("A", "action")


def test_G_2_the_special_ones_first_then_any(table: Maker) -> None:
    board = {**WEST, "B9": "black", "C9": "black", "D9": "black", "E9": "black", "F9": "black"}
    game = table(fresh(board, {}, {}))
    play(game, "leader green A8")
    assert answers(game) == ["take B2", "take B8"]
    play(game, "take B8")  # then B2 by itself, the only special one; F10 is left
    assert treasures(game, "A") == 2
    assert [lies(game, cell) for cell in ("B2", "B8", "F10")] == ["red", "red", "red*"]


def test_G_3_without_a_trader_they_wait(table: Maker) -> None:
    game = table(fresh(LINK, {"A": {"black": "I6"}}, {}))
    play(game, "leader red H7")
    assert asked(game) == ("A", "action")
    play(game, "leader green I8")
    assert asked(game) == ("A", "take")


def test_G_3_the_special_cell_under_a_monument_stays_special(table: Maker) -> None:
    board = dict.fromkeys(("A8", "A9", "B9"), "down") | {"B8": "down*", "C9": "red", "E9": "black", "F9": "black"}
    game = table(fresh(board, {}, {"A": {"black": 1}}, monuments={"red-green": "A8"}))
    play(game, "leader green C8", "place black D9")
    assert treasures(game, "A") == 1
    assert [lies(game, cell) for cell in ("B8", "F10")] == ["down", "red*"]


def test_G_4_two_kingdoms_at_once(table: Maker) -> None:
    """The kingdom with the first cell first, one finished before the next; the other's owner may be asked."""
    north = dict.fromkeys(("G3", "H3", "I3", "J3", "K3", "K2"), "black")
    standing = {"B": {"green": "I6"}, "P": {"green": "G2"}}
    board = {**LINK, **north, "G3": "red"}
    game = table(fresh(board, standing, {}, turn="L"))
    play(game, "leader black F11")
    assert asked(game) == ("P", "take")
    assert answers(game) == ["take F3", "take K1"]
    play(game, "take F3")
    assert asked(game) == ("B", "take")
    play(game, "take K11")
    assert (treasures(game, "P"), treasures(game, "B")) == (1, 1)
    assert asked(game) == ("L", "action")


# --------------------------------------------------------------------------------------
# Monuments

SQUARE = {"H4": "black", "I4": "black", "H5": "black"}


def test_H_1_any_colour_pairs_with_it(table: Maker) -> None:
    game = table(fresh(SQUARE, {}, {"A": {"black": 1}}))
    play(game, "place black I5")
    assert asked(game) == ("A", "build")
    assert answers(game) == ["build blue-black H4", "build green-black H4", "build red-black H4", "decline"]
    assert points(game) == {}


def test_H_1_several_squares(table: Maker) -> None:
    board = {**SQUARE, "H6": "black", "I6": "black"}
    game = table(fresh(board, {}, {"A": {"black": 2}}))
    play(game, "place black I5")
    assert len(answers(game, "build")) == 6
    play(game, "build red-black H5")
    assert asked(game) == ("A", "action")  # one building at most
    assert game.position()["monuments"] == {"red-black": "H5"}
    assert [lies(game, cell) for cell in ("H4", "I4", "H5", "I5", "H6", "I6")] == ["black"] * 2 + ["down"] * 4


def test_H_1_monuments_that_stand_are_used_up(table: Maker) -> None:
    board = SQUARE | dict.fromkeys(("E5", "F5", "E6", "F6"), "down")
    game = table(fresh(board, {}, {"A": {"black": 1}}, monuments={"red-black": "E5"}))
    play(game, "place black I5")
    assert answers(game) == ["build blue-black H4", "build green-black H4", "decline"]


def test_H_1_all_of_a_colour_used_up_asks_nothing(table: Maker) -> None:
    cells = ("E5", "F5", "E6", "F6", "A5", "B5", "A6", "B6", "A10", "B10", "A11", "B11")
    board = SQUARE | dict.fromkeys(cells, "down")
    standing = {"red-black": "E5", "blue-black": "A5", "green-black": "A10"}
    game = table(fresh(board, {}, {"A": {"black": 1}}, monuments=standing))
    play(game, "place black I5")
    assert asked(game) == ("A", "action")


def test_H_1_a_square_once_declined(table: Maker) -> None:
    game = table(fresh(SQUARE, {}, {"A": {"black": 3}}))
    play(game, "place black I5", "decline", "place black J5")
    assert asked(game)[1] != "build"  # J5 completes no square
    game = table(fresh({**SQUARE, "J4": "black", "I5": "black"}, {}, {"A": {"black": 3}}))
    play(game, "place black J5")
    assert answers(game, "build red-black") == ["build red-black I4"]  # H4 is not a square with J5 in it


def test_H_1_face_down_tiles_make_no_square(table: Maker) -> None:
    board = dict.fromkeys(("H4", "I4", "H5", "I5"), "down") | {"J4": "black"}
    game = table(fresh(board, {}, {"A": {"black": 1}}, monuments={"red-black": "H4"}))
    play(game, "place black J5")
    assert asked(game) == ("A", "action")


def test_H_1_a_square_of_fields_on_the_river(table: Maker) -> None:
    game = table(fresh({"O4": "blue", "O5": "blue", "P5": "blue"}, {}, {"A": {"blue": 1}}))
    play(game, "place blue P4")
    assert answers(game) == ["build blue-black O4", "build blue-green O4", "build red-blue O4", "decline"]
    play(game, "build blue-green O4")
    assert lies(game, "O4") == "down"


def test_H_1_the_square_belongs_to_the_one_who_completes_it(table: Maker) -> None:
    game = table(fresh({**SQUARE, "G4": "red"}, {"B": {"black": "G5"}}, {"A": {"black": 1}}))
    play(game, "place black I5")
    assert points(game) == {"B": {"black": 1}}
    assert asked(game) == ("A", "build")


def test_H_2_flipped_tiles_connect_and_cannot_be_destroyed(table: Maker) -> None:
    board = dict.fromkeys(("H4", "I4", "H5", "I5"), "down") | {"G4": "red", "J5": "red"}
    standing = {"B": {"black": "G5"}, "P": {"red": "J6"}}
    game = table(fresh(board, standing, {"A": {"red": 1}}, monuments={"red-black": "H4"}))
    assert "catastrophe H4" not in game.legal()
    play(game, "place red K5")
    assert points(game) == {"P": {"red": 1}}  # one kingdom: the priest has it


def income_board() -> dict[str, Any]:
    board = dict.fromkeys(("H4", "I4", "H5", "I5", "F5", "F6", "E5", "E6"), "down") | {"G5": "black", "J4": "red", "G7": "red"}
    board |= {"G6": "black"}
    return {"board": board, "monuments": {"red-black": "H4", "blue-black": "E5"}}


def test_H_3_income_for_each_own_leader_and_monument(table: Maker) -> None:
    made = income_board()
    standing = {"A": {"black": "J5", "red": "J3", "green": "K4"}, "B": {"blue": "H7"}}
    game = table(fresh(made["board"], standing, EVERYBODY, monuments=made["monuments"]))
    play(game, "pass")
    assert points(game) == {"A": {"red": 1, "black": 2}}
    play(game, "pass")
    assert points(game) == {"A": {"red": 1, "black": 2}, "B": {"blue": 1}}
    play(game, "pass")
    assert points(game) == {"A": {"red": 1, "black": 2}, "B": {"blue": 1}}


def test_H_3_the_king_draws_on_black_only(table: Maker) -> None:
    board = dict.fromkeys(("H4", "I4", "H5", "I5"), "down") | {"J4": "red"}
    game = table(fresh(board, {"A": {"black": "J5"}}, EVERYBODY, monuments={"red-green": "H4"}))
    play(game, "pass")
    assert points(game) == {}


def test_H_3_a_monument_of_another_kingdom(table: Maker) -> None:
    board = dict.fromkeys(("H4", "I4", "H5", "I5"), "down") | {"J4": "red"}
    game = table(fresh(board, {"A": {"black": "I6"}}, EVERYBODY, monuments={"red-black": "H4"}))
    play(game, "pass")
    assert points(game) == {"A": {"black": 1}}  # I6 is beside I5
    game = table(fresh(board, {"A": {"black": "I8"}}, EVERYBODY, monuments={"red-black": "H4"}))
    play(game, "pass")
    assert points(game) == {}


# --------------------------------------------------------------------------------------
# The wonder

PLUS = dict.fromkeys(("J4", "I5", "J5", "K5"), "black")  # J6 is missing


@pytest.mark.parametrize("last", ["J4", "I5", "J5", "K5", "J6"])
def test_I_1_wherever_in_the_plus_the_tile_lies(table: Maker, last: str) -> None:
    board = {cell: "black" for cell in (*PLUS, "J6") if cell != last}
    game = table(fresh(board, {}, {"A": {"black": 1}}, rulings=WONDER))
    play(game, f"place black {last}")
    assert answers(game) == ["decline", "wonder J5"]
    play(game, "wonder J5")
    assert [lies(game, cell) for cell in (*PLUS, "J6")] == ["wonder"] * 5
    assert game.position()["monuments"] == {}
    assert asked(game) == ("A", "action")


def test_I_1_off_by_default(table: Maker) -> None:
    game = table(fresh(PLUS, {}, {"A": {"black": 1}}))
    play(game, "place black J6")
    assert asked(game) == ("A", "action")


def test_I_1_once_in_a_game(table: Maker) -> None:
    board = PLUS | dict.fromkeys(("F5", "F4", "F6", "E5", "G5"), "wonder")
    game = table(fresh(board, {}, {"A": {"black": 1}}, rulings=WONDER))
    play(game, "place black J6")
    assert asked(game) == ("A", "action")


def test_I_1_the_treasure_stays_and_leaders_may_go(table: Maker) -> None:
    board = dict.fromkeys(("H7", "I6", "J7"), "red")
    standing = {"B": {"black": "H8"}, "P": {"green": "G7"}, "L": {"red": "I5"}}
    game = table(fresh({**board, "H9": "blue", "J5": "red"}, standing, {"A": {"red": 1}}, rulings=WONDER))
    play(game, "place red I8")
    assert points(game) == {"L": {"red": 1}}
    play(game, "wonder I7")
    assert lies(game, "I7") == "wonder*"
    assert leaders(game) == {"L": {"red": "I5"}}  # J5 is a temple still


def test_I_1_it_connects_and_cannot_be_destroyed(table: Maker) -> None:
    board = dict.fromkeys((*PLUS, "J6"), "wonder") | {"I4": "red", "L5": "red"}
    game = table(fresh(board, {"B": {"black": "I3"}, "P": {"red": "L4"}}, {"A": {"red": 1}}, rulings=WONDER))
    assert "catastrophe J6" not in game.legal()
    play(game, "place red M5")
    assert points(game) == {"P": {"red": 1}}


def test_I_2_income_of_the_kings_owner_after_that_of_the_monuments(table: Maker) -> None:
    board = dict.fromkeys((*PLUS, "J6"), "wonder") | dict.fromkeys(("F5", "G5", "F6", "G6"), "down")
    board |= {"H5": "red", "I4": "red"}
    standing = {"A": {"black": "H4"}, "B": {"red": "H6"}}
    position = fresh(board, standing, EVERYBODY, monuments={"red-black": "F5"}, rulings=WONDER)
    game = table(position)
    play(game, "pass")
    assert asked(game) == ("A", "income")
    assert answers(game) == ["income black", "income blue", "income green", "income red"]
    written = game.position()
    assert (written["phase"], written["actions_left"], written["pending"]) == ("action", 0, {"kind": "income"})
    assert points(game) == {"A": {"black": 1}}
    play(game, "income blue")
    assert points(game) == {"A": {"black": 1, "blue": 1}}
    assert asked(game) == ("B", "action")
    play(game, "pass")
    assert asked(game) == ("P", "action")  # B has no king there
    assert points(game) == {"A": {"black": 1, "blue": 1}, "B": {"red": 1}}


def test_I_2_after_the_second_action_too(table: Maker) -> None:
    board = dict.fromkeys((*PLUS, "J6"), "wonder") | {"I4": "red"}
    game = table(fresh(board, {"A": {"black": "H4"}}, EVERYBODY, rulings=WONDER))
    play(game, "place black H5")
    assert points(game) == {"A": {"black": 1}}
    play(game, "place black A1")
    assert asked(game) == ("A", "income")
    assert game.position()["phase"] == "action"
    play(game, "income red")
    assert game.position()["phase"] == "refill"


def test_I_3_square_or_plus(table: Maker) -> None:
    game = table(fresh({**PLUS, "K6": "black"}, {}, {"A": {"black": 1}}, rulings=WONDER))
    play(game, "place black J6")
    expected = ["build blue-black J5", "build green-black J5", "build red-black J5", "decline", "wonder J5"]
    assert answers(game) == expected
    play(game, "wonder J5")
    assert lies(game, "K6") == "black"
    assert asked(game) == ("A", "action")


# --------------------------------------------------------------------------------------
# The end

FEW = {cell: "red*" if cell in ("I7", "K11") else "red" for cell in TEMPLES}


def test_J_1_two_treasures_at_the_end_of_a_turn(table: Maker) -> None:
    board = {**FEW, "F3": "red*", **LINK}
    game = table(fresh(board, {}, {**EVERYBODY, "A": {"black": 5, "red": 1}}, bag={"blue": 9, "green": 1}))
    play(game, "leader green I6", "take I7")
    assert asked(game) == ("A", "action")  # not before the turn is over
    play(game, "place red H7")
    assert asked(game) == ("chance", "draw")  # and not before the refill
    play(game, "draw green")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome["reason"] == "treasures"
    assert asked(game) == (None, None)
    assert hand(game, "A") == {"black": 5, "green": 1}
    position = game.position()
    assert (position["phase"], position["turn"], position["actions_left"]) == ("over", "A", 0)
    assert game.legal() == []


@pytest.mark.parametrize("third", [True, False])
def test_J_1_three_are_enough(table: Maker, third: bool) -> None:
    board = {**FEW, "F3": "red*"} if third else FEW
    game = table(fresh(board, {}, EVERYBODY))
    assert asked(game) == ("A", "action")  # accepted; tested at the end of the turn
    play(game, "pass")
    assert asked(game) == (("B", "action") if third else (None, None))


def test_J_1_a_bag_too_small_goes_before_the_treasures(table: Maker) -> None:
    game = table(fresh(FEW, {}, {"A": {"red": 5}}, seats="AB", bag={"green": 6}))
    play(game, "pass")  # 1 + 6 are lacking
    outcome = game.outcome()
    assert outcome is not None
    assert outcome["reason"] == "bag"
    assert (hand(game, "A"), hand(game, "B")) == ({"red": 5}, {})


def test_J_1_no_income_after_a_swap_too_large(table: Maker) -> None:
    made = income_board()
    standing = {"A": {"black": "J5"}}
    game = table(fresh(made["board"], standing, EVERYBODY, monuments=made["monuments"], bag={"red": 5}, actions_left=1))
    play(game, "swap 0 0 0 6")
    assert asked(game) == (None, None)
    assert points(game) == {}
    game = table(fresh(made["board"], standing, EVERYBODY, monuments=made["monuments"], bag={"red": 5}, actions_left=1))
    play(game, "swap 0 0 0 5")  # exactly enough
    assert points(game) == {"A": {"black": 2}}
    assert asked(game) == ("B", "action")


def test_J_1_income_before_a_refill_that_fails(table: Maker) -> None:
    made = income_board()
    hands = {**EVERYBODY, "B": {"red": 1}}
    game = table(fresh(made["board"], {"A": {"black": "J5"}}, hands, monuments=made["monuments"], bag={"red": 4}))
    play(game, "pass")
    assert game.outcome() is not None
    assert points(game) == {"A": {"black": 2}}


def test_J_1_the_first_deal_may_fail(table: Maker) -> None:
    game = table(fresh({}, {}, {}, seats="AB", phase="start", bag={"red": 11}))
    play(game, "first B")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("bag", ["A", "B"])
    assert (game.position()["turn"], game.position()["actions_left"]) == ("B", 2)
    assert outcome["scores"] == {"A": [0, 0, 0, 0], "B": [0, 0, 0, 0]}


def end_of(table: Maker, **players: dict[str, Any]) -> dict[str, Any]:
    seats = "".join(players)
    given = {
        seat: {"points": dict(zip(("red", "blue", "green", "black"), own["points"])), "treasures": own.get("treasures", 0)}
        for seat, own in players.items()
    }
    game = table(fresh(FEW, {}, dict.fromkeys(seats, FULL), seats=seats, players=given))
    play(game, "pass")
    outcome = game.outcome()
    assert outcome is not None
    return outcome


def test_J_2_treasures_fill_the_weakest_colours(table: Maker) -> None:
    outcome = end_of(table, A={"points": [3, 0, 7, 1], "treasures": 4}, B={"points": [2, 2, 2, 9]})
    assert outcome["scores"] == {"A": [2, 3, 3, 7], "B": [2, 2, 2, 9]}
    assert outcome["winners"] == ["A"]


@pytest.mark.parametrize(
    ("a", "b", "winners"),
    [
        ([1, 9, 9, 9], [2, 2, 2, 2], ["B"]),
        ([4, 2, 5, 9], [2, 5, 4, 8], ["A"]),
        ([4, 2, 5, 9], [9, 5, 4, 2], ["A", "B"]),
        ([4, 2, 6, 9], [10, 5, 4, 2], ["A"]),
    ],
)
def test_J_2_ties_go_to_the_next_weakest(table: Maker, a: list[int], b: list[int], winners: list[str]) -> None:
    assert end_of(table, A={"points": a}, B={"points": b})["winners"] == winners


def test_J_2_two_of_three_share(table: Maker) -> None:
    outcome = end_of(table, B={"points": [1, 1, 1, 1]}, P={"points": [3, 2, 2, 2]}, L={"points": [2, 2, 2, 2], "treasures": 1})
    assert outcome["winners"] == ["P", "L"]
