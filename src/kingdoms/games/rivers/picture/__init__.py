"""Drawing the table as SVG and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdoms.core.view import Drawing
from kingdoms.games.rivers.picture.svg import board_svg, clash
from kingdoms.games.rivers.table.view import View

if TYPE_CHECKING:
    from rich.text import Text


def table_text(view: View, colour: bool) -> Text:
    """Return the whole table as text. The import is local because it loads rich."""
    from kingdoms.games.rivers.picture import text

    return text.table_text(view, colour)


DRAWING = Drawing(lambda view, theme, _: board_svg(view, theme), table_text, clash)
