"""The printed parts of Kingdoms of the Middle Sea: diagrams and the reference card. The pieces are those of a piecepack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kingdoms.core.game import Game
from kingdoms.core.printing import Diagram, Printing
from kingdoms.core.registry import game_class
from kingdoms.games.middlesea.picture.svg import board_svg
from kingdoms.games.middlesea.texts import CATALOGUE, fault

SOUTH: Final = {"S.FL": "S4", "S.FM": "A5", "S.FR": "M2", "S.BL": "M3"}
"""South's cities in the example."""
KINGDOMS: Final[dict[str, Any]] = {
    "game": "middlesea",
    "round": 4,
    "phase": "leader",
    "turn": "S",
    "sites": {**SOUTH, "N.FM": "C3", "N.FR": "S2", "N.BL": "A1"},
    "seats": {
        "S": {
            "king": 4,
            "leaders": {"5": "S.FM", "3": "S.BL", "2": "S.FL-"},
            "roads": ["S.C-S.FL", "S.C-S.FM", "S.C-S.BL", "S.FM-S.FR"],
            "ports": {"S.FM": 3},
        },
        "N": {"king": 2, "unrest": 1, "leaders": {"3": "N.FM"}, "roads": ["N.C-N.FM", "N.C-N.BL"], "ports": {"N.FM": 2}},
    },
}
CARD: Final = {
    "round": ("R-1", "R-2", "V-6"),
    "control": ("C-1", "C-2", "C-6", "C-7", "C-10", "C-11"),
    "dominance": ("D-1", "D-4", "D-5"),
    "production": ("P-1", "P-2", "P-3", "P-4"),
    "build": ("BE-1", "BE-3", "BR-1", "BR-2", "BR-3", "BR-6", "BP-2", "BX-1"),
    "leader": ("F-2", "FK-2", "FA-1", "FM-2", "FM-3", "FT-4"),
    "military": ("M-1", "M-2", "M-3", "M-5", "M-7", "M-8", "M-9", "M-12", "M-13", "M-14"),
    "missionary": ("Z-1", "Z-3", "Z-7", "Z-8", "Z-9", "Z-10"),
    "unrest": ("U-2", "U-3", "U-4"),
    "victory": ("V-1", "V-2", "V-3", "V-4"),
}
"""Chapter -> the clauses on the reference card."""


class MiddleSeaPrinting(Printing):
    """The printed parts of Kingdoms of the Middle Sea."""

    def credits(self) -> str:
        """Return whose game it is."""
        return fault("print.credits")

    def diagrams(self) -> dict[str, Sequence[Diagram]]:
        """Return the diagrams by the title of their chapter."""
        rules: type[Game] = game_class("middlesea")
        start = board_svg(rules().new_initial_state().view(None))
        example = rules.read_position(KINGDOMS)
        kingdoms = board_svg(example.view(None), kinds=True)
        example.apply_action("attack 5 N.FM")
        attack = board_svg(example.view(None), kinds=True)
        titles = CATALOGUE.texts("chapter")
        return {
            titles["setup"]: [Diagram(start, fault("print.start"))],
            titles["kingdom"]: [Diagram(kingdoms, fault("print.kingdoms"))],
            titles["military"]: [Diagram(attack, fault("print.attack"))],
        }

    def card(self) -> dict[str, Sequence[str]]:
        """Return the reference card."""
        return {CATALOGUE.texts("chapter")[chapter]: names for chapter, names in CARD.items()}
