"""Positions for tests of the pages of Kingdoms of the Middle Sea."""

from __future__ import annotations

from typing import Any

from tests.games.middlesea.support.tables import table

OPTIONS: dict[str, Any] = {"production": "choice", "suppress_hire": True}
"""The rulings of the game that is played with the table in words."""


def opening(seats: str = "NS") -> dict[str, Any]:
    """Return the position of the first build phase with North to begin, which is otherwise up to the dice."""
    rich: dict[str, Any] = {seat: {"goods": 5, "gold": 5} for seat in seats}
    return table("build", "N", seats=seats, **rich).position()


def siege(seats: str = "NS") -> dict[str, Any]:
    """Return a position in which North's garrison, joined to a port, can attack South's weakly held market."""
    north, south = "money=6 king=5 N.C-N.FM N.FM:1 3@N.FM", "money=2 king=4 S.C-S.FL 2@S.FL"
    return table("leader", "N", sites="N.FM=A3 S.FL=S4", seats=seats, N=north, S=south).position()


def things(seat: str, action: str) -> list[str]:
    """Return selectors of the pieces to click before an action can be chosen from the list."""
    kind, *rest = action.split()
    if kind in ("activate", "move", "attack", "king"):
        return [f"[data-key='leader {seat} {rest[0]}']"]
    if kind == "explore":
        return [f"[data-key='stack {rest[0]}']"]
    if kind in ("port", "road"):
        return [f"[data-key='site {rest[0]}']"]
    return []
