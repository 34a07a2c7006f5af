"""WebSockets that count as connections, have a time limit for reading, and are closed properly when the server stops."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kingdoms.server.connections import CLOSE_TIMEOUT, ConnectionLimit, ReadTimeout


class TimedSocket(ReadTimeout, WebSocketsSansIOProtocol):
    """A WebSocket on a connection that was admitted; it is aborted if the client does not read.

    Args:
        connection_limit: limits and counts connections.
        options: the arguments that uvicorn passes to a protocol.
    """

    read_timeout = 10.0

    def __init__(self, *, connection_limit: ConnectionLimit, **options: Any) -> None:
        super().__init__(**options)
        self.connection_limit = connection_limit
        self.deadline: asyncio.TimerHandle | None = None

    async def send(self, message: Any) -> None:
        """Send a message. Mark a refused handshake as complete, since uvicorn logs an error otherwise."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the connection soon after the application has finished, even if the client has not read everything."""
        super().on_task_complete(task)
        self.deadline = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.stop_read_timer()
        self.connection_limit.release(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the socket because the server stops. A socket in its handshake is opened first, then closed with a reason."""
        if self.handshake_complete or self.close_sent:
            super().shutdown()
