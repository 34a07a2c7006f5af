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
        "Which side of the board is played? The advanced one has other rivers and fourteen treasures.",
    ),
    Ruling(
        "buildings",
        (False, True),
        "CB-3",
        "Can three tiles of one colour in a line get a civilization building, which makes such tiles score twice?",
    ),
    Ruling(
        "commitments",
        ("free", "needed"),
        "EV-1",
        "Can any tiles be committed in a conflict, or only those needed to win (attacker) or to draw level (defender)?",
    ),
)
