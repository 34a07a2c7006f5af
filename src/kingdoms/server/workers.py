"""Several server processes on one port: `kingdoms serve --workers N`.

The process that people start listens, and hands each worker a socket of its own: the system spreads connections over these, and
those that wait at the socket of a worker that has died are taken by the next one.
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
from kingdoms.server import logs
from kingdoms.server.settings import Settings

log = logging.getLogger("kingdoms.server")

STOPS_WITHIN = 10.0
"""Seconds that workers have to stop, before they are ended."""
CALM = 10.0
"""A worker that dies within so many seconds is started again after a pause, others at once."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 5.0
SIGN_EVERY = 2.0
"""Seconds between two signs of life that a worker gives."""
HANGS_AFTER = 30.0
"""A worker that serves and has given none for so many seconds hangs: it is ended, and started again."""


class WorkerError(KingdomsError):
    """A worker that could not start; the message says why."""

    code = "worker"


@dataclass
class Worker:
    """A server process.

    Attributes:
        number: counts them from 1.
        listener: where it takes connections.
        process: the process, None while there is none.
        told: on which it says None when it has started and now and then from then on, or why it could not.
        serves: whether it has started.
        born: when the process was started.
        heard: when it last gave a sign of life.
        pause: seconds before the next one is.
    """

    number: int
    listener: socket.socket
    process: BaseProcess | None = None
    told: Connection | None = None
    serves: bool = False
    born: float = 0.0
    heard: float = 0.0
    pause: float = 0.0


class Supervisor:
    """Starts workers, starts them again when they die, and stops them together.

    Args:
        settings: how each of them is started.
        listeners: a socket for each of them.
        when_started: called when all serve for the first time.
    """

    def __init__(self, settings: Settings, listeners: Sequence[socket.socket], when_started: Callable[[], None]) -> None:
        self.settings = settings
        self.workers = [Worker(number, listener) for number, listener in enumerate(listeners, 1)]
        self.when_started = when_started
        self.announced = False
        self.stopping = False
        self.spawn = multiprocessing.get_context("spawn")

    def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM.

        Raises:
            WorkerError: a worker could not start at the beginning.
        """
        with tempfile.TemporaryDirectory(prefix="kingdoms-") as figures, self._woken_by_signals() as woken:
            try:
                while not self.stopping:
                    for worker in self.workers:
                        if worker.process is None and time.monotonic() >= worker.born + worker.pause:
                            self._start(worker, Path(figures))
                    self._watch(woken)
            finally:
                self._stop()

    def _start(self, worker: Worker, figures: Path) -> None:
        """Start the process of a worker."""
        worker.told, tells = self.spawn.Pipe(duplex=False)
        worker.process = self.spawn.Process(
            target=work, args=(self.settings, worker.listener, worker.number, figures, tells), name=f"worker {worker.number}"
        )
        # Ctrl-C reaches it too, while it is not ready for it: it is told to stop by SIGTERM.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        worker.process.start()
        signal.signal(signal.SIGINT, before)
        tells.close()
        worker.born, worker.serves = time.monotonic(), False

    def _watch(self, woken: int) -> None:
        """Wait until something happens, and see to it."""
        ready = wait([woken, *(told for each in self.workers if (told := each.told) is not None)], timeout=LONGEST_PAUSE / 10)
        for worker in self.workers:
            if worker.told in ready:
                self._hear(worker)
            elif worker.serves and time.monotonic() - worker.heard > HANGS_AFTER:
                self._end(worker)
        if not self.announced and all(worker.serves for worker in self.workers):
            self.announced = True
            self.when_started()

    def _hear(self, worker: Worker) -> None:
        """Take in what a worker says, or that it says nothing any more: then it has died.

        Raises:
            WorkerError: it could not start, and neither could the others.
        """
        assert worker.process is not None
        assert worker.told is not None
        said = "it died"
        with contextlib.suppress(EOFError, OSError):
            why: str | None = worker.told.recv()
            if why is None:
                worker.serves, worker.heard = True, time.monotonic()
                return
            said = why
        worker.told.close()
        worker.process.join()
        if self.stopping:
            return
        if not self.announced:
            raise WorkerError(said if worker.process.exitcode == FAILED else f"a worker died: {worker.process.exitcode}")
        data = {"worker": worker.number, "process": worker.process.pid, "status": worker.process.exitcode}
        log.error("a worker has died and is started again: %s", said, extra={"data": data})
        lived = time.monotonic() - worker.born
        worker.pause = 0.0 if lived > CALM else min(LONGEST_PAUSE, max(SHORTEST_PAUSE, 2 * worker.pause)) + lived
        worker.process, worker.told, worker.serves = None, None, False

    def _end(self, worker: Worker) -> None:
        """End a worker that hangs: those who are connected to it come back to another one. `_hear` sees to the next."""
        assert worker.process is not None
        data = {"worker": worker.number, "process": worker.process.pid}
        log.error("a worker has given no sign of life for %g seconds and is ended", HANGS_AFTER, extra={"data": data})
        worker.serves = False
        worker.process.kill()

    def _stop(self) -> None:
        """Stop all workers; those that do not stop are ended."""
        processes = [worker.process for worker in self.workers if worker.process is not None]
        for process in processes:
            process.terminate()
        until = time.monotonic() + STOPS_WITHIN
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                log.error("a worker did not stop in time and is ended", extra={"data": {"process": process.pid}})
                process.kill()
                process.join()

    @contextlib.contextmanager
    def _woken_by_signals(self) -> Iterator[int]:
        """Stop on Ctrl-C and SIGTERM; yield a descriptor on which something comes then."""
        hears, tells = socket.socketpair()
        with hears, tells:
            hears.setblocking(False)
            tells.setblocking(False)
            stops = [signal.SIGINT, signal.SIGTERM]
            handlers = [signal.signal(each, self._be_stopped) for each in stops]
            before = signal.set_wakeup_fd(tells.fileno())
            try:
                yield hears.fileno()
            finally:
                signal.set_wakeup_fd(before)
                for each, handler in zip(stops, handlers):
                    signal.signal(each, handler)

    def _be_stopped(self, *_: object) -> None:
        """Stop soon."""
        self.stopping = True


FAILED = 3
"""The exit status of a worker that has said why it could not start."""


def work(settings: Settings, listener: socket.socket, number: int, figures: Path, tells: Connection) -> None:
    """Serve as one of several workers; runs in a process of its own."""
    from kingdoms.server.gathering import Gathered  # noqa: PLC0415  the process that supervises needs none of this
    from kingdoms.server.running import run  # noqa: PLC0415

    logs.configure(about={"worker": number})
    threading.Thread(target=_stop_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    os.set_blocking(tells.fileno(), False)  # a supervisor that hangs holds no worker up

    def give_sign() -> None:
        with contextlib.suppress(OSError):  # nobody listens just now, or any more
            tells.send(None)

    try:
        run(settings, listener, give_sign, Gathered(figures, number), signs=SIGN_EVERY)
    except KingdomsError as error:
        tells.send(error.message)
        sys.exit(FAILED)


def _stop_with(parent: BaseProcess | None) -> None:
    """Stop this process as soon as its parent has ended, however that was."""
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
