"""How long bots take: every decision of slow ones is timed, and some of those of quick ones."""

from __future__ import annotations

import itertools
import time

import pytest

import kingdoms
from kingdoms.arena import playing
from kingdoms.arena.playing import QUICK, SOME, mean
from kingdoms.bots import BOTS
from tests.support.games.tested_games import SAMPLE


def play_timed(monkeypatch: pytest.MonkeyPatch, seconds: float) -> tuple[dict[str, list[float]], int]:
    """Play a game with decisions of this duration; return the measured times, and the number of decisions."""
    game = kingdoms.load_game(SAMPLE, 2).limited(8)
    decisions = itertools.count()
    bots = {seat: BOTS.make("greedy", game, 1) for seat in game.seats}
    for bot in bots.values():

        def choose(view: kingdoms.View, legal: list[int], player: kingdoms.bots.Bot = bot) -> int:
            if len(legal) > 1:
                next(decisions)
            return type(player).choose(player, view, legal)

        monkeypatch.setattr(bot, "choose", choose)
    for name in ("thread_time", "perf_counter"):
        clock = itertools.count()
        monkeypatch.setattr(time, name, lambda clock=clock: next(clock) * seconds)
    spent = playing.run(game, bots, 5, 6, 0, 0)[1]
    return spent, next(decisions)


def test_every_decision_of_a_slow_bot_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, decisions = play_timed(monkeypatch, 2 * QUICK)
    assert sum(map(len, spent.values())) == decisions - len(spent) > 40, "all but the first of each"
    assert all(mean(seconds) == pytest.approx(2_000 * QUICK) for seconds in spent.values())


def test_some_decisions_of_a_quick_bot_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, decisions = play_timed(monkeypatch, QUICK / 2)
    assert all(spent.values()), "a bot was never timed"
    assert sum(map(len, spent.values())) <= 2 + decisions / SOME < decisions / 4
    assert all(mean(seconds) == pytest.approx(500 * QUICK) for seconds in spent.values())


def test_an_interruption_is_not_taken_for_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that passes while the processor is somewhere else counts for nothing."""
    for name, seconds in (("thread_time", QUICK / 4), ("perf_counter", 10 * QUICK)):
        clock = itertools.count()
        monkeypatch.setattr(time, name, lambda clock=clock, seconds=seconds: next(clock) * seconds)
    game = kingdoms.load_game(SAMPLE, 2).limited(8)
    spent = playing.run(game, {seat: BOTS.make("greedy", game, 1) for seat in game.seats}, 5, 6, 0, 0)[1]
    assert all(mean(seconds) == pytest.approx(250 * QUICK) for seconds in spent.values())
