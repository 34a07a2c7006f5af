"""Victory: V-1 to V-6, the worked example D-CONQ, AMB-109 to AMB-123, AMB-132, AMB-133."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.answers import Outcome
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, ended, full_home, play, question, table

HOME, ROADS = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
AT_HOME = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR"}
PROVINCES = ("M1", "M2", "M3", "C1", "C2")


def outcome(state: State) -> Outcome:
    """Return how the game ended."""
    result = state.outcome()
    assert result is not None
    return result


def score(state: State, name: str) -> int:
    """Return the score of a seat as the table stands."""
    points: int = state.view(None).kingdoms[name].score
    return points


# -- the end at once (V-1) --------------------------------------------------------------------------------------------


def fall_of_the_capital(seats: str = "NS", sites: dict[str, str] | None = None, **fields: Any) -> State:
    """S takes the Capital of N, who has no other city."""
    state = table(
        "leader",
        "S",
        seats=seats,
        sites={"S.FM": "S1", "N.FM": "A5"} | (sites or {}),
        N={"goods": 0, "gold": 0},
        S={"goods": 2, "gold": 2, "leaders": {"5": "N.FM"}, "roads": ["S.C-S.FM"], "ports": {"S.FM": 1}},
        **fields,
    )
    return play(state, "attack 5 N.C", "hire 2", "defend 0 leader")


def test_V_1_V_2_AMB_97_the_best_score_wins_and_not_the_attacker() -> None:
    east = {"roads": ["E.C-E.FL", "E.C-E.FM"], "ports": {"E.FL": 5}}
    state = fall_of_the_capital("NES", {"E.FL": "S5", "E.FM": "C5"}, E=east)
    assert outcome(state).scores == {"N": 0, "E": 30, "S": 14}
    assert (outcome(state).loser, outcome(state).winners) == ("N", ("E",))


# -- the score (V-2) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("north", "expected"),
    [
        ({}, 0),
        ({"roads": ["N.C-N.FL"]}, 3),
        ({"roads": ["N.C-N.FL", "N.C-N.FM"]}, 2 * (3 + 4)),
        ({"roads": ["N.C-N.FL", "N.C-N.FM"], "unrest": 1}, 3 + 4),
        ({"roads": ["N.C-N.FL", "N.C-N.FM"], "ports": {"N.FL": 2}}, 2 * (3 + 4 + 2)),
        ({"roads": ["N.C-N.FL"], "leaders": {"5": "S.FL-"}}, 2 * (3 + 5)),
        ({"king": 5, "goods": 50, "gold": 50, "roads": ["N.C-N.FL"], "leaders": {"4": "N.FL"}}, 3),
    ],
    ids=["nothing", "one city", "two cities", "unrest", "piers", "a province", "AMB-132: wealth and leaders"],
)
def test_V_2_cities_less_unrest_times_values_and_piers(north: dict[str, Any], expected: int) -> None:
    assert score(table("build", "N", sites={"N.FL": "S3", "N.FM": "S4", "S.FL": "S5"}, N=north), "N") == expected


def test_AMB_116_all_piers_of_all_ports_count() -> None:
    north = {"ports": {"N.FL": 2, "N.FM": 5, "S.FR": 1}}
    state = table("build", "N", sites={"N.FL": "S1", "N.FM": "S2", "S.FR": "S3"}, N=north)
    assert score(state, "N") == 3 * (1 + 2 + 3 + 2 + 5 + 1)


# -- trade (V-3) ------------------------------------------------------------------------------------------------------


def trade(turn: str = "W", sites: dict[str, str] | None = None, **fields: Any) -> State:
    """N holds five home cities and has a leader in each; it is the turn of the last seat."""
    fields["N"] = {"goods": 0, "gold": 0, "roads": ROADS, "leaders": AT_HOME} | fields.get("N", {})
    return table("leader", turn, sites=HOME | (sites or {}), **fields)


@pytest.mark.parametrize("value", ["0", "2", "3", "4", "5"])
def test_V_3_one_inactive_leader_prevents_it(value: str) -> None:
    leaders = AT_HOME | {value: AT_HOME[value] + "-"}
    assert ended(play(trade(N={"leaders": leaders}), "end")) is None


def test_V_3_the_score_decides_between_two_traders() -> None:
    theirs, roads = full_home("S", ("M1", "M2", "M3", "M4", "M5"))
    leaders = {value: place.replace("N.", "S.") for value, place in AT_HOME.items()}
    south = {"roads": roads, "leaders": leaders, "ports": {"S.FM": 1}}
    state = play(trade(sites=theirs, S=south), "end")
    assert outcome(state).scores == {"N": 75, "E": 0, "S": 80, "W": 0}
    assert ended(state) == ("trade", ("S",))


def test_AMB_109_a_leader_in_the_reserve_is_not_active() -> None:
    leaders = {value: place for value, place in AT_HOME.items() if value != "5"}
    assert ended(play(trade(N={"leaders": leaders}), "end")) is None


def test_AMB_110_leaders_in_provinces_count() -> None:
    state = trade(sites={"E.FL": "M1"}, N={"leaders": AT_HOME | {"5": "E.FL"}})
    assert ended(play(state, "end")) == ("trade", ("N",))


def test_AMB_111_everybody_has_a_turn_first() -> None:
    state = play(trade("N"), "end")
    assert ended(state) is None
    assert ended(play(state, "end", "end")) is None
    assert ended(play(state, "end")) == ("trade", ("N",))


# -- conquest (V-4) ---------------------------------------------------------------------------------------------------


def conquest(seats: str, provinces: str, home: int = 5, **fields: Any) -> State:
    """N holds home cities, and by ports one province for each letter; the last seat is about to end the round."""
    places = {name: iter(("FL", "FM", "FR")) for name in "ESW"}
    sites = [f"{name}.{next(places[name])}" for name in provinces]
    north = {"roads": ROADS[:home], "ports": dict.fromkeys(sites, 1)} | fields.pop("N", {})
    return table("leader", seats[-1], seats=seats, sites=HOME | dict(zip(sites, PROVINCES, strict=False)), N=north, **fields)


WINS = [("NESW", "ESW"), ("NES", "EES"), ("NES", "ESS"), ("NS", "SSS")]


@pytest.mark.parametrize(("seats", "provinces"), [*WINS, ("NESW", "ESWWW")])
def test_D_CONQ_wins(seats: str, provinces: str) -> None:
    assert ended(play(conquest(seats, provinces), "end")) == ("conquest", ("N",))


@pytest.mark.parametrize(
    ("seats", "provinces"), [("NESW", "SSS"), ("NESW", "EES"), ("NES", "SSS"), ("NES", "ES"), ("NS", "SS")]
)
def test_D_CONQ_does_not_win(seats: str, provinces: str) -> None:
    assert ended(play(conquest(seats, provinces), "end")) is None


@pytest.mark.parametrize(("seats", "provinces"), WINS)
def test_D_CONQ_does_not_win_with_four_home_cities(seats: str, provinces: str) -> None:
    assert ended(play(conquest(seats, provinces, home=4), "end")) is None


def test_D_CONQ_provinces_held_by_a_leader_count() -> None:
    leaders = {"2": "E.FL", "3": "S.FL-", "4": "W.FL"}
    assert ended(play(conquest("NESW", "ESW", N={"ports": {}, "leaders": leaders}), "end")) == ("conquest", ("N",))


def test_D_CONQ_a_province_without_any_hold_does_not_count() -> None:
    assert ended(play(conquest("NESW", "ESW", N={"ports": {"E.FL": 1, "S.FL": 1}}), "end")) is None


def test_V_4_AMB_118_two_facing_seats_e_and_w_alike() -> None:
    sites, roads = full_home("E", ("S1", "S2", "S3", "S4", "S5"))
    east = {"roads": roads, "ports": {"W.FL": 1, "W.FM": 1, "W.FR": 1}}
    provinces = {"W.FL": "M1", "W.FM": "M2", "W.FR": "M3"}
    assert ended(play(table("leader", "W", seats="EW", sites=sites | provinces, E=east), "end")) == ("conquest", ("E",))


def test_AMB_119_five_home_cities_need_no_connection() -> None:
    state = conquest("NESW", "ESW", N={"roads": [], "leaders": AT_HOME | {"0": "N.BL-"}})
    assert ended(play(state, "end")) == ("conquest", ("N",))


# -- when it is looked at (V-6) ---------------------------------------------------------------------------------------


def test_V_6_conquest_is_tested_only_at_the_end_of_the_round() -> None:
    ports = {"S.FL": 1, "S.FM": 1, "S.FR": 1}
    sites = HOME | {"S.FL": "M1", "S.FM": "M2", "S.FR": "M3"}
    north = {"goods": 9, "gold": 9, "roads": ROADS[:4], "ports": ports}
    state = play(table("build", "N", seats="NS", sites=sites, N=north), "road N.C N.BR")
    assert len(cities(state, "N")) == 8
    assert question(state) == ("N", "build")
    play(state, "end", "end", "end")
    assert question(state) == ("S", "leader")
    assert ended(play(state, "end")) == ("conquest", ("N",))


def test_AMB_120_AMB_123_AMB_133_a_loss_ends_the_game_without_a_look_at_conquest() -> None:
    home, roads = full_home("N", ("S1", "M1", "C1", "A1", "S2"))
    state = table(
        "leader",
        "E",
        order=["N", "S", "W", "E"],
        sites=home
        | {"E.FL": "M2", "S.FL": "C2", "W.FL": "A2"}
        | {"S.FM": "S5", "S.FR": "M5", "S.BR": "C5", "E.FM": "A3", "W.FM": "S3"},
        N={"unrest": 4, "roads": roads, "ports": {"E.FL": 1, "S.FL": 1, "W.FL": 1}},
        S={"roads": ["S.C-S.FM", "S.C-S.FR", "S.C-S.BR"], "ports": {"S.FM": 5, "S.FR": 5}},
        W={"goods": 0, "gold": 0, "unrest": 4, "roads": ["W.C-W.FM"]},
        E={"goods": 0, "gold": 0, "leaders": {"5": "E.FM"}, "ports": {"E.FM": 1}},
    )
    play(state, "attack 5 W.FM")
    assert outcome(state).scores == {"N": 60, "E": 14, "S": 75, "W": 0}
    assert (outcome(state).reason, outcome(state).loser, outcome(state).winners) == ("unrest", "W", ("S",))


# -- time and rounds (V-5) --------------------------------------------------------------------------------------------


def two_kingdoms(phase: str, turn: str, north: int = 3, south: int = 4, **fields: Any) -> State:
    """N and S hold one city each, of these values."""
    return table(
        phase,
        turn,
        seats="NS",
        sites={"N.FL": f"S{north}", "S.FL": f"C{south}"},
        N={"roads": ["N.C-N.FL"]},
        S={"roads": ["S.C-S.FL"]},
        **fields,
    )


def test_V_5_the_round_is_played_to_its_end_and_the_score_decides() -> None:
    state = two_kingdoms("build", "S", time_up=True)
    play(state, "end")
    assert question(state) == ("N", "leader")
    play(state, "end")
    assert ended(state) is None
    assert ended(play(state, "end")) == ("time", ("S",))
    assert outcome(state).loser is None
    assert outcome(state).scores == {"N": 3, "S": 4}


@pytest.mark.parametrize(("phase", "turn"), [("build", "N"), ("leader", "S")])
def test_AMB_122_time_may_be_called_whenever_it_passes(phase: str, turn: str) -> None:
    state = two_kingdoms(phase, turn)
    state.game.call(state, "time")
    assert ended(state) is None
    play(state, *["end"] * (4 if phase == "build" else 1))
    assert ended(state) == ("time", ("S",))


@pytest.mark.parametrize(("ruling", "reserve"), [("board", 0), ("reserve", 1)])
def test_the_view_counts_the_progress_towards_a_victory(ruling: str, reserve: int) -> None:
    tiles = {"N.FL": "S1", "N.FM": "S2", "S.FL": "S3", "S.FM": "M1"}
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"], "leaders": {"2": "N.FL", "3": "N.FM-"}, "king": 1, "goods": 3, "gold": 3}
    south = {"roads": ["S.C-S.FL"], "leaders": {"0": "S.FM"}, "king": 4}
    rulings = {"trade_reserve": ruling, "conquest_each": True}
    state = table("leader", "N", sites=tiles, N=north, S=south, seats="NS", rulings=rulings)
    facts = state.view(None).facts()
    progress = {
        seat: (kingdom.home, kingdom.awake, kingdom.abroad, kingdom.excess, kingdom.leads)
        for seat, kingdom in facts.kingdoms.items()
    }
    assert progress == {"N": (2, 2 + 3 * reserve, 0, 1, not reserve), "S": (2, 2 + 4 * reserve, 0, 0, True)}
    assert (facts.goals.home, facts.goals.awake, facts.goals.abroad, facts.goals.unrest) == (5, 6, 1, 5)
    assert state.game.forecast(state, state.game.string_to_action("king 4"))["holds"] == 4
