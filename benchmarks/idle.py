"""An idle server: `python benchmarks/idle.py [--sockets 10000] [--stored 100000]`.

Games of two players without a clock are made, and each player has an open WebSocket on which nothing happens. The figures are
the server's memory for each socket, and its processor time. Then the games are copied until many are stored, and the server is
started again: until it is ready, and until its first page has been read. SQLite only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import uvloop
from server import Sitting, memory, sit_down, wait_for, work_done
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE = 50
"""How many games are made, or sockets opened, at once."""
KEYS = {"games": "id", "seats": "game_id", "entries": "game_id"}
"""The tables of games, and the column of each with the id of the game."""
SETTLES = 40.0
"""Seconds between the last socket and the measurement."""


async def follow(port: int, table: Sitting, cookie: str, number: int) -> ClientConnection:
    """Open a socket, from one of several addresses, each of which has ports of its own."""
    address = f"ws://127.0.0.1:{port}/api/games/{table.id}/live?texts=false"
    place = (f"127.0.0.{2 + number % 20}", 0)
    return await connect(
        address, additional_headers={"Cookie": cookie}, local_addr=place, compression=None, ping_interval=None, max_queue=None
    )


async def rest(process: int, port: int, sockets: int, seconds: float) -> dict[str, float]:
    """Make games, open sockets, and measure the server while nothing happens."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        tables: list[Sitting] = []
        for start in range(0, sockets // 2, AT_ONCE):
            wanted = range(start, min(start + AT_ONCE, sockets // 2))
            tables += await asyncio.gather(*(sit_down(client, number) for number in wanted))
        before = memory(process)
        players = [(table, player.cookie) for table in tables for player in table.players]
        opened: list[ClientConnection] = []
        for start in range(0, len(players), AT_ONCE):
            some = enumerate(players[start : start + AT_ONCE], start)
            opened += await asyncio.gather(*(follow(port, table, cookie, number) for number, (table, cookie) in some))
        reading = [asyncio.create_task(read(each)) for each in opened]
        await asyncio.sleep(SETTLES)
        after, began, worked = memory(process), time.perf_counter(), work_done(process)
        await asyncio.sleep(seconds)
        worked, elapsed = work_done(process) - worked, time.perf_counter() - began
        for each in reading:
            each.cancel()
    return {
        "sockets": float(len(opened)),
        "memory for a socket, kB": 1024 * (after - before) / len(opened),
        "processor time, % of a core": 100 * worked / elapsed,
    }


async def read(opened: ClientConnection) -> None:
    """Read what the server sends, which is next to nothing."""
    async for _ in opened:
        pass


def multiply(file: Path, wanted: int) -> int:
    """Copy the games of a database until there are as many as wanted, and return how many there are."""
    with sqlite3.connect(file) as database:
        count: int = database.execute("SELECT count(*) FROM games").fetchone()[0]
        for name, key in KEYS.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            database.execute(f"CREATE TEMP TABLE some_{name} AS SELECT * FROM {name}")
            listed = ", ".join(f'"{each}"' for each in columns)
            values = ", ".join(f"{key} || ?" if each == key else f'"{each}"' for each in columns)
            for number in range(1, wanted // count):
                database.execute(f"INSERT INTO {name} ({listed}) SELECT {values} FROM some_{name}", (f"-{number}",))
        stored: int = database.execute("SELECT count(*) FROM games").fetchone()[0]
    return stored


def start(folder: str, port: int) -> subprocess.Popen[bytes]:
    """Start a server without the limits that this would exceed."""
    names = ("RATE", "ADDRESS_RATE", "CONNECTIONS", "LOBBIES", "GAMES", "BOT_GAMES", "IMPORTS")
    environment = {**os.environ, **{f"KINGDOMS_{name}": "1000000" for name in names}, "KINGDOMS_DATA": folder}
    command = [sys.executable, "-m", "kingdoms.cli", "serve", "--port", str(port)]
    with (Path(folder) / "log").open("w") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = start(folder, port)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            figures |= uvloop.run(rest(server.pid, port, arguments.sockets, arguments.seconds))
        finally:
            server.terminate()
            server.wait()
        figures["stored games"] = multiply(next(Path(folder).glob("*.db")), arguments.stored)
        began = time.perf_counter()
        server = start(folder, port)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            figures["start, s"] = time.perf_counter() - began
            figures["... processor time, s"] = work_done(server.pid)
            worked, began = work_done(server.pid), time.perf_counter()
            httpx.get(f"http://127.0.0.1:{port}/").raise_for_status()
            httpx.get(f"http://127.0.0.1:{port}/api/games?which=running", timeout=60).raise_for_status()
            figures["first page and list of games, s"] = time.perf_counter() - began
            figures["... processor time of both, s"] = work_done(server.pid) - worked
        finally:
            server.terminate()
            server.wait()
    for what, value in figures.items():
        print(f"{what}: {value:,.2f}")


if __name__ == "__main__":
    main()
