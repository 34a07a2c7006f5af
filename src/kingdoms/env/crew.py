"""The threads of a batch: they share out the games of each step, and wait for the next one."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from kingdoms.env.stepping import Stepper

PARTS: Final = 8
"""The number of parts of the games for each thread."""


class Crew:
    """The threads that step the games of a batch, the calling thread first.

    Each thread takes the parts of the games that it took in the last step, which are in the cache of its processor, and then
    what is left of the others': they begin later, since they have to wake up. A thread takes parts only while it holds its lock
    `busy`. So a step ends when there are no parts left and all of these locks are free, also if a thread has not woken up yet.

    Args:
        steppers: a stepper for each thread.
        n: the number of games.
    """

    def __init__(self, steppers: Sequence[Stepper], n: int) -> None:
        self.steppers = steppers
        self.n = n
        threads = len(steppers)
        count = min(n, threads * PARTS)
        parts = [(k * n // count, (k + 1) * n // count) for k in range(count)]
        self.own = [parts[k * count // threads : (k + 1) * count // threads] for k in range(threads)]
        self.left: list[deque[tuple[int, int]]] = []
        self.work: Callable[[Stepper, int, int], None] | None = None
        self.errors: list[BaseException] = []
        self.closed = False
        self.begins = [_signal() for _ in range(threads)]
        self.busy = [threading.Lock() for _ in range(threads)]
        self.threads: list[Any] = [threading.Thread(target=self._serve, args=(k,), daemon=True) for k in range(1, threads)]
        for thread in self.threads:
            thread.start()

    def run(self, work: Callable[[Stepper, int, int], None]) -> None:
        """Do some work for all games, in all threads, and raise the first error of any of them.

        Raises:
            ValueError: the crew has been closed.
        """
        if not self.threads:
            work(self.steppers[0], 0, self.n)
            return
        if self.closed:
            raise ValueError("this batch has been closed")
        self.work = work  # before the parts, which a thread that wakes up late may take at once
        self.left = [deque(parts) for parts in self.own]
        self._wake()
        self._take_part(0)
        for lock in self.busy[1:]:
            with lock:
                pass
        if self.errors:
            errors, self.errors = self.errors, []
            raise errors[0]

    def close(self) -> None:
        """End the threads."""
        if not self.closed:
            self.closed = True
            self._wake()
            for thread in self.threads:
                thread.join()

    def _wake(self) -> None:
        """Give the other threads the signal to begin, unless they have not taken the last one yet."""
        for signal in self.begins[1:]:
            if signal.locked():
                signal.release()

    def _serve(self, k: int) -> None:
        """Take part in each step, until the crew is closed."""
        while True:
            self.begins[k].acquire()
            if self.closed:
                return
            with self.busy[k]:
                self._take_part(k)

    def _take_part(self, k: int) -> None:
        """Do the work for one part after the other: first the own ones, then the last ones of other threads."""
        assert self.work is not None
        try:
            while (part := self._next_part(k)) is not None:
                self.work(self.steppers[k], *part)
        except BaseException as error:
            self.errors.append(error)

    def _next_part(self, k: int) -> tuple[int, int] | None:
        """Return the next part for a thread, or None if there is none left."""
        own = self.left[k]
        for take in (own.popleft, *(other.pop for other in self.left if other is not own)):
            try:
                return take()
            except IndexError:
                continue
        return None


def _signal() -> threading.Lock:
    """Return a lock that serves as a signal: it is held until the signal is given."""
    lock = threading.Lock()
    lock.acquire()
    return lock
