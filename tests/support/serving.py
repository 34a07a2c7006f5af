"""Servers under test: in this process, or in one of their own as people start them."""

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
from waiting import SOON

from kingdoms.server.settings import Settings

ORIGIN = "http://localhost"

MakeSettings = Callable[..., Settings]
MakeClient = Callable[..., httpx.AsyncClient]


@contextlib.asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[FastAPI]:
    """Start an application as a server would, and stop it in the end."""
    async with app.router.lifespan_context(app):
        yield app


PLENTY = dict.fromkeys(("KINGDOMS_LOBBIES", "KINGDOMS_GAMES", "KINGDOMS_BOT_GAMES"), "1000") | {"KINGDOMS_IMPORTS": "1000000"}
"""How many games a visitor may have where a test is not about that."""


class ServerProcess:
    """`kingdoms serve` on a free port; a context, at whose end it is made to stop.

    Args:
        data: the data folder.
        flags: more flags of the command.
        environment: more environment variables.
        port: the port; 0 for a free one.
        python: the Python that runs it; without it, the one that runs the tests.

    Attributes:
        url: the address of its page, without the slash behind it.
        process: the process.
    """

    def __init__(
        self,
        data: Path,
        *flags: str,
        environment: Mapping[str, str] | None = None,
        port: int = 0,
        python: Path | str = sys.executable,
    ) -> None:
        self.command: Sequence[str] = [
            *(str(python), "-m", "kingdoms.cli", "serve", "--data", str(data), "--port", str(port)),
            *flags,
        ]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}
        # tests take more hints in a minute than people do
        self.environment = kept | {"PYTHONUNBUFFERED": "1", "KINGDOMS_ADVICE": "10000"} | PLENTY | dict(environment or {})
        # it is appended to, and read by its name: a place in it that both share would be moved by whoever reads
        self.log = tempfile.NamedTemporaryFile("a", encoding="utf-8")  # noqa: SIM115  closed in __exit__
        self.port = port
        self.process: subprocess.Popen[str]
        self.url = ""

    def start(self) -> Self:
        """Start it, again if it was started before, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http\S+(?=/)", said)
        if found is None:
            self.process.wait(SOON)
            raise RuntimeError(f"the server did not start: {said}{self.troubles()}")
        # with an address of its own for people it says that one, which is a proxy's
        self.url = f"http://127.0.0.1:{self.port}" if self.port else found.group()
        assert httpx.get(f"{self.url}/healthz", timeout=SOON).status_code == 200
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, within: float = SOON) -> int:
        """Send it a signal, wait for its end and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(within)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it and its children at once, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SOON)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def logged(self) -> str:
        """Return what it has written to its log so far."""
        return Path(self.log.name).read_text(encoding="utf-8")

    def troubles(self) -> str:
        """Return the lines of its log that tell of something unusual, without those of requests that went well."""
        return "\n".join(line for line in self.logged().splitlines() if '"level":"info"' not in line)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()
        self.log.close()
