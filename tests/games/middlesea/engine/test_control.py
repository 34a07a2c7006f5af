"""Control phase: C-1 to C-4, the worked example D-CTRL, AMB-40 to AMB-43."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, leader, legal, money, play, question, refused, seat, table, unrest
from tests.games.middlesea.support.worked_example import CONTROL


def control_example(*actions: str) -> State:
    """The position of D-CTRL: king 4, unrest 2, four cities, 2 goods and 1 gold; and some actions."""
    return play(table("control", "S", **CONTROL), *actions)


def test_D_CTRL_1_to_3_only_what_can_be_paid_is_offered_and_the_leader_of_the_rebelling_city_turns() -> None:
    state = control_example()
    assert question(state) == ("S", "pay")
    assert legal(state) == {"pay 0", "pay 1"}
    assert (refused(state, "pay 2"), refused(state, "exchange goods")) == ("C-2", "AMB-28")
    play(state, "pay 1")
    assert money(state, "S") == (1, 0)
    assert question(state) == ("S", "rebel")
    assert legal(state) == {"rebel S.BL", "rebel S.FL", "rebel S.FR", "rebel S.FM"}
    play(state, "rebel S.BL")
    assert leader(state, "S", 1) == "S.BL-"
    assert legal(state) == {"suppress S.BL 2", "suppress S.BL 5", "concede"}
    assert refused(state, "suppress S.BL 4") == "AMB-51", "the king does not suppress"


@pytest.mark.parametrize(("value", "turned", "other"), [(5, "S.FR-", "S.FL"), (2, "S.FL-", "S.FR")], ids=["4a", "4b"])
def test_D_CTRL_4_suppressed_by_the_temple_or_by_the_garrison(value: int, turned: str, other: str) -> None:
    state = control_example("pay 1", "rebel S.BL", f"suppress S.BL {value}")
    assert [leader(state, "S", each) for each in (value, 7 - value, 1)] == [turned, other, "S.BL-"]
    assert cities(state, "S") == {"S.BL", "S.FL", "S.FR", "S.FM"}
    assert unrest(state, "S") == 2
    assert "S.C-S.BL" in seat(state, "S")["roads"]


def test_D_CTRL_4c_let_go() -> None:
    state = control_example("pay 1", "rebel S.BL", "concede")
    assert leader(state, "S", 1) == "reserve"
    assert cities(state, "S") == {"S.FL", "S.FR", "S.FM"}
    assert unrest(state, "S") == 3
    assert "S.BL" in state.position()["sites"]
    assert "S.C-S.BL" not in seat(state, "S")["roads"]


PLACES = ("BL", "FL", "FM", "FR", "BR")
TILES = ("S1", "C1", "S2", "C2", "S3")


def kingdom(count: int, south: str, **fields: Any) -> State:
    """S begins its control phase with a number of cities, joined by roads."""
    sites = {f"S.{place}": tile for place, tile in zip(PLACES[:count], TILES, strict=False)}
    roads = " ".join(f"S.C-{site}" for site in sites)
    return table("control", "S", order=["S", "N", "E", "W"], sites=sites, S=f"money=9 {roads} {south}", **fields)


def payments(most: int) -> set[str]:
    """Return the payments from 0 to the most."""
    return {f"pay {count}" for count in range(most + 1)}


@pytest.mark.parametrize(("king", "angry", "free"), [(5, 0, 5), (4, 1, 3), (2, 1, 1), (2, 2, 0), (0, 0, 0)])
def test_C_1_the_king_less_the_unrest(king: int, angry: int, free: int) -> None:
    state = kingdom(5, f"king={king} unrest={angry}")
    assert state.view(None).kingdoms["S"].control_value == free
    assert legal(state, "pay") == (payments(5 - free) if free < 5 else set())


def test_C_2_each_city_above_costs_one_of_both() -> None:
    state = play(kingdom(3, "king=0", rulings={"production": "choice"}), "pay 3")
    assert money(state, "S") == (6, 6)
    assert len(cities(state, "S")) == 3
    assert unrest(state, "S") == 0
    assert refused(kingdom(3, "king=2"), "pay 2") == "C-2", "only cities above can be paid for"
    for purse in ("goods=2 gold=9", "goods=9 gold=2"):
        state = kingdom(5, f"king=1 {purse}")
        assert legal(state) == payments(2), "the scarcer money is the limit"
        assert refused(state, "pay 3") == "C-2"


@pytest.mark.parametrize(("paid", "rebels"), [(0, 3), (1, 2), (2, 1)])
def test_C_3_AMB_42_as_many_rebel_as_are_not_paid_for(paid: int, rebels: int) -> None:
    state = play(kingdom(5, "king=2"), f"pay {paid}", *[f"rebel S.{place}" for place in PLACES[:rebels]])
    assert question(state) == ("S", "build")
    assert cities(state, "S") == {f"S.{place}" for place in PLACES[rebels:]}


def test_AMB_40_or_as_a_debt_that_is_paid_for_as_well() -> None:
    state = kingdom(2, "king=1 unrest=3", rulings={"negative_control": "debt"})
    assert legal(state) == payments(4)
    play(state, "pay 3")
    assert legal(state) == {"rebel S.BL", "rebel S.FL"}
    assert unrest(play(state, "rebel S.BL"), "S") == 4


def test_AMB_43_all_are_named_before_any_is_put_down() -> None:
    state = control_example("pay 0", "rebel S.FM")
    assert refused(state, "suppress S.FM 5")
    assert leader(state, "S", 5) == "S.FR"
    play(state, "rebel S.FR")
    assert leader(state, "S", 5) == "S.FR-"
    assert legal(state) == {"suppress S.FM 2", "suppress S.FR 2", "concede"}
