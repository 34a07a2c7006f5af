"""A child process that exchanges lines over its standard input and output."""

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
"""The maximum number of unread lines in the queue; when it is full, the program has to wait."""
LONGEST_ERROR: Final = 1000
"""The maximum number of bytes read at once from a line of standard error."""
EXIT_TIMEOUT: Final = 2.0
"""Seconds to wait for the program's exit status, and for the threads at its pipes, after its output has ended."""


class Silence(Exception):
    """No line arrived in time."""


class OutputEnd(Exception):
    """The program has ended or closed its output."""


class PipedProgram:
    """A running program, with one thread per pipe, so that a full or empty pipe never blocks the host.

    The program is killed when this object is garbage collected or Python exits, if `end` has not been called before.

    Args:
        command: the program and its arguments; no shell is involved.
        longest: the maximum length of a line of output, in bytes; a longer line is cut, and nothing is read after it.
        passes_on: whether to forward the program's standard error to that of this process. Its last line is kept in any
            case, for error messages.

    Raises:
        OSError: the program cannot be started.
    """

    def __init__(self, command: Sequence[str], longest: int, passes_on: bool = True) -> None:
        # In its own process group, the program can be killed with all of its children, and Ctrl-C reaches only the host.
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            list(command), stdin=pipe, stdout=pipe, stderr=pipe, env=_environment(), start_new_session=True, creationflags=flags
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._last_error: deque[bytes] = deque(maxlen=1)
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=_write, args=(self.process.stdin, self._to_write), daemon=True),
            threading.Thread(target=_read, args=(self.process.stdout, self._lines, longest, self._closed), daemon=True),
            threading.Thread(target=_read_errors, args=(self.process.stderr, self._last_error, passes_on), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._finish = weakref.finalize(self, _finish, self.process, self._to_write, self._lines, self._closed)

    def send(self, line: bytes) -> None:
        """Queue a line to be written to the program."""
        self._to_write.put(line)

    def receive(self, within: float) -> bytes:
        """Return the next line of the program's output.

        Raises:
            Silence: no line arrives within `within` seconds.
            OutputEnd: there are no more lines.
        """
        try:
            line = self._lines.get(timeout=within)
        except queue.Empty:
            raise Silence from None
        if not line:
            raise OutputEnd
        return line

    def end(self, patience: float = 0.0) -> None:
        """End the program and its children, after up to `patience` seconds in which it can exit. Idempotent."""
        if patience and self._finish.alive:
            self._to_write.put(None)
            _wait(self.process, patience)
        self._finish()
        for thread in self._threads:
            thread.join(EXIT_TIMEOUT)

    def exit_report(self) -> str:
        """Return how the program has ended, and the last line of its standard error."""
        _wait(self.process, EXIT_TIMEOUT)
        self._threads[2].join(EXIT_TIMEOUT)
        ended = _has_ended(self.process)
        self.end()
        last_line = f": {printable(self._last_error[0], 200)}" if self._last_error else ""
        return f"{_describe_exit(self.process.returncode) if ended else 'closed its output'}{last_line}"


def _environment() -> dict[str, str]:
    """Return the environment of this process without the `KINGDOMS_` settings of a server, some of which are secret."""
    return {name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}


def _describe_exit(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"


def _write(pipe: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Write queued lines to a program until a None, or until the pipe is closed."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(pipe: IO[bytes], lines: queue.Queue[bytes], longest: int, closed: threading.Event) -> None:
    """Queue the lines of a program's output, and an empty line at its end."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(longest + 1):
            if not _put(lines, line, closed) or len(line) > longest:
                return
    _put(lines, b"", closed)


def _put(lines: queue.Queue[bytes], line: bytes, closed: threading.Event) -> bool:
    """Queue a line, waiting while the queue is full; return whether it was queued before `closed` was set."""
    while not closed.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.1)
            return True
    return False


def _read_errors(pipe: IO[bytes], last_error: deque[bytes], passes_on: bool) -> None:
    """Read standard error, keeping its last line, and forward it if `passes_on` is true."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(LONGEST_ERROR):
            if line.strip():
                last_error.append(line)
            if passes_on:
                with contextlib.suppress(OSError, ValueError):  # standard error of this process may be closed
                    sys.stderr.write(line.decode(errors="replace"))
                    sys.stderr.flush()


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a process has ended, without reaping it where possible, so that its group id is not reused."""
    if sys.platform != "win32" and process.returncode is None and hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return True
    return process.poll() is not None


def _wait(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait up to `patience` seconds for a process to end."""
    until = time.monotonic() + patience
    while not _has_ended(process) and time.monotonic() < until:
        time.sleep(0.005)


def _finish(
    process: subprocess.Popen[bytes],
    to_write: queue.SimpleQueue[bytes | None],
    lines: queue.Queue[bytes],
    closed: threading.Event,
) -> None:
    """Kill a process with its children, and wake the threads that wait for it."""
    closed.set()
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    to_write.put(None)
    with contextlib.suppress(queue.Full):  # a full queue wakes its reader anyway
        lines.put_nowait(b"")
