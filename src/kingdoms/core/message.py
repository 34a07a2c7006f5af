"""Messages: sentences as values, and the catalogues that put them into words."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from kingdoms import icu, texts

SENTENCE_ENDS = (".", "?", "!")
"""An entry that ends with one of these is a sentence, and begins with a capital letter; any other entry is a phrase."""

OPENING_SIGNS: Final = ("¿", "¡", "«", "„", "“")
"""What may precede the first letter of a sentence."""

MOST_NAMES = 10_000
"""The maximum number of names that a catalogue remembers."""
MOST_TOLD = 2_000
"""The maximum number of messages in words that a catalogue remembers."""
PLAIN: Mapping[str, type] = {"number": int, "text": str}
"""The kinds of holes whose values are inserted unchanged, each with its type."""


class Message:
    """A sentence or phrase as data: the id of an entry of a catalogue, and the values of its holes.

    Its text in the present language is `str(message)`. Two messages are equal if their entries and their holes are.

    Attributes:
        catalogue: the catalogue that puts the message into words.
        id: the entry in the catalogue, as in "event.road".
        holes: the values for the holes of the entry, as JSON data or messages.

    Examples:
        >>> from kingdoms.games.middlesea.texts import say
        >>> message = say("event.port", seat="N", n=2, city="A3 N.FL")
        >>> str(message)
        'North builds 2 piers at the 3-garrison at its front left.'
        >>> message.text(reader="N")
        'You build 2 piers at the 3-garrison at your front left.'
        >>> message.to_json()
        {'id': 'event.port', 'seat': 'N', 'n': 2, 'city': 'A3 N.FL'}
    """

    __slots__ = ("catalogue", "holes", "id")

    def __init__(self, catalogue: MessageCatalogue, key: str, holes: Mapping[str, Any]) -> None:
        self.catalogue = catalogue
        self.id = key
        self.holes = holes

    def text(self, reader: str | None = None, table: Any = None, notation: bool = False) -> str:
        """Return the message in words.

        Args:
            reader: the seat that is addressed as "you"; None for a text that calls every seat by its name.
            table: the state of the game that places are named by, if the message is about the present; None if it may have
                changed.
            notation: whether the notation of places follows their names, as players type it.
        """
        return self.catalogue.text(self, reader, table, notation)

    def to_json(self) -> dict[str, Any]:
        """Return the id and the values of the holes as JSON data."""
        data = {"id": self.id, **self.holes}
        for name, value in self.holes.items():
            if type(value) not in ATOMS:  # most holes are filled by words and numbers
                data[name] = as_json(value)
        return data

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<message {self.to_json()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.id, self.holes, self.catalogue.package) == (other.id, other.holes, other.catalogue.package)

    def __hash__(self) -> int:
        return hash((self.catalogue.package, self.id))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to unpickle the message, since messages go from process to process."""
        return restore, (self.catalogue.package, self.id, dict(self.holes))


ATOMS: Final = frozenset({str, int, bool})
"""The types of values that need no conversion to JSON."""

Said = Message | texts.SharedText | str
"""A text of a game: a message, a text that all games share, or in a game without a catalogue a plain string."""


def capital(text: str) -> str:
    """Return a sentence with its capital letter, which in Spanish may follow a sign.

    Examples:
        >>> capital("¿quién empieza?"), capital("north passes.")
        ('¿Quién empieza?', 'North passes.')
    """
    at = 1 if text[:1] in OPENING_SIGNS else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def as_json(value: Any) -> Any:
    """Return the value of a hole as JSON data."""
    if isinstance(value, Message):
        return value.to_json()
    return [as_json(element) for element in value] if isinstance(value, list | tuple) else value


def message_json(message: Said) -> dict[str, Any] | None:
    """Return a message as JSON data; None for a text without one."""
    return message.to_json() if isinstance(message, Message) else None


def message_text(message: Said, reader: str | None = None, table: Any = None, notation: bool = False) -> str:
    """Return a message in words, as `Message.text` does, or another text in the present language."""
    return message.text(reader, table, notation) if isinstance(message, Message) else str(message)


def restore(package: str, key: str, holes: dict[str, Any]) -> Message:
    """Return a message from its catalogue's package, its id and its holes."""
    catalogue: MessageCatalogue = import_module(package).CATALOGUE
    return Message(catalogue, key, holes)


