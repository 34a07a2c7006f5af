"""Build phase in general and exploring: B-1, B-2, BE-1 to BE-8, the worked example D-BUILD-1, AMB-36, AMB-63 to AMB-68."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, full_home, legal, money, play, refused, seat, stack, table, unrest


def on_site(state: State, site: str) -> str | None:
    """Return the tile at a site."""
    tile: str | None = state.position()["sites"].get(site)
    return tile


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
    state = play(table("build", "N", sites="N.FL=S1", N="money=2"), "explore suns under")
    assert money(state, "N") == (1, 1)
    play(state, "road N.C N.FL")
    assert money(state, "N") == (0, 0)
    assert legal(state) == {"end"}


@pytest.mark.parametrize("purse", ["goods=0 gold=4", "goods=4 gold=0"])
def test_BE_1_not_without_money(purse: str) -> None:
    assert refused(table("build", "N", N=purse), "explore suns N.FL") == "BE-1"


@pytest.mark.parametrize(("suit", "tile"), [("suns", "S1"), ("moons", "M1"), ("crowns", "C1"), ("arms", "A1")])
def test_BE_2_BE_8_the_top_tile_of_any_stack_is_an_uncontrolled_city(suit: str, tile: str) -> None:
    state = play(table("build", "N"), f"explore {suit} N.BR")
    assert on_site(state, "N.BR") == tile
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
    assert on_site(state, "N.FR") == "M1"
    assert money(state, "N") == (3, 3)


def test_BE_7_its_roads_and_its_port_are_lost() -> None:
    roads = [*ROADS, "N.FL-N.FM", "N.FM-N.FR", "N.BL-N.FM"]
    state = play(full(N={"roads": roads, "ports": {"N.FM": 3, "N.FL": 1}}), "explore moons N.FM")
    assert set(seat(state, "N")["roads"]) == {"N.C-N.BL", "N.C-N.FL", "N.C-N.FR", "N.C-N.BR"}
    assert seat(state, "N")["ports"] == {"N.FL": 1}


@pytest.mark.parametrize("value", ["event", "each"])
def test_AMB_36_AMB_33_cities_connected_through_it_are_lost_without_unrest(value: str) -> None:
    roads = ["N.C-N.BL", "N.C-N.FL", "N.FL-N.FM", "N.C-N.FR", "N.C-N.BR"]
    state = play(full(N={"roads": roads, "unrest": 2}, rulings={"chain_unrest": value}), "explore moons N.FL")
    assert cities(state, "N") == {"N.BL", "N.FR", "N.BR"}
    assert unrest(state, "N") == 2


def test_AMB_64_an_empty_stack_cannot_be_chosen() -> None:
    state = play(table("build", "N", sites="W.FL=S1 W.FM=S2 W.FR=S3 W.BL=S4"), "explore suns N.FL")
    assert stack(state, "suns") == []
    assert refused(state, "explore suns N.FM") == refused(state, "explore suns under") == "AMB-64"


def test_AMB_65_replace_early() -> None:
    sites, rulings = "N.FL=S1 N.FM=S2 N.FR=S3", {"replace_early": True}
    state = table("build", "N", sites=sites, rulings=rulings, N="N.C-N.FL 2@N.FR-")
    assert sites_for(state, "moons") == {"N.BL", "N.BR", "N.FL", "N.FM", "under"}
    play(state, "explore moons N.FL")
    assert on_site(state, "N.FL") == "M1"
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
    assert on_site(state, "N.FM") == "M1"
    assert "N.FM" not in cities(state, "E")
    assert seat(state, "E")["roads"] == []
    assert unrest(state, "E") == 1
