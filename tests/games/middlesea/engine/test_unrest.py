"""Unrest: U-1 to U-4, AMB-125."""

from __future__ import annotations

import pytest

from tests.games.middlesea.support.tables import cities, ended, play, table, unrest


@pytest.mark.parametrize(("before", "after"), [(0, 0), (3, 2)])
def test_U_1_U_2_a_road_to_an_uncontrolled_city_lowers_unrest_but_never_below_0(before: int, after: int) -> None:
    state = table("build", "N", sites="N.FL=S1", N=f"unrest={before}")
    assert unrest(play(state, "road N.C N.FL"), "N") == after


@pytest.mark.parametrize(("attacker", "defender", "end"), [(0, 2, None), (1, 4, ("unrest", ("N",)))])
def test_U_3_U_4_an_invasion_raises_it_and_at_5_the_game_is_over(attacker: int, defender: int, end: object) -> None:
    north, south = f"money=0 unrest={attacker} 4@N.FL N.FL:1", f"money=0 unrest={defender} S.C-S.FL S.C-S.FR"
    state = play(table("leader", "N", sites="N.FL=A5 S.FL=S2 S.FR=S3", N=north, S=south), "attack 4 S.FL")
    assert (cities(state, "N"), cities(state, "S")) == ({"N.FL", "S.FL"}, {"S.FR"})
    assert (unrest(state, "N"), unrest(state, "S")) == (0, defender + 1)
    assert ended(state) == end


def test_AMB_125_every_rebellion_that_missionaries_raise_adds_one() -> None:
    sites, south = "N.FL=M5 E.FL=M4 S.BL=S1 S.FL=S2 S.FR=S3", "money=0 S.C-S.BL S.C-S.FL S.C-S.FR"
    state = table("leader", "N", seats="NES", sites=sites, N="money=0 4@N.FL N.FL:1", E="money=0 4@E.FL E.FL:1", S=south)
    assert unrest(play(state, "attack 4 S.BL", "end"), "S") == 1
    assert unrest(play(state, "attack 4 S.FL"), "S") == 2
    assert cities(state, "S") == {"S.FR"}
