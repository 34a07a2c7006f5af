"""Worker processes for bots, search and drawing, so that nothing blocks the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from kingdoms.server.base.queues import ConcurrencyLimits, FairQueue
from kingdoms.server.bots.worker import begin
from kingdoms.table.advice.thinking import Answer, BotFailed, GameMoment, answer_in, choose
from kingdoms.table.base.errors import ServerStop
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import language, text

Waiting = Callable[[], contextlib.AbstractContextManager[None]]

TIMEOUT = 30.0
"""Seconds until a bot's decision times out: more than any level takes."""
START_TIMEOUT = 60.0
"""Seconds until the start of a process times out."""
SPARE_AFTER = 0.5
"""Seconds after which a waiting question gets a spare process."""
SPARE = 4
"""Maximum number of spare processes."""
NICE_ADVICE, NICE_BOTS_ALONE = 5, 15
"""Niceness of the processes for advice, and of those for games between bots."""
OF_ONE_VISITOR, OF_ONE_PLACE = 2, 3
"""Maximum numbers of concurrent questions of one visitor, and of one address, which leave processes to others.

In a large pool, the limits are half, and three quarters, of its processes.
"""


class Pool:
    """A pool of worker processes. Each answers one question at a time; a process that dies or times out is replaced.

    Waiting accounts take turns (see `FairQueue`), and no account can occupy all processes.

    Args:
        spare: the maximum number of spare processes, one of which a question gets after `SPARE_AFTER` seconds.
        waiting: returns a context manager that each question enters while it waits.
    """

    def __init__(
        self, size: int, *, spare: int | None = None, niceness: int = 0, waiting: Waiting = contextlib.nullcontext
    ) -> None:
        self.size = size
        self.spare = SPARE if spare is None else spare
        self.niceness = niceness
        self.waiting = waiting
        self.visitors = ConcurrencyLimits(max(OF_ONE_VISITOR, size // 2))
        self.places = ConcurrencyLimits(max(OF_ONE_PLACE, size * 3 // 4))
        self.queue: FairQueue[ProcessPool] = FairQueue()
        self.all: set[ProcessPool] = set()
        self.futures: set[ProcessFuture[Any]] = set()
        self.closed = False
        for _ in range(size):
            self.queue.release(self._new())

    def _new(self) -> ProcessPool:
        """Return a new worker; its process starts with the first question."""
        context: Any = multiprocessing.get_context("spawn")  # on Windows, Pebble's type does not allow for its pipes
        worker = ProcessPool(1, initializer=begin, initargs=(self.niceness,), context=context)
        self.all.add(worker)
        return worker

    async def ask(self, account: Account, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a question in a process, and return the answer. Cancelling ends the process.

        Raises:
            BotFailed: the question has failed or timed out, or the process has died.
            ServerStop: the pool is closed.
        """
        async with self._process(account) as session:
            try:
                return await session.run(timeout, question, *arguments)
            finally:
                self.give_back(session.worker)

    @contextlib.asynccontextmanager
    async def session(self, account: Account) -> AsyncIterator[ProcessSession]:
        """Reserve a process for several questions. The last one is completed even if its caller is cancelled."""
        async with self._process(account) as session:
            try:
                yield session
            finally:
                task = session.task
                if task is None or task.done():
                    self.give_back(session.worker)
                else:
                    task.add_done_callback(session.release)

    @property
    def has_waiting(self) -> bool:
        """Whether questions wait for a process."""
        return bool(self.queue.futures)

    @contextlib.asynccontextmanager
    async def turn(self, account: Account) -> AsyncIterator[None]:
        """Wait until the limits on concurrent questions of an account allow another one."""
        async with self.visitors.slot(account.client), self.places.slot(account.place or account.client):
            yield

    @contextlib.asynccontextmanager
    async def _process(self, account: Account) -> AsyncIterator[ProcessSession]:
        async with contextlib.AsyncExitStack() as stack:
            with self.waiting():
                await stack.enter_async_context(self.turn(account))
                session = ProcessSession(self, await self._take(account.client))
            yield session

    async def result_of(self, future: ProcessFuture[Answer], within: float) -> Answer:
        """Wait for the answer to a question. The worker's own timeout begins only when its process has started."""
        self.futures.add(future)
        try:
            async with asyncio.timeout(within):
                response: Answer = await asyncio.wrap_future(future)
                return response
        finally:
            self.futures.discard(future)

    async def _take(self, client: str) -> ProcessPool:
        """Return a free worker, or a spare one if none is free soon."""
        if not self.queue.free:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SPARE_AFTER):
                    return await self.queue.acquire(client)
            if len(self.all) < self.size + self.spare:
                return self._new()
        return await self.queue.acquire(client)

    def give_back(self, worker: ProcessPool) -> None:
        """Return a worker to the queue, or end it if it is a spare one and no question waits."""
        if len(self.all) > self.size and self.queue.free:
            self._end(worker)
        else:
            self.queue.release(worker)

    def replace(self, worker: ProcessPool) -> ProcessPool:
        """End a worker, and return a new one."""
        self._end(worker)
        return self._new()

    def _end(self, worker: ProcessPool) -> None:
        """End a worker at once; a thread waits for its process."""
        if worker in self.all:
            self.all.remove(worker)
            worker.stop()
            threading.Thread(target=worker.join).start()

    def stop(self) -> None:
        """Close the pool, and cancel all questions."""
        self.closed = True
        for future in self.futures:
            future.cancel()
        for worker in list(self.all):
            self._end(worker)


class ProcessSession:
    """A series of questions to one process.

    Args:
        worker: the process; replaced when it has died.
    """

    def __init__(self, pool: Pool, worker: ProcessPool) -> None:
        self.pool = pool
        self.worker = worker
        self.task: asyncio.Task[Any] | None = None

    async def ask(self, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a short question, and return the answer. Cancelling doesn't interrupt the process.

        Raises:
            BotFailed: the question has failed or timed out, or the process has died.
        """
        self.task = asyncio.create_task(self.run(timeout, question, *arguments))
        response: Answer = await asyncio.shield(self.task)
        return response

    def release(self, task: asyncio.Task[Any]) -> None:
        """Return the process to the pool after the last question; a callback."""
        if not task.cancelled():
            task.exception()  # marks the error as retrieved
        self.pool.give_back(self.worker)

    async def run(self, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a question; replace the process if it does not answer."""
        pool = self.pool
        if pool.closed:
            raise ServerStop
        if not self.worker.active:  # its process has died while idle
            self.worker = pool.replace(self.worker)
        try:
            future = self.worker.schedule(answer_in, (language(), question, *arguments), timeout=timeout)
            response: Answer = await pool.result_of(future, START_TIMEOUT + timeout)
        except BotFailed:
            raise
        except BaseException as error:
            self.worker = pool.replace(self.worker)
            if pool.closed:
                raise ServerStop from None
            if isinstance(error, TimeoutError):
                raise BotFailed(text("bot.no_answer", n=timeout, seconds=f"{timeout:g}")) from None
            if isinstance(error, ProcessExpired | BrokenProcessPool):
                raise BotFailed(text("bot.died")) from None
            if isinstance(error, Exception):
                raise BotFailed(text("bot.no_sense", error=error), text("bot.no_sense_brief")) from None
            raise
        return response


class Thinkers:
    """The pools of processes for bots, advice and pictures.

    Bots in games with people are asked at once. Games between bots take turns, one decision at a time, in a single process with
    low priority, so that any number of them never delays people. Advice and pictures have a pool of their own.

    Args:
        workers: the number of processes for games with people.
        waiting: returns, for the name of a pool, a context manager that each question enters while it waits.
    """

    def __init__(self, workers: int, waiting: Callable[[str], contextlib.AbstractContextManager[None]]) -> None:
        self.players = Pool(workers, waiting=partial(waiting, "bots"))
        self.bots_alone = Pool(1, spare=0, niceness=NICE_BOTS_ALONE, waiting=partial(waiting, "bots alone"))
        self.advisers = Pool(1, niceness=NICE_ADVICE, waiting=partial(waiting, "advice"))
        self.alone: FairQueue[None] = FairQueue([None])
        self.queued_games: set[str] = set()

    @contextlib.asynccontextmanager
    async def turn(self, live: LiveGame) -> AsyncIterator[None]:
        """Wait until a game may continue: at once with people; between bots, when it is the host's turn."""
        if not live.has_bots_alone:
            yield
            return
        self.queued_games.add(live.header.id)
        try:
            await self.alone.acquire(live.header.host)
        finally:
            self.queued_games.discard(live.header.id)
        try:
            yield
        finally:
            self.alone.release(None)

    async def choose(self, live: LiveGame, bot: str) -> str:
        """Return the action of a bot in a game.

        Raises:
            BotFailed: the bot has failed or timed out, or its action is not legal.
        """
        pool = self.bots_alone if live.has_bots_alone else self.players
        return await pool.ask(live.header.account, TIMEOUT, choose, GameMoment.from_game(live), bot)

    def stop(self) -> None:
        """Close all pools."""
        self.players.stop()
        self.bots_alone.stop()
        self.advisers.stop()
