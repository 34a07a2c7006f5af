"""Writes the declarations of all texts for TypeScript: the holes, with their types, of messages and of the page's own texts.

python web/text_types.py [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_type_hints

from kingdoms import icu
from kingdoms.core.message import MessageCatalogue
from kingdoms.core.registry import game_names

SOURCES: Final = Path(__file__).parent / "src"
KNOWN: Final = {"number": "number", "text": "string", "message": "Said"}
MESSAGES: Final = """/** The holes of each message, written by `make types` from the catalogue. */

import type { Said } from "../../api/types";

export interface Holes {
"""
TEXTS: Final = """/** The holes of each text by its part and name, written by `make types` from the files in `en`. */

export type Holes = {
"""
NO_HOLES: Final = "{}"


def main() -> int:
    """Write the declarations of all texts, or check them with --check; return 1 if one is not up to date or a text is wrong."""
    wrong = [fault for folder in folders() for fault in faults(folder)]
    for fault in wrong:
        print(fault, file=sys.stderr)
    stale = int(bool(wrong))
    for file, text in generated():
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file} is not up to date: make types", file=sys.stderr)
            stale = 1
    return stale


def generated() -> Iterator[tuple[Path, str]]:
    """Yield each file of declarations with its contents."""
    for name in game_names():
        folder = SOURCES / "games" / name
        if folder.exists():
            catalogue = import_module(f"kingdoms.games.{name}.texts").CATALOGUE
            yield folder / "said.gen.ts", MESSAGES + "".join(declarations(catalogue)) + "}\n"
    for folder in folders():
        yield folder / "texts.gen.ts", TEXTS + "".join(text_declarations(folder / "en")) + "};\n"


def folders() -> list[Path]:
    """Return the folders with the page's own texts, each with a folder for every language."""
    return [SOURCES / "texts", *sorted(SOURCES.glob("games/*/texts"))]


def faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with translations and notes: names and holes that the English texts don't have."""
    for file in sorted(folder.glob("*/*.json")):
        english = holes_of(folder / "en" / file.name)
        for name, holes in holes_of(file).items():
            if name not in english:
                yield f"{file}: there is no English text {name}"
            elif unknown := holes - english[name]:
                yield f"{file}: in English, {name} has no hole {', '.join(sorted(unknown))}"
    notes = folder / "notes.json"
    for key in json.loads(notes.read_text(encoding="utf-8")) if notes.exists() else ():
        part, _, name = key.partition(".")
        if name not in holes_of(folder / "en" / f"{part}.json"):
            yield f"{notes}: there is no text {key}"


def holes_of(file: Path) -> dict[str, set[str]]:
    """Return the names of the holes of each text in a file; an empty dictionary if there is no file."""
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: {hole for hole, _ in icu.holes(icu.parse(text))} for name, text in texts.items()}


def text_declarations(folder: Path) -> Iterator[str]:
    """Yield the lines for the page's texts in a folder. Names with a dot are put together at run time: no declaration."""
    for file in sorted(folder.glob("*.json")):
        texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
        fields = {name: text_holes(text) for name, text in texts.items() if "." not in name}
        if fields:
            yield f"  {file.stem}: {{\n" + "".join(f"    {name}: {holes};\n" for name, holes in fields.items()) + "  };\n"


def text_holes(text: str) -> str:
    """Return the type of the holes of a text of the page."""
    uses: dict[str, set[str]] = {}
    for name, use in icu.holes(icu.parse(text)):
        uses.setdefault(name, set()).add(use)
    fields = "; ".join(f"{name}: {text_type(found)}" for name, found in uses.items())
    return f"{{ {fields} }}" if fields else NO_HOLES


def text_type(uses: set[str]) -> str:
    """Return the type of the values for a hole in a text of the page, from its uses."""
    if "plural" in uses:
        return "number"
    return "string" if "select" in uses else "string | number"


def declarations(catalogue: MessageCatalogue) -> Iterator[str]:
    """Yield a line for each entry."""
    for key in catalogue.ids():
        names = dict.fromkeys(name for name, _ in icu.holes(catalogue.entry(key)))
        fields = "; ".join(f"{name}: {type_of(catalogue, catalogue.kinds[name])}" for name in names)
        yield f'  "{key}": {{ {fields} }};\n' if fields else f'  "{key}": Record<string, never>;\n'


def type_of(catalogue: MessageCatalogue, kind: str) -> str:
    """Return the type of a kind of hole; any may hold a message instead."""
    if kind.endswith("*"):
        return f"({type_of(catalogue, kind[:-1])})[]"
    if kind in KNOWN:
        return KNOWN[kind]
    return f"{value_type(catalogue.namers[kind])} | Said"


def value_type(namer: Callable[..., str]) -> str:
    """Return the type of the values that a namer takes, from its annotations."""
    hints: dict[str, Any] = get_type_hints(namer)
    hints.pop("return")
    return "string" if list(hints.values())[1] is str else "readonly unknown[]"


if __name__ == "__main__":
    sys.exit(main())
