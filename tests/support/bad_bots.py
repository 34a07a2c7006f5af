"""Bots that misbehave, for tests. They are functions to be put as questions to the processes in which bots think."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from kingdoms.server.bots.processes import Moment


def hang(moment: Moment, bot: str) -> str:
    """Think for ever."""
    while True:
        time.sleep(1)


def die(moment: Moment, bot: str) -> str:
    """Take the whole process along."""
    os._exit(3)


def leave(moment: Moment, bot: str) -> str:
    """Leave the program, as it thinks."""
    sys.exit("enough")


def fail(moment: Moment, bot: str) -> str:
    """Have a mistake."""
    raise ZeroDivisionError("of its own")


def cheat(moment: Moment, bot: str) -> str:
    """Play once more what the game began with: an error of the rules, from another process."""
    first, _ = moment.entries[0]
    assert first is not None
    moment.state().apply_action(first)
    raise AssertionError


class Unpicklable:
    """Something that cannot be sent from process to process."""

    def __reduce__(self) -> Any:
        raise TypeError("no")


def mumble(moment: Moment, bot: str) -> Any:
    """Say something that cannot be understood."""
    return Unpicklable()


def pid(moment: Moment, bot: str) -> str:
    """Say which process this is."""
    return str(os.getpid())


def nap(moment: Moment, bot: str) -> str:
    """Think for a moment."""
    time.sleep(0.3)
    return str(os.getpid())
