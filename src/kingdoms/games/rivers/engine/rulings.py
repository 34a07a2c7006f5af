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
    Ruling(
        "board",
        ("standard", "advanced"),
        "AB-1",
        "Which side of the board is played: the advanced one has rivers of another course and fourteen treasures.",
    ),
    Ruling(
        "buildings",
        (False, True),
        "CB-3",
        "Whether a line of three tiles of one colour can get a civilization building, which makes tiles score twice.",
    ),
    Ruling(
        "commitments",
        ("free", "needed"),
        "EV-2, EV-3",
        "Whether you can commit any tiles in a conflict, or only what wins (attacker) or draws level (defender).",
    ),
)
