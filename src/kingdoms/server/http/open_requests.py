"""Requests and sockets that are open, so that a stopping server can answer them with an error instead of dropping them."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.base.errors import refuse
from kingdoms.table.base.errors import ServerStop


class OpenRequests:
    """The tasks of all open requests and sockets, and those among them that are cancelled because the server stops."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()
        self.cancelled: set[asyncio.Task[Any]] = set()

    def cancel_all(self) -> None:
        """Cancel all open requests. Each client without an answer gets a 503 error and retries."""
        self.cancelled |= self.tasks
        for request in self.cancelled:
            request.cancel()


class CancelOnStop:
    """Middleware that registers open requests, so that they can be cancelled when the server stops."""

    def __init__(self, app: ASGIApp, open_requests: OpenRequests) -> None:
        self.app = app
        self.open_requests = open_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it with an error if it is cancelled because the server stops."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        task = asyncio.current_task()
        assert task is not None, "requests are answered in tasks"
        self.open_requests.tasks.add(task)
        try:
            await self.app(scope, receive, send_and_note)
        except asyncio.CancelledError:
            if task not in self.open_requests.cancelled or task.uncancel():
                raise  # cancelled for another reason
            if not started:
                await refuse(ServerStop(), scope, receive, send)
            elif scope["type"] == "http":
                while (await receive())["type"] != "http.disconnect":
                    pass  # the answer has begun: wait until the server closes the connection
        finally:
            self.open_requests.tasks.discard(task)
            self.open_requests.cancelled.discard(task)
