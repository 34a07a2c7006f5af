"""What differs between two positions, or two views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.core.event import Change

WHOLE = ("pending", "outcome")
"""Fields that change as a whole."""


def find_changes(before: Mapping[str, Any], after: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[Change]:
    """Return what differs, each change as deep inside as it can be.

    Examples:
        >>> find_changes({"seats": {"A": {"treasures": 1}}}, {"seats": {"A": {"treasures": 2}}})
        [Change(path=('seats', 'A', 'treasures'), before=1, after=2)]
    """
    changes: list[Change] = []
    if before == after:
        return changes
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping) and name not in WHOLE:
            changes += find_changes(old, new, (*path, name))
        else:
            changes.append(Change((*path, name), old, new))
    return changes
