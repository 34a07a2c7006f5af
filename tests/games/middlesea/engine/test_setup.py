"""Equipment, setup and open information: S-1 to S-12, AMB-21 to AMB-28."""

from __future__ import annotations

import pytest

from kingdoms.core.errors import PositionError
from tests.games.middlesea.support.tables import legal, money, new, play, question, refused, seat, stack, table, unrest

SUITS = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}


def order(players: int | list[str], first: str) -> list[str]:
    """Return the order of dominance after the first roll."""
    seats: list[str] = play(new(players), f"first {first}").position()["order"]
    return seats


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S_1_two_three_or_four_play(players: int) -> None:
    assert len(new(players).position()["seats"]) == players


def test_S_2_an_unused_seat_has_no_pieces_and_no_continent() -> None:
    assert set(new(["N", "E", "S"]).position()["seats"]) == {"N", "E", "S"}
    with pytest.raises(PositionError):
        table("build", "N", seats="NES", sites={"W.FL": "S1"})


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("suit", SUITS)
def test_S_3_AMB_21_every_suit_is_in_the_game_with_any_number(players: int, suit: str) -> None:
    assert set(stack(new(players), suit)) == {f"{SUITS[suit]}{value}" for value in range(1, 6)}


@pytest.mark.parametrize("suit", SUITS)
def test_S_4_the_ace_is_on_top_and_the_five_at_the_bottom(suit: str) -> None:
    assert [tile[1] for tile in stack(new(), suit)] == ["1", "2", "3", "4", "5"]


def test_S_5_the_stacks_do_not_affect_leader_actions() -> None:
    sites = {"N.FL": "A3", "N.FM": "S1", "E.FM": "S2"}
    north = {"leaders": {"3": "N.FL"}, "roads": ["N.C-N.FL"], "ports": {"N.FL": 1}}
    sorted_up = table("leader", "N", sites=sites, N=north)
    upside_down = table("leader", "N", sites=sites, N=north, stacks={"moons": ["M5", "M4", "M3", "M2", "M1"]})
    assert legal(sorted_up, "attack") == {"attack 3 N.FM", "attack 3 E.FM"}
    assert legal(upside_down) == legal(sorted_up)


def test_S_6_five_sites_lie_around_a_capital() -> None:
    state = play(new(), "first E")
    sites = {"explore suns E.BL", "explore suns E.FL", "explore suns E.FM", "explore suns E.FR", "explore suns E.BR"}
    assert {text for text in legal(state, "explore") if text.startswith("explore suns E.")} == sites
    assert refused(state, "explore suns E.C")


@pytest.mark.parametrize("seats", [["N", "S"], ["E", "W"]])
def test_S_7_two_sit_face_to_face(seats: list[str]) -> None:
    assert set(new(seats).position()["seats"]) == set(seats)


@pytest.mark.parametrize("seats", [["N", "E", "S"], ["N", "E", "W"], ["N", "S", "W"], ["E", "S", "W"]])
def test_S_7_with_three_any_continent_may_be_missing(seats: list[str]) -> None:
    assert set(new(seats).position()["seats"]) == set(seats)


def test_S_8_AMB_24_everybody_sees_everything() -> None:
    south = {"goods": 7, "gold": 2, "unrest": 3, "leaders": {"4": "S.FL-"}}
    state = table("build", "N", sites={"S.FL": "A1"}, S=south)
    view = state.view("N").to_json()
    assert view == state.view("S").to_json() == state.view(None).to_json()
    assert {field: view["seats"]["S"][field] for field in ("goods", "gold", "unrest")} == {"goods": 7, "gold": 2, "unrest": 3}
    assert view["seats"]["S"]["leaders"]["4"] == "S.FL-"


def test_S_9_the_ace_is_king_and_the_others_wait() -> None:
    west = seat(new(), "W")
    assert west["king"] == 1
    assert west["leaders"] == {"0": "reserve", "2": "reserve", "3": "reserve", "4": "reserve", "5": "reserve"}


@pytest.mark.parametrize("name", ["N", "E", "S", "W"])
def test_S_10_four_of_each_no_unrest_and_nothing_built(name: str) -> None:
    state = new()
    assert money(state, name) == (4, 4)
    assert unrest(state, name) == 0
    assert seat(state, name)["roads"] == []
    assert seat(state, name)["ports"] == {}
    assert state.position()["sites"] == {}


def test_S_11_the_bank_pays_however_much_is_out_already() -> None:
    rich = {"king": 5, "goods": 10_000, "gold": 10_000}
    state = table("production", N=rich, E=rich, S=rich, W=rich)
    assert [money(state, name) for name in "NESW"] == [(10_005, 10_005)] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S_12_AMB_22_everybody_is_first_equally_often(players: int) -> None:
    chances = [chance for _, chance in new(players).chance_outcomes()]
    assert chances == pytest.approx([1 / players] * players)


@pytest.mark.parametrize(
    ("seats", "first", "after"), [("NES", "S", "SNE"), ("NEW", "E", "EWN"), ("NSW", "N", "NSW"), ("ESW", "W", "WES")]
)
def test_AMB_23_clockwise_leaps_over_the_empty_seat(seats: str, first: str, after: str) -> None:
    assert order(list(seats), first) == list(after)


def test_AMB_25_one_seat_finishes_before_the_next_begins() -> None:
    state = play(table("build", "N"), "explore suns N.FL", "explore suns N.FM")
    assert question(state) == ("N", "build")
    assert question(play(state, "end")) == ("E", "build")


def test_AMB_26_AMB_27_nothing_is_given_away_and_nothing_pulled_down() -> None:
    state = table(
        "build",
        "N",
        sites={"N.FL": "S1", "N.FM": "M1"},
        N={"leaders": {"3": "N.FL"}, "roads": ["N.C-N.FL"], "ports": {"N.FL": 1}},
    )
    assert {text.split(" ")[0] for text in legal(state)} == {"explore", "road", "port", "exchange", "end"}


def test_AMB_28_no_exchange_to_pay_for_a_city() -> None:
    state = table("control", "N", sites={"N.FL": "S1", "N.FM": "M1"}, N={"goods": 9, "roads": ["N.C-N.FL", "N.C-N.FM"]})
    assert question(state) == ("N", "pay")
    assert refused(state, "exchange goods") == "AMB-28"
