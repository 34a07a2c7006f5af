"""The golden games of Kingdoms of the Middle Sea: seats, bots, rulings and a seed."""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms import Record
from kingdoms.core.rulings import parse_rulings
from tests.support.games.golden_games import play_out

GAMES: dict[str, tuple[str, list[str], str, int]] = {
    "four-greedy": ("NESW", ["greedy"] * 4, "", 4),
    "rounds": (
        "EW",
        ["greedy:slips=0.6"] * 2,
        "attack_port=any,suppress_hire=true,production=choice,trade_reserve=reserve,replace_opponent=false,chain_unrest=each,"
        "port_only_unrest=0,king_defends=false,king_missionary_defence=king,first_tie=roll,score_tie=dominance,round_limit=8",
        17974,
    ),
    "time": ("EW", ["random"] * 2, "suppress_reach=adjacent,replace_early=true,chain_unrest=each", 30358),
    "king": ("NS", ["greedy:slips=0.5"] * 2, "king_missionary_defence=king,first_tie=roll", 85936),
    "conquest": (
        "EW",
        ["greedy:slips=0.3"] * 2,
        "attack_port=mixed,missionary_reach=adjacent,suppress_reach=adjacent,suppress_hire=true,production=choice,"
        "trade_reserve=reserve,replace_opponent=false,replace_early=true,defender_tires=true,king_missionary_defence=king,"
        "negative_control=debt,trade_abroad=true,trade_piers=3,conquest_each=true",
        30591,
    ),
    "capital": (
        "ESW",
        ["random", "greedy", "random"],
        "missionary_reach=adjacent,trade_reserve=reserve,chain_unrest=each,trade_piers=3,conquest_each=true",
        44221,
    ),
    "civil-war": (
        "NESW",
        ["greedy:slips=0.3"] * 4,
        "capital_adjacency=true,replace_opponent=false,king_defends=false,king_missionary_defence=king,score_tie=dominance,"
        "trade_piers=5",
        46822,
    ),
}
"""The games by name; most are named after their endings."""

TIME_UP = {"time": 30}
"""The number of entries after which time is called."""


def records() -> Iterator[tuple[str, Record]]:
    """Yield the games by name."""
    for name, (seats, bots, rulings, seed) in GAMES.items():
        yield name, play_out("middlesea", list(seats), bots, parse_rulings(rulings), seed, TIME_UP.get(name))
