"""Workers that play the games of an arena, in processes of this machine that may crash."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from pebble import ProcessExpired, ProcessPool

from kingdoms.arena.errors import ArenaError
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import line_of, play, row_of
from kingdoms.core.errors import cut

SLICE: Final = 0.25
"""How many seconds of games a worker plays per batch; a longer game is a batch of its own."""


@dataclass(frozen=True)
class BatchResult:
    """The result of a batch.

    Attributes:
        lines: the rows of the games played, as lines of JSON; the first games of those requested.
        took: the time for all of them, in seconds.
        records: records that the worker could not write itself, by game number.
    """

    lines: Sequence[bytes]
    took: float
    records: Mapping[int, bytes] = field(default_factory=dict)


class Worker(Protocol):
    """A worker that plays games, one batch at a time."""

    deaths: ClassVar[tuple[type[Exception], ...]]
    """The exceptions that a batch's future raises if the worker has crashed."""

    def play(self, numbers: Sequence[int]) -> Future[BatchResult]:
        """Play games until the time slice is over, at least one; an empty list only waits until the worker is ready."""

    def end(self) -> None:
        """Terminate at once, even in the middle of a game."""


class Staff(Protocol):
    """A source of workers."""

    size: int
    """The number of workers that run at the same time."""

    def hire(self) -> Worker:
        """Return a new worker, which may take a while to be ready."""

    def end(self) -> None:
        """Shut down, after all workers have ended."""


class LocalWorker:
    """A process of this machine, in a pool of its own so that a crash does not affect other workers."""

    deaths: ClassVar[tuple[type[Exception], ...]] = (ProcessExpired, BrokenProcessPool)

    def __init__(self, plan: ArenaPlan, records: Path | None) -> None:
        context: Any = multiprocessing.get_context("spawn")  # on Windows, Pebble's type does not allow for its pipes
        self.pool = ProcessPool(1, initializer=_begin, initargs=(replace(plan), records), context=context)

    def play(self, numbers: Sequence[int]) -> Future[BatchResult]:
        """Play games, see `Worker`."""
        try:
            future: Future[BatchResult] = self.pool.schedule(_play_some, args=[numbers])
        except RuntimeError as error:  # the pool has detected that its process died
            future = Future()
            future.set_exception(BrokenProcessPool(str(error)))
        return future

    def end(self) -> None:
        """Terminate the process at once."""
        self.pool.stop()
        self.pool.join()


class LocalStaff:
    """The processes of this machine.

    Args:
        plan: the plan.
        records: the folder for records, None to keep none.
        size: the number of processes.
    """

    def __init__(self, plan: ArenaPlan, records: Path | None, size: int) -> None:
        self.plan = plan
        self.records = records
        self.size = size

    def hire(self) -> LocalWorker:
        """Return a new process."""
        return LocalWorker(self.plan, self.records)

    def end(self) -> None:
        """Do nothing: ending the workers has freed everything."""


def play_some(plan: ArenaPlan, numbers: Sequence[int], records: Path | None) -> BatchResult:
    """Play games until the time slice is over, at least one, and return their rows.

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
        except Exception as error:  # third-party bots may raise anything; play the other games
            trouble = cut(f"{type(error).__name__}: {error}".partition("\n")[0], 300)
            row = row_of(plan, number, trouble=trouble)
        lines.append(line_of(row))
        if time.perf_counter() - began > SLICE:
            break
    return BatchResult(lines, time.perf_counter() - began)


# -- in a worker process --------------------------------------------------------------------------------------------------

_plan: ArenaPlan
_records: Path | None


def _begin(plan: ArenaPlan, records: Path | None) -> None:
    """Initialise a worker process; it ignores Ctrl-C, which its parent handles."""
    global _plan, _records
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan, _records = plan, records


def _play_some(numbers: Sequence[int]) -> BatchResult:
    return play_some(_plan, numbers, _records)
