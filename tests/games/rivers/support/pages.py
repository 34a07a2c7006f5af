"""What the pages of Two Rivers are tested with."""

from __future__ import annotations

from tests.games.rivers.support.tables import ALL_OPTIONS

OPTIONS = ALL_OPTIONS
"""The rulings of the game that is played in words from its beginning to its end."""


def things(seat: str, action: str) -> list[str]:
    """Return what is picked at the table before an action can be chosen from the list, as selectors."""
    kind, *rest = action.split()
    if kind in ("place", "leader"):
        return [f"[data-key='{'tile' if kind == 'place' else kind} {rest[0]}']", f"[data-key='cell {rest[1]}']"]
    return []
