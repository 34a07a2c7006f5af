"""Analysis for people: the best choices in a position, and the turning points of a game.

`kingdoms.analyse` does both, and returns an `Analysis` or a `Review`. `review` yields partial results, and `sight` returns what
a seat knew at any point in a game.
"""

from kingdoms.analysis.analyse import analyse
from kingdoms.analysis.findings import Analysis, Decision, Option, Review, Standing, Step
from kingdoms.analysis.position import analyse_position, spread
from kingdoms.analysis.review import review, sight, sight_of_mover

__all__ = [
    "Analysis",
    "Decision",
    "Option",
    "Review",
    "Standing",
    "Step",
    "analyse",
    "analyse_position",
    "review",
    "sight",
    "sight_of_mover",
    "spread",
]
