"""What speaks for the best choice: the factors by which it is better than an alternative, for hints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.analysis.factors import Gain, gains_of
from kingdoms.analysis.findings import Analysis, Option, is_costly
from kingdoms.core.bot import Seen
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.nets import own_net

MOST_TOLD: Final = 2
"""The maximum number of factors in a hint."""


@dataclass(frozen=True)
class Contrast:
    """The best choice beside an alternative.

    Attributes:
        than: the alternative.
        gains: what the best choice changes for the better, the weightiest first; at least one.
    """

    than: Option
    gains: tuple[Gain, ...]


def contrast(analysis: Analysis, view: View, history: Sequence[Seen] = (), seed: int = 0) -> Contrast | None:
    """Return what speaks for the best choice of an analysis, or None if there is nothing to say.

    The alternative is the best one that would be a turning point in a review (see `is_costly`); the factors are those of
    `gains_of`. In a game with secrets, they need to know what the seat has seen.

    Args:
        analysis: the analysis.
        view: the view that was analysed, of the seat to move.
        history: the history that the seat has seen; required in games with secrets.
        seed: the seed of chance, and of the deals of what is hidden.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> for action in ["first N", "explore suns N.FM", "road N.C N.FM", "end", "end"]:
        ...     state.apply_action(action)
        >>> view = state.view("N")
        >>> hint = contrast(kingdoms.analyse(view, simulations=1000), view)
        >>> hint is None or len(hint.gains) <= 2
        True
    """
    game, seat = view.game, analysis.to_move
    if own_net(game) is None or not game.factors() or (game.has_secrets and not history):
        return None
    best = analysis.best
    for alternative in analysis.options[1:]:
        loss = best.chances[seat] - alternative.chances[seat]
        if is_costly(loss, math.hypot(best.spread, alternative.spread)):
            break
    else:
        return None
    rng = Random(seed)
    knowledge = game.knowledge(view.sample(rng))
    knowledge.observe(history)
    knowledge.look(view, rng)
    better, chosen = (game.string_to_action(option.action) for option in (best, alternative))
    gains = gains_of(knowledge, better, chosen, loss / 2, most=MOST_TOLD, seed=seed)
    return Contrast(alternative, gains) if gains else None
