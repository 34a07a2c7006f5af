"""Ports and exchange: BP-1 to BP-4, BX-1, the worked example D-BUILD-3, AMB-72."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, legal, money, play, question, refused, seat, table, unrest


def port_example(**north: Any) -> State:
    """The position of D-BUILD-3."""
    defaults = {"goods": 4, "gold": 4, "unrest": 1, "roads": ["N.C-N.FM"]}
    return table("build", "N", sites={"N.FM": "S3"}, N=defaults | north)


def test_D_BUILD_3_a_port_of_four_piers() -> None:
    state = play(port_example(), "port N.FM 4")
    assert money(state, "N") == (0, 0)
    assert seat(state, "N")["ports"] == {"N.FM": 4}
    assert unrest(state, "N") == 1


def test_D_BUILD_3_one_more_pier_later_but_not_two() -> None:
    state = port_example(ports={"N.FM": 4})
    assert refused(state, "port N.FM 2") == "BP-2"
    play(state, "port N.FM 1")
    assert money(state, "N") == (3, 3)
    assert seat(state, "N")["ports"] == {"N.FM": 5}


@pytest.mark.parametrize("hold", [{"roads": ["N.C-N.FL"]}, {"leaders": {"2": "N.FL-"}}, {"roads": ["N.BL-N.FL"]}])
def test_BP_1_in_a_home_city(hold: dict[str, Any]) -> None:
    state = table("build", "N", sites={"N.FL": "S1", "N.BL": "S2"}, N=hold)
    assert seat(play(state, "port N.FL 1"), "N")["ports"] == {"N.FL": 1}


def test_BP_1_in_a_provincial_city() -> None:
    state = table("build", "N", sites={"W.FR": "S1"}, N={"leaders": {"2": "W.FR"}})
    assert seat(play(state, "port W.FR 2"), "N")["ports"] == {"W.FR": 2}


def test_BP_1_not_in_a_city_that_nobody_controls() -> None:
    assert refused(table("build", "N", sites={"N.FL": "S1"}), "port N.FL 1") == "BP-1"


def test_BP_1_not_in_a_city_of_an_opponent() -> None:
    state = table("build", "N", sites={"N.FL": "S1"}, E={"ports": {"N.FL": 1}})
    assert refused(state, "port N.FL 1") == "BP-1"


def test_BP_1_not_where_no_city_is() -> None:
    assert refused(table("build", "N"), "port N.FL 1")


@pytest.mark.parametrize("piers", [1, 2, 3, 4, 5])
def test_BP_2_one_of_both_for_each_pier(piers: int) -> None:
    state = play(port_example(goods=5, gold=6), f"port N.FM {piers}")
    assert money(state, "N") == (5 - piers, 6 - piers)
    assert seat(state, "N")["ports"] == {"N.FM": piers}


def test_BP_2_not_more_than_five_in_all() -> None:
    state = port_example(goods=99, gold=99)
    assert legal(state, "port") == {f"port N.FM {piers}" for piers in range(1, 6)}
    assert legal(play(state, "port N.FM 2"), "port") == {f"port N.FM {piers}" for piers in range(1, 4)}
    assert legal(play(state, "port N.FM 3"), "port") == set()


@pytest.mark.parametrize(("goods", "gold"), [(2, 9), (9, 2)])
def test_BP_2_not_more_than_one_can_pay(goods: int, gold: int) -> None:
    state = port_example(goods=goods, gold=gold)
    assert legal(state, "port") == {"port N.FM 1", "port N.FM 2"}
    assert refused(state, "port N.FM 3") == "BP-2"


@pytest.mark.parametrize(("piers", "stands"), [(4, False), (5, True)])
def test_BP_3_a_port_defends_with_its_piers(piers: int, stands: bool) -> None:
    state = table(
        "leader",
        "N",
        sites={"N.FL": "A3", "S.FL": "S1"},
        N={"goods": 0, "gold": 0, "leaders": {"2": "N.FL"}, "ports": {"N.FL": 1}},
        S={"goods": 0, "gold": 0, "roads": ["S.C-S.FL"], "ports": {"S.FL": piers}},
    )
    play(state, "attack 2 S.FL")
    assert ("S.FL" in seat(state, "S")["ports"]) == stands
    assert cities(state, "S") == {"S.FL"}


def test_BP_4_a_port_lowers_no_unrest() -> None:
    state = table("build", "N", sites={"W.FR": "S1"}, N={"unrest": 3, "leaders": {"2": "W.FR"}})
    assert unrest(play(state, "port W.FR 1"), "N") == 3


def test_AMB_72_piers_can_be_added_any_number_of_times() -> None:
    state = play(port_example(), "port N.FM 1", "port N.FM 1", "port N.FM 2")
    assert seat(state, "N")["ports"] == {"N.FM": 4}
    assert money(state, "N") == (0, 0)


def test_AMB_72_a_port_falls_as_a_whole() -> None:
    state = table(
        "leader",
        "N",
        sites={"N.FL": "A3", "S.FL": "S1"},
        N={"goods": 0, "gold": 0, "leaders": {"3": "N.FL"}, "ports": {"N.FL": 1}},
        S={"goods": 0, "gold": 0, "roads": ["S.C-S.FL"], "ports": {"S.FL": 5}},
    )
    assert seat(play(state, "attack 3 S.FL"), "S")["ports"] == {}


@pytest.mark.parametrize(("action", "after"), [("exchange goods", (1, 4)), ("exchange gold", (4, 1))])
def test_BX_1_two_of_one_for_one_of_the_other(action: str, after: tuple[int, int]) -> None:
    assert money(play(table("build", "N", N={"goods": 3, "gold": 3}), action), "N") == after


def test_BX_1_one_is_too_little() -> None:
    state = table("build", "N", N={"goods": 1, "gold": 1})
    assert refused(state, "exchange goods") == "BX-1"
    assert refused(state, "exchange gold") == "BX-1"


def test_BX_1_as_often_as_one_can() -> None:
    state = play(table("build", "N", N={"goods": 8, "gold": 0}), *["exchange goods"] * 4, "exchange gold")
    assert money(state, "N") == (1, 2)


@pytest.mark.parametrize(("action", "after"), [("exchange goods", (0, 3)), ("exchange gold", (3, 0))])
def test_BX_1_two_are_enough(action: str, after: tuple[int, int]) -> None:
    assert money(play(table("build", "N", N={"goods": 2, "gold": 2}), action), "N") == after


@pytest.mark.parametrize(("phase", "decision"), [("control", "pay"), ("leader", "leader")])
def test_BX_1_only_in_the_build_phase(phase: str, decision: str) -> None:
    state = table(phase, "N", sites={"N.FL": "S1", "N.FM": "C1"}, N={"roads": ["N.C-N.FL", "N.C-N.FM"]})
    assert question(state) == ("N", decision)
    assert refused(state, "exchange goods") == "AMB-28"
