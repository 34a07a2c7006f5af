"""Link previews of games: a title and a description for the head of the page, and a picture of the board.

They are the same for all visitors, and show an onlooker's view.
"""

from __future__ import annotations

import asyncio
import html
import time
from dataclasses import dataclass
from typing import Final

from kingdoms.drawing.png import can_draw, png_of
from kingdoms.drawing.render import render_svg
from kingdoms.server.bot_titles import bot_title
from kingdoms.server.bots.processes import Pool
from kingdoms.server.errors import ApiError
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.game.messages import host_name
from kingdoms.server.names import NAMELESS
from kingdoms.server.pictures.cache import PictureCache
from kingdoms.texts import listing, text

WIDTH: Final = 1000
"""Width of a picture in pixels."""
FRESH: Final = 60.0
"""Seconds for which a cached picture is used after the game has gone on."""
KEPT: Final = 32
"""Maximum number of cached pictures."""
TIMEOUT: Final = 20.0
"""Seconds until drawing a picture times out; far more than it takes."""
LONGEST: Final = 300
"""Maximum number of characters of a description."""
SITE: Final = "Kingdoms"


@dataclass(frozen=True)
class Summary:
    """The title and description of a game."""

    title: str
    description: str


def summary_of(live: LiveGame) -> Summary:
    """Return the title and description of a game for link previews."""
    title, host = live.game.title, host_name(live)
    if live.header.status == "lobby":
        title = text("preview.invites", host=host, game=title) if host else text("preview.invited", game=title)
    sentences = [_state(live), *_changed_rules(live)]
    description = " ".join(sentences)
    if len(description) > LONGEST:
        description = description[: LONGEST - 1].rstrip() + "…"
    return Summary(title, description)


def _state(live: LiveGame) -> str:
    """Return sentences about the players and the state of a game."""
    names = [_player_name(live, seat) for seat, held in live.seats.items() if held.kind != "open"]
    free = len(live.seats) - len(names)
    there = text("preview.players", players=", ".join(names)) if names else text("preview.nobody")
    if live.header.status == "lobby":
        return f"{there} {text('preview.free', n=free)}"
    if not live.is_over:
        number = live.state.view(None).round
        return f"{there} {text('preview.begun') if number is None else text('preview.round', number=number)}"
    outcome = live.outcome
    winners = [] if outcome is None else [_player_name(live, seat) for seat in outcome.winners]
    return f"{there} {text('preview.won', winners=listing(winners)) if winners else text('table.over')}"


def _player_name(live: LiveGame, seat: str) -> str:
    """Return the name of a seat's holder, or of the seat if they have none."""
    held = live.seats[seat]
    bot = bot_title(held.bot, live.header.game) if held.kind == "bot" and held.bot is not None else None
    return bot or (live.game.seat_name(seat) if held.name in ("", NAMELESS) else held.name)


def _changed_rules(live: LiveGame) -> list[str]:
    """Return sentences about rulings and variants that differ from the default."""
    about = {each.name: each.about for each in (*live.game.known_rulings, *live.game.variants)}
    return [
        text("preview.ruling", about=about[name], value=_value(value)) for name, value in live.game.changed_rulings().items()
    ]


def _value(value: object) -> str:
    """Return the value of a ruling as text."""
    if isinstance(value, bool):
        return text("preview.yes") if value else text("preview.no")
    return str(value).replace("_", " ")


def head(live: LiveGame, origin: str) -> str:
    """Return the Open Graph tags of a game, for the head of its page.

    Args:
        live: the game.
        origin: the URL of this server, without a trailing slash.

    Examples:
        >>> from kingdoms.server.game.entries import Header, Seat
        >>> header = Header("x", "middlesea", 1, ["N", "S"], {}, None, 1, "", False, None, "lobby", 0.0)
        >>> live = LiveGame(header, {"N": Seat("N", "person", "<Ida>", "1"), "S": Seat("S", "open", "")})
        >>> "At the table: &lt;Ida&gt;. One seat is free." in head(live, "https://example.org")
        True
    """
    summary = summary_of(live)
    address = f"{origin}/g/{live.header.id}"
    tags_by_name = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:title": summary.title,
        "og:description": summary.description,
        "og:url": address,
    }
    drawing = live.game.drawing()
    if drawing is not None and drawing.svg is not None and can_draw():
        tags_by_name["og:image"] = f"{origin}/api/games/{live.header.id}/board.png"
        tags_by_name["og:image:type"] = "image/png"
        tags_by_name["og:image:alt"] = text("preview.board", game=live.game.title)
    tags = [f'<meta property="{name}" content="{html.escape(content)}" />' for name, content in tags_by_name.items()]
    tags.append(f'<meta name="twitter:card" content="{"summary_large_image" if "og:image" in tags_by_name else "summary"}" />')
    return "\n    ".join(tags)


class Previews:
    """Draws boards as onlookers see them, with a cache.

    Args:
        pool: the worker processes.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cache = PictureCache[tuple[int, float, bytes]]("board", KEPT)

    async def of(self, live: LiveGame, account: Account) -> bytes:
        """Return the board of a game as PNG.

        Raises:
            ApiError: 404, this game or server has no pictures; 503, the board could not be drawn.
        """
        drawing = live.game.drawing()
        if drawing is None or drawing.svg is None or not can_draw():
            raise ApiError(404, "no_picture", text("error.no_picture_here", game=live.game.title))

        def is_fresh(kept: tuple[int, float, bytes]) -> bool:
            number, when, _ = kept
            return number == live.number or time.monotonic() - when <= FRESH

        async def draw() -> tuple[int, float, bytes]:
            number, svg = live.number, await asyncio.to_thread(render_svg, live.state.view(None))
            return number, time.monotonic(), await self.pool.ask(account, TIMEOUT, png_of, svg, WIDTH)

        return (await self.cache.get(live, (live.header.id,), draw, is_fresh=is_fresh))[2]
