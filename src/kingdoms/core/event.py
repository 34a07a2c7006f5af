"""Events, as returned by `Game.narrate`, and the changes of the position that they cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdoms.core.message import Said, message_json


@dataclass(frozen=True)
class Change:
    """One change in the position.

    Attributes:
        path: the path to the field in the position, such as ("seats", "N", "goods").
        before: the old value; None if there was none.
        after: the new value; None if there is none.
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
        kind: a word defined by the game, such as "road" or "city_lost".
        seat: the seat that acted or is affected; None if the event concerns all seats.
        said: a sentence for people: a message of the game's catalogue, or a text.
        details: the facts in the sentence, for programs.
        changes: the resulting changes of the position. The events that `narrate` returns for an action contain all changes
            that the action made.
    """

    kind: str
    seat: str | None
    said: Said
    details: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    @property
    def text(self) -> str:
        """The sentence in English, with every seat called by its name."""
        return str(self.said)

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON data."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "text": self.text,
            "said": message_json(self.said),
            "details": dict(self.details),
            "changes": [change.to_json() for change in self.changes],
        }


@dataclass(frozen=True)
class EventKind:
    """A kind of event.

    Attributes:
        about: the meaning of an event of this kind.
        details: the possible keys of `Event.details`, each with its meaning.
    """

    about: str
    details: Mapping[str, str] = field(default_factory=dict)


def apply_changes(position: dict[str, Any], changes: Iterable[Change]) -> None:
    """Apply changes to a position.

    Args:
        position: the position before the changes; modified in place.
        changes: the changes, in order.

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
"""Fields of positions that are null when absent, instead of being left out."""
