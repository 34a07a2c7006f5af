"""How a game ends: reason, winners, loser, scores, returns (N.5)."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.constants import TERMINAL
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import full_home, legal, play, question, refused, table

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


def at_round_end(sites: dict[str, str] | str = "", seats: str = "NESW", **fields: Any) -> State:
    """The game after the last seat has ended its leader phase."""
    return play(table("leader", seats[-1], seats=seats, sites=sites, **fields), "end")


@pytest.mark.parametrize(("tile", "reason"), [("A5", "capital"), ("M5", "king")])
def test_N_5_V_1_V_2_AMB_97_a_capital_or_king_falls_and_the_best_of_the_others_wins(tile: str, reason: str) -> None:
    sites, east = f"S.FM={tile} N.FL=S1 E.FL=S2 E.FM=S3 E.FR=S4", "E.C-E.FL E.C-E.FM E.C-E.FR"
    state = table("leader", "N", sites=sites, N="king=0 5@S.FM N.FL:1", E=east, S="money=0 unrest=1")
    play(state, "attack 5 S.C", "hire 2", "defend 0 leader")
    scores = {"N": 14, "E": 27, "S": 0, "W": 0}
    assert outcome(state) == {"reason": reason, "winners": ["E"], "loser": "S", "scores": scores}
    assert state.returns() == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("seats", ["NS", "EW"])
def test_AMB_114_N_3_of_two_players_the_other_one_wins_whatever_the_score_and_nothing_is_decided_then(seats: str) -> None:
    winner, loser = seats[0], seats[1]
    held: dict[str, Any] = {winner: f"{winner}.FM:1 5@{winner}.FM", loser: f"{loser}.C-{loser}.FL"}
    fields: dict[str, Any] = {name: f"money=0 unrest=4 {held[name]}" for name in seats}
    state = table("leader", winner, seats=seats, sites={f"{winner}.FM": "A5", f"{loser}.FL": "S5"}, **fields)
    play(state, f"attack 5 {loser}.FL")
    scores = {winner: -11, loser: 0}
    assert outcome(state) == {"reason": "unrest", "winners": [winner], "loser": loser, "scores": scores}
    assert sorted(state.returns()) == [0.0, 1.0]
    assert question(state) == (None, None)
    assert legal(state) == set()
    assert (state.is_terminal(), state.current_player()) == (True, TERMINAL)
    for action in ("end", f"first {winner}", "hire 0", "attack 3 S.FL"):
        assert refused(state, action)


@pytest.mark.parametrize(
    ("n_unrest", "e_unrest", "scores", "winners"),
    [(0, 1, (75, 60), ["N"]), (2, 1, (45, 60), ["E"]), (1, 1, (60, 60), ["N", "E"])],
)
def test_AMB_112_V_3_of_several_traders_the_best_score_wins(
    n_unrest: int, e_unrest: int, scores: tuple[int, int], winners: list[str]
) -> None:
    n_sites, n_own = trader("N", unrest=n_unrest)
    e_sites, e_own = trader("E", OTHER_TILES, unrest=e_unrest)
    result = outcome(at_round_end(n_sites | e_sites, N=n_own, E=e_own))
    assert (result["reason"], result["winners"]) == ("trade", winners)
    assert (result["scores"]["N"], result["scores"]["E"]) == scores


SMALL: dict[str, Any] = {"sites": "N.FM=S2 E.FM=S3 S.FM=S4", "N": "N.C-N.FM money=99 king=5", "E": "E.FM:1", "S": "S.C-S.FM"}
"""N has 2, whatever its money and its king, E has 3 and a pier, S has 4, W nothing."""


@pytest.mark.parametrize(("limit", "ends"), [(3, True), (2, True), (4, False), (None, False)])
def test_N_5_AMB_121_AMB_132_after_the_last_round_and_no_earlier_the_score_decides(limit: int | None, ends: bool) -> None:
    state = at_round_end(**SMALL, round=3, rulings={"round_limit": limit})
    if ends:
        scores = {"N": 2, "E": 4, "S": 4, "W": 0}
        assert outcome(state) == {"reason": "rounds", "winners": ["E", "S"], "loser": None, "scores": scores}
    else:
        assert state.outcome() is None
        assert state.position()["round"] == 4


@pytest.mark.parametrize("fields", [{"time_up": True}, {"round": 9, "rulings": {"round_limit": 9}}])
def test_AMB_117_trade_comes_before_the_limit(fields: dict[str, Any]) -> None:
    sites, north = trader("N", unrest=4)
    result = outcome(at_round_end(sites | {"E.FM": "M5", "E.FL": "M4"}, N=north, E="E.FM:5 E.FL:5", **fields))
    assert (result["reason"], result["winners"]) == ("trade", ["N"])


@pytest.mark.parametrize(("order", "winner"), [("NESW", "E"), ("SWNE", "S"), ("WNES", "E")])
def test_AMB_113_score_tie_by_dominance(order: str, winner: str) -> None:
    state = table("leader", order[-1], order=list(order), **SMALL, time_up=True, rulings={"score_tie": "dominance"})
    before = state.columns()
    shares = dict(zip(state.game.seats, state.returns_by_score(), strict=True))
    assert shares == {seat: float(seat == winner) for seat in order}, "as if the time were up already"
    assert state.columns() == before
    play(state, "end")
    assert outcome(state)["winners"] == [winner]
    assert sum(state.returns()) == 1.0
    assert state.returns_by_score() == state.returns()


def test_V_2_AMB_115_a_game_ended_by_agreement_is_decided_by_score_which_may_be_negative() -> None:
    state = table("leader", "N", seats="NES", sites="N.FM=S2 E.FM=S3", N="N.C-N.FM", S="unrest=4")
    assert state.returns_by_score() == [1.0, 0.0, 0.0]
    assert table("leader", "N", seats="NES").returns_by_score() == [pytest.approx(1 / 3)] * 3
    state = at_round_end("N.FM=S5", seats="NS", N="N.FM:2 unrest=4", time_up=True)
    assert outcome(state)["scores"] == {"N": -21, "S": 0}
    assert outcome(state)["winners"] == ["S"]
