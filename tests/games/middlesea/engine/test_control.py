"""Control phase, rebellions and unrest: C-1 to C-12, U-1 to U-4, D-CTRL, AMB-33, AMB-34, AMB-40 to AMB-56."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    table,
    unrest,
)
from tests.games.middlesea.support.worked_example import CONTROL


def control_example(*actions: str) -> State:
    """The position of D-CTRL: king 4, unrest 2, four cities, 2 goods and 1 gold; and some actions."""
    return play(table("control", "S", **CONTROL), *actions)


def test_D_CTRL_1_to_3_only_what_can_be_paid_is_offered_and_the_leader_of_the_rebelling_city_turns() -> None:
    state = control_example()
    assert question(state) == ("S", "pay")
    assert legal(state) == {"pay 0", "pay 1"}
    assert (refused(state, "pay 2"), refused(state, "exchange goods")) == ("C-2", "AMB-28")
    play(state, "pay 1")
    assert (money(state, "S"), question(state)) == ((1, 0), ("S", "rebel"))
    assert legal(state) == {"rebel S.BL", "rebel S.FL", "rebel S.FR", "rebel S.FM"}
    play(state, "rebel S.BL")
    assert leader(state, "S", 1) == "S.BL-"
    assert legal(state) == {"suppress S.BL 2", "suppress S.BL 5", "concede"}
    assert refused(state, "suppress S.BL 4") == "AMB-51", "the king does not suppress"


@pytest.mark.parametrize(
    ("answer", "leaders", "angry"),
    [
        ("suppress S.BL 5", ("S.BL-", "S.FL", "S.FR-"), 2),
        ("suppress S.BL 2", ("S.BL-", "S.FL-", "S.FR"), 2),
        ("concede", ("reserve", "S.FL", "S.FR"), 3),
    ],
    ids=["4a", "4b", "4c"],
)
def test_D_CTRL_4_suppressed_by_the_temple_or_by_the_garrison_or_let_go(
    answer: str, leaders: tuple[str, ...], angry: int
) -> None:
    state = control_example("pay 1", "rebel S.BL", answer)
    assert tuple(leader(state, "S", value) for value in (1, 2, 5)) == leaders
    kept = set() if answer == "concede" else {"S.BL"}
    assert cities(state, "S") == {"S.FL", "S.FR", "S.FM"} | kept
    assert ("S.C-S.BL" in seat(state, "S")["roads"]) == bool(kept)
    assert (unrest(state, "S"), state.position()["sites"]["S.BL"]) == (angry, "S2")


PLACES = ("BL", "FL", "FM", "FR", "BR")
TILES = ("S1", "C1", "S2", "C2", "S3")


def kingdom(count: int, south: str, **fields: Any) -> State:
    """S begins its control phase with a number of cities, joined by roads."""
    sites = {f"S.{place}": tile for place, tile in zip(PLACES[:count], TILES, strict=False)}
    roads = " ".join(f"S.C-{site}" for site in sites)
    return table("control", "S", order=["S", "N", "E", "W"], sites=sites, S=f"money=9 {roads} {south}", **fields)


def payments(most: int) -> set[str]:
    """Return the payments from 0 to the most."""
    return {f"pay {count}" for count in range(most + 1)}


@pytest.mark.parametrize(("king", "angry", "free"), [(5, 0, 5), (4, 1, 3), (2, 1, 1), (2, 2, 0), (0, 0, 0)])
def test_C_1_the_king_less_the_unrest(king: int, angry: int, free: int) -> None:
    state = kingdom(5, f"king={king} unrest={angry}")
    assert state.view(None).kingdoms["S"].control_value == free
    assert legal(state, "pay") == (payments(5 - free) if free < 5 else set())


def test_C_2_each_city_above_costs_one_of_both() -> None:
    state = play(kingdom(3, "king=0", rulings={"production": "choice"}), "pay 3")
    assert (money(state, "S"), len(cities(state, "S")), unrest(state, "S")) == ((6, 6), 3, 0)
    assert refused(kingdom(3, "king=2"), "pay 2") == "C-2", "only cities above can be paid for"
    for purse in ("goods=2 gold=9", "goods=9 gold=2"):
        state = kingdom(5, f"king=1 {purse}")
        assert legal(state) == payments(2), "the scarcer money is the limit"
        assert refused(state, "pay 3") == "C-2"


@pytest.mark.parametrize(("paid", "rebels"), [(0, 3), (1, 2), (2, 1)])
def test_C_3_AMB_42_as_many_rebel_as_are_not_paid_for(paid: int, rebels: int) -> None:
    state = play(kingdom(5, "king=2"), f"pay {paid}", *[f"rebel S.{place}" for place in PLACES[:rebels]])
    assert question(state) == ("S", "build")
    assert cities(state, "S") == {f"S.{place}" for place in PLACES[rebels:]}


def test_AMB_40_or_as_a_debt_that_is_paid_for_as_well() -> None:
    state = kingdom(2, "king=1 unrest=3", rulings={"negative_control": "debt"})
    assert legal(state) == payments(4)
    assert legal(play(state, "pay 3")) == {"rebel S.BL", "rebel S.FL"}
    assert unrest(play(state, "rebel S.BL"), "S") == 4


def test_AMB_43_all_are_named_before_any_is_put_down() -> None:
    state = control_example("pay 0", "rebel S.FM")
    assert refused(state, "suppress S.FM 5")
    assert leader(state, "S", 5) == "S.FR"
    assert leader(play(state, "rebel S.FR"), "S", 5) == "S.FR-"
    assert legal(state) == {"suppress S.FM 2", "suppress S.FR 2", "concede"}


# -- rebellions ---------------------------------------------------------------------------------------------------------


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
    for count, place in ((2, "FL"), (1, "FM")):
        assert state.view("S").facts().rebels_left == count
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
    assert leader(play(state, "suppress S.FL 4"), "S", 4) == "S.FM-"
    assert cities(state, "S") == {"S.FL", "S.FM"}


def test_C_9_AMB_53_nothing_else_changes() -> None:
    south = seat(play(uprising("FM=S1 FL=A5", "FM", "4@FL 2@FM S.FM:3"), "suppress S.FM 4"), "S")
    assert (south["roads"], south["ports"], south["unrest"]) == (["S.C-S.FL", "S.C-S.FM"], {"S.FM": 3}, 0)
    assert south["leaders"]["2"] == "S.FM-"


def test_C_10_C_12_AMB_99_roads_and_port_are_taken_away_and_the_city_stays_and_belongs_to_nobody() -> None:
    roads = "S.C-S.FM S.FM-S.FR S.BL-S.FM S.C-S.BL S.C-S.FR"
    state = play(uprising("FM=S1 BL=A5 FR=M5", "FM", "2@FM 4@BL S.FM:3 S.FR:2 unrest=1 king=3", roads), "concede")
    south, city = seat(state, "S"), state.view(None).cities["S.FM"]
    assert (set(south["roads"]), south["ports"]) == ({"S.C-S.BL", "S.C-S.FR"}, {"S.FR": 2})
    assert (city.tile, city.holder) == ("S1", None)


def test_C_11_and_no_unrest_if_all_are_put_down() -> None:
    state = play(uprising("BL=S1 FL=C1 FM=A5 FR=M5", "BL FL", "3@FM 4@FR"), "suppress S.BL 3", "suppress S.FL 4")
    assert (len(cities(state, "S")), unrest(state, "S")) == (4, 0)


@pytest.mark.parametrize(("angry", "rebels", "kept"), [(3, "FL", {"S.BL"}), (4, "FL BL", set())])
def test_AMB_34_AMB_56_unrest_stops_at_5_and_so_does_the_control_phase(angry: int, rebels: str, kept: set[str]) -> None:
    roads = "S.C-S.FL S.FL-S.FM S.C-S.BL"
    state = uprising("FL=C4 FM=S1 BL=S2", rebels, f"king=5 unrest={angry}", roads, chain_unrest="each")
    assert (unrest(state, "S"), ended(state), cities(state, "S")) == (5, ("unrest", ("N",)), kept)


@pytest.mark.parametrize(("value", "after"), [("event", 1), ("each", 2)])
def test_AMB_44_AMB_34_a_city_put_down_may_still_be_lost_with_its_only_road(value: str, after: int) -> None:
    """S.FM hangs on S.FL by its only road, S.FL on the Capital."""
    roads = "S.C-S.FL S.FL-S.FM S.C-S.BL S.C-S.BR"
    state = play(uprising("FL=C4 FM=S1 BL=S2 BR=A2", "FL FM", "0@BR", roads, chain_unrest=value), "suppress S.FM 0")
    assert (cities(state, "S"), unrest(state, "S")) == ({"S.BL", "S.BR"}, after)


@pytest.mark.parametrize("tile", ["A5", "M5"])
def test_AMB_45_suppress_reach_from_the_base_itself_and_no_farther_without_routes(tile: str) -> None:
    state = uprising(f"BL={tile} FL=S1", "FL", "5@BL", suppress_reach="adjacent")
    assert legal(state) == {"suppress S.FL 5", "concede"}
    state = uprising(f"BL={tile} FR=S1", "FR", "5@BL", "S.C-S.FR", suppress_reach="adjacent")
    assert (question(state), cities(state, "S")) == (("S", "build"), {"S.BL"})


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
    assert (question(state), cities(state, "S")) == (("S", "build"), {"S.FL"})


def test_AMB_55_suppressing_is_not_the_leaders_action() -> None:
    """N raises S.BL, a market of S that a garrison can put down."""
    north, south = "money=0 4@N.FM N.FM:1", "5@S.FL S.C-S.BL S.C-S.FL"
    state = table("leader", "N", seats="NS", sites="N.FM=M3 S.BL=S2 S.FL=A5", N=north, S=south)
    play(state, "attack 4 S.BL", "defend 0", "suppress S.BL 5", "end")
    assert (leader(state, "S", 5), question(state)) == ("S.FL-", ("S", "leader"))
    assert leader(play(state, "activate 5"), "S", 5) == "S.FL"


# -- unrest -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 0), (3, 2)])
def test_U_1_U_2_a_road_to_an_uncontrolled_city_lowers_unrest_but_never_below_0(before: int, after: int) -> None:
    state = table("build", "N", sites="N.FL=S1", N=f"unrest={before}")
    assert unrest(play(state, "road N.C N.FL"), "N") == after


@pytest.mark.parametrize(("attacker", "defender", "end"), [(0, 2, None), (1, 4, ("unrest", ("N",)))])
def test_U_3_U_4_an_invasion_raises_it_and_at_5_the_game_is_over(attacker: int, defender: int, end: object) -> None:
    north, south = f"money=0 unrest={attacker} 4@N.FL N.FL:1", f"money=0 unrest={defender} S.C-S.FL S.C-S.FR"
    state = play(table("leader", "N", sites="N.FL=A5 S.FL=S2 S.FR=S3", N=north, S=south), "attack 4 S.FL")
    assert (cities(state, "N"), cities(state, "S")) == ({"N.FL", "S.FL"}, {"S.FR"})
    assert (unrest(state, "N"), unrest(state, "S"), ended(state)) == (0, defender + 1, end)


def test_AMB_125_every_rebellion_that_missionaries_raise_adds_one() -> None:
    sites, south = "N.FL=M5 E.FL=M4 S.BL=S1 S.FL=S2 S.FR=S3", "money=0 S.C-S.BL S.C-S.FL S.C-S.FR"
    state = table("leader", "N", seats="NES", sites=sites, N="money=0 4@N.FL N.FL:1", E="money=0 4@E.FL E.FL:1", S=south)
    assert unrest(play(state, "attack 4 S.BL", "end"), "S") == 1
    assert unrest(play(state, "attack 4 S.FL"), "S") == 2
    assert cities(state, "S") == {"S.FR"}
