"""The language of texts: that of the process, and for as long as one reader is answered, that of the reader.

A server chooses for each request, with `speaking`; a command once, with `set_language`. Nothing else is global: `text` and the
catalogues of games ask `language` whenever they put something into words.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from kingdoms.texts import plurals

VARIABLE: Final = "KINGDOMS_LANGUAGE"
"""The environment variable that chooses the language of a process."""
ENGLISH: Final = "en"
"""The default language, which has every entry."""
FOLDER: Final = Path(__file__).parent
"""The catalogue of the texts that all games share."""
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the language of a terminal, the strongest first."""
MOST_WISHES: Final = 20
"""How many languages of an `Accept-Language` are looked at."""

V = TypeVar("V")

_READER: Final[ContextVar[str | None]] = ContextVar("language", default=None)
_process: list[str] = []
"""The language of this process, once it is known."""
LIVE: Final = "KINGDOMS_LIVE_TEXTS"
"""The environment variable with which a server reads texts again after each change, for translators."""
_edition: list[float] = [0.0]
"""When the texts were last changed, as far as this process has read them."""


class UnknownLanguage(ValueError):
    """A language without texts, or without a rule for plurals; the message says what to do."""


@cache
def languages() -> Sequence[str]:
    """Return the languages that a catalogue of this package has a folder for, by their tags, English first.

    Examples:
        >>> languages()[0]
        'en'
    """
    folders = (FOLDER, *FOLDER.parent.glob("games/*/texts"))
    return sorted(
        {path.parent.name for folder in folders for path in folder.glob("*/*.json")}, key=lambda tag: (tag != ENGLISH, tag)
    )


def language() -> str:
    """Return the tag of the language in which texts are read: the reader's, or else that of this process.

    Raises:
        UnknownLanguage: `KINGDOMS_LANGUAGE` has a language without texts, or without a rule for plurals.
    """
    reader = _READER.get()
    if reader is not None:
        return reader
    if not _process:
        set_language(accept(os.environ.get(VARIABLE) or ENGLISH, languages()))
    return _process[0]


def edition() -> tuple[str, float]:
    """Return the present language and the time of its texts, as a key for what is derived from them."""
    return language(), _edition[0]


def note_change(changed: float) -> bool:
    """Note when texts were changed; return whether that is news."""
    is_news = changed != _edition[0]
    _edition[0] = changed
    return is_news


def set_language(tag: str) -> None:
    """Set the language of this process."""
    _process[:] = [tag]


@contextmanager
def speaking(tag: str | None) -> Iterator[None]:
    """Read texts in a language, in the present task or thread only; None changes nothing.

    Examples:
        >>> from kingdoms.texts import text
        >>> with speaking("en"):
        ...     text("table.clock", who="North")
        "North's time is up. The game is over."
    """
    if tag is None:
        yield
        return
    token = _READER.set(tag)
    try:
        yield
    finally:
        _READER.reset(token)


def accept(tag: str, tags: Sequence[str], source: str = VARIABLE) -> str:
    """Return the tag of a language that has texts and a rule for plurals.

    Args:
        tag: the tag.
        tags: the tags of the languages that have texts.
        source: where the tag comes from, for the error.

    Raises:
        UnknownLanguage: the language has none of one of them.

    Examples:
        >>> accept("tlh", ["en"])
        Traceback (most recent call last):
        ...
        kingdoms.texts.locale.UnknownLanguage: KINGDOMS_LANGUAGE: there are no texts in 'tlh'; the languages are en
    """
    if tag not in tags:
        raise UnknownLanguage(f"{source}: there are no texts in {tag[:40]!r}; the languages are {', '.join(tags)}")
    if plurals.rule_of(tag) is None:
        raise UnknownLanguage(f"{source}: no plural rule for {tag!r}: add it to RULES in kingdoms/texts/plurals.py")
    return tag


