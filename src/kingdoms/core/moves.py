"""The list of legal actions that engines fill."""

from array import array


class Moves:
    """A reusable, growing list of actions; engines append to it with `inline.put`.

    It is filled anew for each decision, so that listing actions makes no Python objects.
    """

    def __init__(self) -> None:
        self.room = 1024
        self.items = array("i", bytes(4 * self.room))
        self.count = 0

    def grow(self) -> None:
        """Double the room, keeping what is listed."""
        bigger = array("i", bytes(8 * self.room))
        for i in range(self.count):
            bigger[i] = self.items[i]
        self.items = bigger
        self.room *= 2
