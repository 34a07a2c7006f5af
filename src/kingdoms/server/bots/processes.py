"""What bots think, in processes of their own, so that no game waits for another one's bot."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from kingdoms.bots import BOTS, Bot
from kingdoms.bots.sightings import Sightings
from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.state import State
from kingdoms.server.errors import Stopping
from kingdoms.server.game import seeds
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.queues import ConcurrencyLimits, FairQueue

Answer = TypeVar("Answer")
Waiting = Callable[[], contextlib.AbstractContextManager[None]]

TIMEOUT = 30.0
"""Seconds that a bot has for a decision: more than a level may take at most."""
START_TIMEOUT = 60.0
"""Seconds that a process has to start."""
SPARE_AFTER = 0.5
"""Seconds after which a question that waits for others gets a process of its own."""
SPARE = 4
"""How many such processes there may be at a time."""
NICE_ADVICE, NICE_BOTS_ALONE = 5, 15
"""By how much processes that give advice, and those that play when nobody waits, are nicer than others."""
OF_ONE_VISITOR, OF_ONE_PLACE = 2, 3
"""How many questions of one visitor, and of one address, are thought about at a time, so that others find a process free.

Where there are many processes these are half and three quarters of them.
"""


class BotFailed(KingdomsError):
    """A bot that does not answer, or not with what can be done; the message says why.

    Attributes:
        where: where that came about, without the words of what went wrong: these may quote what the bot's seat alone knows.
    """

    code = "bot_failed"

    def __init__(self, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.where = message if where is None else where

    def __reduce__(self) -> tuple[type[BotFailed], tuple[str, str]]:
        return BotFailed, (self.message, self.where)

    def log_text(self, game: Game) -> str:
        """Return what the log may say of it."""
        return self.where if game.has_secrets else self.message


@dataclass(frozen=True)
class Moment:
    """A game up to one moment, as it is sent to another process: the state follows by replay."""

    game: str
    seats: tuple[str, ...]
    rulings: dict[str, Any]
    position: dict[str, Any] | None
    entries: tuple[tuple[str | None, str | None], ...]
    seed: int

    @classmethod
    def of(cls, live: LiveGame, number: int | None = None) -> Moment:
        """Return a game's moment: now, or after a number."""
        numbers = live.recorded if number is None else live.recorded_at(number)
        entries = tuple((live.entries[n - 1].action, live.entries[n - 1].call) for n in numbers)
        header = live.header
        seed = seeds.of_bot(header.seed, live.number if number is None else number)
        return cls(header.game, live.game.seats, dict(header.rulings), header.position, entries, seed)

    def begun(self) -> State:
        """Return the state that the game began with."""
        game = load_game(self.game, self.seats, self.rulings)
        return game.new_initial_state() if self.position is None else game.read_position(self.position)

    def record(self) -> Record:
        """Return the game so far; where chance comes from is not in it."""
        record = Record(load_game(self.game, self.seats, self.rulings), position=self.position)
        for action, call in self.entries:
            if call is not None:
                record.call(call)
            else:
                assert action is not None
                record.apply(action)
        return record

    def state(self, seen: Sightings | None = None) -> State:
        """Return the state that the game has led to; what was seen on the way is noted."""
        state = self.begun()
        for action, call in self.entries:
            if call is not None:
                state.game.call(state, call)
                continue
            assert action is not None
            before = None if seen is None else seen.before(state)
            state.apply_action(action)
            if seen is not None:
                seen.note(before, action, state)
        return state

    def asked(self, bot: str) -> tuple[Bot, State]:
        """Return a bot at the seat that decides, which has seen what this seat has seen so far, and the state."""
        state = self.state()
        player = BOTS.make_own(bot, state.game, self.seed)  # what came by the network starts no program
        seat = state.game.seats[state.current_player()]
        seen = Sightings({seat: player})
        if seen.observers:
            self.state(seen)
            seen.show(seat)
        return player, state


