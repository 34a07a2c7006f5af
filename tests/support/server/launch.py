"""Servers for tests: in this process, or started as `kingdoms serve`."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
from fastapi import FastAPI

from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import ServerSettings
from tests.support.suite.timeouts import SOON

ORIGIN = "http://localhost"

MakeSettings = Callable[..., ServerSettings]
MakeClient = Callable[..., httpx.AsyncClient]


@contextlib.asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[FastAPI]:
    async with app.router.lifespan_context(app):
        yield app


@contextlib.asynccontextmanager
async def serving(settings: ServerSettings) -> AsyncIterator[FastAPI]:
    async with running(create_app(settings)) as app:
        yield app


PLENTY = dict.fromkeys(("KINGDOMS_LOBBIES", "KINGDOMS_GAMES", "KINGDOMS_BOT_GAMES"), "1000") | {"KINGDOMS_IMPORTS": "1000000"}
"""High quotas, for tests that aren't about them."""


class ServerProcess:
    """`kingdoms serve` on a free port, as a context manager.

    Args:
        data: the data folder.
        flags: additional flags of the command.
        environment: additional environment variables.
        port: the port; 0 for a free one.
        python: the Python to run it with; by default the one that runs the tests.
        program: the command that Python runs.

    Attributes:
        url: the URL of its pages, without a trailing slash.
        process: the process.
    """

    def __init__(
        self,
        data: Path,
        *flags: str,
        environment: Mapping[str, str] | None = None,
        port: int = 0,
        python: Path | str = sys.executable,
        program: Sequence[Path | str] = ("-m", "kingdoms.cli"),
    ) -> None:
        self.command: Sequence[str] = [
            *(str(python), *map(str, program), "serve", "--data", str(data), "--port", str(port)),
            *flags,
        ]
        variables = {name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}
        # tests ask for more hints than people do
        self.environment = variables | {"PYTHONUNBUFFERED": "1", "KINGDOMS_ADVICE": "10000"} | PLENTY | dict(environment or {})
        # opened for appending, and read by its name: reading must not move the position of the writer
        self.log = tempfile.NamedTemporaryFile("a", encoding="utf-8")  # noqa: SIM115  closed in __exit__
        self.port = port
        self.process: subprocess.Popen[str]
        self.url = ""

    def start(self) -> Self:
        """Start or restart it, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        first_line = self.process.stdout.readline()
        url = re.search(r"http\S+(?=/)", first_line)
        if url is None:
            self.process.wait(SOON)
            raise RuntimeError(f"the server did not start: {first_line}{self.troubles()}")
        # with a public URL it prints that one, which is a proxy's
        self.url = f"http://127.0.0.1:{self.port}" if self.port else url.group().replace("localhost", "127.0.0.1")
        assert httpx.get(f"{self.url}/healthz", timeout=SOON).status_code == 200
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, within: float = SOON) -> int:
        """Send a signal, wait for the end, and return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(within)
        finally:
            self.kill()

    def kill(self) -> None:
        """Kill it and its children at once, as a power failure would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SOON)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def logged(self) -> str:
        """Return its log so far."""
        return Path(self.log.name).read_text(encoding="utf-8")

    def troubles(self) -> str:
        """Return the lines of its log above the level `info`."""
        return "\n".join(line for line in self.logged().splitlines() if '"level":"info"' not in line)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()
        self.log.close()
