"""Several server processes on one port: `kingdoms serve --workers N`.

The supervising process opens a listening socket for each worker, and the operating system spreads connections over them. If a
worker dies, its successor accepts the connections that wait at its socket. Not for Windows, where a process is stopped and
woken by other means.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.http import logs
from kingdoms.texts import text

assert sys.platform != "win32", "a server is one process there"

log = logging.getLogger("kingdoms.server")

STOP_TIMEOUT = 10.0
"""Time limit for workers to stop in seconds; then they are killed."""
STABLE_AFTER = 10.0
"""A worker that dies within this many seconds is restarted after a pause, others at once."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 5.0
SIGN_EVERY = 2.0
"""Seconds between two signs of life of a worker."""
HANGS_AFTER = 30.0
"""Seconds without a sign of life after which a worker counts as hanging, and is killed and restarted."""


class WorkerError(KingdomsError):
    """A worker that could not start; the message says why."""

    code = "worker"


@dataclass
class ServerWorker:
    """A worker, and its current process.

    Attributes:
        number: the number of the worker, from 1.
        listener: the socket on which it accepts connections.
        process: its process, or None between two processes.
        receiver: receives None as a sign of life, first when the worker has started, or the reason why it could not start.
        pause: seconds from the start of its last process to that of the next.
    """

    number: int
    listener: socket.socket
    process: BaseProcess | None = None
    receiver: Connection | None = None
    serves: bool = False
    born: float = 0.0
    last_sign: float = 0.0
    pause: float = 0.0


class Supervisor:
    """Starts workers, restarts those that die, and stops all of them.

    Args:
        when_started: called when all workers have started for the first time.
    """

    def __init__(self, settings: ServerSettings, listeners: Sequence[socket.socket], when_started: Callable[[], None]) -> None:
        self.settings = settings
        self.workers = [ServerWorker(number, listener) for number, listener in enumerate(listeners, 1)]
        self.when_started = when_started
        self.has_announced = False
        self.is_stopping = False
        self.spawn = multiprocessing.get_context("spawn")

    def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM.

        Raises:
            WorkerError: a worker could not start the first time.
        """
        with tempfile.TemporaryDirectory(prefix="kingdoms-") as figures, self._signal_pipe() as woken:
            try:
                while not self.is_stopping:
                    for worker in self.workers:
                        if worker.process is None and time.monotonic() >= worker.born + worker.pause:
                            self._start(worker, Path(figures))
                    self._watch(woken)
            finally:
                self._stop()

    def _start(self, worker: ServerWorker, figures: Path) -> None:
        worker.receiver, sender = self.spawn.Pipe(duplex=False)
        worker.process = self.spawn.Process(
            target=work, args=(self.settings, worker.listener, worker.number, figures, sender), name=f"worker {worker.number}"
        )
        # Ctrl-C reaches the process too, before it can handle it. Workers are stopped by SIGTERM instead.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        worker.process.start()
        signal.signal(signal.SIGINT, before)
        sender.close()
        worker.born, worker.serves = time.monotonic(), False

    def _watch(self, woken: int) -> None:
        """Wait for messages and signals until a timeout, and handle them."""
        receivers = [worker.receiver for worker in self.workers if worker.receiver is not None]
        ready = wait([woken, *receivers], timeout=LONGEST_PAUSE / 10)
        for worker in self.workers:
            if worker.receiver in ready:
                self._receive(worker)
            elif worker.serves and time.monotonic() - worker.last_sign > HANGS_AFTER:
                self._kill(worker)
        if not self.has_announced and all(worker.serves for worker in self.workers):
            self.has_announced = True
            self.when_started()

    def _receive(self, worker: ServerWorker) -> None:
        """Receive a message of a worker, or the end of its connection, which means that it has died.

        Raises:
            WorkerError: the worker could not start; the same can be expected of the others.
        """
        assert worker.process is not None
        assert worker.receiver is not None
        cause = "it died"
        with contextlib.suppress(EOFError, OSError):
            why: str | None = worker.receiver.recv()
            if why is None:
                worker.serves, worker.last_sign = True, time.monotonic()
                return
            cause = why
        worker.receiver.close()
        worker.process.join()
        status = worker.process.exitcode
        if self.is_stopping:
            return
        if not self.has_announced:
            raise WorkerError(cause if status == COULD_NOT_START else text("bot.worker_died", status=status))
        data = {"worker": worker.number, "process": worker.process.pid, "status": status}
        log.error("a worker has died and is restarted: %s", cause, extra={"data": data})
        lived = time.monotonic() - worker.born
        worker.pause = 0.0 if lived > STABLE_AFTER else min(LONGEST_PAUSE, max(SHORTEST_PAUSE, 2 * worker.pause)) + lived
        worker.process, worker.receiver, worker.serves = None, None, False

    def _kill(self, worker: ServerWorker) -> None:
        """Kill a worker that hangs. Its clients reconnect to another one, and `_receive` has it restarted."""
        assert worker.process is not None
        data = {"worker": worker.number, "process": worker.process.pid}
        log.error("a worker has not responded for %g seconds and is killed", HANGS_AFTER, extra={"data": data})
        worker.serves = False
        worker.process.kill()

    def _stop(self) -> None:
        """Stop all workers, and kill those that do not stop in time."""
        processes = [worker.process for worker in self.workers if worker.process is not None]
        for process in processes:
            process.terminate()
        until = time.monotonic() + STOP_TIMEOUT
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                log.error("a worker did not stop in time and is killed", extra={"data": {"process": process.pid}})
                process.kill()
                process.join()

    @contextlib.contextmanager
    def _signal_pipe(self) -> Iterator[int]:
        """Stop on Ctrl-C and SIGTERM; yield a file descriptor that becomes readable then."""
        readable, sender = socket.socketpair()
        with readable, sender:
            readable.setblocking(False)
            sender.setblocking(False)
            stops = [signal.SIGINT, signal.SIGTERM]
            handlers = [signal.signal(stop, self._request_stop) for stop in stops]
            before = signal.set_wakeup_fd(sender.fileno())
            try:
                yield readable.fileno()
            finally:
                signal.set_wakeup_fd(before)
                for stop, handler in zip(stops, handlers):
                    signal.signal(stop, handler)

    def _request_stop(self, *_: object) -> None:
        self.is_stopping = True


COULD_NOT_START = 3
"""The exit status of a worker that has reported why it could not start."""


def work(settings: ServerSettings, listener: socket.socket, number: int, figures: Path, sender: Connection) -> None:
    """Serve as one of several workers, in a process of its own."""
    from kingdoms.server.app.running import run  # noqa: PLC0415
    from kingdoms.server.http.metrics import WorkerMetrics  # noqa: PLC0415  the supervisor needs none of this

    logs.configure(about={"worker": number})
    threading.Thread(target=_stop_with_parent, args=(multiprocessing.parent_process(),), daemon=True).start()
    os.set_blocking(sender.fileno(), False)  # a supervisor that hangs must not block workers

    def give_sign() -> None:
        with contextlib.suppress(OSError):  # the supervisor does not read, or has ended
            sender.send(None)

    try:
        run(settings, listener, give_sign, WorkerMetrics(figures, number), sign_every=SIGN_EVERY)
    except KingdomsError as error:
        sender.send(error.message)
        sys.exit(COULD_NOT_START)


def _stop_with_parent(parent: BaseProcess | None) -> None:
    """Stop this process when its parent ends, for any reason."""
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
