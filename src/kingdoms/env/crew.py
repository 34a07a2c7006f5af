"""The threads of a batch: they share out the games of each step, and wait for the next one."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

from kingdoms.env import running
from kingdoms.env.shares import Shares
from kingdoms.env.stepping import Stepper

SPINS: Final = 4000
"""How many times an idle thread looks for work before it sleeps: for some 0.1 ms, since waking up takes half of that."""
NAP: Final = 50e-6
"""Seconds between two looks at whether another thread, which may have been interrupted, has done its part."""


class Crew:
    """The threads that step the games of a batch, the calling thread first.

    A step ends when all parts of the games are done. It does not wait for a thread that has not woken up yet: others take its
    parts.

    Args:
        steppers: a stepper for each thread.
        n: the number of games.
    """

    def __init__(self, steppers: Sequence[Stepper], n: int) -> None:
        self.steppers = steppers
        has_cores = len(steppers) <= (os.cpu_count() or 1)
        self.shares = Shares(n, len(steppers), SPINS if has_cores else 0)
        self.closed = False
        self.signals = [_signal() for _ in steppers]
        helpers = range(1, len(steppers))
        self.threads: list[Any] = [threading.Thread(target=self._serve, args=(k,), daemon=True) for k in helpers]
        for thread in self.threads:
            thread.start()

    def run(self, task: int) -> None:
        """Advance or show all games, or both, in all threads, and raise an error of one of them, if there was any.

        Args:
            task: see `work`.

        Raises:
            ValueError: the crew has been closed.
        """
        if self.closed:
            raise ValueError("this batch has been closed")
        self._wait()  # if the last step was interrupted
        running.offer(self.shares, task)
        self._wake()
        running.do_parts(self.steppers[0], self.shares, 0)
        self._wait()
        errors = [stepper.take_error() for stepper in self.steppers]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """End the threads."""
        if not self.closed:
            self.closed = True
            for signal in self.signals:
                if signal.locked():
                    signal.release()
            for thread in self.threads:
                thread.join()

    def _wake(self) -> None:
        for k in range(1, len(self.signals)):
            if running.must_wake(self.shares, k):
                self.signals[k].release()

    def _wait(self) -> None:
        """Wait until the parts that other threads have taken are done."""
        while not running.are_finished(self.shares):
            time.sleep(NAP)

    def _serve(self, k: int) -> None:
        """Take part in each step, until the crew is closed."""
        while not self.closed:
            running.serve(self.steppers[k], self.shares, k)
            self.signals[k].acquire()


def _signal() -> threading.Lock:
    """Return a lock that serves as a signal: it is held until the signal is given."""
    lock = threading.Lock()
    lock.acquire()
    return lock
