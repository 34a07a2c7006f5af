"""Production phase: P-1 to P-6, the worked examples D-PROD-1 and D-PROD-2, AMB-59 to AMB-62."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import leader, legal, money, play, question, table, unrest


def production(name: str, sites: str, holdings: str) -> tuple[State, tuple[int, int]]:
    """Return the state after production, and what a seat without money has then, as the view announced it before."""
    state, before = (table(phase, sites=sites, **{name: f"money=0 {holdings}"}) for phase in ("production", "build"))
    kingdom = before.view(None).kingdoms[name]
    assert money(state, name) == (kingdom.yield_goods, kingdom.yield_gold)
    return state, money(state, name)


def test_D_PROD_1_eleven_goods_and_ten_gold() -> None:
    """With Rita at N."""
    north = "king=4 unrest=1 3@N.BL 5@S.FM N.C-N.FL N.C-N.BL N.FL:1 S.FM:1"
    state, amounts = production("N", "N.FL=S3 N.BL=C3 S.FM=S2", north)
    assert (amounts, unrest(state, "N")) == ((11, 10), 1)
    assert [leader(state, "N", value) for value in (3, 4, 5)] == ["N.BL-", "king", "S.FM-"]


@pytest.mark.parametrize(
    ("place", "ports", "gold", "after"),
    [("N.FL", "", 3, "N.FL"), ("N.FL-", "", 3, "N.FL-"), ("N.FL", "N.FL:1 S.FM:1", 11, "N.FL-")],
)
def test_D_PROD_2_the_mine_overseas_yields_nothing_without_two_ports(place: str, ports: str, gold: int, after: str) -> None:
    """With Phillip at S."""
    state, amounts = production("S", "S.FM=S5 N.FL=C4", f"king=3 0@S.FM 4@{place} S.C-S.FM {ports}")
    assert (amounts, leader(state, "S", 0), leader(state, "S", 4)) == ((8, gold), "S.FM-", after)


@pytest.mark.parametrize("king", [0, 1, 5])
def test_P_1_the_capital_yields_the_kings_value_in_both(king: int) -> None:
    assert money(table("production", E=f"king={king} goods=2 gold=3"), "E") == (2 + king, 3 + king)


@pytest.mark.parametrize(
    ("tile", "place", "gain", "after"),
    [
        ("S1", "N.FL", (3, 0), "N.FL-"),
        ("S5", "N.FL", (7, 0), "N.FL-"),
        ("C4", "N.FL", (0, 6), "N.FL-"),
        ("S3", "N.FL-", (0, 0), "N.FL-"),
        ("C3", "N.FL-", (0, 0), "N.FL-"),
        ("A5", "N.FL", (0, 0), "N.FL"),
        ("M5", "N.FL", (0, 0), "N.FL"),
    ],
)
def test_P_2_P_3_P_4_P_5_P_6_AMB_61_city_and_leader(tile: str, place: str, gain: tuple[int, int], after: str) -> None:
    for road, expected in (("N.C-N.FL", (gain, after)), ("", ((0, 0), place))):
        state, amounts = production("N", f"N.FL={tile}", f"king=0 2@{place} {road}")
        assert (amounts, leader(state, "N", 2)) == expected


def test_AMB_59_choice_goes_through_the_cities_that_would_produce() -> None:
    """The production of D-PROD-1 with a choice, and a mine that cannot produce."""
    north = "king=4 money=0 3@N.BL 5@S.FM 2@N.BR- 0@N.FL N.C-N.FL N.C-N.BL N.C-N.BR N.FL:1 S.FM:1"
    fields: dict[str, Any] = {"N": north, "S": "king=2 money=0 3@S.BL S.C-S.BL", "order": ["S", "N"]}
    fields["rulings"] = {"production": "choice"}
    state = play(table("production", seats="NS", sites="N.FL=S3 N.BL=C3 N.BR=C4 S.FM=S2 S.BL=S1", **fields), "hold S.BL")
    assert question(state) == ("N", "produce")
    for site, purse in (("N.BL", (4, 4)), ("N.FL", (4, 10)), ("S.FM", (7, 10))):
        assert money(state, "N") == purse
        assert legal(state) == {f"produce {site}", f"hold {site}"}
        play(state, f"produce {site}")
    assert question(state) == ("S", "build")
    assert money(state, "N") == (14, 10)


@pytest.mark.parametrize(
    ("gap", "routes", "gold"),
    [
        ("none", "N.C-N.FL S.FM-S.BR N.FL:1 S.FM:1", 4),
        ("none, by roads to the ports", "N.C-N.FM N.FL-N.FM S.FL-S.FM S.FM-S.BR N.FL:1 S.FL:1", 4),
        ("at the Capital", "S.FM-S.BR N.FL:1 S.FM:1", 1),
        ("between road and port", "N.C-N.FL S.FM-S.BR S.FM:1 N.FM:1", 1),
        ("at the other port", "N.C-N.FL S.FM-S.BR N.FL:1", 1),
        ("overseas", "N.C-N.FL N.FL:1 S.FM:1", 1),
        ("at the Capital, roads overseas", "S.FL-S.FM S.FM-S.BR N.FL:1 S.FL:1", 1),
        ("at the port overseas", "N.C-N.FL S.FM-S.BR N.FL:1 S.FL:1", 1),
        ("at the mine", "N.C-N.FL S.FL-S.FM N.FL:1 S.FL:1", 1),
    ],
)
def test_AMB_62_K_6_by_sea_from_port_to_port_and_to_the_capital_by_road(gap: str, routes: str, gold: int) -> None:
    """N has a mine at S.BR, worth 3 with its 0-leader, and towns on the way."""
    assert production("N", "N.FL=S1 N.FM=S2 S.FL=S3 S.FM=S4 S.BR=C3", f"0@S.BR {routes}")[1] == (1, gold), gap


def test_money_and_rounds_are_capped() -> None:
    most, last = codes.MOST_MONEY, codes.LAST_ROUND
    position: dict[str, Any] = {"game": "middlesea", "phase": "leader", "round": last, "turn": "S"}
    position["seats"] = {"N": {"goods": most, "gold": 0, "king": 5}, "S": {"goods": 0, "gold": most - 1}}
    state = kingdoms.read_position(position)
    state.apply_action("end")
    seats = state.position()["seats"]
    assert (seats["N"]["goods"], seats["N"]["gold"]) == (most, 5)
    assert (seats["S"]["goods"], seats["S"]["gold"]) == (1, most)
    assert state.position()["round"] == last
    state.apply_action("exchange gold")
    assert state.position()["seats"]["N"]["goods"] == most
    for field in ("goods", "gold"):
        with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
            kingdoms.read_position({**position, "seats": {"N": {field: most + 1}, "S": {}}})
    with pytest.raises(kingdoms.PositionError, match=f"from 1 to {last}"):
        kingdoms.read_position({**position, "round": last + 1})
