"""How a game ends: reason, winners, loser, scores, returns (N.5)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.constants import TERMINAL
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import POOR, full_home, legal, play, question, refused, table

TILES = ("S2", "C3", "S4", "C5", "S1")
"""Five home cities worth 15 together: 75 without unrest."""
OTHER_TILES = ("S3", "C2", "S5", "C4", "C1")
"""Five more, worth 15 as well."""


def outcome(state: State) -> dict[str, Any]:
    """The outcome, as JSON data."""
    result = state.outcome()
    assert result is not None
    return result.to_json()


def trader(name: str, tiles: tuple[str, ...] = TILES, unrest: int = 0) -> tuple[dict[str, str], dict[str, Any]]:
    """Sites and possessions of a seat that meets the trade victory."""
    sites, roads = full_home(name, tiles)
    leaders = dict(zip(("0", "2", "3", "4", "5"), sites, strict=True))
    return sites, {"roads": roads, "leaders": leaders, "unrest": unrest}


def conqueror(name: str, *provinces: str, unrest: int = 0) -> tuple[dict[str, str], dict[str, Any]]:
    """Sites and possessions of a seat that holds five home cities, by roads, and provinces, by ports."""
    sites, roads = full_home(name, TILES)
    tiles = dict(zip(provinces, ("A1", "A2", "A3", "A4"), strict=False))
    return sites | tiles, {"roads": roads, "ports": dict.fromkeys(provinces, 1), "unrest": unrest}


def at_round_end(sites: dict[str, str] | None = None, seats: str = "NESW", **fields: Any) -> State:
    """The game after the last seat has ended its leader phase."""
    return play(table("leader", seats[-1], seats=seats, sites=sites, **fields), "end")


def besieged(capital: bool, **fields: Any) -> State:
    """N's 5-leader, in a 5-garrison or 5-temple next to the Capital of S; E has three cities worth 9."""
    return table(
        "leader",
        "N",
        sites={"S.FM": "A5" if capital else "M5", "N.FL": "S1", "E.FL": "S2", "E.FM": "S3", "E.FR": "S4"},
        N={"king": 0, "leaders": {"5": "S.FM"}, "ports": {"N.FL": 1}},
        E={"roads": ["E.C-E.FL", "E.C-E.FM", "E.C-E.FR"]},
        S={**POOR, "unrest": 1},
        **fields,
    )


@pytest.mark.parametrize(("capital", "reason"), [(True, "capital"), (False, "king")])
def test_N_5_AMB_97_a_capital_or_king_falls_and_the_best_of_the_others_wins(capital: bool, reason: str) -> None:
    state = play(besieged(capital), "attack 5 S.C", "hire 2", "defend 0 leader")
    assert outcome(state) == {
        "reason": reason,
        "winners": ["E"],
        "loser": "S",
        "scores": {"N": 14, "E": 27, "S": 0, "W": 0},
    }
    assert state.returns() == [0.0, 1.0, 0.0, 0.0]


def civil_war(**fields: Any) -> State:
    """N takes a city from S, whose unrest goes from 4 to 5; N has two cities worth 5 and a pier then."""
    return play(
        table(
            "leader",
            "N",
            sites={"N.FM": "A4", "S.FL": "S1"} | fields.pop("sites", {}),
            N={**POOR, "king": 0, "roads": ["N.C-N.FM"], "ports": {"N.FM": 1}, "leaders": {"3": "N.FM"}},
            S={**POOR, "unrest": 4, "roads": ["S.C-S.FL"]} | fields.pop("S", {}),
            **fields,
        ),
        "attack 3 S.FL",
    )


def test_N_5_civil_war() -> None:
    assert outcome(civil_war()) == {
        "reason": "unrest",
        "winners": ["N"],
        "loser": "S",
        "scores": {"N": 12, "E": 0, "S": 0, "W": 0},
    }


def test_AMB_114_the_loser_does_not_win_with_the_best_score() -> None:
    tiles = {"S.BL": "C2", "S.FM": "C3", "S.FR": "C4", "S.BR": "C5", "E.FL": "S5", "E.FM": "S4", "E.FR": "M5", "E.BL": "M4"}
    roads = ["S.C-S.FL", "S.C-S.BL", "S.C-S.FM", "S.C-S.FR", "S.C-S.BR"]
    abroad = {"E.FL": 5, "E.FM": 5, "E.FR": 5}
    state = civil_war(sites=tiles, S={"roads": roads, "ports": abroad, "leaders": {"2": "E.BL"}})
    result = outcome(state)
    assert result["scores"] == {"N": 12, "E": 0, "S": 3 * 47, "W": 0}
    assert (result["winners"], result["loser"]) == (["N"], "S")


