"""The catalogues of our games: what is no message is used, and is plain text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from kingdoms import icu, texts
from kingdoms.core.message import Catalogue
from kingdoms.core.registry import game_class, game_names

SERVER = texts.FOLDER.parent / "server"
OWN = [name for name in game_names() if game_class(name).__module__.startswith("kingdoms.games.")]


def catalogue_of(game: str) -> Catalogue:
    """Return the catalogue of a game."""
    found = import_module(f"kingdoms.games.{game}.texts").CATALOGUE
    assert isinstance(found, Catalogue)
    return found


@pytest.mark.parametrize("game", OWN)
def test_a_plain_text_has_no_holes(game: str) -> None:
    catalogue = catalogue_of(game)
    for part in catalogue.plain:
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
    used = {
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
    found = {part: catalogue.texts(part) for part in catalogue.plain}
    assert found | {"chapter": list(found["chapter"].values())} == used


def calls_of_text() -> Iterator[tuple[str, set[str]]]:
    """Yield the pattern of each id that the server asks `text` for, and the names of the holes that it fills."""
    for path in SERVER.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "text" and call.args:
                key = call.args[0]
                parts = key.values if isinstance(key, ast.JoinedStr) else [key]
                pattern = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in parts)
                yield pattern, {keyword.arg or "" for keyword in call.keywords}


def test_the_server_uses_each_text_of_its_errors_and_fills_its_holes() -> None:
    used = set()
    for pattern, filled in calls_of_text():
        found = [key for key in (f"error.{name}" for name in texts.shared("error")) if re.fullmatch(pattern, key)]
        assert found or not pattern.startswith("error"), f"there is no text {pattern}"
        for key in found:
            assert {name for name, _ in icu.holes(icu.parse(texts.shared("error")[key.partition(".")[2]]))} == filled, key
        used |= set(found)
    assert {f"error.{name}" for name in texts.shared("error")} - used == set()


def test_the_shared_texts_follow_the_syntax() -> None:
    for part in texts.names_of_parts(texts.FOLDER):
        for text in texts.shared(part).values():
            assert icu.parse(text)
