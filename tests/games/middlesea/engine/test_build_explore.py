"""Build phase in general and exploring: B-1, B-2, BE-1 to BE-8, the worked example D-BUILD-1, AMB-36, AMB-63 to AMB-68."""

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
    refused,
    seat,
    stack,
    table,
    unrest,
)


def on_site(state: State, site: str) -> str | None:
    """Return the tile at a site."""
    tile: str | None = state.position()["sites"].get(site)
    return tile


def sites_for(state: State, suit: str) -> set[str]:
    """Return where a tile of a stack may go."""
    return {text.split(" ")[2] for text in legal(state, "explore") if text.split(" ")[1] == suit}


# -- the phase --------------------------------------------------------------------------------------------------------


def build_example() -> State:
    """The position of D-BUILD-1."""
    return table("build", "S", S={"unrest": 1, "goods": 10, "gold": 6})


def test_D_BUILD_1_a_free_mixture() -> None:
    state = play(build_example(), "explore crowns S.FM")
    assert money(state, "S") == (9, 5)
    assert on_site(state, "S.FM") == "C1"
    assert cities(state, "S") == set()
    assert stack(state, "crowns")[0] == "C2"

    play(state, "road S.C S.FM")
    assert money(state, "S") == (8, 4)
    assert cities(state, "S") == {"S.FM"}
    assert unrest(state, "S") == 0

    play(state, "exchange goods")
    assert money(state, "S") == (6, 5)

    play(state, "explore arms S.FL")
    assert money(state, "S") == (5, 4)
    assert on_site(state, "S.FL") == "A1"
    assert cities(state, "S") == {"S.FM"}

    play(state, "port S.FM 2")
    assert money(state, "S") == (3, 2)
    assert seat(state, "S")["ports"] == {"S.FM": 2}
    assert unrest(state, "S") == 0

    assert refused(state, "port S.FL 1") == "BP-1"
    assert refused(state, "road S.FL S.BL")


def test_B_2_each_action_is_paid_at_once() -> None:
    state = play(table("build", "N", sites={"N.FL": "S1"}, N={"goods": 2, "gold": 2}), "explore suns under")
    assert money(state, "N") == (1, 1)
    play(state, "road N.C N.FL")
    assert money(state, "N") == (0, 0)
    assert legal(state) == {"end"}


# -- exploring --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goods", "gold"), [(0, 4), (4, 0), (0, 0)])
def test_BE_1_not_without_money(goods: int, gold: int) -> None:
    assert refused(table("build", "N", N={"goods": goods, "gold": gold}), "explore suns N.FL") == "BE-1"


@pytest.mark.parametrize(("suit", "tile"), [("suns", "S1"), ("moons", "M1"), ("crowns", "C1"), ("arms", "A1")])
def test_BE_2_the_top_tile_of_any_stack(suit: str, tile: str) -> None:
    state = play(table("build", "N"), f"explore {suit} N.BR")
    assert on_site(state, "N.BR") == tile
    assert stack(state, suit) == [f"{tile[0]}{value}" for value in range(2, 6)]


def test_BE_3_AMB_68_on_any_free_site_or_under_the_stack() -> None:
    state = table("build", "N", sites={"N.FM": "C5"})
    assert sites_for(state, "suns") == {"N.BL", "N.FL", "N.FR", "N.BR", "under"}


def test_BE_4_not_on_other_continents() -> None:
    assert refused(table("build", "N"), "explore suns E.FL") == "BE-4"


FULL, ROADS = full_home("N", ("S1", "S2", "C3", "C4", "A5"))


def full(**fields: Any) -> State:
    """N, at the build phase, has five cities at home and roads to all of them, unless told otherwise."""
    fields["N"] = {"goods": 4, "gold": 4, "roads": ROADS} | fields.get("N", {})
    return table("build", "N", sites=FULL | fields.pop("sites", {}), **fields)


ALL_GOVERNED = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR-"}


def test_BE_5_AMB_63_with_five_governed_cities_tiles_only_go_under() -> None:
    state = full(N={"leaders": ALL_GOVERNED})
    assert sites_for(state, "moons") == {"under"}
    assert stack(play(state, "explore moons under"), "moons") == ["M2", "M3", "M4", "M5", "M1"]
    assert money(state, "N") == (3, 3)


def test_BE_6_an_ungoverned_city_may_be_replaced() -> None:
    state = full(N={"leaders": {"0": "N.BL", "2": "N.FL", "3": "N.FM"}})
    assert sites_for(state, "moons") == {"N.FR", "N.BR", "under"}
    state = play(state, "explore moons N.FR")
    assert on_site(state, "N.FR") == "M1"
    assert money(state, "N") == (3, 3)


