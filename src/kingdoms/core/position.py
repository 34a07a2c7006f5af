"""What reading a position takes in every game; each game's reader adds the fields of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final

from kingdoms.core.errors import shown
from kingdoms.core.fields import a_word, an_object, fail
from kingdoms.core.game import Game
from kingdoms.core.rulings import accept_rulings

NEEDED: Final = ("game", "phase", "seats")
PENDING_WORDS: Final = ("decision", "kind")
"""The field of `pending` that names the decision: every game understands both, and writes the one it has always written."""


class PositionReader:
    """Reads one position: what it is a position of, and what is asked in the middle of something.

    Class attributes:
        fields: the fields that a position of the game may have.
        pending_fields: what is asked in the middle of something -> the fields that this needs.
        pending_word: the field that the game names it in.

    Args:
        position: JSON data.
        rules: the class of the game that reads it.
    """

    fields: ClassVar[tuple[str, ...]]
    pending_fields: ClassVar[Mapping[str, tuple[str, ...]]]
    pending_word: ClassVar[str]

    def __init__(self, position: object, rules: type[Game]) -> None:
        self.position = an_object(position, "", self.fields)
        for needed in NEEDED:
            if needed not in self.position:
                raise fail("", f"the field {needed} is missing")
        if self.position["game"] != rules.name:
            raise fail("game", f'must be "{rules.name}", not {shown(self.position["game"])}')
        seats = an_object(self.position["seats"], "seats")
        self.game = _shared_game(rules, tuple(seats), accept_rulings(rules.known_rulings, self.given_rulings(), rules.variants))

    def given_rulings(self) -> object:
        """Return what the position says of rulings."""
        return self.position.get("rulings")

    def seat_name(self, value: object, where: str) -> str:
        """Return the name of a seat of this game."""
        return self.game.seats[a_word(value, where, self.game.seats)]

    def read_pending(self) -> tuple[str, Mapping[str, Any]] | None:
        """Return what is asked in the middle of something, with its fields; None where the phase alone says it."""
        given = self.position.get("pending")
        if given is None:
            return None
        given = an_object(given, "pending")
        words = [word for word in PENDING_WORDS if word in given]
        if len(words) > 1:
            raise fail("pending", f"{' and '.join(words)} are two names for one field: give only one of them")
        kinds = tuple(self.pending_fields)
        if not words:
            raise fail("pending", f"the field {self.pending_word} is missing; it must be one of {', '.join(kinds)}")
        kind = kinds[a_word(given[words[0]], f"pending.{words[0]}", kinds)]
        an_object(given, "pending", (words[0], *self.pending_fields[kind]))
        for name in self.pending_fields[kind]:
            if name not in given:
                raise fail("pending", f"the field {name} is missing")
        return kind, given


def _shared_game(rules: type[Game], seats: tuple[str, ...], rulings: Mapping[str, Any]) -> Game:
    """Return the game for seats and (all) rulings, the same object for the same of them."""
    named = tuple(rulings.items())
    try:
        hash(named)
    except TypeError:  # a ruling's value may be anything that JSON has, a list too
        return rules(seats, rulings)
    return _made_game(rules, seats, named)


@lru_cache(maxsize=256)
def _made_game(rules: type[Game], seats: tuple[str, ...], rulings: tuple[tuple[str, Any], ...]) -> Game:
    """Return a game, made once for what it is made from."""
    return rules(seats, dict(rulings))
