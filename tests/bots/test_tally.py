"""Counting who wins matches, and ratings after a game, which are those of the model that the arena counts with."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

import kingdoms
from kingdoms.bots.strength import Strength, update_strengths
from kingdoms.bots.tally import Tally, wilson
from tests.support.games.tested_games import SAMPLE


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # from Wilson's formula, as printed in tables of 95% intervals
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 100, 0.0018, 0.0545), (60, 100, 0.5020, 0.6906)],
)
def test_wilsons_interval(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_counts_add_up() -> None:
    game = kingdoms.load_game(SAMPLE, 3).limited(3)
    names = {"clever": "greedy", "dull": "random", "blind": "random"}
    tally, reasons = Tally(list(names)), Counter[str]()
    won = dict.fromkeys(names, 0.0)
    for number in range(6):
        order = [*list(names)[number % 3 :], *list(names)[: number % 3]]
        seating = dict(zip(game.seats, order, strict=True))
        record = kingdoms.play(game, {seat: names[player] for seat, player in seating.items()}, number // 3)
        tally.add(record, seating)
        outcome = record.state.outcome()
        assert outcome is not None
        reasons[outcome.reason] += 1
        for seat in outcome.winners:
            won[seating[seat]] += 1 / len(outcome.winners)
    report = tally.to_json()
    assert report["games"] == report["different_games"] == 6
    assert {bot["bot"]: bot["won"] for bot in report["bots"]} == pytest.approx(won, abs=1e-4)
    assert sum(won.values()) == pytest.approx(6) == pytest.approx(sum(report["won_by_seat"].values()))
    assert report["reasons"] == dict(reasons)
    assert all(bot["low"] <= bot["share"] <= bot["high"] for bot in report["bots"])


def test_a_game_that_was_stopped_has_no_winner() -> None:
    tally, game = Tally(["a", "b"]), kingdoms.load_game(SAMPLE, 2)
    tally.add(kingdoms.Record(game), dict(zip(game.seats, ("a", "b"), strict=True)))
    assert (tally.games, tally.reasons) == (1, {"unfinished": 1})
    assert [tally.share(player)[0] for player in ("a", "b")] == [0.0, 0.0]
    assert sum(tally.by_seat.values()) == 0


def test_games_that_repeat_each_other_are_noticed() -> None:
    game = kingdoms.load_game(SAMPLE, 2).limited(3)
    tally, record = Tally(["a", "b"]), kingdoms.play(game, ["random", "random"], 1)
    for _ in range(3):
        tally.add(record, dict(zip(game.seats, ("a", "b"), strict=True)))
    assert (tally.games, tally.distinct_games) == (3, 1)


PLAYERS = st.tuples(st.floats(0.0, 50.0), st.floats(0.5, 10.0), st.sampled_from([0.0, 0.25, 0.5, 1.0]))


@given(st.lists(PLAYERS, min_size=2, max_size=4))
def test_ratings_change_as_in_openskill(players: list[tuple[float, float, float]]) -> None:
    model = PlackettLuce()
    teams = model.rate(
        [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in players], scores=[share for *_, share in players]
    )
    after = update_strengths([Strength(mu, sigma) for mu, sigma, _ in players], [share for *_, share in players])
    assert [value for strength in after for value in strength] == pytest.approx(
        [value for team in teams for value in (team[0].mu, team[0].sigma)]
    )
