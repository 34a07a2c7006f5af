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

from company import Pair
from rich.console import Console
from rich.table import Table

from tests.support.clients.honest import Findings, Honest
from tests.support.server.launch import PLENTY, ServerProcess
from tests.support.server.postgres import Postgres
from tests.support.server.proxies import free_port
from tests.support.server.push_service import push_service
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
