"""Playing what is missing in a folder, in several processes that may die."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pebble import ProcessExpired, ProcessPool

from kingdoms.arena.errors import ArenaError
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import Plan
from kingdoms.arena.playing import line_of, play, row_of
from kingdoms.core.errors import cut

SLICE: Final = 0.25
"""Seconds for which a worker plays games before it hands them in; one that lasts longer is handed in alone."""
MOST_AT_ONCE: Final = 250
"""So many games a worker is given at a time, at most."""
TRIES: Final = 3
"""A game that has cost so many workers their life is given up."""
LAST_GAMES: Final = 1.0
"""Seconds in which workers can hand in what they have, when the arena stops."""


@dataclass
class Task:
    """What one worker does: games that it is asked for, and its process."""

    worker: ProcessPool
    numbers: list[int] = field(default_factory=list)


def run(
    folder: Folder,
    workers: int,
    stop: threading.Event,
    finished: Callable[[Sequence[bytes]], None],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games of a folder that are missing.

    Args:
        folder: where they are kept.
        workers: how many processes play.
        stop: ends it when it is set, from wherever: finished games are kept.
        finished: told of games that have been kept, each as a line of JSON.
        enough: asked now and then whether no more are needed.

    Raises:
        ArenaError: the folder cannot be written.
    """
    pools = Pools(folder.plan, folder.records, workers)
    hall = Hall(folder.missing(), pools.seconds)
    try:
        while not stop.is_set() and not enough():
            pools.employ(hall.games)
            if not pools.busy:
                return
            _keep(folder, _handed_in(pools, hall, timeout=SLICE), finished)
        last = time.monotonic() + LAST_GAMES
        while pools.busy and (left := last - time.monotonic()) > 0:
            _keep(folder, _handed_in(pools, hall, timeout=left), finished)
    finally:
        pools.end()


class Hall:
    """Games that wait to be played: first those that come back from a worker, then those that nobody had yet."""

    def __init__(self, missing: Iterator[int], seconds: Callable[[], float]) -> None:
        self.missing = missing
        self.again: deque[int] = deque()
        self.alone: deque[int] = deque()
        self.died: Counter[int] = Counter()
        self.seconds = seconds

    def games(self) -> list[int]:
        """Return the games for a worker that is free, as many as fit into its time; none if none are left.

        One that may have cost a worker its life is played alone.
        """
        if self.alone:
            return [self.alone.popleft()]
        found: list[int] = []
        most = max(1, min(MOST_AT_ONCE, int(SLICE / self.seconds())))
        while len(found) < most:
            number = self.again.popleft() if self.again else next(self.missing, None)
            if number is None:
                break
            found.append(number)
        return found

    def came_back(self, numbers: Iterable[int]) -> None:
        """Have games played that a worker had no time for."""
        self.again.extend(numbers)

    def lost(self, numbers: Sequence[int]) -> int | None:
        """Have games played again whose worker has died; return the one that is given up, if it is."""
        if len(numbers) > 1:
            self.alone.extend(numbers)
            return None
        (number,) = numbers
        self.died[number] += 1
        if self.died[number] >= TRIES:
            return number
        self.alone.append(number)
        return None


class Pools:
    """Workers, each with a pool of its own, so that the death of one leaves the others alone."""

    def __init__(self, plan: Plan, records: Path | None, workers: int) -> None:
        self.plan = plan
        self.records = records
        self.free = [self._new() for _ in range(workers)]
        self.busy: dict[Future[Any], Task] = {}
        self.done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self.played, self.took = 0, 0.0

    def seconds(self) -> float:
        """Return how long a game takes, a whole slice as long as nobody knows."""
        return self.took / self.played if self.took else SLICE

    def employ(self, games: Callable[[], list[int]]) -> None:
        """Give free workers games as long as there are any."""
        while self.free and (numbers := games()):
            task = Task(self.free.pop(), numbers)
            try:
                future = task.worker.schedule(_play_some, args=[numbers])
            except RuntimeError:  # the pool has noticed that it is of no use
                task.worker = self._instead_of(task.worker)
                future = task.worker.schedule(_play_some, args=[numbers])
            self.busy[future] = task
            future.add_done_callback(self.done.put)

    def next_done(self, timeout: float) -> tuple[Future[Any], Task] | None:
        """Return what a worker is done with, None if none is in time."""
        with contextlib.suppress(queue.Empty):
            future = self.done.get(timeout=timeout)
            return future, self.busy.pop(future)
        return None

    def renew(self, task: Task) -> None:
        """Put another worker in the place of one that has died."""
        self.free.append(self._instead_of(task.worker))

    def end(self) -> None:
        """End all workers, at once."""
        for worker in [*self.free, *(task.worker for task in self.busy.values())]:
            worker.stop()
            worker.join()

    def _new(self) -> ProcessPool:
        return ProcessPool(
            1,
            initializer=_begin,
            initargs=(replace(self.plan), self.records),
            context=multiprocessing.get_context("spawn"),
        )

    def _instead_of(self, worker: ProcessPool) -> ProcessPool:
        worker.stop()
        worker.join()
        return self._new()


def _keep(folder: Folder, games: Sequence[tuple[int, bytes]], finished: Callable[[Sequence[bytes]], None]) -> None:
    """Keep games, and tell of them."""
    if games:
        folder.add(*games)
        finished([line for _, line in games])


def _handed_in(pools: Pools, hall: Hall, timeout: float) -> list[tuple[int, bytes]]:
    """Return the games of a worker that is done in time; give up what has cost too many workers their life."""
    done = pools.next_done(timeout)
    if done is None:
        return []
    future, task = done
    try:
        lines, took = future.result()
    except (ProcessExpired, BrokenProcessPool):
        pools.renew(task)
        given_up = hall.lost(task.numbers)
        if given_up is None:
            return []
        return [(given_up, line_of(row_of(pools.plan, given_up, trouble=f"its process has died {TRIES} times")))]
    pools.free.append(task.worker)
    pools.played, pools.took = pools.played + len(lines), pools.took + took
    hall.came_back(task.numbers[len(lines) :])
    return list(zip(task.numbers, lines, strict=False))


# -- in a worker ----------------------------------------------------------------------------------------------------------

_plan: Plan
_records: Path | None


def _begin(plan: Plan, records: Path | None) -> None:
    """Make a process ready to play; Ctrl-C is for the one that it works for."""
    global _plan, _records
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan, _records = plan, records


def _play_some(numbers: Sequence[int]) -> tuple[list[bytes], float]:
    """Play games until a slice of time is over, at least one; return their rows as lines, and how long they took."""
    lines: list[bytes] = []
    began = time.perf_counter()
    for number in numbers:
        try:
            row = play(_plan, number, _records)
        except ArenaError:
            raise
        except Exception as error:  # whatever a bot from elsewhere raises: others may do better
            said = cut(f"{type(error).__name__}: {error}".partition("\n")[0], 300)
            row = row_of(_plan, number, trouble=said)
        lines.append(line_of(row))
        if time.perf_counter() - began > SLICE:
            break
    return lines, time.perf_counter() - began
