"""Running the server with uvicorn, and stopping it within seconds despite open connections."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI

from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.http.connections import ConnectionLimit, TimedHttpProtocol
from kingdoms.server.http.metrics import WRITE_EVERY, WorkerMetrics
from kingdoms.server.presence.routes import WORD

GRACE = 2.0
"""Seconds for finishing open requests when the server stops."""
STEP = 0.3
"""Seconds between the steps of a forced stop."""
BACKSTOP = 10
"""Seconds until uvicorn would cancel open requests; by then none are left."""


class Server(uvicorn.Server):
    """A uvicorn server that starts and stops the application too, and exits normally when it is stopped by a signal."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, when_started: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.when_started = when_started

    async def serve_app(self, listener: socket.socket) -> None:
        """Start the application, serve it until Ctrl-C or SIGTERM, and stop it.

        Raises:
            KingdomsError: the application cannot start; the message says why.
        """
        with self.capture_signals():
            async with self.app.router.lifespan_context(self.app):
                await self.serve(sockets=[listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `when_started`."""
        await super().startup(sockets=sockets)
        if self.started:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new connections, disconnect all followers, and cancel what does not finish in time."""
        self.app.state.services.disconnect()
        ending = asyncio.create_task(self._cancel_late())
        await super().shutdown(sockets=sockets)
        ending.cancel()

    async def _cancel_late(self) -> None:
        """Cancel unfinished work after a timeout: first searches, then all requests, then the connections."""
        await asyncio.sleep(GRACE)
        self.app.state.services.stop_searching()
        await asyncio.sleep(STEP)
        self.app.state.open_requests.cancel_all()
        await asyncio.sleep(STEP)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and on SIGTERM, and return normally; uvicorn would raise the signal again."""
        stops = [signal.SIGINT, signal.SIGTERM]
        before = [signal.signal(stop, self.handle_exit) for stop in stops]
        try:
            yield
        finally:
            for stop, handler in zip(stops, before):
                signal.signal(stop, handler)


def protocols(connection_limit: ConnectionLimit) -> dict[str, Any]:
    """Return the settings of uvicorn that make it use the protocols of this server."""
    return {
        "http": partial(TimedHttpProtocol, connection_limit=connection_limit),
        "ws": partial(_socket, connection_limit),
        "ws_ping_interval": None,  # `Presence.ping` pings
    }


def _socket(connection_limit: ConnectionLimit, **options: Any) -> asyncio.Protocol:
    """Return a WebSocket protocol. Its module is imported with the first WebSocket."""
    from kingdoms.server.http.sockets import TimedSocket  # noqa: PLC0415

    return TimedSocket(connection_limit=connection_limit, **options)


def run(
    settings: ServerSettings,
    listener: socket.socket,
    when_started: Callable[[], None],
    worker_metrics: WorkerMetrics | None = None,
    sign_every: float | None = None,
) -> None:
    """Serve on a socket until Ctrl-C or SIGTERM.

    Args:
        when_started: called when the server accepts connections.
        worker_metrics: the metrics of all workers, if this is one of several.
        sign_every: seconds between two repeated calls of `when_started`, as signs of life; None for no repetition.

    Raises:
        KingdomsError: something is not usable, such as the data folder or the database; the message says what and why.
    """
    app = create_app(settings)
    if worker_metrics is not None:
        worker_metrics.collect_own = app.state.metrics.text
        app.state.figures = worker_metrics.text

    def announce() -> None:
        if worker_metrics is not None:
            app.state.services.background.run_every(WRITE_EVERY, worker_metrics.write)
        when_started()
        if sign_every is not None:
            app.state.services.background.run_every(sign_every, give_sign)

    async def give_sign() -> None:
        when_started()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `addresses.ForwardedHeaders` reads them
        lifespan="off",  # see `Server.serve_app`
        timeout_graceful_shutdown=BACKSTOP,
        # Messages are small or compressed already: compression would cost time, and memory for each socket.
        ws_per_message_deflate=False,
        ws_max_size=WORD,
        **protocols(ConnectionLimit(settings.connections, settings.proxies, app.state.metrics)),
    )
    # Objects of imported modules are never collected: scanning them again and again would delay requests. The thresholds make
    # collections frequent and short, so that a client who causes many allocations delays no other for long.
    gc.freeze()
    gc.enable()
    gc.set_threshold(5_000, 4, 20)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Server(config, app, announce).serve_app(listener))
