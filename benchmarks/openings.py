"""The explorer of openings: a look-up in its file beside the same look-up in SQLite, and a whole answer.

`python benchmarks/openings.py [--positions 500000]` makes up a file of that many positions, writes the same rows to an SQLite
table with the position as its key, and looks positions of both up in random order. The whole answer is that of `explore` about
the first decision of each game, from the file that comes with it. The figures are in `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path

from timing import rate

import kingdoms
from kingdoms import Random, State
from kingdoms.explorer import explore
from kingdoms.explorer.counts import UNIT, Counts
from kingdoms.explorer.file import NAME, ExplorerFile, pack

POSITIONS = 500_000
LOOK_UPS = 1_000
HALF = 1 << 63
"""Integers of SQLite have a sign."""


def made_up(positions: int, rng: Random) -> Counts:
    """Return counts of positions with one row to six."""
    counts = Counts(["level:6", "trial"])
    for _ in range(positions):
        position = rng.roll(1 << 32) << 32 | rng.roll(1 << 32)
        for _ in range(1 + rng.roll(6)):
            games = 1 + rng.roll(100)
            counts.played[position, rng.roll(2000), rng.roll(2)] = [games, rng.roll(games + 1) * UNIT]
    return counts


def in_sqlite(counts: Counts, path: Path) -> sqlite3.Connection:
    """Write the same rows to a table, and return the connection."""
    connection = sqlite3.connect(path)
    columns = "position integer, action integer, kind integer, games integer, share integer"
    connection.execute(f"create table rows ({columns}, primary key (position, action, kind)) without rowid")
    rows = ((key[0] - HALF, *key[1:], *row) for key, row in counts.played.items())
    connection.executemany("insert into rows values (?, ?, ?, ?, ?)", rows)
    connection.commit()
    return connection


def answer(state: State) -> int:
    """Ask for a whole answer."""
    explore(state)
    return 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args()
    rng = Random(1)
    counts = made_up(arguments.positions, rng)
    positions = sorted({position for position, _, _ in counts.played})
    order = cycle([positions[rng.roll(len(positions))] for _ in range(100 * LOOK_UPS)])
    with tempfile.TemporaryDirectory() as folder:
        path, database = Path(folder) / NAME, Path(folder) / "openings.db"
        path.write_bytes(pack(counts))
        file, connection = ExplorerFile(path), in_sqlite(counts, database)
        query = "select action, kind, games, share from rows where position = ?"

        def look_up(rows: Callable[[int], object]) -> Callable[[], int]:
            def work() -> int:
                for _ in range(LOOK_UPS):
                    rows(next(order))
                return LOOK_UPS

            return work

        own = rate(look_up(file.rows), arguments.seconds)
        other = rate(look_up(lambda position: connection.execute(query, (position - HALF,)).fetchall()), arguments.seconds)
        sizes = path.stat().st_size / 1e6, database.stat().st_size / 1e6
        connection.close()
    print(f"{len(positions):,} positions, {len(counts.played):,} rows: {sizes[0]:.1f} MB, in SQLite {sizes[1]:.1f} MB")
    print(f"a look-up: {1e6 / own:.1f} µs, in SQLite {1e6 / other:.1f} µs: {own / other:.2f} times as fast")
    for name in kingdoms.game_names():
        state = kingdoms.load_game(name, 2).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.draw_chance_action(rng))
        answers = rate(partial(answer, state), arguments.seconds)
        print(f"a whole answer in {name}: {1e3 / answers:.2f} ms, {own / answers:.0f} times a look-up")


if __name__ == "__main__":
    main()
