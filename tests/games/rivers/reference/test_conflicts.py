"""Two Rivers, chapters E and F: revolts and wars, on the model and on the engine."""

from __future__ import annotations

import pytest

from tests.games.rivers.reference.table import Maker, Play, answers, asked, fresh, hand, leaders, lies, play, points, treasures

# --------------------------------------------------------------------------------------
# Revolts


def test_E_1_only_red_tiles_help_whatever_the_leaders(table: Maker) -> None:
    hands = {"A": {"green": 4, "red": 1}, "B": {"green": 6}}
    game = table(fresh({}, {"B": {"green": "I6"}}, hands))
    play(game, "leader green I8")
    pending = {"kind": "commit", "conflict": "revolt", "colour": "green", "attacker": "A", "defender": "B"}
    assert game.position()["pending"] == {**pending, "marker": None, "attack": None}
    assert answers(game) == ["commit 0", "commit 1"]
    play(game, "commit 1")
    assert game.position()["pending"] == {**pending, "marker": None, "attack": 1}
    assert game.view("P")["pending"]["attack"] == 1
    assert asked(game) == ("B", "commit")
    assert answers(game) == ["commit 0"]  # always asked
    play(game, "commit 0")
    assert points(game) == {"A": {"red": 1}}
    assert leaders(game) == {"A": {"green": "I8"}}
    assert (hand(game, "A"), hand(game, "B")) == ({"green": 4}, {"green": 6})


def test_E_1_temples_beside_the_leader_and_no_others(table: Maker) -> None:
    """The attacker's temples farther off in the kingdom and its face-down neighbours count for nothing."""
    board = {"H8": "red", "G8": "blue", "J8": "red", "K8": "red", "L8": "red"}
    game = table(fresh(board, {"B": {"red": "J7"}}, {}))
    play(game, "leader red I8", "commit 0")  # H8, J8, I7
    assert points(game) == {}
    play(game, "commit 0")  # J8, I7
    assert points(game) == {"A": {"red": 1}}


def test_E_1_face_down_tiles_are_no_temples(table: Maker) -> None:
    board = {**dict.fromkeys(("J7", "J8", "K7", "K8"), "down"), "L7": "red", "L8": "red"}
    game = table(fresh(board, {"B": {"black": "L6"}}, {}, monuments={"red-black": "J7"}))
    play(game, "leader black I8", "commit 0", "commit 0")  # I7 alone, against L7
    assert points(game) == {"B": {"red": 1}}


def test_E_2_tiles_on_the_board_stay_and_the_hands_wait_for_the_refill(table: Maker) -> None:
    game = table(fresh({"J7": "red"}, {"B": {"black": "I6"}}, {"A": {"red": 2}, "B": {"red": 2}}))
    play(game, "leader black I8", "commit 2", "commit 1")
    assert leaders(game) == {"A": {"black": "I8"}}
    assert [lies(game, cell) for cell in ("I7", "J7")] == ["red*", "red"]
    assert asked(game) == ("A", "action")
    assert (hand(game, "A"), hand(game, "B")) == ({}, {"red": 1})
    assert game.position()["actions_left"] == 1


def test_E_2_the_loser_may_come_back_with_the_next_action(table: Maker) -> None:
    game = table(fresh({}, {"B": {"black": "I6"}}, {"A": {"red": 1}}))
    play(game, "leader black I8", "commit 0", "commit 0")
    assert points(game) == {"B": {"red": 1}}
    play(game, "leader black J7", "commit 1", "commit 0")
    assert leaders(game) == {"A": {"black": "J7"}}


def test_E_3_one_revolt_among_many_leaders(table: Maker) -> None:
    standing = {"A": {"red": "H7"}, "B": {"black": "I6", "green": "J7"}}
    game = table(fresh({}, standing, {}, turn="A"))
    play(game, "leader black I8", "commit 0", "commit 0")
    assert leaders(game) == standing
    assert points(game) == {"B": {"red": 1}}


