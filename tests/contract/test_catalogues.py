"""The catalogues of our games: entries that are no messages are used, and are plain text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from importlib import import_module
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from kingdoms import icu, texts
from kingdoms.core.message import MessageCatalogue
from kingdoms.core.registry import game_class, game_names

LISTED = {"bot", "level", "parameter", "search", "theme"}
"""The shared parts that are read as a whole."""
FILLED = {"board", "notation", "piecepack", "position", "print"}
"""The parts of a game that have holes: its board as text, piecepack notation, and errors about notation and positions."""
OWN = [name for name in game_names() if game_class(name).__module__.startswith("kingdoms.games.")]


def catalogue_of(game: str) -> MessageCatalogue:
    """Return the catalogue of a game."""
    catalogue = import_module(f"kingdoms.games.{game}.texts").CATALOGUE
    assert isinstance(catalogue, MessageCatalogue)
    return catalogue


@pytest.mark.parametrize("game", OWN)
def test_a_plain_text_has_no_holes(game: str) -> None:
    catalogue = catalogue_of(game)
    for part in set(catalogue.plain) - FILLED:
        for text in catalogue.texts(part).values():
            assert icu.parse(text) == (text,)
            assert "#" not in text


@pytest.mark.parametrize("game", OWN)
def test_every_plain_text_is_used(game: str) -> None:
    catalogue, rules = catalogue_of(game), game_class(game)
    clauses = {name: text for chapter in rules.chapters.values() for name, text in chapter.items()}
    rulings = {ruling.name: ruling.about for ruling in (*rules.known_rulings, *rules.variants)}
    words = {
        f"{ruling.name}.{value}": ruling.word(value)
        for ruling in (*rules.known_rulings, *rules.variants)
        for value in ruling.values
        if isinstance(value, str)
    }
    expected = {
        "bot": {key: text for bot in rules.bots() for key, text in ((bot.name, bot.called), (f"{bot.name}_about", bot.about))},
        "chapter": list(rules.chapters),
        "game": {"title": rules.title, "introduction": rules.introduction, "aim": rules.aim, **rules.record_calls},
        "kind": rules.action_kinds,
        "level": {str(number): level.about for number, level in enumerate(rules.levels(), 1)},
        "rule": clauses,
        "ruling": rulings,
        "theme": rules.themes,
        "value": words,
    }
    texts = {part: catalogue.texts(part) for part in set(catalogue.plain) - FILLED}
    assert texts | {"chapter": list(texts["chapter"].values())} == expected


def is_named(function: ast.expr, name: str) -> bool:
    """Return whether a call is of a function with this name, which may be of a module."""
    return name == (function.id if isinstance(function, ast.Name) else getattr(function, "attr", ""))


def keys_in(node: ast.expr) -> list[str]:
    """Return the patterns of the ids that an argument may be; none for a variable."""
    if isinstance(node, ast.IfExp):
        return keys_in(node.body) + keys_in(node.orelse)
    if not isinstance(node, ast.Constant | ast.JoinedStr):
        return []
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return ["".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in parts)]


def keys_in_template(node: nodes.Node) -> list[str]:
    """Return the patterns of the ids that an argument in a template may be; none for a variable."""
    if isinstance(node, nodes.CondExpr):
        return [key for part in (node.expr1, node.expr2) if part for key in keys_in_template(part)]
    parts = node.nodes if isinstance(node, nodes.Concat) else [node]
    patterns = [re.escape(part.value) if isinstance(part, nodes.Const) else r"\w+" for part in parts]
    return ["".join(patterns)] if isinstance(parts[0], nodes.Const) else []


def check_texts(folder: Path, function: str, entries: Mapping[str, str]) -> None:
    """Check that code and templates in a folder ask `function` for each of some texts and no others, and fill their holes."""
    parts = {key.partition(".")[0] for key in entries}
    holes = {key: {name for name, _ in icu.holes(icu.parse(text))} for key, text in entries.items()}
    ids = set()

    def check_call(path: Path, patterns: Sequence[str], filled: Set[str]) -> None:
        for pattern in patterns:
            named = {key for key in entries if re.fullmatch(pattern, key) and ("" in filled or holes[key] <= filled)}
            assert named or pattern.partition(r"\.")[0] not in parts, f"{path}: no text {pattern} has the holes {filled}"
            surplus = filled - {""} - {name for key in named for name in holes[key]}
            assert not surplus or not named, f"{path}: {pattern} has no hole {surplus}"
            ids.update(named)

    named = re.compile(rf"\b{function}\(|\"({'|'.join(map(re.escape, parts))})\.")
    for path in folder.rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(code)) if named.search(code) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in entries:  # an id in a variable
                ids.add(node.value)
            if isinstance(node, ast.Call) and is_named(node.func, "SharedText"):
                values = next((value.keys for value in node.args[1:] if isinstance(value, ast.Dict)), [])
                filled = {str(key.value) for key in values if isinstance(key, ast.Constant)}
                check_call(path, keys_in(node.args[0]), filled)
            if isinstance(node, ast.Call) and is_named(node.func, function) and node.args:
                check_call(path, keys_in(node.args[0]), {keyword.arg or "" for keyword in node.keywords})
    for path in folder.rglob("templates/*.html"):
        template = Environment().parse(path.read_text(encoding="utf-8"))
        constants = [node.value for node in template.find_all(nodes.Const) if isinstance(node.value, str)]
        ids.update({first + second for first in constants for second in constants} & set(entries))  # an id in two parts
        for call in template.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == function:
                check_call(path, keys_in_template(call.args[0]), {keyword.key for keyword in call.kwargs})
    assert set(entries) - ids == set()


def entries_of(parts: Collection[str], texts_of: Callable[[str], Mapping[str, str]]) -> dict[str, str]:
    """Return the entries of several parts by their ids."""
    return {f"{part}.{name}": text for part in parts for name, text in texts_of(part).items()}


def test_each_shared_text_is_used_and_its_holes_are_filled() -> None:
    check_texts(texts.FOLDER.parent, "text", entries_of(set(texts.names_of_parts(texts.FOLDER)) - LISTED, texts.shared_texts))


@pytest.mark.parametrize("game", OWN)
def test_each_error_of_a_game_is_used_and_its_holes_are_filled(game: str) -> None:
    folder = texts.FOLDER.parent / "games" / game
    catalogue = catalogue_of(game)
    check_texts(folder, "fault", entries_of(FILLED & set(catalogue.plain), catalogue.texts))


def test_the_shared_texts_follow_the_syntax() -> None:
    for part in texts.names_of_parts(texts.FOLDER):
        for text in texts.shared_texts(part).values():
            assert icu.parse(text)
