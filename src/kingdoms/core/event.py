"""What happened: the events that `Game.narrate` tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Change:
    """One fact of the position that became another.

    Attributes:
        path: where it stands in the position, such as ("seats", "N", "goods").
        before: what it was; None when there was nothing.
        after: what it is now; None when nothing is left.
    """

    path: tuple[str, ...]
    before: Any
    after: Any

    def to_json(self) -> dict[str, Any]:
        """Return the change as JSON data."""
        return {"path": list(self.path), "before": self.before, "after": self.after}


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    Attributes:
        kind: a word of the game's own list, such as "road" or "city_lost".
        seat: whose doing or whose fate it is; None for what concerns all.
        text: a sentence for people.
        details: what the sentence speaks of, for programs.
        changes: what it changed in the position. Taken together, the changes of the events that `narrate` returns are all
            that an action changed.
    """

    kind: str
    seat: str | None
    text: str
    details: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON data."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "text": self.text,
            "details": dict(self.details),
            "changes": [change.to_json() for change in self.changes],
        }
