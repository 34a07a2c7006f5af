"""The explorer of openings: what was played in a position, by whom, how often, and how well it went.

`counts` counts the openings of games, `file` keeps the counts, `sources` reads games, and `query` answers about a position.
"""

from kingdoms.explorer.query import Explorer, Position, Row, Tally, explore

__all__ = ["Explorer", "Position", "Row", "Tally", "explore"]
