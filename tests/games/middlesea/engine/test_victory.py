"""Victory: V-1 to V-6, the worked example D-CONQ, AMB-109 to AMB-123, AMB-132, AMB-133; more is with the outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.answers import Outcome
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, ended, full_home, holdings, play, question, table

HOME, ROADS = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
AT_HOME = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR"}
PROVINCES = ("M1", "M2", "M3", "C1", "C2")
TRADE, CONQUEST = ("trade", ("N",)), ("conquest", ("N",))


def outcome(state: State) -> Outcome:
    """Return how the game ended."""
    result = state.outcome()
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("north", "expected"),
    [
        ("", 0),
        ("N.C-N.FL", 3),
        ("N.C-N.FL N.C-N.FM", 2 * (3 + 4)),
        ("N.C-N.FL N.C-N.FM unrest=1", 3 + 4),
        ("N.FL:2 N.FM:5 S.FR:1", 3 * (3 + 4 + 1 + 2 + 5 + 1)),
        ("N.C-N.FL 5@S.FL-", 2 * (3 + 5)),
        ("king=5 money=50 N.C-N.FL 4@N.FL", 3),
    ],
    ids=["nothing", "one city", "two cities", "unrest", "AMB-116: all piers", "a province", "AMB-132: wealth and leaders"],
)
def test_V_2_cities_less_unrest_times_values_and_piers(north: str, expected: int) -> None:
    state = table("build", "N", sites="N.FL=S3 N.FM=S4 S.FL=S5 S.FR=S1", N=north)
    assert state.view(None).kingdoms["N"].score == expected


def trade(turn: str = "W", **leaders: str) -> State:
    """N holds five home cities and has a leader in each, or elsewhere; it is the turn of the last seat."""
    places = AT_HOME | {name[1:]: place for name, place in leaders.items()}
    north = {"goods": 0, "gold": 0, "roads": ROADS, "leaders": {value: place for value, place in places.items() if place}}
    return table("leader", turn, sites=HOME | {"E.FL": "M1"}, N=north)


@pytest.mark.parametrize("value", ["0", "2", "3", "4", "5"])
def test_V_3_AMB_109_one_leader_inactive_or_in_the_reserve_prevents_it(value: str) -> None:
    assert ended(play(trade(**{f"L{value}": f"{AT_HOME[value]}-"}), "end")) is None
    assert ended(play(trade(**{f"L{value}": ""}), "end")) is None


def test_AMB_110_AMB_111_leaders_in_provinces_count_and_everybody_has_a_turn_first() -> None:
    state = play(trade("N", L5="E.FL"), "end", "end", "end")
    assert ended(state) is None
    assert ended(play(state, "end")) == TRADE


def conquest(seats: str, provinces: str, north: str | dict[str, Any] = "", home: int = 5) -> tuple[str, tuple[str, ...]] | None:
    """Return the end of a round in which N holds home cities, and by ports one province for each letter."""
    places = {name: iter(("FL", "FM", "FR")) for name in "ESW"}
    sites = [f"{name}.{next(places[name])}" for name in provinces]
    fields = {"roads": ROADS[:home], "ports": dict.fromkeys(sites, 1)} | holdings(north)
    board = HOME | dict(zip(sites, PROVINCES, strict=False))
    return ended(play(table("leader", seats[-1], seats=seats, sites=board, N=fields), "end"))


@pytest.mark.parametrize(
    ("seats", "wins", "loses"),
    [("NESW", ["ESW", "ESWWW"], ["SSS", "EES"]), ("NES", ["EES", "ESS"], ["SSS", "ES"]), ("NS", ["SSS"], ["SS"])],
)
def test_D_CONQ_three_provinces_on_all_continents_and_five_home_cities(seats: str, wins: list[str], loses: list[str]) -> None:
    assert [conquest(seats, provinces) for provinces in wins + loses] == [CONQUEST] * len(wins) + [None] * len(loses)
    assert not any(conquest(seats, provinces, home=4) for provinces in wins)


def test_D_CONQ_AMB_119_provinces_held_by_a_leader_count_and_home_cities_need_no_connection() -> None:
    assert conquest("NESW", "ESW", {"ports": {}, "leaders": {"2": "E.FL", "3": "S.FL-", "4": "W.FL"}}) == CONQUEST
    assert conquest("NESW", "ESW", "E.FL:1 S.FL:1") is None, "the third is not held"
    assert conquest("NESW", "ESW", {"roads": [], "leaders": AT_HOME | {"0": "N.BL-"}}) == CONQUEST


def test_V_4_AMB_118_two_facing_seats_e_and_w_alike() -> None:
    sites, roads = full_home("E", ("S1", "S2", "S3", "S4", "S5"))
    provinces, east = {"W.FL": "M1", "W.FM": "M2", "W.FR": "M3"}, "W.FL:1 W.FM:1 W.FR:1 " + " ".join(roads)
    assert ended(play(table("leader", "W", seats="EW", sites=sites | provinces, E=east), "end")) == ("conquest", ("E",))


def test_V_6_conquest_is_tested_only_at_the_end_of_the_round() -> None:
    sites, north = HOME | {"S.FL": "M1", "S.FM": "M2", "S.FR": "M3"}, "money=9 S.FL:1 S.FM:1 S.FR:1 " + " ".join(ROADS[:4])
    state = play(table("build", "N", seats="NS", sites=sites, N=north), "road N.C N.BR")
    assert len(cities(state, "N")) == 8
    assert question(state) == ("N", "build")
    play(state, "end", "end", "end")
    assert question(state) == ("S", "leader")
    assert ended(play(state, "end")) == CONQUEST


def test_AMB_120_AMB_123_AMB_133_a_loss_ends_the_game_without_a_look_at_conquest() -> None:
    home, roads = full_home("N", ("S1", "M1", "C1", "A1", "S2"))
    abroad = {"E.FL": "M2", "S.FL": "C2", "W.FL": "A2", "S.FM": "S5", "S.FR": "M5", "S.BR": "C5", "E.FM": "A3", "W.FM": "S3"}
    fields: dict[str, Any] = {
        "N": "unrest=4 E.FL:1 S.FL:1 W.FL:1 " + " ".join(roads),
        "S": "S.C-S.FM S.C-S.FR S.C-S.BR S.FM:5 S.FR:5",
        "W": "money=0 unrest=4 W.C-W.FM",
        "E": "money=0 5@E.FM E.FM:1",
    }
    state = table("leader", "E", order=["N", "S", "W", "E"], sites=home | abroad, **fields)
    play(state, "attack 5 W.FM")
    assert outcome(state).scores == {"N": 60, "E": 14, "S": 75, "W": 0}
    assert (outcome(state).reason, outcome(state).loser, outcome(state).winners) == ("unrest", "W", ("S",))


@pytest.mark.parametrize(("phase", "turn", "called"), [("build", "S", 3), ("build", "N", 4), ("leader", "S", 1)])
def test_V_5_AMB_122_time_may_be_called_whenever_it_passes_and_the_round_is_played_to_its_end(
    phase: str, turn: str, called: int
) -> None:
    state = table(phase, turn, seats="NS", sites="N.FL=S3 S.FL=C4", N="N.C-N.FL", S="S.C-S.FL")
    state.game.call(state, "time")
    play(state, *["end"] * (called - 1))
    assert ended(state) is None
    assert question(state) == ("S", "leader")
    assert ended(play(state, "end")) == ("time", ("S",))
    assert outcome(state).loser is None
    assert outcome(state).scores == {"N": 3, "S": 4}


@pytest.mark.parametrize(("ruling", "reserve"), [("board", 0), ("reserve", 1)])
def test_the_view_counts_the_progress_towards_a_victory(ruling: str, reserve: int) -> None:
    fields: dict[str, Any] = {"seats": "NS", "rulings": {"trade_reserve": ruling, "conquest_each": True}}
    north, south = "N.C-N.FL N.C-N.FM 2@N.FL 3@N.FM- king=1 money=3", "S.C-S.FL 0@S.FM king=4"
    state = table("leader", "N", sites="N.FL=S1 N.FM=S2 S.FL=S3 S.FM=M1", N=north, S=south, **fields)
    facts = state.view(None).facts()
    progress = {
        seat: (kingdom.home, kingdom.awake, kingdom.abroad, kingdom.excess, kingdom.leads)
        for seat, kingdom in facts.kingdoms.items()
    }
    assert progress == {"N": (2, 2 + 3 * reserve, 0, 1, not reserve), "S": (2, 2 + 4 * reserve, 0, 0, True)}
    assert (facts.goals.home, facts.goals.awake, facts.goals.abroad, facts.goals.unrest) == (5, 6, 1, 5)
    assert state.game.forecast(state, state.game.string_to_action("king 4"))["holds"] == 4
