"""What an arena costs beside the games themselves, and how much memory many games take.

`python benchmarks/arena.py overhead` plays games of the usual bot and does with them all that an arena does: it plans them,
makes their rows, hands these over as between processes, and keeps them in a folder. All of it happens in one process, so that
what other programs take meanwhile weighs on both sides alike. Left out is what it takes to start processes, and to wake them
four times a second.

`python benchmarks/arena.py memory --games 1000000` keeps so many made-up games in a folder and tells what they say, each in a
process of its own; it prints how much memory that took at most.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import multiprocessing.connection
import pickle
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import kingdoms
from kingdoms.arena import playing
from kingdoms.arena.counting import Count, report
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import Plan, label
from kingdoms.arena.playing import line_of, row_of
from kingdoms.bots import BOTS

SLICE = 200
"""So many games are handed over at a time."""


def plan_for(game: str, seats: int, games: int) -> Plan:
    """Return a plan of games between the same bot."""
    usual = BOTS.usual(game)
    return Plan(game, kingdoms.load_game(game, seats).seats, {}, label([usual] * seats), games, 1)


class Watched:
    """Measures the processor time that is spent in a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.seconds = 0.0

    def __call__(self, *given: Any) -> Any:
        """Do what the function does."""
        began = time.process_time()
        try:
            return self.function(*given)
        finally:
            self.seconds += time.process_time() - began


def overhead(game: str, games: int) -> None:
    """Print what an arena does beside making bots and having them play, by seats."""
    for seats in (2, 4):
        plan, made, played = plan_for(game, seats, games), Watched(BOTS.make), Watched(playing.run)
        began = time.process_time()
        with (
            mock.patch.object(playing, "run", played),
            mock.patch.object(BOTS, "make", made),
            tempfile.TemporaryDirectory() as name,
            Folder.play_in(Path(name) / "games", plan) as folder,
        ):
            for numbers in batched(range(games), SLICE):
                lines = [line_of(playing.play(plan, number)) for number in numbers]
                folder.add(*zip(numbers, pickle.loads(pickle.dumps(lines)), strict=True))
        inside = made.seconds + played.seconds
        own = time.process_time() - began - inside
        figures = {"games_ms": round(1000 * inside / games, 3), "arena_ms": round(1000 * own / games, 3)}
        print(json.dumps({"game": game, "seats": seats, **figures, "overhead": round(own / inside, 4)}), flush=True)


def batched(numbers: range, size: int) -> Iterator[range]:
    """Yield a range in pieces."""
    return (numbers[begin : begin + size] for begin in range(0, len(numbers), size))


def memory(games: int) -> None:
    """Print what it takes to keep many games, and to tell what they say."""
    with tempfile.TemporaryDirectory() as name:
        for what in (keep, tell):
            reading, writing = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.get_context("spawn").Process(target=what, args=(Path(name) / "games", games, writing))
            process.start()
            print(json.dumps({"what": what.__name__, "games": games, **reading.recv()}), flush=True)
            process.join()


def keep(path: Path, games: int, answer: multiprocessing.connection.Connection) -> None:
    """Keep made-up games in a folder."""
    plan = plan_for(kingdoms.game_names()[0], 4, games)
    began = time.perf_counter()
    with Folder.play_in(path, plan) as folder:
        for number in range(games):
            winner = plan.seed_of(number) % 4
            shares = [float(seat == winner) for seat in range(4)]
            scores, ms = [str(10 * seat) for seat in range(4)], [0.01] * 4
            row = row_of(plan, number, reason="made up", rounds=6, actions=90, shares=shares, scores=scores, ms=ms)
            folder.add((number, line_of(row)))
    answer.send(_taken(began) | {"bytes": sum(each.stat().st_size for each in path.iterdir())})


def tell(path: Path, games: int, answer: multiprocessing.connection.Connection) -> None:
    """Tell what the games in a folder say."""
    began = time.perf_counter()
    folder = Folder.read(path)
    found = report(Count(folder.plan).add_all(folder.rows()))
    assert found["games"] == games
    answer.send(_taken(began))


def _taken(began: float) -> dict[str, float]:
    """Return how long something took, and the most memory that this process has had."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": round(time.perf_counter() - began, 1), "memory_mib": round(most / 1024)}


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["overhead", "memory"])
    parser.add_argument("--game", default=kingdoms.game_names()[0], help="of the overhead")
    parser.add_argument("--games", type=int, help="6000 for overhead, a million for memory")
    asked = parser.parse_args()
    if asked.what == "overhead":
        overhead(asked.game, asked.games or 6000)
    else:
        memory(asked.games or 1_000_000)


if __name__ == "__main__":
    main()
