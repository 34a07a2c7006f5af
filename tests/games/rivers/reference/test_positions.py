"""Two Rivers, chapters B and N: positions, views, and which positions are refused, on the model and on the engine."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.games.rivers.reference.position import RULINGS
from tests.games.rivers.reference.table import Maker, asked, fresh, hand, play, settled

FULL = {"black": 6}
TILES = {"red": 57, "blue": 36, "green": 30, "black": 30}


# --------------------------------------------------------------------------------------
# What is written


def test_N_5_the_example(table: Maker) -> None:
    board = {"I7": "red*", "F10": "red*", "B2": "red*", "F5": "black", "G5": "catastrophe", "E8": "blue"}
    board |= dict.fromkeys(("C5", "D5", "C6", "D6"), "down")
    position = {
        "game": "rivers",
        "rulings": dict(RULINGS),
        "phase": "action",
        "turn": "P",
        "actions_left": 2,
        "seats": {
            "A": {"hand": {"red": 2, "blue": 1}, "points": {"green": 3}, "treasures": 1, "catastrophes": 1},
            "P": {"hand": {}, "points": {}, "treasures": 0, "catastrophes": 2},
        },
        "board": board,
        "leaders": {"A": {"black": "I6"}, "P": {"green": "J7"}},
        "monuments": {"red-blue": "C5"},
        "bag": {"red": 40, "blue": 30, "green": 28, "black": 27},
        "pending": None,
    }
    game = table(position)
    assert settled(game.position()) == position
    assert asked(game) == ("P", "action")
    assert table(game.position()).position() == game.position()


def test_N_5_defaults(table: Maker) -> None:
    game = table({"game": "rivers", "seats": {"P": {"hand": {"red": 2}}, "B": {}}, "phase": "action"})
    position = game.position()
    assert settled(position) == {
        "game": "rivers",
        "rulings": dict(RULINGS),
        "phase": "action",
        "turn": "B",
        "actions_left": 2,
        "seats": {
            "B": {"hand": {}, "points": {}, "treasures": 0, "catastrophes": 2},
            "P": {"hand": {"red": 2}, "points": {}, "treasures": 0, "catastrophes": 2},
        },
        "board": dict.fromkeys(("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11"), "red*"),
        "leaders": {},
        "monuments": {},
        "bag": {"red": 45, "blue": 36, "green": 30, "black": 30},
        "pending": None,
    }
    assert list(position["board"])[:3] == ["K1", "B2", "P2"]


def test_N_5_the_default_bag_leaves_face_down_tiles_in(table: Maker) -> None:
    board = {"H4": "down", "I4": "down", "H5": "down", "I5": "down", "A1": "black"}
    game = table(fresh(board, {}, {"A": {"green": 2}}, monuments={"red-black": "H4"}))
    assert game.position()["bag"] == {"red": 47, "blue": 36, "green": 28, "black": 29}


def test_N_5_colours_of_a_bag_not_named_are_none(table: Maker) -> None:
    game = table(fresh({}, {}, dict.fromkeys("ABPL", FULL), bag={"blue": 3}))
    assert settled(game.position())["bag"] == {"blue": 3}


def test_N_5_actions_left_while_something_is_pending(table: Maker) -> None:
    board = {"I7": "red*", "K11": "red*", **dict.fromkeys(("J7", "J8", "J10", "K10"), "black"), "J9": "blue"}
    position = fresh(board, {"B": {"green": "I6"}}, dict.fromkeys("ABPL", FULL), pending={"kind": "take"})
    game = table(position)
    assert (asked(game), game.position()["actions_left"]) == (("B", "take"), 1)
    play(game, "take I7")
    assert asked(game) == ("A", "action")
    game = table({**position, "actions_left": 0})
    play(game, "take I7")
    assert asked(game) == ("B", "action")


def test_N_5_in_the_middle_of_a_war(table: Maker) -> None:
    board = {"D5": "red", "F5": "green", "G5": "black", "H5": "green", "I4": "red", "J5": "green"}
    pending = {
        "kind": "commit",
        "conflict": "war",
        "colour": "green",
        "attacker": "P",
        "defender": "L",
        "marker": "G5",
        "attack": 2,
    }
    position = fresh(board, {"L": {"green": "E5"}, "P": {"green": "I5"}}, {"L": {"green": 5}}, turn="A", pending=pending)
    game = table(position)
    assert asked(game) == ("L", "commit")
    assert len(game.legal()) == 6
    assert game.position()["pending"] == pending
    play(game, "commit 2")  # 4 against 3
    assert asked(game) == ("A", "action")
    assert hand(game, "L") == {"green": 3}
    assert settled(game.position())["leaders"] == {"P": {"green": "I5"}}


def test_N_5_a_draw_goes_on(table: Maker) -> None:
    game = table(fresh({}, {}, {"A": {"red": 3}}, pending={"kind": "draw", "left": 3}))
    play(game, "draw blue", "draw blue", "draw red")
    assert asked(game) == ("A", "action")
    assert hand(game, "A") == {"red": 4, "blue": 2}


def test_N_5_a_deal_goes_on(table: Maker) -> None:
    game = table(fresh({}, {}, {"P": FULL, "A": {"red": 5}}, seats="APL", phase="deal", turn="P"))
    play(game, *["draw green"] * 6)
    assert hand(game, "L") == {"green": 6}
    play(game, "draw green")
    assert asked(game) == ("P", "action")


def test_N_5_a_refill_goes_on(table: Maker) -> None:
    game = table(fresh({}, {}, {**dict.fromkeys("ABPL", FULL), "A": {"red": 5}}, phase="refill", turn="P"))
    play(game, "draw green")
    assert asked(game) == ("L", "action")


def test_N_5_a_finished_game(table: Maker) -> None:
    outcome = {"reason": "bag", "winners": ["B"], "loser": None, "scores": {"A": [0, 0, 0, 0], "B": [0, 0, 1, 2]}}
    given = {"B": {"points": {"red": 1, "blue": 2}}}
    position = fresh({}, {}, {"A": {"red": 3}}, seats="AB", players=given, phase="over", outcome=outcome)
    game = table(position)
    assert asked(game) == (None, None)
    assert game.outcome() == outcome
    assert game.position()["outcome"] == outcome
    assert hand(game, "A") == {"red": 3}
    assert game.position()["actions_left"] == 0


# --------------------------------------------------------------------------------------
# Views


def secret_position(**more: Any) -> dict[str, Any]:
    given = {"A": {"points": {"red": 3}, "treasures": 2, "catastrophes": 1}, "B": {"points": {"blue": 4}, "treasures": 1}}
    board = {"K1": "red", "B2": "red", "P2": "red"}
    hands = {"A": {"red": 2, "green": 3}, "B": {"blue": 6}}
    return fresh(board, {"B": {"black": "I6"}}, hands, seats="AB", players=given, **more)


def test_N_8_the_view_of_a_seat(table: Maker) -> None:
    game = table(secret_position())
    view = settled(game.view("B"))
    position = settled(game.position())
    fields = {"game", "rulings", "seat", "phase", "turn", "actions_left", "seats", "board", "leaders", "monuments", "pending"}
    assert set(view) == fields
    assert view["seat"] == "B"
    assert all(view[name] == position[name] for name in fields - {"seat", "seats"})
    assert view["seats"] == {
        "A": {"hand_count": 5, "catastrophes": 1},
        "B": {"hand_count": 6, "catastrophes": 2, "hand": {"blue": 6}, "points": {"blue": 4}, "treasures": 1},
    }


def test_N_8_open_scores(table: Maker) -> None:
    game = table(secret_position(rulings={"open_scores": True}))
    assert settled(game.view("B"))["seats"]["A"] == {
        "hand_count": 5,
        "catastrophes": 1,
        "points": {"red": 3},
        "treasures": 2,
    }


def test_N_8_when_the_game_is_over_all_is_seen_but_the_bag(table: Maker) -> None:
    game = table(secret_position(bag={"red": 1}))
    play(game, "swap 2 0 0 0")
    view = settled(game.view("B"))
    assert view["seats"]["A"] == {
        "hand_count": 3,
        "catastrophes": 1,
        "hand": {"green": 3},
        "points": {"red": 3},
        "treasures": 2,
    }
    assert view["outcome"] == game.outcome()
    assert "bag" not in view


# --------------------------------------------------------------------------------------
# Positions that are refused

SOUND = fresh(
    {
        "F5": "red",
        "F6": "green",
        "B1": "catastrophe",
        "E8": "blue",
        **dict.fromkeys(("H4", "I4", "H5", "I5"), "down"),
        **dict.fromkeys(("K4", "L3", "L4", "M4", "L5"), "wonder"),
    },
    {"A": {"black": "G5", "red": "I8"}, "B": {"green": "F4"}},
    {"A": {"red": 3, "black": 3}, "B": {"blue": 2}},
    seats="AB",
    players={"A": {"catastrophes": 1}},
    rulings={"wonder": True},
    monuments={"red-black": "H4"},
)


def test_N_6_the_position_that_is_spoilt_below_is_sound(table: Maker) -> None:
    assert not table.refuses(SOUND)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The sound position with one value put in; a path of names parted by slashes."""
    position = deepcopy(SOUND)
    *names, last = path.split("/")
    at: Any = position
    for name in names:
        at = at.setdefault(name, {})
    at[last] = value
    return position


