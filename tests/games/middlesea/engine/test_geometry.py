"""The board: sites, adjacency, coast (B.1 to B.4)."""

from __future__ import annotations

import pytest

import kingdoms
from tests.games.middlesea.support.tables import new, play, refused, table

CITY_PLACES = ("BL", "FL", "FM", "FR", "BR")
BOARD = {
    f"{seat}.{place}": f"{suit}{value}"
    for seat, suit in zip("NESW", "SMCA", strict=True)
    for value, place in enumerate(CITY_PLACES, 1)
}
"""All twenty cities, a suit to a continent."""


@pytest.mark.parametrize(
    ("seats", "order"),
    [("NESW", "ESWN"), ("NEW", "EWN"), ("NES", "SNE"), ("NSW", "NSW"), ("ESW", "WES"), ("EW", "WE"), ("NS", "NS")],
)
def test_B_1_S_7_AMB_23_the_next_seat_is_the_next_one_clockwise_that_plays(seats: str, order: str) -> None:
    position = play(new(list(seats)), f"first {order[0]}").position()
    assert position["order"] == list(order)
    assert set(position["seats"]) == set(seats)


@pytest.mark.parametrize("roads", ["N.C-N.FL N.BL-N.FM", "N.C-N.FR N.FM-N.BR"])
def test_B_2_roads_may_cross(roads: str) -> None:
    state = table("build", "N", sites="N.BL=S1 N.FL=S2 N.FM=S3 N.FR=S4 N.BR=S5", N=roads)
    assert state.position()["seats"]["N"]["roads"] == roads.split()


@pytest.mark.parametrize(("start", "end"), [("N.FM", "E.FM"), ("N.FL", "E.FR"), ("N.C", "S.FM")])
def test_B_3_BR_5_no_road_leads_over_the_sea(start: str, end: str) -> None:
    state = table("build", "N", sites=BOARD, N="money=9 N.C-N.FM N.C-N.FL")
    assert refused(state, f"road {start} {end}") == "BR-5"
    with pytest.raises(kingdoms.PositionError, match="continents"):
        table("build", "N", sites=BOARD, N=f"{start}-{end}")


@pytest.mark.parametrize(("seats", "left"), [("NES", 5), ("NS", 10), ("EW", 10)])
def test_B_4_fewer_continents_leave_tiles_over(seats: str, left: int) -> None:
    tiles = iter(BOARD.values())
    sites = {f"{seat}.{place}": next(tiles) for seat in seats for place in CITY_PLACES}
    state = table("build", seats[0], sites=sites, seats=seats)
    assert sum(map(len, state.view(None).stacks.values())) == left
    assert refused(state, "explore arms under") == ""
