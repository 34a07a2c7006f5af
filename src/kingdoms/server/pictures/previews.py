"""Link previews of games and shared positions: a title and a description for the head of the page, and a picture of the board.

They are the same for all visitors of one language. Those of games show an onlooker's view, those of positions the view in the
text.
"""

from __future__ import annotations

import asyncio
import html
import time
from dataclasses import dataclass
from typing import Final

from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.view import View
from kingdoms.drawing.png import can_draw, png_of
from kingdoms.drawing.render import render_svg
from kingdoms.export.position_text import read_position_text
from kingdoms.server.bots.processes import Pool
from kingdoms.server.pictures.cache import PictureCache
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.names import NAMELESS
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.messages import host_name
from kingdoms.texts import language, listing, text

WIDTH: Final = 1000
"""Width of a picture in pixels."""
FRESH: Final = 60.0
"""Seconds for which a cached picture is used after the game has changed."""
KEPT: Final = 32
"""Maximum number of cached pictures."""
TIMEOUT: Final = 20.0
"""Seconds until drawing a picture times out; far more than it takes."""
LONGEST: Final = 300
"""Maximum number of characters of a description."""
SITE: Final = "Kingdoms"
LOCALES: Final = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR", "es": "es_ES"}
"""Language -> its usual locale, which Open Graph asks for."""


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
    names = [_player_name(live, seat) for seat, holder in live.seats.items() if holder.kind != "open"]
    free = len(live.seats) - len(names)
    players = text("preview.players", players=", ".join(names)) if names else text("preview.nobody")
    if live.header.status == "lobby":
        return f"{players} {text('preview.free', n=free)}"
    if not live.is_over:
        number = live.state.view(None).round
        return f"{players} {text('preview.begun') if number is None else text('preview.round', number=number)}"
    outcome = live.outcome
    winners = [] if outcome is None else [_player_name(live, seat) for seat in outcome.winners]
    return f"{players} {text('preview.won', winners=listing(winners)) if winners else text('table.over')}"


def _player_name(live: LiveGame, seat: str) -> str:
    """Return the name of a seat's holder, or of the seat if they have none."""
    holder = live.seats[seat]
    bot = bot_title(holder.bot, live.header.game) if holder.kind == "bot" and holder.bot is not None else None
    return bot or (live.game.seat_name(seat) if holder.name in ("", NAMELESS) else holder.name)


def _changed_rules(live: LiveGame) -> list[str]:
    """Return sentences about rulings and variants that differ from the default."""
    about = {ruling.name: ruling.about for ruling in (*live.game.known_rulings, *live.game.variants)}
    return [
        text("preview.ruling", about=about[name], value=_value(value)) for name, value in live.game.changed_rulings().items()
    ]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return text("preview.yes") if value else text("preview.no")
    return str(value).replace("_", " ")


def head_tags(live: LiveGame, origin: str) -> str:
    """Return the Open Graph tags of a game, for the head of its page.

    Args:
        origin: the URL of this server, without a trailing slash.

    Examples:
        >>> from kingdoms.table.game.entries import Header, TableSeat
        >>> header = Header("x", "middlesea", 1, ["N", "S"], {}, None, 1, "", False, None, "lobby", 0.0)
        >>> live = LiveGame(header, {"N": TableSeat("N", "person", "<Ida>", "1"), "S": TableSeat("S", "open", "")})
        >>> "At the table: &lt;Ida&gt;. One seat is free." in head_tags(live, "https://example.org")
        True
    """
    picture = f"{origin}/api/games/{live.header.id}/board.png?lang={language()}"
    return _tags(live.game, summary_of(live), f"{origin}/g/{live.header.id}", picture)


def shared_head_tags(written: str, origin: str) -> str | None:
    """Return the Open Graph tags of a shared position, for the head of its page; None if the text holds no position.

    Args:
        origin: the URL of this server, without a trailing slash.

    Examples:
        >>> import kingdoms
        >>> text = kingdoms.position_text(kingdoms.load_game("middlesea", seats=2).new_initial_state())
        >>> "A position in Kingdoms of the Middle Sea" in shared_head_tags(text, "https://example.org")
        True
        >>> shared_head_tags(text[:-1], "https://example.org")
    """
    try:
        view = read_position_text(written)
    except KingdomsError:
        return None  # the page itself reports the error
    viewpoint = [] if view.seat is None else [text("preview.seen_by", seat=view.game.seat_name(view.seat))]
    number = [] if view.round is None else [text("preview.round", number=view.round)]
    summary = Summary(text("preview.position", game=view.game.title), " ".join([*number, view.question, *viewpoint]))
    return _tags(view.game, summary, f"{origin}/p/{written}", f"{origin}/api/positions/{written}/board.png?lang={language()}")


def _tags(game: Game, summary: Summary, address: str, picture: str) -> str:
    """Return Open Graph tags, with the picture if the game can be drawn."""
    tags_by_name = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:locale": LOCALES.get(language(), language()),
        "og:title": summary.title,
        "og:description": summary.description,
        "og:url": address,
    }
    if is_drawn(game):
        tags_by_name["og:image"] = picture
        tags_by_name["og:image:type"] = "image/png"
        tags_by_name["og:image:alt"] = text("preview.board", game=game.title)
    tags = [f'<meta property="{name}" content="{html.escape(content)}" />' for name, content in tags_by_name.items()]
    tags.append(f'<meta name="twitter:card" content="{"summary_large_image" if "og:image" in tags_by_name else "summary"}" />')
    return "\n    ".join(tags)


def is_drawn(game: Game) -> bool:
    """Return whether this server can draw pictures of a game."""
    drawing = game.drawing()
    return drawing is not None and drawing.svg is not None and can_draw()


class Previews:
    """Draws boards as onlookers see them, with a cache."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cache = PictureCache[tuple[int, float, bytes]]("board", KEPT)
        self.shared_boards = PictureCache[bytes]("board", KEPT)

    async def board_png(self, live: LiveGame, account: Account) -> bytes:
        """Return the board of a game as PNG.

        Raises:
            ApiError: 404, this game or server has no pictures; 503, the board could not be drawn.
        """
        _check_drawn(live.game)

        def is_fresh(picture: tuple[int, float, bytes]) -> bool:
            number, when, _ = picture
            return number == live.number or time.monotonic() - when <= FRESH

        async def draw() -> tuple[int, float, bytes]:
            number, svg = live.number, await asyncio.to_thread(render_svg, live.state.view(None))
            return number, time.monotonic(), await self.pool.ask(account, TIMEOUT, png_of, svg, WIDTH)

        return (await self.cache.get(live.game, (live.header.id,), draw, is_fresh=is_fresh))[2]

    async def view_png(self, written: str, view: View, account: Account) -> bytes:
        """Return the view that a text holds as PNG.

        Raises:
            ApiError: as `board_png`.
        """
        _check_drawn(view.game)

        async def draw() -> bytes:
            return await self.pool.ask(account, TIMEOUT, png_of, await asyncio.to_thread(render_svg, view), WIDTH)

        return await self.shared_boards.get(view.game, (written,), draw, client=account.client)


def _check_drawn(game: Game) -> None:
    if not is_drawn(game):
        raise ApiError(404, "no_picture", text("error.no_picture_here", game=game.title))
