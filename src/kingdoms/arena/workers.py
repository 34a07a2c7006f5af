"""Those who play the games of an arena: processes of this machine, which may die."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Final, Protocol

from pebble import ProcessExpired, ProcessPool

from kingdoms.arena.errors import ArenaError
from kingdoms.arena.plan import Plan
from kingdoms.arena.playing import line_of, play, row_of
from kingdoms.core.errors import cut

SLICE: Final = 0.25
"""Seconds for which a worker plays games before it hands them in; one that lasts longer is handed in alone."""


@dataclass(frozen=True)
class Batch:
    """What a worker hands in.

    Attributes:
        lines: the rows of the first games that it was given, each as a line of JSON.
        took: seconds for all of them.
        records: those that it could not write itself, by the numbers of their games.
    """

    lines: Sequence[bytes]
    took: float
    records: Mapping[int, bytes] = field(default_factory=dict)


class Worker(Protocol):
    """Somebody who plays games, one batch at a time."""

    deaths: ClassVar[tuple[type[Exception], ...]]
    """What the future of a batch raises if the worker has died over it."""

    def play(self, numbers: Sequence[int]) -> Future[Batch]:
        """Play games until a slice of time is over, at least one; with none, be ready for some."""

    def end(self) -> None:
        """End at once, whatever it is doing."""


class Staff(Protocol):
    """Where workers come from."""

    size: int
    """How many work at the same time."""

    def hire(self) -> Worker:
        """Return a new worker, which may need a while to be ready."""

    def end(self) -> None:
        """Close down, after all workers have ended."""


class LocalWorker:
    """A process of this machine, in a pool of its own, so that its death leaves the others alone."""

    deaths: ClassVar[tuple[type[Exception], ...]] = (ProcessExpired, BrokenProcessPool)

    def __init__(self, plan: Plan, records: Path | None) -> None:
        self.pool = ProcessPool(
            1,
            initializer=_begin,
            initargs=(replace(plan), records),
            context=multiprocessing.get_context("spawn"),
        )

    def play(self, numbers: Sequence[int]) -> Future[Batch]:
        """Play games, see `Worker`."""
        try:
            future: Future[Batch] = self.pool.schedule(_play_some, args=[numbers])
        except RuntimeError as error:  # the pool has noticed that its process is gone
            future = Future()
            future.set_exception(BrokenProcessPool(str(error)))
        return future

    def end(self) -> None:
        """End the process at once."""
        self.pool.stop()
        self.pool.join()


class LocalStaff:
    """The processes of this machine.

    Args:
        plan: what is played.
        records: the folder of records, None to keep none.
        size: how many processes play.
    """

    def __init__(self, plan: Plan, records: Path | None, size: int) -> None:
        self.plan = plan
        self.records = records
        self.size = size

    def hire(self) -> LocalWorker:
        """Return a new process."""
        return LocalWorker(self.plan, self.records)

    def end(self) -> None:
        """Nothing is left when all processes have ended."""


def play_some(plan: Plan, numbers: Sequence[int], records: Path | None) -> Batch:
    """Play games until a slice of time is over, at least one, and return their rows.

    Raises:
        ArenaError: a record cannot be written.
    """
    lines: list[bytes] = []
    began = time.perf_counter()
    for number in numbers:
        try:
            row = play(plan, number, records)
        except ArenaError:
            raise
        except Exception as error:  # whatever a bot from elsewhere raises: others may do better
            said = cut(f"{type(error).__name__}: {error}".partition("\n")[0], 300)
            row = row_of(plan, number, trouble=said)
        lines.append(line_of(row))
        if time.perf_counter() - began > SLICE:
            break
    return Batch(lines, time.perf_counter() - began)


# -- in a process ---------------------------------------------------------------------------------------------------------

_plan: Plan
_records: Path | None


def _begin(plan: Plan, records: Path | None) -> None:
    """Make a process ready to play; Ctrl-C is for the one that it works for."""
    global _plan, _records
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan, _records = plan, records


def _play_some(numbers: Sequence[int]) -> Batch:
    return play_some(_plan, numbers, _records)
