"""What is being answered, so that a server that stops can break it off with a word instead of an error."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.errors import Stopping


class Answering:
    """The requests and sockets that are open, and those of them that were broken off; each is a task of its own."""

    def __init__(self) -> None:
        self.open: set[asyncio.Task[Any]] = set()
        self.broken_off: set[asyncio.Task[Any]] = set()

    def break_off(self) -> None:
        """Break all of them off: what has no answer yet is told to come back."""
        self.broken_off |= self.open
        for each in self.broken_off:
            each.cancel()


class BreakOff:
    """Middleware: lets what is being answered be broken off.

    Args:
        answering: where it is noted.
    """

    def __init__(self, app: ASGIApp, answering: Answering) -> None:
        self.app = app
        self.answering = answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it if that is broken off."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        task = asyncio.current_task()
        assert task is not None, "requests are answered in tasks"
        self.answering.open.add(task)
        try:
            await self.app(scope, receive, watched)
        except asyncio.CancelledError:
            if task not in self.answering.broken_off or task.uncancel():
                raise  # by somebody else
            if not started:
                await Stopping().send(scope, receive, send)
            elif scope["type"] == "http":
                while (await receive())["type"] != "http.disconnect":
                    pass  # half an answer ends with the connection, which the server is about to close
        finally:
            self.answering.open.discard(task)
            self.answering.broken_off.discard(task)