def choose(moment: Moment, bot: str) -> str:
    """Return what a bot does now: it is given its seat's view and the legal actions."""
    player, state = moment.asked(bot)
    action, legal = player.choose(state.view(state.to_move), state.legal_actions()), state.legal_actions()
    if action not in legal:
        raise BotFailed(f"{action!r} is not one of the actions that {bot} was offered")
    return state.game.action_to_string(action)


def _begin(niceness: int) -> None:
    """Leave Ctrl-C to the parent, end at once when it says so, whatever is thought about, and do not outlive it."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    """End this process as soon as its parent has ended."""
    if parent is not None:
        parent.join()
        os._exit(1)


def answer(question: Callable[..., Answer], *arguments: Any) -> Answer:
    """Return the answer to a question; runs in a process of its own, from which only plain errors come back whole.

    Raises:
        BotFailed: whatever went wrong.
    """
    try:
        return question(*arguments)
    except BaseException as error:  # a bot that leaves the program, too
        where = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
        raise BotFailed(traceback.format_exc(), where) from None


class Pool:
    """Processes that answer one question at a time each; one that dies, or thinks for too long, is replaced.

    Those who wait get their turn by account, and nobody has all processes for long.

    Args:
        size: how many there are.
        spare: how many more there may be: a question that has waited for `IMPATIENT` seconds gets one of them.
        nicer: by how much they let all others go first.
        waiting: entered by each question while it waits for one of them.
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
        self.asked: set[ProcessFuture[Any]] = set()
        self.closed = False
        for _ in range(size):
            self.queue.release(self._new())

    def _new(self) -> ProcessPool:
        """Return a new worker; its process starts with its first question."""
        worker = ProcessPool(1, initializer=_begin, initargs=(self.niceness,), context=multiprocessing.get_context("spawn"))
        self.all.add(worker)
        return worker

    async def ask(self, account: Account, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Put a question. Whoever stops waiting for the answer has the process ended.

        Raises:
            BotFailed: there is no answer within `patience` seconds, or whoever thought about it died.
            Stopping: nobody thinks any more.
        """
        async with self._process(account) as session:
            try:
                return await session.put(timeout, question, *arguments)
            finally:
                self.give_back(session.worker)

    @contextlib.asynccontextmanager
    async def session(self, account: Account) -> AsyncIterator[Session]:
        """Have a process to oneself for several questions; one that nobody waits for any more is answered all the same."""
        async with self._process(account) as session:
            try:
                yield session
            finally:
                asked = session.asked
                if asked is None or asked.done():
                    self.give_back(session.worker)
                else:
                    asked.add_done_callback(session.release)

    @contextlib.asynccontextmanager
    async def turn(self, account: Account) -> AsyncIterator[None]:
        """Wait until an account has not too much thought about already."""
        async with self.visitors.slot(account.client), self.places.slot(account.place or account.client):
            yield

    @contextlib.asynccontextmanager
    async def _process(self, account: Account) -> AsyncIterator[Session]:
        """Wait for one's turn, and for a process."""
        async with contextlib.AsyncExitStack() as stack:
            with self.waiting():
                await stack.enter_async_context(self.turn(account))
                session = Session(self, await self._take(account.client))
            yield session

    async def result_of(self, asked: ProcessFuture[Answer], within: float) -> Answer:
        """Return the answer to a question; its own patience begins when the process has started and takes it on."""
        self.asked.add(asked)
        try:
            async with asyncio.timeout(within):
                found: Answer = await asyncio.wrap_future(asked)
                return found
        finally:
            self.asked.discard(asked)

    async def _take(self, who: str) -> ProcessPool:
        """Return a worker that is free, a spare one if none becomes so soon."""
        if not self.queue.free:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SPARE_AFTER):
                    return await self.queue.acquire(who)
            if len(self.all) < self.size + self.spare:
                return self._new()
        return await self.queue.acquire(who)

    def give_back(self, worker: ProcessPool) -> None:
        """Let a worker have the next question, or go if it was a spare one that nobody waits for."""
        if len(self.all) > self.size and self.queue.free:
            self._end(worker)
        else:
            self.queue.release(worker)

    def replace(self, worker: ProcessPool) -> ProcessPool:
        """Return another worker for one that is of no use any more."""
        self._end(worker)
        return self._new()

    def _end(self, worker: ProcessPool) -> None:
        """End a worker, whatever it is at; that takes a moment, which nobody waits for."""
        if worker in self.all:
            self.all.remove(worker)
            worker.stop()
            threading.Thread(target=worker.join).start()

    def stop(self) -> None:
        """End all workers; what they were asked remains unanswered."""
        self.closed = True
        for asked in self.asked:
            asked.cancel()
        for worker in list(self.all):
            self._end(worker)