class Telling:
    """The rendering of a message: its reader, and the seat that the sentence has already named.

    Attributes:
        catalogue: the catalogue.
        reader: the seat addressed as "you", or None.
        table: the present state of the game, or None.
        notation: whether the notation of places follows their names.
        named_seat: the seat that the sentence has already named, or None: what belongs to it is "its".
        case: the grammatical case in which values are named, a word of the language's catalogue; usually "".
    """

    __slots__ = ("case", "catalogue", "named_seat", "notation", "reader", "table")

    def __init__(self, catalogue: MessageCatalogue, reader: str | None, table: Any, notation: bool) -> None:
        self.catalogue = catalogue
        self.reader = reader
        self.table = table
        self.notation = notation
        self.named_seat: str | None = None
        self.case = ""

    def tell(self, key: str, holes: Mapping[str, Any]) -> str:
        """Return an entry in words, with its holes filled."""

        def text_of(hole: icu.Argument) -> str:
            name, outer = hole.name, self.case
            self.case = hole.case or outer
            words = self.value(self.catalogue.kinds[name], holes[name])
            self.case = outer
            return words

        def form_of(choice: icu.Selector) -> str:
            if choice.name == icu.CASE:
                return self.case
            value = holes[choice.name]
            if choice.kind == "plural":
                exact = f"={value}"
                return exact if exact in choice.forms else texts.plural(value)
            return "you" if value == self.reader and self.catalogue.kinds[choice.name] == "seat" else str(value)

        return icu.fill(self.catalogue.entry(key), text_of, form_of)

    def value(self, kind: str, value: Any) -> str:
        """Return the value of a hole in words.

        Args:
            kind: the kind of the hole, as `holes.json` declares it.
            value: the value.
        """
        if kind[-1] == "*":
            return texts.listing([self._tell_list(kind, element) for element in value])
        if isinstance(value, Message):
            return self.tell(value.id, value.holes)
        if kind in PLAIN:
            return str(value)
        named, text = self.named_seat, self.name(kind, value)
        self.named_seat = (
            value if kind == "seat" else named
        )  # a seat in the name of something else is not named by the sentence
        return text

    def _tell_list(self, kind: str, value: Any) -> str:
        """Return one of several values in words; `kind` is that of the list, which may have a namer of its own."""
        return self.name(kind, value) if kind in self.catalogue.namers else self.value(kind[:-1], value)

    def name(self, kind: str, value: Any) -> str:
        """Return the name of a value. Menus repeat names, so names that depend on no table are cached."""
        if self.table is not None or not isinstance(value, str):
            return self.catalogue.namers[kind](self, value)
        names, key = self.catalogue.words().names, (kind, value, self.reader, self.named_seat, self.notation, self.case)
        if key not in names:
            if len(names) >= MOST_NAMES:
                names.clear()
            names[key] = self.catalogue.namers[kind](self, value)
        return names[key]


class Words:
    """What a catalogue remembers in one language.

    Attributes:
        sentences: the parsed sentences, by id.
        names: the names written so far that do not depend on the table.
        texts: the latest messages in words that do not depend on the table.
    """

    __slots__ = ("names", "sentences", "texts")

    def __init__(self) -> None:
        self.sentences: dict[str, icu.Sentence] = {}
        self.names: dict[tuple[str, str, str | None, str | None, bool, str], str] = {}
        self.texts: dict[tuple[Any, ...], str] = {}


Namer = Callable[[Telling, Any], str]
"""A function that puts the value of a hole into words."""


