"""Workers on the machines of a Ray cluster.

A game depends only on its number, so any machine can play it. Each worker is an actor that takes one processor. When its
machine fails, the actor's games are queued again, and a replacement actor waits for a free processor.
"""

from __future__ import annotations

import logging
import socket
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, cast

import kingdoms
from kingdoms.arena.errors import ArenaError
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import path_of
from kingdoms.arena.workers import BatchResult, play_some
from kingdoms.extras import install_command
from kingdoms.texts import text

try:
    import ray
    from ray.exceptions import RayError
except ModuleNotFoundError:
    raise ArenaError(text("arena.cluster_extra", cluster=install_command("cluster"))) from None


WAIT: Final = 10.0
"""The timeout for connecting to a cluster, in seconds."""


class ClusterPlayer:
    """The actor that plays games on a machine of the cluster.

    Args:
        plan: the plan.
        records: whether to return records.
        version: the version of this package on the machine that runs the arena.

    Raises:
        ArenaError: this machine has another version, which might play different games.
    """

    def __init__(self, plan: ArenaPlan, records: bool, version: str) -> None:
        if kingdoms.__version__ != version:
            raise ArenaError(text("arena.cluster_version", own=kingdoms.__version__, version=version))
        self.plan = plan
        self.records = records

    def play(self, numbers: Sequence[int]) -> BatchResult:
        """Play games, see `Worker`; records are returned, since this machine may not have the arena's disk."""
        if not self.records:
            return play_some(self.plan, numbers, None)
        with tempfile.TemporaryDirectory() as folder:
            batch = play_some(self.plan, numbers, Path(folder))
            paths = {number: path_of(Path(folder), number) for number in numbers[: len(batch.lines)]}
            records = {number: path.read_bytes() for number, path in paths.items() if path.exists()}
            return replace(batch, records=records)


class RayWorker:
    """A worker on any machine of the cluster."""

    deaths: ClassVar[tuple[type[Exception], ...]] = (RayError,)

    def __init__(self, plan: ArenaPlan, records: bool) -> None:
        actor: Any = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(ClusterPlayer)
        self.actor = actor.remote(replace(plan), records, kingdoms.__version__)

    def play(self, numbers: Sequence[int]) -> Future[BatchResult]:
        """Play games, see `Worker`."""
        future: Future[BatchResult] = self.actor.play.remote(list(numbers)).future()
        return future

    def end(self) -> None:
        """Kill the actor."""
        ray.kill(self.actor)


class ClusterStaff:
    """The processors of a Ray cluster.

    Args:
        plan: the plan.
        records: whether to return records.
        address: the cluster's address for `ray.init`: `auto` for a cluster on this machine, `HOST:6379`, `ray://HOST:10001`.
        size: the number of workers; None for one on each processor that the cluster has now.

    Raises:
        ArenaError: the cluster cannot be reached, or has no processors.
    """

    def __init__(self, plan: ArenaPlan, records: bool, address: str, size: int | None = None) -> None:
        self.plan = plan
        self.records = records
        processors = connect(address)
        self.size = min(size or processors, processors)

    def hire(self) -> RayWorker:
        """Return a new worker, which starts when a processor is free."""
        return RayWorker(self.plan, self.records)

    def end(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        disconnect()


def connect(address: str) -> int:
    """Connect to a cluster, and return the number of its processors.

    Raises:
        ArenaError: the cluster cannot be reached, or has no processors.
    """
    try:
        _check_connection(address)
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (OSError, ValueError, RuntimeError, RayError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ArenaError(text("arena.cluster_unreachable", address=address, reason=reason or type(error).__name__)) from None
    processors = int(cast(Any, ray).cluster_resources().get("CPU", 0))
    if not processors:
        disconnect()
        raise ArenaError(text("arena.cluster_idle", address=address))
    return processors


def disconnect() -> None:
    """Disconnect from the cluster, which keeps running."""
    ray.shutdown()


def _check_connection(address: str) -> None:
    """Check that an address that names a port accepts connections; Ray itself would retry for minutes.

    Raises:
        OSError: the connection fails.
    """
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), WAIT).close()
