"""The search for clauses: the same as the page's, and the first answers to what newcomers ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingdoms.cli.terminal.clauses import find_clauses
from kingdoms.cli.terminal.search import search_clauses
from kingdoms.core.registry import game_class

SEARCHES = json.loads((Path(__file__).parents[3] / "web/src/rules/searches.json").read_text())


@pytest.mark.parametrize("query", SEARCHES["found"])
def test_the_page_and_the_terminal_find_the_same(query: str) -> None:
    chapters = search_clauses(SEARCHES["chapters"], query)
    assert [name for part in chapters.values() for name in part] == SEARCHES["found"][query]


@pytest.mark.parametrize("query", ["how do I win", "winning", "victory", "How do I win the game?"])
@pytest.mark.parametrize(("game", "clause"), [("middlesea", "V-3"), ("rivers", "J-2")])
def test_searching_for_victory_finds_its_clauses_first(game: str, clause: str, query: str) -> None:
    assert next(iter(find_clauses(game_class(game), query.split()))) == clause
