"""Moments of a game, as the server sends them, and the loop that plays one."""

from __future__ import annotations

import asyncio
import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal
from uuid import uuid4

from kingdoms.client.answers import Ask, Entry, Info, Notice, Outcome, Remark, read
from kingdoms.client.connection import TRIES, Connection, pauses
from kingdoms.client.errors import Conflict, NoView, UnexpectedAnswer, Unreachable
from kingdoms.core.registry import game_class
from kingdoms.core.view import View

Choose = Callable[["Moment"], str | Awaitable[str]]
"""Takes a moment with a question, and returns the text of an action."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game.

    Attributes:
        kind: why it was sent: "hello" at the beginning and whenever the connection is new, "entry" after an entry, "info" if
            seats or presence have changed, "talk" for a remark, "notice" if the operator has set or cleared the notice to all.
        number: the number of the newest entry.
        info: what everybody may know about the game.
        ask: the question to this client, or None.
        entries: the entries since the moment before; usually one.
        missing: whether entries before these are missing, because too much happened while the connection was down.
        facts: the table as the page gets it, or None before the game begins.
        position: the view in the format of positions, or None.
        remark: the remark, if the kind is "talk".
        notice: the operator's notice to all, or None.
    """

    kind: Literal["hello", "entry", "info", "talk", "notice"]
    number: int
    info: Info
    ask: Ask | None = None
    entries: tuple[Entry, ...] = ()
    missing: bool = False
    facts: Mapping[str, Any] | None = field(default=None, repr=False)
    position: Mapping[str, Any] | None = field(default=None, repr=False)
    remark: Remark | None = None
    notice: Notice | None = None

    @cached_property
    def view(self) -> View:
        """What this client's seat knows, as the game's own type of view: for search, encodings, or the game's own bots.

        Raises:
            NoView: the game has not begun, the server sends no position here, or the game cannot read one.
            UnknownGame: the game is not installed here.
        """
        if self.facts is None:
            raise NoView("the game has not begun, so there is no view yet")
        if self.position is None:
            raise NoView(
                "this table sends no positions: people play each other, and advice is not allowed; the table is in facts. "
                "A bot plays such a game from a seat of the kind program"
            )
        rules = game_class(self.info.game)
        try:
            view: View = rules.read_view(self.position, self.facts["seat"])
        except NotImplementedError as error:
            raise NoView(str(error)) from None
        return view

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.info.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.info.status == "over"


@dataclass
class Follow:
    """Turns the messages of a server into moments, and remembers the newest.

    Attributes:
        newest: the newest moment; None before the first.
    """

    newest: Moment | None = None

    def take(self, message: Mapping[str, Any]) -> Moment | None:
        """Return the moment that a message tells, or None if it tells nothing new.

        Raises:
            Gap: an entry is missing before this one.
            UnexpectedAnswer: the message is not what the API promises.
        """
        kind, before = message.get("type"), self.newest
        if kind == "hello":
            moment = self._hello(message)
        elif before is None or kind not in ("entry", "info", "talk", "notice"):
            return None  # a ping, or a message of a later version
        elif kind == "entry":
            number = read(int, message.get("number"), "number")
            if number <= before.number:
                return None
            if number != before.number + 1:
                raise Gap(f"entry {number} follows {before.number}")
            moment = replace(
                _table(message, before),
                kind="entry",
                number=number,
                info=_info_after(message, before, number),
                entries=(read(Entry, message.get("entry"), "entry"),),
                missing=False,
                remark=None,
            )
        elif kind == "info":
            info = read(Info, message.get("info"), "info")
            moment = replace(before, kind="info", info=info, entries=(), missing=False, remark=None)
        elif kind == "notice":
            moment = replace(before, kind="notice", notice=_notice(message), entries=(), missing=False, remark=None)
        else:
            remark = read(Remark, message.get("remark"), "remark")
            return replace(before, kind="talk", remark=remark, entries=(), missing=False)
        self.newest = moment
        return moment

    def _hello(self, message: Mapping[str, Any]) -> Moment:
        info = read(Info, message.get("info"), "info")
        moment = Moment("hello", read(int, message.get("number"), "number"), info, notice=_notice(message))
        return replace(
            _table(message, moment),
            entries=tuple(read(Entry, entry, "missed") for entry in message.get("missed", ())),
            missing=bool(message.get("more")),
        )


class ConnectionLoss(Exception):
    """The connection was lost, or there was none; the client tries again."""

    @classmethod
    def from_error(cls, error: Exception) -> ConnectionLoss:
        """Return the exception for an error of the network."""
        return cls(f"{type(error).__name__}: {error}")


