"""Whoever runs a server, at the command line: `kingdoms admin`, while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
from typing import Any
from unittest import mock

from kingdoms.cli.main import main
from kingdoms.server.settings import Settings


class Admin:
    """Types commands about one server.

    Args:
        settings: the server's.
    """

    def __init__(self, settings: Settings) -> None:
        self.where = ["--database", settings.database_url, "--data", str(settings.data)]
        self.secret = {} if settings.secret is None else {"KINGDOMS_SECRET": settings.secret.get_secret_value()}

    async def run(self, *words: str) -> tuple[int, str, str]:
        """Run a command in a thread, as the server goes on; return its exit code and what it has printed, and complained of."""
        said, complained = io.StringIO(), io.StringIO()

        def type_it() -> int:
            surroundings = mock.patch.dict(os.environ, self.secret)
            with surroundings, contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
                return main(["admin", *words, *self.where])

        code = await asyncio.to_thread(type_it)
        return code, said.getvalue(), complained.getvalue()

    async def does(self, *words: str) -> str:
        """Run a command that has to succeed, and return what it says."""
        code, said, complained = await self.run(*words)
        assert (code, complained) == (0, ""), complained
        return said

    async def lines(self, *words: str) -> list[Any]:
        """Run a command that has to succeed, and return what it says to programs."""
        return [json.loads(line) for line in (await self.does(*words, "--json")).splitlines()]

    async def answers(self, *words: str) -> Any:
        """Run a command that has to succeed, and return the one thing that it says to programs."""
        (answer,) = await self.lines(*words)
        return answer

    async def refuses(self, *words: str) -> str:
        """Run a command that has to be refused in one sentence, and return that."""
        code, said, complained = await self.run(*words)
        assert (code, said) == (2, ""), said
        assert complained.count("\n") == 1
        return complained.removeprefix("kingdoms: ").strip()
