"""The options of the game (N-1)."""

from __future__ import annotations

from typing import Final

from kingdoms.core.rulings import Ruling
from kingdoms.games.rivers.texts import CATALOGUE

ABOUT: Final = CATALOGUE.texts("ruling")
"""Ruling -> the question that it answers."""

RULINGS = (
    Ruling("wonder", (False, True), "I-1", ABOUT["wonder"]),
    Ruling("open_scores", (False, True), "B-1", ABOUT["open_scores"]),
    Ruling("board", ("standard", "advanced"), "AB-1", ABOUT["board"]),
    Ruling("buildings", (False, True), "CB-3", ABOUT["buildings"]),
    Ruling("commitments", ("free", "needed"), "EV-1", ABOUT["commitments"]),
)
