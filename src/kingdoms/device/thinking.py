"""What thinks beside the page: the calls of the second worker, and the table's side of them.

Each call is a short slice, so that bots, hints and reviews take turns and anything can be dropped between two slices. Calls are
JSON; what they are about travels as a pickle, between two workers of the same page.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import math
import pickle
import time
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot, level_kinds
from kingdoms.core.bot import Bot
from kingdoms.core.registry import game_class, game_names
from kingdoms.core.view import View
from kingdoms.table.advice import searching, thinking
from kingdoms.table.advice.searching import SearchStrength
from kingdoms.table.advice.thinking import BotFailed, GameMoment, action_of
from kingdoms.table.game.entries import Account
from kingdoms.texts import language, set_language

SLICE: Final = 0.15
"""Seconds of search in one call."""
LONGEST_MOVE: Final = 3.0
"""Seconds that a level may take for a move to be offered."""
PER_POSITION, PER_DECISION = replace(searching.STRENGTHS["quick"].per_position, simulations=None), 0.25
STRENGTHS: Final = {
    name: SearchStrength(replace(PER_POSITION, seconds=seconds), replace(PER_POSITION, seconds=seconds * PER_DECISION))
    for name, seconds in (("quick", 2.0), ("thorough", 10.0))
}
"""The limits of hints and reviews, in time alone: how sure they are follows from how far they get on this device."""


class Thinker(Protocol):
    """The second worker, or whatever runs `answer`."""

    async def ask(self, call: str) -> str:
        """Run `answer`, and return what it returns."""


class DirectThinker:
    """Thinks in the same process, for tests and for Python without workers."""

    async def ask(self, call: str) -> str:
        """Run `answer`, and return what it returns."""
        await asyncio.sleep(0)
        return answer(call)


_running: dict[int, Iterator[Any]] = {}


def answer(call: str) -> str:
    """Answer a call, in at most about `SLICE` seconds; a single step of a game can take longer.

    Args:
        call: JSON: `{"do": "ask" | "begin", "session": N, "lang": TAG, "about": PICKLE}`, and then
            `{"do": "next" | "end", "session": N, "lang": TAG}`.
    """
    request = json.loads(call)
    session = request["session"]
    set_language(request["lang"])
    try:
        if request["do"] == "end":
            _running.pop(session, None)
            value = None
        elif request["do"] == "next":
            value = thinking.answer(next, _running[session], None)
        else:
            question, *arguments = pickle.loads(b64decode(request["about"]))
            value = thinking.answer(question, *arguments)
            if request["do"] == "begin":
                _running[session] = value
                value = thinking.answer(next, value, None)
    except BotFailed as error:
        return json.dumps({"failed": _packed(error)})
    return json.dumps({"value": _packed(value)})


def _packed(value: Any) -> str:
    return b64encode(pickle.dumps(value)).decode()


class DeviceSession:
    """Several questions of one kind; see `kingdoms.table.advice.advice.Session`."""

    def __init__(self, thinker: Thinker, number: int) -> None:
        self.thinker = thinker
        self.number = number

    async def ask(self, timeout: float, question: Callable[..., Any], *arguments: Any) -> Any:
        """Run a question beside the page, and return the answer; there is no timeout.

        Raises:
            BotFailed: it has failed.
        """
        if question is searching.next_answer:
            return await self._call("next")
        do, about = ("begin", arguments) if question is searching.begin else ("ask", (question, *arguments))
        return await self._call(do, about=_packed(about))

    async def end(self) -> None:
        """Forget the question."""
        await self._call("end")

    async def _call(self, do: str, **fields: str) -> Any:
        reply = json.loads(await self.thinker.ask(json.dumps({"do": do, "session": self.number, "lang": language(), **fields})))
        if "failed" in reply:
            raise pickle.loads(b64decode(reply["failed"]))
        return pickle.loads(b64decode(reply["value"]))


class DevicePool:
    """The thinkers of a device: one worker, whose slices are shared; see `kingdoms.table.advice.advice.Pool`."""

    has_waiting: bool = False
    """Questions don't wait: the worker takes slices of all sessions in turn."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.numbers = itertools.count(1)

    async def ask(self, account: Account, timeout: float, question: Callable[..., Any], *arguments: Any) -> Any:
        """Run a question beside the page, and return the answer."""
        return await DeviceSession(self.thinker, 0).ask(timeout, question, *arguments)

    @contextlib.asynccontextmanager
    async def session(self, account: Account) -> AsyncIterator[DeviceSession]:
        """Begin a session."""
        session = DeviceSession(self.thinker, next(self.numbers))
        try:
            yield session
        finally:
            await session.end()

    async def choose(self, moment: GameMoment, bot: str, is_stale: Callable[[], bool]) -> str | None:
        """Return the action of a bot, or None as soon as nobody waits for it any longer."""
        async with self.session(Account("")) as session:
            action = await session.ask(0.0, searching.begin, choose_in_slices, moment, bot)
            while action == "" and not is_stale():
                action = await session.ask(0.0, searching.next_answer)
        return action or None

    async def measure(self, known: Mapping[str, float]) -> dict[str, float]:
        """Return the seconds that a move of each level takes here, by game and level.

        Args:
            known: what was measured before: a device that was busy then gets another chance.
        """
        seconds = dict(known)
        async with self.session(Account("")) as session:
            figure = await session.ask(0.0, searching.begin, measure, known)
            while figure is not None:
                name, measured = figure
                seconds[name] = min(measured, known.get(name, measured))
                figure = await session.ask(0.0, searching.next_answer)
        return seconds


def choose_in_slices(moment: GameMoment, bot: str) -> Iterator[str]:
    """Yield "" after each slice of a bot's search, then its action."""
    player, state = moment.bot_and_state(bot)
    view = state.view(state.to_move)  # one object for all slices: the search goes on
    if isinstance(player, SearchBot) and len(state.legal_actions()) > 1:
        left = player.limits.seconds or math.inf
        while left > 0:
            began = time.perf_counter()
            stopped = player.searcher.think(view, replace(player.limits, seconds=min(SLICE, left))).stopped
            left -= time.perf_counter() - began
            if stopped != "seconds":
                break
            yield ""
        player.limits = replace(player.limits, seconds=SLICE)
    yield action_of(player, state, view, bot)


def measure(known: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield the seconds that a move of each level takes, with `GAME LEVEL` before them, measured by slices of its search.

    Levels that are known to be quick enough are left out.
    """
    for name in game_names():
        rules = game_class(name)
        game = rules(None)
        state = game.new_initial_state()
        while state.current_player() < 0:
            state.apply_action(state.legal_actions()[0])
        view = state.view(state.to_move)
        for kind in level_kinds(rules):
            if known.get(f"{name} {kind.name}", LONGEST_MOVE + 1) <= LONGEST_MOVE:
                continue
            bot: Bot = BOTS.make_own(kind.name, game, 1)
            yield f"{name} {kind.name}", _seconds_of_move(bot, view) if isinstance(bot, SearchBot) else 0.0


def _seconds_of_move(bot: SearchBot, view: View) -> float:
    """Return the seconds of a bot's search, estimated by its second slice: the first one fills caches."""
    limits, spent, last = replace(bot.limits, seconds=SLICE), 0.0, 0.0
    simulations = limits.simulations or 0  # every level has a limit
    for _ in range(2):
        began = time.perf_counter()
        result = bot.searcher.think(view, limits)
        last = time.perf_counter() - began
        spent += last
        if result.stopped != "seconds":
            return spent
    return last * simulations / max(1, result.simulations)
