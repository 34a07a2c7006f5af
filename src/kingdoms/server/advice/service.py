"""Hints, chances and reviews: who may ask, how much, and how the answers grow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kingdoms.analysis import Decision, Review
from kingdoms.analysis.findings import rounded
from kingdoms.server.advice import searching
from kingdoms.server.bots.processes import BotFailed, Desk, Moment
from kingdoms.server.errors import ApiError, Stopping
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame

log = logging.getLogger("kingdoms.games")

PATIENCE: Final = 60.0
"""Seconds that a step may take before its process is given up: far more than it takes, but for a whole game's first one."""
LEAST: Final = 1.0
"""Seconds of the allowance that have to be left for a new question."""
BREATH: Final = 5.0
"""After so many seconds at most a review that has used up an allowance goes on."""
REVIEWS_KEPT: Final = 100
DECISIONS_KEPT: Final = 20_000
"""So many reviews are kept at most, and so many decisions of all of them together."""
VISITORS_KEPT: Final = 10_000


class Allowance:
    """How many seconds of search each visitor may still ask for.

    Each has a purse that fills in a minute, and what is thought for them is taken out of it.

    Args:
        a_minute: how many seconds of search there are for a visitor in a minute.
        clock: tells the time, in seconds.

    Examples:
        >>> allowance = Allowance(30.0, clock=lambda: 0.0)
        >>> allowance.wait("somebody")
        0.0
        >>> allowance.spend("somebody", 30.0)
        >>> allowance.wait("somebody")
        2.0
    """

    def __init__(self, a_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self.clock = clock
        self.purses: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, who: str) -> float:
        """Return the seconds that a visitor has left; less than 0 where the last answer took longer than was left."""
        left, since = self.purses.get(who, (self.a_minute, self.clock()))
        return min(self.a_minute, left + (self.clock() - since) * self.a_minute / 60)

    def spend(self, who: str, seconds: float) -> None:
        """Take seconds out of a visitor's purse."""
        self.purses[who] = self.left(who) - seconds, self.clock()
        self.purses.move_to_end(who)
        while len(self.purses) > VISITORS_KEPT:
            self.purses.popitem(last=False)

    def wait(self, who: str) -> float:
        """Return 0 when a visitor may ask something, else the seconds until they may."""
        lacking = min(LEAST, self.a_minute) - self.left(who)
        return 0.0 if lacking <= 0 else lacking * 60 / self.a_minute


@dataclass(eq=False)
class Reviewing:
    """A finished game that is gone through, or has been.

    Attributes:
        found: what has been found so far, without the choices that there were; None before anything is.
        told: the same as it is told, decision by decision.
        total: how many decisions there are to look at.
        waits: until when it pauses, by the clock, since an allowance is used up; None while it goes on.
        failed: whether it could not go on.
        followers: how many are told.
        changed: is set, and replaced, whenever there is something new.
        task: works on it.
    """

    found: Review | None = None
    told: list[dict[str, Any]] = field(default_factory=list)
    total: int = 0
    waits: float | None = None
    failed: bool = False
    followers: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        """Whether every decision has been looked at."""
        return self.found is not None and len(self.found.decisions) == self.total

    def take(self, live: LiveGame, bare: Review, decision: Decision | None) -> None:
        """Take in what was found in a game."""
        if self.found is None:
            self.found, self.total = bare, bare.total
        if decision is not None:
            self.told.append(told_of(live, decision))
            light = replace(decision, before=replace(decision.before, options=()))
            self.found = replace(self.found, total=self.total, decisions=(*self.found.decisions, light))
        self.tell()

    def tell(self) -> None:
        """Have followers look at what is new."""
        self.changed.set()
        self.changed = asyncio.Event()


