"""Running the server: uvicorn, and an end within a few seconds whatever is open."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI

from kingdoms.server.app import create_app
from kingdoms.server.connections import Doorkeeper, protocols
from kingdoms.server.gathering import EVERY, Gathered
from kingdoms.server.presence.routes import WORD
from kingdoms.server.settings import Settings

GRACE = 2.0
"""Seconds that answers under way have when the server stops."""
MOMENT = 0.3
"""Seconds between one way to end them and the next."""
BACKSTOP = 10
"""Seconds after which uvicorn would cancel what is still open: never, since nothing is."""


class Server(uvicorn.Server):
    """Uvicorn, which starts and stops the application around it, and takes being told to stop as nothing unusual."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, when_started: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.when_started = when_started

    async def live(self, listener: socket.socket) -> None:
        """Start the application, serve it until Ctrl-C or SIGTERM, and stop it.

        Raises:
            KingdomsError: it cannot be started; the message says why.
        """
        with self.capture_signals():
            async with self.app.router.lifespan_context(self.app):
                await self.serve(sockets=[listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let everybody go who listens, and end what takes too long."""
        self.app.state.services.disconnect()
        ending = asyncio.create_task(self._end_all())
        await super().shutdown(sockets=sockets)
        ending.cancel()

    async def _end_all(self) -> None:
        """End what is not answered in time: first what is searched for, then all answers, then the connections."""
        await asyncio.sleep(GRACE)
        self.app.state.services.stop_searching()
        await asyncio.sleep(MOMENT)
        self.app.state.answering.break_off()
        await asyncio.sleep(MOMENT)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and on SIGTERM, then return, where uvicorn would die of the same signal once more."""
        stops = [signal.SIGINT, signal.SIGTERM]
        before = [signal.signal(each, self.handle_exit) for each in stops]
        try:
            yield
        finally:
            for each, handler in zip(stops, before):
                signal.signal(each, handler)


def run(
    settings: Settings,
    listener: socket.socket,
    when_started: Callable[[], None],
    gathered: Gathered | None = None,
    signs: float | None = None,
) -> None:
    """Serve at a socket until Ctrl-C or SIGTERM.

    Args:
        settings: how.
        listener: where.
        when_started: called when it takes connections.
        gathered: the figures of all workers, where this is one of several.
        signs: seconds after which `when_started` is called again, as long as anything goes on here; None: never.

    Raises:
        KingdomsError: something cannot be used, such as the data folder or the database; the message says what and why.
    """
    app = create_app(settings)
    if gathered is not None:
        gathered.own = app.state.metrics.text
        app.state.figures = gathered.text

    def started() -> None:
        if gathered is not None:
            app.state.services.background.every(EVERY, gathered.keep)
        when_started()
        if signs is not None:
            app.state.services.background.every(signs, live_on)

    async def live_on() -> None:
        when_started()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `addresses.Forwarded` reads them
        lifespan="off",  # see `Server.live`
        timeout_graceful_shutdown=BACKSTOP,
        # Compressing what is small anyway would cost time and memory with every socket.
        ws_per_message_deflate=False,
        ws_max_size=WORD,
        **protocols(Doorkeeper(settings.connections, settings.proxies, app.state.metrics)),
    )
    # What has been imported stays: looking it through again and again for garbage would hold up the games. What is new is
    # looked through a little at a time, so that somebody who brings much of it at once holds nobody up either.
    gc.freeze()
    gc.enable()
    gc.set_threshold(5_000, 4, 20)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Server(config, app, started).live(listener))
