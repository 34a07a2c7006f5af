"""Analysis for people: the best choices of a position, and where a game was lost.

`kingdoms.analyse` is the one call for both. `review` yields its results as it goes, `sight` says what a seat knew at any
moment of a game, and the results are an `Analysis` or a `Review`.
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
