"""The themes of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.texts import PerLanguage, shared_texts

WIN, SHARE, SAVE, ORDER, BEST = "win", "share", "save", "order", "best"
THEMES: Final[Mapping[str, str]] = PerLanguage(
    lambda: {theme: shared_texts("theme")[theme] for theme in (WIN, SHARE, SAVE, ORDER, BEST)}
)
"""The display names of the themes that every game has."""

HOPE: Final = 0.6
"""For `SAVE`, the minimum chance after the best choice, as a part of a fair share."""
LOST: Final = 0.4
"""For `SAVE`, the maximum chance after any other choice, as a part of the chance after the best one."""


def title(game: type[Game], theme: str) -> str:
    """Return the display name of a theme.

    Examples:
        >>> import kingdoms
        >>> title(kingdoms.core.registry.game_class("middlesea"), "win")
        'Win now'
    """
    return THEMES.get(theme) or game.themes.get(theme) or theme.capitalize()


def find_theme(
    before: State, seat: str, best: Sequence[int], chance: float, proven: bool, wrong_chance: float, tempting: int
) -> str:
    """Return the theme of a puzzle.

    Args:
        before: a state consistent with the seat's knowledge.
        seat: the deciding seat.
        best: the expected line of the best choice.
        chance: the expected share of the seat after the best choice.
        proven: whether this share is certain.
        wrong_chance: the highest expected share of the seat after a wrong choice.
        tempting: the most tempting wrong choice.
    """
    game = before.game
    actions, winners = _own_actions(before, seat, best)
    if (proven and chance >= 1.0) or seat in winners:
        return SHARE if len(winners) > 1 else WIN
    if tempting in actions[1:]:
        return ORDER
    if chance * game.num_players >= HOPE and wrong_chance <= LOST * chance:
        return SAVE
    return game.theme(before, best[0]) or BEST


def _own_actions(before: State, seat: str, line: Sequence[int]) -> tuple[list[int], tuple[str, ...]]:
    """Return the seat's actions until another seat or chance acts, and the winners if the line ends the game."""
    state, actions, alone = before.clone(), [], True
    for action in line:
        if not state.is_legal(action):
            break
        alone = alone and state.to_move == seat
        if alone:
            actions.append(action)
        state.apply_action(action)
    outcome = state.outcome()
    return actions, () if outcome is None else outcome.winners
