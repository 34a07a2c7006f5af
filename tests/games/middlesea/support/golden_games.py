"""The golden games of Kingdoms of the Middle Sea: seats, bots, rulings and a seed."""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms import Record
from tests.support.games.golden_games import play_out

GAMES: dict[str, tuple[list[str], list[str], dict[str, object], int]] = {
    "four-greedy": (["N", "E", "S", "W"], ["greedy"] * 4, {}, 4),
    "rounds": (
        ["E", "W"],
        ["greedy:slips=0.6"] * 2,
        {
            "attack_port": "any",
            "suppress_hire": True,
            "production": "choice",
            "trade_reserve": "reserve",
            "replace_opponent": False,
            "chain_unrest": "each",
            "port_only_unrest": 0,
            "king_defends": False,
            "king_missionary_defence": "king",
            "first_tie": "roll",
            "score_tie": "dominance",
            "round_limit": 8,
        },
        17974,
    ),
    "time": (["E", "W"], ["random"] * 2, {"suppress_reach": "adjacent", "replace_early": True, "chain_unrest": "each"}, 30358),
    "king": (["N", "S"], ["greedy:slips=0.5"] * 2, {"king_missionary_defence": "king", "first_tie": "roll"}, 85936),
    "conquest": (
        ["E", "W"],
        ["greedy:slips=0.3"] * 2,
        {
            "attack_port": "mixed",
            "missionary_reach": "adjacent",
            "suppress_reach": "adjacent",
            "suppress_hire": True,
            "production": "choice",
            "trade_reserve": "reserve",
            "replace_opponent": False,
            "replace_early": True,
            "defender_tires": True,
            "king_missionary_defence": "king",
            "negative_control": "debt",
            "trade_abroad": True,
            "trade_piers": 3,
            "conquest_each": True,
        },
        30591,
    ),
    "capital": (
        ["E", "S", "W"],
        ["random", "greedy", "random"],
        {
            "missionary_reach": "adjacent",
            "trade_reserve": "reserve",
            "chain_unrest": "each",
            "trade_piers": 3,
            "conquest_each": True,
        },
        44221,
    ),
    "civil-war": (
        ["N", "E", "S", "W"],
        ["greedy:slips=0.3"] * 4,
        {
            "capital_adjacency": True,
            "replace_opponent": False,
            "king_defends": False,
            "king_missionary_defence": "king",
            "score_tie": "dominance",
            "trade_piers": 5,
        },
        46822,
    ),
}
"""The games by name; most are named after their endings."""

TIME_UP = {"time": 30}
"""The number of entries after which time is called."""


def records() -> Iterator[tuple[str, Record]]:
    """Yield the games by name."""
    for name, (seats, bots, rulings, seed) in GAMES.items():
        yield name, play_out("middlesea", seats, bots, rulings, seed, TIME_UP.get(name))
