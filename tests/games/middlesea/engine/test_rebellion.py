"""Rebellions and unrest: C-4 to C-12, U-1 to U-4, AMB-33, AMB-34, AMB-44 to AMB-56, AMB-125, AMB-131."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, ended, leader, legal, play, question, refused, seat, table, unrest


def uprising(towns: str, rebels: str = "", south: str = "", roads: str = "", **rulings: Any) -> State:
    """S, first of two, has cities joined to its Capital, a king just good enough for the rest, and lets some rebel unpaid.

    Args:
        towns: tiles by place, "BL=S1 FL=A5" say.
        rebels: places, "BL FL" say.
        south: what S has besides, or instead, with leaders by value and place, "4@FL" say; no money otherwise.
        roads: other roads than from the Capital to each city.
        rulings: of the game.
    """
    tiles = dict(word.split("=") for word in towns.split())
    roads = roads or " ".join(f"S.C-S.{place}" for place in tiles)
    held = f"money=0 king={len(tiles) - len(rebels.split())} {roads} {south.replace('@', '@S.')}"
    sites = {f"S.{place}": tile for place, tile in tiles.items()}
    state = table("control", "S", seats="NS", order=["S", "N"], sites=sites, rulings=rulings, S=held)
    if question(state) == ("S", "pay"):
        play(state, "pay 0")
    return play(state, *[f"rebel S.{place}" for place in rebels.split()])


def test_C_4_the_question_says_how_many_are_left_to_choose() -> None:
    state = uprising("FL=S1 FM=C1 FR=M1 BL=A1", south="king=2")
    for left, place in ((2, "FL"), (1, "FM")):
        assert state.view("S").facts().rebels_left == left
        play(state, f"rebel S.{place}")
    assert state.view("S").facts().rebels_left is None


def test_C_6_not_from_a_city_that_rebels_itself() -> None:
    state = uprising("BL=S1 FL=A5 FM=S4 FR=A3 BR=M4", "BL BR", "0@FL 1@FM 2@FR- 5@BR")
    assert refused(state, "suppress S.BL 5") == refused(state, "suppress S.BR 5") == "C-6"
    assert legal(state) == {"suppress S.BL 0", "suppress S.BR 0", "concede"}


@pytest.mark.parametrize(
    ("value", "base", "tile", "able"),
    [(2, "A1", "S2", True), (2, "A1", "S3", False), (0, "M5", "S4", True), (0, "M5", "S5", False), (4, "A1", "S5", False)],
)
def test_C_7_leader_and_base_together_must_exceed_the_city(value: int, base: str, tile: str, able: bool) -> None:
    state = uprising(f"BL={tile} FL={base}", "BL", f"{value}@FL")
    assert (question(state) == ("S", "suppress")) == ("S.BL" in cities(state, "S")) == able


def test_C_5_C_8_AMB_49_AMB_50_leaders_of_rebels_turn_at_once_and_one_leader_puts_down_one_city() -> None:
    state = uprising("BL=S1 FL=C1 FM=A5", "BL FL", "2@BL 5@FL 4@FM S.FL:5")
    assert [leader(state, "S", value) for value in (2, 5, 4)] == ["S.BL-", "S.FL-", "S.FM"]
    assert legal(state) == {"suppress S.BL 4", "suppress S.FL 4", "concede"}
    play(state, "suppress S.FL 4")
    assert leader(state, "S", 4) == "S.FM-"
    assert cities(state, "S") == {"S.FL", "S.FM"}


def test_C_9_AMB_53_nothing_else_changes() -> None:
    state = play(uprising("FM=S1 FL=A5", "FM", "4@FL 2@FM S.FM:3"), "suppress S.FM 4")
    south = seat(state, "S")
    assert (south["roads"], south["ports"], south["unrest"]) == (["S.C-S.FL", "S.C-S.FM"], {"S.FM": 3}, 0)
    assert south["leaders"]["2"] == "S.FM-"


def test_C_10_C_12_AMB_99_roads_and_port_are_taken_away_and_the_city_stays_and_belongs_to_nobody() -> None:
    roads = "S.C-S.FM S.FM-S.FR S.BL-S.FM S.C-S.BL S.C-S.FR"
    state = play(uprising("FM=S1 BL=A5 FR=M5", "FM", "2@FM 4@BL S.FM:3 S.FR:2 unrest=1 king=3", roads), "concede")
    assert set(seat(state, "S")["roads"]) == {"S.C-S.BL", "S.C-S.FR"}
    assert seat(state, "S")["ports"] == {"S.FR": 2}
    city = state.view(None).cities["S.FM"]
    assert (city.tile, city.holder) == ("S1", None)


def test_C_11_and_no_unrest_if_all_are_put_down() -> None:
    state = play(uprising("BL=S1 FL=C1 FM=A5 FR=M5", "BL FL", "3@FM 4@FR"), "suppress S.BL 3", "suppress S.FL 4")
    assert len(cities(state, "S")) == 4
    assert unrest(state, "S") == 0


@pytest.mark.parametrize(("angry", "rebels", "left"), [(3, "FL", {"S.BL"}), (4, "FL BL", set())])
def test_AMB_34_AMB_56_unrest_stops_at_5_and_so_does_the_control_phase(angry: int, rebels: str, left: set[str]) -> None:
    roads = "S.C-S.FL S.FL-S.FM S.C-S.BL"
    state = uprising("FL=C4 FM=S1 BL=S2", rebels, f"king=5 unrest={angry}", roads, chain_unrest="each")
    assert unrest(state, "S") == 5
    assert ended(state) == ("unrest", ("N",))
    assert cities(state, "S") == left


@pytest.mark.parametrize(("value", "after"), [("event", 1), ("each", 2)])
def test_AMB_44_AMB_34_a_city_put_down_may_still_be_lost_with_its_only_road(value: str, after: int) -> None:
    """S.FM hangs on S.FL by its only road, S.FL on the Capital."""
    roads = "S.C-S.FL S.FL-S.FM S.C-S.BL S.C-S.BR"
    state = play(uprising("FL=C4 FM=S1 BL=S2 BR=A2", "FL FM", "0@BR", roads, chain_unrest=value), "suppress S.FM 0")
    assert cities(state, "S") == {"S.BL", "S.BR"}
    assert unrest(state, "S") == after


@pytest.mark.parametrize("tile", ["A5", "M5"])
def test_AMB_45_suppress_reach_from_the_base_itself_and_no_farther_without_routes(tile: str) -> None:
    state = uprising(f"BL={tile} FL=S1", "FL", "5@BL", suppress_reach="adjacent")
    assert legal(state) == {"suppress S.FL 5", "concede"}
    state = uprising(f"BL={tile} FR=S1", "FR", "5@BL", "S.C-S.FR", suppress_reach="adjacent")
    assert question(state) == ("S", "build")
    assert cities(state, "S") == {"S.BL"}


def test_AMB_46_suppress_hire_lists_every_number_that_wins() -> None:
    state = uprising("BL=S3 FL=A2", "BL", "0@FL money=3", suppress_hire=True)
    assert legal(state) == {"suppress S.BL 0 2", "suppress S.BL 0 3", "concede"}
    assert refused(state, "suppress S.BL 0 1") == "C-7"
    assert refused(state, "suppress S.BL 0 4")
    assert refused(state, "suppress S.BL 0")


def test_AMB_47_AMB_48_leaders_do_not_add_up_and_only_winning_attempts_are_listed() -> None:
    assert cities(uprising("BL=S5 FL=A2 FM=M2", "BL", "1@FL 3@FM"), "S") == {"S.FL", "S.FM"}
    state = uprising("BL=S4 FL=A2 FM=M2", "BL", "1@FL 3@FM")
    assert legal(state) == {"suppress S.BL 3", "concede"}
    assert refused(state, "suppress S.BL 1") == "C-7"


def test_AMB_51_other_players_do_not_suppress() -> None:
    fields: dict[str, Any] = {"S": "money=0 S.C-S.BL S.C-S.FL", "N": "4@N.FL", "order": ["S", "N", "E", "W"]}
    state = play(table("control", "S", sites="S.BL=S1 S.FL=C1 N.FL=A5", **fields), "rebel S.BL")
    assert question(state) == ("S", "build")
    assert cities(state, "S") == {"S.FL"}


def test_AMB_55_suppressing_is_not_the_leaders_action() -> None:
    """N raises S.BL, a market of S that a garrison can put down."""
    north, south = "money=0 4@N.FM N.FM:1", "5@S.FL S.C-S.BL S.C-S.FL"
    state = table("leader", "N", seats="NS", sites="N.FM=M3 S.BL=S2 S.FL=A5", N=north, S=south)
    play(state, "attack 4 S.BL", "defend 0", "suppress S.BL 5", "end")
    assert leader(state, "S", 5) == "S.FL-"
    assert question(state) == ("S", "leader")
    assert leader(play(state, "activate 5"), "S", 5) == "S.FL"


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
