"""What servers on one PostgreSQL cost each other: `python benchmarks/fanout.py --database URL [--processes 1 2 4 8]`.

Each change of a game is a NOTIFY that all server processes receive. Games of two players are in progress at the first process,
which gets all actions, at a steady rate. The figures are the processor time of the first process, of each other process, and of
all processes of PostgreSQL, for an action; what they take without any actions is measured before, and subtracted. Then the
second player of each game has its socket at another process, which has to follow the game. The database has to be on this
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import asyncpg
import httpx
import uvloop
from server import SETTLES, Lines, listen, play, sit_down

NAMES = ("RATE", "ADDRESS_RATE", "CONNECTIONS", "LOBBIES", "GAMES", "BOT_GAMES", "IMPORTS")
"""Limits that this would exceed."""
PATIENCE = 300.0
"""Seconds until a server that does not answer has failed."""


@dataclass(frozen=True)
class Cost:
    """Processor time for an action, in milliseconds.

    Attributes:
        actions: actions a second.
        first: the process that gets the actions.
        others: each other process, on average; None if there is none.
        database: all processes of PostgreSQL.
    """

    actions: float
    first: float
    others: float | None
    database: float


@contextlib.contextmanager
def servers(database: str, count: int) -> Iterator[list[tuple[int, str]]]:
    """Run servers on one database; yield their process ids and URLs."""
    with contextlib.ExitStack() as stack:
        found = []
        for _ in range(count):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            limits = {f"KINGDOMS_{name}": "1000000" for name in NAMES}
            environment = {**os.environ, **limits, "KINGDOMS_DATA": folder, "KINGDOMS_SECRET": "the same for all of them"}
            command = [sys.executable, "-m", "kingdoms.cli", "serve", "--port", str(port), "--database", database]
            log = stack.enter_context((Path(folder) / "log").open("w"))
            process = stack.enter_context(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
            stack.callback(process.terminate)
            wait_for(f"http://127.0.0.1:{port}/healthz")
            found.append((process.pid, f"http://127.0.0.1:{port}"))
        yield found


def wait_for(url: str) -> None:
    """Wait until a server answers, which takes long on a busy machine."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(url, timeout=PATIENCE).status_code == 200:
                return
        time.sleep(0.2)
    raise SystemExit(f"{url} does not answer")


def work_done(process: int) -> float:
    """Return the processor time of all threads of a process in seconds, to the nanosecond."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in tasks) / 1e9


async def postmaster(database: str) -> int:
    """Return the id of PostgreSQL's main process, the parent of all others."""
    connection = await asyncpg.connect(database)
    found = parent(connection.get_server_pid())
    await connection.close()
    return found


def parent(process: int) -> int:
    """Return the parent of a process."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def family(main: int) -> dict[int, float]:
    """Return the processor time of a process and its children."""
    found = {main: work_done(main)}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                if parent(int(entry.name)) == main:
                    found[int(entry.name)] = work_done(int(entry.name))
    return found


class Meter:
    """Processor time of servers and database since its creation."""

    def __init__(self, processes: Sequence[int], main: int) -> None:
        self.processes, self.main = processes, main
        self.began = time.perf_counter()
        self.servers = [work_done(each) for each in processes]
        self.database = family(main)

    def read(self) -> tuple[float, list[float], float]:
        """Return the seconds since the creation, and the processor time of each server and of the database."""
        spent = [work_done(each) - before for each, before in zip(self.processes, self.servers, strict=True)]
        database = sum(now - self.database.get(process, 0.0) for process, now in family(self.main).items())
        return time.perf_counter() - self.began, spent, database


async def measure(
    found: Sequence[tuple[int, str]], main: int, games: int, rate: float, seconds: float, *, spread: bool
) -> Cost:
    """Make games, open their sockets, at one process or `spread` over all, and measure rest and play."""
    urls, processes = [url for _, url in found], [process for process, _ in found]
    async with httpx.AsyncClient(base_url=urls[0], timeout=60) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        tables = [await sit_down(client, number) for number in range(games)]
    sockets = []
    for number, table in enumerate(tables):
        where = urls[1 + number % (len(urls) - 1)] if spread else urls[0]
        sockets += [asyncio.create_task(listen(url, table, one)) for url, one in zip((urls[0], where), table.players)]
    await asyncio.gather(*(player.greeted.wait() for table in tables for player in table.players))
    await asyncio.sleep(SETTLES)
    meter = Meter(processes, main)
    await asyncio.sleep(seconds / 2)
    rested, idle, idle_database = meter.read()
    meter = Meter(processes, main)
    done = len(await play(tables, Lines("127.0.0.1", int(urls[0].rpartition(":")[2])), rate, seconds, random.Random(7)))
    played, spent, database = meter.read()
    for each in sockets:
        each.cancel()
    times = played / rested
    own = [1000 * (worked - times * before) / done for worked, before in zip(spent, idle, strict=True)]
    others = sum(own[1:]) / len(own[1:]) if own[1:] else None
    return Cost(done / played, own[0], others, 1000 * (database - times * idle_database) / done)


def main() -> None:
    """Measure with several numbers of processes, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="the URL of an empty PostgreSQL database on this machine")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--rate", type=float, default=40.0, help="actions a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    arguments = parser.parse_args()
    print("processes; sockets; actions a second; processor time for an action, in ms: first, each other, PostgreSQL")
    for count in arguments.processes:
        for spread in (False, True)[: 1 + (count > 1)]:
            with servers(arguments.database, count) as found:
                postgres = asyncio.run(postmaster(arguments.database))
                work = measure(found, postgres, arguments.games, arguments.rate, arguments.seconds, spread=spread)
                cost = uvloop.run(work)
            others = "-" if cost.others is None else f"{cost.others:.3f}"
            sockets = "at two each" if spread else "at the first"
            print(f"{count}; {sockets}; {cost.actions:.1f}; {cost.first:.2f}, {others}, {cost.database:.2f}", flush=True)


if __name__ == "__main__":
    main()