@pytest.mark.parametrize("seats", ["NS", "EW"])
def test_AMB_114_of_two_players_the_other_one_wins_whatever_the_score(seats: str) -> None:
    winner, loser = seats[0], seats[1]
    fields: dict[str, Any] = {
        winner: {**POOR, "unrest": 4, "ports": {f"{winner}.FM": 1}, "leaders": {"5": f"{winner}.FM"}},
        loser: {**POOR, "unrest": 4, "roads": [f"{loser}.C-{loser}.FL"]},
    }
    state = table("leader", winner, seats=seats, sites={f"{winner}.FM": "A5", f"{loser}.FL": "S5"}, **fields)
    assert outcome(play(state, f"attack 5 {loser}.FL")) == {
        "reason": "unrest",
        "winners": [winner],
        "loser": loser,
        "scores": {winner: -11, loser: 0},
    }
    assert sorted(state.returns()) == [0.0, 1.0]


def test_N_5_trade() -> None:
    sites, north = trader("N")
    state = at_round_end(sites, N=north, round=4)
    assert outcome(state) == {
        "reason": "trade",
        "winners": ["N"],
        "loser": None,
        "scores": {"N": 75, "E": 0, "S": 0, "W": 0},
    }
    assert state.position()["round"] == 4


def test_N_5_conquest() -> None:
    sites, north = conqueror("N", "E.FM", "S.FM", "W.FM")
    assert outcome(at_round_end(sites, N=north)) == {
        "reason": "conquest",
        "winners": ["N"],
        "loser": None,
        "scores": {"N": 8 * (15 + 6 + 3), "E": 0, "S": 0, "W": 0},
    }


def test_N_5_conquest_and_trade_at_once_are_a_conquest() -> None:
    sites, north = conqueror("N", "E.FM", "S.FM", "W.FM")
    _, trade = trader("N")
    assert outcome(at_round_end(sites, N=north | {"leaders": trade["leaders"]}))["reason"] == "conquest"


@pytest.mark.parametrize(
    ("n_unrest", "e_unrest", "scores", "winners"),
    [(0, 1, (75, 60), ["N"]), (2, 1, (45, 60), ["E"]), (1, 1, (60, 60), ["N", "E"])],
)
def test_AMB_112_of_several_traders_the_best_score_wins(
    n_unrest: int, e_unrest: int, scores: tuple[int, int], winners: list[str]
) -> None:
    n_sites, n_own = trader("N", unrest=n_unrest)
    e_sites, e_own = trader("E", OTHER_TILES, unrest=e_unrest)
    result = outcome(at_round_end(n_sites | e_sites, N=n_own, E=e_own))
    assert (result["reason"], result["winners"]) == ("trade", winners)
    assert (result["scores"]["N"], result["scores"]["E"]) == scores


def test_AMB_112_a_better_score_without_the_condition_does_not_win() -> None:
    n_sites, n_own = trader("N", unrest=4)
    e_sites, e_own = trader("E", OTHER_TILES)
    del e_own["leaders"]
    result = outcome(at_round_end(n_sites | e_sites, N=n_own, E=e_own))
    assert result["scores"] == {"N": 15, "E": 75, "S": 0, "W": 0}
    assert (result["reason"], result["winners"]) == ("trade", ["N"])


def small_scores(**fields: Any) -> State:
    """At the end of round 3 N has 2, E has 3 and a pier, S has 4, W nothing."""
    return at_round_end(
        {"N.FM": "S2", "E.FM": "S3", "S.FM": "S4"},
        N={"roads": ["N.C-N.FM"]},
        E={"ports": {"E.FM": 1}},
        S={"roads": ["S.C-S.FM"]},
        round=3,
        **fields,
    )


def test_N_5_time() -> None:
    state = small_scores(time_up=True)
    assert outcome(state) == {
        "reason": "time",
        "winners": ["E", "S"],
        "loser": None,
        "scores": {"N": 2, "E": 4, "S": 4, "W": 0},
    }
    assert state.returns() == [0.0, 0.5, 0.5, 0.0]


@pytest.mark.parametrize("limit", [3, 2])
def test_N_5_rounds(limit: int) -> None:
    result = outcome(small_scores(rulings={"round_limit": limit}))
    assert (result["reason"], result["winners"], result["loser"]) == ("rounds", ["E", "S"], None)


@pytest.mark.parametrize("limit", [4, None])
def test_AMB_121_before_its_last_round_a_game_goes_on(limit: int | None) -> None:
    state = small_scores(rulings={"round_limit": limit})
    assert state.outcome() is None
    assert state.position()["round"] == 4


@pytest.mark.parametrize("fields", [{"time_up": True}, {"round": 9, "rulings": {"round_limit": 9}}])
def test_AMB_117_trade_comes_before_the_limit(fields: dict[str, Any]) -> None:
    sites, north = trader("N", unrest=4)
    result = outcome(at_round_end(sites | {"E.FM": "M5", "E.FL": "M4"}, N=north, E={"ports": {"E.FM": 5, "E.FL": 5}}, **fields))
    assert (result["reason"], result["winners"]) == ("trade", ["N"])


def test_AMB_122_the_time_may_be_called_in_any_phase() -> None:
    state = table("build", "N", seats="NS")
    state.game.call(state, "time")
    assert question(state) == ("N", "build")
    play(state, "end", "end", "end")
    assert question(state) == ("S", "leader")
    assert outcome(play(state, "end"))["reason"] == "time"


