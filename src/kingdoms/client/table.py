"""A table as a visitor sits at it or watches it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kingdoms.client import routes
from kingdoms.client.answers import Ask, Entry, Explain, Info, Preview, Remark, View
from kingdoms.client.connection import TIMEOUT, Connection
from kingdoms.client.errors import GameGone, refusal
from kingdoms.client.moments import ConnectionLoss, Moment, Player, parse

T = TypeVar("T")

_CLOSED = {
    4403: (403, "not_your_seat"),
    4404: (404, "not_found"),
    4410: (403, "banned"),
    4429: (429, "too_many"),
}
"""The codes with which the server closes a socket for good, as status and code of an error."""


class Table(Player):
    """A game on a server, played or watched by a visitor.

    `Client.create`, `Client.join`, `Client.claim` and `Client.table` return one.

    Args:
        connection: the visitor's connection.
        game_id: the game.
        seat: the visitor's seat to play; None to watch.
        positions: whether to ask for positions, which `Moment.view` needs.

    Attributes:
        id: the game.
        seat: the seat; None for an onlooker.
    """

    def __init__(self, connection: Connection, game_id: str, seat: str | None, *, positions: bool = True) -> None:
        super().__init__(connection, positions)
        self.id = game_id
        self.seat = seat

    def __repr__(self) -> str:
        return f"<table {self.id} at {self.connection.url}, {f'seat {self.seat}' if self.seat else 'watching'}>"

    async def _send(self, route: routes.Route[T], *, idempotent: bool | None = None, **values: Any) -> T:
        return await self.connection.send(route, idempotent=idempotent, game_id=self.id, **values)

    # -- the game --------------------------------------------------------------------------------------------------------

    async def info(self) -> Info:
        """Return what everybody may know about the game."""
        return await self._send(routes.INFO)

    async def view(self, number: int | None = None) -> View:
        """Return what the seat sees, now or at a number.

        Raises:
            Conflict: the game has not begun; NotFound: there is no such number.
        """
        return await self._send(routes.VIEW, seat=self.seat, number=number, position=self.positions or None)

    async def legal(self) -> Ask | None:
        """Return the question to the seat with its legal actions, or None if it is not asked."""
        return (await self._send(routes.LEGAL, seat=self.seat)).ask

    async def explain(self, action: str | None = None) -> Explain:
        """Return why an action is not legal; without an action, the current question and its clauses.

        Raises:
            Conflict: another seat is to move.
        """
        return await self._send(routes.EXPLAIN, action=action)

    async def preview(self, actions: Sequence[str], base: int | None = None) -> Preview:
        """Return what a chain of actions would do, without doing it.

        Args:
            actions: the texts of the actions.
            base: the number that they are based on; None for the newest.

        Raises:
            Stale: the game has gone on since then; Invalid: the rules forbid one of them.
        """
        base = await self._base() if base is None else base
        return await self._send(routes.PREVIEW, idempotent=True, base=base, actions=list(actions))

    async def history(self, after: int = 0) -> list[Entry]:
        """Return all entries after a number, as the seat is told them."""
        entries: list[Entry] = []
        while True:
            page = await self._send(routes.HISTORY, seat=self.seat, after=entries[-1].number if entries else after)
            entries += page.entries
            if not page.more or not page.entries:
                return entries

    async def record(self) -> str:
        """Return the game as a record, for `kingdoms.Record.parse`.

        Raises:
            Conflict: the game has secrets and is not over.
        """
        return await self._send(routes.RECORD)

    # -- what a player does ----------------------------------------------------------------------------------------------

    async def _act(self, base: int, action: str, client_id: str) -> int:
        answer = await self._send(routes.ACT, idempotent=True, base=base, action=action, client_id=client_id)
        return answer.number

    async def undo(self) -> int:
        """Take back this visitor's last action, and return the number of the entry that does so.

        Raises:
            Conflict: there is nothing to take back.
        """
        return (await self._send(routes.UNDO, base=await self._base())).number

    async def resign(self) -> Info:
        """Give up the seat for good."""
        return await self._send(routes.RESIGN, seat=self._own_seat())

    async def leave(self) -> Info:
        """Give up the seat before the game begins."""
        return await self._send(routes.LEAVE, seat=self._own_seat())

    async def come_back(self) -> Info:
        """Take the seat back from the bot that stands in."""
        return await self._send(routes.RETURN, seat=self._own_seat())

    async def say(self, text: str | None = None, *, phrase: str | None = None) -> Remark:
        """Write a message at the table: a line of text, or a quick phrase such as "good_luck".

        Raises:
            Conflict: the host has turned talk off.
        """
        return await self._send(routes.SAY, text=text, phrase=phrase)

    async def link(self) -> str:
        """Return a one-time token with which another client takes over the seat: see `Client.claim`."""
        return (await self._send(routes.LINK, seat=self._own_seat())).token

    # -- what the host does ----------------------------------------------------------------------------------------------

    async def token(self, seat: str) -> str:
        """Return the token with which a program plays a seat of the kind `program`; an earlier one becomes void.

        Raises:
            NotAllowed: this visitor is not the host.
        """
        return (await self._send(routes.TOKEN, seat=seat)).token

    async def cancel(self) -> None:
        """Cancel a game that has not begun."""
        await self._send(routes.CANCEL)

    # -- following it ----------------------------------------------------------------------------------------------------

    async def _moments(self) -> AsyncGenerator[Moment, None]:
        query = self._query() | ({} if self.seat is None else {"seat": self.seat})
        address = f"{self.connection.url.replace('http', 'ws', 1)}{routes.LIVE.format(game_id=self.id)}?{urlencode(query)}"
        headers = {"Cookie": self.connection.cookies} if self.connection.cookies else {}
        try:
            async with websockets.connect(
                address, additional_headers=headers, max_size=None, max_queue=None, open_timeout=TIMEOUT
            ) as socket:
                while True:
                    message = parse(await asyncio.wait_for(socket.recv(), TIMEOUT))
                    if message.get("type") == "ping":
                        await socket.send('{"type":"pong"}')
                    elif message.get("type") == "gone":
                        raise GameGone("the game was cancelled or deleted")
                    moment = self.follow.take(message)
                    if moment is not None:
                        yield moment
        except ConnectionClosed as error:
            self._check_closed(error)
            raise ConnectionLoss.from_error(error) from None
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise ConnectionLoss.from_error(error) from None

    def _check_closed(self, error: ConnectionClosed) -> None:
        code = error.rcvd.code if error.rcvd is not None else None
        if code in _CLOSED:
            status, word = _CLOSED[code]
            reason = error.rcvd.reason if error.rcvd is not None else ""
            raise refusal(status, {"error": {"code": word, "clause": None, "message": reason}})

    async def _base(self) -> int:
        """Return the number of the newest entry, as far as this client knows."""
        return (await self.info()).number if self.follow.newest is None else self.follow.newest.number

    def _own_seat(self) -> str:
        if self.seat is None:
            raise TypeError("this client watches the table: join it at a seat first")
        return self.seat
