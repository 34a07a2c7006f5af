"""The words of a game's notation: which actions a few typed words mean, whether they are possible now or not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kingdoms.core.game import Game

MOST = 20
"""Actions with an amount are known up to this one; larger ones have to be typed as the notation writes them."""


class Vocabulary:
    """All actions of a game by the words in their texts, and what people say for these words.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea")
        >>> [game.action_to_string(action) for action in Vocabulary(game).meant("S.FM road s.c")]
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
        """Say whether a word, in small letters, is what people call something: then it is not the beginning of another name."""
        return word in self._synonyms

    def spelled(self, typed: str) -> str:
        """Return what was typed with those words that the notation knows written as it writes them.

        Examples:
            >>> import kingdoms
            >>> Vocabulary(kingdoms.load_game("middlesea")).spelled("road n.c n.xy")
            'road N.C n.xy'
        """
        return " ".join(self._spelling.get(word.lower(), word) for word in typed.split())

    def meant(self, typed: str) -> list[int]:
        """Return the actions, legal or not, that have all words typed, in any order; none if one is unknown."""
        words: list[str] = []
        for word in typed.lower().split():
            words += [word] if word in self._actions else self._synonyms.get(word, [word])
        sets = [self._actions.get(word, set()) for word in words]
        return sorted(set.intersection(*sets)) if sets else []


def _all_actions(game: Game) -> Iterable[int]:
    """Return all actions of a game, none of one that does not say which there are."""
    try:
        return game.action_space(MOST)
    except NotImplementedError:
        return ()


@lru_cache(maxsize=8)
def vocabulary_of(game: Game) -> Vocabulary:
    """Return the vocabulary of a game, made once."""
    return Vocabulary(game)
