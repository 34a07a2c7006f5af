"""What Prometheus is told at /metrics."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
CONTENT_TYPE = CONTENT_TYPE_LATEST
BEAT = 0.25
"""Seconds between two looks at how late the event loop is."""


class Metrics:
    """The figures of one server; each server has its own, so that tests can run several in one process.

    The process tells of its memory, processor time and descriptors as well (`process_...`), where the system lets it.

    Attributes:
        info: version and kind of database.
        requests: seconds until answers began, by route, method and status; their number too.
        request: returns the one of `requests` for a route, method and status, sooner than `labels`.
        refusals: answers that were errors, by their code.
        connections: connections that are open, the sockets among them.
        broken_off: connections that were closed unheard, by why: `too_many` from one place, or a `slow` request.
        sockets: live sockets and streams that are open.
        socket_ends: sockets that the server has closed, by the code that it gave.
        live_games: games that are in memory.
        actions: actions played, by who plays them.
        keeping: seconds that the database took to keep an action.
        database_errors: what the database has failed with, by the kind of error.
        decisions: seconds that bots took to decide, by the bot's name, waiting included; their number too.
        queue: questions that wait for a process to think about them, by desk: bots that people wait for, bots alone, advice.
        waits: seconds that they waited; their number too.
        delays: seconds that the event loop came late: for so long nobody was served.
        calls: calls to people's devices, by what became of them.
        memory_limit: bytes of memory that the server and all that it starts may have.
        disk_free: bytes left on the disk of the data folder, which holds the database if it is SQLite.
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.info = Info("kingdoms_server", "Version and kind of database", registry=registry)
        self.requests = Histogram(
            "kingdoms_requests_seconds",
            "Time from a request to the beginning of its answer",
            ("route", "method", "status"),
            buckets=SECONDS,
            registry=registry,
        )
        self.request = functools.lru_cache(maxsize=1000)(self.requests.labels)
        self.refusals = Counter("kingdoms_refusals", "Answers that were errors", ("code",), registry=registry)
        self.connections = Gauge("kingdoms_open_connections", "Connections that are open", registry=registry)
        self.broken_off = Counter(
            "kingdoms_connections_broken_off", "Connections that were closed unheard", ("why",), registry=registry
        )
        self.sockets = Gauge("kingdoms_open_sockets", "Live sockets and streams that are open", registry=registry)
        self.socket_ends = Counter("kingdoms_sockets_closed", "Sockets closed by the server", ("code",), registry=registry)
        self.live_games = Gauge("kingdoms_live_games", "Games in memory", registry=registry)
        self.actions = Counter("kingdoms_actions", "Actions played", ("by",), registry=registry)
        self.keeping = Histogram(
            "kingdoms_keeping_seconds", "Time to keep an action in the database", buckets=SECONDS, registry=registry
        )
        self.database_errors = Counter(
            "kingdoms_database_errors", "What the database has failed with", ("kind",), registry=registry
        )
        self.decisions = Histogram(
            "kingdoms_bot_decisions_seconds", "Time that a bot took", ("bot",), buckets=SECONDS, registry=registry
        )
        self.queue = Gauge("kingdoms_thinking_queue", "Questions that wait to be thought about", ("desk",), registry=registry)
        self.waits = Histogram(
            "kingdoms_thinking_waits_seconds",
            "Time that a question waited to be thought about",
            ("desk",),
            buckets=SECONDS,
            registry=registry,
        )
        self.delays = Histogram(
            "kingdoms_loop_delay_seconds", "By how much the event loop came late", buckets=SECONDS, registry=registry
        )
        self.calls = Counter("kingdoms_calls", "Calls to people's devices", ("came",), registry=registry)
        self.memory_limit = Gauge(
            "kingdoms_memory_limit_bytes", "Memory that the server may have with its bots", registry=registry
        )
        self.memory_limit.set_function(memory_limit)
        self.disk_free = Gauge("kingdoms_disk_free_bytes", "Room left where the data folder is", registry=registry)
        for why in ("too_many", "slow"):
            self.broken_off.labels(why)
        for desk in ("bots", "bots alone", "advice"):
            self.queue.labels(desk)
            self.waits.labels(desk)
        ProcessCollector(registry=registry)

    def count_action(self, by: str) -> None:
        """Count an action of a `person`, `bot`, `program` or `chance`."""
        self.actions.labels(by).inc()

    def count_database_error(self, error: BaseException) -> None:
        """Count what a database has failed with."""
        self.database_errors.labels(type(error).__name__).inc()

    def time_decision(self, bot: str, seconds: float) -> None:
        """Note how long a bot took to decide."""
        self.decisions.labels(bot).observe(seconds)

    @contextlib.contextmanager
    def waiting(self, desk: str) -> Iterator[None]:
        """Count a question as waiting meanwhile, and note for how long it did."""
        with self.queue.labels(desk).track_inprogress(), self.waits.labels(desk).time():
            yield

    @contextlib.asynccontextmanager
    async def watching_the_loop(self) -> AsyncIterator[None]:
        """Note meanwhile how late the event loop comes to what is due."""
        loop = asyncio.get_running_loop()

        async def watch() -> None:
            while True:
                due = loop.time() + BEAT
                await asyncio.sleep(BEAT)
                self.delays.observe(max(0.0, loop.time() - due))

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def text(self) -> bytes:
        """Return the figures in Prometheus' text format."""
        return generate_latest(self.registry)


CGROUPS = Path("/sys/fs/cgroup")
"""Where Linux says what groups of processes may have."""


def memory_limit() -> float:
    """Return the bytes of memory that this process and its like may have: the machine's, or fewer; NaN if nobody knows.

    Examples:
        >>> memory_limit() > 10_000_000
        True
    """
    try:
        limits = [float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))]
    except (AttributeError, ValueError, OSError):
        return math.nan
    with contextlib.suppress(OSError):
        limits += limits_of_groups(Path("/proc/self/cgroup").read_text(), CGROUPS)
    return min(limits)


def limits_of_groups(groups: str, folder: Path) -> list[float]:
    """Return the bytes of memory that groups of processes may have, and those that they are in; the least of them counts.

    Args:
        groups: the groups of a process as `/proc/PID/cgroup` says; groups of version 1 have a line for each kind of limit.
        folder: where Linux says what they may have.
    """
    limits: list[float] = []
    for line in groups.splitlines():
        _, kinds, group = line.split(":", 2)
        if not kinds:
            root, name = folder, "memory.max"
        elif "memory" in kinds.split(","):
            root, name = folder / "memory", "memory.limit_in_bytes"
        else:
            continue
        own = root / group.strip("/")
        for each in (own, *own.parents):
            if each.is_relative_to(root) and (file := each / name).exists():
                limits += [float(text) for text in [file.read_text().strip()] if text.isdigit()]
    return limits


def room_at(folder: Path) -> float:
    """Return the bytes that are free on the disk of a folder, which may not be there yet; NaN if nobody knows.

    Examples:
        >>> room_at(Path("/no/such/folder")) > 0
        True
    """
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        return float(shutil.disk_usage(there).free)
    except OSError:
        return math.nan
