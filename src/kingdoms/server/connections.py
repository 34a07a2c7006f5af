"""Connections, before anything has been asked on them: how many from one place, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kingdoms.server.addresses import Network, address, neighbourhood
from kingdoms.server.metrics import Metrics

HEAD_WITHIN = 10.0
"""Seconds in which the head of a request has to be there, counted from the connection or its first byte."""
BODY_WITHIN = 30.0
"""Seconds in which its body has to be there."""
LINGERS = 5.0
"""Seconds that somebody has to read the end of what a socket says; then it is closed whether they have or not."""


class Doorkeeper:
    """Counts connections by where they come from. Trusted proxies bring those of many people, and are not counted.

    Args:
        most: how many connections one address may have open at a time; of IPv6 one network of 64 bits.
        trusted: networks of the proxies.
        metrics: what is counted.
    """

    def __init__(self, most: int, trusted: Sequence[Network] = (), metrics: Metrics | None = None) -> None:
        self.most = most
        self.trusted = trusted
        self.metrics = Metrics() if metrics is None else metrics
        self.open: Counter[str] = Counter()

    def lets_in(self, host: str) -> bool:
        """Count a connection, unless there are as many as there may be; say whether it may come in."""
        place = neighbourhood(host)
        if not self.is_trusted(host):
            if self.open[place] >= self.most:
                self.metrics.broken_off.labels("too_many").inc()
                return False
            self.open[place] += 1
        self.metrics.connections.inc()
        return True

    def lets_out(self, host: str) -> None:
        """Count a connection no more that was let in."""
        self.metrics.connections.dec()
        place = neighbourhood(host)
        if not self.is_trusted(host):
            self.open[place] -= 1
            if not self.open[place]:
                del self.open[place]

    def is_trusted(self, host: str) -> bool:
        """Say whether connections from there are not counted."""
        found = address(host) if self.trusted else None
        return found is not None and any(found in network for network in self.trusted)


class Gathering:
    """A transport that sends what is written twice in a row in one piece: the head of an answer goes with its body.

    Args:
        transport: the transport; all but writing and closing is left to it.
        loop: when it comes round again, what was written is sent.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        """Return what the transport itself has."""
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Send something with what was written before it, or is written before the loop comes round again."""
        self.parts.append(data)
        if len(self.parts) > 1:
            self.send()
        else:
            self.loop.call_soon(self.send)

    def send(self) -> None:
        """Send what was written, unless the connection is gone."""
        data, self.parts = b"".join(self.parts), []
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def close(self) -> None:
        """Send what was written, and close."""
        self.send()
        self.transport.close()

    def as_it_is(self) -> asyncio.Transport:
        """Return the transport itself, with all sent that was written."""
        self.send()
        return self.transport


class Read(asyncio.Protocol):
    """A connection whose other end has to read what it is sent: who does not is let go.

    Attributes:
        read_within: seconds in which something has to be read, as soon as no more fits on the way.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    read_within: ClassVar[float]
    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait until somebody reads what is on its way to them, but not for ever."""
        super().pause_writing()
        self.unread = self.loop.call_later(self.read_within, self.transport.abort)

    def resume_writing(self) -> None:
        """Wait for nothing: they read."""
        super().resume_writing()
        self.has_read()

    def has_read(self) -> None:
        """Stop waiting until somebody reads."""
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class PromptProtocol(Read, HttpToolsProtocol):
    """HTTP for those who get on with it: whose head or body does not come in time, or who does not read, is cut off.

    Args:
        doorkeeper: counts connections.
        what: what uvicorn passes to a protocol.
    """

    read_within = 30.0

    def __init__(self, *, doorkeeper: Doorkeeper, **what: Any) -> None:
        super().__init__(**what)
        self.doorkeeper = doorkeeper
        self.is_in = False
        self.within: float | None = None
        self.is_set = True
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or close it at once."""
        super().connection_made(transport)
        self.is_in = self.doorkeeper.lets_in(self.host)
        if self.is_in:
            self.expect(HEAD_WITHIN)
            self._set_deadline()
            self.gathering = Gathering(transport, self.loop)
            self.transport = self.gathering  # type: ignore[assignment]
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request, or a whole one: then nothing more is waited for."""
        super().data_received(data)
        if not self.is_set:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.expect(None)
        self._set_deadline()
        self.has_read()
        if self.is_in:
            self.doorkeeper.lets_out(self.host)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        super().on_message_begin()
        self.expect(HEAD_WITHIN)

    def on_headers_complete(self) -> None:
        """Wait for the body of a request."""
        self.expect(BODY_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing: a request is here."""
        self.expect(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Wait for nothing: the connection has become a socket."""
        self.expect(None)
        self.has_read()
        self.transport = self.gathering.as_it_is()
        super().handle_websocket_upgrade()

    @property
    def host(self) -> str:
        """Where the connection comes from."""
        return self.client[0] if self.client else ""

    def expect(self, seconds: float | None) -> None:
        """Close the connection if nothing else is expected for so many seconds from now on; None: wait for ever.

        A timer is set when all that has come was read: most requests come in one piece and need none.
        """
        self.within, self.is_set = seconds, False

    def _set_deadline(self) -> None:
        """Set the timer for what is expected."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if self.within is None else self.loop.call_later(self.within, self.give_up)
        self.is_set = True

    def give_up(self) -> None:
        """Close a connection on which no whole request has come in time."""
        self.doorkeeper.metrics.broken_off.labels("slow").inc()
        self.transport.abort()


def protocols(doorkeeper: Doorkeeper) -> dict[str, Any]:
    """Return what uvicorn makes its protocols with for each connection, as settings of its configuration."""
    return {"http": partial(PromptProtocol, doorkeeper=doorkeeper), "ws": partial(_socket, doorkeeper)}


def _socket(doorkeeper: Doorkeeper, **what: Any) -> asyncio.Protocol:
    """Return a socket, which an HTTP connection has become; what they need is loaded with the first."""
    from kingdoms.server.sockets import CountedSocket  # noqa: PLC0415

    return CountedSocket(doorkeeper=doorkeeper, **what)
