"""The clauses of the rules by id, for the help, `kingdoms rules`, the browser client and the docs.

Their texts are in `texts/en/rule.json`. Some are readings of open points of the rulebook, `AMB-` and a number. If a ruling
settles such a point, the text names it, such as `attack_port`, and explains each value, the default first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kingdoms.core.chapters import group_by_chapter
from kingdoms.games.middlesea.texts import CATALOGUE

CLAUSES: Final[Mapping[str, str]] = CATALOGUE.texts("rule")
"""Id -> text, for all clauses and readings in order."""

CHAPTERS: Final[Mapping[str, Mapping[str, str]]] = group_by_chapter(
    {
        "setup": "S",
        "leaders": "L",
        "cities": "Y",
        "kingdom": "K",
        "unrest": "U",
        "victory": "V",
        "round": "R",
        "control": "C",
        "dominance": "D",
        "production": "P",
        "build": "B BE BR BP BX",
        "leader": "F FK FA FM FT",
        "military": "M",
        "missionary": "Z",
        "notation": "N",
        "variants": "VA",
        "readings": "AMB",
    },
    CATALOGUE.texts("chapter"),
    CLAUSES,
)
"""Title of a chapter -> its clauses in order."""
