"""How the table is drawn, as SVG and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdoms.core.drawing import Drawing
from kingdoms.games.rivers.picture.svg import board_svg
from kingdoms.games.rivers.table.view import View

if TYPE_CHECKING:
    from rich.text import Text


def table_text(view: View, colour: bool) -> Text:
    """Return all there is to see as text; what it is written with is loaded when a text is wanted."""
    from kingdoms.games.rivers.picture import text

    return text.table_text(view, colour)


DRAWING = Drawing(lambda view, theme, _: board_svg(view, theme), table_text)
