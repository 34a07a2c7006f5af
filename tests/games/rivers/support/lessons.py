"""The subjects of the lessons of Two Rivers."""

from __future__ import annotations

from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS

LESSONS = """
rivers-kingdom rivers-score rivers-revolt rivers-war rivers-commit rivers-priests rivers-catastrophe rivers-monuments
rivers-treasures rivers-end rivers-wonder
"""
THINGS = {
    *(f"cell {cell}" for cell in CELLS),
    *(f"{kind} {colour}" for kind in ("tile", "leader") for colour in COLOURS),
    "catastrophe",
}


def names_a_thing(key: str) -> bool:
    """Return whether a key is a target on the board."""
    return key in THINGS
