"""What can go wrong. All of it is a `KingdomsError`, with a message for people.

KingdomsError
 +- IllegalAction    an action that the rules do not allow now; carries the Refusal
 +- NotationError    a text that is no action of the game
 +- PositionError    a position that cannot be
 +- RulingsError     an unknown ruling or a wrong value
 +- SeatsError       seats that the game does not allow
 +- RecordError      a record that is damaged, inconsistent or too new; carries the line
 +- UnknownGame      a name that no game has
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingdoms.core.refusal import Refusal


class KingdomsError(Exception):
    """Base of all errors of this package.

    Args:
        message: one sentence that says what is wrong, where, and what would be right.
        code: a stable word for programs.
        clause: where the rules say so.
    """

    code = "error"
    clause = "N"

    def __init__(self, message: str, *, code: str | None = None, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        if clause is not None:
            self.clause = clause


class IllegalAction(KingdomsError):
    """An action that is not legal now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message, code=refusal.code, clause=refusal.clause)
        self.refusal = refusal


class NotationError(KingdomsError, ValueError):
    """A text that is no action of the game."""

    code, clause = "notation", "N.2"


class PositionError(KingdomsError, ValueError):
    """A position that is malformed or breaks an invariant of the game."""

    code, clause = "position", "N.4"


class RulingsError(KingdomsError, ValueError):
    """A ruling that does not exist, or a value that it does not have."""

    code, clause = "rulings", "N.6"


class SeatsError(KingdomsError, ValueError):
    """A number or set of seats that the game does not allow."""

    code, clause = "seats", "N.1"


class RecordError(KingdomsError, ValueError):
    """A record that cannot be read; `line` counts from 1."""

    code, clause = "record", "N.2"

    def __init__(self, message: str, *, line: int, code: str | None = None, clause: str | None = None) -> None:
        super().__init__(message, code=code, clause=clause)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class UnknownGame(KingdomsError, ValueError):
    """A name that no game has."""

    code, clause = "unknown_game", "N.7"


def suggest(word: object, known: Iterable[str]) -> str:
    """Return ` (did you mean X?)` for the nearest known word, or nothing when none is near.

    Examples:
        >>> suggest("atack_port", ["attack_port", "round_limit"])
        ' (did you mean attack_port?)'
    """
    near = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""
