"""Another program, spoken to line by line over its standard input and output."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Final

from kingdoms.bots.messages import printable

MOST_WAITING: Final = 4
"""So many lines that nobody has asked for are kept; then the program waits until they are read."""
LONGEST_TROUBLE: Final = 1000
"""How many bytes of a line of standard error are looked at together."""
LINGERS: Final = 2.0
"""Seconds that the status and the last words of a program are waited for when its output has ended."""


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The program has ended, or will write nothing any more."""


class Piped:
    """A program that runs, with threads of its own at its pipes, so that none that is full or empty can stop its host.

    It ends with its host: whatever has not called `end` does so when this object is no longer used, or Python ends.

    Args:
        command: the program and its arguments; no shell reads them.
        longest: how many bytes a line of it is read to; a longer one is cut there, and nothing is read behind it.
        passes_on: whether what it writes to standard error is passed on to that of this process. Its last line is kept in
            any case, for people who wonder what went wrong.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], longest: int, passes_on: bool = True) -> None:
        # A group of its own can be ended with all its children, and Ctrl-C is for the host alone to deal with.
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            list(command),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=_surroundings(),
            start_new_session=True,
            creationflags=flags,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._troubles: deque[bytes] = deque(maxlen=1)
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=_write, args=(self.process.stdin, self._to_write), daemon=True),
            threading.Thread(target=_read, args=(self.process.stdout, self._lines, longest, self._closed), daemon=True),
            threading.Thread(target=_listen, args=(self.process.stderr, self._troubles, passes_on), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._finish = weakref.finalize(self, _finish, self.process, self._to_write, self._lines, self._closed)

    def send(self, line: bytes) -> None:
        """Write a line, as soon as the program reads it."""
        self._to_write.put(line)

    def receive(self, within: float) -> bytes:
        """Return the next line that the program writes.

        Raises:
            Silent: there is none within so many seconds.
            Ended: there will be none.
        """
        try:
            line = self._lines.get(timeout=within)
        except queue.Empty:
            raise Silent from None
        if not line:
            raise Ended
        return line

    def end(self, patience: float = 0.0) -> None:
        """End the program with its children; it has so many seconds to end by itself. Called again, it does nothing."""
        if patience and self._finish.alive:
            self._to_write.put(None)
            _wait(self.process, patience)
        self._finish()
        for thread in self._threads:
            thread.join(LINGERS)

    def last_words(self) -> str:
        """Return how a program that has ended did so, and the last line that it wrote to standard error."""
        _wait(self.process, LINGERS)
        self._threads[2].join(LINGERS)
        ended = _has_ended(self.process)
        self.end()
        said = f": {printable(self._troubles[0], 200)}" if self._troubles else ""
        return f"{_told(self.process.returncode) if ended else 'closed its output'}{said}"


def _surroundings() -> dict[str, str]:
    """Return the environment of a program: that of this process, without the settings of a server, some of which are secret."""
    return {name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}


def _told(status: int) -> str:
    """Return how a process with an exit status has ended."""
    if status >= 0:
        return f"ended with status {status}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"


def _write(pipe: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Write lines to a program until there is None, or it reads no more."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(pipe: IO[bytes], lines: queue.Queue[bytes], longest: int, closed: threading.Event) -> None:
    """Put the lines of a program where they are looked for, and an empty one behind the last."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(longest + 1):
            if not _put(lines, line, closed) or len(line) > longest:
                return
    _put(lines, b"", closed)


def _put(lines: queue.Queue[bytes], line: bytes, closed: threading.Event) -> bool:
    """Put a line into a queue as soon as there is room; say whether anybody wants it still."""
    while not closed.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.1)
            return True
    return False


def _listen(pipe: IO[bytes], troubles: deque[bytes], passes_on: bool) -> None:
    """Keep the last line that is written to standard error."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(LONGEST_TROUBLE):
            if line.strip():
                troubles.append(line)
            if passes_on:
                with contextlib.suppress(OSError, ValueError):  # that of this process is closed
                    sys.stderr.write(line.decode(errors="replace"))
                    sys.stderr.flush()


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Say whether a process has ended, and leave its number taken where that can be, so that nobody else's group has it."""
    if process.returncode is not None or not hasattr(os, "waitid"):
        return process.poll() is not None
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


def _wait(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until a process has ended, but no longer than so many seconds."""
    until = time.monotonic() + patience
    while not _has_ended(process) and time.monotonic() < until:
        time.sleep(0.005)


def _finish(
    process: subprocess.Popen[bytes],
    to_write: queue.SimpleQueue[bytes | None],
    lines: queue.Queue[bytes],
    closed: threading.Event,
) -> None:
    """End a process with its children at once, and what waits for it."""
    closed.set()
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    to_write.put(None)
    with contextlib.suppress(queue.Full):  # then there is something to be read anyway
        lines.put_nowait(b"")
