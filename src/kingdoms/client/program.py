"""A seat of the kind `program`, played with its token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self

import httpx

from kingdoms.client import routes
from kingdoms.client.answers import Number
from kingdoms.client.connection import Connection, pauses
from kingdoms.client.errors import GameGone, Refused, refusal
from kingdoms.client.moments import Gap, Moment, Player, parse


class Program(Player):
    """A program at a seat of a server.

    Args:
        url: the address of the server.
        token: the token of the seat, which the host of the game gets.
        positions: whether to ask for positions, which `Moment.view` needs.
        http: the HTTP client to use, with the server as its base URL; None for one of its own.

    Examples:
        >>> import asyncio, random
        >>> async def main(url: str, token: str) -> None:
        ...     async with Program(url, token) as program:
        ...         last = await program.play(lambda moment: random.choice(moment.ask.actions) if moment.ask else "")
        ...         print(last.outcome)
        >>> # asyncio.run(main("http://127.0.0.1:8000", "the token"))
    """

    def __init__(self, url: str, token: str, *, positions: bool = True, http: httpx.AsyncClient | None = None) -> None:
        super().__init__()
        self.connection = Connection(url, token, http)
        self.positions = positions

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.connection.close()

    async def _act(self, base: int, action: str, client_id: str) -> int:
        """Play an action."""
        found: Number = await self.connection.send(
            routes.PROGRAM_ACT, again=True, base=base, action=action, client_id=client_id
        )
        return found.number

    async def moments(self) -> AsyncGenerator[Moment, None]:
        """Yield the moments of the game, from now to its end; see `Player.moments`."""
        waits = pauses()
        while True:
            try:
                async for moment in self._moments():
                    waits = pauses()
                    yield moment
                    if moment.is_over:
                        return
            except (httpx.TransportError, Gap):
                pass
            except Refused as error:
                if error.status < 500:
                    raise
            await asyncio.sleep(next(waits))

    async def _moments(self) -> AsyncGenerator[Moment, None]:
        """Yield the moments of one connection."""
        newest = self.follow.newest
        query: dict[str, str] = {"position": "true"} if self.positions else {}
        if newest is not None:
            query["after"] = str(newest.number)
        headers = self.connection.headers
        async with self.connection.http.stream(
            routes.PROGRAM_STREAM.method, routes.PROGRAM_STREAM.path, params=query, headers=headers
        ) as answer:
            if not answer.is_success:
                await answer.aread()
                body = parse(answer.content) if answer.headers.get("Content-Type", "").startswith("application/json") else None
                raise refusal(answer.status_code, body, answer.headers.get("Retry-After"))
            async for line in answer.aiter_lines():
                if not line:
                    continue
                message = parse(line)
                if message.get("type") == "gone":
                    raise GameGone("the game was cancelled or deleted")
                moment = self.follow.take(message)
                if moment is not None:
                    yield moment
