"""The overhead of an arena, the number of games it plays in an hour, and the memory that many games take.

`python benchmarks/arena.py overhead` plays games of the usual bot in a bare loop, and again with all the work of an arena:
timing bots, making rows, passing them between processes, and storing them in a folder. Everything runs in one process, so
other load on the machine affects both sides alike. Slices of both alternate, and the medians are printed. Not included are
starting processes, waking them four times a second, and the report at the end.

`python benchmarks/arena.py hours` plays games of one bot at all seats, for each of a game's bots, as an arena does. It prints
how many games two processors play in an hour: 2 x 3600 divided by the processor time of a game in seconds. Each measurement
runs for a fixed processor time, and for at least one game.

`python benchmarks/arena.py cluster` plays the same games with local processes and with a local Ray cluster, alternately, and
prints the games per second of each. Start-up is not included.

`python benchmarks/arena.py memory --games 1000000` stores as many made-up games in a folder and makes a report of them, in
separate processes, and prints the peak memory of each.
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
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import line_of, row_of
from kingdoms.arena.running import run
from kingdoms.arena.workers import Staff, play_some
from kingdoms.bots import BOTS
from kingdoms.bots.tally import label

SLICE = 100
"""The number of games passed between processes at a time."""
TURN = 5
"""The number of games in the bare loop before the arena plays the same games."""
REPETITIONS = 9
"""The number of measurements whose median is the overhead."""


def plan_for(game: str, seats: int, games: int, bot: str = "") -> ArenaPlan:
    """Return a plan of games with the same bot at all seats, by default the usual one."""
    return ArenaPlan(game, kingdoms.load_game(game, seats).seats, {}, label([bot or BOTS.usual(game)] * seats), games, 1)


def bare(plan: ArenaPlan, number: int) -> None:
    """Play a game like `playing.play`, with only its bots and its opening.

    Nothing is timed or stored, bots get no observations (the usual ones need none), and the outcome is not computed.
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
    """Print the cost of an arena beyond making bots and letting them play, by number of seats."""
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


def keeping(plan: ArenaPlan) -> float:
    """Return the time to store one game in seconds: in the journal, and then in a Parquet file."""
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
    """Print the games per second with and without Ray for the same number of workers, without their start-up."""
    from ray.cluster_utils import Cluster  # noqa: PLC0415  only this needs Ray

    from kingdoms.arena.cluster import ClusterStaff  # noqa: PLC0415

    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  the same priority as that of the other processes
    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": workers, "include_dashboard": False})
    plan = plan_for(game, 2, games)
    for _ in range(2):
        for name in ("processes", "ray"):
            staff = workers if name == "processes" else ClusterStaff(plan, False, nodes.address)
            figures = {"workers": workers, "games_a_second": round(speed(plan, staff))}
            print(json.dumps({"game": game, "with": name, **figures}), flush=True)
    nodes.shutdown()


def speed(plan: ArenaPlan, staff: int | Staff) -> float:
    """Return the games per second, without the first quarter of the games as a warm-up."""
    at: list[tuple[float, int]] = []

    def finished(lines: Sequence[bytes]) -> None:
        at.append((time.perf_counter(), len(lines) + (at[-1][1] if at else 0)))

    with tempfile.TemporaryDirectory() as path, Folder.play_in(Path(path) / "games", plan) as folder:
        run(folder, staff, threading.Event(), finished)
    began, before = next(each for each in at if each[1] >= plan.games // 4)
    return (plan.games - before) / (at[-1][0] - began)


def batched(numbers: range, size: int) -> Iterator[range]:
    """Yield slices of a range."""
    return (numbers[begin : begin + size] for begin in range(0, len(numbers), size))


def memory(games: int) -> None:
    """Print the time and memory needed to store many games, and to report on them."""
    with tempfile.TemporaryDirectory() as name:
        for what in (keep, tell):
            reading, writing = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.get_context("spawn").Process(target=what, args=(Path(name) / "games", games, writing))
            process.start()
            print(json.dumps({"what": what.__name__, "games": games, **reading.recv()}), flush=True)
            process.join()


def keep(path: Path, games: int, answer: multiprocessing.connection.Connection) -> None:
    """Store made-up games in a folder, and send the figures."""
    plan = plan_for(kingdoms.game_names()[0], 4, games)
    began = time.perf_counter()
    with Folder.play_in(path, plan) as folder:
        for number in range(games):
            winner = plan.seed_of(number) % 4
            shares = [float(seat == winner) for seat in range(4)]
            scores, ms = [str(10 * seat) for seat in range(4)], [0.01] * 4
            row = row_of(plan, number, reason="made up", rounds=6, actions=90, shares=shares, scores=scores, ms=ms)
            folder.add((number, line_of(row)))
    answer.send(_usage(began) | {"bytes": sum(each.stat().st_size for each in path.iterdir())})


def tell(path: Path, games: int, answer: multiprocessing.connection.Connection) -> None:
    """Make a report of the games in a folder, and send the figures."""
    began = time.perf_counter()
    folder = Folder.read(path)
    found = report(Count(folder.plan).add_all(folder.rows()))
    assert found["games"] == games
    answer.send(_usage(began))


def _usage(began: float) -> dict[str, float]:
    """Return the time since `began`, and the peak memory of this process."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": round(time.perf_counter() - began, 1), "memory_mib": round(most / 1024)}


def main() -> None:
    """Parse the command line and run a benchmark."""
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
