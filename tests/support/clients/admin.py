"""The operator at the command line: `kingdoms admin` while a server runs."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

from kingdoms.cli.main import main
from kingdoms.server.base.settings import ServerSettings
from tests.support.suite.timeouts import SOON


def admin(*words: str) -> tuple[int, str, str]:
    """Run a command in this thread, in which no event loop may run; return its exit code, its output and its errors."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = main(["admin", *words])
    return code, output.getvalue(), errors.getvalue()


def admin_beside_pages(data: Path, *words: str) -> str:
    """Run a command that must succeed on a data folder, in a thread without Playwright's event loop; return its output."""
    with ThreadPoolExecutor(1) as thread:
        code, output, errors = thread.submit(admin, *words, "--data", str(data)).result(SOON)
    assert (code, errors) == (0, ""), errors
    return output


class Admin:
    """Runs commands on the database of a server.

    Args:
        settings: the settings of the server.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.options = ["--database", settings.database_url, "--data", str(settings.data)]
        self.secret = {} if settings.secret is None else {"KINGDOMS_SECRET": settings.secret.get_secret_value()}

    async def run(self, *words: str) -> tuple[int, str, str]:
        """Run a command in a thread, so that the server keeps running; return its exit code, its output and its errors."""
        with mock.patch.dict(os.environ, self.secret):
            return await asyncio.to_thread(admin, *words, *self.options)

    async def does(self, *words: str) -> str:
        """Run a command that must succeed, and return its output."""
        code, output, errors = await self.run(*words)
        assert (code, errors) == (0, ""), errors
        return output

    async def lines(self, *words: str) -> list[Any]:
        return [json.loads(line) for line in (await self.does(*words, "--json")).splitlines()]

    async def answers(self, *words: str) -> Any:
        """Run a command that must succeed, and return its only line of JSON."""
        (answer,) = await self.lines(*words)
        return answer

    async def refuses(self, *words: str) -> str:
        """Run a command that must fail with one sentence, and return the sentence."""
        code, output, errors = await self.run(*words)
        assert (code, output) == (2, ""), output
        assert errors.count("\n") == 1
        return errors.removeprefix("kingdoms: ").strip()
