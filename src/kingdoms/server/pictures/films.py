"""Finished games as animated pictures."""

from __future__ import annotations

from typing import Final

from kingdoms.server.bots.processes import Pool
from kingdoms.server.pictures.cache import PictureCache
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.answers.pictures import draw_film
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame

TIMEOUT: Final = 60.0
"""Seconds until drawing a film times out; far more than it takes."""
FILMS_KEPT: Final = 8


class Films:
    """Draws films of finished games, with a cache."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cache = PictureCache[str]("animation", FILMS_KEPT)

    async def film(self, live: LiveGame, theme: str, account: Account) -> str:
        """Return the film of a game that is over.

        Raises:
            ApiError: 503, it could not be drawn.
        """

        async def draw() -> str:
            return await self.pool.ask(account, TIMEOUT, draw_film, GameMoment.from_game(live), theme)

        return await self.cache.get(live.game, (live.header.id, theme), draw, client=account.client)
