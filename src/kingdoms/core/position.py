"""The base class for reading positions; each game adds its own fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final

from kingdoms.core.errors import shown
from kingdoms.core.fields import a_word, an_object, fail
from kingdoms.core.game import Game
from kingdoms.core.rulings import accept_rulings
from kingdoms.texts import text

REQUIRED_FIELDS: Final = ("game", "phase", "seats")
PENDING_WORDS: Final = ("decision", "kind")
"""The possible names for the field of `pending` that holds the decision. Games read both, and write their `pending_word`."""


class PositionReader:
    """Reads the common fields of a position: the game with its seats and rulings, and the pending decision.

    A decision is pending if the phase alone does not determine it.

    Class attributes:
        fields: the fields that a position of the game may have.
        pending_fields: pending decision -> the fields that it requires.
        pending_word: the name of the field that holds the decision, one of `PENDING_WORDS`.

    Args:
        position: JSON data.
        rules: the class of the game.
    """

    fields: ClassVar[tuple[str, ...]]
    pending_fields: ClassVar[Mapping[str, tuple[str, ...]]]
    pending_word: ClassVar[str]

    def __init__(self, position: object, rules: type[Game]) -> None:
        self.position = an_object(position, "", self.fields)
        for needed in REQUIRED_FIELDS:
            if needed not in self.position:
                raise fail("", text("data.field_missing", name=needed))
        if self.position["game"] != rules.name:
            raise fail("game", text("data.not_this_game", name=rules.name, value=shown(self.position["game"])))
        seats = an_object(self.position["seats"], "seats")
        self.game = _shared_game(rules, tuple(seats), accept_rulings(rules.known_rulings, self.rulings_field(), rules.variants))

    def rulings_field(self) -> object:
        """Return the value of the field `rulings`."""
        return self.position.get("rulings")

    def seat_name(self, value: object, path: str) -> str:
        """Return `value` if it is a seat of the game."""
        return self.game.seats[a_word(value, path, self.game.seats)]

    def read_pending(self) -> tuple[str, Mapping[str, Any]] | None:
        """Return the pending decision and the object that describes it; None if no decision is pending."""
        pending = self.position.get("pending")
        if pending is None:
            return None
        pending = an_object(pending, "pending")
        words = [word for word in PENDING_WORDS if word in pending]
        if len(words) > 1:
            raise fail("pending", text("data.two_names", names=" and ".join(words)))
        kinds = tuple(self.pending_fields)
        if not words:
            raise fail("pending", text("data.kind_missing", name=self.pending_word, kinds=", ".join(kinds)))
        kind = kinds[a_word(pending[words[0]], f"pending.{words[0]}", kinds)]
        an_object(pending, "pending", (words[0], *self.pending_fields[kind]))
        for name in self.pending_fields[kind]:
            if name not in pending:
                raise fail("pending", text("data.field_missing", name=name))
        return kind, pending


def _shared_game(rules: type[Game], seats: tuple[str, ...], rulings: Mapping[str, Any]) -> Game:
    named = tuple(rulings.items())
    try:
        hash(named)
    except TypeError:  # the value of a ruling may be any JSON data, such as a list
        return rules(seats, rulings)
    return _cached_game(rules, seats, named)


@lru_cache(maxsize=256)
def _cached_game(rules: type[Game], seats: tuple[str, ...], rulings: tuple[tuple[str, Any], ...]) -> Game:
    """Return a game; equal arguments give the same object."""
    return rules(seats, dict(rulings))