def test_G_1_a_trader_that_wins_a_revolt_takes_treasures(table: Maker) -> None:
    board = {"I8": "black", "J8": "black", "K8": "black", "K9": "blue", "K10": "black"}
    game = table(fresh({**board, "J6": "red"}, {"B": {"green": "J7"}}, {"A": {"red": 3}}))
    play(game, "leader green I6", "commit 3", "commit 0")
    assert leaders(game) == {"A": {"green": "I6"}}
    assert answers(game) == ["take I7", "take K11"]
    assert asked(game) == ("A", "take")
    game = table(fresh({**board, "J6": "red"}, {"B": {"green": "J7"}}, {"A": {"red": 3}}))
    play(game, "leader green I6", "commit 0", "commit 0")  # also after a revolt that changes nothing (G-1)
    assert asked(game) == ("B", "take")


# --------------------------------------------------------------------------------------
# Wars

WEST, EAST = {"D5": "red", "F5": "green"}, {"H5": "green", "I4": "red", "J5": "green"}


def test_F_1_the_marked_tile_supports_nobody(table: Maker) -> None:
    game = table(fresh({**WEST, **EAST}, {"L": {"green": "E5"}, "P": {"green": "I5"}}, {"L": {"green": 3}}, turn="L"))
    play(game, "place green G5")
    assert points(game) == {}
    assert asked(game) == ("L", "commit")  # one war only: begun by itself
    pending = {"kind": "commit", "conflict": "war", "colour": "green", "attacker": "L", "defender": "P", "marker": "G5"}
    assert game.position()["pending"] == {**pending, "attack": None}
    assert lies(game, "G5") == "green"
    play(game, "commit 1", "commit 0")  # 1 + 1 against 2
    assert points(game) == {"P": {"green": 2}}
    assert [lies(game, cell) for cell in ("F5", "G5", "H5")] == [None, "green", "green"]
    assert leaders(game) == {"P": {"green": "I5"}}


def test_F_2_no_common_colour_no_war(table: Maker) -> None:
    game = table(fresh({**WEST, **EAST}, {"L": {"green": "E5"}, "P": {"black": "I5"}}, {"L": {"green": 1}}, turn="L"))
    play(game, "place green G5")
    assert points(game) == {}
    assert asked(game) == ("L", "action")
    assert leaders(game) == {"L": {"green": "E5"}, "P": {"black": "I5"}}


def test_F_2_a_square_without_a_war(table: Maker) -> None:
    board = {**WEST, **EAST, "F6": "green", "G6": "green"}
    board.pop("H5")
    game = table(fresh({**board, "H5": "black"}, {"L": {"green": "E5"}, "P": {"black": "I5"}}, {"L": {"green": 1}}, turn="L"))
    play(game, "place green G5")
    assert points(game) == {}
    assert answers(game) == ["build blue-green F5", "build green-black F5", "build red-green F5", "decline"]


@pytest.mark.parametrize(("turn", "attacker"), [("A", "P"), ("B", "P"), ("P", "P"), ("L", "L")])
def test_F_4_who_attacks(table: Maker, turn: str, attacker: str) -> None:
    game = table(fresh({**WEST, **EAST}, {"L": {"green": "E5"}, "P": {"green": "I5"}}, {turn: {"black": 1}}, turn=turn))
    play(game, "place black G5")
    assert asked(game) == (attacker, "commit")
    play(game, "commit 0")
    assert asked(game) == ({"P": "L", "L": "P"}[attacker], "commit")
    play(game, "commit 0")
    assert points(game) == {"P": {"green": 2}}
    assert asked(game) == (turn, "action")


def test_F_4_clockwise_among_the_seats_in_the_game(table: Maker) -> None:
    """From B on: P is not in the game, L before A."""
    standing = {"L": {"green": "E5"}, "A": {"green": "I5"}}
    game = table(fresh({**WEST, **EAST}, standing, {"B": {"black": 1}}, turn="B", seats="ABL"))
    play(game, "place black G5")
    assert asked(game) == ("L", "commit")


