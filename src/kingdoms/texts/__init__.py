"""Texts as data: the language, the entries of all catalogues, and the texts that all games share.

A catalogue is a folder of folders, one for each language, with a JSON file for each part: `en/level.json` beside this module,
`en/event.json` in a game's `texts`. Entries are in the syntax of `kingdoms.icu`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from kingdoms import icu
from kingdoms.texts import plurals
from kingdoms.texts.catalogues import read_part
from kingdoms.texts.locale import (
    ENGLISH,
    FOLDER,
    VARIABLE,
    LiveText,
    PerLanguage,
    Spoken,
    UnknownLanguage,
    accept,
    best_match,
    edition,
    language,
    languages,
    note_change,
    preferred,
    set_language,
    speaking,
)

__all__ = [
    "ENGLISH",
    "FOLDER",
    "VARIABLE",
    "LiveText",
    "PerLanguage",
    "SharedText",
    "Spoken",
    "UnknownLanguage",
    "accept",
    "best_match",
    "duration",
    "edition",
    "entries",
    "fill",
    "language",
    "languages",
    "listing",
    "live_entries",
    "names_of_parts",
    "plural",
    "preferred",
    "refresh",
    "set_language",
    "shared_texts",
    "speaking",
    "spoken_duration",
    "text",
]


def plural(number: int) -> str:
    """Return the grammatical number of a number in the language, such as "one" or "other"."""
    rule = plurals.rule_of(language())
    assert rule is not None
    return rule(number)


@cache
def entries(folder: Path, part: str, tag: str) -> Mapping[str, str]:
    """Return the entries of one part of a catalogue in a language, by name and in the order of the English ones.

    Entries that the language lacks are in English.

    Args:
        folder: the folder of the catalogue.
        part: the name of the file, without its ending.
        tag: the language.
    """
    translation = folder / tag / f"{part}.json"
    english = folder / ENGLISH / translation.name
    return read_part(english) | (read_part(translation) if translation != english and translation.exists() else {})


def live_entries(folder: Path, part: str) -> PerLanguage[str]:
    """Return the entries of one part of a catalogue, in the reader's language."""
    return PerLanguage(partial(_entries_now, folder, part))


def _entries_now(folder: Path, part: str) -> Mapping[str, str]:
    return entries(folder, part, language())


def refresh() -> None:
    """Read texts again that have changed; what a process has derived from titles, such as those of levels, stays."""
    folders = (FOLDER, *FOLDER.parent.glob("games/*/texts"))
    changed = max(path.stat().st_mtime for folder in folders for path in folder.glob("*/*.json"))
    if note_change(changed):
        for cached in (entries, _parse_entry, languages):
            cached.cache_clear()


def names_of_parts(folder: Path) -> Sequence[str]:
    """Return the names of the parts of a catalogue."""
    return sorted(path.stem for path in (folder / ENGLISH).glob("*.json"))


def shared_texts(part: str) -> Mapping[str, str]:
    """Return the entries of one part of the texts that all games share, in the reader's language.

    Examples:
        >>> shared_texts("theme")["win"]
        'Win now'
    """
    return live_entries(FOLDER, part)


def duration(seconds: int) -> str:
    """Return a duration in words, rounded to its largest unit that makes at least two.

    Examples:
        >>> duration(45), duration(60), duration(7200)
        ('45 seconds', '60 seconds', '2 hours')
    """
    return str(spoken_duration(seconds))


def spoken_duration(seconds: int) -> SharedText:
    """Return a duration as `duration` does, to be put into words for each reader."""
    sizes = (("day", 86400), ("hour", 3600), ("minute", 60))
    unit, size = next(((unit, size) for unit, size in sizes if seconds >= 2 * size), ("second", 1))
    return SharedText("table.duration", {"unit": unit, "n": round(seconds / size)})


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


@dataclass(frozen=True)
class SharedText:
    """A text that all games share, put into words for each reader: `str` returns it in the present language.

    Attributes:
        key: as in `text`.
        holes: the values; texts of this kind and `LiveText` are put into words too.

    Examples:
        >>> str(SharedText("table.given", {"time": spoken_duration(120)}))
        "The server's operator has given everyone 2 minutes more."
    """

    key: str
    holes: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return text(self.key, **self.holes)


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

    return icu.fill(_parse_entry(folder, key, language()), lambda hole: str(holes[hole.name]), form_of)


@cache
def _parse_entry(folder: Path, key: str, tag: str) -> icu.Sentence:
    part, _, name = key.partition(".")
    return icu.parse(entries(folder, part, tag)[name])


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
