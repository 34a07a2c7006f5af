"""What a server checks when a game is created: quotas, rated tables and blocks."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from kingdoms.core.game import Game
from kingdoms.server.base.names import distinct_name
from kingdoms.server.lobby.quotas import Quotas
from kingdoms.server.lobby.rated_tables import RatedTables
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.visitors.names import name_of
from kingdoms.table.game.entries import Account, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.creating import Guards


class TableGuards(Guards):
    """Checks new games.

    Args:
        check_blocks: refuses a visitor who is blocked by a player, or blocks one.
    """

    def __init__(
        self,
        games: LiveGames,
        quotas: Quotas,
        rated_tables: RatedTables,
        check_blocks: Callable[[LiveGame, str], Awaitable[None]],
    ) -> None:
        self.games = games
        self.quotas = quotas
        self.rated_tables = rated_tables
        self.check_blocks = check_blocks

    def check(self, request: Any) -> None:
        """Check the settings of a rated table, and give it a clock."""
        super().check(request)
        self.rated_tables.check(request)

    async def check_imports(self, creator: Account) -> None:
        """Check the quota of imports, before a long record is replayed."""
        await self.quotas.check_imports(creator)

    async def host(self, creator: Account, game: Game, seats: Sequence[TableSeat]) -> None:
        """Check the host of a rated table, and note the ratings at its seats."""
        await self.rated_tables.host(creator, game, list(seats))

    async def check_rematch(self, live: LiveGame, client: str) -> None:
        """Check that there is no block between the players."""
        await self.check_blocks(live, client)

    def reserve(self, creator: Account, *quotas: str, imported: int | None) -> contextlib.AbstractAsyncContextManager[None]:
        """Check quotas; other new games of the same address wait."""
        return self.quotas.reserve(creator, *quotas, imported=imported)

    async def name_of(self, client: str) -> str | None:
        """Return the name that a visitor has chosen."""
        return await name_of(self.games.database, client)

    def distinct_name(self, name: str, used_names: Sequence[str]) -> str:
        """Return a name that looks like no other one."""
        return distinct_name(name, used_names)
