"""Connections, before anything has been asked on them: how many from one place, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kingdoms.server.addresses import Network, address, neighbourhood

HEAD_WITHIN = 10.0
"""Seconds in which the head of a request has to be there, counted from the connection or its first byte."""
BODY_WITHIN = 30.0
"""Seconds in which its body has to be there."""


class Doorkeeper:
    """Counts connections by where they come from. Trusted proxies bring those of many people, and are not counted.

    Args:
        most: how many connections one address may have open at a time; of IPv6 one network of 64 bits.
        trusted: networks of the proxies.
    """

    def __init__(self, most: int, trusted: Sequence[Network] = ()) -> None:
        self.most = most
        self.trusted = trusted
        self.open: defaultdict[str, set[asyncio.BaseTransport]] = defaultdict(set)

    def lets_in(self, host: str, transport: asyncio.BaseTransport) -> bool:
        """Note a connection, and say whether there may be one more from there."""
        found = address(host)
        if found is not None and any(found in network for network in self.trusted):
            return True
        place = neighbourhood(host)
        here = self.open[place]
        if len(here) >= self.most:
            # A connection that has become a socket does not say when it ends: look which are still there.
            here -= {each for each in here if each.is_closing()}
        if len(here) >= self.most:
            return False
        here.add(transport)
        return True

    def lets_out(self, host: str, transport: asyncio.BaseTransport) -> None:
        """Forget a connection."""
        place = neighbourhood(host)
        self.open[place].discard(transport)
        if not self.open[place]:
            del self.open[place]


class PromptProtocol(HttpToolsProtocol):
    """HTTP for those who get on with it: a head or body that does not come in time ends the connection.

    Args:
        doorkeeper: counts connections.
        what: what uvicorn passes to a protocol.
    """

    def __init__(self, *, doorkeeper: Doorkeeper, **what: Any) -> None:
        super().__init__(**what)
        self.doorkeeper = doorkeeper
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or close it at once."""
        super().connection_made(transport)
        if not self.doorkeeper.lets_in(self.host, transport):
            transport.abort()
            return
        self.expect(HEAD_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.expect(None)
        self.doorkeeper.lets_out(self.host, self.transport)
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
        super().handle_websocket_upgrade()

    @property
    def host(self) -> str:
        """Where the connection comes from."""
        return self.client[0] if self.client else ""

    def expect(self, seconds: float | None) -> None:
        """Close the connection if nothing else is expected for so many seconds; None: wait for ever."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


def protocol_for(doorkeeper: Doorkeeper) -> Callable[..., PromptProtocol]:
    """Return what uvicorn makes a protocol with for each connection."""

    def make(**what: Any) -> PromptProtocol:
        return PromptProtocol(doorkeeper=doorkeeper, **what)

    return make
