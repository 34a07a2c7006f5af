"""The words in which checks say what is wrong."""

from __future__ import annotations

import sys
import traceback
from dataclasses import astuple
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms.core.changes import find_changes
from kingdoms.core.errors import shown
from kingdoms.core.game import Game

PACKAGE = Path(kingdoms.__file__).parent


def crash(rules: type[Game], error: Exception) -> str:
    """Return what is wrong: the message of a check that has failed, or the method and line of the game that has crashed."""
    folder = Path(str(sys.modules[rules.__module__].__file__)).parent
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(folder)
        and (folder.is_relative_to(PACKAGE) or not Path(frame.filename).is_relative_to(PACKAGE))
    ]
    if isinstance(error, AssertionError) and not frames:
        return str(error)
    kind = f"{type(error).__name__}: {error}"
    if not frames:
        return kind
    place = f"line {frames[-1].lineno} of {Path(frames[-1].filename).name}"
    return f"{frames[0].name} fails with {kind} ({place}): it has to work in every state that the game can come to"


def differences(before: Any, after: Any, most: int = 6) -> str:
    """Return the fields in which JSON objects differ, with both values.

    Examples:
        >>> differences({"seats": {"A": {"hand": [1]}}, "turn": "A"}, {"seats": {"A": {"hand": []}}, "turn": "A"})
        'seats.A.hand from [1] to []'
    """
    changes = find_changes(before, after)
    words = [f"{'.'.join(path)} from {shown(old)} to {shown(new)}" for path, old, new in map(astuple, changes[:most])]
    return ", ".join([*words, *(["..."] if len(changes) > most else [])]) or "nothing"
