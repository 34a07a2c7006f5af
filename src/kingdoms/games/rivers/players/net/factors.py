"""What the features of the net mean to people: groups of them, each with words that compare two tables.

No factor is a hand. What wars may take depends on hands; those of others are dealt at random, as for a search.
"""

from __future__ import annotations

from typing import Final

from kingdoms.core.factor import Factor, Figures
from kingdoms.core.message import Said
from kingdoms.games.rivers.players.net.shape import RANKS
from kingdoms.games.rivers.texts import say

SCORES: Final = ("lowest", "second_lowest", "third_lowest", "highest")
OFFICES: Final = ("priest", "farmer", "trader", "king")


def rank_features(trait: str) -> tuple[str, ...]:
    """Return the names of a feature of all four colours."""
    return tuple(f"{rank}_{trait}" for rank in RANKS)


def total(key: str, *features: str, also: tuple[str, ...] = (), sign: int = 1) -> Factor:
    """Return a factor that tells the sum of some features.

    Args:
        key: the entry of the catalogue.
        features: the features.
        also: more features that belong to the factor.
        sign: 1 if a greater sum is better for the seat, -1 if a smaller one is.
    """

    def count(figures: Figures) -> int:
        return sum(figures[name] for name in features)

    def tell(seat: str, worse: Figures, better: Figures) -> Said:
        n, old = count(better), count(worse)
        return say(key, seat=seat, n=n, old=old) if n != old else ""

    return Factor((*features, *also), tell, lambda figures: sign * count(figures))


def weakest_points(figures: Figures) -> int:
    """Return the points of the weakest colour."""
    return figures["lowest"]


def all_points(figures: Figures) -> int:
    """Return the points in all colours; the features of all but the weakest count from the weakest."""
    return sum(figures[name] for name in SCORES) + 3 * figures["lowest"]


def tell_points(seat: str, worse: Figures, better: Figures) -> Said:
    """Compare the points of the weakest colour or, if they are equal, all points."""
    if weakest_points(worse) != weakest_points(better):
        return say("factor.weakest", seat=seat, n=weakest_points(better), old=weakest_points(worse))
    n, old = all_points(better), all_points(worse)
    return say("factor.points", seat=seat, n=n, old=old) if n != old else ""


def worth_of_points(figures: Figures) -> int:
    """Return how good points are: the weakest colour counts first, then all."""
    return 1000 * weakest_points(figures) + all_points(figures)


FACTORS: Final = (
    Factor((*SCORES, "treasures", "leads", *rank_features("ahead")), tell_points, worth_of_points),
    total("factor.leaders", *OFFICES, also=(*rank_features("leader"), *rank_features("king_scores"))),
    total("factor.strength", *rank_features("tiles")),
    total("factor.temples", *rank_features("temples")),
    total("factor.monuments", *rank_features("pays")),
    total("factor.risk", *rank_features("danger"), sign=-1),
    total("factor.trader", "trader_treasures"),
    total("factor.catastrophes", "catastrophes"),
)
"""The groups of features that have words.

Hands, room, revolts, squares, and what wars may win have none: in reviews they misled, or meant nothing to a player.
"""
