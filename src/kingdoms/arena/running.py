"""Plays the missing games of a folder, with workers that may crash."""

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

from kingdoms.arena.errors import ArenaError, write_error
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import line_of, path_of, row_of
from kingdoms.arena.workers import SLICE, BatchResult, LocalStaff, Staff, Worker
from kingdoms.texts import text

MOST_AT_ONCE: Final = 250
"""The most games in one batch."""
TRIES: Final = 3
"""After this many crashes a game is given up; the arena stops after this many failed starts in a row per worker."""
LAST_GAMES: Final = 1.0
"""How many seconds workers have to return finished games when the arena stops."""
PATIENCE: Final = 120.0
"""How many seconds the arena waits without any free or playing worker before it gives up."""


@dataclass
class Task:
    """A worker and the games of its current batch; no games while the worker starts."""

    worker: Worker
    numbers: list[int]


def run(
    folder: Folder,
    staff: int | Staff,
    stop: threading.Event,
    finished: Callable[[Sequence[bytes]], None],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the missing games of a folder.

    Args:
        folder: the folder.
        staff: the number of processes on this machine, or another source of workers.
        stop: an event that stops the arena; finished games are kept.
        finished: callback with the games just saved, as lines of JSON.
        enough: polled between batches; returns whether to stop early.

    Raises:
        ArenaError: the folder cannot be written, or no worker can play.
    """
    crew = StaffWorkers(LocalStaff(folder.plan, folder.records, staff) if isinstance(staff, int) else staff)
    queued = GameQueue(folder.missing(), crew.seconds)
    try:
        while not stop.is_set() and not enough():
            crew.assign_games(queued.games)
            if not crew.is_playing and queued.is_empty:
                return
            _save_games(folder, _next_games(folder, crew, queued, timeout=SLICE), finished)
        last = time.monotonic() + LAST_GAMES
        while crew.is_playing and (left := last - time.monotonic()) > 0:
            _save_games(folder, _next_games(folder, crew, queued, timeout=left), finished)
    finally:
        crew.end()


class GameQueue:
    """The games to play: first games returned by workers, then the missing games in order."""

    def __init__(self, missing: Iterator[int], seconds: Callable[[], float]) -> None:
        self.missing = missing
        self.retries: deque[int] = deque()
        self.alone: deque[int] = deque()
        self.deaths: Counter[int] = Counter()
        self.seconds = seconds

    @property
    def is_empty(self) -> bool:
        """Whether no games are left."""
        if not self.retries and (number := next(self.missing, None)) is not None:
            self.retries.append(number)
        return not self.retries and not self.alone

    def games(self) -> list[int]:
        """Return a batch of games that fits into a time slice; empty if no games are left.

        A game that may have crashed a worker is a batch of its own.
        """
        if self.alone:
            return [self.alone.popleft()]
        numbers: list[int] = []
        most = max(1, min(MOST_AT_ONCE, int(SLICE / self.seconds())))
        while len(numbers) < most:
            number = self.retries.popleft() if self.retries else next(self.missing, None)
            if number is None:
                break
            numbers.append(number)
        return numbers

    def put_back(self, numbers: Iterable[int]) -> None:
        """Queue games that a worker had no time for."""
        self.retries.extend(numbers)

    def requeue(self, numbers: Sequence[int]) -> int | None:
        """Queue the games of a worker that crashed; return the game to give up, None if there is none."""
        if len(numbers) != 1:
            self.alone.extend(numbers)
            return None
        (number,) = numbers
        self.deaths[number] += 1
        if self.deaths[number] >= TRIES:
            return number
        self.alone.append(number)
        return None


class StaffWorkers:
    """The workers of a staff: free ones, and busy ones that play or start."""

    def __init__(self, staff: Staff) -> None:
        self.staff = staff
        self.free: list[Worker] = []
        self.busy: dict[Future[BatchResult], Task] = {}
        self.completions: queue.SimpleQueue[Future[BatchResult]] = queue.SimpleQueue()
        self.game_count, self.took = 0, 0.0
        self.failures = 0
        self.seen = time.monotonic()
        for _ in range(staff.size):
            self.hire()

    @property
    def is_playing(self) -> bool:
        """Whether any worker has games to play."""
        return any(task.numbers for task in self.busy.values())

    def seconds(self) -> float:
        """Return the mean duration of a game in seconds; a whole slice before the first game is finished."""
        return self.took / self.game_count if self.game_count else SLICE

    def hire(self) -> None:
        """Start a new worker."""
        self._assign(self.staff.hire(), [])

    def assign_games(self, games: Callable[[], list[int]]) -> None:
        """Give games to free workers until either runs out.

        Raises:
            ArenaError: no worker has been available for `PATIENCE` seconds.
        """
        while self.free and (numbers := games()):
            self._assign(self.free.pop(), numbers)
        if self.free or self.is_playing:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > PATIENCE:
            raise ArenaError(text("arena.nobody_free", seconds=f"{PATIENCE:.0f}"))

    def next_completion(self, timeout: float) -> tuple[Future[BatchResult], Task] | None:
        """Return the next finished batch, None after a timeout."""
        with contextlib.suppress(queue.Empty):
            future = self.completions.get(timeout=timeout)
            return future, self.busy.pop(future)
        return None

    def replace(self, task: Task, error: Exception) -> None:
        """Replace a worker that has crashed.

        Raises:
            ArenaError: too many workers in a row have crashed while starting.
        """
        task.worker.end()
        self.failures = 0 if task.numbers else self.failures + 1
        if self.failures >= TRIES * self.staff.size:
            raise ArenaError(text("arena.no_worker", error=_cause(error)))
        self.hire()

    def end(self) -> None:
        """Terminate all workers."""
        for worker in [*self.free, *(task.worker for task in self.busy.values())]:
            worker.end()
        self.staff.end()

    def _assign(self, worker: Worker, numbers: list[int]) -> None:
        future = worker.play(numbers)
        self.busy[future] = Task(worker, numbers)
        future.add_done_callback(self.completions.put)


def _cause(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__


def _save_games(folder: Folder, games: Sequence[tuple[int, bytes]], finished: Callable[[Sequence[bytes]], None]) -> None:
    if games:
        folder.add(*games)
        finished([line for _, line in games])


def _next_games(folder: Folder, crew: StaffWorkers, queued: GameQueue, timeout: float) -> list[tuple[int, bytes]]:
    """Return the games of the next finished batch, empty after a timeout; give up a game that has crashed too many workers."""
    completion = crew.next_completion(timeout)
    if completion is None:
        return []
    future, task = completion
    try:
        batch = future.result()
    except task.worker.deaths as error:
        crew.replace(task, error)
        given_up = queued.requeue(task.numbers)
        return [] if given_up is None else [(given_up, _failed_line(folder.plan, given_up))]
    crew.free.append(task.worker)
    crew.failures = 0
    crew.game_count, crew.took = crew.game_count + len(batch.lines), crew.took + batch.took
    queued.put_back(task.numbers[len(batch.lines) :])
    if folder.records is not None:
        _keep_records(folder.records, batch)
    return list(zip(task.numbers, batch.lines, strict=False))


def _failed_line(plan: ArenaPlan, number: int) -> bytes:
    return line_of(row_of(plan, number, trouble=f"its process has died {TRIES} times"))


def _keep_records(records: Path, batch: BatchResult) -> None:
    """Write the records of a batch, before its games count as saved."""
    for number, record in batch.records.items():
        path = path_of(records, number)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(record)
        except OSError as error:
            raise write_error(path.parent, error) from None
