"""Everything at once for ten minutes: `make soak`, or `PYTHONPATH=. python tests/soak/soak.py --minutes 1`.

Two servers on one PostgreSQL are killed with -9 in turn and restarted, the database is stopped and restarted, hostile visitors
attack, and honest people play: alone with bots, and in pairs that talk, have clocks, end their games outside the rules and get
notifications. The end, or Ctrl-C, prints how much was acknowledged, lost and refused, and how long honest players
waited. The exit code is 0 if nothing was lost and nothing is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
from rich.console import Console
from rich.table import Table

from tests.support.clients.honest import Findings, Honest
from tests.support.games.sample_game import OTHER, limited, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import PLENTY, ServerProcess
from tests.support.server.postgres import Postgres
from tests.support.server.proxies import free_port
from tests.support.server.push_service import Phone, PushService, push_service
from tests.support.suite.timeouts import SOON

KILLED_EVERY = (8.0, 20.0)
RESTARTED_EVERY = (25.0, 45.0)
"""Seconds between two kills of a server, and between two restarts of the database."""
STILLBORN = re.compile(r"Traceback [^{]*?/multiprocessing/spawn\.py[^{]*?\nEOFError: Ran out of input(\n|$)")
"""The output of a bot's process whose parent was killed before it could send the process its task."""
LEAKED = re.compile(r".*/resource_tracker\.py:\d+: UserWarning: .* leaked semaphore objects .*\n  warnings\.warn\(.*\n")
"""What Python prints after a server was killed, when it removes the semaphores that the server shared with its bots."""
SHOWN = 50
"""Maximum number of different log lines that are printed."""
A_TURN = 30
CLOCK = {"kind": "turn", "seconds": A_TURN, "then": "decided"}
ENDS = ("given up", "agreed", "out of time", "played out")
PAUSE = 0.2
ANY = (
    *("stale", "not_your_turn", "over", "gone", "proposed", "declined", "nothing_to_take_back", "lapsed"),
    *("withdrawn", "own", "agreed"),
)
"""Error codes of proposals and resignations that are expected while a game goes on, or after a lost answer."""


