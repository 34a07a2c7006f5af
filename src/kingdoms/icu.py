"""Sentences in the syntax of ICU MessageFormat: arguments, `plural` and `select`.

    {n, plural, one {# city} other {# cities}}
    {seat, select, you {You pass} other {{seat} passes}}
    {city, dative}

This is the part of the syntax that the catalogues use; quoting with apostrophes and offsets are not needed. Where ICU has a
format, as in the third line, there is a grammatical case: the entry that names the value selects on it, as in
`{case, select, dative {...} other {...}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("plural", "select")
"""What a hole with forms can depend on: a number, or a word."""
CASE: Final = "case"
"""The name by which an entry selects on the grammatical case in which it is asked for."""

Sentence = tuple["str | Argument | Selector", ...]
"""A parsed sentence."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A hole in a sentence.

    Attributes:
        name: the name of the value that fills the hole.
        case: the grammatical case in which the value is named, any word; empty for that of what is around the hole.
    """

    name: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class Selector:
    """A hole that is filled with one of several forms, depending on a value.

    Attributes:
        name: the name of the value.
        kind: "plural" or "select".
        forms: the forms by word: for `plural` a grammatical number or "=0", for `select` any word; always with "other".
    """

    name: str
    kind: str
    forms: Mapping[str, Sentence]


class SyntaxFault(ValueError):
    """A sentence that does not follow the syntax."""


def parse(text: str) -> Sentence:
    """Return a sentence in parts.

    Raises:
        SyntaxFault: the text does not follow the syntax.

    Examples:
        >>> parse("{seat} passes.")
        (Argument(name='seat', case=''), ' passes.')
        >>> parse("{n, plural, one {# tile}}")
        Traceback (most recent call last):
        ...
        kingdoms.icu.SyntaxFault: {n, plural, one {# tile}}: n has no form for "other"
    """
    parts, end = _parse(text, 0, None)
    if end < len(text):
        raise SyntaxFault(f"{text}: a closing brace too many at {end}")
    return parts


def _parse(text: str, at: int, number: str | None) -> tuple[Sentence, int]:
    """Parse up to the end of the text or an unmatched closing brace; `#` stands for the argument `number`."""
    parts: list[str | Argument | Selector] = []
    plain = at
    while at < len(text) and text[at] != "}":
        if text[at] != "{" and (text[at] != "#" or number is None):
            at += 1
            continue
        if plain < at:
            parts.append(text[plain:at])
        if text[at] == "#":
            parts.append(Argument(number or ""))
            at += 1
        else:
            part, at = _argument(text, at + 1, number)
            parts.append(part)
        plain = at
    if plain < at:
        parts.append(text[plain:at])
    return tuple(parts), at


def _argument(text: str, at: int, number: str | None) -> tuple[Argument | Selector, int]:
    """Parse a hole, after its opening brace."""
    name, at = _word(text, at, ",}")
    if text[at] == "}":
        return Argument(name), at + 1
    kind, at = _word(text, at + 1, ",}")
    if text[at] == "}" and kind.isidentifier() and kind not in KINDS:
        return Argument(name, kind), at + 1
    if kind not in KINDS or text[at] == "}":
        raise SyntaxFault(f"{text}: {name} is followed by {kind!r}, not by plural or select and their forms")
    forms: dict[str, Sentence] = {}
    at += 1
    while True:
        word, at = _word(text, at, "{}")
        if text[at] == "}":
            break
        forms[word], at = _parse(text, at + 1, name if kind == "plural" else number)
        if at == len(text):
            raise SyntaxFault(f"{text}: a closing brace is missing")
        at += 1
    if "other" not in forms:
        raise SyntaxFault(f'{text}: {name} has no form for "other"')
    return Selector(name, kind, forms), at + 1


def _word(text: str, at: int, ends: str) -> tuple[str, int]:
    """Return the word up to one of the characters `ends`, and where that is."""
    end = at
    while end < len(text) and text[end] not in ends:
        end += 1
    if end == len(text):
        raise SyntaxFault(f"{text}: a closing brace is missing")
    return text[at:end].strip(), end


def holes(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yield the name of each hole and its use: "text", "plural" or "select".

    Examples:
        >>> list(holes(parse("{n, plural, one {a city} other {# cities}} of {seat}")))
        [('n', 'plural'), ('n', 'text'), ('seat', 'text')]
    """
    for part in sentence:
        if isinstance(part, Argument):
            yield part.name, "text"
        elif isinstance(part, Selector):
            yield part.name, part.kind
            for form in part.forms.values():
                yield from holes(form)


def fill(sentence: Sentence, text_of: Callable[[Argument], str], form_of: Callable[[Selector], str]) -> str:
    """Return a sentence with its holes filled, from left to right.

    Args:
        sentence: the sentence.
        text_of: returns the text for a hole.
        form_of: returns the word of the form that a choice takes; `other` is taken if there is no such form.

    Examples:
        >>> fill(parse("{n, plural, one {# city} other {# cities}}"), lambda hole: "3", lambda choice: "other")
        '3 cities'
    """
    written = []
    for part in sentence:
        if isinstance(part, str):
            written.append(part)
        elif isinstance(part, Argument):
            written.append(text_of(part))
        else:
            form = part.forms.get(form_of(part))
            written.append(fill(part.forms["other"] if form is None else form, text_of, form_of))
    return "".join(written)
