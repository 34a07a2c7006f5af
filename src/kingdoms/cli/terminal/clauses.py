"""Finds and prints clauses of the rules."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.terminal.console import print_sentence
from kingdoms.cli.terminal.search import search_clauses
from kingdoms.core.errors import KingdomsError, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import hint_at_game

MOST = 5
"""The most clauses that answer a question."""


class NoClause(KingdomsError, LookupError):
    """An unknown clause, or words that no clause contains."""

    code = "clause"


def is_question(typed: str) -> bool:
    """Return whether a line of input is a plain question, which the rules answer.

    Examples:
        >>> is_question("How do I win"), is_question("road N.C N.FM")
        (True, False)
    """
    words = "|".join(texts.shared_texts("search")["questions"].split())
    return re.fullmatch(rf"¿?({words})\b.*|.+\?", typed, re.IGNORECASE) is not None


def all_clauses(game: type[Game]) -> dict[str, str]:
    """Return the texts of all clauses of a game's rules, by id."""
    return {name: text for part in game.chapters.values() for name, text in part.items()}


def find_clauses(game: type[Game], words: Sequence[str]) -> dict[str, str]:
    """Return clauses, by id or by the words in them, best first; all clauses if there are no words.

    Raises:
        NoClause: no clause matches.

    Examples:
        >>> from kingdoms.core.registry import game_class
        >>> list(find_clauses(game_class("middlesea"), ["ft-4"])), len(find_clauses(game_class("middlesea"), ["zealots"])) > 1
        (['FT-4'], True)
        >>> next(iter(find_clauses(game_class("rivers"), ["winning"])))
        'J-2'
    """
    clauses = all_clauses(game)
    if not words:
        return clauses
    names = {name.upper(): name for name in clauses}
    if any(word.upper() in names for word in words):
        for word in words:
            if word.upper() not in names:
                raise NoClause(texts.text("terminal.no_clause", clause=repr(word), hint=_hint(word, names)))
        return {names[word.upper()]: clauses[names[word.upper()]] for word in words}
    chapters = search_clauses(game.chapters, " ".join(words))
    matches = {name: text for part in chapters.values() for name, text in part.items()}
    if not matches:
        raise NoClause(texts.text("terminal.no_words", words=repr(" ".join(words)), hint=_hint(words[0], names)))
    return matches


def _hint(word: str, names: Iterable[str]) -> str:
    return hint_at_game(word) or suggest(word.upper(), names)


def print_found(console: Console, game: type[Game], words: Sequence[str], style: str = "bold") -> None:
    """Print the best clauses for words or a question, and how to see the others.

    Raises:
        NoClause: no clause matches.
    """
    matches = find_clauses(game, words)
    print_clauses(console, dict(list(matches.items())[:MOST]), style)
    if len(matches) > MOST:
        print_sentence(
            console, texts.text("terminal.more_clauses", n=len(matches) - MOST, game=game.name, words=shlex.join(words))
        )


def print_clauses(console: Console, clauses: Mapping[str, str], style: str = "bold") -> None:
    """Print clauses with their ids in a column of their own."""
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=8)
    table.add_column()
    for name, text in clauses.items():
        table.add_row(Text("  " + name, style), Text(text))
    console.print(table)