def test_F_5_regions_joined_by_the_marked_tile_alone_support_nobody(table: Maker) -> None:
    board = {**WEST, **EAST, "G4": "green", "G6": "green", "H6": "black"}  # H6 joins G6 to H5: that one counts
    game = table(fresh(board, {"L": {"green": "E5"}, "P": {"green": "I5"}}, {"L": {"black": 1, "green": 3}}, turn="L"))
    play(game, "place black G5", "commit 2", "commit 0")  # F5 + 2 against H5, J5, G6: a tie
    assert points(game) == {"P": {"green": 2}}
    assert [lies(game, cell) for cell in ("F5", "G4", "G6")] == [None, "green", "green"]


def test_F_5_face_down_tiles_support_nobody(table: Maker) -> None:
    board = {**WEST, "H4": "down", "I4": "down", "H5": "down", "I5": "down", "J4": "red", "K4": "black"}
    standing = {"L": {"green": "E5"}, "P": {"green": "J5"}}
    game = table(fresh(board, standing, {"A": {"black": 1}}, monuments={"blue-green": "H4"}))
    play(game, "place black G5", "commit 0")
    play(game, "commit 0")  # P attacks with 0 against 1
    assert points(game) == {"L": {"green": 1}}
    assert leaders(game) == {"L": {"green": "E5"}}


def test_F_6_committing_in_vain_is_legal_and_scores_nothing(table: Maker) -> None:
    hands = {"L": {"black": 1, "green": 5}, "P": {"green": 6}}
    game = table(fresh({**WEST, **EAST}, {"L": {"green": "E5"}, "P": {"green": "I5"}}, hands, turn="L"))
    play(game, "place black G5", "commit 5", "commit 1")  # 6 against 3
    assert points(game) == {"L": {"green": 3}}
    assert (hand(game, "L"), hand(game, "P")) == ({}, {"green": 5})


def test_F_6_the_defender_scores_as_well(table: Maker) -> None:
    board = {**WEST, **EAST, "F6": "green", "E6": "green"}
    hands = {"L": {"black": 1, "green": 2}, "P": {"green": 6}}
    game = table(fresh(board, {"L": {"green": "E5"}, "P": {"green": "I5"}}, hands, turn="L"))
    play(game, "place black G5", "commit 2", "commit 6")
    assert points(game) == {"P": {"green": 4}}
    assert [lies(game, cell) for cell in ("F5", "F6", "E6")] == [None] * 3


@pytest.mark.parametrize(("beside", "colour", "stays"), [("A", "black", True), ("P", "blue", True), ("P", "green", True)])
def test_F_7_whose_leader_it_is_does_not_matter(table: Maker, beside: str, colour: str, stays: bool) -> None:
    board = dict.fromkeys(("E5", "F5", "H5", "I5"), "red")
    standing = {"A": {"red": "E6"}, "B": {"red": "I6"}}
    standing.setdefault(beside, {})[colour] = "I4"
    game = table(fresh(board, standing, {"A": {"red": 5, "black": 1}}))
    play(game, "place black G5", "commit 5", "commit 0")
    assert lies(game, "I5") == ("red" if stays else None)
    assert lies(game, "H5") is None
    assert points(game) == {"A": {"red": 2}}  # the priest and H5


def test_F_7_a_temple_beside_priests_only_goes(table: Maker) -> None:
    board = dict.fromkeys(("E5", "F5", "H5", "I5"), "red")
    game = table(fresh(board, {"A": {"red": "E6"}, "B": {"red": "H4"}}, {"A": {"red": 5, "black": 1}}))
    play(game, "place black G5", "commit 5", "commit 0")
    assert points(game) == {"A": {"red": 3}}
    assert leaders(game) == {"A": {"red": "E6"}}


def test_F_7_it_is_judged_before_anything_is_removed(table: Maker) -> None:
    """H5 stays for the king beside it, though the kingdom parts; temples that stay count as supporters."""
    board = dict.fromkeys(("E5", "F5", "H5", "J5", "J6"), "red") | {"I5": "black"}
    standing = {"A": {"red": "E6"}, "B": {"red": "J4"}, "P": {"black": "H6"}}
    game = table(fresh(board, standing, {"A": {"red": 2, "black": 1}}))
    play(game, "place black G5", "commit 2", "commit 0")  # 4 against H5 J5 J6
    assert points(game) == {"A": {"red": 3}}
    assert [lies(game, cell) for cell in ("H5", "J5", "J6")] == ["red", None, None]


