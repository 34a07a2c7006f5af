"""Hints, chances and reviews: permissions, allowances, and progress of reviews."""

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
from typing import Any, Final, Protocol

from kingdoms.analysis import Decision, Review
from kingdoms.analysis.findings import rounded
from kingdoms.core.game import Game
from kingdoms.core.message import message_json
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.table.advice import searching
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.base.errors import ApiError, ServerStop, too_many
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")

TIMEOUT: Final = 60.0
"""Seconds until a step times out and its process is replaced; far more than a step takes, except the first of a review."""
MOST_PAUSE: Final = 5.0
"""Maximum pause of a review, in seconds, after the allowance is used up."""
TURN: Final = 2.0
"""Seconds of search after which a review gives way to questions that wait."""
REVIEWS_KEPT: Final = 100
DECISIONS_KEPT: Final = 20_000
"""Maximum numbers of cached reviews, and of decisions in all of them."""


@dataclass(eq=False)
class ReviewProgress:
    """The review of a finished game, in progress or complete.

    Attributes:
        review: the review so far, without the options of each decision; None before the first result.
        total: the number of decisions in the game.
        paused_until: the end of a pause for the allowance, on the monotonic clock; None while the search runs.
        followers: the number of clients that wait for results.
        update: set and replaced at each new result.
    """

    review: Review | None = None
    messages: list[dict[str, Any]] = field(default_factory=list)
    total: int = 0
    paused_until: float | None = None
    has_failed: bool = False
    followers: int = 0
    update: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all decisions have been judged."""
        return self.review is not None and len(self.review.decisions) == self.total

    def add(self, live: LiveGame, bare: Review, decision: Decision | None) -> None:
        """Add a result."""
        if self.review is None:
            self.review, self.total = bare, bare.total
        if decision is not None:
            self.messages.append(decision_message(live, decision))
            light = replace(decision, before=replace(decision.before, options=()))
            self.review = replace(self.review, total=self.total, decisions=(*self.review.decisions, light))
        self.notify()

    def notify(self) -> None:
        """Wake all followers."""
        self.update.set()
        self.update = asyncio.Event()


class Allowance(Protocol):
    """The seconds of search that each client has left."""

    def lack(self, key: str) -> float:
        """Return the seconds until a client has enough for a question; 0 if it has."""

    def charge(self, key: str, amount: float) -> None:
        """Take seconds from a client."""

    def tokens_left(self, key: str) -> float:
        """Return the seconds that a client has left."""


class Session(Protocol):
    """A thinker that answers several questions of one client."""

    async def ask(self, timeout: float, question: Callable[..., Any], *arguments: Any) -> Any:
        """Run a question beside the table, and return the answer.

        Raises:
            BotFailed: the question has failed or timed out.
        """


class Pool(Protocol):
    """The thinkers that search."""

    async def ask(self, account: Account, timeout: float, question: Callable[..., Any], *arguments: Any) -> Any:
        """Run a question beside the table, and return the answer; see `Session.ask`."""

    def session(self, account: Account) -> contextlib.AbstractAsyncContextManager[Session]:
        """Reserve a thinker for several questions."""

    @property
    def has_waiting(self) -> bool:
        """Whether questions wait for a thinker."""


class Copies:
    """Refuses advice in copies of games that people play without it; where nobody else plays, there are none."""

    async def check(self, live: LiveGame, number: int, client: str, most: int = 0) -> None:
        """Check that a game, up to a number, is no copy."""

    async def check_positions(self, source: Record | State, client: str, most: int = 0) -> None:
        """Check that neither a state nor any of the last positions of a record is that of such a game."""


class Advice:
    """Answers questions about positions and games by search."""

    def __init__(self, pool: Pool, allowance: Allowance, copies: Copies) -> None:
        self.pool = pool
        self.copies = copies
        self.allowance = allowance
        self.reviews: OrderedDict[tuple[str, str], ReviewProgress] = OrderedDict()

    def limits(self, strength: str) -> searching.SearchStrength:
        """Return the limits of a search by the name of its strength."""
        return searching.STRENGTHS[strength]

    def levels(self, game: str) -> int | None:
        """Return the highest level of a game that may be asked; None if all may."""
        return None

    def check_allowed(self, live: LiveGame) -> None:
        """Check that advice is allowed: not where people play each other, unless the host has allowed it.

        Raises:
            ApiError: 403, it is not.
        """
        if not live.allows_advice:
            raise ApiError(403, "no_advice", text("error.no_advice"))

    def check_allowance(self, client: str) -> None:
        """Check that a client has some allowance left.

        Raises:
            ApiError: 429, the allowance is used up.
        """
        if wait := math.ceil(self.allowance.lack(client)):
            raise too_many("thought_enough", text("error.thought_enough", seconds=wait), wait, seconds=wait)

    async def ask(
        self, account: Account, timeout: float, failure: str, game: Game | None, question: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return the answer to a question that is charged to an account, or raise an error: 429 before, 503 if it fails.

        Args:
            failure: what could not be done then, for the log.
            game: the game whose secrets the log must not have, if there are any.
        """
        self.check_allowance(account.client)
        began = time.monotonic()
        try:
            return await self.pool.ask(account, timeout, question, *arguments)
        except BotFailed as error:
            log.error("%s: %s", failure, error.message if game is None else error.log_text(game))
            raise ApiError(503, "bot_failed", text("error.bot_failed")) from None
        finally:
            self.allowance.charge(account.client, time.monotonic() - began)

    # -- a position ---------------------------------------------------------------------------------------------------

    def study(
        self, live: LiveGame, number: int, viewer: str | None, strength: str, account: Account, *, decides: bool
    ) -> AsyncGenerator[dict[str, Any]]:
        """Return improving results for a position (see `searching.study`), until the game changes or the allowance is used up.

        Args:
            number: the number of the position's last entry.
            strength: the name of the search's limits.
            account: the account that is charged for the search.

        Raises:
            BotFailed: the search has failed.
        """
        is_newest = live.number == number
        limits = self.limits(strength)
        question = (searching.study, GameMoment.from_game(live, number), viewer, limits, decides)
        return self._stream_results(account, number, *question, moved=lambda: is_newest and live.number != number)

    def study_text(self, written: str, strength: str, account: Account) -> AsyncGenerator[dict[str, Any]]:
        """Return improving results for the position of a valid text, as `study` does."""
        question = (searching.study_text, written, self.limits(strength))
        return self._stream_results(account, 0, *question, moved=lambda: False)

    def study_moment(
        self, moment: GameMoment, viewer: str | None, strength: str, account: Account, *, decides: bool
    ) -> AsyncGenerator[dict[str, Any]]:
        """Return improving results for a moment that is no table's, as `study` does."""
        question = (searching.study, moment, viewer, self.limits(strength), decides)
        return self._stream_results(account, len(moment.entries), *question, moved=lambda: False)

    def study_levels(self, moment: GameMoment, account: Account) -> AsyncGenerator[dict[str, Any]]:
        """Return what a bot of each level would do at a moment, from the lowest on, until the allowance is used up."""
        most = self.levels(moment.game)
        return self._stream_results(account, len(moment.entries), searching.study_levels, moment, most, moved=lambda: False)

    async def _stream_results(
        self, account: Account, number: int, *question: Any, moved: Callable[[], bool]
    ) -> AsyncGenerator[dict[str, Any]]:
        """Yield the results of a question to a worker, until the position is out of date or the allowance is used up."""
        client = account.client
        async with self.pool.session(account) as session:
            result, spent = await session.ask(TIMEOUT, searching.begin, *question), 0.0
            while result is not None:
                self.allowance.charge(client, result["seconds"] - spent)
                spent = result["seconds"]
                out_of_date = moved()
                out = self.allowance.tokens_left(client) <= 0
                is_last = result["done"] or out_of_date or out
                ended = None if not is_last else "moved" if out_of_date else "spent" if out else "done"
                yield result | {"done": ended is not None, "ended": ended, "number": number}
                if ended is not None:
                    return
                result = await session.ask(TIMEOUT, searching.next_answer)

    # -- a whole game -------------------------------------------------------------------------------------------------

    def get_review(self, live: LiveGame, strength: str) -> ReviewProgress:
        """Return the review of a finished game from the cache, or a new one; evict old ones without followers."""
        key = live.header.id, strength
        reviewing = self.reviews.setdefault(key, ReviewProgress())
        self.reviews.move_to_end(key)
        for old in [old for old, candidate in self.reviews.items() if not candidate.followers and candidate is not reviewing]:
            decisions = sum(len(candidate.messages) for candidate in self.reviews.values())
            if len(self.reviews) <= REVIEWS_KEPT and decisions <= DECISIONS_KEPT:
                break
            del self.reviews[old]
        return reviewing

    async def follow(
        self, live: LiveGame, strength: str, account: Account, keep_alive: float
    ) -> AsyncGenerator[dict[str, Any] | None]:
        """Yield the messages of a review, and None every `keep_alive` seconds without news. Start the search if need be."""
        reviewing = self.get_review(live, strength)
        reviewing.followers += 1
        try:
            if not reviewing.is_done and reviewing.task is None:
                reviewing.has_failed = False
                reviewing.task = asyncio.create_task(self._search_review(reviewing, live, strength, account))
            sent, begun, paused = 0, False, False
            while True:
                changed = reviewing.update
                if reviewing.review is not None:
                    if not begun:
                        begun = True
                        yield {"type": "begin", "total": reviewing.total, "strength": strength}
                    new, sent = reviewing.messages[sent:], len(reviewing.messages)
                    for message in new:
                        yield message
                    if new:
                        recorded = live.record_numbers
                        points = [recorded[decision.number - 1] for decision in reviewing.review.turning_points()]
                        yield {"type": "turning_points", "numbers": points}
                    if reviewing.is_done:
                        end = reviewing.review.end
                        yield {"type": "done", "chances": None if end is None else rounded(end.chances)}
                        return
                if reviewing.has_failed:
                    yield {"type": "failed"}
                    return
                if (reviewing.paused_until is not None) != paused:
                    paused = not paused
                    if reviewing.paused_until is not None:
                        yield {"type": "waits", "seconds": math.ceil(max(0.0, reviewing.paused_until - time.monotonic()))}
                try:
                    await asyncio.wait_for(changed.wait(), keep_alive)
                except TimeoutError:
                    yield None
        finally:
            reviewing.followers -= 1
            if not reviewing.followers and reviewing.task is not None:
                reviewing.task.cancel()
                reviewing.task = None

    async def _search_review(self, reviewing: ReviewProgress, live: LiveGame, strength: str, account: Account) -> None:
        """Search for a review, with pauses while the client's allowance is used up."""
        moment, client = GameMoment.from_game(live), account.client
        try:
            while not reviewing.is_done:
                if wait := self.allowance.lack(client):
                    reviewing.paused_until = time.monotonic() + min(MOST_PAUSE, wait)
                    reviewing.notify()
                    await asyncio.sleep(min(MOST_PAUSE, wait))
                    reviewing.paused_until = None
                    reviewing.notify()
                    continue
                async with self.pool.session(account) as session:
                    after = (
                        reviewing.review.decisions[-1].number
                        if reviewing.review is not None and reviewing.review.decisions
                        else 0
                    )
                    limits, turn = self.limits(strength), time.monotonic() + TURN
                    answer = await session.ask(TIMEOUT, searching.begin, searching.judge_decisions, moment, limits, after)
                    while answer is not None:
                        bare, decision, seconds = answer
                        self.allowance.charge(client, seconds)
                        reviewing.add(live, bare, decision)
                        gives_way = self.pool.has_waiting and time.monotonic() >= turn
                        if gives_way or self.allowance.tokens_left(client) <= 0:
                            break
                        answer = await session.ask(TIMEOUT, searching.next_answer)
        except Exception as error:
            if not isinstance(error, ServerStop):
                why = error.log_text(live.game) if isinstance(error, BotFailed) else type(error).__name__
                log.error("a game could not be reviewed: %s", why)
            reviewing.has_failed, reviewing.task = True, None
            reviewing.notify()

    async def stop(self) -> None:
        """Cancel all reviews."""
        tasks = [
            reviewing.task for reviewing in self.reviews.values() if reviewing.task is not None and not reviewing.task.done()
        ]
        for task in tasks:
            task.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(*tasks, return_exceptions=True)


def decision_message(live: LiveGame, decision: Decision) -> dict[str, Any]:
    """Return the message about a decision, with the number of its entry in the game, where undone entries count too."""
    before, better = decision.before, decision.better
    number = live.record_numbers[decision.number - 1]
    place = bisect_left(live.mainline, number)
    return {
        "type": "decision",
        "number": number,
        "at": live.mainline[place - 1] if place else 0,
        "by": decision.by,
        "action": decision.action,
        "words": decision.words,
        "said": message_json(decision.said),
        "chances": rounded(before.chances),
        "spread": round(before.spread, 4),
        "proven": before.proven,
        "loss": round(decision.loss, 4),
        "doubt": round(decision.doubt, 4),
        "better": None if better is None else better.to_json(),
        "gains": [gain.to_json() for gain in decision.gains],
    }
