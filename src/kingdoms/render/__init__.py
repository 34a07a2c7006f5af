"""Boards as SVG and as text, from a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from kingdoms.core.view import View
from kingdoms.middlesea.view import View as MiddleSeaView
from kingdoms.render import middlesea_text, rivers_svg, rivers_text
from kingdoms.render.middlesea_svg import board_svg
from kingdoms.render.middlesea_text import board_text, kingdoms_text
from kingdoms.rivers.view import View as RiversView


@dataclass(frozen=True)
class Drawing:
    """How the tables of one game are drawn.

    Attributes:
        svg: takes a view, the theme, and whether to write on pieces what they are; returns an SVG document.
        text: takes a view, and whether there are colours and signs; returns the table with all that belongs to it.
    """

    svg: Callable[[Any, str, bool], str]
    text: Callable[[Any, bool], Text]


DRAWINGS: dict[type[View], Drawing] = {
    MiddleSeaView: Drawing(board_svg, middlesea_text.table_text),
    RiversView: Drawing(lambda view, theme, _: rivers_svg.board_svg(view, theme), rivers_text.table_text),
}
"""By the kind of view; a game that comes from elsewhere can add its own."""


def render_board(view: View, form: str, *, theme: str = "light", kinds: bool = False, colour: bool = True) -> str | Text:
    """Return a picture of the table.

    Args:
        view: what is to be seen, of any game that can be drawn.
        form: "svg" (a str), or "text" (for a rich console; `str` of it is plain).
        theme: of an SVG: "light" or "dark".
        kinds: in an SVG, write on the pieces what they are, where a game has that.
        colour: in a text, use colours and signs rather than letters.

    Raises:
        TypeError: nobody knows how to draw this kind of view.
    """
    drawing = DRAWINGS.get(type(view))
    if drawing is None:
        raise TypeError(f"no picture of {type(view).__module__}.{type(view).__name__}")
    return drawing.svg(view, theme, kinds) if form == "svg" else drawing.text(view, colour)


__all__ = ["DRAWINGS", "Drawing", "board_svg", "board_text", "kingdoms_text", "render_board"]
