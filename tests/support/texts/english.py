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
    return any(pattern.fullmatch(text) for pattern in _patterns(tag, besides))


@functools.cache
def _patterns(tag: str, besides: str) -> list[re.Pattern[str]]:
    """Return patterns for the texts of a language; of English, for those that differ in the other language."""
    patterns = {}
    for folder in catalogue_folders():
        for path in sorted((folder / "en").glob("*.json")):
            own, other = (read_part(folder / name / path.name) for name in (tag, besides))
            for name, entry in own.items():
                if path.stem not in FREE and (tag != "en" or entry != other.get(name)):
                    for form in islice(_forms(icu.parse(entry)), MOST_FORMS):
                        patterns[form] = re.compile(f"{form}[.:…]?", re.IGNORECASE)
    return list(patterns.values())


def _forms(sentence: icu.Sentence) -> Iterator[str]:
    """Yield regular expressions for a sentence in its forms, with anything in its holes, if enough is beside them."""
    parts: list[list[tuple[str, int]]] = []
    for part in sentence:
        if isinstance(part, str):
            parts.append([(re.escape(part), sum(letter.isalpha() for letter in part))])
        elif isinstance(part, icu.Selector):
            parts.append([(form, LEAST_LETTERS) for inner in part.forms.values() for form in _forms(inner)] or [(".+", 0)])
        else:
            parts.append([(".+", 0)])
    for combination in product(*parts):
        form = "".join(form for form, _ in combination)
        words = re.findall(r"[a-z]{3,}", form.replace(".+", " "), re.IGNORECASE)
        if sum(letters for _, letters in combination) >= LEAST_LETTERS and len(words) >= (LEAST_WORDS if ".+" in form else 1):
            yield form
