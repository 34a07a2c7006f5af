"""Pictures of finished games, still and animated, as SVG."""

from __future__ import annotations

from kingdoms.drawing.film import film_of
from kingdoms.drawing.render import render_svg
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import text


def check_drawn(live: LiveGame) -> None:
    """Raise an error unless a game is over and has pictures."""
    drawing = live.game.drawing()
    if drawing is None or drawing.svg is None:
        raise ApiError(404, "no_picture", text("error.no_picture", game=live.game.title))
    if not live.is_over:
        raise ApiError(409, "not_over", text("error.not_over_picture"))


def draw_moment(live: LiveGame, number: int, theme: str) -> str:
    """Return a picture of a moment of a game."""
    return render_svg(live.game.open_view(live.state_at(number), None), theme=theme)


def draw_film(moment: GameMoment, theme: str) -> str:
    """Return a film of a game: its beginning, and the table after each decision. Runs beside the tables."""
    return film_of(
        moment.initial_state(), moment.entries, lambda state: render_svg(state.game.open_view(state, None), theme=theme)
    )
