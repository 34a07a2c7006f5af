"""The advanced board, civilization buildings, limited commitments, clause by clause; the examples are in `corners`."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import check, hand, lay, legal, new, play, table

CIVIC: dict[str, Any] = {"buildings": True}


def markets(green: str = "J6 K6", buildings: dict[str, str] | None = None, tiles: int = 2) -> State:
    """Archer's trader on I6, with markets."""
    leaders = {"A": {"green": "I6"}}
    return table(lay(green=green), leaders, A=hand(green=tiles), rulings=CIVIC, buildings=buildings or {})


def war(tile: str = "black", buildings: dict[str, str] | None = None, **tiles: int) -> State:
    """Lion has joined its kingdom, with a market, to Pot's, with three."""
    leaders = {"L": {"green": "E5"}, "P": {"green": "I6"}}
    board = lay(red="D5", green="F5 H5 I5 J5")
    state = table(board, leaders, L=hand(**tiles), turn="L", rulings=CIVIC, buildings=buildings or {})
    return play(state, f"place {tile} G5")


def test_AB_1_AB_2_and_AB_3_the_map_AB_4_special_borders_and_AB_5_the_bag() -> None:
    board = BOARDS["advanced"]
    assert [len(row) for row in board.rows] == [16] * 11
    assert (sum(board.river), len(CELLS) - sum(board.river), len(board.temples)) == (39, 137, 14)
    state = check(new(2, board="advanced"), bag={"red": 43, "blue": 36, "green": 30, "black": 30})
    assert state.position()["board"] == dict.fromkeys((CELLS[cell] for cell in board.temples), "red*")
    assert {CELLS[cell] for cell in board.special_temples} == {"B3", "P6", "A8", "E10", "J11", "O11"}


def test_AB_7_it_goes_with_all_other_options() -> None:
    state = new(4, board="advanced", wonder=True, open_scores=True, buildings=True, commitments="needed")
    check(state, asks="chance first", buildings={})


def test_CB_1_and_CB_15_the_buildings_lie_open_beside_the_board() -> None:
    state = markets(buildings={"green": "J6"})
    assert [state.view(name).to_json()["buildings"] for name in (None, "A", "L")] == [{"green": "J6"}] * 3
    check(new(2, buildings=True), buildings={})


@pytest.mark.parametrize(
    ("cells", "old", "is_asked"),
    [
        ("J6 K6", None, True),
        ("K6", None, False),
        ("J6 K5", None, False),
        ("M6 N6", None, True),
        ("J6 K6 C5 D5 E5", "C5", False),
        ("J6 K6 C5 D5", "C5", True),
        ("J6 K6 C5", "C5", True),
    ],
)
def test_CB_2_and_CB_3_a_line_of_three_and_CB_6_only_to_a_longer_line(cells: str, old: str | None, is_asked: bool) -> None:
    state = play(markets(cells, {"green": old} if old else None), "place green L6")
    assert (state.decision() == "raise") is is_asked


def test_CB_3_without_a_leader_and_on_the_river() -> None:
    board = lay(blue="E1 F1")
    state = play(table(board, A=hand(blue=1), rulings=CIVIC), "place blue G1")
    check(state, legal={"raise E1", "raise F1", "raise G1", "decline"})
    check(play(table(board, A=hand(blue=1)), "place blue G1"), asks="A action")


def test_CB_4_after_wars() -> None:
    lost = play(war(tile="green", green=1), "commit 0", "commit 0")
    check(lost, legal={"raise G5", "raise H5", "raise I5", "raise J5", "decline"})
    check(play(war(tile="green", green=4), "commit 3", "commit 0"), asks="L action")


def test_CB_5_on_any_tile_with_or_without_a_treasure() -> None:
    state = play(table(lay(red="I5 I6"), A=hand(red=1), rulings=CIVIC), "place red I8")
    check(state, legal={"raise I5", "raise I6", "raise I7", "raise I8", "decline"}, refuses={"raise F3": "no_line CB-3"})
    check(play(state, "raise I7"), buildings={"red": "I7"})


def test_CB_7_two_points_and_CB_8_none_for_the_building_itself() -> None:
    state = check(play(markets(), "place green L6"), points={"A": {"green": 1}})
    check(play(state, "raise L6"), points={"A": {"green": 1}})
    check(play(state, "place green M6"), points={"A": {"green": 3}})


@pytest.mark.parametrize(
    ("cells", "building", "tile", "points"),
    [("J6 L6 C5", "J6", "K6", 2), ("J6 L6 C5", "L6", "K6", 2), ("J6 L6 C5", "C5", "K6", 1), ("J6 K6 C5", "C5", "J7", 1)],
)
def test_CB_7_in_the_kingdom_with_what_the_tile_joins_and_CB_14_not_without_a_leader(
    cells: str, building: str, tile: str, points: int
) -> None:
    """L6 belongs to no kingdom before the tile, C5 to none after it."""
    state = play(markets(cells, {"green": building}, 1), f"place green {tile}")
    check(state, points={"A": {"green": points}})


def test_CB_9_the_tile_is_one_like_any_other() -> None:
    state = table(lay(red="E5"), {"A": {"red": "E6"}}, rulings=CIVIC, buildings={"red": "E5"})
    facts = state.view("A").facts().dynasties["A"].leaders["red"]
    assert (facts.temples, facts.supporters) == (1, 1)


def test_CB_10_it_stays_in_a_war() -> None:
    state = play(war(buildings={"green": "H5"}, black=1, green=4), "commit 3", "commit 0")
    check(state, lies={"green": "H5", "": "I5 J5"}, points={"L": {"green": 3}})


def test_CB_11_no_catastrophe() -> None:
    check(markets(buildings={"green": "J6"}), refuses={"catastrophe J6": "ruins_civic CB-11", "catastrophe K6": ""})


def test_CB_12_and_CB_13_a_monument_takes_its_building_away() -> None:
    state = play(table(lay(black="J5 K5 J6 K6 L6"), A=hand(black=1), rulings=CIVIC), "place black L5")
    check(play(check(state, asks="A raise").clone(), "decline"), asks="A build")
    check(play(state, "raise L5"), asks="A build")
    assert {text for text in legal(state) if text.endswith("K5")} == {
        f"build {pair} K5" for pair in ("red-black", "blue-black", "green-black")
    }
    check(play(state, "build red-black K5"), buildings={})


@pytest.mark.parametrize(
    ("value", "attack", "numbers"),
    [("free", None, "01234"), ("needed", None, "0234"), ("needed", 0, "0"), ("needed", 2, "01"), ("needed", 4, "03")],
)
def test_EV_1_and_EV_2_the_attacker_and_EV_3_the_defender_and_EV_4_who_is_always_asked(
    value: str, attack: int | None, numbers: str
) -> None:
    state = table(lay(red="H4 F4"), {"B": {"black": "G4"}}, A=hand(red=4), B=hand(red=4), rulings={"commitments": value})
    play(state, "leader black I4", *([] if attack is None else [f"commit {attack}"]))
    check(state, asks="A commit" if attack is None else "B commit", legal={f"commit {number}" for number in numbers})
