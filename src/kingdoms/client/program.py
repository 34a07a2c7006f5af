"""A seat of the kind `program`, played with its token."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self

import httpx

from kingdoms.client import routes
from kingdoms.client.connection import Connection
from kingdoms.client.errors import GameGone, refusal
from kingdoms.client.moments import ConnectionLoss, Moment, Player, parse


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
        super().__init__(Connection(url, token, http), positions)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.connection.close()

    async def _act(self, base: int, action: str, client_id: str) -> int:
        answer = await self.connection.send(routes.PROGRAM_ACT, idempotent=True, base=base, action=action, client_id=client_id)
        return answer.number

    async def _moments(self) -> AsyncGenerator[Moment, None]:
        route = routes.PROGRAM_STREAM
        try:
            async with self.connection.http.stream(
                route.method, route.path, params=self._query(), headers=self.connection.headers
            ) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise self._stream_error(answer)
                async for line in answer.aiter_lines():
                    if not line:
                        continue
                    message = parse(line)
                    if message.get("type") == "gone":
                        raise GameGone("the game was cancelled or deleted")
                    moment = self.follow.take(message)
                    if moment is not None:
                        yield moment
        except httpx.TransportError as error:
            raise ConnectionLoss.from_error(error) from None

    @staticmethod
    def _stream_error(answer: httpx.Response) -> Exception:
        """Return the error for a refused stream; a server that is out of service for a moment counts as a lost connection."""
        body = parse(answer.content) if answer.headers.get("Content-Type", "").startswith("application/json") else None
        refused = refusal(answer.status_code, body, answer.headers.get("Retry-After"))
        return ConnectionLoss(refused) if answer.status_code >= 500 else refused
