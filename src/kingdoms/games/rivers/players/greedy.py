"""The greedy player of Two Rivers, a bot with a one-step evaluation for every kind of decision.

It picks the action that `knowledge` values most. Other hands are estimated from the unseen tiles, and conflicts are started by
their expected value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kingdoms.core.message import Message
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from kingdoms.games.rivers.players.reasons import reason
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.sight import Sight
from kingdoms.games.rivers.table.view import View as RiversView


class Greedy:
    """A bot that picks the action with the highest heuristic value; points of its weakest colour count most.

    Args:
        seed: seed for sampling states from views.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.knowledge: RiversKnowledge | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the legal action with the highest value."""
        if len(legal) == 1:
            return legal[0]
        if self.knowledge is None or self.knowledge.game != view.game:
            self.knowledge = cast(RiversKnowledge, view.game.knowledge(view.sample(self.rng)))
        self.knowledge.look(view, self.rng)
        return self.knowledge.decide(self.rng)

    def reason(self, view: View, action: int) -> Message:
        """Return the reason for an action."""
        assert isinstance(view, RiversView)
        assert view.seat is not None
        table, sight = view.sample(self.rng), Sight()
        eyes.look(sight, table, SEATS.index(view.seat), sum(view.knows(seat) << n for n, seat in enumerate(SEATS)))
        return reason(sight, table, action)
