"""The greedy bot of Kingdoms of the Middle Sea, which looks one step ahead (see `policy`)."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.message import Said
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.players.knowledge import MiddleSeaKnowledge
from kingdoms.games.middlesea.players.reasons import reason


class Greedy:
    """A bot that takes the action after which it values its kingdom most.

    Args:
        seed: for sampling states from views.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.knowledge: MiddleSeaKnowledge | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the action that the greedy policy ranks best."""
        if len(legal) == 1:
            return legal[0]
        state = view.sample(self.rng)
        assert isinstance(state, State)
        if self.knowledge is None or self.knowledge.game != state.game:
            self.knowledge = MiddleSeaKnowledge(state)
        self.knowledge.begin(state)
        return self.knowledge.decide(self.rng)

    def reason(self, view: View, action: int) -> Said:
        """Return a reason for an action."""
        state = view.sample(self.rng)
        assert isinstance(state, State)
        return reason(state, action)
