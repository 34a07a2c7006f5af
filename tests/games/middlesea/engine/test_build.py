"""The build phase: B-1, B-2, BE-1 to BE-8, BR-1 to BR-6, BP-1 to BP-4, BX-1, D-BUILD, AMB-36, AMB-63 to AMB-72."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    full_home,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    stack,
    table,
    unrest,
)


def sites_for(state: State, suit: str) -> set[str]:
    """Return where a tile of a stack may go."""
    return {text.split(" ")[2] for text in legal(state, "explore") if text.split(" ")[1] == suit}


def test_D_BUILD_1_a_free_mixture() -> None:
    state = table("build", "S", S="unrest=1 goods=10 gold=6")
    for action, purse, held in (
        ("explore crowns S.FM", (9, 5), set()),
        ("road S.C S.FM", (8, 4), {"S.FM"}),
        ("exchange goods", (6, 5), {"S.FM"}),
        ("explore arms S.FL", (5, 4), {"S.FM"}),
        ("port S.FM 2", (3, 2), {"S.FM"}),
    ):
        play(state, action)
        assert (money(state, "S"), cities(state, "S"), unrest(state, "S")) == (purse, held, int(not held))
    assert state.position()["sites"] == {"S.FM": "C1", "S.FL": "A1"}
    assert stack(state, "crowns")[0] == "C2"
    assert seat(state, "S")["ports"] == {"S.FM": 2}
    assert refused(state, "port S.FL 1") == "BP-1"
    assert refused(state, "road S.FL S.BL")


def test_B_2_AMB_124_each_action_is_paid_at_once_and_looking_at_a_tile_each_time() -> None:
    state = play(table("build", "N"), *["explore suns under"] * 4)
    assert money(state, "N") == (0, 0)
    assert stack(state, "suns") == ["S5", "S1", "S2", "S3", "S4"]
    state = table("build", "N", sites="N.FL=S1", N="money=2")
    assert money(play(state, "explore suns under"), "N") == (1, 1)
    assert money(play(state, "road N.C N.FL"), "N") == (0, 0)
    assert legal(state) == {"end"}


@pytest.mark.parametrize("purse", ["goods=0 gold=4", "goods=4 gold=0"])
def test_BE_1_not_without_money(purse: str) -> None:
    assert refused(table("build", "N", N=purse), "explore suns N.FL") == "BE-1"


@pytest.mark.parametrize(("suit", "tile"), [("suns", "S1"), ("moons", "M1"), ("crowns", "C1"), ("arms", "A1")])
def test_BE_2_BE_8_the_top_tile_of_any_stack_is_an_uncontrolled_city(suit: str, tile: str) -> None:
    state = play(table("build", "N"), f"explore {suit} N.BR")
    assert state.position()["sites"] == {"N.BR": tile}
    assert stack(state, suit) == [f"{tile[0]}{value}" for value in range(2, 6)]
    assert cities(state, "N") == set()


def test_S_6_BE_3_BE_4_AMB_68_on_any_free_site_at_home_or_under_the_stack() -> None:
    state = table("build", "N", sites="N.FM=C5")
    assert sites_for(state, "suns") == {"N.BL", "N.FL", "N.FR", "N.BR", "under"}
    assert refused(state, "explore suns E.FL") == "BE-4"
    assert refused(state, "explore suns N.C")


FULL, ROADS = full_home("N", ("S1", "S2", "C3", "C4", "A5"))


def full(**fields: Any) -> State:
    """N, at the build phase, has five cities at home and roads to all of them, unless told otherwise."""
    fields["N"] = {"goods": 4, "gold": 4, "roads": ROADS} | fields.get("N", {})
    return table("build", "N", sites=FULL, **fields)


def test_BE_5_AMB_63_with_five_governed_cities_tiles_only_go_under() -> None:
    state = full(N={"leaders": {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR-"}})
    assert sites_for(state, "moons") == {"under"}
    assert stack(play(state, "explore moons under"), "moons") == ["M2", "M3", "M4", "M5", "M1"]
    assert money(state, "N") == (3, 3)


def test_BE_6_AMB_67_only_an_ungoverned_city_may_be_replaced() -> None:
    state = full(N={"leaders": {"0": "N.BL", "2": "N.FL-", "3": "N.FM"}})
    assert sites_for(state, "moons") == {"N.FR", "N.BR", "under"}
    assert refused(state, "explore moons N.FM") == refused(state, "explore moons N.FL") == "AMB-67"
    play(state, "explore moons N.FR")
    assert (state.position()["sites"]["N.FR"], money(state, "N")) == ("M1", (3, 3))


def test_BE_7_its_roads_and_its_port_are_lost() -> None:
    roads = [*ROADS, "N.FL-N.FM", "N.FM-N.FR", "N.BL-N.FM"]
    state = play(full(N={"roads": roads, "ports": {"N.FM": 3, "N.FL": 1}}), "explore moons N.FM")
    north = seat(state, "N")
    assert (set(north["roads"]), north["ports"]) == ({"N.C-N.BL", "N.C-N.FL", "N.C-N.FR", "N.C-N.BR"}, {"N.FL": 1})


@pytest.mark.parametrize("value", ["event", "each"])
def test_AMB_36_AMB_33_cities_connected_through_it_are_lost_without_unrest(value: str) -> None:
    roads = ["N.C-N.BL", "N.C-N.FL", "N.FL-N.FM", "N.C-N.FR", "N.C-N.BR"]
    state = play(full(N={"roads": roads, "unrest": 2}, rulings={"chain_unrest": value}), "explore moons N.FL")
    assert (cities(state, "N"), unrest(state, "N")) == ({"N.BL", "N.FR", "N.BR"}, 2)


def test_AMB_64_an_empty_stack_cannot_be_chosen() -> None:
    state = play(table("build", "N", sites="W.FL=S1 W.FM=S2 W.FR=S3 W.BL=S4"), "explore suns N.FL")
    assert stack(state, "suns") == []
    assert refused(state, "explore suns N.FM") == refused(state, "explore suns under") == "AMB-64"


def test_AMB_65_replace_early() -> None:
    sites, rulings = "N.FL=S1 N.FM=S2 N.FR=S3", {"replace_early": True}
    state = table("build", "N", sites=sites, rulings=rulings, N="N.C-N.FL 2@N.FR-")
    assert sites_for(state, "moons") == {"N.BL", "N.BR", "N.FL", "N.FM", "under"}
    play(state, "explore moons N.FL")
    assert state.position()["sites"]["N.FL"] == "M1"
    assert stack(state, "suns") == ["S4", "S5", "S1"]
    assert cities(state, "N") == {"N.FR"}


@pytest.mark.parametrize("hold", [{"roads": ["N.FM-N.FR"]}, {"ports": {"N.FM": 2, "N.FR": 1}}], ids=["roads", "ports"])
def test_AMB_66_a_city_an_opponent_holds_by_routes_may_be_replaced_unless_that_is_forbidden(hold: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"N": {"roads": ["N.C-N.BL", "N.C-N.FL", "N.C-N.BR"]}, "E": hold | {"unrest": 1}}
    forbidding = full(**fields, rulings={"replace_opponent": False})
    assert sites_for(forbidding, "moons") == {"N.BL", "N.FL", "N.BR", "under"}
    assert refused(forbidding, "explore moons N.FM") == "AMB-66"
    state = full(**fields)
    assert cities(state, "E") == {"N.FM", "N.FR"}
    play(state, "explore moons N.FM")
    assert state.position()["sites"]["N.FM"] == "M1"
    assert "N.FM" not in cities(state, "E")
    assert (seat(state, "E")["roads"], unrest(state, "E")) == ([], 1)


# -- roads --------------------------------------------------------------------------------------------------------------

SITES = {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3", "N.FR": "S4", "N.BR": "S5"}


def test_D_BUILD_2_road_prices() -> None:
    south = "gold=10 unrest=2 goods="
    state = table("build", "S", sites="S.FL=A4 S.FR=M2", S=f"{south}10")
    for site, rest, angry in (("S.FL", 6, 1), ("S.FR", 4, 0)):
        play(state, f"road S.C {site}")
        assert (money(state, "S"), unrest(state, "S"), site in cities(state, "S")) == ((rest, rest), angry, True)
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
    assert (cities(state, builder), money(state, builder)) == (set(sites), (4, 4))
    assert set(seat(state, builder)["roads"]) == {f"{abroad}.FL-{abroad}.FM", f"{abroad}.FM-{abroad}.BR"}


# -- ports and exchange -------------------------------------------------------------------------------------------------


def port_example(north: str = "") -> State:
    """The position of D-BUILD-3."""
    return table("build", "N", sites="N.FM=S3", N=f"money=4 unrest=1 N.C-N.FM {north}")


@pytest.mark.parametrize("piers", [1, 2, 3, 4])
def test_D_BUILD_3_BP_2_BP_4_one_of_both_for_each_pier_and_the_unrest_stays(piers: int) -> None:
    state = play(port_example(), f"port N.FM {piers}")
    north = seat(state, "N")
    assert (north["ports"], north["goods"], north["gold"], north["unrest"]) == ({"N.FM": piers}, 4 - piers, 4 - piers, 1)


def test_D_BUILD_3_AMB_72_piers_are_added_any_number_of_times_but_no_more_than_five() -> None:
    state = port_example("N.FM:4")
    assert refused(state, "port N.FM 2") == "BP-2"
    play(state, "port N.FM 1")
    assert (seat(state, "N")["ports"], money(state, "N")) == ({"N.FM": 5}, (3, 3))
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