class Gap(ConnectionLoss):
    """An entry is missing in a stream; the client connects again and asks for it."""


def _notice(message: Mapping[str, Any]) -> Notice | None:
    return read(Notice | None, message.get("notice"), "notice")  # type: ignore[arg-type]


def _table(message: Mapping[str, Any], moment: Moment) -> Moment:
    ask = message.get("ask")
    return replace(
        moment,
        ask=None if ask is None else read(Ask, ask, "ask"),
        facts=message.get("view"),
        position=message.get("position"),
    )


def _info_after(message: Mapping[str, Any], before: Moment, number: int) -> Info:
    """Return the info after an entry: that of the message, or the one before with what the entry changes."""
    if "info" in message:
        return read(Info, message["info"], "info")
    facts = message.get("view") or {}
    return before.info.model_copy(update={"number": number, "to_move": facts.get("to_move"), "round": facts.get("round")})


def parse(line: str | bytes) -> Mapping[str, Any]:
    """Return a message of a stream.

    Raises:
        UnexpectedAnswer: it is not an object of JSON.
    """
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if not isinstance(message, Mapping):
        raise UnexpectedAnswer("the stream has a line that is not an object of JSON")
    return message


class Player(ABC):
    """A client that can follow a game and act in it: a seat of a visitor, or a program's.

    Args:
        connection: the connection to the server.
        positions: whether to ask for positions, which `Moment.view` needs.

    Attributes:
        follow: the newest moment, and what follows from it.
    """

    def __init__(self, connection: Connection, positions: bool) -> None:
        self.connection = connection
        self.positions = positions
        self.follow = Follow()

    async def moments(self) -> AsyncGenerator[Moment, None]:
        """Yield the moments of the game, from now to its end.

        If the connection is lost, it is restored, with as many attempts as needed, and the next moment is a "hello" with what
        was missed.

        Raises:
            Refused: the server refuses the connection: no such game, an invalid token, too many connections.
            GameGone: the game was cancelled or deleted.
            Unreachable: there was no connection in the first place, after several attempts.
        """
        waits, tries = pauses(), 0
        while True:
            try:
                async for moment in self._moments():
                    waits = pauses()
                    yield moment
                    if moment.is_over:
                        return
            except ConnectionLoss as lost:
                tries += 1
                if self.follow.newest is None and tries == TRIES:
                    raise Unreachable(f"{self.connection.url} gives no answer ({lost})") from None
            await asyncio.sleep(next(waits))

    @abstractmethod
    def _moments(self) -> AsyncGenerator[Moment, None]:
        """Yield the moments of one connection.

        Raises:
            ConnectionLoss: it was lost.
        """

    def _query(self) -> dict[str, str]:
        """Return the parameters of the stream: whether to send positions, and the last entry known here."""
        query = {"position": "true"} if self.positions else {}
        if self.follow.newest is not None:
            query["after"] = str(self.follow.newest.number)
        return query

    @abstractmethod
    async def _act(self, base: int, action: str, client_id: str) -> int:
        """Play an action, and return its number."""

    async def act(self, action: str, base: int | None = None) -> int:
        """Play an action, and return the number of its entry.

        If the answer is lost, the action is sent again under the same id, and the server plays it once.

        Args:
            action: the text of the action.
            base: the number of the moment that the decision is based on; None for the newest that was told.

        Raises:
            Stale: the game has gone on since then.
            Conflict: another seat is to move, the game is over, or a bot stands in for this seat.
            Invalid: the rules forbid the action; `code` and `clause` say why.
            Unreachable: there was no answer.
        """
        if base is None:
            if self.follow.newest is None:
                raise TypeError("give the number that the action is based on, or follow the game first")
            base = self.follow.newest.number
        return await self._act(base, action, uuid4().hex)

    async def play(self, choose: Choose) -> Moment:
        """Play until the game is over, and return its last moment.

        An answer that comes too late, because the game has gone on or a bot has stood in, is dropped.

        Args:
            choose: takes a moment with a question, and returns the text of one of `moment.ask.actions`; it may be a coroutine
                function. What it raises ends the loop.

        Raises:
            Invalid: the rules forbid what `choose` has returned.
            Refused, GameGone: as `moments`.
        """
        newest: Moment | None = None
        async with aclosing(self.moments()) as moments:
            async for moment in moments:
                newest = moment
                if moment.ask is None or moment.kind in ("info", "talk", "notice") or moment.is_over:
                    continue
                chosen = choose(moment)
                try:
                    await self.act(await chosen if inspect.isawaitable(chosen) else chosen, moment.number)
                except Conflict:  # the stream tells how the game has gone on
                    continue
        if newest is None:
            raise NoView("the stream ended before it told anything")
        return newest