def best_match(tag: str, tags: Sequence[str] | None = None) -> str | None:
    """Return the language that fits a tag, such as "de" for "de-AT" or "de_AT.UTF-8", or None.

    Examples:
        >>> best_match("de_AT.UTF-8", ["en", "de"]), best_match("C.UTF-8", ["en"])
        ('de', None)
    """
    known = {candidate.lower(): candidate for candidate in (languages() if tags is None else tags)}
    words = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower().split("-")
    return next((known[name] for end in range(len(words), 0, -1) if (name := "-".join(words[:end])) in known), None)


def preferred(header: str) -> str | None:
    """Return the language that fits the header `Accept-Language` best, or None.

    Examples:
        >>> preferred("tlh, en-GB;q=0.8"), preferred("*"), preferred("")
        ('en', None, None)
    """
    wishes = []
    for wish in header.split(",")[:MOST_WISHES]:
        tag, _, weight = wish.partition(";")
        try:
            wishes.append((float(weight.partition("=")[2] or 1), tag.strip()))
        except ValueError:
            continue
    matches = (best_match(tag) for weight, tag in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0 and tag)
    return next((match for match in matches if match), None)


def of_terminal() -> str:
    """Return the language for commands: that of `KINGDOMS_LANGUAGE`, or else of the terminal, or else English.

    Raises:
        UnknownLanguage: `KINGDOMS_LANGUAGE` has a language without texts.
    """
    if os.environ.get(VARIABLE):
        return accept(os.environ[VARIABLE], languages())
    locale = next((os.environ[name] for name in LOCALES if os.environ.get(name)), "")
    return best_match(locale) or ENGLISH


class PerLanguage(Mapping[str, V], Generic[V]):
    """A mapping that is built once for each language, and read in the present one.

    Args:
        build: returns the mapping in the present language.

    Examples:
        >>> from kingdoms.texts import shared_texts
        >>> themes = PerLanguage(lambda: {"win": shared_texts("theme")["win"]})
        >>> themes["win"], len(themes)
        ('Win now', 1)
    """

    def __init__(self, build: Callable[[], Mapping[str, V]]) -> None:
        self._build = build
        self._built: dict[tuple[str, float], Mapping[str, V]] = {}

    def now(self) -> Mapping[str, V]:
        """Return the mapping in the present language."""
        key = edition()
        if key not in self._built:
            self._built[key] = self._build()
        return self._built[key]

    def __getitem__(self, key: str) -> V:
        return self.now()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())

    def __repr__(self) -> str:
        return repr(self.now())

    def __or__(self, other: Mapping[str, V]) -> dict[str, V]:
        return {**self, **other}


class LiveText:
    """An entry that is read in the reader's language: the value of a `Spoken` field, or itself an attribute of a class.

    Args:
        entries: the entries of its part, from `shared_texts` or the `texts` of a game's catalogue.
        name: its name.

    Examples:
        >>> from kingdoms.texts import shared_texts
        >>> class Bot:
        ...     title = LiveText(shared_texts("bot"), "random")
        >>> Bot.title
        'Random'
    """

    __slots__ = ("entries", "name")

    def __init__(self, entries: Mapping[str, str], name: str) -> None:
        self.entries = entries
        self.name = name

    def __str__(self) -> str:
        return self.entries[self.name]

    def __repr__(self) -> str:
        return repr(str(self))

    def __get__(self, instance: object, owner: type) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiveText) and (self.name, str(self)) == (other.name, str(other))

    def __hash__(self) -> int:
        return hash(self.name)


class Spoken:
    """A field of a dataclass that is a text; it can be given as a `LiveText` too, and is read as a string in any case.

    Args:
        default: the default, or None if the field has to be given.
    """

    def __init__(self, default: str | None = None) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, instance: Any, owner: type) -> str:
        if instance is None:
            if self._default is None:
                raise AttributeError(self._name)
            return self._default
        return str(instance.__dict__[self._name])

    def __set__(self, instance: Any, value: str | LiveText) -> None:
        instance.__dict__[self._name] = value
