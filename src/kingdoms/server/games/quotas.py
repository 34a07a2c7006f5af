"""How many games one visitor may have, and all who come from one address."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.server.errors import ApiError
from kingdoms.server.games.lines import Shares
from kingdoms.server.games.store import Store
from kingdoms.server.games.thinking import Account
from kingdoms.server.settings import Settings

CROWD: Final = 5
"""All visitors from one address together may have so many times as much as one."""
LATELY: Final = 24 * 3600.0
"""A game under way in which nothing has happened for so many seconds does not count."""


@dataclass(frozen=True)
class Held:
    """What somebody has: waiting rooms, games under way, and those of them in which bots play alone."""

    lobbies: int
    games: int
    bot_games: int


WORDS: Final = {"lobbies": "waiting rooms", "games": "games in progress", "bot_games": "games between bots only"}
ADVICE: Final = {
    "lobbies": "cancel one, or start its game",
    "games": "finish one, or come back tomorrow",
    "bot_games": "wait until one is over",
}


class Quotas:
    """Sees that nobody has too much.

    Args:
        settings: how much a visitor may have.
        store: where it is counted.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        self.most = Held(settings.lobbies, settings.games, settings.bot_games)
        self.store = store
        self.making = Shares(1)

    @contextlib.asynccontextmanager
    async def room_for(self, maker: Account, *wanted: str) -> AsyncIterator[None]:
        """See that somebody may have one more, and keep others from the same address waiting until it is there.

        Args:
            maker: who.
            wanted: of what: fields of `Held`.

        Raises:
            ApiError: 409, they have enough.
        """
        async with self.making.of(maker.place or maker.who):
            since = time.time() - LATELY
            self._check("You already have", await self.store.held(since, host=maker.who), wanted, 1)
            if maker.place is not None:
                self._check("Your network already has", await self.store.held(since, place=maker.place), wanted, CROWD)
            yield

    def _check(self, who: str, rows: Sequence[tuple[str, bool]], wanted: Sequence[str], times: int) -> None:
        """Refuse whoever has as much already as they may."""
        alone = [is_alone for status, is_alone in rows if status == "playing"]
        held = Held(len(rows) - len(alone), len(alone), sum(alone))
        for what in wanted:
            number = getattr(held, what)
            if number >= times * getattr(self.most, what):
                message = f"{who} {number} {WORDS[what]}, the most allowed: {ADVICE[what]}."
                raise ApiError(409, "enough", message)