SPOILT: list[tuple[str, Any]] = [
    # fields, words, types
    ("colour", 1),
    ("game", "middlesea"),
    ("phase", "war"),
    ("phase", None),
    ("rulings/wander", True),
    ("rulings/wonder", 1),
    ("rulings/open_scores", "no"),
    ("rulings", []),
    ("seats/X", {}),
    ("seats/A/hands", {}),
    ("seats/A/hand/white", 1),
    ("seats/A/hand/red", 1.0),
    ("seats/A/hand/red", True),
    ("seats/A/hand", [1, 1, 1, 1]),
    ("seats/A/points/red", -1),
    ("seats/A/points/red", "2"),
    ("seats/A/treasures", -1),
    ("seats/A/treasures", None),
    ("seats/A", None),
    ("seats", {"A": {}}),
    ("seats", ["A", "B"]),
    ("turn", "P"),
    ("turn", 0),
    ("board/A12", "green"),
    ("board/Q1", "green"),
    ("board/a1", "green"),
    ("board/A1", "white"),
    ("board/A1", "green*"),
    ("board/A1", None),
    ("board", []),
    ("leaders/P", {"black": "I8"}),
    ("leaders/A/white", "I8"),
    ("leaders/A/green", "Z9"),
    ("leaders/A/green", None),
    ("monuments/black-red", "H4"),
    ("monuments/red-red", "H4"),
    ("monuments/blue-green", 4),
    ("bag/white", 1),
    ("bag/red", -1),
    ("bag/red", 1.5),
    ("pending", {}),
    ("pending", {"kind": "trade"}),
    ("pending", "take"),
    # counts
    ("seats/A/hand/red", 4),
    ("seats/A/hand/red", -1),
    ("bag", {"red": 57 - 11 - 3 + 1}),
    ("bag", {"green": 30}),
    ("seats/A/catastrophes", 2),
    ("seats/B/catastrophes", 3),
    ("seats/A/catastrophes", -1),
    ("seats/A/treasures", 1),
    # what lies where
    ("board/A1", "red*"),
    ("board/F5", "red*"),
    ("board/K11", "green*"),
    ("board/A1", "blue"),
    ("board/E1", "red"),
    ("board/E1", "black"),
    # leaders
    ("leaders/A/green", "E1"),
    ("leaders/A/green", "E2"),
    ("leaders/A/green", "I7"),
    ("leaders/A/green", "F5"),
    ("leaders/A/green", "H4"),
    ("leaders/A/green", "G5"),
    ("leaders/A/green", "A1"),
    ("leaders/A/green", "B1"),
    ("leaders/B/black", "E5"),
    ("leaders/B/red", "J7"),
    # buildings
    ("board/H4", "black"),
    ("monuments", {}),
    ("monuments", {"red-black": "I4"}),
    ("monuments/blue-black", "H4"),
    ("monuments/blue-black", "P11"),
    ("board/A1", "down"),
    ("board/K4", "red"),
    ("board/A1", "wonder"),
    ("rulings/wonder", False),
    # the moment
    ("actions_left", 0),
    ("actions_left", 3),
    ("actions_left", "2"),
    ("actions_left", True),
    ("phase", "over"),
    ("outcome", {"reason": "bag", "winners": ["A"], "loser": None, "scores": {"A": [0, 0, 0, 1], "B": [0, 0, 0, 0]}}),
    ("pending", {"kind": "war", "marker": "F6"}),
    ("pending", {"kind": "war", "marker": "A1"}),
    ("pending", {"kind": "build", "cell": "F6"}),
    ("pending", {"kind": "build", "cell": "A1"}),
    ("pending", {"kind": "take"}),
    ("pending", {"kind": "draw", "left": 1}),
    ("pending", {"kind": "draw", "left": 0}),
    ("pending", {"kind": "income"}),
]


