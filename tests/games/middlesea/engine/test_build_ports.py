"""Ports and exchange: BP-1 to BP-4, BX-1, the worked example D-BUILD-3, AMB-72."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, money, play, question, refused, seat, table, unrest


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


@pytest.mark.parametrize("piers", [1, 2, 3, 4, 5])
def test_BP_2_one_of_both_for_each_pier(piers: int) -> None:
    state = play(port_example(goods=5, gold=6), f"port N.FM {piers}")
    assert money(state, "N") == (5 - piers, 6 - piers)
    assert seat(state, "N")["ports"] == {"N.FM": piers}


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


@pytest.mark.parametrize(("action", "after"), [("exchange goods", (1, 4)), ("exchange gold", (4, 1))])
def test_BX_1_two_of_one_for_one_of_the_other(action: str, after: tuple[int, int]) -> None:
    assert money(play(table("build", "N", N={"goods": 3, "gold": 3}), action), "N") == after


@pytest.mark.parametrize(("phase", "decision"), [("control", "pay"), ("leader", "leader")])
def test_BX_1_only_in_the_build_phase(phase: str, decision: str) -> None:
    state = table(phase, "N", sites={"N.FL": "S1", "N.FM": "C1"}, N={"roads": ["N.C-N.FL", "N.C-N.FM"]})
    assert question(state) == ("N", decision)
    assert refused(state, "exchange goods") == "AMB-28"
