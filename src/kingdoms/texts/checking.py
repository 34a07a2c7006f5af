"""Checks of a language's catalogues beside the English ones: missing entries, holes, forms, lengths, the glossary."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from kingdoms import icu
from kingdoms.texts import plurals
from kingdoms.texts.catalogues import read_part
from kingdoms.texts.locale import ENGLISH, FOLDER

GLOSSARY: Final = FOLDER / "glossary.md"
"""The words of each language, as a page of the documentation."""
BADGES: Final = ("board",)
"""The parts whose texts stand on boards, in columns; the short texts of other parts are buttons and headings."""
LABEL_WORDS: Final = 3
"""The maximum number of words of a label of the page; longer texts wrap."""
LONGER: Final = 1.6
SLACK: Final = 8
"""A label is too long if it is `LONGER` times the English, and more than `SLACK` letters longer."""
NUMBERS: Final = range(1000)
"""The numbers whose grammatical forms a sentence has to have."""
QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|„[^“]*“|«[^»]*»")
"""What is typed and stays."""
FREE: Final = ("search",)
"""Parts with data of the language, whose texts follow no English one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in an entry.

    Attributes:
        kind: "missing", "surplus", "syntax", "holes", "forms", "reader", "long" or "glossary".
        file: the catalogue's file.
        entry: the name of the entry; empty for the file.
        detail: what is wrong.
    """

    kind: str
    file: Path
    entry: str
    detail: str


def check_folder(folder: Path, tag: str) -> Iterator[Fault]:
    """Yield the faults of one catalogue in a language.

    Args:
        folder: the folder of the catalogue, with a folder for each language.
        tag: the language.
    """
    own, forbidden = folder / tag, forbidden_words(tag)
    parts = {path.name: path for path in sorted((folder / ENGLISH).glob("*.json"))}
    for name in sorted({path.name for path in own.glob("*.json")} - set(parts)):
        yield Fault("surplus", own / name, "", "")
    for name, path in parts.items():
        english, file = read_part(path), own / name
        if not file.exists():
            yield Fault("missing", file, "", "")
            continue
        try:
            translation = read_part(file)
        except ValueError as error:
            yield Fault("syntax", file, "", str(error))
            continue
        yield from (Fault("missing", file, entry, "") for entry in english if entry not in translation)
        yield from (Fault("surplus", file, entry, "") for entry in translation if entry not in english)
        for entry, text in translation.items():
            if entry in english and path.stem not in FREE:
                yield from check_entry(file, entry, english[entry], text, tag, forbidden)


def check_entry(
    file: Path, entry: str, english: str, text: str, tag: str, forbidden: Collection[re.Pattern[str]]
) -> Iterator[Fault]:
    """Yield the faults of a translated entry.

    Args:
        file: the file that it is in.
        entry: its name.
        english: the English text.
        text: the text in the language.
        tag: the language.
        forbidden: the words that the glossary forbids.
    """
    try:
        sentence = icu.parse(text)
    except (icu.SyntaxFault, IndexError) as error:
        yield Fault("syntax", file, entry, str(error))
        return
    original = icu.parse(english)
    used, known = _holes(sentence), _holes(original)
    if used != known:
        yield Fault(
            "holes", file, entry, " ".join([*(f"-{name}" for name in known - used), *(f"+{name}" for name in used - known)])
        )
    for choice in _choices(sentence):
        lacking = forms_of(tag) - set(choice.forms) if choice.kind == "plural" else frozenset()
        if lacking:
            yield Fault("forms", file, entry, f"{choice.name}: {' '.join(sorted(lacking))}")
    addressed = {choice.name for choice in _choices(original) if "you" in choice.forms}
    for name in sorted(addressed - {choice.name for choice in _choices(sentence) if "you" in choice.forms}):
        yield Fault("reader", file, entry, name)
    length, most = _length(sentence), _length(original)
    if _is_label(file, english) and length > max(LONGER * most, most + SLACK):
        yield Fault("long", file, entry, f"{length} > {int(max(LONGER * most, most + SLACK))}")
    for pattern in forbidden:
        word = pattern.search(QUOTED.sub("", " ".join(plain_texts(sentence))))
        if word:
            yield Fault("glossary", file, entry, word.group())


@cache
def forms_of(tag: str) -> frozenset[str]:
    """Return the grammatical numbers that whole numbers take in a language, and "other".

    Examples:
        >>> sorted(forms_of("de")), sorted(forms_of("pl"))
        (['one', 'other'], ['few', 'many', 'one', 'other'])
    """
    rule = plurals.rule_of(tag)
    return frozenset({"other", *map(rule, NUMBERS)} if rule else {"other"})


@cache
def forbidden_words(tag: str) -> Sequence[re.Pattern[str]]:
    """Return patterns for the words that the glossary forbids in a language: "(not: Kachel)" in its column."""
    patterns, column = [], None
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if "English" in cells:
            names = [NAMES.get(cell) for cell in cells]
            column = names.index(tag) if tag in names else None
        elif column is not None and len(cells) > column:
            for words in re.findall(r"\(not: ([^)]*)\)", cells[column]):
                patterns += [
                    re.compile(rf"\b(?:{re.escape(word)}|{re.escape(word[:1].upper() + word[1:])})")
                    for word in words.split(", ")
                ]
    return patterns


NAMES: Final[Mapping[str, str]] = {"Deutsch": "de", "français": "fr", "español": "es"}
"""The columns of the glossary -> their languages."""


def plain_texts(sentence: icu.Sentence) -> Iterator[str]:
    """Yield the texts around the holes of a sentence, in all forms."""
    for part in sentence:
        if isinstance(part, str):
            yield part
        elif isinstance(part, icu.Selector):
            for form in part.forms.values():
                yield from plain_texts(form)


def _holes(sentence: icu.Sentence) -> set[str]:
    return {name for name, _ in icu.holes(sentence)} - {icu.CASE}


def _choices(sentence: icu.Sentence) -> Iterator[icu.Selector]:
    for part in sentence:
        if isinstance(part, icu.Selector):
            yield part
            for form in part.forms.values():
                yield from _choices(form)


def _length(sentence: icu.Sentence) -> int:
    """Return the number of letters of a sentence with its longest forms, besides its holes."""
    return sum(
        len(part) if isinstance(part, str) else max(map(_length, part.forms.values())) if isinstance(part, icu.Selector) else 0
        for part in sentence
    )


def _is_label(file: Path, english: str) -> bool:
    """Return whether a text is a button, a heading or a word on a board."""
    is_short = len(english.split()) <= LABEL_WORDS and not english.endswith((".", "?", "!"))
    return is_short and (file.stem in BADGES or "web" in file.parts)