@pytest.mark.parametrize(("path", "value"), SPOILT, ids=[f"{path}={value}"[:60] for path, value in SPOILT])
def test_N_6_refused(table: Maker, path: str, value: Any) -> None:
    assert table.refuses(changed(path, value))


@pytest.mark.parametrize("position", [None, [], "rivers", 3, {}, {"game": "rivers"}])
def test_N_6_no_position_at_all(table: Maker, position: Any) -> None:
    assert table.refuses(position)


@pytest.mark.parametrize("phase", ["start", "deal", "refill", "over"])
def test_N_6_pending_in_another_phase(table: Maker, phase: str) -> None:
    position = fresh({}, {}, {"A": {}}, phase=phase, pending={"kind": "draw", "left": 1})
    assert table.refuses(position)


@pytest.mark.parametrize(("phase", "left"), [("start", 1), ("deal", 0), ("refill", 1), ("refill", 2)])
def test_N_6_actions_left_of_the_phases(table: Maker, phase: str, left: int) -> None:
    assert table.refuses(fresh(phase=phase, actions_left=left))
    assert not table.refuses(fresh(phase=phase))


def test_N_6_the_wonder_partly_on_the_river(table: Maker) -> None:
    cells = ("E4", "E3", "D4", "F4", "E5")
    assert table.refuses(fresh(dict.fromkeys(cells, "wonder"), rulings={"wonder": True}))
    cells = ("H5", "H4", "G5", "I5", "H6")
    assert not table.refuses(fresh(dict.fromkeys(cells, "wonder"), rulings={"wonder": True}))


