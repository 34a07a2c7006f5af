"""Missionary conflict: Z-9, the rebellions it causes, and how the open points about them are settled."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.conflicts import mission, preach
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    rich,
    seat,
    unrest,
)

# -- rebellion ----------------------------------------------------------------------------------------------------------


def test_AMB_8_an_ungoverned_city_under_control_is_not_removed() -> None:
    assert preach(mission()).position()["sites"]["S.BR"] == "S4"


def garrisoned(leaders: dict[str, str] | None = None, tile: str = "A3", **fields: Any) -> State:
    """As `mission`; S has another city at S.FM, by default a 3-garrison with the 2-leader."""
    south = {"roads": ["S.C-S.BR", "S.C-S.FM"], "leaders": leaders or {"2": "S.FM"}} | fields.pop("defender", {})
    return mission(sites={"S.FM": tile} | fields.pop("sites", {}), defender=south, **fields)


def test_Z_9_AMB_131_the_owner_may_suppress_the_rebellion_at_once() -> None:
    state = preach(garrisoned(leaders={"2": "S.FM", "0": "S.BR-"}, defender={"unrest": 1}))
    assert question(state) == ("S", "suppress")
    assert legal(state) == {"suppress S.BR 2", "concede"}
    assert leader(state, "N", 3) == "N.BL-"
    play(state, "suppress S.BR 2")
    assert question(state) == ("N", "leader")
    assert leader(state, "S", 2) == "S.FM-"
    assert leader(state, "S", 0) == "S.BR-"
    assert cities(state, "S") == {"S.BR", "S.FM"}
    assert seat(state, "S")["roads"] == ["S.C-S.FM", "S.C-S.BR"]
    assert unrest(state, "S") == 1


@pytest.mark.parametrize("action", ["pay 1", "hire 1", "exchange goods", "rebel S.FM"])
def test_AMB_54_a_rebellion_of_missionaries_cannot_be_avoided_by_payment(action: str) -> None:
    state = preach(garrisoned(defender=rich(4)))
    assert question(state) == ("S", "suppress")
    assert refused(state, action)


@pytest.mark.parametrize(("ruling", "after"), [("event", 1), ("each", 3)])
def test_AMB_33_AMB_34_cities_connected_through_it_are_lost_with_it(ruling: str, after: int) -> None:
    state = mission(
        sites={"S.FM": "C1", "S.FR": "C2"},
        defender={"roads": ["S.C-S.BR", "S.FM-S.BR", "S.FR-S.BR"]},
        rulings={"chain_unrest": ruling},
    )
    preach(state)
    assert cities(state, "S") == set()
    assert unrest(state, "S") == after


def test_U_4_a_rebellion_can_end_the_game() -> None:
    state = preach(mission(defender={"unrest": 4}))
    assert ended(state) == ("unrest", ("N",))
    assert cities(state, "S") == set()
    assert unrest(state, "S") == 5


@pytest.mark.parametrize(
    ("purse", "actions"),
    [
        (0, set()),
        (1, set()),
        (2, {"suppress S.BR 2 2", "concede"}),
        (4, {"suppress S.BR 2 2", "suppress S.BR 2 3", "suppress S.BR 2 4", "concede"}),
    ],
)
def test_AMB_46_suppress_hire_against_missionaries(purse: int, actions: set[str]) -> None:
    """2-leader and 1-garrison against a 4-market: two more are needed."""
    state = preach(garrisoned(tile="A1", defender=rich(purse), rulings={"suppress_hire": True}))
    if not actions:
        assert cities(state, "S") == {"S.FM"}
        return
    assert legal(state) == actions
    play(state, "suppress S.BR 2 2")
    assert money(state, "S") == (purse - 2, purse - 2)
    assert cities(state, "S") == {"S.FM", "S.BR"}


def test_AMB_46_without_suppress_hire_nobody_is_hired() -> None:
    state = preach(garrisoned(defender=rich(4)))
    assert refused(state, "suppress S.BR 2 0") == "AMB-46"
    assert refused(state, "suppress S.BR 2 1") == "AMB-46"


@pytest.mark.parametrize(("roads", "port"), [(["S.C-S.FR"], {}), (["S.C-S.BL", "S.C-S.FR"], {"S.FR": 2})])
def test_AMB_45_the_rebelling_city_lends_no_reach_against_itself(roads: list[str], port: dict[str, int]) -> None:
    state = mission(
        sites={"S.FR": "C4", "S.BL": "A5"},
        defender={"leaders": {"5": "S.BL"}, "roads": roads, "ports": port},
        rulings={"suppress_reach": "adjacent"},
    )
    preach(state, "attack 3 S.FR")
    assert cities(state, "S") == {"S.BL"}