class Pair:
    """Two people who play one game after the other, each with a device for notifications.

    Args:
        urls: the URLs of the servers.
        number: the number of the first player.
        findings: where results are recorded.
        pushes: the push service.
        database: the URL of the servers' database.
    """

    def __init__(self, urls: list[str], number: int, findings: Findings, pushes: PushService, database: str) -> None:
        self.people = [Honest(urls, number, findings), Honest(urls, number + 1, findings)]
        self.phones = [Phone(pushes.origin, person.address) for person in self.people]
        self.findings = findings
        self.pushes = pushes
        self.database = database
        self.rng = self.people[0].rng
        self.words = itertools.count()
        self.said: dict[int, str] = {}
        self.taken_back = 0
        self.ended: str | None = None
        self.called_before = [0, 0]

    async def play(self) -> None:
        """Play one game after the other, for ever."""
        for person, phone in zip(self.people, self.phones):
            await person.ask("device", "PUT", "/push", phone.subscription(talk=True))
        for how in itertools.cycle(ENDS):
            await self.begin()
            is_over = await self.go_on(None if how == "played out" else self.rng.randrange(3, 9))
            if not is_over:
                await self.end(how)
            self.findings.finished += 1
            await self.check()

    async def begin(self) -> None:
        """Begin a game."""
        first, second = self.people
        body = {"game": SAMPLE, "seats": seated("me", "open"), "rulings": limited(2), "clock": CLOCK}
        game = await first.ask("new game", "POST", "/games", body)
        self.said, self.taken_back, self.ended = {}, 0, None
        for person in self.people:
            person.game, person.sent, person.numbers, person.waiting = game["id"], {}, {}, None
        await second.ask("join", "POST", f"{self.path}/seats/{OTHER}/join", {}, may=("taken", "begun"))
        for person in self.people:  # one server may learn of it later than the other
            while (await person.ask("info", "GET", self.path))["status"] == "lobby":
                await asyncio.sleep(PAUSE)

    @property
    def path(self) -> str:
        """The path of their game."""
        return f"/games/{self.people[0].game}"

    async def go_on(self, steps: int | None) -> bool:
        """Play a number of steps, or to the end; talk, and sometimes take something back. Return whether the game is over."""
        for step in itertools.count():
            if steps is not None and step >= steps:
                return False
            self.called_before = [len(self.turns(index)) for index in range(2)]
            for person in self.people:
                if await person.step():
                    return True
                if self.rng.random() < 0.2:
                    await self.say(person)
            if (await self.info())["status"] == "over":
                return True  # not by time: no game is long enough for that
            if self.rng.random() < 0.05:
                self.taken_back += await self.propose("take_back")
        return True

    async def say(self, person: Honest) -> None:
        """Send a remark; an unacknowledged one is sent again with another text, since it may have arrived."""
        remark = await person.ask(
            "talk", "POST", f"{self.path}/talk", lambda: {"text": f"{person.address} says {next(self.words)}"}
        )
        if remark is not None:
            self.said[remark["number"]] = remark["text"]

    async def propose(self, kind: str) -> bool:
        """Let one propose something and the other agree; return whether that was acknowledged."""
        proposer, partner = self.rng.sample(self.people, 2)
        info = await proposer.ask("proposal", "POST", f"{self.path}/proposals", {"kind": kind}, may=ANY)
        if info is None or info["proposal"] is None:
            return False
        address = f"{self.path}/proposals/{info['proposal']['id']}"
        return await partner.ask("answer", "POST", address, {"answer": "agree"}, may=ANY) is not None

    async def end(self, how: str) -> None:
        """End the game outside the rules."""
        if how == "agreed":
            succeeded = await self.propose("end")
        elif how == "given up":
            succeeded = await self.people[1].ask("resign", "POST", f"{self.path}/seats/{OTHER}/resign", {}, may=ANY) is not None
        else:
            succeeded = await self.let_time_run_out()
        if succeeded:
            self.ended = how
        else:
            await self.go_on(None)

    async def let_time_run_out(self) -> bool:
        """Wait until the clock has ended the game; the seat to move gets one notification at most."""
        to_move = None
        began, before = time.monotonic(), [len(self.turns(index)) for index in range(2)]
        while (info := await self.info())["status"] != "over":
            if time.monotonic() - began > A_TURN + SOON:
                self.findings.faults.append(
                    f"{self.path}: nobody's time ran out: {info['status']} at {info['number']}, {info['clocks']}"
                )
                return False
            to_move = info["to_move"]
            await asyncio.sleep(PAUSE)
        if to_move is None:
            return True
        index = 0 if to_move in info["you"] else 1
        if (calls := len(self.turns(index)) - before[index]) > 1:
            self.findings.faults.append(f"{self.path}: {calls} calls in one turn")
        if len(self.turns(index)) > self.called_before[index]:
            self.findings.events["turns that somebody was called to"] += 1
        else:
            await self.explain_silence(index)
        return True

    def turns(self, index: int) -> list[Any]:
        """Return the notifications of turns in this game that one of the two has got."""
        calls = self.pushes.of(self.phones[index])
        return [call for call in calls if call["kind"] == "turn" and call["id"] == self.people[0].game]

    async def explain_silence(self, index: int) -> None:
        """Record why a player was not called to the last turn. If a killed server has the lease, others take it over later."""
        query = "SELECT n.number, n.until FROM notifications n JOIN devices d USING (visitor_id) WHERE n.kind = 'turn'"
        connection = await asyncpg.connect(self.database)
        notification = await connection.fetchrow(
            f"{query} AND n.game_id = $1 AND d.endpoint = $2", self.people[0].game, self.phones[index].endpoint
        )
        newest = await connection.fetchval("SELECT max(number) FROM entries WHERE game_id = $1", self.people[0].game)
        await connection.close()
        if notification is not None and notification["until"] is not None:
            self.findings.events["turns that ended before their call was taken over from a killed server"] += 1
        else:
            self.findings.faults.append(f"{self.path}: nobody was called to the last turn: {notification}, {newest} entries")

    async def info(self) -> Any:
        """Return the info of the game."""
        return await self.people[0].ask("info", "GET", self.path)

    async def check(self) -> None:
        """Check that everything acknowledged is there: actions, remarks, moves taken back, and the end."""
        newest = max((number for person in self.people for number in person.numbers.values()), default=0)
        await self.people[0].catch_up(newest, None if self.ended is None else "over")
        info, entries = await self.info(), await self.people[0].entries()
        back = sum(entry["undo"] is not None and entry["call"] is None for entry in entries)
        self.prove("moves taken back", self.taken_back, min(back, self.taken_back))
        self.prove(
            "ends beside the rules", int(self.ended is not None), int(self.ended is not None and info["status"] == "over")
        )
        talk = await self.talk()
        texts = {remark["number"]: remark["text"] for remark in talk}
        self.prove("remarks", len(self.said), sum(texts.get(number) == text for number, text in self.said.items()))
        self.findings.doubled += len(talk) - len({remark["text"] for remark in talk})
        for person in self.people:
            await person.check()

    def prove(self, kind: str, acknowledged: int, count: int) -> None:
        """Record how many of the acknowledged actions were found."""
        self.findings.events[f"{kind}, acknowledged and found"] += count
        if count < acknowledged:
            self.findings.lost += acknowledged - count
            self.findings.faults.append(f"{self.path}: {acknowledged} {kind} were acknowledged, {count} found")

    async def talk(self) -> list[Any]:
        """Return all remarks."""
        remarks: list[Any] = []
        while True:
            before = {"before": remarks[0]["number"]} if remarks else {}
            page = await self.people[0].ask("read talk", "GET", f"{self.path}/talk", **before)
            remarks = page["remarks"] + remarks
            if not page["more"]:
                return remarks

    async def finish(self) -> None:
        """Wait until pending actions are acknowledged, and check the game."""
        if self.people[0].game is not None:
            for person in self.people:
                if person.waiting is not None:
                    await person.step()
            await self.check()
        for person in self.people:
            await person.leave()


