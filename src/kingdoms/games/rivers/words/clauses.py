"""The clauses of the rules by id, for the help, `kingdoms rules`, the browser client and the docs.

Their texts are in `texts/en/rule.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kingdoms.core.chapters import group_by_chapter
from kingdoms.games.rivers.texts import CATALOGUE

CLAUSES: Final[Mapping[str, str]] = CATALOGUE.texts("rule")
"""Id -> text, for all clauses in order."""

CHAPTERS: Final[Mapping[str, Mapping[str, str]]] = group_by_chapter(
    {
        "board": "A",
        "hidden": "B",
        "words": "C",
        "turn": "D",
        "revolt": "E",
        "war": "F",
        "treasures": "G",
        "monuments": "H",
        "wonder": "I",
        "advanced": "AB",
        "buildings": "CB",
        "commitments": "EV",
        "variants": "VA",
        "end": "J",
        "notation": "N",
    },
    CATALOGUE.texts("chapter"),
    CLAUSES,
)
"""Title of a chapter -> its clauses in order."""
