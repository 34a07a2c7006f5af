"""What an arena costs beside the games themselves, and how much memory many games take.

`python benchmarks/arena.py overhead` plays games of the quickest sound bot, through an arena and in a plain loop, and compares
the processor time a game. What an arena takes once, for starting its processes, is left out: it is the same for any number of
games, so two arenas of different length are compared.

`python benchmarks/arena.py memory --games 1000000` keeps so many made-up games in a folder and tells what they say, each in a
process of its own; it prints how much memory that took at most.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import kingdoms
from kingdoms.arena.counting import Count, report
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import Plan, label
from kingdoms.arena.playing import line_of, row_of, run
from kingdoms.arena.running import run as run_arena
from kingdoms.bots import BOTS

SHORT = 1_000


def plan_for(game: str, seats: int, games: int) -> Plan:
    """Return a plan of games between the same bot."""
    usual = BOTS.usual(game)
    return Plan(game, kingdoms.load_game(game, seats).seats, {}, label([usual] * seats), games, 1)


def arena_seconds(plan: Plan, workers: int) -> float:
    """Return the processor time that an arena takes, that of its workers included."""
    before = used()
    with tempfile.TemporaryDirectory() as name, Folder.play_in(Path(name) / "games", plan) as folder:
        run_arena(folder, workers, threading.Event(), lambda _: None)
    return used() - before


def used() -> float:
    """Return the processor time that this process and its children that have ended have used."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in uses)


def plain_seconds(plan: Plan) -> float:
    """Return the processor time that the same games take in a loop that keeps nothing of them."""
    before = time.process_time()
    for number in range(plan.games):
        pairing, game = plan.pairing(number), plan.rules
        bots = {
            seat: BOTS.make(plan.bots[who], game, plan.seed_of(pairing.opening, f"bot {seat}"))
            for seat, who in zip(game.seats, pairing.bots, strict=True)
        }
        run(game, bots, plan.seed_of(pairing.opening), plan.seed_of(pairing.opening, "coins"), plan.decisions, plan.percent)
    return time.process_time() - before


def overhead(game: str, games: int, workers: int) -> None:
    """Print what an arena costs beside its games, by seats."""
    for seats in (2, 4):
        plan = plan_for(game, seats, games)
        plain = plain_seconds(plan) / games
        first = arena_seconds(replace(plan, games=SHORT), workers)
        whole = (arena_seconds(replace(plan, games=SHORT + games), workers) - first) / games
        plain = (plain + plain_seconds(plan) / games) / 2
        more = {"plain_ms": round(1000 * plain, 3), "arena_ms": round(1000 * whole, 3)}
        print(json.dumps({"game": game, "seats": seats, **more, "overhead": round(whole / plain - 1, 4)}), flush=True)


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
    parser.add_argument("--games", type=int, help="4000 for overhead, a million for memory")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "overhead":
        overhead(asked.game, asked.games or 4000, asked.workers)
    else:
        memory(asked.games or 1_000_000)


if __name__ == "__main__":
    main()