def test_BE_7_its_roads_and_its_port_are_lost() -> None:
    roads = [*ROADS, "N.FL-N.FM", "N.FM-N.FR", "N.BL-N.FM"]
    state = play(full(N={"roads": roads, "ports": {"N.FM": 3, "N.FL": 1}}), "explore moons N.FM")
    north = seat(state, "N")
    assert set(north["roads"]) == {"N.C-N.BL", "N.C-N.FL", "N.C-N.FR", "N.C-N.BR"}
    assert north["ports"] == {"N.FL": 1}
    assert money(state, "N") == (3, 3)


def test_BE_8_a_new_city_is_uncontrolled() -> None:
    assert cities(play(table("build", "N"), "explore suns N.FL"), "N") == set()


@pytest.mark.parametrize("value", ["event", "each"])
def test_AMB_36_AMB_33_cities_connected_through_it_are_lost_without_unrest(value: str) -> None:
    roads = ["N.C-N.BL", "N.C-N.FL", "N.FL-N.FM", "N.C-N.FR", "N.C-N.BR"]
    state = play(full(N={"roads": roads, "unrest": 2}, rulings={"chain_unrest": value}), "explore moons N.FL")
    assert cities(state, "N") == {"N.BL", "N.FR", "N.BR"}
    assert unrest(state, "N") == 2


def last_tile(**fields: Any) -> State:
    """One sun is left in its stack; the others lie on W's continent."""
    sites = {"W.FL": "S1", "W.FM": "S2", "W.FR": "S3", "W.BL": "S4"}
    return table("build", "N", sites=sites, **fields)


def test_AMB_64_an_empty_stack_cannot_be_chosen() -> None:
    state = play(last_tile(), "explore suns N.FL")
    assert stack(state, "suns") == []
    assert refused(state, "explore suns N.FM") == "AMB-64"
    assert refused(state, "explore suns under") == "AMB-64"


def test_AMB_65_replace_early() -> None:
    sites = {"N.FL": "S1", "N.FM": "S2", "N.FR": "S3"}
    north = {"roads": ["N.C-N.FL"], "leaders": {"2": "N.FR-"}}
    state = table("build", "N", sites=sites, rulings={"replace_early": True}, N=north)
    assert sites_for(state, "moons") == {"N.BL", "N.BR", "N.FL", "N.FM", "under"}
    play(state, "explore moons N.FL")
    assert on_site(state, "N.FL") == "M1"
    assert stack(state, "suns") == ["S4", "S5", "S1"]
    assert cities(state, "N") == {"N.FR"}


THEIRS: list[dict[str, Any]] = [{"roads": ["N.FM-N.FR"]}, {"ports": {"N.FM": 2, "N.FR": 1}}]


@pytest.mark.parametrize("hold", THEIRS, ids=["roads", "ports"])
def test_AMB_66_a_city_an_opponent_holds_by_routes_may_be_replaced(hold: dict[str, Any]) -> None:
    roads = ["N.C-N.BL", "N.C-N.FL", "N.C-N.BR"]
    state = full(N={"roads": roads}, E=hold | {"unrest": 1})
    assert cities(state, "E") == {"N.FM", "N.FR"}
    play(state, "explore moons N.FM")
    assert on_site(state, "N.FM") == "M1"
    assert "N.FM" not in cities(state, "E")
    assert seat(state, "E")["roads"] == []
    assert "N.FM" not in seat(state, "E")["ports"]
    assert unrest(state, "E") == 1


@pytest.mark.parametrize("hold", THEIRS, ids=["roads", "ports"])
def test_AMB_66_replace_opponent_may_be_forbidden(hold: dict[str, Any]) -> None:
    roads = ["N.C-N.BL", "N.C-N.FL", "N.C-N.BR"]
    state = full(N={"roads": roads}, E=hold, rulings={"replace_opponent": False})
    assert sites_for(state, "moons") == {"N.BL", "N.FL", "N.BR", "under"}
    assert refused(state, "explore moons N.FM") == "AMB-66"


@pytest.mark.parametrize("place", ["N.FM", "N.FM-"])
def test_AMB_67_a_city_with_an_own_leader_is_not_replaced(place: str) -> None:
    assert refused(full(N={"leaders": {"2": place}}), "explore moons N.FM") == "AMB-67"


def test_AMB_124_looking_at_a_tile_costs_each_time() -> None:
    state = play(table("build", "N"), *["explore suns under"] * 4)
    assert money(state, "N") == (0, 0)
    assert stack(state, "suns") == ["S5", "S1", "S2", "S3", "S4"]
    assert refused(state, "explore suns under") == "BE-1"
