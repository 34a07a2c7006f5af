"""Quotas of games and imports, for each visitor, each network address, and each IPv6 /48 network."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.server.base.addresses import SITE_FACTOR
from kingdoms.server.base.queues import ConcurrencyLimits
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.lobby.store import LobbyStore
from kingdoms.table.base.errors import ApiError, too_many
from kingdoms.table.game.entries import Account
from kingdoms.texts import text

NETWORK_FACTOR: Final = 5
"""The quota of an address, as a multiple of a visitor's quota."""
HOUR: Final = 3600
PERIOD: Final = 24.0 * HOUR
"""Seconds of inactivity after which a game under way doesn't count any longer; also the period of the quota of imports."""
LEAST_IMPORT: Final = 100
"""Minimum number of entries that an import counts as."""


@dataclass(frozen=True)
class GameCounts:
    """Numbers of waiting rooms, of games under way, and of games between bots among them."""

    lobbies: int
    games: int
    bot_games: int


class Quotas:
    """Checks quotas."""

    def __init__(self, settings: ServerSettings, store: LobbyStore) -> None:
        self.limits = GameCounts(settings.lobbies, settings.games, settings.bot_games)
        self.imports = settings.imports
        self.store = store
        self.creations = ConcurrencyLimits(1)

    @contextlib.asynccontextmanager
    async def reserve(self, creator: Account, *quotas: str, imported: int | None = None) -> AsyncIterator[None]:
        """Check that an account may create a game. Other callers with the same address wait until the block ends.

        Args:
            quotas: the quotas that the game counts for: fields of `GameCounts`.
            imported: the number of entries with which an imported game begins; None for a new game.

        Raises:
            ApiError: 409, a quota of games is used up; 429, the quota of imports is.
        """
        async with self.creations.slot(creator.site or creator.place or creator.client):
            since = time.time() - PERIOD
            if imported is not None:
                await self.check_imports(creator, imported)
            for scope, times, by in _quota_scopes(creator):
                self._check(scope, await self.store.count_games(since, **by), quotas, times)
            yield

    async def check_imports(self, creator: Account, entries: int = 0) -> None:
        """Check that an account may import a game.

        Raises:
            ApiError: 429, the quota of imports is used up.
        """
        since, more = time.time() - PERIOD, max(LEAST_IMPORT, entries)
        for scope, times, by in _quota_scopes(creator):
            imported, first = await self.store.count_imports(since, LEAST_IMPORT, **by)
            if imported + more > times * self.imports:
                wait = max(1, math.ceil(first + PERIOD - time.time()))
                unit, n = ("hours", math.ceil(wait / HOUR)) if wait > HOUR else ("minutes", math.ceil(wait / 60))
                numbers = {"entries": f"{imported:,}", "allowed": f"{times * self.imports:,}", "n": n}
                raise too_many("imported_enough", text(f"error.imported_enough_{unit}", who=scope, **numbers), wait)

    def _check(self, scope: str, rows: Sequence[tuple[str, bool]], quotas: Sequence[str], times: int) -> None:
        """Check quotas of games of `scope`, "you" or "network"."""
        alone = [is_alone for status, is_alone in rows if status == "playing"]
        counts = GameCounts(len(rows) - len(alone), len(alone), sum(alone))
        for quota in quotas:
            number = getattr(counts, quota)
            if number >= times * getattr(self.limits, quota):
                raise ApiError(409, "enough", text(f"error.enough_{quota}", who=scope, number=number))


def _quota_scopes(creator: Account) -> Iterator[tuple[str, int, dict[str, str]]]:
    """Yield whose games count for an account: "you" or "network", the quota as a multiple of a visitor's, and the condition."""
    yield "you", 1, {"host": creator.client}
    if creator.place is not None:
        yield "network", NETWORK_FACTOR, {"place": creator.place}
    if creator.site is not None:
        yield "network", NETWORK_FACTOR * SITE_FACTOR, {"site": creator.site}
