"""The options of the game (N-1)."""

from __future__ import annotations

from typing import Any, Final

from kingdoms.core.rulings import Ruling
from kingdoms.games.rivers.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT: Final = CATALOGUE.texts("ruling")
"""Ruling -> the question that it answers."""
WORDS: Final = CATALOGUE.texts("value")
"""Ruling and value, joined by a dot -> the value for people."""


def _ruling(name: str, values: tuple[Any, ...], clauses: str) -> Ruling:
    words = tuple(LiveText(WORDS, f"{name}.{value}") for value in values if isinstance(value, str))
    return Ruling(name, values, clauses, LiveText(ABOUT, name), words=words)


RULINGS = (
    _ruling("wonder", (False, True), "I-1"),
    _ruling("open_scores", (False, True), "B-1"),
    _ruling("board", ("standard", "advanced"), "AB-1"),
    _ruling("buildings", (False, True), "CB-3"),
    _ruling("commitments", ("free", "needed"), "EV-1"),
)

VARIANTS = (_ruling("short", (False, True), "VA-1"),)
"""Our own variant of the rules. Positions and records name it only where it is played."""
