"""What an arena costs beside the games themselves, how many games it plays in an hour, and how much memory many games take.

`python benchmarks/arena.py overhead` plays games of the usual bot in a bare loop, and again doing with them all that an arena
does: it times bots, makes rows, hands these over as between processes, and keeps them in a folder. All of it happens in one
process, so that what other programs take meanwhile weighs on both sides alike. Slices of both take turns, and the medians are
printed. Left out is what it takes to start processes, to wake them four times a second, and to tell at the end what the games
say.

`python benchmarks/arena.py hours` plays games of one bot at all seats, for each of a game's bots, as the arena does, and prints
how many games two processors play in an hour: 2 x 3600 divided by the seconds of processor time that a game takes. It plays
until some seconds of processor time have gone, at least one game.

`python benchmarks/arena.py cluster` plays the same games by processes of this machine and by a Ray cluster on it, in turn, and
prints how many a second each of them plays. Starting is left out.

`python benchmarks/arena.py memory --games 1000000` keeps so many made-up games in a folder and tells what they say, each in a
process of its own; it prints how much memory that took at most.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import multiprocessing.connection
import os
import pickle
import resource
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import kingdoms
from kingdoms.arena import playing
from kingdoms.arena.counting import Count, report
from kingdoms.arena.folder import ROWS_A_PART, Folder
from kingdoms.arena.plan import Plan, label
from kingdoms.arena.playing import line_of, row_of
from kingdoms.arena.running import run
from kingdoms.arena.workers import Staff, play_some
from kingdoms.bots import BOTS

SLICE = 100
"""So many games are handed over at a time."""
TURN = 5
"""So many games are played in the bare loop before the arena plays the same ones."""
REPETITIONS = 9
"""The overhead is the median of so many measurements."""


def plan_for(game: str, seats: int, games: int, bot: str = "") -> Plan:
    """Return a plan of games between the same bot, the usual one if none is named."""
    return Plan(game, kingdoms.load_game(game, seats).seats, {}, label([bot or BOTS.usual(game)] * seats), games, 1)


def bare(plan: Plan, number: int) -> None:
    """Play a game as `playing.play` does, with nothing but its bots and its opening.

    Nobody times it, keeps it, tells bots what they see (the usual ones do not ask) or asks how it has ended.
    """
    pairing, game = plan.pairing(number), plan.rules
    bots = {
        seat: BOTS.make(plan.bots[who], game, plan.seed_of(pairing.opening, f"bot {seat}"))
        for seat, who in zip(game.seats, pairing.bots, strict=True)
    }
    state, decided, opening = game.new_initial_state(), 0, plan.decisions * len(game.seats)
    chance, coins = kingdoms.Random(pairing.seed), kingdoms.Random(plan.seed_of(pairing.opening, "coins"))
    while (seat := state.to_move) is not None:
        if seat == "chance":
            action = state.draw_chance_action(chance)
        else:
            legal = state.legal_actions()
            coin, which = 100, 0
            if decided <= opening:
                decided += len(legal) > 1
                if decided <= opening:
                    coin, which = coins.roll(100), coins.roll(1 << 30)
            action = legal[which % len(legal)] if coin < plan.percent else bots[seat].choose(state.view(seat), legal)
        state.apply_action(action)


def overhead(game: str, games: int) -> None:
    """Print what an arena does beside making bots and having them play, by seats."""
    for seats in (2, 4):
        plan = plan_for(game, seats, max(games, ROWS_A_PART))
        alone, added = [], []
        for numbers in batched(range(games), max(1, games // REPETITIONS)):
            bare_seconds = arena_seconds = 0.0
            for some in batched(numbers, TURN):
                began = time.process_time()
                for number in some:
                    bare(plan, number)
                between = time.process_time()
                pickle.loads(pickle.dumps([line_of(playing.play(plan, number)) for number in some]))
                bare_seconds, arena_seconds = bare_seconds + between - began, arena_seconds + time.process_time() - between
            alone.append(bare_seconds / len(numbers))
            added.append((arena_seconds - bare_seconds) / len(numbers))
        games_s, arena_s = median(alone), median(added) + median(keeping(plan) for _ in range(REPETITIONS))
        figures = {"games_ms": round(1000 * games_s, 3), "arena_ms": round(1000 * arena_s, 3)}
        print(json.dumps({"game": game, "seats": seats, **figures, "overhead": round(arena_s / games_s, 4)}), flush=True)


def keeping(plan: Plan) -> float:
    """Return how many seconds it takes to keep a game: its part of a Parquet file, after it has been in the journal."""
    row = playing.play(plan, 0)
    games = [(number, line_of({**row, "number": number})) for number in range(ROWS_A_PART)]
    with tempfile.TemporaryDirectory() as name, Folder.play_in(Path(name) / "games", plan) as folder:
        began = time.process_time()
        for some in batched(range(ROWS_A_PART), SLICE):
            folder.add(*games[some.start : some.stop])
        return (time.process_time() - began) / ROWS_A_PART


def hours(game: str, seconds: float, bots: Sequence[str], seats: Sequence[int]) -> None:
    """Print how many games of each bot two processors play in an hour."""
    for bot in bots or [bot for bot in BOTS.names(game) if bot != "search"]:
        for count in seats:
            plan, games = plan_for(game, count, 1_000_000, bot), 0
            with tempfile.TemporaryDirectory() as name, Folder.play_in(Path(name) / "games", plan) as folder:
                began = time.process_time()
                while (spent := time.process_time() - began) < seconds:
                    batch = play_some(plan, range(games, games + SLICE), None)
                    folder.add(*enumerate(pickle.loads(pickle.dumps(batch.lines)), games))
                    games += len(batch.lines)
            figures = {"games": games, "seconds": round(spent, 1), "games_an_hour": round(2 * 3600 * games / spent, 1)}
            print(json.dumps({"game": game, "seats": count, "bot": bot, **figures}), flush=True)


def cluster(game: str, games: int, workers: int) -> None:
    """Print how many games a second are played with Ray and without it, by as many workers, once all are at it."""
    from ray.cluster_utils import Cluster  # noqa: PLC0415  Ray is for this alone

    from kingdoms.arena.cluster import ClusterStaff  # noqa: PLC0415

    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  as the other processes, which would push Ray's aside
    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": workers, "include_dashboard": False})
    plan = plan_for(game, 2, games)
    for _ in range(2):
        for name in ("processes", "ray"):
            staff = workers if name == "processes" else ClusterStaff(plan, False, nodes.address)
            figures = {"workers": workers, "games_a_second": round(speed(plan, staff))}
            print(json.dumps({"game": game, "with": name, **figures}), flush=True)
    nodes.shutdown()


def speed(plan: Plan, staff: int | Staff) -> float:
    """Return how many games a second are played; the first quarter is for getting up to speed."""
    at: list[tuple[float, int]] = []

    def finished(lines: Sequence[bytes]) -> None:
        at.append((time.perf_counter(), len(lines) + (at[-1][1] if at else 0)))

    with tempfile.TemporaryDirectory() as path, Folder.play_in(Path(path) / "games", plan) as folder:
        run(folder, staff, threading.Event(), finished)
    began, before = next(each for each in at if each[1] >= plan.games // 4)
    return (plan.games - before) / (at[-1][0] - began)


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
    parser.add_argument("what", choices=["overhead", "hours", "cluster", "memory"])
    parser.add_argument("--game", default=kingdoms.game_names()[0], help="of all but memory")
    parser.add_argument("--games", type=int, help="6000 for overhead, 40,000 on the cluster, a million for memory")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="on the cluster")
    parser.add_argument(
        "--seconds", type=float, default=6.0, help="of processor time for each line of hours, at least one game"
    )
    parser.add_argument("--bots", nargs="*", default=[], help="of hours: all but search, which takes as long as it is told")
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 4], help="of hours")
    asked = parser.parse_args()
    if asked.what == "overhead":
        overhead(asked.game, asked.games or 6000)
    elif asked.what == "hours":
        hours(asked.game, asked.seconds, asked.bots, asked.seats)
    elif asked.what == "cluster":
        cluster(asked.game, asked.games or 40_000, asked.workers)
    else:
        memory(asked.games or 1_000_000)


if __name__ == "__main__":
    main()
