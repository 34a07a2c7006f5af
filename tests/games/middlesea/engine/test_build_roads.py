"""Roads: BR-1 to BR-6, the worked example D-BUILD-2, AMB-69 to AMB-71."""

from __future__ import annotations

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, legal, money, play, refused, seat, table, unrest

SITES = {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3", "N.FR": "S4", "N.BR": "S5"}


def test_D_BUILD_2_road_prices() -> None:
    south = "gold=10 unrest=2 goods="
    state = play(table("build", "S", sites="S.FL=A4 S.FR=M2", S=f"{south}10"), "road S.C S.FL")
    assert (money(state, "S"), unrest(state, "S")) == ((6, 6), 1)
    play(state, "road S.C S.FR")
    assert (money(state, "S"), unrest(state, "S")) == ((4, 4), 0)
    assert cities(state, "S") == {"S.FL", "S.FR"}
    assert refused(table("build", "S", sites="S.FL=A4 S.FR=M2", S=f"{south}3"), "road S.C S.FL") == "BR-3"


def rich(roads: str = "") -> State:
    """N has all five tiles at home, these roads, and no end of money."""
    return table("build", "N", sites=SITES, N=f"money=99 {roads}")


def test_BR_1_BR_2_AMB_70_from_the_capital_but_not_to_it_and_not_between_cities_apart() -> None:
    assert legal(rich(), "road") == {f"road N.C {site}" for site in SITES}
    state = rich("N.C-N.BL N.C-N.FL N.C-N.FM N.C-N.FR N.C-N.BR")
    for start, end in (("BL", "BR"), ("FL", "FR"), ("BL", "FR"), ("BR", "FL")):
        assert refused(state, f"road N.{start} N.{end}") == "BR-2"
    assert refused(rich("N.BL-N.FL"), "road N.FL N.C") == "AMB-70"


@pytest.mark.parametrize("hold", ["N.FL:1", "2@N.FL-", "N.FL-N.BL"])
def test_BR_2_BR_6_no_road_to_an_opponents_city_and_none_to_an_own_one_lowers_unrest(hold: str) -> None:
    assert refused(table("build", "N", sites=SITES, E=hold), "road N.C N.FL") == "BR-2"
    assert unrest(play(table("build", "N", sites=SITES, N=f"unrest=2 {hold}"), "road N.C N.FL"), "N") == 2


@pytest.mark.parametrize(("place", "price"), [("BL", 1), ("FL", 2), ("FM", 3), ("FR", 4), ("BR", 5)])
def test_BR_3_BR_4_Y_3_the_value_of_the_city_and_no_more(place: str, price: int) -> None:
    state = play(table("build", "N", sites=SITES, N="goods=5 gold=7"), f"road N.C N.{place}")
    assert money(state, "N") == (5 - price, 7 - price)
    assert seat(state, "N")["roads"] == [f"N.C-N.{place}"]


def test_AMB_69_the_price_is_that_of_the_end_named_last() -> None:
    assert money(play(rich("N.C-N.FL N.C-N.FM"), "road N.FL N.FM"), "N") == (96, 96)
    assert money(play(rich("N.C-N.FL N.C-N.FM"), "road N.FM N.FL"), "N") == (97, 97)


@pytest.mark.parametrize(("builder", "abroad"), [("N", "E"), ("E", "W"), ("W", "S"), ("S", "N")])
def test_AMB_71_between_provincial_cities(builder: str, abroad: str) -> None:
    sites = {f"{abroad}.{place}": tile for place, tile in (("FL", "S1"), ("FM", "S2"), ("BR", "S3"))}
    state = table("build", builder, sites=sites, **{builder: f"money=9 {abroad}.FL:1"})
    play(state, f"road {abroad}.FL {abroad}.FM", f"road {abroad}.FM {abroad}.BR")
    assert cities(state, builder) == set(sites)
    assert money(state, builder) == (4, 4)
    assert set(seat(state, builder)["roads"]) == {f"{abroad}.FL-{abroad}.FM", f"{abroad}.FM-{abroad}.BR"}
