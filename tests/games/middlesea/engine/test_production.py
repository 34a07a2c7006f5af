"""Production phase: P-1 to P-6, the worked examples D-PROD-1 and D-PROD-2, AMB-59 to AMB-62."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import leader, legal, money, play, question, table, unrest


def production_example_1(phase: str = "production") -> State:
    """The position of D-PROD-1, with Rita at N."""
    return table(
        phase,
        sites={"N.FL": "S3", "N.BL": "C3", "S.FM": "S2"},
        N={
            "king": 4,
            "goods": 0,
            "gold": 0,
            "unrest": 1,
            "leaders": {"3": "N.BL", "5": "S.FM"},
            "roads": ["N.C-N.FL", "N.C-N.BL"],
            "ports": {"N.FL": 1, "S.FM": 1},
        },
    )


def test_D_PROD_1_eleven_goods_and_ten_gold() -> None:
    assert money(production_example_1(), "N") == (11, 10)


def test_D_PROD_1_leaders_that_produced_are_turned() -> None:
    state = production_example_1()
    assert [leader(state, "N", value) for value in (3, 4, 5)] == ["N.BL-", "king", "S.FM-"]
    assert unrest(state, "N") == 1


def production_example_2(place: str, ports: dict[str, int], phase: str = "production") -> State:
    """The position of D-PROD-2, with Phillip at S: the 4-leader where it is said, and ports."""
    south = {"king": 3, "goods": 0, "gold": 0, "leaders": {"0": "S.FM", "4": place}, "roads": ["S.C-S.FM"], "ports": ports}
    return table(phase, sites={"S.FM": "S5", "N.FL": "C4"}, S=south)


@pytest.mark.parametrize("place", ["N.FL", "N.FL-"])
def test_D_PROD_2_the_mine_overseas_yields_nothing(place: str) -> None:
    state = production_example_2(place, {})
    assert money(state, "S") == (8, 3)
    assert leader(state, "S", 0) == "S.FM-"
    assert leader(state, "S", 4) == place


def test_D_PROD_2_variant_with_two_ports_it_yields() -> None:
    state = production_example_2("N.FL", {"N.FL": 1, "S.FM": 1})
    assert money(state, "S") == (8, 11)
    assert leader(state, "S", 4) == "N.FL-"


@pytest.mark.parametrize("king", [0, 1, 2, 3, 4, 5])
def test_P_1_the_capital_yields_the_kings_value_in_both(king: int) -> None:
    assert money(table("production", E={"king": king, "goods": 2, "gold": 3}), "E") == (2 + king, 3 + king)


def city(tile: str, place: str | None = "N.FL", **north: Any) -> State:
    """N has one city with its 2-leader and a road, a king worth nothing, and no money."""
    defaults = {"king": 0, "goods": 0, "gold": 0, "leaders": {"2": place} if place else {}, "roads": ["N.C-N.FL"]}
    return table("production", sites={"N.FL": tile}, N=defaults | north)


@pytest.mark.parametrize(("tile", "gain"), [("S1", (3, 0)), ("S5", (7, 0)), ("C1", (0, 3)), ("C4", (0, 6))])
def test_P_2_city_and_leader_together(tile: str, gain: tuple[int, int]) -> None:
    assert money(city(tile), "N") == gain


@pytest.mark.parametrize("tile", ["S3", "C3"])
def test_P_3_an_inactive_leader_produces_nothing(tile: str) -> None:
    assert money(city(tile, "N.FL-"), "N") == (0, 0)


def test_P_4_the_leader_is_turned() -> None:
    assert leader(city("S3"), "N", 2) == "N.FL-"


def test_P_5_AMB_61_without_production_it_is_not() -> None:
    assert leader(city("S3", roads=[]), "N", 2) == "N.FL"


@pytest.mark.parametrize("tile", ["A5", "M5"])
def test_P_6_garrisons_and_temples_yield_nothing_and_turn_nobody(tile: str) -> None:
    state = city(tile)
    assert money(state, "N") == (0, 0)
    assert leader(state, "N", 2) == "N.FL"


def choices() -> State:
    """The production of D-PROD-1 with a choice, and a mine that cannot produce."""
    return table(
        "production",
        seats="NS",
        order=["S", "N"],
        sites={"N.FL": "S3", "N.BL": "C3", "N.BR": "C4", "S.FM": "S2", "S.BL": "S1"},
        rulings={"production": "choice"},
        N={
            "king": 4,
            "goods": 0,
            "gold": 0,
            "leaders": {"3": "N.BL", "5": "S.FM", "2": "N.BR-", "0": "N.FL"},
            "roads": ["N.C-N.FL", "N.C-N.BL", "N.C-N.BR"],
            "ports": {"N.FL": 1, "S.FM": 1},
        },
        S={"king": 2, "goods": 0, "gold": 0, "leaders": {"3": "S.BL"}, "roads": ["S.C-S.BL"]},
    )


def test_AMB_59_choice_goes_through_the_cities_that_would_produce() -> None:
    state = play(choices(), "hold S.BL")
    assert question(state) == ("N", "produce")
    assert money(state, "N") == (4, 4)
    assert legal(state) == {"produce N.BL", "hold N.BL"}
    play(state, "produce N.BL")
    assert money(state, "N") == (4, 10)
    assert legal(state) == {"produce N.FL", "hold N.FL"}
    play(state, "produce N.FL")
    assert money(state, "N") == (7, 10)
    assert legal(state) == {"produce S.FM", "hold S.FM"}
    assert question(play(state, "produce S.FM")) == ("S", "build")
    assert money(state, "N") == (14, 10)


def overseas(roads: list[str], ports: dict[str, int]) -> State:
    """N has a mine at S.BR, worth 3 with its 0-leader, and towns on the way."""
    sites = {"N.FL": "S1", "N.FM": "S2", "S.FL": "S3", "S.FM": "S4", "S.BR": "C3"}
    north = {"goods": 0, "gold": 0, "leaders": {"0": "S.BR"}, "roads": roads, "ports": ports}
    return table("production", sites=sites, N=north)


@pytest.mark.parametrize(
    ("roads", "ports", "gold"),
    [
        (["N.C-N.FL", "S.FM-S.BR"], {"N.FL": 1, "S.FM": 1}, 4),
        (["N.C-N.FM", "N.FL-N.FM", "S.FL-S.FM", "S.FM-S.BR"], {"N.FL": 1, "S.FL": 1}, 4),
        (["S.FM-S.BR"], {"N.FL": 1, "S.FM": 1}, 1),
        (["N.C-N.FL", "S.FM-S.BR"], {"S.FM": 1, "N.FM": 1}, 1),
        (["N.C-N.FL", "S.FM-S.BR"], {"N.FL": 1}, 1),
        (["N.C-N.FL"], {"N.FL": 1, "S.FM": 1}, 1),
    ],
    ids=[
        "there and back",
        "by roads to the ports",
        "no road to the Capital",
        "road and port apart",
        "one port",
        "no road overseas",
    ],
)
def test_AMB_62_by_sea_from_port_to_port_and_to_the_capital_by_road(roads: list[str], ports: dict[str, int], gold: int) -> None:
    assert money(overseas(roads, ports), "N") == (1, gold)


def test_D_PROD_1_is_announced_by_the_view() -> None:
    kingdom = production_example_1("build").view(None).kingdoms["N"]
    assert (kingdom.yield_goods, kingdom.yield_gold) == (11, 10)


def test_the_view_announces_no_yield_of_an_unconnected_city() -> None:
    kingdom = production_example_2("N.FL", {}, "build").view(None).kingdoms["S"]
    assert (kingdom.yield_goods, kingdom.yield_gold) == (8, 3)
