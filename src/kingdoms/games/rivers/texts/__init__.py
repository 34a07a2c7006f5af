"""The catalogue: every sentence of the game as data, and what fills its holes."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import Catalogue
from kingdoms.games.rivers.texts.names import NAMERS

CATALOGUE: Final = Catalogue(__name__, NAMERS)
"""The sentences of the game: `CATALOGUE("event.pass", seat="A")` is a message."""

say = CATALOGUE
