"""Puzzles of a server: their ratings move by the attempts of people with passkeys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kingdoms.server.database.engine import Database
from kingdoms.server.ratings.puzzles import moved_ratings
from kingdoms.table.advice.advice import Advice
from kingdoms.table.answers.puzzles import Puzzles, Rated

Result = TypeVar("Result")


class ServerPuzzles(Puzzles):
    """Answers about puzzles, beside the event loop."""

    def __init__(self, advice: Advice, database: Database) -> None:
        super().__init__(advice)
        self.database = database

    async def moved_ratings(self, names: Sequence[str] | None = None) -> Rated:
        """Return the ratings that attempts have moved."""
        return await moved_ratings(self.database, names)

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do work in a thread."""
        return await asyncio.to_thread(work, *arguments)
