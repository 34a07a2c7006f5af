"""The greedy player of Two Rivers: a sound one-step player for every kind of decision.

It takes what the game's knowledge (`knowledge`) says brings most. What others hold is estimated from the tiles not seen; a
conflict is begun when it pays by expectation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.players import sight as eyes
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from kingdoms.games.rivers.players.reasons import reason
from kingdoms.games.rivers.players.sight import Sight
from kingdoms.games.rivers.table.view import View as RiversView


class Greedy:
    """Takes the action that promises most: points of its weakest colour first.

    Args:
        seed: where the states come from that it thinks about.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.knowledge: RiversKnowledge | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the action that it likes best."""
        if len(legal) == 1:
            return legal[0]
        if self.knowledge is None or self.knowledge.game != view.game:
            self.knowledge = cast(RiversKnowledge, view.game.knowledge(view.sample(self.rng)))
        self.knowledge.look(view, self.rng)
        return self.knowledge.decide(self.rng)

    def reason(self, view: View, action: int) -> str:
        """Return what speaks for an action."""
        assert isinstance(view, RiversView)
        assert view.seat is not None
        table, sight = view.sample(self.rng), Sight()
        eyes.look(sight, table, SEATS.index(view.seat), sum(view.knows(seat) << n for n, seat in enumerate(SEATS)))
        return reason(sight, table, action)
