"""The golden games of Kingdoms of the Middle Sea: seats, bots, rulings and a seed."""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms import Record
from tests.support.games.golden_games import play_out

GAMES: dict[str, tuple[list[str], list[str], dict[str, object], int]] = {
    "two-greedy": (["N", "S"], ["greedy", "greedy"], {"round_limit": 12}, 1),
    "facing-east-west": (["E", "W"], ["greedy", "random"], {"attack_port": "any"}, 2),
    "three": (["N", "E", "W"], ["greedy", "random", "greedy:slips=0.3"], {"round_limit": 12}, 3),
    "four-greedy": (["N", "E", "S", "W"], ["greedy"] * 4, {}, 4),
    "four-random": (["N", "E", "S", "W"], ["random"] * 4, {"round_limit": 15}, 5),
    "four-slips": (["N", "E", "S", "W"], ["greedy:slips=0.4"] * 4, {"round_limit": 25}, 6),
    "war": (
        ["N", "E", "S", "W"],
        ["greedy:slips=0.6"] * 4,
        {"attack_port": "any", "capital_adjacency": True, "chain_unrest": "each", "defender_tires": True, "round_limit": 30},
        7,
    ),
    "choices": (
        ["N", "E", "S", "W"],
        ["greedy:slips=0.5"] * 4,
        {"production": "choice", "suppress_hire": True, "suppress_reach": "adjacent", "first_tie": "roll", "round_limit": 20},
        8,
    ),
    "debts": (
        ["N", "E", "S"],
        ["greedy:slips=0.5"] * 3,
        {
            "negative_control": "debt",
            "missionary_reach": "adjacent",
            "king_defends": False,
            "replace_early": True,
            "round_limit": 20,
        },
        9,
    ),
    "a-king-falls": (
        ["N", "E", "S", "W"],
        ["random"] * 4,
        {"attack_port": "any", "capital_adjacency": True, "round_limit": 60},
        116,
    ),
    "civil-war": (["N", "S"], ["random", "random"], {"attack_port": "any", "capital_adjacency": True, "round_limit": 60}, 159),
    "conquest": (["N", "S"], ["random", "random"], {"round_limit": 60}, 204),
    "time": (["N", "E", "S", "W"], ["greedy:slips=0.8"] * 4, {}, 11),
    "others": (
        ["N", "S"],
        ["greedy:slips=0.5"] * 2,
        {
            "trade_reserve": "reserve",
            "replace_opponent": False,
            "port_only_unrest": 0,
            "round_limit": 20,
            "king_missionary_defence": "king",
            "score_tie": "dominance",
            "attack_port": "mixed",
        },
        10,
    ),
}

TIME_UP = {"time": 150}
"""The number of entries after which time is called."""


def records() -> Iterator[tuple[str, Record]]:
    """Yield the games by name."""
    for name, (seats, bots, rulings, seed) in GAMES.items():
        yield name, play_out("middlesea", seats, bots, rulings, seed, TIME_UP.get(name))
