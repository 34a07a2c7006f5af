"""Drawings of the table, as SVG and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdoms.core.view import Drawing
from kingdoms.games.middlesea.picture.svg import board_svg, clash
from kingdoms.games.middlesea.table.view import View

if TYPE_CHECKING:
    from rich.text import Text


def table_text(view: View, colour: bool) -> Text:
    """Return the table as text. Rich is imported only on the first call."""
    from kingdoms.games.middlesea.picture import text

    return text.table_text(view, colour)


DRAWING = Drawing(board_svg, table_text, clash)