@pytest.mark.parametrize(
    ("corner", "pair", "sound"),
    [("A4", "red-green", False), ("O4", "red-green", False), ("O4", "blue-green", True), ("E4", "red-green", True)],
)
def test_N_6_monuments_and_the_river(table: Maker, corner: str, pair: str, sound: bool) -> None:
    column, row = corner[0], int(corner[1:])
    cells = [f"{c}{r}" for r in (row, row + 1) for c in (column, chr(ord(column) + 1))]
    assert table.refuses(fresh(dict.fromkeys(cells, "down"), monuments={pair: corner})) is not sound


REVOLT = {"kind": "commit", "conflict": "revolt", "colour": "black", "attacker": "A", "defender": "B", "marker": None}
BOTH = {"A": {"black": "I8"}, "B": {"black": "I6"}}


@pytest.mark.parametrize(
    ("change", "sound"),
    [
        ({}, True),
        ({"attack": 3}, True),
        ({"attack": -1}, False),
        ({"attack": "1"}, False),
        ({"colour": "red"}, False),
        ({"attacker": "B", "defender": "A"}, False),
        ({"attacker": "P"}, False),
        ({"defender": "A"}, False),
        ({"defender": "L"}, False),
        ({"marker": "I7"}, False),
        ({"conflict": "war"}, False),
        ({"conflict": "war", "marker": "I7"}, True),
        ({"strength": 3}, False),
    ],
)
def test_N_6_a_pending_conflict(table: Maker, change: dict[str, Any], sound: bool) -> None:
    pending = {**REVOLT, "attack": None, **change}
    assert table.refuses(fresh({}, BOTH, pending=pending)) is not sound


