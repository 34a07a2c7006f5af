"""The inputs of a net, so that `kingdoms train liars_dice` can train one."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms import State
from kingdoms.core.knowledge import PlainKnowledge
from liars_dice.game import BIDS, Table

FEATURES = ("dice", "others_dice", "to_move", "made_true_bid", "made_false_bid", "faces_true_bid", "faces_false_bid")


class DiceKnowledge(PlainKnowledge):
    """The dice that are left, and whether the bid holds: search deals hidden dice, so the state shows all of them."""

    def features(self) -> Sequence[str]:
        """Return the names of the features."""
        return FEATURES

    def told(self, state: State, player: int) -> Sequence[int]:
        """Return the features of a seat."""
        assert isinstance(state, Table)
        own, moves = state.left[player], state.turn == player
        holds = fails = False
        if state.bid and state.roller() < 0:
            number, face = BIDS[state.bid - 1]
            holds = sum(hand.count(face) for hand in state.hands) >= number
            fails = not holds
        made = bool(state.bid) and own > 0 and state.next_in(state.turn, -1) == player
        return own, sum(state.left) - own, moves, made and holds, made and fails, moves and holds, moves and fails
