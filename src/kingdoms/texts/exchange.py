"""Catalogues as one PO file, for Weblate and other tools of translators, and back.

An entry's context is its catalogue and its name, as in "src/kingdoms/texts error.taken"; its text is the English one. What
`notes.json` says about it is a comment. A translation that is fuzzy, or of another English text, is left out.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from kingdoms.texts.catalogues import label_of, read_part, write_part
from kingdoms.texts.checking import Fault, check_entry, forbidden_words
from kingdoms.texts.locale import ENGLISH

FORMAT = "icu-message-format"
"""The flag that tells tools the syntax of entries."""


def write_catalogues(folders: Sequence[Path], tag: str) -> bytes:
    """Return all entries with their translations as a PO file.

    Args:
        folders: the folders of the catalogues.
        tag: the language.
    """
    catalogue = Catalog(locale=tag.replace("-", "_"), project="kingdoms", charset="utf-8", fuzzy=False)
    for folder, part, english in _parts(folders):
        notes = folder / "notes.json"
        about = read_part(notes) if notes.exists() else {}
        path = folder / tag / f"{part}.json"
        translated = read_part(path) if path.exists() else {}
        for name, text in english.items():
            key = f"{part}.{name}"
            comments = [about[key]] if key in about else []
            catalogue.add(
                text, translated.get(name, ""), auto_comments=comments, flags=(FORMAT,), context=f"{label_of(folder)} {key}"
            )
    output = io.BytesIO()
    write_po(output, catalogue, width=0)
    return output.getvalue()


def read_catalogues(folders: Sequence[Path], tag: str, content: bytes) -> tuple[int, list[Fault]]:
    """Write the translations of a PO file into the catalogues, except those with faults in their syntax, holes or forms.

    Args:
        folders: the folders of the catalogues.
        tag: the language.
        content: the PO file.

    Returns:
        The number of entries that were written, and the faults.

    Raises:
        ValueError: it is no PO file.
    """
    try:
        catalogue = read_po(io.BytesIO(content), locale=tag.replace("-", "_"), abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    by_context = {str(message.context): message for message in catalogue if message.id and message.context}
    chosen: dict[tuple[Path, str], dict[str, str]] = defaultdict(dict)
    faults = []
    for folder, part, english in _parts(folders):
        path = folder / tag / f"{part}.json"
        for name, text in english.items():
            message = by_context.get(f"{label_of(folder)} {part}.{name}")
            if message is None or not message.string or message.fuzzy or message.id != text:
                continue
            translation = str(message.string)
            serious = [
                fault
                for fault in check_entry(path, name, text, translation, tag, forbidden_words(tag))
                if fault.kind in ("syntax", "holes", "forms")
            ]
            faults += serious
            if not serious:
                chosen[folder, part][name] = translation
    for (folder, part), texts in chosen.items():
        path = folder / tag / f"{part}.json"
        write_part(folder, tag, part, (read_part(path) if path.exists() else {}) | texts)
    return sum(map(len, chosen.values())), faults


def _parts(folders: Sequence[Path]) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Yield the English parts of catalogues: folder, part and entries."""
    for folder in folders:
        for path in sorted((folder / ENGLISH).glob("*.json")):
            yield folder, path.stem, read_part(path)
