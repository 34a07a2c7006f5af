"""Finished games as animated pictures."""

from __future__ import annotations

from typing import Final

from kingdoms.drawing.film import film
from kingdoms.drawing.render import render_svg
from kingdoms.server.bots.processes import Pool
from kingdoms.server.bots.worker import Moment
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.pictures.cache import PictureCache

PICTURES: Final = 240
"""Maximum number of pictures in a film; in a longer game, not every decision is shown."""
MOST_SECONDS: Final = 120.0
"""Maximum length of a film in seconds."""
QUICKEST, SLOWEST = 0.4, 1.0
"""Minimum and maximum seconds per picture."""
TIMEOUT: Final = 60.0
"""Seconds until drawing a film times out; far more than it takes."""
FILMS_KEPT: Final = 8


def draw_film(moment: Moment, theme: str) -> str:
    """Return a film of a game: its beginning, and the table after each decision. Runs in a worker process."""
    state = moment.begun()
    decided = [at for at, (_, call) in enumerate(moment.entries) if call is None]
    step = max(1, -(-len(decided) // (PICTURES - 1)))
    last = len(moment.entries) - 1
    pictures = [render_svg(state.game.open_view(state, None), theme=theme)]
    count = 0
    for at, (action, call) in enumerate(moment.entries):
        by_chance = state.to_move == "chance"
        if call is not None:
            state.game.call(state, call)
        else:
            state.apply_action(action or "")
            count += not by_chance
        if at == last or (call is None and not by_chance and count % step == 0):
            pictures.append(render_svg(state.game.open_view(state, None), theme=theme))
    return film(pictures, min(SLOWEST, max(QUICKEST, MOST_SECONDS / len(pictures))))


class Films:
    """Draws films of finished games, with a cache.

    Args:
        pool: the worker processes.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cache = PictureCache[str]("animation", FILMS_KEPT)

    async def of(self, live: LiveGame, theme: str, account: Account) -> str:
        """Return the film of a game that is over.

        Raises:
            ApiError: 503, it could not be drawn.
        """

        async def draw() -> str:
            return await self.pool.ask(account, TIMEOUT, draw_film, Moment.of(live), theme)

        return await self.cache.get(live, (live.header.id, theme), draw, client=account.client)
