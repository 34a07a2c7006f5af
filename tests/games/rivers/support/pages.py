"""Helpers for tests of the pages of Two Rivers."""

from __future__ import annotations

from tests.games.rivers.support.tables import ALL_OPTIONS

OPTIONS = ALL_OPTIONS
"""The rulings of the game that is played with the table in words."""


def things(seat: str, action: str) -> list[str]:
    """Return selectors of the pieces to click before an action can be chosen from the list."""
    kind, *rest = action.split()
    if kind in ("place", "leader"):
        return [f"[data-key='{'tile' if kind == 'place' else kind} {rest[0]}']", f"[data-key='cell {rest[1]}']"]
    return []
