"""Sentences for people are in the catalogues, not in the code that speaks to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms import texts

PACKAGE = texts.FOLDER.parent
SPEAKING = ("core/**/*.py", "cli/**/*.py", "games/*/table/**/*.py", "games/*/words/**/*.py", "games/*/picture/text.py")
"""The files whose code must not hold sentences."""
FOR_PROGRAMMERS = {
    "core/message.py": "what is wrong with the messages of a game, for its author",
    "games/*/table/measures.py": "quantities of studies; the reports of studies are in English",
    "games/*/words/events.py": "the documentation of events",
}
"""The files with English for people who write programs."""
BUILT_IN = {"AssertionError", "IndexError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"}
"""The exceptions that only a programmer sees."""
DESCRIBING = {"Option", "argument", "command", "group", "option"}
"""The functions of Click that take help, which Click puts together."""
NAMED = {"FORMS", "_PATTERNS"}
"""Names of notation: what players type."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}")
TYPED = re.compile(r"(kingdoms|--)\b|<|(not )?bold\b|[a-z]+ (x|[A-Z]|gold\b|goods\b)|[A-Z]{1,2} [A-Z]{2}")
"""Beginnings of typed input, of `repr` texts, of styles, and of notation; x stands for a hole."""


def without(node: ast.AST) -> bool:
    """Return whether the texts in a part of the code are not for people who play."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in BUILT_IN | DESCRIBING
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id in NAMED for target in targets)
    return isinstance(node, ast.Assert | ast.Compare) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings in a part of the code with their lines, with x for each hole."""
    if without(node):
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from strings(child)


def sentences(code: str) -> list[tuple[int, str]]:
    """Return the sentences in code, with their lines."""
    found = ((line, text.strip()) for line, text in strings(ast.parse(code)))
    return [(line, text) for line, text in found if SENTENCE.search(text) and not TYPED.match(text)]


@pytest.mark.parametrize(
    "line",
    [
        'raise NotationError(f"{word} is not a seat")',
        'print_sentence(console, "The game is over.")',
        'say(f"There are {n} games here.")',
        'hint = f"as in {action}"',
        'raise click.UsageError("name all seats")',
    ],
)
def test_a_sentence_in_code_is_found(line: str) -> None:
    assert sentences(line)


@pytest.mark.parametrize(
    "line",
    [
        'raise TypeError("states change: use the hash as a key")',
        'click.option("--seats", help="Who plays.")',
        'console.print(f"  kingdoms replay {path}")',
        'text("terminal.undone", action=taken)',
        '"""Return the seats of a game."""',
        'TEXTS = ("exchange gold", f"attack {leader} {site}")',
    ],
)
def test_text_for_programmers_is_not_found(line: str) -> None:
    assert sentences(line) == []


def test_no_code_that_speaks_holds_a_sentence() -> None:
    exempt = {path for pattern in FOR_PROGRAMMERS for path in PACKAGE.glob(pattern)}
    files = [path for pattern in SPEAKING for path in sorted(PACKAGE.glob(pattern)) if path not in exempt]
    found = {str(path.relative_to(PACKAGE)): sentences(path.read_text(encoding="utf-8")) for path in files}
    assert {name: here for name, here in found.items() if here} == {}
    assert len(files) > 90, f"{len(files)} files were read of {Path(PACKAGE)}"
