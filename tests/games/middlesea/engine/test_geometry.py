"""The board: sites, adjacency, coast (B.1 to B.4)."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

import kingdoms
from kingdoms import render_text
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import legal, new, refused, table, targets

PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
CITY_PLACES = PLACES[1:]
COASTAL = ("FL", "FM", "FR")
INLAND = ("BL", "BR")
SEATS = ("N", "E", "S", "W")

EDGES = {
    *(("C", "BL"), ("C", "BR"), ("C", "FM"), ("C", "FL"), ("C", "FR"), ("FL", "FM"), ("FM", "FR")),
    *(("BL", "FL"), ("BR", "FR"), ("BL", "FM"), ("BR", "FM")),
}

ON_THE_PAGE = {
    "C": {"N": (2, 11), "E": (6, 19), "S": (10, 11), "W": (6, 3)},
    "FM": {"N": (3, 11), "E": (6, 17), "S": (9, 11), "W": (6, 5)},
    "FL": {"N": (3, 13), "E": (7, 17), "S": (9, 9), "W": (5, 5)},
    "FR": {"N": (3, 9), "E": (5, 17), "S": (9, 13), "W": (7, 5)},
    "BL": {"N": (2, 13), "E": (7, 19), "S": (10, 9), "W": (5, 3)},
    "BR": {"N": (2, 9), "E": (5, 19), "S": (10, 13), "W": (7, 3)},
}
"""Row and column of each site in the diagram of the setup."""


def adjacent(start: str, end: str) -> bool:
    return (start, end) in EDGES or (end, start) in EDGES


def seat_fields(seat: str, **fields: Any) -> dict[str, Any]:
    """The possessions of one seat."""
    return {seat: fields}


def full_continent(seat: str, base: str = "") -> dict[str, str]:
    """Cities on all five sites, a 5-garrison at the base."""
    tiles = iter(("S1", "S2", "S3", "S4", "S5"))
    return {f"{seat}.{place}": "A5" if place == base else next(tiles) for place in CITY_PLACES}


def full_board() -> dict[str, str]:
    """All twenty cities, a suit to a continent."""
    return {
        f"{seat}.{place}": f"{suit}{value}"
        for seat, suit in zip(SEATS, "SMCA", strict=True)
        for value, place in enumerate(CITY_PLACES, 1)
    }


def test_B_1_sites_are_written_seat_by_seat_in_canonical_order() -> None:
    backwards = dict(reversed(full_board().items()))
    state = table("build", "N", sites=backwards)
    assert list(state.position()["sites"]) == [f"{seat}.{place}" for seat in SEATS for place in CITY_PLACES]


def test_B_1_left_and_right_are_as_the_owner_sees_them() -> None:
    """The drawn board has every site at its place in the diagram."""
    state = table("build", "N", sites=full_board())
    lines = str(render_text(state.view(None))).splitlines()
    marks = {f"{seat}.C": name for seat, name in zip(SEATS, ("S North", "M East", "C South", "A West"), strict=True)}
    marks |= {site: f"{site[2:]} {tile[1]}{tile[0]}" for site, tile in full_board().items()}
    drawn = {}
    for site, mark in marks.items():
        # the same name stands in the corner, too, above the kingdom's possessions: there, its place in dominance follows
        places = ((row, re.search(rf"{mark}(?!  dom)", line)) for row, line in enumerate(lines))
        drawn[site] = next((row, place.start()) for row, place in places if place)
    expected = {f"{seat}.{place}": ON_THE_PAGE[place][seat] for place in PLACES for seat in SEATS}
    for axis in (0, 1):
        rank = {at: i for i, at in enumerate(sorted({point[axis] for point in drawn.values()}))}
        expected_rank = {at: i for i, at in enumerate(sorted({point[axis] for point in expected.values()}))}
        assert {s: rank[p[axis]] for s, p in drawn.items()} == {s: expected_rank[p[axis]] for s, p in expected.items()}


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (["N", "E", "S", "W"], "E", ["E", "S", "W", "N"]),
        (["N", "E", "W"], "E", ["E", "W", "N"]),
        (["E", "S", "W"], "W", ["W", "E", "S"]),
        (["E", "W"], "W", ["W", "E"]),
    ],
)
def test_B_1_the_next_seat_is_the_next_one_clockwise_that_plays(seats: list[str], first: str, order: list[str]) -> None:
    state = new(seats)
    state.apply_action(f"first {first}")
    assert state.position()["order"] == order


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("start", "end"), list(combinations(PLACES, 2)))
def test_B_2_roads_lie_on_the_eleven_edges_only(seat: str, start: str, end: str) -> None:
    road = f"{seat}.{start}-{seat}.{end}"

    def read() -> State:
        return table("build", seat, sites=full_continent(seat), **seat_fields(seat, roads=[road]))

    if adjacent(start, end):
        assert read().position()["seats"][seat]["roads"] == [road]
    else:
        with pytest.raises(kingdoms.PositionError, match="adjacent"):
            read()


@pytest.mark.parametrize("start", PLACES)
def test_B_2_roads_are_built_to_adjacent_sites(start: str) -> None:
    leaders = {} if start == "C" else {"3": f"S.{start}"}
    state = table("build", "S", sites=full_continent("S"), S={"goods": 20, "gold": 20, "leaders": leaders})
    ends = {text.split(" ")[2] for text in legal(state, "road") if text.startswith(f"road S.{start} ")}
    assert ends == {f"S.{place}" for place in CITY_PLACES if adjacent(start, place)}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("base", CITY_PLACES)
def test_B_2_a_garrison_reaches_the_cities_next_to_it(seat: str, base: str) -> None:
    state = table("leader", seat, sites=full_continent(seat, base), **seat_fields(seat, leaders={"3": f"{seat}.{base}"}))
    assert targets(state, 3) == {f"{seat}.{place}" for place in CITY_PLACES if adjacent(base, place)}


@pytest.mark.parametrize(("first", "crossing"), [("C-FL", "BL-FM"), ("C-FR", "FM-BR")])
def test_B_2_roads_may_cross(first: str, crossing: str) -> None:
    roads = ["-".join(f"N.{place}" for place in road.split("-")) for road in (first, crossing)]
    state = table("build", "N", sites=full_continent("N"), N={"roads": roads})
    assert state.position()["seats"]["N"]["roads"] == roads


def test_B_2_the_roads_of_two_players_may_cross() -> None:
    sites = full_continent("N")
    state = table("build", "N", sites=sites, N={"roads": ["N.C-N.FL"]}, S={"roads": ["N.BL-N.FM"]})
    assert {site: city.holder for site, city in state.view(None).cities.items() if city.holder} == {
        "N.FL": "N",
        "N.BL": "S",
        "N.FM": "S",
    }


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("place", COASTAL)
def test_B_3_the_front_row_is_coastal(seat: str, place: str) -> None:
    state = table("build", seat, sites=full_continent(seat), **seat_fields(seat, leaders={"3": f"{seat}.{place}"}))
    assert legal(state, "port") == {f"port {seat}.{place} {piers}" for piers in (1, 2, 3, 4)}
    assert refused(state, f"port {seat}.C 1")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("place", INLAND)
def test_B_3_the_back_row_has_no_ports(seat: str, place: str) -> None:
    state = table("build", seat, sites=full_continent(seat), **seat_fields(seat, leaders={"3": f"{seat}.{place}"}))
    assert refused(state, f"port {seat}.{place} 1") == "Y-6"
    with pytest.raises(kingdoms.PositionError, match="coast"):
        table("build", seat, sites=full_continent(seat), **seat_fields(seat, ports={f"{seat}.{place}": 1}))


def test_B_3_the_sea_leads_to_every_front_row_and_nowhere_else() -> None:
    sites = {site: tile for site, tile in full_board().items() if site != "N.FM"} | {"N.FM": "A5", "W.BR": "S3"}
    sites["N.FL"] = "S2"
    del sites["N.FR"]
    state = table("leader", "N", sites=sites, N={"leaders": {"3": "N.FM"}, "ports": {"N.FM": 1}})
    by_sea = {f"{seat}.{place}" for seat in "ESW" for place in COASTAL}
    by_land = {"N.FL", "N.BL", "N.BR"}
    assert targets(state, 3) == by_sea | by_land


@pytest.mark.parametrize(("start", "end"), [("N.FM", "E.FM"), ("N.FL", "E.FR"), ("N.C", "S.FM")])
def test_B_3_no_road_leads_over_the_sea(start: str, end: str) -> None:
    home = {"roads": ["N.C-N.FM", "N.C-N.FL"], "goods": 9, "gold": 9}
    state = table("build", "N", sites=full_board(), N=home)
    assert refused(state, f"road {start} {end}") == "BR-5"
    with pytest.raises(kingdoms.PositionError, match="continents"):
        table("build", "N", sites=full_board(), N={"roads": [f"{start}-{end}"]})


def test_B_4_four_full_continents_use_up_the_stacks() -> None:
    assert table("build", "N", sites=full_board()).view(None).stacks == {"suns": [], "moons": [], "crowns": [], "arms": []}


@pytest.mark.parametrize(("seats", "left"), [("NES", 5), ("NS", 10), ("EW", 10)])
def test_B_4_fewer_continents_leave_tiles_over(seats: str, left: int) -> None:
    tiles = iter(full_board().values())
    sites = {f"{seat}.{place}": next(tiles) for seat in seats for place in CITY_PLACES}
    state = table("build", seats[0], sites=sites, seats=seats)
    assert sum(map(len, state.view(None).stacks.values())) == left
    assert refused(state, "explore arms under") == ""
