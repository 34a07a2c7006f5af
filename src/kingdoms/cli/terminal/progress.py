"""What long commands share: a progress bar, and stopping early."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TaskID, TextColumn, TimeRemainingColumn

from kingdoms.cli.terminal.console import say
from kingdoms.texts import text

PAUSE = 10.0
INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class ProgressLines(Progress):
    """Progress in lines on standard error, one in `PAUSE` seconds, where there is no terminal."""

    printed_at = 0.0

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """Add to what is done, and print a line if the last one is old enough."""
        super().advance(task_id, advance)
        self._print(task_id)

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """Change a task, and print a line if the last one is old enough."""
        super().update(task_id, **changes)
        self._print(task_id)

    def _print(self, task_id: TaskID) -> None:
        """Print a line about a task if the last one is old enough."""
        task = self._tasks[task_id]
        if time.monotonic() - max(self.printed_at, task.start_time or 0.0) >= PAUSE:
            self.printed_at = time.monotonic()
            say(text("report.so_far", task=task.description, n=int(task.completed), total=int(task.total or 0)), err=True)


def progress_bar(column: ProgressColumn | None = None) -> Progress:
    """Return a progress bar for terminals, which vanishes at the end; elsewhere, lines on standard error.

    Args:
        column: the column that shows how much is done; by default, numbers.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), column or MofNCompleteColumn(), TimeRemainingColumn())
    kind = Progress if console.is_terminal else ProgressLines
    return kind(*columns, console=console, transient=True, disable=not console.is_terminal, get_time=time.monotonic)


@contextlib.contextmanager
def stop_event() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C or SIGTERM sets; a second Ctrl-C interrupts at once."""
    stop = threading.Event()

    def note(signum: int, _: object) -> None:
        if stop.is_set() and signum == signal.SIGINT:
            raise KeyboardInterrupt
        stop.set()

    before = {signal_number: signal.signal(signal_number, note) for signal_number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)