@pytest.mark.parametrize(("order", "winner"), [("NESW", "E"), ("SWNE", "S"), ("WNES", "E")])
def test_AMB_113_score_tie_by_dominance(order: str, winner: str) -> None:
    state = table(
        "leader",
        order[-1],
        order=list(order),
        sites={"N.FM": "S2", "E.FM": "S3", "S.FM": "S4"},
        N={"roads": ["N.C-N.FM"]},
        E={"ports": {"E.FM": 1}},
        S={"roads": ["S.C-S.FM"]},
        time_up=True,
        rulings={"score_tie": "dominance"},
    )
    before = state.columns()
    shares = dict(zip(state.game.seats, state.returns_by_score(), strict=True))
    assert shares == {seat: float(seat == winner) for seat in order}, "as if the time were up already"
    assert state.columns() == before
    play(state, "end")
    assert outcome(state)["winners"] == [winner]
    assert sum(state.returns()) == 1.0
    assert state.returns_by_score() == state.returns()


def test_V_2_a_game_ended_by_agreement_is_decided_by_score() -> None:
    state = table("leader", "N", seats="NES", sites={"N.FM": "S2", "E.FM": "S3"}, N={"roads": ["N.C-N.FM"]}, S={"unrest": 4})
    assert state.returns_by_score() == [1.0, 0.0, 0.0]
    assert table("leader", "N", seats="NES").returns_by_score() == [pytest.approx(1 / 3)] * 3


def test_AMB_115_a_score_may_be_negative() -> None:
    state = at_round_end({"N.FM": "S5"}, seats="NS", N={"ports": {"N.FM": 2}, "unrest": 4}, time_up=True)
    assert outcome(state)["scores"] == {"N": -21, "S": 0}
    assert outcome(state)["winners"] == ["S"]


def test_AMB_115_among_negative_scores_the_highest_wins() -> None:
    state = at_round_end(
        {"N.FM": "S5", "S.FM": "S1"},
        seats="NS",
        N={"ports": {"N.FM": 2}, "unrest": 2},
        S={"ports": {"S.FM": 1}, "unrest": 4},
        time_up=True,
    )
    assert outcome(state)["scores"] == {"N": -7, "S": -6}
    assert outcome(state)["winners"] == ["S"]


def test_AMB_116_the_piers_of_all_ports_are_added_up() -> None:
    state = at_round_end(
        {"N.FM": "S1", "N.FL": "S2", "E.FM": "S3"},
        N={"ports": {"N.FM": 5, "N.FL": 2, "E.FM": 1}},
        time_up=True,
    )
    assert outcome(state)["scores"]["N"] == 3 * (6 + 8)


def test_AMB_132_money_and_leaders_do_not_score() -> None:
    state = at_round_end({"N.FM": "S2"}, N={"roads": ["N.C-N.FM"], "goods": 99, "gold": 99, "king": 5}, time_up=True)
    assert outcome(state)["scores"]["N"] == 2


def test_AMB_133_civil_war_in_the_last_action_leaves_no_trade_victory() -> None:
    sites, east = trader("E", OTHER_TILES, unrest=1)
    state = civil_war(sites=sites, E=east, order=["E", "S", "W", "N"])
    result = outcome(state)
    assert (result["reason"], result["winners"]) == ("unrest", ["E"])
    assert result["scores"]["E"] == 60


def test_AMB_123_a_fall_skips_the_check_at_the_end_of_the_round() -> None:
    """E meets the trade victory, yet N has the better score."""
    sites, east = trader("E", unrest=4)
    home = {"N.FL": "M4", "N.FR": "M5", "N.BL": "M3"}
    state = table(
        "leader",
        "N",
        order=["E", "S", "W", "N"],
        sites=sites | home | {"N.FM": "A4", "S.FL": "A1"},
        N={
            **POOR,
            "king": 0,
            "roads": ["N.C-N.FM", "N.C-N.FL", "N.C-N.FR", "N.C-N.BL"],
            "ports": {"N.FM": 1},
            "leaders": {"3": "N.FM"},
        },
        E=east,
        S={**POOR, "unrest": 4, "roads": ["S.C-S.FL"]},
    )
    result = outcome(play(state, "attack 3 S.FL"))
    assert result["scores"] == {"N": 5 * 18, "E": 15, "S": 0, "W": 0}
    assert (result["reason"], result["winners"]) == ("unrest", ["N"])


@pytest.mark.parametrize("action", ["end", "first N", "hire 0", "attack 3 S.FL"])
def test_N_3_a_finished_game_decides_nothing(action: str) -> None:
    state = civil_war()
    assert question(state) == (None, None)
    assert legal(state) == set()
    assert state.is_terminal()
    assert state.current_player() == TERMINAL
    assert refused(state, action)


def test_N_5_returns_are_zero_during_a_game() -> None:
    state = besieged(True)
    assert state.outcome() is None
    assert state.returns() == [0.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("limit", [1, 5])
def test_N_5_all_scores_equal_share_the_victory(limit: int) -> None:
    state = at_round_end(seats="NES", rulings={"round_limit": limit}, round=5)
    assert outcome(state)["winners"] == ["N", "E", "S"]
    assert state.returns() == pytest.approx([1 / 3] * 3)