def test_N_6_two_leaders_of_a_colour_only_in_the_pending_conflict(table: Maker) -> None:
    assert table.refuses(fresh({}, BOTH))
    both_more = {"A": {"black": "I8", "red": "J7"}, "B": {"black": "I6", "red": "H7"}}
    assert table.refuses(fresh({}, both_more, pending={**REVOLT, "attack": None}))


def test_N_6_a_revolt_where_no_leader_could_be_put(table: Maker) -> None:
    """Between two kingdoms, which D-4 forbids."""
    standing = {"A": {"black": "J7"}, "B": {"black": "I6"}, "P": {"red": "K7"}}
    pending = {**REVOLT, "attack": None}
    assert table.refuses(fresh({"K8": "red"}, standing, pending=pending))
    del standing["P"]
    assert not table.refuses(fresh({"K8": "red"}, standing, pending=pending))


WAR_BOARD = {"D5": "red", "F5": "green", "G5": "black", "H5": "green", "I4": "red", "J5": "green"}
TRADERS = {"A": {"green": "E5"}, "B": {"green": "I5"}}
WAR = {"kind": "commit", "conflict": "war", "colour": "green", "attacker": "A", "defender": "B", "marker": "G5", "attack": None}


@pytest.mark.parametrize(
    ("change", "turn", "sound"),
    [
        ({}, "A", True),
        ({}, "P", True),
        ({}, "B", False),
        ({"attacker": "B", "defender": "A"}, "B", True),
        ({"attacker": "B", "defender": "A"}, "A", False),
        ({"colour": "black"}, "A", False),
        ({"marker": "G6"}, "A", False),
        ({"marker": "J5"}, "A", False),
        ({"marker": "E5"}, "A", False),
    ],
)
def test_N_6_a_pending_war(table: Maker, change: dict[str, Any], turn: str, sound: bool) -> None:
    assert table.refuses(fresh(WAR_BOARD, TRADERS, turn=turn, pending={**WAR, **change})) is not sound


def test_N_6_a_choice_of_wars_takes_two(table: Maker) -> None:
    pending = {"kind": "war", "marker": "G5"}
    assert table.refuses(fresh(WAR_BOARD, TRADERS, pending=pending))
    board = {**WAR_BOARD, "D6": "red", "I6": "red"}
    both = {"A": {"green": "E5", "red": "E6"}, "B": {"green": "I5", "red": "H6"}}
    assert not table.refuses(fresh(board, both, pending=pending))


def test_N_6_what_is_accepted_though_it_cannot_last(table: Maker) -> None:
    link = {"J7": "black", "J8": "black", "J9": "blue", "J10": "black", "K10": "black"}
    assert not table.refuses(fresh(link, {"A": {"green": "I6"}}))
    assert not table.refuses({**fresh(), "board": {}})


OUTCOME = {"reason": "bag", "winners": ["B"], "loser": None, "scores": {"A": [0, 0, 0, 3], "B": [0, 0, 1, 2]}}


@pytest.mark.parametrize(
    ("change", "sound"),
    [
        ({}, True),
        ({"reason": "treasures"}, True),
        ({"reason": "time"}, False),
        ({"winners": []}, False),
        ({"winners": ["A"]}, False),
        ({"winners": ["B", "B"]}, False),
        ({"winners": "B"}, False),
        ({"loser": "A"}, False),
        ({"scores": {"A": [0, 0, 0, 3]}}, False),
        ({"scores": {"A": [0, 0, 0, 3], "B": [2, 1, 0, 0]}}, False),
        ({"scores": {"A": [0, 0, 0, 4], "B": [0, 0, 1, 2]}}, False),
        ({"rounds": 3}, False),
    ],
)
def test_N_7_the_outcome_is_what_the_seats_have(table: Maker, change: dict[str, Any], sound: bool) -> None:
    given = {"A": {"points": {"red": 3}}, "B": {"points": {"blue": 2, "black": 1}}}
    position = fresh({}, {}, {}, seats="AB", players=given, phase="over", outcome={**OUTCOME, **change})
    assert table.refuses(position) is not sound
