"""The advanced board, civilization buildings, limited commitments, clause by clause; the examples are in `corners`."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.rivers.engine.geometry import BOARDS, CELLS, PAIR_NAMES
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import hand, lay, legal, new, play, question, refused, seat, table

CIVIC: dict[str, Any] = {"buildings": True}
ADVANCED = dict.fromkeys((CELLS[cell] for cell in BOARDS["advanced"].temples), "red*")


def markets(green: str = "J6 K6", buildings: dict[str, str] | None = None, tiles: int = 2) -> State:
    """Archer's trader on I6, with markets."""
    leaders = {"A": {"green": "I6"}}
    return table(lay(green=green), leaders, A=hand(green=tiles), rulings=CIVIC, buildings=buildings or {})


def green(state: State) -> int:
    """Return Archer's green points."""
    return int(seat(state, "A")["points"].get("green", 0))


def war(buildings: dict[str, str] | None = None, tile: str = "black", tiles: int = 4) -> State:
    """Lion is about to join its kingdom, with a market, to Pot's, with three."""
    leaders = {"L": {"green": "E5"}, "P": {"green": "I6"}}
    board = lay(red="D5", green="F5 H5 I5 J5")
    lion = hand(**({"green": tiles, "black": 1} if tile == "black" else {"green": tiles}))
    state = table(board, leaders, L=lion, turn="L", rulings=CIVIC, buildings=buildings or {})
    return play(state, f"place {tile} G5")


def test_AB_1_AB_2_and_AB_3_the_map() -> None:
    board = BOARDS["advanced"]
    assert [len(row) for row in board.rows] == [16] * 11
    assert (sum(board.river), len(CELLS) - sum(board.river), len(board.temples)) == (39, 137, 14)
    assert new(2, board="advanced").position()["board"] == ADVANCED


def test_AB_4_and_G_2_special_borders() -> None:
    assert {CELLS[cell] for cell in BOARDS["advanced"].special_temples} == {"B3", "P6", "A8", "E10", "J11", "O11"}


def test_AB_5_the_bag() -> None:
    assert new(2, board="advanced").position()["bag"] == {"red": 43, "blue": 36, "green": 30, "black": 30}


@pytest.mark.parametrize("board", ["standard", "advanced"])
@pytest.mark.parametrize(("short", "left", "ends"), [(False, 2, True), (False, 3, False), (True, 5, True), (True, 6, False)])
def test_AB_6_and_VA_1_the_end(board: str, short: bool, left: int, ends: bool) -> None:
    treasures = dict.fromkeys([CELLS[cell] for cell in BOARDS[board].temples][:left], "red*")
    full = hand(red=6)
    state = table(treasures, seats="AB", rulings={"board": board, "short": short}, A=full, B=full)
    assert state.position()["rulings"].get("short", False) is short
    assert play(state, "pass").is_terminal() is ends


def test_AB_7_it_goes_with_all_other_options() -> None:
    state = new(4, board="advanced", wonder=True, open_scores=True, buildings=True, commitments="needed")
    assert question(state) == ("chance", "first")
    assert state.position()["buildings"] == {}


def test_CB_1_and_CB_15_the_buildings_lie_open_beside_the_board() -> None:
    state = markets(buildings={"green": "J6"})
    assert [state.view(name).to_json()["buildings"] for name in (None, "A", "L")] == [{"green": "J6"}] * 3
    assert new(2, buildings=True).position()["buildings"] == {}


@pytest.mark.parametrize(("cells", "is_asked"), [("J6 K6", True), ("K6", False), ("J6 K5", False), ("M6 N6", True)])
def test_CB_2_and_CB_3_a_line_of_three(cells: str, is_asked: bool) -> None:
    state = play(markets(cells), "place green L6")
    assert (state.decision() == "raise") is is_asked


def test_CB_3_without_a_leader_and_on_the_river() -> None:
    state = table(lay(blue="E1 F1"), A=hand(blue=1), rulings=CIVIC)
    assert legal(play(state, "place blue G1")) == {"raise E1", "raise F1", "raise G1", "decline"}
    assert question(play(table(lay(blue="E1 F1"), A=hand(blue=1)), "place blue G1")) == ("A", "action")


def test_CB_4_after_wars() -> None:
    lost = play(war(tile="green", tiles=1), "commit 0", "commit 0")
    assert legal(lost) == {"raise G5", "raise H5", "raise I5", "raise J5", "decline"}
    won = play(war(tile="green", tiles=4), "commit 3", "commit 0")
    assert won.decision() == "action"


