"""Prints digests of seeded games, for comparing an interpreted with a compiled engine: `python digest.py GAMES SEED`."""

from __future__ import annotations

import json
import random
import sys

from random_games import SEAT_SETS, random_position, random_rulings

import kingdoms
from kingdoms.cli.console import engine_kind
from kingdoms.core.playouts import perft, playout, playouts

WORD = 0xFFFFFFFFFFFFFFFF


def digest(games: int, seed: int) -> dict[str, object]:
    """Return digests of the final states, of the lists of legal actions, of counts, and which engine gave them."""
    ends = lists = actions = 0
    for number in range(games):
        rng = random.Random(seed + number)
        position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng), most_money=25)
        state = kingdoms.read_position(position)
        if number % 20 == 0:
            walk = state.clone()
            while not walk.is_terminal():
                legal = walk.legal_actions()
                lists = hash((lists, *legal)) & WORD
                walk.apply_action(legal[rng.randrange(len(legal))])
        actions += playout(state, kingdoms.Random(number), 5000)
        ends = (ends * 1000003 + state.hash) & WORD
    start = kingdoms.load_game("middlesea", rulings={"round_limit": 50}).new_initial_state()
    counts = [playouts(start, seed, max(1, games // 20), 100_000), perft(start, 3)]
    return {"engine": engine_kind(), "ends": ends, "lists": lists, "actions": actions, "counts": counts}


if __name__ == "__main__":
    print(json.dumps(digest(int(sys.argv[1]), int(sys.argv[2]))))
