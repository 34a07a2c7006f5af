"""HTTP connections: a limit for each client, and time limits for sending requests and reading answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kingdoms.server.base.addresses import SITE_FACTOR, Network, is_in_networks, neighbourhood, site
from kingdoms.server.http.metrics import Metrics

HEAD_TIMEOUT = 10.0
"""Time limit for the head of a request in seconds, counted from the connection or from its first byte."""
BODY_TIMEOUT = 30.0
"""Time limit for the body of a request, in seconds."""
CLOSE_TIMEOUT = 5.0
"""Seconds until a socket is closed even if the client has not read the last messages."""

SINK = "kingdoms.sink"
"""The extension in a WebSocket's scope for the socket itself, which takes messages at once (see `sockets.TimedSocket`)."""


class ConnectionLimit:
    """Limits and counts the open connections of each client. Connections from trusted proxies carry many clients: no limit.

    Args:
        most: the maximum number of open connections of one address, or of one IPv6 /64 network; a /48 network may have
            `SITE_FACTOR` times as many.
    """

    def __init__(self, most: int, trusted: Sequence[Network] = (), metrics: Metrics | None = None) -> None:
        self.most = most
        self.trusted = trusted
        self.metrics = Metrics() if metrics is None else metrics
        self.counts: Counter[str] = Counter()

    def admit(self, host: str) -> bool:
        """Register a new connection; return False, without registering it, if the client has reached the limit."""
        if not is_in_networks(host, self.trusted):
            limits = self._limits(host)
            if any(self.counts[network] >= most for network, most in limits.items()):
                self.metrics.broken_off.labels("too_many").inc()
                return False
            self.counts.update(limits.keys())
        self.metrics.connections.inc()
        return True

    def release(self, host: str) -> None:
        """Unregister an admitted connection."""
        self.metrics.connections.dec()
        if not is_in_networks(host, self.trusted):
            for network in self._limits(host):
                self.counts[network] -= 1
                if not self.counts[network]:
                    del self.counts[network]

    def _limits(self, host: str) -> dict[str, int]:
        """Return the networks in which a client is counted, and the maximum number of connections of each."""
        wider = site(host)
        return {neighbourhood(host): self.most} | ({wider: SITE_FACTOR * self.most} if wider else {})


class CoalescingTransport:
    """A transport that joins two successive writes, usually the head and the body of an answer, into one.

    Args:
        loop: the event loop. Buffered data are sent in its next iteration at the latest.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped transport."""
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Buffer data until the next write or the next iteration of the event loop."""
        self.parts.append(data)
        if len(self.parts) > 1:
            self.send()
        else:
            self.loop.call_soon(self.send)

    def send(self) -> None:
        """Send buffered data, unless the connection is closed."""
        data, self.parts = b"".join(self.parts), []
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def close(self) -> None:
        """Send buffered data, and close the connection."""
        self.send()
        self.transport.close()

    def unwrap(self) -> asyncio.Transport:
        """Send buffered data, and return the wrapped transport."""
        self.send()
        return self.transport


class ReadTimeout(asyncio.Protocol):
    """A protocol that aborts a connection if the client does not read.

    Attributes:
        read_timeout: the time limit in seconds, counted from the moment when the write buffer is full.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    read_timeout: ClassVar[float]
    read_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timer: the write buffer is full."""
        super().pause_writing()
        self.read_timer = self.loop.call_later(self.read_timeout, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads."""
        super().resume_writing()
        self.stop_read_timer()

    def stop_read_timer(self) -> None:
        """Stop the timer."""
        if self.read_timer is not None:
            self.read_timer.cancel()
            self.read_timer = None


class TimedHttpProtocol(ReadTimeout, HttpToolsProtocol):
    """HTTP with time limits: a connection is aborted if a request's head or body is late, or an answer is not read."""

    read_timeout = 30.0

    def __init__(self, *, connection_limit: ConnectionLimit, **options: Any) -> None:
        super().__init__(**options)
        self.connection_limit = connection_limit
        self.admitted = False
        self.time_limit: float | None = None
        self.timer_is_set = True
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a connection, or abort it if the client has too many."""
        super().connection_made(transport)
        self.admitted = self.connection_limit.admit(self.host)
        if self.admitted:
            self.expect(HEAD_TIMEOUT)
            self._set_timer()
            self.coalescing = CoalescingTransport(transport, self.loop)
            self.transport = self.coalescing  # type: ignore[assignment]
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse received data. A request that arrives whole needs no timer."""
        super().data_received(data)
        if not self.timer_is_set:
            self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister a connection."""
        self.expect(None)
        self._set_timer()
        self.stop_read_timer()
        if self.admitted:
            self.connection_limit.release(self.host)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Expect the head of a request."""
        super().on_message_begin()
        self.expect(HEAD_TIMEOUT)

    def on_headers_complete(self) -> None:
        """Expect the body of a request."""
        self.expect(BODY_TIMEOUT)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect nothing: the request is complete."""
        self.expect(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Expect nothing: the connection becomes a WebSocket."""
        self.expect(None)
        self.stop_read_timer()
        self.transport = self.coalescing.unwrap()
        super().handle_websocket_upgrade()

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    def expect(self, seconds: float | None) -> None:
        """Set the time limit in seconds for the next part of a request; None means no limit.

        The timer itself starts when all received data is parsed: most requests arrive whole and need none.
        """
        self.time_limit, self.timer_is_set = seconds, False

    def _set_timer(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if self.time_limit is None else self.loop.call_later(self.time_limit, self.abort_late)
        self.timer_is_set = True

    def abort_late(self) -> None:
        """Abort a connection whose request is late."""
        self.connection_limit.metrics.broken_off.labels("slow").inc()
        self.transport.abort()