async def kill_servers(servers: list[ServerProcess], rng: random.Random, findings: Findings) -> None:
    """Kill one server after the other, and restart each."""
    while True:
        for server in servers:
            await asyncio.sleep(rng.uniform(*KILLED_EVERY))
            await asyncio.to_thread(kill, server)
            findings.events["kills"] += 1
            began = time.monotonic()
            await asyncio.to_thread(start, server)
            findings.waits.setdefault("start of a server", []).append(time.monotonic() - began)


def kill(server: ServerProcess) -> None:
    """Kill only the server's own process: its bots must notice that."""
    server.process.kill()
    server.process.wait(SOON)
    if server.process.stdout is not None:
        server.process.stdout.close()


def start(server: ServerProcess) -> None:
    """Restart a server; retry while the database is down, since it then exits with a message."""
    until = time.monotonic() + SOON
    while True:
        try:
            server.start()
            return
        except (RuntimeError, AssertionError, OSError):
            kill(server)
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


async def restart_database(database: Postgres, rng: random.Random, findings: Findings) -> None:
    """Stop the database now and then, and restart it."""
    while True:
        await asyncio.sleep(rng.uniform(*RESTARTED_EVERY))
        await asyncio.to_thread(database.stop)
        await asyncio.to_thread(database.start)
        findings.events["restarts of the database"] += 1


