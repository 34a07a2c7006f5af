"""The board, equipment, setup, open information and rounds: B-1 to B-4, S-1 to S-12, R-1, R-2, AMB-21 to AMB-28."""

from __future__ import annotations

import pytest

from kingdoms.core.errors import PositionError
from tests.games.middlesea.support.tables import legal, money, new, play, question, refused, seat, stack, table

SUITS = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}
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
def test_B_1_S_2_S_7_AMB_23_the_next_seat_is_the_next_one_clockwise_that_plays(seats: str, order: str) -> None:
    position = play(new(list(seats)), f"first {order[0]}").position()
    assert position["order"] == list(order)
    assert set(position["seats"]) == set(seats)
    for unused in set("NESW") - set(seats):
        with pytest.raises(PositionError):
            table("build", seats=seats, sites=f"{unused}.FL=S1")


@pytest.mark.parametrize("roads", ["N.C-N.FL N.BL-N.FM", "N.C-N.FR N.FM-N.BR"])
def test_B_2_roads_may_cross(roads: str) -> None:
    assert seat(table("build", "N", sites=BOARD, N=roads), "N")["roads"] == roads.split()


@pytest.mark.parametrize(("start", "end"), [("N.FM", "E.FM"), ("N.FL", "E.FR"), ("N.C", "S.FM")])
def test_B_3_BR_5_no_road_leads_over_the_sea(start: str, end: str) -> None:
    state = table("build", "N", sites=BOARD, N="money=9 N.C-N.FM N.C-N.FL")
    assert refused(state, f"road {start} {end}") == "BR-5"
    with pytest.raises(PositionError, match="continents"):
        table("build", "N", sites=BOARD, N=f"{start}-{end}")


@pytest.mark.parametrize(("seats", "rest"), [("NES", 5), ("NS", 10), ("EW", 10)])
def test_B_4_fewer_continents_leave_tiles_over(seats: str, rest: int) -> None:
    tiles = iter(BOARD.values())
    sites = {f"{seat}.{place}": next(tiles) for seat in seats for place in CITY_PLACES}
    state = table("build", seats[0], sites=sites, seats=seats)
    assert sum(map(len, state.view(None).stacks.values())) == rest
    assert refused(state, "explore arms under") == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S_1_S_3_S_4_S_12_AMB_21_AMB_22_every_suit_is_in_any_game_ace_on_top_and_all_are_first_equally_often(
    players: int,
) -> None:
    state = new(players)
    assert len(state.position()["seats"]) == players
    for suit, letter in SUITS.items():
        assert stack(state, suit) == [f"{letter}{value}" for value in range(1, 6)]
    assert [chance for _, chance in state.chance_outcomes()] == pytest.approx([1 / players] * players)


def test_S_5_the_stacks_do_not_affect_leader_actions() -> None:
    sites, north = "N.FL=A3 N.FM=S1 E.FM=S2", "3@N.FL N.C-N.FL N.FL:1"
    sorted_up = table("leader", "N", sites=sites, N=north)
    upside_down = table("leader", "N", sites=sites, N=north, stacks={"moons": ["M5", "M4", "M3", "M2", "M1"]})
    assert legal(sorted_up, "attack") == {"attack 3 N.FM", "attack 3 E.FM"}
    assert legal(upside_down) == legal(sorted_up)


def test_S_8_AMB_24_everybody_sees_everything() -> None:
    state = table("build", "N", sites="S.FL=A1", S="goods=7 gold=2 unrest=3 4@S.FL-")
    view = state.view("N").to_json()
    assert view == state.view("S").to_json() == state.view(None).to_json()
    south = view["seats"]["S"]
    assert (south["goods"], south["gold"], south["unrest"], south["leaders"]["4"]) == (7, 2, 3, "S.FL-")


def test_L_1_S_9_S_10_four_of_each_nothing_built_and_six_leaders_of_whom_the_ace_is_king() -> None:
    state = new()
    assert state.position()["sites"] == {}
    for name in "NESW":
        leaders = dict.fromkeys("02345", "reserve")
        expected = {"king": 1, "goods": 4, "gold": 4, "unrest": 0, "leaders": leaders, "roads": [], "ports": {}}
        assert seat(state, name) == expected


def test_S_11_the_bank_pays_however_much_is_out_already() -> None:
    state = table("production", **dict.fromkeys("NESW", "king=5 money=10000"))
    assert [money(state, name) for name in "NESW"] == [(10_005, 10_005)] * 4


def test_AMB_26_AMB_27_nothing_is_given_away_and_nothing_pulled_down() -> None:
    state = table("build", "N", sites="N.FL=S1 N.FM=M1", N="3@N.FL N.C-N.FL N.FL:1")
    assert {text.split(" ")[0] for text in legal(state)} == {"explore", "road", "port", "exchange", "end"}


def test_R_1_control_dominance_production_build_leader_and_again() -> None:
    """At a table at which every phase of a round asks for something."""
    rulings = {"production": "choice"}
    state = table("control", "N", seats="NES", sites="N.FL=M1 N.FM=C1", rulings=rulings, N="N.C-N.FL N.C-N.FM 2@N.FM")
    for number, phase, decision, *actions in (
        (1, "control", "pay", "pay 1"),
        (1, "dominance", "rank", "rank S"),
        (1, "production", "produce", "hold N.FM"),
        (1, "build", "build", "end", "end", "end"),
        (1, "leader", "leader", "end", "end", "end"),
        (2, "control", "pay"),
    ):
        view = state.view(None)
        assert (view.round, view.phase, question(state)) == (number, phase, ("N", decision))
        play(state, *actions)


def test_R_2_AMB_25_AMB_41_one_seat_finishes_before_the_next_begins_also_in_the_control_phase() -> None:
    sites, north, south = "N.FL=S1 N.FM=C1 S.FL=S2 S.FM=C2", "N.C-N.FL N.C-N.FM", "S.C-S.FL S.C-S.FM"
    state = table("control", "S", order=["S", "E", "N", "W"], sites=sites, N=north, S=south)
    for actions, expected in (
        ([], ("S", "pay")),
        (["pay 0"], ("S", "rebel")),
        (["rebel S.FL"], ("N", "pay")),
        (["pay 1"], ("S", "build")),
        (["explore suns S.BL", "explore moons S.BR"], ("S", "build")),
        (["end"], ("E", "build")),
    ):
        assert question(play(state, *actions)) == expected
