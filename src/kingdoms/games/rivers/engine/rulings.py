"""The options of the game (N-1)."""

from __future__ import annotations

from kingdoms.core.rulings import Ruling

RULINGS = (
    Ruling(
        "wonder",
        (False, True),
        "I-1",
        "Can five tiles of one colour in the shape of a plus become the wonder, which pays the king in its kingdom?",
    ),
    Ruling(
        "open_scores",
        (False, True),
        "B-1",
        "Are points and treasures open to everybody?",
    ),
)