async def soak(seconds: float, players: int, seed: int, findings: Findings) -> None:
    """Run everything for a time, let honest players finish, and check their games.

    Args:
        seconds: the duration.
        players: the number of honest players.
        seed: the seed for the times of kills and restarts.
        findings: where results are recorded.
    """
    rng = random.Random(seed)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)
    async with push_service() as pushes, contextlib.AsyncExitStack() as stack:
        database = stack.enter_context(Postgres())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        usual = dict.fromkeys((*PLENTY, "KINGDOMS_ADVICE"), "") | {"KINGDOMS_PUSH_TEST": pushes.origin}  # empty is the default
        shared = usual | {"KINGDOMS_DATABASE": database.url, "KINGDOMS_SECRET": "the same for all of them"}
        servers = [ServerProcess(folder / name, environment=shared, port=free_port()) for name in ("one", "other")]
        for server in servers:
            await asyncio.to_thread(stack.enter_context, server)
        urls = [server.url for server in servers]
        honest: list[Honest | Pair] = [Honest(urls, number, findings) for number in range(players)]
        honest += [Pair(urls, players + 2 * number, findings, pushes, database.url) for number in range(max(1, players // 4))]
        hostile = stack.enter_context(contextlib.ExitStack())
        hostile.enter_context(hostile_visitors(urls, findings))
        disturbing = [
            asyncio.create_task(kill_servers(servers, rng, findings)),
            asyncio.create_task(restart_database(database, rng, findings)),
        ]
        playing = [asyncio.create_task(visitor.play()) for visitor in honest]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await stopped.wait()
        await asyncio.to_thread(hostile.close)
        await end(disturbing, findings)
        await asyncio.to_thread(revive, servers)
        await end(playing, findings)
        await asyncio.wait_for(asyncio.gather(*(visitor.finish() for visitor in honest)), 3 * SOON)
        for server in servers:
            findings.unusual += unusual(LEAKED.sub("", STILLBORN.sub("", server.troubles())))


def unusual(log: str) -> Counter[str]:
    """Count the lines of a log above the level `info`, without times and the like; lines that are not JSON stay unchanged."""
    counts: Counter[str] = Counter()
    printed: list[str] = []
    for line in [*log.splitlines(), "{}"]:
        try:
            entry = json.loads(line)
        except ValueError:
            printed.append(line)
            continue
        if text := "\n".join(printed).strip():
            counts[f"printed: {text}"] += 1
        printed.clear()
        if entry:
            error = f"\n{entry['exception']}" if "exception" in entry else ""
            counts[f"{entry['level']}: {entry['message']}{error}"] += 1
    return counts


@contextlib.contextmanager
def hostile_visitors(urls: list[str], findings: Findings) -> Iterator[None]:
    """Run hostile visitors in a process of their own, and record their results at the end."""
    command = [sys.executable, str(Path(__file__).with_name("hostile.py")), *urls]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun, and handles SIGTERM from now on
        try:
            yield
        finally:
            process.terminate()
            output = process.communicate(timeout=SOON)[0]
    for kind, result, count in json.loads(output):
        findings.hostile[kind, result] += count


def revive(servers: list[ServerProcess]) -> None:
    """Restart the server that is down."""
    for server in servers:
        if server.process.poll() is not None:
            start(server)


async def end(tasks: list[asyncio.Task[None]], findings: Findings) -> None:
    """Cancel tasks; a task that has already ended has failed."""
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception() is not None:
            findings.faults.append(repr(task.exception()))
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def report(findings: Findings, console: Console) -> None:
    """Print the results."""
    table = Table("what", "how many", title="Honest players")
    table.columns[1].justify = "right"
    for label, count in (
        ("actions acknowledged, and found in their games", findings.acknowledged),
        ("acknowledged actions that were lost", findings.lost),
        ("actions that stand in a game more often than sent", findings.doubled),
        ("games played to their end", findings.finished),
        ("requests without an answer", findings.unanswered),
        *((f"refused: {code}", count) for code, count in findings.refused.most_common()),
        *findings.events.items(),
        ("tracebacks in the logs", sum(n for text, n in findings.unusual.items() if "Traceback (" in text)),
        ("errors in the logs", sum(n for text, n in findings.unusual.items() if text.startswith("error: "))),
    ):
        table.add_row(label, f"{count:,}")
    console.print(table)
    waits = Table("seconds", "how many", "median", "p99", "worst", title="How long they waited")
    for label, seconds in sorted(findings.waits.items()):
        if len(seconds) > 1:
            cuts = statistics.quantiles(seconds, n=100, method="inclusive")
            waits.add_row(label, f"{len(seconds):,}", *(f"{value:.3f}" for value in (cuts[49], cuts[98], max(seconds))))
    console.print(waits)
    if findings.hostile:
        hostile = Table("attack", "what came of it", "how often", title="Hostile visitors")
        for (kind, label), count in sorted(findings.hostile.items()):
            hostile.add_row(kind, label, f"{count:,}")
        console.print(hostile)
    for text, count in findings.unusual.most_common(SHOWN):
        console.print(f"in the logs, {count} times: {text}", soft_wrap=True, markup=False)
    for fault in findings.faults[:20]:
        console.print(f"wrong: {fault}", soft_wrap=True, markup=False)


def main() -> int:
    """Run the soak, and print its results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    findings = Findings()
    asyncio.run(soak(60 * arguments.minutes, arguments.players, arguments.seed, findings))
    report(findings, Console(highlight=False))
    return 1 if findings.lost or findings.doubled or findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
