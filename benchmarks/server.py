"""The game server under load: `python benchmarks/server.py [--database URL]`.

Many games of two players are in progress at once, and each player has an open WebSocket. Actions are sent at a steady rate.
Each is timed from sending it until both sockets of its game have received it. Server and load run on the same machine.

With `--attack`, one visitor meanwhile requests as much as the server allows: imports of the longest records, moments and pages
of these games over several connections, and sockets that are never read.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
import websockets
from rich.console import Console
from rich.table import Table

from kingdoms import Record, game_names, load_game
from kingdoms.table.service.creating import LONGEST_RECORD

GAME = load_game(game_names()[0], 2)
SEATS = [{"seat": GAME.seats[0], "kind": "me"}, {"seat": GAME.seats[1], "kind": "open"}]
UNREAD = 20
"""The number of unread sockets that the attacker keeps open."""
SETTLES = 3.0
"""Seconds between the arrival of the last player and the first action."""
STAYS = 4.0
"""Seconds for which an idle connection is reused; servers close connections that are idle for 5 seconds."""


@dataclass(eq=False)
class Player:
    """One of the two players of a game."""

    cookie: str
    number: int = 0
    ask: dict[str, Any] | None = None
    greeted: asyncio.Event = field(default_factory=asyncio.Event)
    told: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Sitting:
    """One game in progress."""

    id: str
    players: list[Player]
    busy: bool = False
    over: bool = False


async def until(player: Player, number: int) -> None:
    """Wait until a player has received an update with at least the given number."""
    while player.number < number:
        player.told.clear()
        await player.told.wait()


async def listen(url: str, table: Sitting, player: Player, texts: str = "short") -> None:
    """Follow a game on a WebSocket, with the wording that `texts` names."""
    address = f"{url.replace('http', 'ws')}/api/games/{table.id}/live?texts={texts}"
    async with websockets.connect(address, additional_headers={"Cookie": player.cookie}, max_size=None) as messages:
        async for text in messages:
            message = orjson.loads(text)
            if "number" in message:
                player.number, player.ask = message["number"], message["ask"]
                table.over = table.over or (message.get("info") or {}).get("status") == "over"
                player.greeted.set()
                player.told.set()


async def sit_down(client: httpx.AsyncClient, number: int) -> Sitting:
    """Create a game of two players, with a client address of its own."""
    place = {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250}"}
    cookies = []
    for name in ("Ida", "Ben"):
        answer = await client.put("/api/me", json={"name": name}, headers=place)
        answer.raise_for_status()
        cookies.append(answer.headers["set-cookie"].split(";")[0])
    head = {"Cookie": cookies[0], **place}
    made = await client.post("/api/games", json={"game": GAME.name, "seats": SEATS}, headers=head)
    made.raise_for_status()
    game_id = made.json()["id"]
    (
        await client.post(f"/api/games/{game_id}/seats/{GAME.seats[1]}/join", json={}, headers={"Cookie": cookies[1]})
    ).raise_for_status()
    return Sitting(game_id, [Player(cookie) for cookie in cookies])


class Lines:
    """A pool of persistent connections, with just enough HTTP for one kind of request, to keep the load generator cheap."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.free: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: dict[str, Any], cookie: str) -> dict[str, Any]:
        """Post JSON, and return the JSON of the answer."""
        while self.free:
            since, reader, writer = self.free.pop()
            if not reader.at_eof() and time.monotonic() - since < STAYS:
                break
            writer.close()
        else:
            reader, writer = await asyncio.open_connection(self.host, self.port)
        data = orjson.dumps(body)
        head = (f"POST {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {cookie}")
        content = ("Content-Type: application/json", f"Content-Length: {len(data)}")
        writer.write("\r\n".join([*head, *content, "", ""]).encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length:")[2].split("\r\n", 1)[0])
        told: dict[str, Any] = orjson.loads(await reader.readexactly(length))
        if " 200 " not in answer.split("\r\n", 1)[0]:
            raise RuntimeError(f"{answer.splitlines()[0]}: {told}")
        self.free.append((time.monotonic(), reader, writer))
        return told


async def act(lines: Lines, table: Sitting, rng: random.Random) -> float | None:
    """Play a random action; return the seconds until both players received it, or None if neither can act."""
    player = next((each for each in table.players if each.ask is not None), None)
    if player is None or player.ask is None:
        return None
    action = rng.choice(player.ask["choices"])["action"]
    body = {"base": player.number, "action": action}
    began = time.perf_counter()
    number = (await lines.post(f"/api/games/{table.id}/actions", body, player.cookie))["number"]
    await asyncio.wait_for(asyncio.gather(*(until(each, number) for each in table.players)), 30)
    return time.perf_counter() - began


def long_record(entries: int) -> str:
    """Return the record of an unfinished random game with the given number of entries."""
    rng, record = random.Random(3), Record(GAME)
    while len(record.entries) < entries:
        kept = len(record.entries)
        record.apply(rng.choice(record.state.legal_actions()))
        if record.state.is_terminal():
            record.take_back(max(0, kept - 60))
    return "\n".join(record.lines())


def begin_attack(url: str) -> None:
    """Attack a server from a separate process."""
    os.nice(19)  # a real attacker uses another machine, so the cost of attacking must not be measured
    asyncio.run(attack(url))


async def attack(url: str) -> None:
    """Request as much as one visitor can until cancelled, and repeat refused requests."""
    text, host, port = long_record(LONGEST_RECORD), "127.0.0.1", int(url.rpartition(":")[2])
    unread: list[asyncio.StreamWriter] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await client.put("/api/me", json={"name": "Eve"})
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        body = {"game": GAME.name, "seats": [{"seat": seat, "kind": "me"} for seat in GAME.seats], "record": text}
        while (made := await client.post("/api/games", json=body)).status_code != 201:
            await asyncio.sleep(0.1)
        path, rng = f"/api/games/{made.json()['id']}", random.Random(4)

        async def ask() -> None:
            while True:
                number = rng.randrange(LONGEST_RECORD)
                for wanted in (f"/view?number={number}", f"/history?after={number}", "/record"):
                    await client.get(path + wanted)

        async def sit() -> None:
            head = f"GET {path}/live?after=0 HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            key = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            while True:
                _, writer = await asyncio.open_connection(host, port)
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write((head + key).encode())
                unread.append(writer)
                if len(unread) > UNREAD:
                    unread.pop(0).transport.abort()
                await asyncio.sleep(0.5)

        async def send_records() -> None:
            while True:
                await client.post("/api/games", json=body)

        await asyncio.gather(*(ask() for _ in range(4)), sit(), send_records())


async def play(tables: Sequence[Sitting], lines: Lines, rate: float, seconds: float, rng: random.Random) -> list[float]:
    """Play random actions at free tables at a steady rate; return the seconds that each took to reach both players."""
    waits: list[float] = []
    running: set[asyncio.Task[None]] = set()

    async def one(table: Sitting) -> None:
        table.busy = True
        try:
            wait = await act(lines, table, rng)
            if wait is not None:
                waits.append(wait)
        finally:
            table.busy = False

    began = time.perf_counter()
    while (now := time.perf_counter() - began) < seconds:
        due = int(now * rate) - (len(waits) + len(running))
        free = [table for table in tables if not table.busy and not table.over]
        for table in rng.sample(free, min(max(due, 0), len(free))):
            task = asyncio.create_task(one(table))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.sleep(0.005)
    await asyncio.gather(*running)
    return waits


async def load(
    url: str, process: int, games: int, rate: float, seconds: float, console: Console, *, attacked: bool, texts: str
) -> dict[str, float]:
    """Put a server under load, and return the measurements."""
    rng = random.Random(7)
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30) as client:
        # each player has its own cookie, so the client must not store any
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        with console.status(f"{games} games begin ..."):
            tables: list[Sitting] = []
            for start in range(0, games, 20):
                tables += await asyncio.gather(*(sit_down(client, number) for number in range(start, min(start + 20, games))))
            sockets = [asyncio.create_task(listen(url, table, player, texts)) for table in tables for player in table.players]
            greetings = (player.greeted.wait() for table in tables for player in table.players)
            greeted: asyncio.Future[Any] = asyncio.gather(*greetings)
            await asyncio.wait([greeted, *sockets], return_when=asyncio.FIRST_COMPLETED)
            for each in sockets:
                if each.done():
                    each.result()
            await asyncio.sleep(SETTLES)
        lines = Lines("127.0.0.1", int(url.rpartition(":")[2]))
        attacker = multiprocessing.get_context("spawn").Process(target=begin_attack, args=(url,)) if attacked else None
        if attacker is not None:
            attacker.start()
        with console.status(f"{rate:g} actions a second ..."):
            began, worked = time.perf_counter(), work_done(process)
            waits = await play(tables, lines, rate, seconds, rng)
            elapsed, worked = time.perf_counter() - began, work_done(process) - worked
        if attacker is not None:
            if not attacker.is_alive():
                raise SystemExit("the attacking process has ended early")
            attacker.kill()
        for each in sockets:
            each.cancel()
    cuts = statistics.quantiles(waits, n=100)
    return {
        "games": float(games),
        "sockets": float(len(sockets)),
        "actions a second": len(waits) / elapsed,
        "median, ms": 1000 * cuts[49],
        "p95, ms": 1000 * cuts[94],
        "p99, ms": 1000 * cuts[98],
        "worst, ms": 1000 * max(waits),
        "processor time of the server for an action, ms": 1000 * worked / len(waits),
    }


