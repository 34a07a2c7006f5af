"""The parts of a batch's games, which its threads share out at each step."""

from __future__ import annotations

from array import array
from typing import Final

from kingdoms.env.work import APART

PARTS: Final = 32
"""The number of parts of the games for each thread."""


class Shares:
    """The parts of a batch's games, which its threads share out at each step.

    Each thread has a range of parts, the same in each step, so that they stay in the cache of its processor. It takes them from
    the front, and when none are left, those of other threads from the back. Compiled code does so by atomic operations, without
    the interpreter's lock.

    Args:
        n: the number of games.
        threads: the number of threads.
        spins: how many times a thread looks for new parts, or for the end of the others' work, before it sleeps.

    Attributes:
        count: the number of parts.
        work: what to do with each game, see `work`.
        ranges: for each thread, the first part that is left, and in the upper 32 bits the end of those that are left.
        asleep: for each thread, 1 while it sleeps or is about to.
        finished: the number of parts done in this step.
    """

    def __init__(self, n: int, threads: int, spins: int) -> None:
        self.n = n
        self.threads = threads
        self.count = min(n, threads * PARTS)
        self.spins = spins
        self.work = 0
        self.ranges = array("q", bytes(8 * APART * threads))
        self.asleep = array("q", bytes(8 * APART * threads))
        self.finished = array("q", [self.count])
