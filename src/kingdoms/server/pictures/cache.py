"""A cache of pictures that worker processes draw, and finished games as animated pictures."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from kingdoms.core.game import Game
from kingdoms.server.base.queues import ConcurrencyLimits
from kingdoms.server.bots.processes import Pool
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.answers.pictures import draw_film
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import language, text

log = logging.getLogger("kingdoms.games")

Drawn = TypeVar("Drawn")

TIMEOUT: Final = 60.0
"""Seconds until drawing a film times out; far more than it takes."""
FILMS_KEPT: Final = 8


class PictureCache(Generic[Drawn]):
    """The pictures that were requested last.

    Args:
        kind: the noun for one of them, in messages.
    """

    def __init__(self, kind: str, most: int) -> None:
        self.kind = kind
        self.most = most
        self.pictures: OrderedDict[tuple[str, ...], Drawn] = OrderedDict()
        self.drawing = ConcurrencyLimits(1)

    async def get(
        self,
        game: Game,
        key: tuple[str, ...],
        draw: Callable[[], Awaitable[Drawn]],
        *,
        is_fresh: Callable[[Drawn], bool] = lambda _: True,
        client: str = "",
    ) -> Drawn:
        """Return a picture in the present language, and draw it first unless it is in the cache.

        Args:
            client: concurrent requests of a client are drawn once.

        Raises:
            ApiError: 503, it could not be drawn.
        """
        key = (*key, language())
        async with self.drawing.slot(" ".join((client, *key))):
            drawn = self.pictures.get(key)
            if drawn is None or not is_fresh(drawn):
                try:
                    drawn = self.pictures[key] = await draw()
                except BotFailed as error:
                    log.error("the %s of a game could not be drawn: %s", self.kind, error.log_text(game))
                    raise ApiError(503, "not_drawn", text("error.not_drawn", what=self.kind)) from None
            self.pictures.move_to_end(key)
            while len(self.pictures) > self.most:
                self.pictures.popitem(last=False)
            return drawn


class Films:
    """Draws films of finished games, with a cache."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cache = PictureCache[str]("animation", FILMS_KEPT)

    async def film(self, live: LiveGame, theme: str, account: Account) -> str:
        """Return the film of a game that is over, or raise a 503 error."""

        async def draw() -> str:
            return await self.pool.ask(account, TIMEOUT, draw_film, GameMoment.from_game(live), theme)

        return await self.cache.get(live.game, (live.header.id, theme), draw, client=account.client)
