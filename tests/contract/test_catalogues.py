"""The catalogues of our games: what is no message is used, and is plain text."""

from __future__ import annotations

from importlib import import_module

import pytest

from kingdoms import icu, texts
from kingdoms.core.message import Catalogue
from kingdoms.core.registry import game_class, game_names

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
    used = {
        "bot": {key: text for bot in rules.bots() for key, text in ((bot.name, bot.called), (f"{bot.name}_about", bot.about))},
        "chapter": list(rules.chapters),
        "game": {"title": rules.title, "introduction": rules.introduction, **rules.record_calls},
        "kind": rules.action_kinds,
        "level": {str(number): level.about for number, level in enumerate(rules.levels(), 1)},
        "rule": clauses,
        "ruling": rulings,
        "theme": rules.themes,
    }
    found = {part: catalogue.texts(part) for part in catalogue.plain}
    assert found | {"chapter": list(found["chapter"].values())} == used


def test_the_shared_texts_follow_the_syntax() -> None:
    for part in texts.names_of_parts(texts.FOLDER):
        for text in texts.shared(part).values():
            assert icu.parse(text)
