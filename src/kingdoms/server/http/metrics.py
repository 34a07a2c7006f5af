"""Metrics for Prometheus at /metrics. Of several workers, each writes its own to a file, and serves them with the others'."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, Metric, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
CONTENT_TYPE = CONTENT_TYPE_LATEST
MEASURE_EVERY = 0.25
"""Seconds between two measurements of the event loop's delay."""
WRITE_EVERY = 5.0
"""Seconds between two writes of a worker's metrics."""


class Metrics:
    """The metrics of one server. Each server has its own registry, so that tests can run several in one process.

    Memory, processor time and file descriptors of the process (`process_...`) are included where the system reports them.

    Attributes:
        request: returns the child of `requests` for a route, method and status; cached, so faster than `labels`.
        broken_off: connections that were closed without an answer: `too_many` from one address, or a `slow` request.
        decisions: time that bots took for a decision, waiting included, by bot.
        queue: questions waiting for a process, by pool: bots that people wait for, bots among themselves, advice.
        notifications: push notifications, by result, for each device.
        disk_free: free bytes on the disk of the data folder, which contains the database if it is SQLite.
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, buckets=SECONDS, registry=registry)
        self.info = Info("kingdoms_server", "Version and kind of database", registry=registry)
        labels = ("route", "method", "status")
        self.requests = histogram("kingdoms_requests_seconds", "Time from a request to the beginning of its answer", labels)
        self.request = functools.lru_cache(maxsize=1000)(self.requests.labels)
        self.refusals = counter("kingdoms_refusals", "Answers that were errors", ("code",))
        self.connections = gauge("kingdoms_open_connections", "Connections that are open")
        self.broken_off = counter("kingdoms_connections_broken_off", "Connections that were closed unheard", ("why",))
        self.sockets = gauge("kingdoms_open_sockets", "Live sockets and streams that are open")
        self.socket_ends = counter("kingdoms_sockets_closed", "Sockets closed by the server", ("code",))
        self.live_games = gauge("kingdoms_live_games", "Games in memory")
        self.actions = counter("kingdoms_actions", "Actions played", ("by",))
        self._actions_of = functools.lru_cache(maxsize=10)(self.actions.labels)
        self.keeping = histogram("kingdoms_keeping_seconds", "Time to keep an action in the database")
        self.database_errors = counter("kingdoms_database_errors", "What the database has failed with", ("kind",))
        self.decisions = histogram("kingdoms_bot_decisions_seconds", "Time that a bot took", ("bot",))
        self.queue = gauge("kingdoms_thinking_queue", "Questions that wait to be thought about", ("desk",))
        waits = "Time that a question waited to be thought about"
        self.waits = histogram("kingdoms_thinking_waits_seconds", waits, ("desk",))
        self.delays = histogram("kingdoms_loop_delay_seconds", "By how much the event loop came late")
        self.notifications = counter("kingdoms_notifications", "Push notifications to people's devices", ("came",))
        self.memory_limit = gauge("kingdoms_memory_limit_bytes", "Memory that the server may have with its bots")
        self.memory_limit.set_function(memory_limit)
        self.disk_free = gauge("kingdoms_disk_free_bytes", "Room left where the data folder is")
        for why in ("too_many", "slow"):
            self.broken_off.labels(why)
        for desk in ("bots", "bots alone", "advice"):
            self.queue.labels(desk)
            self.waits.labels(desk)
        ProcessCollector(registry=registry)

    def count_action(self, by: str) -> None:
        """Count an action of a `person`, `bot`, `program` or `chance`."""
        self._actions_of(by).inc()

    def count_database_error(self, error: BaseException) -> None:
        """Count an error of the database by its type."""
        self.database_errors.labels(type(error).__name__).inc()

    def time_decision(self, bot: str, seconds: float) -> None:
        """Record the time that a bot took for a decision."""
        self.decisions.labels(bot).observe(seconds)

    @contextlib.contextmanager
    def waiting(self, desk: str) -> Iterator[None]:
        """Count a question as waiting while the context lasts, and record the time."""
        with self.queue.labels(desk).track_inprogress(), self.waits.labels(desk).time():
            yield

    @contextlib.asynccontextmanager
    async def watch_loop(self) -> AsyncIterator[None]:
        """Record delays of the event loop while the context lasts."""
        loop = asyncio.get_running_loop()

        async def watch() -> None:
            while True:
                due = loop.time() + MEASURE_EVERY
                await asyncio.sleep(MEASURE_EVERY)
                self.delays.observe(max(0.0, loop.time() - due))

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def text(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return generate_latest(self.registry)


class WorkerMetrics(Collector):
    """The metrics of all workers, each with the label `worker`."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.number = number
        self.collect_own: Callable[[], bytes] = bytes

    async def write(self) -> None:
        """Write the metrics of this worker for the others."""
        new = self.folder / f"{self.number}.new"
        new.write_bytes(self.collect_own())
        new.replace(self.folder / f"{self.number}.prom")

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self)

    def collect(self) -> Iterable[Metric]:
        """Return all metrics, with the samples of all workers under one name."""
        metrics: dict[str, Metric] = {}
        for worker, text in sorted(self._texts().items()):
            for family in text_string_to_metric_families(text):
                metric = metrics.setdefault(family.name, Metric(family.name, family.documentation, family.type, family.unit))
                metric.samples += [sample._replace(labels={**sample.labels, "worker": worker}) for sample in family.samples]
        return metrics.values()

    def _texts(self) -> dict[str, str]:
        """Return the metrics of each worker as text."""
        texts = {file.stem: file.read_text(encoding="utf-8") for file in self.folder.glob("*.prom")}
        return texts | {str(self.number): self.collect_own().decode()}


CGROUPS = Path("/sys/fs/cgroup")
"""Where Linux mounts control groups."""


def memory_limit() -> float:
    """Return the bytes of memory available to this process: those of the machine or of a control group; NaN if unknown.

    Examples:
        >>> memory_limit() > 10_000_000
        True
    """
    limits: list[float] = []
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, OSError):
            limits.append(float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")))
        with contextlib.suppress(OSError):
            limits += limits_of_groups(Path("/proc/self/cgroup").read_text(encoding="utf-8"), CGROUPS)
    return min(limits, default=math.nan)


def limits_of_groups(groups: str, folder: Path) -> list[float]:
    """Return the memory limits, in bytes, of control groups and of their parents; the lowest one applies.

    Args:
        groups: the content of `/proc/PID/cgroup`; version 1 has a line for each controller.
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
        path = root / group.strip("/")
        for directory in (path, *path.parents):
            if directory.is_relative_to(root) and (file := directory / name).exists():
                limits += [float(text) for text in [file.read_text().strip()] if text.isdigit()]
    return limits


def free_disk_space(folder: Path) -> float:
    """Return the free bytes on the disk of a folder, which may not exist yet; NaN if unknown.

    Examples:
        >>> free_disk_space(Path("/no/such/folder")) > 0
        True
    """
    base = next((parent for parent in (folder, *folder.parents) if parent.exists()), folder)
    try:
        return float(shutil.disk_usage(base).free)
    except OSError:
        return math.nan