class MessageCatalogue:
    """The catalogue of one game: the entries of its messages, and the functions that fill their holes.

    The sentences are data, in a folder for each language, as `en`: a file for each part of the ids, as in `event.json` for
    "event.road". Beside these folders, `holes.json` declares the kind of each hole by its name: "number", "text", "message",
    one of the kinds that `namers` name, or a list of any of these, written with a star, as in "seat*".

    Args:
        package: the package with the data; its attribute `CATALOGUE` is this catalogue.
        namers: kind of hole -> the function that puts its values into words; "seat" among them. A list may have
            one of its own for its values, as "seat*".
        plain: the parts whose entries are no messages: texts such as the clauses of the rules, and errors about input.

    Attributes:
        package: as above.
        namers: as above.
        plain: as above.
        folder: the folder with the data.
        kinds: name of a hole -> its kind.
    """

    def __init__(self, package: str, namers: Mapping[str, Namer], plain: Collection[str] = ()) -> None:
        self.package = package
        self.namers = namers
        self.plain = plain
        # `importlib.resources` would do the same, but takes ten milliseconds to import.
        self.folder = Path(import_module(package).__path__[0])
        self.kinds: Mapping[str, str] = json.loads((self.folder / "holes.json").read_text(encoding="utf-8"))
        self._words: dict[tuple[str, float], Words] = {}
        self._parts: dict[str, Mapping[str, str]] = {}
        self._holes: dict[str, frozenset[str]] = {}

    def words(self) -> Words:
        """Return what the catalogue remembers in the present language."""
        key = texts.edition()
        words = self._words.get(key)
        if words is None:
            words = self._words[key] = Words()
        return words

    def __call__(self, key: str, /, **holes: Any) -> Message:
        """Return the message with an id and holes."""
        return Message(self, key, holes)

    def text(self, message: Message, reader: str | None = None, table: Any = None, notation: bool = False) -> str:
        """Return a message in words, as `Message.text` does."""
        if table is not None:
            return self._text(message, reader, table, notation)
        key, told = (message, *message.holes.values(), reader, notation), self.words().texts
        try:
            words = told.get(key)
        except TypeError:  # a hole is filled by a list, which has no hash
            return self._text(message, reader, table, notation)
        if words is None:
            if len(told) >= MOST_TOLD:
                told.clear()
            words = told[key] = self._text(message, reader, table, notation)
        return words

    def _text(self, message: Message, reader: str | None, table: Any, notation: bool) -> str:
        """Return a message in words, without the cache of those that do not depend on the table."""
        text = Telling(self, reader, table, notation).tell(message.id, message.holes)
        return capital(text) if text.endswith(SENTENCE_ENDS) else text

    def fault(self, key: str, /, **holes: Any) -> str:
        """Return the text of an error, with the given values in its holes.

        Raises:
            KeyError: there is no such entry, or a hole is missing.
        """
        return texts.fill(self.folder, key, holes)

    def entry(self, key: str) -> icu.Sentence:
        """Return the parsed sentence of an id, in the present language.

        Raises:
            KeyError: there is no such entry.
        """
        sentences = self.words().sentences
        sentence = sentences.get(key)
        if sentence is None:
            part, _, name = key.partition(".")
            sentence = sentences[key] = icu.parse(self.texts(part)[name])
        return sentence

    def holes(self, key: str) -> frozenset[str]:
        """Return the names of the holes of an entry.

        Raises:
            KeyError: there is no such entry.
        """
        if key not in self._holes:
            part, _, name = key.partition(".")
            english = texts.entries(self.folder, part, texts.ENGLISH)[name]
            self._holes[key] = frozenset(hole for hole, _ in icu.holes(icu.parse(english)))
        return self._holes[key]

    def texts(self, part: str) -> Mapping[str, str]:
        """Return the entries of one part, by name, in the reader's language."""
        if part not in self._parts:
            self._parts[part] = texts.live_entries(self.folder, part)
        return self._parts[part]

    def ids(self) -> Iterator[str]:
        """Yield the ids of all messages."""
        for part in texts.names_of_parts(self.folder):
            if part not in self.plain:
                yield from (f"{part}.{name}" for name in self.texts(part))

    def faults(self, message: Message) -> list[str]:
        """Return the fault of a message: an unknown id, missing or surplus holes, or values of the wrong kind."""
        try:
            holes = self.holes(message.id)
        except KeyError:
            return [f"{message.id}: no such entry"]
        faults = [f"{message.id}: the hole {name} is not filled" for name in holes - set(message.holes)]
        faults += [f"{message.id}: the entry has no hole {name}" for name in set(message.holes) - holes]
        for name in holes & set(message.holes):
            faults += [f"{message.id}: {name} {fault}" for fault in self._value_faults(self.kinds[name], message.holes[name])]
        return faults

    def _value_faults(self, kind: str, value: Any) -> list[str]:
        if kind[-1] == "*":
            if not isinstance(value, list | tuple):
                return [f"is {value!r}, not a list"]
            return [fault for element in value for fault in self._value_faults(kind[:-1], element)]
        if isinstance(value, Message):
            return self.faults(value)
        if kind == "message":
            return [f"is {value!r}, not a message"]
        if kind in PLAIN:
            return [] if type(value) is PLAIN[kind] else [f"is {value!r}, not a {kind}"]
        try:
            self.namers[kind](Telling(self, None, None, False), value)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            return [f"is {value!r}, not a {kind}"]
        return []