class Session:
    """Questions to one process, one after the other.

    Args:
        desk: whose it is.
        worker: the process; another one when it has died.
    """

    def __init__(self, pool: Pool, worker: ProcessPool) -> None:
        self.pool = pool
        self.worker = worker
        self.asked: asyncio.Task[Any] | None = None

    async def ask(self, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Put a question that is answered soon: whoever stops waiting leaves the process as it is.

        Raises:
            BotFailed: there is no answer within `patience` seconds, or whoever thought about it died.
        """
        self.asked = asyncio.create_task(self.put(timeout, question, *arguments))
        found: Answer = await asyncio.shield(self.asked)
        return found

    def release(self, asked: asyncio.Task[Any]) -> None:
        """Give the process back when the last question has been answered."""
        if not asked.cancelled():
            asked.exception()  # nobody waits for it
        self.pool.give_back(self.worker)

    async def put(self, timeout: float, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """Put a question; what has not answered is replaced."""
        pool = self.pool
        if pool.closed:
            raise Stopping
        if not self.worker.active:  # its process has died while it had nothing to do
            self.worker = pool.replace(self.worker)
        try:
            asked = self.worker.schedule(answer, (question, *arguments), timeout=timeout)
            found: Answer = await pool.result_of(asked, START_TIMEOUT + timeout)
        except BotFailed:
            raise
        except BaseException as error:
            self.worker = pool.replace(self.worker)
            if pool.closed:
                raise Stopping from None
            if isinstance(error, TimeoutError):
                raise BotFailed(f"no answer within {timeout:g} seconds") from None
            if isinstance(error, ProcessExpired | BrokenProcessPool):
                raise BotFailed("its process died") from None
            if isinstance(error, Exception):
                raise BotFailed(f"its answer cannot be understood: {error}", "its answer cannot be understood") from None
            raise
        return found


class Thinkers:
    """The processes in which bots think.

    Where people play, their bots are asked at once. Games of bots alone take turns, one step of one of them at a time, in a
    process that lets all others go first: there may be any number of them, and nobody waits for a bot any longer. Those who
    give advice sit apart, too.

    Args:
        workers: in how many processes bots think that people wait for.
        waiting: called with the name of a desk; each question enters what it returns while it waits there.
    """

    def __init__(self, workers: int, waiting: Callable[[str], contextlib.AbstractContextManager[None]]) -> None:
        self.players = Pool(workers, waiting=partial(waiting, "bots"))
        self.others = Pool(1, spare=0, niceness=NICE_BOTS_ALONE, waiting=partial(waiting, "bots alone"))
        self.advisers = Pool(1, niceness=NICE_ADVICE, waiting=partial(waiting, "advice"))
        self.alone: FairQueue[None] = FairQueue([None])
        self.queued: set[str] = set()

    @contextlib.asynccontextmanager
    async def turn(self, live: LiveGame) -> AsyncIterator[None]:
        """Wait until a game may go on: at once where people play, else when it is its host's turn."""
        if not live.has_bots_alone:
            yield
            return
        self.queued.add(live.header.id)
        try:
            await self.alone.acquire(live.header.host)
        finally:
            self.queued.discard(live.header.id)
        try:
            yield
        finally:
            self.alone.release(None)

    async def choose(self, live: LiveGame, bot: str) -> str:
        """Return what a bot does in a game.

        Raises:
            BotFailed: it does nothing that can be done.
        """
        pool = self.others if live.has_bots_alone else self.players
        return await pool.ask(Account.of(live), TIMEOUT, choose, Moment.of(live), bot)

    def stop(self) -> None:
        """End the processes."""
        self.players.stop()
        self.others.stop()
        self.advisers.stop()
