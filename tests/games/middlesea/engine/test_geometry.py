"""The board: sites, adjacency, coast (B.1 to B.4)."""

from __future__ import annotations

import pytest

import kingdoms
from tests.games.middlesea.support.tables import new, refused, table

PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
CITY_PLACES = PLACES[1:]
SEATS = ("N", "E", "S", "W")


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


@pytest.mark.parametrize(("first", "crossing"), [("C-FL", "BL-FM"), ("C-FR", "FM-BR")])
def test_B_2_roads_may_cross(first: str, crossing: str) -> None:
    roads = ["-".join(f"N.{place}" for place in road.split("-")) for road in (first, crossing)]
    state = table("build", "N", sites=full_continent("N"), N={"roads": roads})
    assert state.position()["seats"]["N"]["roads"] == roads


@pytest.mark.parametrize(("start", "end"), [("N.FM", "E.FM"), ("N.FL", "E.FR"), ("N.C", "S.FM")])
def test_B_3_no_road_leads_over_the_sea(start: str, end: str) -> None:
    home = {"roads": ["N.C-N.FM", "N.C-N.FL"], "goods": 9, "gold": 9}
    state = table("build", "N", sites=full_board(), N=home)
    assert refused(state, f"road {start} {end}") == "BR-5"
    with pytest.raises(kingdoms.PositionError, match="continents"):
        table("build", "N", sites=full_board(), N={"roads": [f"{start}-{end}"]})


@pytest.mark.parametrize(("seats", "left"), [("NES", 5), ("NS", 10), ("EW", 10)])
def test_B_4_fewer_continents_leave_tiles_over(seats: str, left: int) -> None:
    tiles = iter(full_board().values())
    sites = {f"{seat}.{place}": next(tiles) for seat in seats for place in CITY_PLACES}
    state = table("build", seats[0], sites=sites, seats=seats)
    assert sum(map(len, state.view(None).stacks.values())) == left
    assert refused(state, "explore arms under") == ""
