"""What cities are: Y-1 to Y-6."""

from __future__ import annotations

import pytest

from kingdoms.core.errors import PositionError
from tests.games.middlesea.support.tables import cities, money, play, question, refused, table


@pytest.mark.parametrize(("tile", "kind"), [("A1", "garrison"), ("S2", "market"), ("M3", "temple"), ("C5", "mine")])
def test_Y_1_the_suit_is_the_type_and_the_number_the_value(tile: str, kind: str) -> None:
    city = table("leader", "N", sites={"N.FL": tile}).view(None).cities["N.FL"]
    assert (city.kind, city.value) == (kind, int(tile[1]))


@pytest.mark.parametrize(("tile", "able"), [("A3", True), ("M3", True), ("S3", False), ("C3", False)])
def test_Y_2_garrisons_and_temples_suppress(tile: str, able: bool) -> None:
    south = {"goods": 0, "gold": 0, "leaders": {"2": "S.FL"}, "roads": ["S.C-S.FL", "S.C-S.FM"]}
    state = play(table("control", "S", sites={"S.FL": tile, "S.FM": "S1"}, S=south), "rebel S.FM")
    assert (question(state) == ("S", "suppress")) == able
    assert ("S.FM" in cities(state, "S")) == able


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_Y_3_the_value_is_what_a_road_costs(value: int) -> None:
    state = play(table("build", "N", sites={"N.FL": f"S{value}"}, N={"goods": 5, "gold": 5}), "road N.C N.FL")
    assert money(state, "N") == (5 - value, 5 - value)


def test_Y_4_the_capital_is_no_city() -> None:
    state = table("control", "N", N={"king": 0})
    assert question(state) == ("N", "build")
    assert cities(state, "N") == set()
    assert state.view(None).kingdoms["N"].score == 0


@pytest.mark.parametrize("place", ["N.FL", "N.FL-"])
def test_Y_5_a_city_with_a_leader_is_governed(place: str) -> None:
    governor = table("leader", "N", sites={"N.FL": "S1"}, N={"leaders": {"5": place}}).view(None).cities["N.FL"].leader
    assert governor is not None
    assert governor.value == 5


@pytest.mark.parametrize("place", ["BL", "BR"])
def test_Y_6_the_back_row_has_none(place: str) -> None:
    state = table("build", "N", sites={f"N.{place}": "S1"}, N={"roads": [f"N.C-N.{place}"]})
    assert refused(state, f"port N.{place} 1") == "Y-6"
    with pytest.raises(PositionError) as error:
        table("build", "N", sites={f"N.{place}": "S1"}, N={"ports": {f"N.{place}": 1}})
    assert error.value.clause == "Y-6"
