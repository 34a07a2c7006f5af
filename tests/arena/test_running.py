"""Playing in several processes: the same games, even if a process dies; and how long bots take."""

from __future__ import annotations

import itertools
import json
import shlex
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.arena import playing, running
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import FAILED, QUICK, SOME, Row, mean, path_of, play
from kingdoms.bots import BOTS
from tests.support.bots.arenas import plan_of, reproducible
from tests.support.games.tested_games import SAMPLE

KILLS = """
import os, signal, sys
from pathlib import Path
left = Path(sys.argv[1])
times = int(left.read_text()) if left.exists() else int(sys.argv[2])
if times:
    left.write_text(str(times - 1))
    os.kill(os.getppid(), signal.SIGKILL)
from kingdoms.bots.speaking import Speaker
"""


def killer(path: Path, times: int) -> str:
    """Return a bot that kills its process a number of times, and then is a program that plays badly."""
    program = path / "killer.py"
    program.write_text(KILLS)
    return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(program))} {shlex.quote(str(path / 'left'))} {times}"


def play_all(path: Path, plan: ArenaPlan, workers: int = 1) -> list[Row]:
    with Folder.play_in(path, plan) as folder:
        running.run(folder, workers, threading.Event(), lambda _: None)
    return list(Folder.read(path).rows())


def test_the_same_games_are_played_by_one_process_and_by_three(tmp_path: Path) -> None:
    plan = plan_of(["greedy", "random"], games=24)
    alone = play_all(tmp_path / "one", plan)
    assert [row["number"] for row in alone] == list(range(24))
    assert [reproducible(row) for row in play_all(tmp_path / "three", plan, 3)] == [reproducible(row) for row in alone]
    assert [reproducible(play(plan, number)) for number in range(5)] == [reproducible(row) for row in alone[:5]]
    assert {len(row["winners"]) for row in alone} <= {1, 2}
    assert all(row["rounds"] and row["actions"] and sum(row["shares"]) == 1 for row in alone)
    assert any(row["ms"][row["bots"].index("greedy")] > 0 for row in alone)


def test_an_interrupted_run_continues(tmp_path: Path) -> None:
    plan = plan_of(games=400)
    stop = threading.Event()
    numbers: list[int] = []

    def finished(lines: Sequence[bytes]) -> None:
        numbers.extend(json.loads(line)["number"] for line in lines)
        if len(numbers) >= 10:
            stop.set()

    with Folder.play_in(tmp_path, plan) as folder:
        running.run(folder, 2, stop, finished)
        assert 10 <= folder.finished == len(numbers) < 400
    with Folder.play_in(tmp_path, plan) as folder:
        running.run(folder, 2, threading.Event(), finished)
    assert sorted(numbers) == list(range(400)), "a game was lost, or played again"
    assert [row["number"] for row in Folder.read(tmp_path).rows()] == list(range(400))


def test_a_game_that_keeps_killing_its_process_is_abandoned_and_another_is_played_again(tmp_path: Path) -> None:
    plan = plan_of([killer(tmp_path, 1 + 3), "random"], games=2)
    rows = play_all(tmp_path / "games", plan, 1)
    assert [row["number"] for row in rows] == [0, 1]
    failed = [row for row in rows if row["reason"] == FAILED]
    assert [row["trouble"] for row in failed] == ["its process has died 3 times"]
    assert failed[0]["shares"] == [0.0, 0.0]
    assert (tmp_path / "left").read_text() == "0"


def test_a_bot_that_raises_costs_its_own_game_alone(tmp_path: Path) -> None:
    plan = replace(plan_of(games=4), bots={"none": "no such bot", "random": "random"})
    rows = play_all(tmp_path, plan)
    assert all(row["reason"] == FAILED and "there is no bot" in row["trouble"] for row in rows)


def test_programs_that_fail_are_noted(tmp_path: Path) -> None:
    spec = f"program:{shlex.quote(sys.executable)} -c pass"
    row = play(plan_of([spec, "random"], games=2), 0)
    at = row["bots"].index(spec)
    assert "It has lost its seat" in row["failures"][at]
    assert row["failures"][1 - at] is None


def test_records_are_kept_beside_the_games(tmp_path: Path) -> None:
    rows = play_all(tmp_path, plan_of(games=4, records=True))
    for row in rows:
        record = Record.load(path_of(tmp_path / "records", row["number"]), strict=True)
        outcome = record.state.outcome()
        assert outcome is not None
        assert list(outcome.winners) == row["winners"]
        assert record.players == dict(zip(row["seats"], row["bots"], strict=True))


# -- how long bots take: each decision of slow ones is timed, and some of those of quick ones ----------------------------


def play_timed(monkeypatch: pytest.MonkeyPatch, thinking: float, passing: float) -> tuple[dict[str, list[float]], int]:
    """Play a game with decisions of this duration, on the processor and on the wall; return the times, and their number."""
    game, decisions = kingdoms.load_game(SAMPLE, 2).limited(8), itertools.count()
    bots = {seat: BOTS.make("greedy", game, 1) for seat in game.seats}
    for bot in bots.values():

        def choose(view: kingdoms.View, legal: list[int], player: kingdoms.bots.Bot = bot) -> int:
            if len(legal) > 1:
                next(decisions)
            return type(player).choose(player, view, legal)

        monkeypatch.setattr(bot, "choose", choose)
    for name, seconds in (("thread_time", thinking), ("perf_counter", passing)):
        clock = itertools.count()
        monkeypatch.setattr(time, name, lambda clock=clock, seconds=seconds: next(clock) * seconds)
    return playing.run(game, bots, 5, 6, 0, 0)[1], next(decisions)


def test_every_decision_of_a_slow_bot_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, decisions = play_timed(monkeypatch, 2 * QUICK, 2 * QUICK)
    assert sum(map(len, spent.values())) == decisions - len(spent) > 40, "all but the first of each"
    assert all(mean(seconds) == pytest.approx(2_000 * QUICK) for seconds in spent.values())


def test_some_decisions_of_a_quick_bot_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, decisions = play_timed(monkeypatch, QUICK / 2, QUICK / 2)
    assert all(spent.values()), "a bot was never timed"
    assert sum(map(len, spent.values())) <= 2 + decisions / SOME < decisions / 4
    assert all(mean(seconds) == pytest.approx(500 * QUICK) for seconds in spent.values())


def test_an_interruption_is_not_taken_for_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that passes while the processor is somewhere else counts for nothing."""
    spent, _ = play_timed(monkeypatch, QUICK / 4, 10 * QUICK)
    assert all(mean(seconds) == pytest.approx(250 * QUICK) for seconds in spent.values())
