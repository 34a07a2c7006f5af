"""Steps of a batch of environments in random games, with observations and masks written at each step.

    python benchmarks/env.py --n 1024 --seconds 5 --peers

Processor time is counted, so that a busy machine changes little. With `--peers`, other libraries' environments follow in the
same run, if they are installed.
"""

from __future__ import annotations

import argparse
import time

from env_peers import peers

import kingdoms
from kingdoms.env import Batch


def steps_per_second(name: str, seats: int, dtype: str, n: int, seconds: float) -> float:
    """Return how many steps a batch takes in a second of processor time."""
    batch = Batch(kingdoms.load_game(name, seats=seats), n, dtype=dtype)
    batch.reset()
    for _ in range(100):
        batch.step(batch.sample_actions())
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(10):
            batch.step(batch.sample_actions())
        steps += 10 * n
    return steps / (time.process_time() - start)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=1024, help="the number of games in a batch")
    parser.add_argument("--seconds", type=float, default=5.0, help="the processor time of each row")
    parser.add_argument("--peers", action="store_true", help="measure Pgx, OpenSpiel and PettingZoo as well")
    options = parser.parse_args()
    for name in ("middlesea", "rivers"):
        for seats in (2, 4):
            for dtype in ("uint8", "float32"):
                figure = steps_per_second(name, seats, dtype, options.n, options.seconds)
                print(f"{name} {seats} seats {dtype}: {figure:,.0f} steps/s", flush=True)
    for peer, found in peers(options.n, options.seconds) if options.peers else ():
        print(f"{peer}: {found if isinstance(found, str) else f'{found:,.0f} steps/s'}", flush=True)


if __name__ == "__main__":
    main()
