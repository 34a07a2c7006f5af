"""The options of the game (N-1)."""

from __future__ import annotations

from kingdoms.core.rulings import Ruling

RULINGS = (
    Ruling(
        "wonder",
        (False, True),
        "I-1",
        "Whether five tiles of one colour in a plus can be replaced by the wonder, which pays a king in its kingdom.",
    ),
    Ruling(
        "open_scores",
        (False, True),
        "B-1",
        "Whether everybody's points and treasures are open.",
    ),
)
