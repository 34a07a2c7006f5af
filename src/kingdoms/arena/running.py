"""Playing what is missing in a folder, by workers that may die."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kingdoms.arena.errors import ArenaError, unwritable
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import Plan
from kingdoms.arena.playing import line_of, path_of, row_of
from kingdoms.arena.workers import SLICE, Batch, LocalStaff, Staff, Worker

MOST_AT_ONCE: Final = 250
"""So many games a worker is given at a time, at most."""
TRIES: Final = 3
"""A game that has cost so many workers their life is given up; so is a place where so many in turn could not even begin."""
LAST_GAMES: Final = 1.0
"""Seconds in which workers can hand in what they have, when the arena stops."""
PATIENCE: Final = 120.0
"""Seconds without anybody who plays, after which nobody is expected any more."""


@dataclass
class Task:
    """What one worker does: the games that it is asked for; none while it gets ready."""

    worker: Worker
    numbers: list[int]


def run(
    folder: Folder,
    staff: int | Staff,
    stop: threading.Event,
    finished: Callable[[Sequence[bytes]], None],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games of a folder that are missing.

    Args:
        folder: where they are kept.
        staff: how many processes of this machine play, or who else does.
        stop: ends it when it is set, from wherever: finished games are kept.
        finished: told of games that have been kept, each as a line of JSON.
        enough: asked now and then whether no more are needed.

    Raises:
        ArenaError: the folder cannot be written, or nobody can play.
    """
    crew = Crew(LocalStaff(folder.plan, folder.records, staff) if isinstance(staff, int) else staff)
    hall = Hall(folder.missing(), crew.seconds)
    try:
        while not stop.is_set() and not enough():
            crew.employ(hall.games)
            if not crew.is_playing and hall.is_empty:
                return
            _keep(folder, _handed_in(folder, crew, hall, timeout=SLICE), finished)
        last = time.monotonic() + LAST_GAMES
        while crew.is_playing and (left := last - time.monotonic()) > 0:
            _keep(folder, _handed_in(folder, crew, hall, timeout=left), finished)
    finally:
        crew.end()


class Hall:
    """Games that wait to be played: first those that come back from a worker, then those that nobody had yet."""

    def __init__(self, missing: Iterator[int], seconds: Callable[[], float]) -> None:
        self.missing = missing
        self.again: deque[int] = deque()
        self.alone: deque[int] = deque()
        self.died: Counter[int] = Counter()
        self.seconds = seconds

    @property
    def is_empty(self) -> bool:
        """Whether no game waits."""
        if not self.again and (number := next(self.missing, None)) is not None:
            self.again.append(number)
        return not self.again and not self.alone

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
        if len(numbers) != 1:
            self.alone.extend(numbers)
            return None
        (number,) = numbers
        self.died[number] += 1
        if self.died[number] >= TRIES:
            return number
        self.alone.append(number)
        return None


class Crew:
    """The workers of a staff: those who are free, and those who play or get ready."""

    def __init__(self, staff: Staff) -> None:
        self.staff = staff
        self.free: list[Worker] = []
        self.busy: dict[Future[Batch], Task] = {}
        self.done: queue.SimpleQueue[Future[Batch]] = queue.SimpleQueue()
        self.played, self.took = 0, 0.0
        self.failed = 0
        self.seen = time.monotonic()
        for _ in range(staff.size):
            self.hire()

    @property
    def is_playing(self) -> bool:
        """Whether anybody has games to play."""
        return any(task.numbers for task in self.busy.values())

    def seconds(self) -> float:
        """Return how long a game takes, a whole slice as long as nobody knows."""
        return self.took / self.played if self.played else SLICE

    def hire(self) -> None:
        """Take on a worker, who gets ready."""
        self._give(self.staff.hire(), [])

    def employ(self, games: Callable[[], list[int]]) -> None:
        """Give free workers games as long as there are any.

        Raises:
            ArenaError: nobody has been there to play for a while.
        """
        while self.free and (numbers := games()):
            self._give(self.free.pop(), numbers)
        if self.free or self.is_playing:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > PATIENCE:
            raise ArenaError(f"nobody has been free to play for {PATIENCE:.0f} seconds: finished games are kept")

    def next_done(self, timeout: float) -> tuple[Future[Batch], Task] | None:
        """Return what a worker is done with, None if none is in time."""
        with contextlib.suppress(queue.Empty):
            future = self.done.get(timeout=timeout)
            return future, self.busy.pop(future)
        return None

    def replace(self, task: Task, error: Exception) -> None:
        """Put another worker in the place of one that has died.

        Raises:
            ArenaError: several in turn have died before they had anything to play.
        """
        task.worker.end()
        self.failed = 0 if task.numbers else self.failed + 1
        if self.failed >= TRIES * self.staff.size:
            raise ArenaError(f"no worker could begin to play: {_cause(error)}")
        self.hire()

    def end(self) -> None:
        """End all workers, at once."""
        for worker in [*self.free, *(task.worker for task in self.busy.values())]:
            worker.end()
        self.staff.end()

    def _give(self, worker: Worker, numbers: list[int]) -> None:
        future = worker.play(numbers)
        self.busy[future] = Task(worker, numbers)
        future.add_done_callback(self.done.put)


def _cause(error: Exception) -> str:
    """Return the last line of what an error says, which tells what it was about."""
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__


def _keep(folder: Folder, games: Sequence[tuple[int, bytes]], finished: Callable[[Sequence[bytes]], None]) -> None:
    """Keep games, and tell of them."""
    if games:
        folder.add(*games)
        finished([line for _, line in games])


def _handed_in(folder: Folder, crew: Crew, hall: Hall, timeout: float) -> list[tuple[int, bytes]]:
    """Return the games of a worker that is done in time; give up what has cost too many workers their life."""
    done = crew.next_done(timeout)
    if done is None:
        return []
    future, task = done
    try:
        batch = future.result()
    except task.worker.deaths as error:
        crew.replace(task, error)
        given_up = hall.lost(task.numbers)
        return [] if given_up is None else [(given_up, _given_up(folder.plan, given_up))]
    crew.free.append(task.worker)
    crew.failed = 0
    crew.played, crew.took = crew.played + len(batch.lines), crew.took + batch.took
    hall.came_back(task.numbers[len(batch.lines) :])
    if folder.records is not None:
        _keep_records(folder.records, batch)
    return list(zip(task.numbers, batch.lines, strict=False))


def _given_up(plan: Plan, number: int) -> bytes:
    return line_of(row_of(plan, number, trouble=f"its process has died {TRIES} times"))


def _keep_records(records: Path, batch: Batch) -> None:
    """Write the records that a worker has handed in, before their games count as kept.

    Raises:
        ArenaError: they cannot be written.
    """
    for number, record in batch.records.items():
        path = path_of(records, number)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(record)
        except OSError as error:
            raise unwritable(path.parent, error) from None
