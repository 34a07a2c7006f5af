"""Running the server: uvicorn, and an end within a few seconds whatever is open."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from kingdoms.server.app import create_app
from kingdoms.server.connections import Doorkeeper, protocols
from kingdoms.server.database import open_database
from kingdoms.server.games.live_routes import WORD
from kingdoms.server.games.offers import Offers
from kingdoms.server.settings import Settings

GRACE = 2
"""Seconds that answers under way have when the server stops; together with `app.STOPPING` fewer than five."""


def prepare(settings: Settings) -> None:
    """Do what can fail for reasons of the place before anything is served: folder, key, database, programs.

    Raises:
        SettingsError, DatabaseError: something cannot be used; the message says what and why.
    """

    async def look() -> None:
        async with open_database(settings.database_url):
            pass

    Offers(settings.programs)
    if settings.database is None:
        settings.make_data_folder()
    settings.signing_key()
    asyncio.run(look())


class Server(uvicorn.Server):
    """Uvicorn, which says when it starts and stops, and takes being told to stop as nothing unusual."""

    def __init__(self, config: uvicorn.Config, when_started: Callable[[], None], when_stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self.when_started = when_started
        self.when_stopping = when_stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say so, and stop."""
        self.when_stopping()
        await super().shutdown(sockets=sockets)

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


def run(settings: Settings, listener: socket.socket, when_started: Callable[[], None]) -> None:
    """Serve at a socket until Ctrl-C or SIGTERM."""
    app = create_app(settings)

    def let_go() -> None:
        app.state.service.let_go()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `addresses.Forwarded` reads them
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
        # Compressing what is small anyway would cost time and memory with every socket.
        ws_per_message_deflate=False,
        ws_max_size=WORD,
        **protocols(Doorkeeper(settings.connections, settings.proxies)),
    )
    # What has been imported stays: looking it through again and again for garbage would hold up the games.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    Server(config, when_started, let_go).run(sockets=[listener])
