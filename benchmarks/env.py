"""Steps of a batch of environments in random games, with observations and masks written at each step.

    python benchmarks/env.py --n 1024 --seconds 5 --peers
    python benchmarks/env.py --n 1024 --seconds 3 --threads 2

Processor time is counted, so that a busy machine changes little. With `--peers`, other libraries' environments follow in the
same run, if they are installed. With `--threads`, clock time is counted instead, of batches with one thread and with several in
turn: it needs a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from env_peers import peers

import kingdoms
from kingdoms.env import Batch

GAMES = ("middlesea", "rivers")
ROUNDS = 3
"""How often batches with one thread and with several are timed in turn."""


def steps_per_second(batch: Batch, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return how many steps a batch takes in a second of processor time, or of another clock."""
    batch.reset()
    for _ in range(100):
        batch.step(batch.sample_actions())
    steps, start = 0, clock()
    while clock() - start < seconds:
        for _ in range(10):
            batch.step(batch.sample_actions())
        steps += 10 * batch.n
    return steps / (clock() - start)


def compare_threads(name: str, n: int, threads: int, seconds: float) -> None:
    """Print how many steps batches with one thread and with several take in a second."""
    game = kingdoms.load_game(name)
    for _ in range(ROUNDS):
        one, several = (steps_per_second(Batch(game, n, threads=count), seconds, time.perf_counter) for count in (1, threads))
        print(f"{name}, {threads} threads: {several:,.0f} steps/s, with one {one:,.0f}, ratio {several / one:.2f}", flush=True)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=1024, help="the number of games in a batch")
    parser.add_argument("--seconds", type=float, default=5.0, help="the processor time of each row")
    parser.add_argument("--peers", action="store_true", help="measure Pgx, OpenSpiel and PettingZoo as well")
    parser.add_argument("--threads", type=int, default=1, help="compare so many threads with one instead")
    options = parser.parse_args()
    if options.threads > 1:
        for name in GAMES:
            compare_threads(name, options.n, options.threads, options.seconds)
        return
    for name in GAMES:
        for seats in (2, 4):
            for dtype in ("uint8", "float32"):
                batch = Batch(kingdoms.load_game(name, seats=seats), options.n, dtype=dtype)
                figure = steps_per_second(batch, options.seconds)
                print(f"{name} {seats} seats {dtype}: {figure:,.0f} steps/s", flush=True)
    for peer, found in peers(options.n, options.seconds) if options.peers else ():
        print(f"{peer}: {found if isinstance(found, str) else f'{found:,.0f} steps/s'}", flush=True)


if __name__ == "__main__":
    main()
