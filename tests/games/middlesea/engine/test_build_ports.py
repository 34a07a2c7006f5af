"""Ports and exchange: BP-1 to BP-4, BX-1, the worked example D-BUILD-3, AMB-72."""

from __future__ import annotations

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import money, play, question, refused, seat, table, unrest


def port_example(north: str = "") -> State:
    """The position of D-BUILD-3."""
    return table("build", "N", sites="N.FM=S3", N=f"money=4 unrest=1 N.C-N.FM {north}")


@pytest.mark.parametrize("piers", [1, 2, 3, 4])
def test_D_BUILD_3_BP_2_BP_4_one_of_both_for_each_pier_and_the_unrest_stays(piers: int) -> None:
    state = play(port_example(), f"port N.FM {piers}")
    assert money(state, "N") == (4 - piers, 4 - piers)
    assert seat(state, "N")["ports"] == {"N.FM": piers}
    assert unrest(state, "N") == 1


def test_D_BUILD_3_AMB_72_piers_are_added_any_number_of_times_but_no_more_than_five() -> None:
    state = port_example("N.FM:4")
    assert refused(state, "port N.FM 2") == "BP-2"
    play(state, "port N.FM 1")
    assert money(state, "N") == (3, 3)
    assert seat(state, "N")["ports"] == {"N.FM": 5}
    state = play(port_example(), "port N.FM 1", "port N.FM 1", "port N.FM 2")
    assert (seat(state, "N")["ports"], money(state, "N")) == ({"N.FM": 4}, (0, 0))


@pytest.mark.parametrize("hold", ["N.C-N.FL", "2@N.FL-", "N.BL-N.FL"])
def test_BP_1_in_a_home_city(hold: str) -> None:
    state = table("build", "N", sites="N.FL=S1 N.BL=S2", N=hold)
    assert seat(play(state, "port N.FL 1"), "N")["ports"] == {"N.FL": 1}


@pytest.mark.parametrize(("action", "after"), [("exchange goods", (1, 4)), ("exchange gold", (4, 1))])
def test_BX_1_two_of_one_for_one_of_the_other(action: str, after: tuple[int, int]) -> None:
    assert money(play(table("build", "N", N="money=3"), action), "N") == after


@pytest.mark.parametrize(("phase", "decision"), [("control", "pay"), ("leader", "leader")])
def test_BX_1_AMB_28_only_in_the_build_phase(phase: str, decision: str) -> None:
    state = table(phase, "N", sites="N.FL=S1 N.FM=C1", N="goods=9 N.C-N.FL N.C-N.FM")
    assert question(state) == ("N", decision)
    assert refused(state, "exchange goods") == "AMB-28"
