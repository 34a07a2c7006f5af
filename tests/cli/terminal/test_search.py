"""The search for clauses: the same as the page's, and the first answers to what newcomers ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingdoms import texts
from kingdoms.cli.terminal.clauses import find_clauses, is_question
from kingdoms.cli.terminal.search import search_clauses
from kingdoms.core.registry import game_class

QUESTIONS = json.loads(Path(__file__).with_name("questions.json").read_text())
SEARCHES = json.loads((Path(__file__).parents[3] / "web/src/rules/searches.json").read_text())


@pytest.mark.parametrize("query", SEARCHES["found"])
def test_the_page_and_the_terminal_find_the_same(query: str) -> None:
    chapters = search_clauses(SEARCHES["chapters"], query)
    assert [name for part in chapters.values() for name in part] == SEARCHES["found"][query]


@pytest.mark.parametrize("query", ["how do I win", "winning", "victory", "How do I win the game?"])
@pytest.mark.parametrize(("game", "clause"), [("middlesea", "V-3"), ("rivers", "J-2")])
def test_searching_for_victory_finds_its_clauses_first(game: str, clause: str, query: str) -> None:
    assert next(iter(find_clauses(game_class(game), query.split()))) == clause


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question['game']}: {question['en']}")
def test_a_question_has_the_same_answers_in_each_language(question: dict[str, str]) -> None:
    answers = {}
    for tag in ("en", "de", "fr", "es"):
        with texts.speaking(tag):
            chapters = search_clauses(game_class(question["game"]).chapters, question[tag])
            assert is_question(question[tag])
        answers[tag] = [name for clauses in chapters.values() for name in clauses]
    for tag, names in answers.items():
        assert set(names[:3]) & set(answers["en"][:5]), f"{tag}: {names[:5]}"
