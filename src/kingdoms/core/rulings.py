"""Rulings: the options of a game, each settling a point that its rules leave open."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdoms import texts
from kingdoms.core.errors import RulingsError, cut, quoted, shown, suggest
from kingdoms.texts import LiveText, Spoken


@dataclass(frozen=True)
class Ruling:
    """One option of a game.

    Attributes:
        name: the identifier in positions, in records and on the command line.
        values: the possible values, as JSON data; the first one is the default.
        clauses: the ids of the clauses that the ruling decides.
        about: the question that the ruling answers, for people.
        counts: whether whole numbers from 1 to `MOST_COUNT` are also allowed.
        words: the values for people, in the same order; empty if they read well without their underscores.
    """

    name: str
    values: tuple[Any, ...]
    clauses: str
    about: Spoken = Spoken()
    counts: bool = False
    words: tuple[str | LiveText, ...] = ()

    @property
    def default(self) -> Any:
        """The default value."""
        return self.values[0]

    def choices(self) -> str:
        """Return the possible values as text, for messages.

        Examples:
            >>> Ruling("round_limit", (None,), "AMB-121", "", counts=True).choices()
            'null or a whole number >= 1'
        """
        words = [json.dumps(value).strip('"') for value in self.values]
        if self.counts:
            words.append(texts.text("ruling.whole_number"))
        return texts.listing(words, "or")

    def word(self, value: Any) -> str:
        """Return a value for people.

        Examples:
            >>> Ruling("first_tie", ("pawn_order", "roll"), "AMB-57", "").word("pawn_order")
            'pawn order'
        """
        return str(self.words[self.values.index(value)]) if self.words else str(value).replace("_", " ")

    def accept(self, value: Any) -> Any:
        """Return `value` if it is allowed.

        Raises:
            RulingsError: the value is not allowed. Types must match: 1 is not true, and "5" is not 5.
        """
        if any(type(value) is type(candidate) and value == candidate for candidate in self.values):
            return value
        if self.counts and type(value) is int and 1 <= value <= MOST_COUNT:
            return value
        hint = suggest(value, [v for v in self.values if isinstance(v, str)]) if isinstance(value, str) else ""
        raise RulingsError(texts.text("ruling.value", ruling=self.name, value=shown(value), choices=self.choices(), hint=hint))


MOST_COUNT = 1_000_000
"""The largest number that a ruling with `counts` accepts."""


def accept_rulings(rulings: Sequence[Ruling], values: object, variants: Sequence[Ruling] = ()) -> dict[str, Any]:
    """Return all rulings of a game, with the given values instead of the defaults.

    Args:
        rulings: the game's rulings.
        values: JSON data: an object with some of the rulings, or None.
        variants: the game's variants; those given with a value other than the default are returned too.

    Raises:
        RulingsError: an unknown name (the message suggests a similar one), an invalid value, or not an object.
    """
    chosen = {ruling.name: ruling.default for ruling in rulings}
    if values is None:
        return chosen
    if not isinstance(values, Mapping):
        raise RulingsError(texts.text("ruling.not_an_object", given=shown(values)))
    by_name = {ruling.name: ruling for ruling in (*rulings, *variants)}
    for name, value in values.items():
        if name not in by_name:
            hint = suggest(name, by_name)
            if not by_name:
                raise RulingsError(texts.text("ruling.none", name=shown(name)))
            raise RulingsError(
                texts.text("ruling.unknown", name=shown(name), hint=hint, names=", ".join(ruling.name for ruling in rulings))
            )
        chosen[name] = by_name[name].accept(value)
    for variant in variants:
        if variant.name in chosen and chosen[variant.name] == variant.default:
            del chosen[variant.name]
    return chosen


def parse_rulings(text: str) -> dict[str, Any]:
    """Parse rulings from the command line.

    This does not validate the values; `accept_rulings` does.

    Raises:
        RulingsError: an entry that is not `name=value`, or a name given twice.

    Examples:
        >>> parse_rulings("attack_port=any,round_limit=50,suppress_hire=true")
        {'attack_port': 'any', 'round_limit': 50, 'suppress_hire': True}
    """
    rulings: dict[str, Any] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in entry.partition("="))
        if not equals or not name or not value:
            raise RulingsError(texts.text("ruling.not_a_pair", entry=quoted(entry)))
        if name in rulings:
            raise RulingsError(texts.text("ruling.twice", name=cut(name)))
        try:
            rulings[name] = json.loads(value)
        except ValueError:
            rulings[name] = value
    return rulings
