"""The words of a game's notation, to find the actions that typed words mean, legal or not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kingdoms.core.game import Game

MOST = 20
"""Amounts in actions are indexed up to this number; larger ones only match exact notation."""


class Vocabulary:
    """All actions of a game, indexed by the words of their notation and their synonyms.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea")
        >>> [game.action_to_string(action) for action in Vocabulary(game).find_actions("S.FM road s.c")]
        ['road S.C S.FM', 'road S.FM S.C']
    """

    def __init__(self, game: Game) -> None:
        self._actions: dict[str, set[int]] = {}
        self._spelling: dict[str, str] = {}
        for action in _all_actions(game):
            for word in game.action_to_string(action).split():
                self._spelling[word.lower()] = word
                self._actions.setdefault(word.lower(), set()).add(action)
        self._synonyms = {word: phrase.lower().split() for word, phrase in game.synonyms.items()}

    def is_name(self, word: str) -> bool:
        """Return whether a word, in lower case, is a synonym, which is never taken for the beginning of another word."""
        return word in self._synonyms

    def spell(self, typed: str) -> str:
        """Return the input with known words in the notation's upper and lower case.

        Examples:
            >>> import kingdoms
            >>> Vocabulary(kingdoms.load_game("middlesea")).spell("road n.c n.xy")
            'road N.C n.xy'
        """
        return " ".join(self._spelling.get(word.lower(), word) for word in typed.split())

    def find_actions(self, typed: str) -> list[int]:
        """Return the actions, legal or not, that contain all words typed, in any order; none if a word is unknown."""
        words: list[str] = []
        for word in typed.lower().split():
            words += [word] if word in self._actions else self._synonyms.get(word, [word])
        sets = [self._actions.get(word, set()) for word in words]
        return sorted(set.intersection(*sets)) if sets else []


def _all_actions(game: Game) -> Iterable[int]:
    try:
        return game.action_space(MOST)
    except NotImplementedError:
        return ()


@lru_cache(maxsize=8)
def vocabulary_of(game: Game) -> Vocabulary:
    """Return the vocabulary of a game, cached."""
    return Vocabulary(game)
