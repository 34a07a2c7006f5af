"""What puzzles are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kingdoms.core.game import Game
from kingdoms.core.state import State

WIN, SAVE, ORDER, BEST = "win", "save", "order", "best"
THEMES: Final[Mapping[str, str]] = {
    WIN: "Win now",
    SAVE: "Stay in the game",
    ORDER: "The right order",
    BEST: "Find the best choice",
}
"""The themes that any game has, with their names for people."""

HOPE: Final = 0.6
"""Whoever is to be saved can expect so much of a fair share at least ..."""
LOST: Final = 0.4
"""... and after each other choice at most this part of it."""


def title(game: type[Game], theme: str) -> str:
    """Return the name of a theme for people.

    Examples:
        >>> import kingdoms
        >>> title(kingdoms.core.registry.game_class("middlesea"), "win")
        'Win now'
    """
    return THEMES.get(theme) or game.themes.get(theme) or theme.capitalize()


def find_theme(before: State, seat: str, best: Sequence[int], chance: float, proven: bool, others: float, tempting: int) -> str:
    """Return what a puzzle is about.

    Args:
        before: a table that agrees with what the seat knows.
        seat: who decides.
        best: the line that is expected if the best is done.
        chance: what the seat can expect then.
        proven: whether that is certain.
        others: what it can expect at most after a wrong choice.
        tempting: the wrong choice that tempts most.
    """
    game = before.game
    own, ends = _own_actions(before, seat, best)
    if (proven and chance >= 1.0) or ends:
        return WIN
    if tempting in own[1:]:
        return ORDER
    if chance * game.num_players >= HOPE and others <= LOST * chance:
        return SAVE
    return game.theme(before, best[0]) or BEST


def _own_actions(before: State, seat: str, line: Sequence[int]) -> tuple[list[int], bool]:
    """Return the actions of a line up to where somebody else acts, and whether the game ends with the line, won by the seat."""
    state, own, alone = before.clone(), [], True
    for action in line:
        if not state.is_legal(action):
            break
        alone = alone and state.to_move == seat
        if alone:
            own.append(action)
        state.apply_action(action)
    outcome = state.outcome()
    return own, outcome is not None and seat in outcome.winners
