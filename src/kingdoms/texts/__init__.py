"""Texts as data: the language, the entries of all catalogues, and the texts that all games share.

A catalogue is a folder of folders, one for each language, with a JSON file for each part: `en/level.json` beside this module,
`en/event.json` in a game's `texts`. Entries are in the syntax of `kingdoms.icu`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from kingdoms import icu
from kingdoms.texts import plurals

VARIABLE: Final = "KINGDOMS_LANGUAGE"
"""The environment variable that chooses the language."""
ENGLISH: Final = "en"
"""The default language, which has every entry."""
FOLDER: Final = Path(__file__).parent
"""The catalogue of the texts that all games share."""


class UnknownLanguage(ValueError):
    """A language without texts, or without a rule for plurals; the message says what to do."""


@cache
def languages() -> Sequence[str]:
    """Return the languages that a catalogue of this package has a folder for, by their tags."""
    folders = (FOLDER, *FOLDER.parent.glob("games/*/texts"))
    return sorted({path.parent.name for folder in folders for path in folder.glob("*/*.json")})


@cache
def language() -> str:
    """Return the tag of the language of this process: that of `KINGDOMS_LANGUAGE`, or English.

    Raises:
        UnknownLanguage: there are no texts in that language, or no rule for its plurals.
    """
    return accept(os.environ.get(VARIABLE) or ENGLISH, languages())


def accept(tag: str, tags: Sequence[str]) -> str:
    """Return the tag of a language that has texts and a rule for plurals.

    Args:
        tag: the tag.
        tags: the tags of the languages that have texts.

    Raises:
        UnknownLanguage: the language has none of one of them.

    Examples:
        >>> accept("de", ["en"])
        Traceback (most recent call last):
        ...
        kingdoms.texts.UnknownLanguage: KINGDOMS_LANGUAGE: there are no texts in 'de'; the languages are en
    """
    if tag not in tags:
        raise UnknownLanguage(f"{VARIABLE}: there are no texts in {tag[:40]!r}; the languages are {', '.join(tags)}")
    if plurals.rule_of(tag) is None:
        raise UnknownLanguage(f"{VARIABLE}: no plural rule for {tag!r}: add it to RULES in kingdoms/texts/plurals.py")
    return tag


def plural(number: int) -> str:
    """Return the grammatical number of a number in the language, such as "one" or "other"."""
    return _rule()(number)


@cache
def _rule() -> plurals.Rule:
    rule = plurals.rule_of(language())
    assert rule is not None
    return rule


@cache
def entries(folder: Path, part: str, tag: str | None = None) -> Mapping[str, str]:
    """Return the entries of one part of a catalogue, by name and in the order of the English ones.

    Entries that the language lacks are in English.

    Args:
        folder: the folder of the catalogue.
        part: the name of the file, without its ending.
        tag: the language; by default that of this process.
    """
    translation = folder / (tag or language()) / f"{part}.json"
    english = folder / ENGLISH / translation.name
    return _read(english) | (_read(translation) if translation != english and translation.exists() else {})


def names_of_parts(folder: Path) -> Sequence[str]:
    """Return the names of the parts of a catalogue."""
    return sorted(path.stem for path in (folder / ENGLISH).glob("*.json"))


def _read(path: Path) -> dict[str, str]:
    catalogue: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return catalogue


def shared_texts(part: str) -> Mapping[str, str]:
    """Return the entries of one part of the texts that all games share.

    Examples:
        >>> shared_texts("theme")["win"]
        'Win now'
    """
    return entries(FOLDER, part)


def duration(seconds: int) -> str:
    """Return a duration in words, rounded to its largest unit that makes at least two.

    Examples:
        >>> duration(45), duration(60), duration(7200)
        ('45 seconds', '60 seconds', '2 hours')
    """
    sizes = (("day", 86400), ("hour", 3600), ("minute", 60))
    unit, size = next(((unit, size) for unit, size in sizes if seconds >= 2 * size), ("second", 1))
    return text("table.duration", unit=unit, n=round(seconds / size))


def text(key: str, **holes: Any) -> str:
    """Return one of the texts that all games share, with its holes filled.

    Args:
        key: its id, the part and the name.
        holes: the values, which are inserted unchanged.

    Raises:
        KeyError: there is no such entry, or a hole is missing.

    Examples:
        >>> text("table.clock", who="North")
        "North's time is up. The game is over."
    """
    return fill(FOLDER, key, holes)


def fill(folder: Path, key: str, holes: Mapping[str, Any]) -> str:
    """Return a text of a catalogue, with the given values in its holes.

    Args:
        folder: the folder of the catalogue.
        key: as in `text`.
        holes: the values by the names of the holes.

    Raises:
        KeyError: there is no such entry, or a hole is missing.
    """

    def form_of(choice: icu.Selector) -> str:
        value, exact = holes[choice.name], f"={holes[choice.name]}"
        return str(value) if choice.kind == "select" else exact if exact in choice.forms else plural(value)

    return icu.fill(_parse_entry(folder, key), lambda name: str(holes[name]), form_of)


@cache
def _parse_entry(folder: Path, key: str) -> icu.Sentence:
    part, _, name = key.partition(".")
    return icu.parse(entries(folder, part)[name])


def listing(parts: Sequence[str], last: str = "and") -> str:
    """Join several words or phrases into an enumeration.

    Args:
        parts: the words or phrases.
        last: "and" or "or", before the last one.

    Examples:
        >>> listing(["North", "East", "West"]), listing(["2", "3"], "or"), listing([])
        ('North, East and West', '2 or 3', '')
    """
    if len(parts) < 2:
        return "".join(parts)
    before = parts[0]
    for part in parts[1:-1]:
        before = text("list.comma", before=before, part=part)
    return text(f"list.{last}", before=before, part=parts[-1])
