"""Boards as SVG and as text, from a view."""

from __future__ import annotations

from rich.text import Text

from kingdoms.core.view import View
from kingdoms.middlesea.view import View as MiddleSeaView
from kingdoms.render.middlesea_svg import board_svg
from kingdoms.render.middlesea_text import board_text, kingdoms_text


def render_board(view: View, form: str, *, theme: str = "light", kinds: bool = False, colour: bool = True) -> str | Text:
    """Return a picture of the table.

    Args:
        view: what is to be seen, of any game.
        form: "svg" (a str), or "text" (for a rich console; `str` of it is plain).
        theme: of an SVG: "light" or "dark".
        kinds: in an SVG, write on each city what it is.
        colour: in a text, use colours and signs rather than letters.
    """
    assert isinstance(view, MiddleSeaView), f"no picture of {type(view).__name__}"
    if form == "svg":
        return board_svg(view, theme, kinds)
    return Text.assemble(board_text(view, colour), "\n", kingdoms_text(view, colour))


__all__ = ["board_svg", "board_text", "kingdoms_text", "render_board"]