def test_F_7_a_priests_war_leaves_no_leader_without_a_temple(table: Maker) -> None:
    board = dict.fromkeys(("E5", "F5", "H5", "I5"), "red")
    standing = {"A": {"red": "E6"}, "B": {"red": "I6", "green": "H4", "blue": "H6", "black": "I4"}}
    game = table(fresh(board, standing, {"A": {"red": 5, "black": 1}}))
    play(game, "place black G5", "commit 5", "commit 0")
    assert points(game) == {"A": {"red": 1}}
    assert leaders(game) == {"A": {"red": "E6"}, "B": {"green": "H4", "blue": "H6", "black": "I4"}}


def test_F_3_other_colours_do_not_keep_their_tiles_beside_leaders(table: Maker) -> None:
    """What F-7 says holds for priests alone."""
    standing = {"L": {"green": "E5", "black": "F6"}, "P": {"green": "I5"}}
    game = table(fresh({**WEST, **EAST, "F7": "red"}, standing, {"P": {"black": 1, "green": 3}}, turn="P"))
    play(game, "place black G5", "commit 3", "commit 0")
    assert points(game) == {"P": {"green": 2}}
    assert lies(game, "F5") is None
    assert leaders(game) == {"L": {"black": "F6"}, "P": {"green": "I5"}}


def three_wars(table: Maker, **hands: dict[str, int]) -> Play:
    board = {**WEST, **EAST, "E6": "black", "E4": "red", "K5": "red"}
    standing = {
        "L": {"green": "E5", "black": "F4"},
        "B": {"red": "D6"},
        "P": {"green": "I5", "red": "H4"},
        "A": {"black": "K4"},
    }
    return table(fresh(board, standing, hands, turn="B"))


def test_F_3_the_active_seat_chooses_each_time(table: Maker) -> None:
    game = three_wars(table, B={"black": 1, "red": 2}, P={"green": 1})
    play(game, "place black G5")
    assert asked(game) == ("B", "war")
    assert answers(game) == ["war black", "war green", "war red"]
    play(game, "war green")
    assert asked(game) == ("P", "commit")  # B is not involved; P comes before L
    play(game, "commit 0", "commit 0")
    assert points(game) == {"P": {"green": 2}}
    assert lies(game, "F5") is None  # which parts all
    assert asked(game) == ("B", "action")
    assert leaders(game)["B"] == {"red": "D6"}


def test_F_10_tiles_of_one_war_are_missing_in_the_next(table: Maker) -> None:
    board = {"D5": "red", "F5": "black", "F6": "black", "H5": "black", "J5": "red", "E6": "red", "I6": "red"}
    standing = {"A": {"red": "E5", "black": "D6"}, "B": {"red": "I5", "black": "J6"}}
    game = table(fresh(board, standing, {"A": {"green": 1, "red": 2, "black": 2}, "B": {"red": 3, "black": 1}}))
    play(game, "place green G5")
    assert answers(game) == ["war black", "war red"]
    play(game, "war black")
    assert len(game.legal()) == 3
    play(game, "commit 2", "commit 0")
    assert hand(game, "A") == {"red": 2}
    assert points(game) == {"A": {"black": 2}}  # H5 is gone: no war of priests
    assert leaders(game) == {"A": {"red": "E5", "black": "D6"}, "B": {"red": "I5"}}
    assert asked(game) == ("A", "action")
    game = table(fresh(board, standing, {"A": {"green": 1, "red": 2, "black": 2}, "B": {"red": 3, "black": 1}}))
    play(game, "place green G5", "war red", "commit 2", "commit 3")
    assert (hand(game, "A"), hand(game, "B")) == ({"black": 2}, {"black": 1})
    assert points(game) == {"B": {"red": 1}}  # D5 and E6 stand beside the king and remain
    assert asked(game) == ("A", "commit")  # the kings are still joined


