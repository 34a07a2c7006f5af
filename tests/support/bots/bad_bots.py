"""Functions that misbehave, for tests of the processes in which bots think."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from kingdoms.table.advice.thinking import GameMoment


def hang(moment: GameMoment, bot: str) -> str:
    """Never return."""
    while True:
        time.sleep(1)


def die(moment: GameMoment, bot: str) -> str:
    os._exit(3)


def leave(moment: GameMoment, bot: str) -> str:
    sys.exit("enough")


def fail(moment: GameMoment, bot: str) -> str:
    """Raise an unexpected error."""
    raise ZeroDivisionError("of its own")


def cheat(moment: GameMoment, bot: str) -> str:
    """Play the first action of the game again: an error of the rules, raised in another process."""
    first, _ = moment.entries[0]
    assert first is not None
    moment.state().apply_action(first)
    raise AssertionError


class Unpicklable:
    """An object that cannot be pickled."""

    def __reduce__(self) -> Any:
        raise TypeError("no")


def mumble(moment: GameMoment, bot: str) -> Any:
    return Unpicklable()


def pid(moment: GameMoment, bot: str) -> str:
    return str(os.getpid())


def nap(moment: GameMoment, bot: str) -> str:
    """Return the id of the process after a moment."""
    time.sleep(0.3)
    return str(os.getpid())
