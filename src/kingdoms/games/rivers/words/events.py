"""The kinds of events that `narrate` and `tell` return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kingdoms.core.event import EventKind

_CONFLICT: Final = {
    "colour": "of the leaders",
    "attack": "the attacker's strength on the board",
    "defence": "the defender's",
    "attacker": "the seat that commits first",
    "defender": "the other seat",
}
_RESULT: Final = {
    "colour": "of the leaders",
    "attack": "the attacker's strength in the end",
    "defence": "the defender's",
    "loser": "the seat whose leader goes home",
    "points": "what the winner gains",
    "removed": "the cells of the tiles lost",
}

EVENTS: Final[Mapping[str, EventKind]] = {
    "first": EventKind("the seat starts"),
    "turn": EventKind("the seat's turn begins"),
    "drawn": EventKind("the seat draws a tile", {"colour": "which, for whoever may know"}),
    "place": EventKind(
        "a tile is placed",
        {
            "colour": "which",
            "cell": "where",
            "scores": "the seat that gets a point, missing where none does",
            "points": "how many it gets, if more than one",
        },
    ),
    "leader": EventKind(
        "a leader is placed or moved",
        {"colour": "which", "cell": "where", "from": "the cell it left, or null if it was off the board"},
    ),
    "withdrawn": EventKind("a leader is taken back", {"colour": "which"}),
    "leader_returned": EventKind(
        "the seat's leader has no temple left and goes home", {"colour": "which", "cell": "where it stood"}
    ),
    "catastrophe": EventKind("a catastrophe is put on the board", {"cell": "where"}),
    "swap": EventKind(
        "tiles are swapped for others", {"count": "how many", "tiles": "how many of each colour, for whoever may know"}
    ),
    "pass": EventKind("the seat gives up the rest of its turn"),
    "war_chosen": EventKind("the active seat says which war comes next", {"colour": "of the leaders"}),
    "revolt": EventKind("a revolt begins", _CONFLICT),
    "war": EventKind("a war begins", _CONFLICT),
    "committed": EventKind("a side commits tiles from its hand", {"count": "how many", "colour": "of the tiles"}),
    "revolt_won": EventKind("the seat wins a revolt", _RESULT),
    "war_won": EventKind(
        "the seat wins a war", _RESULT | {"spared": "the cell of a tile that is not lost because a building stands on it"}
    ),
    "raised": EventKind(
        "a civilization building is put on the board or moved",
        {"colour": "of the building", "cell": "where", "from": "the cell it left, or null if it was off the board"},
    ),
    "lowered": EventKind(
        "a civilization building leaves the board with its tile", {"colour": "of the building", "cell": "where it stood"}
    ),
    "monument": EventKind("a monument is built", {"pair": "its two colours", "cell": "its upper left cell"}),
    "wonder": EventKind("the wonder is built", {"cell": "its centre"}),
    "decline": EventKind("the seat builds nothing, or leaves a building where it is"),
    "treasure": EventKind("a treasure is taken", {"cell": "where it lay"}),
    "income": EventKind("monuments or the wonder bring points", {"colour": "of the points", "points": "how many"}),
    "game_over": EventKind(
        "the game ends",
        {
            "reason": "why",
            "winners": "the seats that win",
            "loser": "always null",
            "scores": "four numbers for each seat, the weakest colour first",
        },
    ),
}
"""Kind -> description, roughly in the order of a turn."""
