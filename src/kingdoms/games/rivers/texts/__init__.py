"""The catalogue: every sentence of the game as data, and the functions that fill its holes."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import MessageCatalogue
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.texts.names import NAMERS
from kingdoms.texts import PerLanguage

PLAIN: Final = (
    *("board", "bot", "chapter", "game", "kind", "level", "notation", "position", "print", "rule", "ruling", "theme", "value"),
)
"""The parts whose entries are plain texts, not messages."""

CATALOGUE: Final = MessageCatalogue(__name__, NAMERS, PLAIN)
"""The sentences of the game: `CATALOGUE("event.pass", seat="A")` is a message."""

say = CATALOGUE
fault = CATALOGUE.fault

SEAT_NAMES: Final = PerLanguage(lambda: {seat: str(say("name.seat", word=seat)) for seat in SEATS})
"""Seat -> display name."""
