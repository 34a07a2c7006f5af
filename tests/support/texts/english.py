"""English on a page in another language: texts that only the English catalogues have, and sentences from nowhere."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from itertools import islice, product

from playwright.sync_api import Page

from kingdoms import icu
from kingdoms.texts.catalogues import catalogue_folders, read_part
from kingdoms.texts.checking import FREE
from tests.support.texts.untranslated import SAME, SHOWN

MOST_FORMS = 60
"""How many combinations of the forms of an entry are looked for."""
LEAST_LETTERS = 4
"""An entry with fewer letters beside its holes says nothing of its language."""
LEAST_WORDS = 2
"""So many words an entry with holes has to have beside them: one alone, as in "{seat} places {tile}", could be French."""
ENGLISH_WORDS = re.compile(r"\b(the|of|you|your|with|and|are|from|this|that|which|when|not|can)\b", re.IGNORECASE)
"""Words that no sentence in the other languages has."""
TYPED = ("Programs that play", "Kingdoms")
"""What stays English: the names of pages of the documentation, and of the program."""


def english(page: Page, tag: str) -> list[str]:
    """Return the texts of a page that are English, though it is in another language."""
    texts: list[str] = page.evaluate(SHOWN)
    return sorted({text for text in texts if is_english(text, tag)})


@functools.cache
def is_english(text: str, tag: str) -> bool:
    """Return whether a text is from the English catalogues and not from those of a language, or looks like an English sentence.

    Examples:
        >>> is_english("Your turn", "de"), is_english("Du bist dran", "de"), is_english("12 - 4", "de")
        (True, False, False)
    """
    bare = re.sub("|".join(SAME), "", re.sub("|".join(map(re.escape, TYPED)), "", text)).strip()
    if not re.search("[A-Za-z]{3}", bare):
        return False
    if len(set(map(str.lower, ENGLISH_WORDS.findall(bare)))) > 1:
        return True
    return _matches(text, "en", tag) and not _matches(text, tag, "en")


def _matches(text: str, tag: str, besides: str) -> bool:
    lower = text.lower().rstrip(".:…")
    return any(_fits(lower, pieces) for pieces in _patterns(tag, besides))


def _fits(text: str, pieces: tuple[str, ...]) -> bool:
    """Return whether a text is made of these pieces, with anything between them."""
    first, *middle, last = (*pieces, "") if len(pieces) == 1 else pieces
    if len(pieces) == 1:
        return text == first
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in middle:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


@functools.cache
def _patterns(tag: str, besides: str) -> list[tuple[str, ...]]:
    """Return the pieces between the holes of the texts of a language; of English, only where the other language differs."""
    patterns = set()
    for folder in catalogue_folders():
        for path in sorted((folder / "en").glob("*.json")):
            own, other = (read_part(folder / name / path.name) for name in (tag, besides))
            for name, entry in own.items():
                if path.stem not in FREE and (tag != "en" or entry != other.get(name)):
                    patterns |= {form for form in islice(_forms(icu.parse(entry)), MOST_FORMS) if _says_something(form)}
    return sorted(patterns)


def _forms(sentence: icu.Sentence) -> Iterator[tuple[str, ...]]:
    """Yield the pieces of a sentence in each of its forms: what stands between its holes, in lower case."""
    parts: list[list[tuple[str, ...]]] = []
    for part in sentence:
        if isinstance(part, str):
            parts.append([(part.lower(),)])
        elif isinstance(part, icu.Selector):
            parts.append([pieces for form in part.forms.values() for pieces in _forms(form)])
        else:
            parts.append([("", "")])
    for combination in product(*parts):
        pieces = [""]
        for first, *others in combination:
            pieces[-1] += first
            pieces += others
        yield (*pieces[:-1], pieces[-1].rstrip(".:…"))


def _says_something(pieces: tuple[str, ...]) -> bool:
    letters = sum(letter.isalpha() for piece in pieces for letter in piece)
    words = re.findall(r"[a-z]{3,}", " ".join(pieces))
    return letters >= LEAST_LETTERS and len(words) >= (LEAST_WORDS if len(pieces) > 1 else 1)
