"""How many games one visitor may have, how much they may bring in, and all who come from one address."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.server.errors import ApiError
from kingdoms.server.game.account import Account
from kingdoms.server.lobby.store import LobbyStore
from kingdoms.server.queues import ConcurrencyLimits
from kingdoms.server.settings import Settings

NETWORK_FACTOR: Final = 5
"""All visitors from one address together may have so many times as much as one."""
PERIOD: Final = 24 * 3600.0
"""A game under way in which nothing has happened for so many seconds does not count, nor what was imported before."""
LEAST_IMPORT: Final = 100
"""As many entries as an import counts for at least."""


@dataclass(frozen=True)
class GameCounts:
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

    def __init__(self, settings: Settings, store: LobbyStore) -> None:
        self.most = GameCounts(settings.lobbies, settings.games, settings.bot_games)
        self.imports = settings.imports
        self.store = store
        self.making = ConcurrencyLimits(1)

    @contextlib.asynccontextmanager
    async def reserve(self, creator: Account, *wanted: str, imported: int | None = None) -> AsyncIterator[None]:
        """See that somebody may have one more, and keep others from the same address waiting until it is there.

        Args:
            maker: who.
            wanted: of what: fields of `Held`.
            imported: with how many entries a game begins that is no fresh one; None for one that is.

        Raises:
            ApiError: 409, they have enough; 429, they have imported enough for now.
        """
        async with self.making.slot(creator.place or creator.client):
            since = time.time() - PERIOD
            if imported is not None:
                await self.check_imports(creator, imported)
            self._check("You already have", await self.store.held(since, host=creator.client), wanted, 1)
            if creator.place is not None:
                self._check(
                    "Your network already has", await self.store.held(since, place=creator.place), wanted, NETWORK_FACTOR
                )
            yield

    async def check_imports(self, creator: Account, entries: int = 0) -> None:
        """See that somebody may import one more game.

        Args:
            maker: who.
            entries: how many it has, as far as that is known.

        Raises:
            ApiError: 429, they have imported enough for now.
        """
        since, more = time.time() - PERIOD, max(LEAST_IMPORT, entries)
        self._check_more("You have", await self.store.imported(since, LEAST_IMPORT, host=creator.client), more, 1)
        if creator.place is not None:
            self._check_more(
                "Your network has", await self.store.imported(since, LEAST_IMPORT, place=creator.place), more, NETWORK_FACTOR
            )

    def _check_more(self, who: str, so_far: tuple[int, float], more: int, times: int) -> None:
        """Refuse whoever has imported as much as they may; `so_far`: how many entries, and when the first of these games."""
        entries, first = so_far
        if entries + more > times * self.imports:
            wait = max(1, math.ceil(first + PERIOD - time.time()))
            message = (
                f"{who} imported games with {entries:,} entries within a day; {times * self.imports:,} are allowed. "
                f"Try again in {_in_words(wait)}."
            )
            raise ApiError(429, "imported_enough", message, headers={"Retry-After": str(wait)})

    def _check(self, who: str, rows: Sequence[tuple[str, bool]], wanted: Sequence[str], times: int) -> None:
        """Refuse whoever has as much already as they may."""
        alone = [is_alone for status, is_alone in rows if status == "playing"]
        held = GameCounts(len(rows) - len(alone), len(alone), sum(alone))
        for what in wanted:
            number = getattr(held, what)
            if number >= times * getattr(self.most, what):
                message = f"{who} {number} {WORDS[what]}, the most allowed: {ADVICE[what]}."
                raise ApiError(409, "enough", message)


def _in_words(seconds: int) -> str:
    """Return how long that is, in minutes or hours.

    Examples:
        >>> _in_words(50), _in_words(24 * 3600)
        ('1 minute', '24 hours')
    """
    unit, number = ("hour", math.ceil(seconds / 3600)) if seconds > 3600 else ("minute", math.ceil(seconds / 60))
    return f"{number} {unit}{'' if number == 1 else 's'}"
