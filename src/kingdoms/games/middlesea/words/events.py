"""The kinds of events that `narrate` returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kingdoms.core.event import EventKind

TILES: Final = {"tiles": "the tile of each city that is named, by its site"}
"""Detail for sentences that name the cities at their sites, because the board may have changed since."""
TARGET: Final = {
    "kind_of_attack": "`military` or `missionary`",
    "guard": "the leader that missionaries would make inactive, or null",
    "piers": "how long the port is that soldiers would destroy, or 0",
}
"""Details of the target of an attack."""

ENDED: Final = {
    "site": "what was attacked",
    "leader": "which leader has attacked",
    "defender": "the seat attacked, or null",
    "attack": "the attack total",
    "defence": "the defence total",
    **TARGET,
    **TILES,
}
"""Details of a finished attack."""

EVENTS: Final[Mapping[str, EventKind]] = {
    "first": EventKind(
        "the seat is first in dominance: it has rolled highest, at the start or in a tie",
        {"order": "at the start, the seats first to last, else null"},
    ),
    "round": EventKind("a round begins", {"round": "its number"}),
    "turn": EventKind("the seat begins to build, or its leaders begin to act", {"phase": "`build` or `leader`"}),
    "end": EventKind("the seat ends its build or leader phase", {"phase": "`build` or `leader`"}),
    "control": EventKind("the king holds all cities", {"cities": "how many", "control_value": "how many it could hold"}),
    "control_paid": EventKind(
        "there are more cities than the king holds",
        {
            "excess": "how many too many",
            "paid": "how many of these are paid for",
            "forced": "whether there was nothing to choose",
        },
    ),
    "rebel_named": EventKind("the seat lets a city rebel", {"site": "which"} | TILES),
    "rebellion": EventKind("cities of the seat rebel", {"sites": "which"} | TILES),
    "suppressed": EventKind(
        "a rebellion is put down",
        {
            "site": "the city",
            "leader": "which leader did it",
            "base": "the city it did it from",
            "hired": "how many were hired for it",
            "total": "what that came to",
            "value": "the value of the city",
        }
        | TILES,
    ),
    "conceded": EventKind("the seat puts down no more of a rebellion"),
    "city_lost": EventKind(
        "the seat loses a city",
        {"site": "which", "cause": "`rebellion`, `conquest`, `cut_off` (its last route has gone) or `replaced`"} | TILES,
    ),
    "unrest": EventKind("the seat's unrest rises or falls", {"value": "what it is now", "was": "what it was"}),
    "dominance": EventKind(
        "the order of dominance is settled",
        {
            "order": "the seats, first to last",
            "scores": "dominance score by seat",
            "temples": "whether anybody has a temple; without one the order stays",
        },
    ),
    "ranked": EventKind("the first seat puts another one next in the order", {"chosen": "which"}),
    "production": EventKind(
        "Capital and cities yield, or a city is held back",
        {
            "goods": "how many",
            "gold": "how much",
            "sites": "the cities that have produced",
            "capital": "whether the Capital has, too",
        }
        | TILES,
    ),
    "explored": EventKind(
        "a new city is laid", {"tile": "which", "site": "where", "replaced": "the tile that lay there, or null"}
    ),
    "explored_under": EventKind("a tile is put under its stack", {"tile": "which"}),
    "road": EventKind(
        "a road is built",
        {
            "start": "where it starts",
            "end": "where it leads",
            "price": "in goods and as much in gold",
            "gained": "whether that brings control of the city",
        }
        | TILES,
    ),
    "port": EventKind("piers are built", {"site": "where", "piers": "how many", "total": "how many are there now"} | TILES),
    "exchange": EventKind("goods or gold are exchanged", {"gives": "`goods` or `gold`"}),
    "king": EventKind("the king is changed", {"old": "the leader that was king", "new": "the leader that is king"}),
    "leader_activated": EventKind("a leader is activated", {"leader": "which", "site": "where"} | TILES),
    "leader_moved": EventKind(
        "a leader moves",
        {"leader": "which", "start": "the site it leaves, or `reserve`", "end": "the site it reaches, or `reserve`"} | TILES,
    ),
    "attack": EventKind(
        "an attack is declared",
        {
            "leader": "which leader attacks",
            "base": "the city it attacks from",
            "site": "what is attacked",
            "total": "of the attack so far",
            "defender": "the seat attacked, or null",
        }
        | TARGET
        | TILES,
    ),
    "hired": EventKind(
        "the attacker hires help",
        {"hired": "how many mercenaries or zealots", "total": "of the attack", "kind_of_attack": "`military` or `missionary`"},
    ),
    "defended": EventKind(
        "the defender answers",
        {
            "hired": "how many mercenaries or zealots",
            "with_leader": "whether a leader helps",
            "leader": "which leader does, or null",
            "total": "of the defence",
            "attack": "the attack total",
            "kind_of_attack": "`military` or `missionary`",
            "forced": "whether there was nothing to choose",
        },
    ),
    "attack_won": EventKind("an attack succeeds", {"won": "true"} | ENDED),
    "attack_failed": EventKind("an attack fails", {"won": "false"} | ENDED),
    "time_called": EventKind("the agreed time is up: this round is the last"),
    "game_over": EventKind(
        "the game ends",
        {"reason": "why", "winners": "the seats that win", "loser": "the seat that lost, or null", "scores": "score by seat"},
    ),
}
"""All kinds, roughly in the order of a round."""
