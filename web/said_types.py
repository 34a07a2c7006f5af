"""Writes the declarations of all messages for TypeScript: the holes of each entry of a game's catalogue, with their types.

python web/said_types.py [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_type_hints

from kingdoms import icu
from kingdoms.core.message import Catalogue
from kingdoms.core.registry import game_names

GAMES: Final = Path(__file__).parent / "src" / "games"
KNOWN: Final = {"number": "number", "text": "string", "message": "Said"}
HEAD: Final = """/** The holes of each message, written by `make types` from the catalogue. */

import type { Said } from "../../api/types";

export interface Holes {
"""


def main() -> int:
    """Write the declarations of all games; with --check, return 1 if one is not up to date."""
    stale = 0
    for name in game_names():
        file = GAMES / name / "said.gen.ts"
        if not file.parent.exists():
            continue
        text = HEAD + "".join(declarations(import_module(f"kingdoms.games.{name}.texts").CATALOGUE)) + "}\n"
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file} is not up to date: make types", file=sys.stderr)
            stale = 1
    return stale


def declarations(catalogue: Catalogue) -> Iterator[str]:
    """Yield a line for each entry."""
    for key in catalogue.ids():
        names = dict.fromkeys(name for name, _ in icu.holes(catalogue.entry(key)))
        fields = "; ".join(f"{name}: {type_of(catalogue, catalogue.kinds[name])}" for name in names)
        yield f'  "{key}": {{ {fields} }};\n' if fields else f'  "{key}": Record<string, never>;\n'


def type_of(catalogue: Catalogue, kind: str) -> str:
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
