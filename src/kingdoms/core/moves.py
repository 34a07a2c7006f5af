"""A reusable list for the legal actions of a state."""

from array import array
from collections.abc import Iterator
from typing import Any


class Moves:
    """A reusable, growing list of actions; engines append to it with `inline.put`.

    The list is refilled for each decision, so listing actions creates no Python objects. Its storage is internal to engines;
    other code uses it as a sequence.

    Examples:
        >>> moves = Moves()
        >>> moves.append(7)
        >>> list(moves), len(moves), moves[0]
        ([7], 1, 7)
    """

    def __init__(self) -> None:
        self.room = 1024
        self.items = array("i", bytes(4 * self.room))
        self.count = 0

    def grow(self) -> None:
        """Double the capacity and keep the actions. Only engines call this; `append` calls it if necessary."""
        bigger = array("i", bytes(8 * self.room))
        for i in range(self.count):
            bigger[i] = self.items[i]
        self.items = bigger
        self.room *= 2

    def append(self, action: int) -> None:
        """Add an action at the end."""
        if self.count == self.room:
            self.grow()
        self.items[self.count] = action
        self.count += 1

    def clear(self) -> None:
        """Remove all actions."""
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(f"there are {self.count} actions, none at {index}")
        return self.items[index]

    def __iter__(self) -> Iterator[int]:
        return iter([self.items[i] for i in range(self.count)])

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: the actions are appended to a new list."""
        return Moves, (), None, iter(self)
