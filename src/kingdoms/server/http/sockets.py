"""WebSockets that count as connections, have a time limit for reading, and are closed properly when the server stops.

They take messages from the server at once, past the layers of the application, and are pinged from outside: uvicorn's own pings
would need two timers for each.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from kingdoms.server.http.connections import CLOSE_TIMEOUT, SINK, ConnectionLimit, ReadTimeout

ANSWER_WITHIN = 15.0
"""Seconds without a sign of life after a ping, after which the next ping finds the client dead."""
PONG: Final = b'{"type":"pong"}'
"""The page's answer to a ping message; it has answered the ping frame before."""


class TimedSocket(ReadTimeout, WebSocketsSansIOProtocol):
    """A WebSocket on a connection that was admitted; it is aborted if the client does not read."""

    read_timeout = 10.0

    def __init__(self, *, connection_limit: ConnectionLimit, **options: Any) -> None:
        super().__init__(**options)
        self.connection_limit = connection_limit
        self.deadline: asyncio.TimerHandle | None = None
        self.is_heard = True
        self.pinged_at = 0.0
        self.expects_pong = False

    def handle_connect(self, event: Request) -> None:
        """Offer this socket to the application as a sink."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SINK] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Note the sign of life."""
        self.is_heard = True
        super().data_received(data)

    def handle_text(self, event: Frame) -> None:
        """Pass a message on, unless it only answers a ping."""
        if self.expects_pong and event.fin and event.data == PONG:
            self.expects_pong = False
        else:
            super().handle_text(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on. Close the socket at a text that is not UTF-8, for which uvicorn logs an error."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            if not self.close_sent:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    @property
    def takes_messages(self) -> bool:
        """Whether a message can be written at once: the socket is open, and its write buffer is not full."""
        return self.writable.is_set() and not (self.close_sent or self.disconnected or self.transport.is_closing())

    def deliver(self, message: str) -> bool:
        """Write a message at once; return whether that was possible."""
        if not self.takes_messages:
            return False
        self.conn.send_text(message.encode())
        self._write()
        return True

    def ping(self, message: str) -> bool:
        """Write a message and a ping frame, or close the connection if the client has not answered the last one.

        Return False if nothing could be written.
        """
        if not self.takes_messages:
            return False
        now = self.loop.time()
        if self.is_heard:
            self.pinged_at = now
        elif now - self.pinged_at > ANSWER_WITHIN:
            self.keepalive_timeout()
            return True
        self.is_heard, self.expects_pong = False, True
        self.conn.send_text(message.encode())
        self.conn.send_ping(b"")
        self._write()
        return True

    def _write(self) -> None:
        """Write all frames of the connection at once."""
        self.transport.write(b"".join(self.conn.data_to_send()))

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
