"""What differs between two positions, or two views.

`find_changes` compares what was written. Where writing a whole position for each step takes too long, a game says of which
parts it consists and what each is written from (`Part`): then `find_changes_by_part` has only what may have changed written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

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


class Part(NamedTuple):
    """A part of a game's positions.

    Attributes:
        paths: where its values stand.
        columns: what the state has that the part is written from; it is compared first, since that is quick. None for a part
            that nearly always changes.
        write: what stands there, path by path; None where nothing stands.
    """

    paths: Sequence[tuple[str, ...]]
    columns: Callable[[Any], Any] | None
    write: Callable[[Any], Sequence[Any]]


def find_changes_by_part(before: Any, after: Any, parts: Iterable[Part]) -> list[Change]:
    """Return what differs between the positions of two states of one game, part by part."""
    changes: list[Change] = []
    for paths, columns, write in parts:
        if columns is None or columns(before) != columns(after):
            values = zip(paths, write(before), write(after), strict=True)
            changes += [Change(path, then, now) for path, then, now in values if then != now]
    return changes
