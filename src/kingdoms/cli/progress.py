"""What long commands share: a progress bar, and stopping early."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def progress_bar(done: ProgressColumn | None = None) -> Progress:
    """Return a progress bar for terminals, which vanishes at the end.

    Args:
        done: the column that shows how much is done; by default, numbers.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), done or MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextlib.contextmanager
def stopping() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C or SIGTERM sets; a second Ctrl-C interrupts at once."""
    stop = threading.Event()

    def note(signum: int, _: object) -> None:
        if stop.is_set() and signum == signal.SIGINT:
            raise KeyboardInterrupt
        stop.set()

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