def test_F_9_the_marked_tile_may_complete_a_square(table: Maker) -> None:
    board = {"D5": "red", "F5": "black", "F6": "black", "G6": "black", "I5": "red", "H5": "green"}
    standing = {"A": {"green": "E5"}, "B": {"green": "I6"}}
    game = table(fresh({**board, "I7": "red"}, standing, {"A": {"black": 1, "green": 2}}))
    play(game, "place black G5", "commit 2", "commit 0")
    assert points(game) == {"A": {"green": 2}}
    assert asked(game) == ("A", "build")
    assert game.position()["pending"] == {"kind": "build", "cell": "G5"}
    play(game, "build blue-black F5")
    assert lies(game, "G5") == "down"


def test_F_9_a_square_lost_in_the_war_is_none(table: Maker) -> None:
    board = {"D5": "red", "F5": "green", "F6": "green", "G6": "green", "I5": "red", "H5": "green", "J5": "green"}
    standing = {"A": {"green": "E5"}, "B": {"green": "I6"}}
    game = table(fresh({**board, "J6": "green", "J7": "green", "H7": "green"}, standing, {"A": {"green": 1}}))
    play(game, "place green G5", "commit 0", "commit 0")
    assert points(game) == {"B": {"green": 4}}
    assert lies(game, "G5") == "green"
    assert asked(game) == ("A", "action")


def test_F_9_the_victor_takes_treasures_of_the_united_kingdom(table: Maker) -> None:
    board = {"G7": "black", "F3": "red*", "F4": "black", "F5": "black", "F6": "black"}
    standing = {"A": {"green": "H7"}, "B": {"green": "G3"}}
    game = table(fresh(board, standing, {"P": {"black": 1}, "A": {"green": 1}}, turn="P"))
    play(game, "place black F7")
    assert asked(game) == ("A", "commit")
    play(game, "commit 1", "commit 0")
    assert points(game) == {"A": {"green": 1}}
    assert asked(game) == ("A", "take")
    assert answers(game) == ["take F3", "take I7"]
    play(game, "take F3")
    assert treasures(game, "A") == 1
    assert asked(game) == ("P", "action")


def test_F_8_a_leader_that_only_the_loser_joined(table: Maker) -> None:
    """The beaten king itself was the link to the farmer behind it: no second war."""
    board = {"E5": "red", "D5": "green", "F5": "black", "H5": "black", "J5": "red", "J4": "black", "K5": "black"}
    standing = {"A": {"black": "E6", "blue": "E4"}, "B": {"black": "I5", "blue": "K6"}}
    board |= {"L6": "red"}
    game = table(fresh(board, standing, {"A": {"green": 1, "black": 6 - 1}}))
    play(game, "place green G5", "war black", "commit 5", "commit 0")
    assert points(game) == {"A": {"black": 4}}  # H5, J4, K5
    assert leaders(game) == {"A": {"black": "E6", "blue": "E4"}, "B": {"blue": "K6"}}
    assert asked(game) == ("A", "action")


def test_F_8_a_side_that_falls_in_two(table: Maker) -> None:
    """F4 goes, and the marked tile lies beside three kingdoms: both wars go on, each with its own part."""
    board = {"G4": "black", "F4": "green", "F5": "red", "E6": "black", "H5": "green", "I4": "red", "J5": "green", "K6": "red"}
    west = {"L": {"green": "E5"}, "B": {"black": "G3"}, "A": {"blue": "F6"}}
    east = {"P": {"green": "I5", "black": "J6"}, "L": {**west["L"], "blue": "I6"}}
    game = table(fresh(board, {**west, **east}, {"P": {"black": 3}}, turn="P"))
    play(game, "place black G5")
    assert answers(game) == ["war black", "war blue", "war green"]
    play(game, "war green", "commit 0", "commit 0")
    assert lies(game, "F4") is None
    assert asked(game) == ("P", "war")
    assert answers(game) == ["war black", "war blue"]
    play(game, "war black", "commit 2", "commit 0")  # G4 alone helps: E6 is in the other part now
    assert points(game) == {"P": {"green": 2, "black": 2}}
    assert asked(game) == ("L", "commit")
    assert game.position()["pending"]["colour"] == "blue"