def test_CB_5_on_any_tile_with_or_without_a_treasure() -> None:
    state = table(lay(red="I5 I6"), A=hand(red=1), rulings=CIVIC)
    state = play(state, "place red I8")
    assert legal(state) == {"raise I5", "raise I6", "raise I7", "raise I8", "decline"}
    assert play(state, "raise I7").position()["buildings"] == {"red": "I7"}
    assert refused(play(table(lay(red="I5 I6"), A=hand(red=1), rulings=CIVIC), "place red I8"), "raise F3") == "no_line CB-3"


@pytest.mark.parametrize(("old", "cells", "is_asked"), [("C5", "C5 D5 E5", False), ("C5", "C5 D5", True), ("C5", "C5", True)])
def test_CB_6_only_to_a_longer_line(old: str, cells: str, is_asked: bool) -> None:
    state = play(markets(f"J6 K6 {cells}", {"green": old}), "place green L6")
    assert (state.decision() == "raise") is is_asked


def test_CB_7_two_points_and_CB_8_none_for_the_building_itself() -> None:
    state = play(markets(), "place green L6")
    assert green(state) == 1
    state = play(state, "raise L6")
    assert green(state) == 1
    assert green(play(state, "place green M6")) == 3


@pytest.mark.parametrize(("building", "scored"), [("J6", 2), ("L6", 2), ("C5", 1)])
def test_CB_7_in_the_kingdom_with_what_the_tile_joins(building: str, scored: int) -> None:
    """L6 belongs to no kingdom before the tile, C5 to none after it."""
    assert green(play(markets("J6 L6 C5", {"green": building}, 1), "place green K6")) == scored


def test_CB_9_the_tile_is_one_like_any_other() -> None:
    state = table(lay(red="E5"), {"A": {"red": "E6"}}, rulings=CIVIC, buildings={"red": "E5"})
    facts = state.view("A").facts().dynasties["A"].leaders["red"]
    assert (facts.temples, facts.supporters) == (1, 1)


def test_CB_10_it_stays_in_a_war() -> None:
    state = play(war({"green": "H5"}), "commit 3", "commit 0")
    board = state.position()["board"]
    assert [board.get(cell) for cell in ("H5", "I5", "J5")] == ["green", None, None]
    assert seat(state, "L")["points"] == {"green": 3}


def test_CB_11_no_catastrophe() -> None:
    state = markets(buildings={"green": "J6"})
    assert refused(state, "catastrophe J6") == "ruins_civic CB-11"
    assert refused(state, "catastrophe K6") == ""


def test_CB_12_and_CB_13_a_monument_takes_its_building_away() -> None:
    state = table(lay(black="J5 K5 J6 K6 L6"), A=hand(black=1), rulings=CIVIC)
    state = play(state, "place black L5")
    assert state.decision() == "raise"
    state = play(state, "raise L5")
    assert question(state) == ("A", "build")
    builds = [text for text in legal(state) if text.endswith("K5")]
    assert len(builds) == sum("black" in pair for pair in PAIR_NAMES)
    assert play(state, "build red-black K5").position()["buildings"] == {}
    state_after_decline = play(table(lay(black="J5 K5 J6 K6 L6"), A=hand(black=1), rulings=CIVIC), "place black L5", "decline")
    assert question(state_after_decline) == ("A", "build")


def test_CB_14_without_a_leader_it_scores_no_points() -> None:
    state = markets("J6 K6 C5", {"green": "C5"}, 1)
    assert green(play(state, "place green J7")) == 1


@pytest.mark.parametrize(("value", "numbers"), [("free", {0, 1, 2, 3, 4}), ("needed", {0, 2, 3, 4})])
def test_EV_1_and_EV_2_the_attacker(value: str, numbers: set[int]) -> None:
    board, leaders = lay(red="H4 F4"), {"B": {"black": "G4"}}
    state = table(board, leaders, A=hand(red=4), rulings={"commitments": value})
    assert legal(play(state, "leader black I4")) == {f"commit {number}" for number in numbers}


@pytest.mark.parametrize(("attack", "numbers"), [(0, {0}), (2, {0, 1}), (4, {0, 3})])
def test_EV_3_the_defender_and_EV_4_who_is_always_asked(attack: int, numbers: set[int]) -> None:
    board, leaders = lay(red="H4 F4"), {"B": {"black": "G4"}}
    state = table(board, leaders, A=hand(red=4), B=hand(red=4), rulings={"commitments": "needed"})
    state = play(state, "leader black I4", f"commit {attack}")
    assert question(state) == ("B", "commit")
    assert legal(state) == {f"commit {number}" for number in numbers}
