"""Writes the pseudo-language en-XA, for tests of pages and texts in another language.

`python tests/support/texts/pseudo.py TREE` takes a copy of the repository. Beside every folder `texts/en` in its `src` and
`web/src`, the folder `texts/en-XA` gets the same files with all letters accented and all texts 40 % longer. What shows
without accents has not been read from there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kingdoms import icu

TAG = "en-XA"
LONGER = 0.4
"""How much longer the texts get, as a part of their length."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀçđéƒğĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ"
ACCENTS = dict(zip(PLAIN, ACCENTED, strict=True))
KEPT = re.compile(r"(`[^`]*`|https?://\S+|\b[A-Z]{1,3}[-.]\d+\b)")
"""What translators keep: notation, addresses, and the ids of clauses."""


class Accents:
    """Accents the letters of a text, and repeats some of them, evenly."""

    def __init__(self) -> None:
        self.owed = 0.0

    def sentence(self, sentence: icu.Sentence, number: str | None = None) -> str:
        """Return a sentence in the syntax of its catalogue; `#` stands for the argument `number`."""
        return "".join(self._part(part, number) for part in sentence)

    def _part(self, part: str | icu.Argument | icu.Selector, number: str | None) -> str:
        """Return a part of a sentence."""
        if isinstance(part, str):
            return "".join(piece if KEPT.fullmatch(piece) else self.accented(piece) for piece in KEPT.split(part))
        if isinstance(part, icu.Argument):
            return "#" if part.name == number else f"{{{part.name}}}"
        counted = part.name if part.kind == "plural" else number
        forms = " ".join(f"{word} {{{self.sentence(form, counted)}}}" for word, form in part.forms.items())
        return f"{{{part.name}, {part.kind}, {forms}}}"

    def accented(self, text: str) -> str:
        return "".join(self._letters(text))

    def _letters(self, text: str) -> Iterator[str]:
        """Yield each character, and a letter once more whenever that is due."""
        for letter in text:
            self.owed += LONGER
            yield ACCENTS.get(letter, letter)
            while self.owed >= 1 and letter in ACCENTS:
                self.owed -= 1
                yield ACCENTS[letter].lower()


def pseudo(text: str) -> str:
    """Return an entry in the pseudo-language.

    Examples:
        >>> pseudo("{n, plural, one {# city} other {# cities}} of `N.C`")
        '{n, plural, one {# çííţýý} other {# çííţííéš}} óóƒƒ `N.C`'
    """
    return Accents().sentence(icu.parse(text))


def write(tree: Path) -> list[Path]:
    """Write the pseudo-language into a copy of the repository, and return its files."""
    written = []
    for root in (tree / "src", tree / "web" / "src"):
        for file in sorted(root.rglob("texts/en/*.json")):
            texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
            copy = file.parent.parent / TAG / file.name
            copy.parent.mkdir(exist_ok=True)
            accented = {name: pseudo(text) for name, text in texts.items()}
            copy.write_text(json.dumps(accented, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            written.append(copy)
    return written


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1])))} files written")
