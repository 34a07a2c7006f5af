"""Which protocols uvicorn speaks on a connection."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from kingdoms.server.http.connections import ConnectionLimit, TimedHttpProtocol


def protocols(connection_limit: ConnectionLimit) -> dict[str, Any]:
    """Return the settings of uvicorn that make it use these protocols."""
    return {
        "http": partial(TimedHttpProtocol, connection_limit=connection_limit),
        "ws": partial(_socket, connection_limit),
        "ws_ping_interval": None,  # `Presence.ping` pings
    }


def _socket(connection_limit: ConnectionLimit, **options: Any) -> asyncio.Protocol:
    """Return a WebSocket protocol. Its module is imported with the first WebSocket."""
    from kingdoms.server.http.sockets import TimedSocket  # noqa: PLC0415

    return TimedSocket(connection_limit=connection_limit, **options)
