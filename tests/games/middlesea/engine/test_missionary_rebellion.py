"""Missionary conflict: Z-9, the rebellions it causes, and how the open points about them are settled."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.conflicts import mission, preach
from tests.games.middlesea.support.tables import cities, ended, leader, legal, money, play, question, refused, seat, unrest


def garrisoned(south: str = "2@S.FM", tile: str = "A3", **fields: Any) -> State:
    """As `mission`; S has another city at S.FM, by default a 3-garrison with the 2-leader."""
    return mission(sites=f"S.FM={tile}", defender=f"S.C-S.BR S.C-S.FM {south}", **fields)


def test_Z_9_AMB_131_the_owner_may_suppress_the_rebellion_at_once() -> None:
    state = preach(garrisoned("2@S.FM 0@S.BR- unrest=1"))
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


def test_AMB_54_AMB_46_a_rebellion_of_missionaries_cannot_be_avoided_by_payment() -> None:
    state = preach(garrisoned("2@S.FM money=4"))
    assert question(state) == ("S", "suppress")
    for action in ("pay 1", "hire 1", "exchange goods", "rebel S.FM"):
        assert refused(state, action)
    assert refused(state, "suppress S.BR 2 0") == refused(state, "suppress S.BR 2 1") == "AMB-46"


@pytest.mark.parametrize(("ruling", "after"), [("event", 1), ("each", 3)])
def test_AMB_33_AMB_34_cities_connected_through_it_are_lost_with_it(ruling: str, after: int) -> None:
    south = "S.C-S.BR S.FM-S.BR S.FR-S.BR"
    state = mission(sites="S.FM=C1 S.FR=C2", defender=south, rulings={"chain_unrest": ruling})
    preach(state)
    assert cities(state, "S") == set()
    assert unrest(state, "S") == after


def test_AMB_8_U_4_a_rebellion_removes_no_city_and_can_end_the_game() -> None:
    state = preach(mission(defender="unrest=4"))
    assert ended(state) == ("unrest", ("N",))
    assert state.position()["sites"]["S.BR"] == "S4"
    assert cities(state, "S") == set()
    assert unrest(state, "S") == 5


@pytest.mark.parametrize("purse", [0, 1, 2, 4])
def test_AMB_46_suppress_hire_against_missionaries(purse: int) -> None:
    """2-leader and 1-garrison against a 4-market: two more are needed."""
    state = preach(garrisoned(f"2@S.FM money={purse}", tile="A1", rulings={"suppress_hire": True}))
    if purse < 2:
        assert cities(state, "S") == {"S.FM"}
        return
    assert legal(state) == {"concede", *(f"suppress S.BR 2 {hired}" for hired in range(2, purse + 1))}
    play(state, "suppress S.BR 2 2")
    assert money(state, "S") == (purse - 2, purse - 2)
    assert cities(state, "S") == {"S.FM", "S.BR"}


@pytest.mark.parametrize("south", ["S.C-S.FR", "S.C-S.BL S.C-S.FR S.FR:2"])
def test_AMB_45_the_rebelling_city_lends_no_reach_against_itself(south: str) -> None:
    rulings = {"suppress_reach": "adjacent"}
    state = mission(sites="S.FR=C4 S.BL=A5", defender=f"5@S.BL {south}", rulings=rulings)
    preach(state, "attack 3 S.FR")
    assert cities(state, "S") == {"S.BL"}
