"""Differences between two positions, or between two views.

`find_changes` compares JSON data. Where serialising a whole position for each action is too slow, a game divides its positions
into parts (`Part`), and `find_changes_by_part` serialises only the parts that may have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kingdoms.core.event import Change

ATOMIC_FIELDS = ("pending", "outcome")
"""Fields whose changes are reported as a whole, not by nested field."""


def find_changes(before: Mapping[str, Any], after: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[Change]:
    """Return the changes between two JSON objects, each at the deepest path that covers it.

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
        if isinstance(old, Mapping) and isinstance(new, Mapping) and name not in ATOMIC_FIELDS:
            changes += find_changes(old, new, (*path, name))
        else:
            changes.append(Change((*path, name), old, new))
    return changes


class Part(NamedTuple):
    """A part of a game's positions.

    Attributes:
        paths: the paths of its values in the position.
        columns: returns the raw data of the state that the part depends on. It is compared first, because that is fast. None
            for a part that nearly always changes.
        write: returns the value at each path, in the order of `paths`; None for a value that is absent.
    """

    paths: Sequence[tuple[str, ...]]
    columns: Callable[[Any], Any] | None
    write: Callable[[Any], Sequence[Any]]


def find_changes_by_part(before: Any, after: Any, parts: Iterable[Part]) -> list[Change]:
    """Return the changes between the positions of two states of one game, part by part."""
    changes: list[Change] = []
    for paths, columns, write in parts:
        if columns is None or columns(before) != columns(after):
            values = zip(paths, write(before), write(after), strict=True)
            changes += [Change(path, then, now) for path, then, now in values if then != now]
    return changes
