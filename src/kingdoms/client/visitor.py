"""A visitor of a server, who makes tables, takes seats and watches."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx

from kingdoms.client import routes
from kingdoms.client.answers import Info
from kingdoms.client.connection import Connection
from kingdoms.client.table import Table

KINDS = ("me", "shared", "open", "program")
"""The kinds of seats of a new game, besides bots."""


class Client:
    """A visitor of a server, who has a cookie of their own as long as the object exists.

    Args:
        url: the address of the server.
        name: the visitor's name at tables; None for none.
        http: the HTTP client to use, with the server as its base URL; None for one of its own.

    Examples:
        >>> import asyncio
        >>> async def main(url: str) -> None:
        ...     async with Client(url, name="Ida's bot") as client:
        ...         table = await client.create("rivers", {"A": "me", "B": "bot:level:2"})
        ...         last = await table.play(lambda moment: moment.ask.actions[0] if moment.ask else "")
        ...         print(last.outcome)
        >>> # asyncio.run(main("http://127.0.0.1:8000"))
    """

    def __init__(self, url: str, name: str | None = None, *, http: httpx.AsyncClient | None = None) -> None:
        self.connection = Connection(url, http=http)
        self.name = name

    async def __aenter__(self) -> Self:
        try:
            if self.name is not None:
                await self.connection.send(routes.NAME, idempotent=True, name=self.name)
        except BaseException:
            await self.connection.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.connection.close()

    async def create(
        self,
        game: str,
        seats: Mapping[str, str],
        *,
        rulings: Mapping[str, Any] | None = None,
        minutes: float | None = None,
        clock: Mapping[str, Any] | None = None,
        public: bool = False,
        advice: bool = False,
        stand_in: str | None = None,
        record: str | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Table:
        """Make a table, and return it, at this visitor's first seat if there is one.

        Args:
            game: the name of the game.
            seats: seat -> "me", "open", "program" (see `Table.token`), "shared", or a bot: "bot:" and its name, such as
                "bot:level:3".
            rulings: the rulings that differ from the defaults.
            minutes: a time limit for the whole game.
            clock: a clock for each seat, as docs/server.md describes it.
            public: whether the table is listed for everybody.
            advice: whether hints are allowed even if people play each other.
            stand_in: the bot that plays for absent players.
            record: a record to continue from.
            position: a position to continue from.

        Raises:
            Invalid: there is no such game, seat or bot, or a value is wrong.
            Conflict, TooMany: this visitor has too many tables.
        """
        seat_requests = [{"seat": seat, **_kind(kind)} for seat, kind in seats.items()]
        info = await self.connection.send(
            routes.CREATE,
            game=game,
            seats=seat_requests,
            rulings=None if rulings is None else dict(rulings),
            minutes=minutes,
            clock=clock,
            public=public,
            advice=advice,
            stand_in=stand_in,
            record=record,
            position=position,
        )
        return self.table(info.id, info.you[0] if info.you else None)

    async def games(self, which: str = "open", game: str | None = None) -> tuple[Info, ...]:
        """Return games: those with free seats ("open"), of this visitor ("mine"), or public ones under way ("running")."""
        return (await self.connection.send(routes.GAMES, which=which, game=game)).games

    async def join(self, game_id: str, seat: str, name: str | None = None) -> Table:
        """Take an open seat, and return the table; the game begins when no seat is open.

        Raises:
            NotFound: there is no such game; Conflict: the seat is taken.
        """
        await self.connection.send(routes.JOIN, game_id=game_id, seat=seat, name=name)
        return self.table(game_id, seat)

    async def claim(self, token: str) -> Table:
        """Take over a seat with a one-time token from `Table.link` or a link on the page, and return the table."""
        claim = await self.connection.send(routes.CLAIM, token=token)
        return self.table(claim.id, claim.seat)

    def table(self, game_id: str, seat: str | None = None) -> Table:
        """Return a table at which this visitor sits, or watches without a seat. Nothing is asked of the server yet."""
        return Table(self.connection, game_id, seat)


def _kind(kind: str) -> dict[str, str]:
    """Return the kind of a seat as the API takes it.

    Examples:
        >>> _kind("open"), _kind("bot:level:3")
        ({'kind': 'open'}, {'kind': 'bot', 'bot': 'level:3'})
    """
    if kind.startswith("bot:"):
        return {"kind": "bot", "bot": kind.removeprefix("bot:")}
    if kind not in KINDS:
        raise ValueError(f"a seat is {', '.join(KINDS)}, or bot: and the name of a bot, not {kind!r}")
    return {"kind": kind}
