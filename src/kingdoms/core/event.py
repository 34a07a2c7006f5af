"""What happened: the events that `Game.narrate` tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Change:
    """One fact of the position that became another.

    Attributes:
        path: where it stands in the position, such as ("seats", "N", "goods").
        before: what stood there; None when there was nothing.
        after: what stands there now; None when nothing does.
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


@dataclass(frozen=True)
class EventKind:
    """What all events of one kind tell.

    Attributes:
        about: what has happened.
        details: what `Event.details` can hold, by name.
    """

    about: str
    details: Mapping[str, str] = field(default_factory=dict)


def apply_changes(position: dict[str, Any], changes: Iterable[Change]) -> None:
    """Bring a position up to date with what happened.

    Args:
        position: as the changes found it; is changed in place.

    Examples:
        >>> position = {"round": 1, "seats": {"N": {"goods": 4}}}
        >>> apply_changes(position, [Change(("seats", "N", "goods"), 4, 3)])
        >>> position
        {'round': 1, 'seats': {'N': {'goods': 3}}}
    """
    for change in changes:
        *parents, last = change.path
        at = position
        for name in parents:
            at = at[name]
        if change.after is None and last not in KEPT_WHEN_NULL:
            at.pop(last, None)
        else:
            at[last] = change.after


KEPT_WHEN_NULL = ("pending",)
"""Fields of positions that are written as null rather than left out."""
