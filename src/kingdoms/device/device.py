"""A server's answers without a server: requests, streams and followers of a device's own games."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from kingdoms.core.errors import KingdomsError
from kingdoms.device.home import Home, finish
from kingdoms.device.keeping import Store
from kingdoms.device.requests import Requests
from kingdoms.device.routes import ROUTES, VISITOR, Answer, Request, Route, elsewhere, path_pattern
from kingdoms.device.thinking import Thinker
from kingdoms.table.answers.advising import each_message, first_message
from kingdoms.table.base.errors import ApiError, as_api_error
from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.messages import Wording
from kingdoms.table.service.followers import Follower, Hub
from kingdoms.texts import best_match, language, set_language, text

log = logging.getLogger("kingdoms.games")

NO_SUCH_GAME, NOT_YOUR_SEAT = 4404, 4403
"""Codes with which a live connection is closed, as a server's socket is."""


class CloseCode(Exception):
    """A live connection is closed.

    Attributes:
        code: the code, as of a WebSocket.
        reason: why, in words.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


@dataclass(eq=False)
class Connection(Follower):
    """A live connection to a game, which passes messages on at once."""

    hub: Hub | None = None
    callback: Callable[[str], object] | None = None

    def send(self, message: str) -> None:
        """Pass a message on; before the greeting, which covers it, drop it."""
        if self.callback is not None:
            self.callback(message)

    def close(self) -> None:
        """Send no more messages."""
        self.callback = None
        if self.hub is not None:
            self.hub.remove(self)


class Device:
    """A server in a page, for the person at it.

    Args:
        store: keeps games and documents.
        thinker: runs `kingdoms.device.thinking.answer`, in another worker.
        schemas: the server's OpenAPI document, or the part of it that `kingdoms.device.requests.request_schemas` returns.

    Examples:
        >>> import asyncio
        >>> from kingdoms.device import DirectThinker, MemoryStore
        >>> device = Device(MemoryStore(), DirectThinker(), {"paths": {"/api/me": {"get": {}}}, "components": {"schemas": {}}})
        >>> asyncio.run(device.request("GET", "/api/me"))
        (200, '{"name":null}')
    """

    def __init__(self, store: Store, thinker: Thinker, schemas: Mapping[str, Any]) -> None:
        self.home = Home(store, thinker)
        self.requests = Requests(schemas)

    async def start(self) -> None:
        """Load the games, and go on with those in which a bot is to move."""
        await self.home.start()

    async def stop(self) -> None:
        """Stop thinking; everything is kept already."""
        await finish(self.home)

    async def refresh(self, game_id: str) -> None:
        """Go on with a game from what another tab has written."""
        await self.home.refresh(game_id)

    async def request(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        """Return the status and the text of the answer to a request.

        Args:
            path: the path with its query, as it would be sent to a server.
        """
        _speak(path)
        with messages.wording(_wording(path)):
            try:
                result = await self._handle(method, path, body)
            except ApiError as error:
                return error.status, pack(error.body).decode()
        if isinstance(result, Answer):
            return result.status, result.text
        return 200, pack(result).decode()

    async def stream(self, method: str, path: str, body: str | None = None) -> AsyncIterator[int | str]:
        """Yield the status of an answer, then its lines as they come; closing the iterator stops the search."""
        _speak(path)
        try:
            game, source = await self._handle(method, path, body)
            first = await first_message(game, source)
        except ApiError as error:
            yield error.status
            yield pack(error.body).decode()
            return
        yield 200
        async with contextlib.aclosing(each_message(game, source, first)) as lines:
            async for line in lines:
                if line is not None:
                    yield pack(line).decode()

    async def follow(self, path: str, send: Callable[[str], object]) -> Connection:
        """Send the messages of a game from now on, beginning with a greeting.

        Args:
            path: the path of the live socket, with its query.

        Raises:
            CloseCode: there is no such game, or the seat is not the person's.
        """
        _speak(path)
        parts = urlsplit(path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        live = await self.home.games.find(unquote(parts.path.split("/")[3]))
        if live is None:
            raise CloseCode(NO_SUCH_GAME, "there is no such game")
        seats = live.seats_of(VISITOR)
        if query.get("seat") not in (None, *seats):
            raise CloseCode(NOT_YOUR_SEAT, "this isn't your seat")
        seat = query.get("seat") or (seats[0] if seats else None)
        hub = self.home.games.broadcast.hub
        connection = Connection(live.header.id, VISITOR, VISITOR, seat, wording=_wording(path), language=language(), hub=hub)
        connection.position = query.get("position") in ("true", "1")
        hub.add(connection)
        greeting = await self.home.games.greet(live, connection, int(query["after"]) if "after" in query else None)
        connection.callback = send
        connection.send(greeting)
        return connection

    async def _handle(self, method: str, path: str, body: str | None) -> Any:
        """Return what the handler of a request returns.

        Raises:
            ApiError: the request is refused.
        """
        parts = urlsplit(path)
        route, names = self._route(method, parts.path)
        query = self.requests.parameters(route.path, method, names, parts.query)
        request = Request(self.home, query, self.requests.body(route.path, method, body))
        try:
            return await route.answer(request)
        except KingdomsError as error:
            raise as_api_error(error) from None
        except ApiError:
            raise
        except Exception:
            log.exception("a request failed: %s %s", method, route.path)
            raise ApiError(500, "internal", text("error.device_internal")) from None

    def _route(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Return the route of a request, and the parameters in its path.

        Raises:
            ApiError: 404, there is no such address; 405, not with this method; 409, only a server has it.
        """
        for route in ROUTES:
            match = route.pattern.fullmatch(path)
            if match is not None and route.method == method:
                return route, {name: unquote(value) for name, value in match.groupdict().items()}
        ways = [operations for pattern, operations in self.requests.paths.items() if path_pattern(pattern).fullmatch(path)]
        if any(method.lower() in operations for operations in ways):
            raise elsewhere()
        raise ApiError(405, "method", text("error.method")) if ways else ApiError(404, "not_found", text("error.not_found"))


def _speak(path: str) -> None:
    """Speak the language that a request names, from now on: the device has one person."""
    tag = best_match(parse_qs(urlsplit(path).query).get("lang", [""])[0])
    if tag is not None:
        set_language(tag)


def _wording(path: str) -> Wording:
    """Return how the answer to a request says something."""
    name = parse_qs(urlsplit(path).query).get("texts", [""])[0]
    return Wording(name) if name in (Wording.MESSAGES, Wording.SHORT) else Wording.TEXTS
