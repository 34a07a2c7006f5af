"""A bot that estimates probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from kingdoms import View
from liars_dice.game import BIDS, CupView


class Careful:
    """Challenges an unlikely bid, else makes the likeliest bid."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the preferred action."""
        bids = [action for action in legal if action]
        if 0 in legal and (not bids or likely(view, bids[0] - 1) < 0.35):
            return 0
        return max(bids, key=lambda bid: (round(likely(view, bid), 2), -bid))


def likely(view: View, bid: int) -> float:
    """Return the probability that a bid, numbered from 1, holds."""
    assert isinstance(view, CupView)
    number, face = BIDS[bid - 1]
    own: list[int] = view.to_json()["seats"][view.seat]["dice"]
    others = sum(view.scores.values()) - len(own)
    wanted = max(0, number - own.count(face))
    hits: int = sum(comb(others, n) * 5 ** (others - n) for n in range(wanted, others + 1))
    return float(hits / 6**others)
