"""Searches the clauses of the rules by words.

The page's `web/src/rules/search.ts` does the same while words are typed, by the same words; the results that both have to give
are in `web/src/rules/searches.json`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kingdoms.texts import language, shared_texts

Chapters = Mapping[str, Mapping[str, str]]

TOKENS = re.compile(r"[a-z]+-\d+|n\.\d+|\w+")
LEAST_STEM = 3
"""The fewest letters of a stem whose ending was cut."""
IN_TITLE = 3.0
"""The weight of a word in the title of a chapter; the weight of a word in a clause is less than 1."""
BEGINNING = 0.5
"""The weight of a clause's word of which only the beginning was typed."""
TO_YOU = 0.1
"""The weight of a clause that begins with "You": it is more likely to answer a player's question."""


@dataclass(frozen=True)
class SearchWords:
    """The words of a language for the search.

    Attributes:
        stop: words that are ignored.
        same: word -> the word that stands for all words with the same meaning.
        near: a word of newcomers -> words of the rules that they may mean by it.
        endings: the endings that stems lack, longest first.
        to_you: how a clause about the player begins.
    """

    stop: frozenset[str]
    same: Mapping[str, str]
    near: Mapping[str, Sequence[str]]
    endings: Sequence[str]
    to_you: str

    @classmethod
    def now(cls) -> SearchWords:
        """Return the words of the present language."""
        return _words_of(language())


@cache
def _words_of(_language: str) -> SearchWords:
    words = shared_texts("search")
    return SearchWords(
        frozenset(words["stop"].split()),
        {word: first for first, *others in map(str.split, words["same"].split(";")) for word in others},
        {word: meanings for word, *meanings in map(str.split, words["near"].split(";"))},
        words["endings"].split(),
        words["to_you"],
    )


@dataclass
class _Clause:
    """A clause, prepared for the search.

    Attributes:
        chapter: the title of its chapter.
        id: its id.
        text: its text.
        title: the stems of the title.
        stems: how often each stem occurs in the clause, id included.
        words: the words of the clause, in lower case.
    """

    chapter: str
    id: str
    text: str
    title: set[str]
    stems: Counter[str]
    words: set[str]


def search_clauses(chapters: Chapters, query: str) -> dict[str, dict[str, str]]:
    """Return the clauses that match most words of a query, by chapter; the best clause and its chapter come first.

    Examples:
        >>> from kingdoms.core.registry import game_class
        >>> chapters = search_clauses(game_class("middlesea").chapters, "How do I win?")
        >>> {title: list(clauses)[:2] for title, clauses in chapters.items() if "V-3" in clauses}
        {'End and victory': ['V-3', 'V-4']}
    """
    clauses = _clauses(chapters)
    words = _tokens(query)
    vocabulary = SearchWords.now()
    terms = list(dict.fromkeys([word for word in words if word not in vocabulary.stop] or words))
    scores = [0.0] * len(clauses)
    counts = [0] * len(clauses)
    for word in terms:
        hits = [_hit(clause, word) for clause in clauses]
        rare = math.log(1 + len(clauses) / (1 + sum(hit > 0 for hit in hits)))
        for at, hit in enumerate(hits):
            scores[at] += rare * hit
            counts[at] += hit > 0
    most = max(counts, default=0)
    best = [at for at, count in enumerate(counts) if count == most > 0]
    rank = {at: scores[at] + (TO_YOU if clauses[at].text.startswith(f"{vocabulary.to_you} ") else 0) for at in best}
    result: dict[str, dict[str, str]] = {}
    for at in sorted(best, key=lambda at: -round(rank[at], 6)):
        result.setdefault(clauses[at].chapter, {})[clauses[at].id] = clauses[at].text
    return result


def stem(word: str) -> str:
    """Return the stem of a word in lower case; words with the same meaning have one stem.

    Examples:
        >>> [stem(word) for word in ("winning", "wins", "victory", "cities", "city")]
        ['win', 'win', 'win', 'citi', 'citi']
    """
    vocabulary = SearchWords.now()
    word = vocabulary.same.get(word, word)
    if "-" in word or "." in word:
        return word
    for ending in vocabulary.endings:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            word = word.removesuffix(ending)
            break
    if len(word) > LEAST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") else word


def _hit(clause: _Clause, word: str) -> float:
    """Return how well a clause matches a word, or one that may be meant by it, 0 for not at all."""
    return max(_hit_exactly(clause, meaning) for meaning in (word, *SearchWords.now().near.get(word, ())))


def _hit_exactly(clause: _Clause, word: str) -> float:
    word_stem = stem(word)
    often = clause.stems[word_stem]
    begins = any(clause_word.startswith(word) for clause_word in clause.words)
    in_clause = often / (often + 1) if often else BEGINNING / 2 if begins else 0
    return in_clause + (IN_TITLE if word_stem in clause.title else 0)


def _tokens(text: str) -> list[str]:
    """Return the words of a text in lower case; the id of a clause is one word."""
    return TOKENS.findall(text.lower())


def _clauses(chapters: Chapters) -> list[_Clause]:
    prepared_clauses = []
    for title, clauses in chapters.items():
        in_title = {stem(word) for word in _tokens(title)}
        for name, text in clauses.items():
            words = _tokens(f"{name} {text}")
            prepared_clauses.append(_Clause(title, name, text, in_title, Counter(map(stem, words)), set(words)))
    return prepared_clauses