def work_done(process: int) -> float:
    """Return the processor time of a process in seconds, or 0 if the system does not provide it."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return the resident memory of a process in megabytes, or 0 if the system does not provide it."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Start a server, measure it under load, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="SQLite in a scratch folder, unless another is named")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0, help="actions a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--attack", action="store_true", help="with somebody who asks for as much as they can")
    parser.add_argument("--texts", default="short", help="`short`, as the page asks; versions before it know `false`")
    parser.add_argument("--source", help="`src` of another checkout, whose server is measured instead")
    arguments = parser.parse_args()
    console = Console(highlight=False)
    gc.disable()  # a pause of the load would be counted as one of the server
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        names = ("RATE", "ADDRESS_RATE", "CONNECTIONS", "LOBBIES", "GAMES", "BOT_GAMES", "IMPORTS")
        limits = {f"KINGDOMS_{name}": "1000000" for name in names}
        if arguments.attack:  # the usual limits apply to the attacker; each game has its own client address
            limits = {"KINGDOMS_TRUSTED_PROXIES": "127.0.0.1", "KINGDOMS_ADDRESS_RATE": "1000000"}
        environment = {**os.environ, **limits, "KINGDOMS_DATA": folder}
        if arguments.source:
            environment["PYTHONPATH"] = arguments.source
        command = [sys.executable, "-m", "kingdoms.cli", "serve", "--port", str(port)]
        if arguments.database:
            command += ["--database", arguments.database]
        log = (Path(folder) / "log").open("w")
        with log, subprocess.Popen(command, env=environment, stdout=log, stderr=log) as server:
            try:
                url = f"http://127.0.0.1:{port}"
                wait_for(url)
                before = memory(server.pid)
                figures = uvloop.run(
                    load(
                        url,
                        server.pid,
                        arguments.games,
                        arguments.rate,
                        arguments.seconds,
                        console,
                        attacked=arguments.attack,
                        texts=arguments.texts,
                    )
                )
                figures["memory of the server for each game, kB"] = 1024 * (memory(server.pid) - before) / arguments.games
            finally:
                server.terminate()
    kind = "PostgreSQL" if arguments.database else "SQLite"
    table = Table("what", "figure", title=f"{kind}, server and load on {os.cpu_count()} cores")
    table.columns[1].justify = "right"
    for what, value in figures.items():
        table.add_row(what, f"{value:,.{1 if value >= 10 else 2}f}")
    console.print(table)


def wait_for(url: str) -> None:
    """Wait until a server answers."""
    for _ in range(200):
        try:
            if httpx.get(f"{url}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    main()