class Advice:
    """What search says to people.

    Args:
        desk: the processes in which it thinks.
        a_minute: how many seconds of search a visitor may ask for in a minute.
    """

    def __init__(self, desk: Desk, a_minute: float) -> None:
        self.desk = desk
        self.allowance = Allowance(a_minute)
        self.reviews: OrderedDict[tuple[str, str], Reviewing] = OrderedDict()

    def check_allowed(self, live: LiveGame) -> None:
        """Refuse advice at a table where people play each other, unless the host has allowed it.

        Raises:
            ApiError: 403.
        """
        if live.header.status == "playing" and live.has_company and not live.header.advice:
            message = "Hints and chances are off until the game is over: the host hasn't allowed them."
            raise ApiError(403, "no_advice", message)

    def check_allowance(self, who: str) -> None:
        """Refuse whoever has asked for too much.

        Raises:
            ApiError: 429, with the seconds to wait.
        """
        seconds = self.allowance.wait(who)
        if seconds:
            wait = math.ceil(seconds)
            message = f"You've used up your thinking time for this minute. Ask again in {wait} seconds."
            raise ApiError(429, "thought_enough", message, extra={"seconds": wait}, headers={"Retry-After": str(wait)})

    # -- a position ---------------------------------------------------------------------------------------------------

    async def study(
        self, live: LiveGame, number: int, eyes: str | None, strength: str, decides: bool, payer: Account
    ) -> AsyncGenerator[dict[str, Any]]:
        """Yield what can be said of a position, better each time, until the game has gone on or the allowance is used up.

        Raises:
            BotFailed: nothing can be said.
        """
        newest, who = live.number == number, payer.who
        async with self.desk.talk(payer) as talk:
            question = (searching.study, Moment.of(live, number), eyes, searching.STRENGTHS[strength], decides)
            told, spent = await talk.ask(PATIENCE, searching.begin, *question), 0.0
            while told is not None:
                self.allowance.spend(who, told["seconds"] - spent)
                spent = told["seconds"]
                moved = newest and live.number != number
                out = self.allowance.left(who) <= 0
                ended = None if not told["done"] and not moved and not out else "moved" if moved else "spent" if out else "done"
                yield told | {"number": number, "done": ended is not None, "ended": ended}
                if ended is not None:
                    return
                told = await talk.ask(PATIENCE, searching.go_on)

    # -- a whole game -------------------------------------------------------------------------------------------------

    def reviewing(self, live: LiveGame, strength: str) -> Reviewing:
        """Return the review of a finished game, as far as it has come."""
        key = live.header.id, strength
        found = self.reviews.setdefault(key, Reviewing())
        self.reviews.move_to_end(key)
        for old in [old for old, each in self.reviews.items() if not each.followers and each is not found]:
            decisions = sum(len(each.told) for each in self.reviews.values())
            if len(self.reviews) <= REVIEWS_KEPT and decisions <= DECISIONS_KEPT:
                break
            del self.reviews[old]
        return found

    async def follow(
        self, live: LiveGame, strength: str, payer: Account, keep_alive: float
    ) -> AsyncGenerator[dict[str, Any] | None]:
        """Yield the review of a finished game decision by decision, and None now and then while nothing is new."""
        going = self.reviewing(live, strength)
        going.followers += 1
        try:
            if not going.is_done and going.task is None:
                going.failed = False
                going.task = asyncio.create_task(self._go_through(going, live, strength, payer))
            sent, begun, paused = 0, False, False
            while True:
                changed = going.changed
                if going.found is not None:
                    if not begun:
                        begun = True
                        yield {"type": "begin", "total": going.total, "strength": strength}
                    new, sent = going.told[sent:], len(going.told)
                    for told in new:
                        yield told
                    if new:
                        recorded = live.recorded
                        points = [recorded[each.number - 1] for each in going.found.turning_points()]
                        yield {"type": "turning_points", "numbers": points}
                    if going.is_done:
                        end = going.found.end
                        yield {"type": "done", "chances": None if end is None else rounded(end.chances)}
                        return
                if going.failed:
                    yield {"type": "failed"}
                    return
                if (going.waits is not None) != paused:
                    paused = not paused
                    if going.waits is not None:
                        yield {"type": "waits", "seconds": math.ceil(max(0.0, going.waits - time.monotonic()))}
                try:
                    await asyncio.wait_for(changed.wait(), keep_alive)
                except TimeoutError:
                    yield None
        finally:
            going.followers -= 1
            if not going.followers and going.task is not None:
                going.task.cancel()
                going.task = None

    async def _go_through(self, going: Reviewing, live: LiveGame, strength: str, payer: Account) -> None:
        """Work on a review, with pauses while the allowance of whoever has asked for it is used up."""
        moment, who = Moment.of(live), payer.who
        try:
            while not going.is_done:
                if wait := self.allowance.wait(who):
                    going.waits = time.monotonic() + min(BREATH, wait)
                    going.tell()
                    await asyncio.sleep(min(BREATH, wait))
                    going.waits = None
                    going.tell()
                    continue
                async with self.desk.talk(payer) as talk:
                    after = going.found.decisions[-1].number if going.found is not None and going.found.decisions else 0
                    each = searching.STRENGTHS[strength]
                    found = await talk.ask(PATIENCE, searching.begin, searching.go_through, moment, each, after)
                    while found is not None:
                        bare, decision, seconds = found
                        self.allowance.spend(who, seconds)
                        going.take(live, bare, decision)
                        if self.allowance.left(who) <= 0:
                            break
                        found = await talk.ask(PATIENCE, searching.go_on)
        except Exception as error:
            if not isinstance(error, Stopping):
                why = error.told_of(live.game) if isinstance(error, BotFailed) else type(error).__name__
                log.error("a game could not be gone through: %s", why)
            going.failed, going.task = True, None
            going.tell()

    async def stop(self) -> None:
        """Break off what is being worked on."""
        tasks = [each.task for each in self.reviews.values() if each.task is not None and not each.task.done()]
        for task in tasks:
            task.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(*tasks, return_exceptions=True)


def told_of(live: LiveGame, decision: Decision) -> dict[str, Any]:
    """Return what is told of a decision; its number is that of the game's entry, which counts what was taken back too."""
    before, better = decision.before, decision.better
    number = live.recorded[decision.number - 1]
    place = bisect_left(live.standing, number)
    return {
        "type": "decision",
        "number": number,
        "at": live.standing[place - 1] if place else 0,
        "by": decision.by,
        "action": decision.action,
        "words": decision.words,
        "chances": rounded(before.chances),
        "spread": round(before.spread, 4),
        "proven": before.proven,
        "loss": round(decision.loss, 4),
        "doubt": round(decision.doubt, 4),
        "better": None if better is None else better.to_json(),
    }
