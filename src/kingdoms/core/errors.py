"""The errors of this package. Each is a `KingdomsError`, with a message for people.

KingdomsError
 +- IllegalAction    an action that the rules do not allow now; carries the Refusal
 +- NotationError    a text that is not an action of the game
 +- PositionError    a malformed or impossible position
 +- RulingsError     an unknown ruling or a wrong value
 +- SeatsError       seats that the game does not allow
 +- RecordError      a record that is damaged, inconsistent or too new; carries the line
 +- UnknownGame      an unknown game

Each error has a topic, and `Game.error_clauses` maps topics to clauses of that game. Once the game is known, the error cites
that clause; before, it cites the page on notation that all games share.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from kingdoms import texts

if TYPE_CHECKING:
    from kingdoms.core.answers import Refusal

ANY_GAME: Final = "rules"
"""The clause to cite for a topic that is not in `Game.error_clauses`."""


class HasClauses(Protocol):
    """A game, or its class, as far as errors use it."""

    @property
    def error_clauses(self) -> Mapping[str, str]:
        """The clauses to cite, by topic."""
        ...


class KingdomsError(Exception):
    """The base class of all errors of this package.

    Args:
        message: one sentence that says what is wrong, where, and what would be right.
        code: a stable identifier for programs.
        clause: the clause of the rules to cite; by default, the game's clause on the topic.
        topic: the subject of the error, a key of `Game.error_clauses`.

    Examples:
        >>> KingdomsError("there is no seat 'Q'", code="seats", clause="A-1")
        KingdomsError("there is no seat 'Q'", code='seats', clause='A-1')
    """

    code = "error"
    topic = ""
    clause = "N"
    _cites = False

    def __init__(self, message: str, *, code: str | None = None, clause: str | None = None, topic: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        if topic is not None:
            self.topic = topic
        if clause is not None:
            self.clause, self._cites = clause, True

    def cite(self, game: HasClauses) -> Self:
        """Cite the game's clause on the topic, unless a clause is already set. Return the error."""
        if not self._cites:
            self.clause, self._cites = game.error_clauses.get(self.topic, ANY_GAME), True
        return self

    def __repr__(self) -> str:
        more = {"code": self.code, "clause": self.clause}
        more |= {name: value for name, value in vars(self).items() if name in ("line", "at") and value is not None}
        fields = ", ".join(f"{name}={value!r}" for name, value in more.items())
        return f"{type(self).__name__}({self.message!r}, {fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling for any signature of `__init__`."""
        return _rebuild, (type(self), self.args, vars(self))


def _rebuild(kind: type[KingdomsError], args: tuple[object, ...], data: dict[str, Any]) -> KingdomsError:
    """Recreate an error from its arguments and attributes, without calling `__init__`."""
    error = kind.__new__(kind, *args)
    vars(error).update(data)
    return error


class citing:  # noqa: N801  reads like a statement; not a generator, since every new game enters it
    """A context manager that makes errors raised inside it cite the clauses of a game.

    Examples:
        >>> import kingdoms
        >>> with citing(kingdoms.load_game("rivers")):
        ...     raise RulingsError("there is no ruling 'wunder'")
        Traceback (most recent call last):
        ...
        kingdoms.core.errors.RulingsError: there is no ruling 'wunder'
    """

    __slots__ = ("game",)

    def __init__(self, game: HasClauses) -> None:
        self.game = game

    def __enter__(self) -> None:
        """Enter the context."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KingdomsError):
            error.cite(self.game)


class IllegalAction(KingdomsError):
    """An action that is not legal now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message, code=refusal.code, clause=refusal.clause)
        self.refusal = refusal


class NotationError(KingdomsError, ValueError):
    """A text that is not an action of the game."""

    code, topic, clause = "notation", "notation", "N.2"


class PositionError(KingdomsError, ValueError):
    """A position that is malformed or breaks an invariant of the game."""

    code, topic, clause = "position", "position", "N.4"


class RulingsError(KingdomsError, ValueError):
    """An unknown ruling, or an invalid value for a ruling."""

    code, topic, clause = "rulings", "rulings", "N.6"


class SeatsError(KingdomsError, ValueError):
    """A number or set of seats that the game does not allow, or a seat that is not in the game."""

    code, topic, clause = "seats", "seats", "N.1"


class RecordError(KingdomsError, ValueError):
    """A record that cannot be read. `line` is the number of the line at fault, from 1."""

    code, topic, clause = "record", "record", "N.2"

    def __init__(self, message: str, *, line: int, code: str | None = None, clause: str | None = None) -> None:
        super().__init__(message, code=code, clause=clause)
        self.line = line

    def __str__(self) -> str:
        return texts.text("record.line", line=self.line, message=self.message)


class UnknownGame(KingdomsError, ValueError):
    """An unknown game."""

    code, clause = "unknown_game", "N.7"


# -- helpers for messages -----------------------------------------------------------------------------------------------

MOST_SHOWN: Final = 40
"""The maximum number of characters of the input that a message quotes."""


def shown(value: object, most: int = MOST_SHOWN) -> str:
    """Return a value as JSON, cut to `most` characters. Encoding stops as soon as there are enough.

    Examples:
        >>> shown(["N", 1, None]), shown("a" * 1000)
        ('["N", 1, null]', '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...')
    """
    if isinstance(value, str):
        return cut(json.dumps(value[: most + 1]), most)
    text = ""
    try:
        for part in _ENCODER.iterencode(value):
            text += part
            if len(text) > most:
                break
    except (TypeError, ValueError, RecursionError):  # unsupported keys, numbers with too many digits
        text = f"<{type(value).__name__}>"
    return cut(text, most)


_ENCODER: Final = json.JSONEncoder(default=repr)


def quoted(value: object, most: int = 100) -> str:
    """Return the `repr` of a value, cut to `most` characters.

    Examples:
        >>> quoted("chess"), quoted(None)
        ("'chess'", 'None')
    """
    try:
        text = repr(value[: most + 1] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # numbers with too many digits
        text = f"<{type(value).__name__}>"
    return cut(text, most)


def cut(text: str, most: int = MOST_SHOWN) -> str:
    """Return a text, shortened to `most` characters with a final `...` if it is longer."""
    return text if len(text) <= most else text[: most - 3] + "..."


def suggest(word: object, candidates: Iterable[str]) -> str:
    """Return ` (did you mean X?)` for the closest known word, or an empty string if none is close.

    Examples:
        >>> suggest("atack_port", ["attack_port", "round_limit"])
        ' (did you mean attack_port?)'
    """
    words = list(candidates)
    text = word if isinstance(word, str) else shown(word)
    if 3 * len(text) > 7 * max(map(len, words), default=0):  # too long to be close to any known word
        return ""
    near = difflib.get_close_matches(text, words, n=1, cutoff=0.6)
    return texts.text("data.similar", similar=near[0]) if near else ""


def no_field(name: object, fields: Iterable[str]) -> str:
    """Return the message for an unknown field: the closest field, if any, and all fields.

    Examples:
        >>> no_field("veiw", ["view", "quiet"])
        'there is no field "veiw" (did you mean view?); the fields are view, quiet'
    """
    return texts.text("data.no_field", name=shown(name), hint=suggest(name, fields), fields=", ".join(fields))
