"""A cache of pictures that worker processes draw."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from kingdoms.core.game import Game
from kingdoms.server.base.queues import ConcurrencyLimits
from kingdoms.table.advice.thinking import BotFailed
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import language, text

log = logging.getLogger("kingdoms.games")

Drawn = TypeVar("Drawn")


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
