"""The beginning and the end of the worker processes of `processes`, in which `kingdoms.table.advice.thinking` runs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess


def begin(niceness: int) -> None:
    """Initialise a worker process: ignore Ctrl-C, end at SIGTERM, and end with the parent."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    """End this process when its parent has ended."""
    if parent is not None:
        parent.join()
        os._exit(1)
