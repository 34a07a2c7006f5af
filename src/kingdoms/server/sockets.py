"""WebSockets: they are counted as the connections that they were, and closed with a word when the server stops."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kingdoms.server.connections import LINGERS, Doorkeeper, Read


class CountedSocket(Read, WebSocketsSansIOProtocol):
    """A WebSocket, which an HTTP connection that was let in has become; who does not read to its end holds nothing open.

    Args:
        doorkeeper: counts connections.
        what: what uvicorn passes to a protocol.
    """

    read_within = 10.0

    def __init__(self, *, doorkeeper: Doorkeeper, **what: Any) -> None:
        super().__init__(**what)
        self.doorkeeper = doorkeeper
        self.deadline: asyncio.TimerHandle | None = None

    async def send(self, message: Any) -> None:
        """Send a message. A handshake that was refused is complete, though uvicorn would log an error for each."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Wait no longer than for a moment until somebody has read what is still on its way to them."""
        super().on_task_complete(task)
        self.deadline = self.loop.call_later(LINGERS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.has_read()
        self.doorkeeper.lets_out(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the socket since the server stops; one that is just being opened is opened first, to be told why it closes."""
        if self.handshake_complete or self.close_sent:
            super().shutdown()
