"""The catalogue: every sentence of the game as data, and what fills its holes."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import Catalogue
from kingdoms.games.middlesea.texts.names import NAMERS

CATALOGUE: Final = Catalogue(__name__, NAMERS)
"""The sentences of the game: `CATALOGUE("event.port", seat="N", n=2, city="A3 N.FL")` is a message."""

say = CATALOGUE
