"""Warnings that a game may end soon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Alert:
    """A plain warning of how the game may soon end.

    Attributes:
        kind: the reason for the end that it warns of, as outcomes name it, such as "trade".
        seat: who may win or lose by it; None for what concerns all.
        wins: whether that seat would win; False where it would lose, or where the score decides.
        near: whether it can happen before the round or turn is over, rather than one step later.
        text: a sentence for people.
        details: what the sentence speaks of, for programs.

    Examples:
        >>> Alert("unrest", "S", False, True, "South's unrest is 4: at 5 there is civil war.", {"unrest": 4}).kind
        'unrest'
    """

    kind: str
    seat: str | None
    wins: bool
    near: bool
    text: str
    details: Mapping[str, Any] = field(default_factory=dict)
