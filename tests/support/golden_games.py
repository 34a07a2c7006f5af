"""Writes the golden games anew: `python tests/support/golden_games.py`, when a change of the rules is meant."""

from __future__ import annotations

import random
from pathlib import Path

import kingdoms
from kingdoms import Record
from kingdoms.bots import BOTS
from kingdoms.games.rivers.engine.state import State as RiversState
from tests.games.rivers.support import random_games as rivers_random

FOLDER = Path(__file__).parent.parent / "golden"
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


TIMED = 11
"""The seed of the game in which the time is up."""

RIVERS: dict[str, tuple[list[str], list[str], dict[str, object], int]] = {
    "rivers-two": (["A", "B"], [], {}, 46),
    "rivers-two-bag": (["P", "L"], [], {"wonder": True}, 4),
    "rivers-three": (["A", "B", "L"], [], {"open_scores": True}, 9),
    "rivers-four": (["A", "B", "P", "L"], [], {}, 35),
    "rivers-wonder": (["A", "B", "P", "L"], [], {"wonder": True}, 157),
    "rivers-greedy": (["A", "B"], ["greedy", "greedy"], {}, 12),
    "rivers-greedy-three": (["B", "P", "L"], ["greedy", "random", "greedy"], {"wonder": True, "open_scores": True}, 13),
}
"""Games of Two Rivers; without bots the seats play at random, but look for trouble."""


def play_out(game_name: str, seats: list[str], bots: list[str], rulings: dict[str, object], seed: int) -> Record:
    """Return a whole game."""
    game = kingdoms.load_game(game_name, seats, rulings)
    players = dict(zip(game.seats, bots, strict=True))
    record = Record(game, players=players, seed=seed, started="2026-01-01T00:00:00Z")
    programs = [BOTS.make(bot, game, 100 * seed + i) for i, bot in enumerate(bots)]
    rng = kingdoms.Random(seed)
    while not record.state.is_terminal():
        state = record.state
        player = state.current_player()
        if player < 0:
            record.apply(state.draw_chance_action(rng))
        else:
            record.apply(programs[player].choose(state.view(game.seats[player]), state.legal_actions()))
        if seed == TIMED and len(record.entries) == 150:
            record.call("time")
    return record


def play_for_trouble(seats: list[str], rulings: dict[str, object], seed: int) -> Record:
    """Return a whole game of Two Rivers in which there is much strife."""
    record = Record(kingdoms.load_game("rivers", seats, rulings), seed=seed, started="2026-01-01T00:00:00Z")
    rng = random.Random(seed)
    while not record.state.is_terminal():
        assert isinstance(record.state, RiversState)
        record.apply(rivers_random.choose(rng, record.state))
    return record


def tell(record: Record) -> str:
    """Return the game in sentences."""
    told = []
    before = record.opening()
    for entry, after in record.replay():
        if entry.call is not None:
            events = record.game.call(before.clone(), entry.call)
        else:
            assert entry.action is not None
            events = record.game.narrate(before, entry.action, after)
        told += [f"{entry.by or ''} {entry.action or entry.call}".strip(), *(f"  {event.text}" for event in events)]
        before = after
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    records = {name: play_out("middlesea", *game) for name, game in GAMES.items()}
    for name, (seats, bots, rulings, seed) in RIVERS.items():
        played = play_out("rivers", seats, bots, rulings, seed) if bots else play_for_trouble(seats, rulings, seed)
        records[name] = played
    for name, record in records.items():
        record.save(FOLDER / f"{name}.jsonl")
        (FOLDER / f"{name}.txt").write_text(tell(record))
        print(name, len(record.entries), record.state.outcome())
