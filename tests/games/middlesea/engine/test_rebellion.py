"""Rebellions: C-5 to C-12, AMB-33, AMB-34, AMB-44 to AMB-56, AMB-131."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    leader,
    legal,
    play,
    question,
    refused,
    seat,
    table,
    unrest,
)


def uprising(
    tiles: dict[str, str],
    *rebels: str,
    leaders: dict[str, str] | None = None,
    rulings: dict[str, Any] | None = None,
    **south: Any,
) -> State:
    """S, first of two, has cities joined to its Capital, a king just good enough for the rest, and lets some rebel unpaid.

    Args:
        tiles: by place.
        rebels: places.
        leaders: places by value; no other leaders stand in cities.
        rulings: of the game.
        south: what S has instead.
    """
    defaults: dict[str, Any] = {
        "king": len(tiles) - len(rebels),
        "goods": 0,
        "gold": 0,
        "leaders": {value: f"S.{place}" for value, place in (leaders or {}).items()},
        "roads": [f"S.C-S.{place}" for place in tiles],
    }
    sites = {f"S.{place}": tile for place, tile in tiles.items()}
    state = table("control", "S", seats="NS", order=["S", "N"], sites=sites, rulings=rulings or {}, S=defaults | south)
    if question(state) == ("S", "pay"):
        play(state, "pay 0")
    return play(state, *[f"rebel S.{place}" for place in rebels])


def test_C_4_the_question_says_how_many_are_left_to_choose() -> None:
    state = uprising({"FL": "S1", "FM": "C1", "FR": "M1", "BL": "A1"}, king=2)
    assert state.view("S").facts().rebels_left == 2
    play(state, "rebel S.FL")
    assert state.view("S").facts().rebels_left == 1
    play(state, "rebel S.FM")
    assert state.view("S").facts().rebels_left is None


def test_C_5_leaders_in_rebelling_cities_turn_at_once() -> None:
    state = uprising({"BL": "S1", "FL": "C1", "FM": "A5"}, "BL", "FL", leaders={"2": "BL", "3": "FL", "4": "FM"})
    assert question(state) == ("S", "suppress")
    assert [leader(state, "S", value) for value in (2, 3, 4)] == ["S.BL-", "S.FL-", "S.FM"]


@pytest.mark.parametrize("base", ["A3", "M3"])
def test_C_6_an_active_leader_in_a_garrison_or_temple_can_suppress(base: str) -> None:
    state = uprising({"BL": "S2", "FL": base}, "BL", leaders={"2": "FL"})
    assert legal(state) == {"suppress S.BL 2", "concede"}


def test_C_6_not_from_a_city_that_rebels_itself() -> None:
    tiles = {"BL": "S1", "FL": "A5", "FM": "S4", "FR": "A3", "BR": "M4"}
    state = uprising(tiles, "BL", "BR", leaders={"0": "FL", "1": "FM", "2": "FR-", "5": "BR"})
    assert refused(state, "suppress S.BL 5") == "C-6"
    assert refused(state, "suppress S.BR 5") == "C-6"
    assert legal(state) == {"suppress S.BL 0", "suppress S.BR 0", "concede"}


@pytest.mark.parametrize(
    ("value", "base", "tile", "able"),
    [
        ("2", "A1", "S2", True),
        ("2", "A1", "S3", False),
        ("0", "M5", "S4", True),
        ("0", "M5", "S5", False),
        ("4", "A1", "S5", False),
    ],
)
def test_C_7_leader_and_base_together_must_exceed_the_city(value: str, base: str, tile: str, able: bool) -> None:
    state = uprising({"BL": tile, "FL": base}, "BL", leaders={value: "FL"})
    assert (question(state) == ("S", "suppress")) == able
    assert ("S.BL" in cities(state, "S")) == able


def test_C_8_the_leader_is_turned() -> None:
    state = uprising({"BL": "S1", "FL": "C1", "FM": "A5"}, "BL", "FL", leaders={"4": "FM"})
    assert leader(play(state, "suppress S.BL 4"), "S", 4) == "S.FM-"


def test_C_9_AMB_53_nothing_else_changes() -> None:
    state = uprising({"FM": "S1", "FL": "A5"}, "FM", leaders={"4": "FL", "2": "FM"}, ports={"S.FM": 3})
    play(state, "suppress S.FM 4")
    south = seat(state, "S")
    assert south["roads"] == ["S.C-S.FL", "S.C-S.FM"]
    assert south["ports"] == {"S.FM": 3}
    assert south["leaders"]["2"] == "S.FM-"
    assert south["unrest"] == 0


def lost() -> State:
    """S loses S.FM, which has roads to three sides, a port and a leader."""
    roads = ["S.C-S.FM", "S.FM-S.FR", "S.BL-S.FM", "S.C-S.BL", "S.C-S.FR"]
    south: dict[str, Any] = {"roads": roads, "ports": {"S.FM": 3, "S.FR": 2}, "unrest": 1, "king": 3}
    state = uprising({"FM": "S1", "BL": "A5", "FR": "M5"}, "FM", leaders={"2": "FM", "4": "BL"}, **south)
    return play(state, "concede")


def test_C_10_AMB_99_its_roads_and_its_port_are_taken_away() -> None:
    south = seat(lost(), "S")
    assert set(south["roads"]) == {"S.C-S.BL", "S.C-S.FR"}
    assert south["ports"] == {"S.FR": 2}


def test_C_11_and_none_if_all_are_put_down() -> None:
    state = uprising({"BL": "S1", "FL": "C1", "FM": "A5", "FR": "M5"}, "BL", "FL", leaders={"3": "FM", "4": "FR"})
    play(state, "suppress S.BL 3", "suppress S.FL 4")
    assert len(cities(state, "S")) == 4
    assert unrest(state, "S") == 0


def test_C_12_the_city_stays_where_it_is_and_belongs_to_nobody() -> None:
    city = lost().view(None).cities["S.FM"]
    assert (city.tile, city.holder) == ("S1", None)


def chain(*rebels: str, **rulings: Any) -> State:
    """S.FM hangs on S.FL by its only road, S.FL on the Capital."""
    roads = ["S.C-S.FL", "S.FL-S.FM", "S.C-S.BL", "S.C-S.BR"]
    sites = {"FL": "C4", "FM": "S1", "BL": "S2", "BR": "A2"}
    return uprising(sites, *rebels, leaders={"0": "BR"}, rulings=rulings, roads=roads)


def test_AMB_34_unrest_stops_at_5() -> None:
    sites = {"FL": "C4", "FM": "S1", "BL": "S2"}
    roads = ["S.C-S.FL", "S.FL-S.FM", "S.C-S.BL"]
    state = uprising(sites, "FL", roads=roads, rulings={"chain_unrest": "each"}, king=5, unrest=3)
    assert unrest(state, "S") == 5
    assert ended(state) == ("unrest", ("N",))


@pytest.mark.parametrize(("value", "after"), [("event", 1), ("each", 2)])
def test_AMB_44_AMB_34_a_city_put_down_may_still_be_lost_with_its_only_road(value: str, after: int) -> None:
    state = play(chain("FL", "FM", chain_unrest=value), "suppress S.FM 0")
    assert cities(state, "S") == {"S.BL", "S.BR"}
    assert unrest(state, "S") == after


# -- how far it reaches -----------------------------------------------------------------------------------------------


def reach(sites: dict[str, str], roads: list[str], rebel: str) -> State:
    """The same when suppression reaches as far as an attack: a strong leader stands at one base."""
    return uprising(sites, rebel, leaders={"5": "BL"}, rulings={"suppress_reach": "adjacent"}, roads=roads)


@pytest.mark.parametrize("tile", ["A5", "M5"])
def test_AMB_45_suppress_reach_from_the_base_itself(tile: str) -> None:
    state = reach({"BL": tile, "FL": "S1"}, ["S.C-S.BL", "S.C-S.FL"], "FL")
    assert legal(state) == {"suppress S.FL 5", "concede"}


@pytest.mark.parametrize("tile", ["A5", "M5"])
def test_AMB_45_suppress_reach_ends_there_without_routes(tile: str) -> None:
    state = reach({"BL": tile, "FR": "S1"}, ["S.C-S.FR"], "FR")
    assert question(state) == ("S", "build")
    assert cities(state, "S") == {"S.BL"}


# -- hiring -----------------------------------------------------------------------------------------------------------


def test_AMB_46_suppress_hire_lists_every_number_that_wins() -> None:
    rulings = {"suppress_hire": True}
    state = uprising({"BL": "S3", "FL": "A2"}, "BL", leaders={"0": "FL"}, rulings=rulings, goods=3, gold=3)
    assert legal(state) == {"suppress S.BL 0 2", "suppress S.BL 0 3", "concede"}
    assert refused(state, "suppress S.BL 0 1") == "C-7"
    assert refused(state, "suppress S.BL 0 4")
    assert refused(state, "suppress S.BL 0")


# -- who, how often ---------------------------------------------------------------------------------------------------


def test_AMB_47_leaders_do_not_add_up() -> None:
    state = uprising({"BL": "S5", "FL": "A2", "FM": "M2"}, "BL", leaders={"1": "FL", "3": "FM"})
    assert cities(state, "S") == {"S.FL", "S.FM"}


def test_AMB_48_only_winning_attempts_are_listed() -> None:
    state = uprising({"BL": "S4", "FL": "A2", "FM": "M2"}, "BL", leaders={"1": "FL", "3": "FM"})
    assert legal(state) == {"suppress S.BL 3", "concede"}
    assert refused(state, "suppress S.BL 1") == "C-7"


def test_AMB_49_one_leader_puts_down_one_city() -> None:
    state = uprising({"BL": "S1", "FL": "C1", "FM": "A5"}, "BL", "FL", leaders={"4": "FM"})
    assert legal(state) == {"suppress S.BL 4", "suppress S.FL 4", "concede"}
    play(state, "suppress S.FL 4")
    assert cities(state, "S") == {"S.FL", "S.FM"}


def test_AMB_50_piers_and_a_leader_do_not_help_the_rebels() -> None:
    state = uprising({"FM": "S2", "FL": "A1"}, "FM", leaders={"2": "FL", "5": "FM"}, ports={"S.FM": 5})
    assert legal(state) == {"suppress S.FM 2", "concede"}


def test_AMB_51_other_players_do_not_suppress() -> None:
    sites = {"S.BL": "S1", "S.FL": "C1", "N.FL": "A5"}
    south = {"goods": 0, "gold": 0, "roads": ["S.C-S.BL", "S.C-S.FL"]}
    state = table("control", "S", order=["S", "N", "E", "W"], sites=sites, S=south, N={"leaders": {"4": "N.FL"}})
    assert question(play(state, "rebel S.BL")) == ("S", "build")
    assert cities(state, "S") == {"S.FL"}


# -- rebellions that missionaries raise -------------------------------------------------------------------------------


def missionaries() -> State:
    """N has raised S.BL, a market of S that a garrison could put down."""
    state = table(
        "leader",
        "N",
        seats="NS",
        sites={"N.FM": "M3", "S.BL": "S2", "S.FL": "A5"},
        N={"goods": 0, "gold": 0, "leaders": {"4": "N.FM"}, "ports": {"N.FM": 1}},
        S={"leaders": {"5": "S.FL"}, "roads": ["S.C-S.BL", "S.C-S.FL"]},
    )
    return play(state, "attack 4 S.BL", "defend 0")


def test_AMB_55_suppressing_is_not_the_leaders_action() -> None:
    state = play(missionaries(), "suppress S.BL 5", "end")
    assert leader(state, "S", 5) == "S.FL-"
    assert question(state) == ("S", "leader")
    assert leader(play(state, "activate 5"), "S", 5) == "S.FL"


def test_AMB_56_unrest_5_stops_the_control_phase() -> None:
    sites = {"BL": "S1", "FL": "S2"}
    state = uprising(sites, "BL", king=5, unrest=4)
    assert ended(state) == ("unrest", ("N",))
    assert cities(state, "S") == {"S.FL"}
