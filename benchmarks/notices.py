"""What a NOTIFY costs, without servers: `python benchmarks/notices.py --database URL [--listeners 0 1 8]`.

Processes listen as servers do, and do nothing with the notifications, like a server at which nobody is in the game. One client
commits a row with a notification, again and again. The figures are the processor time of each listener for a notification, and
of all processes of PostgreSQL for a commit. The database has to be on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Sequence

import asyncpg
import uvloop
from fanout import family, postmaster, work_done

from kingdoms.server.listen import CHANNEL, NoticeListener

PAUSE = 0.002
"""Seconds between two commits."""
SETTLES = 2.0
"""Seconds in which the last notifications arrive."""
NOTICE = "0123456789abcdef abcdefghijklmnop"
"""A server and a game, as servers write them."""


async def listen(database: str) -> None:
    """Listen like a server, until killed."""

    async def pass_on(notice: str) -> None:
        notice.partition(" ")

    await NoticeListener(database, pass_on).start()
    print("listening", flush=True)
    await asyncio.Event().wait()


async def measure(database: str, counts: Sequence[int], commits: int) -> None:
    """Measure with several numbers of listeners, in ascending order, and print the figures."""
    connection = await asyncpg.connect(database)
    main = await postmaster(database)
    await connection.execute("CREATE TEMPORARY TABLE measured (number integer)")
    listeners: list[subprocess.Popen[str]] = []
    try:
        for count in sorted(counts):
            while len(listeners) < count:
                command = [sys.executable, __file__, "--database", database, "--listen"]
                listeners.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
                await asyncio.to_thread(listeners[-1].stdout.readline)  # type: ignore[union-attr]
            before, database_before = [work_done(each.pid) for each in listeners], family(main)
            for number in range(commits):
                async with connection.transaction():
                    await connection.execute("INSERT INTO measured VALUES ($1)", number)
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, NOTICE)
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(SETTLES)
            spent = sum(work_done(each.pid) for each in listeners) - sum(before)
            at_database = sum(now - database_before.get(process, 0.0) for process, now in family(main).items())
            each = f"{1000 * spent / commits / count:.3f}" if count else "-"
            print(f"{count} listeners: {each} ms each; PostgreSQL {1000 * at_database / commits:.3f} ms", flush=True)
    finally:
        for listener in listeners:
            listener.kill()
    await connection.close()


def main() -> None:
    """Measure, or be one of the listeners."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="the URL of a PostgreSQL database on this machine")
    parser.add_argument("--listeners", type=int, nargs="+", default=[0, 1, 8])
    parser.add_argument("--commits", type=int, default=1500)
    parser.add_argument("--listen", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.listen:
        uvloop.run(listen(arguments.database))
    else:
        uvloop.run(measure(arguments.database, arguments.listeners, arguments.commits))


if __name__ == "__main__":
    main()
