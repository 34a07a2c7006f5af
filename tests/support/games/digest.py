"""Prints digests of seeded games, to compare the interpreted with the compiled engine.

`python -m tests.support.games.digest GAMES SEED`
"""

from __future__ import annotations

import json
import random
import sys
import zlib
from collections.abc import Callable

import kingdoms
from kingdoms.cli import engine_kind
from kingdoms.core.playouts import perft, playout, playouts
from kingdoms.core.state import State
from tests.support.games.tested_games import TESTED, game_module

WORD = 0xFFFFFFFFFFFFFFFF
Digest = dict[str, object]


def lists_of(state: State, rng: random.Random, most: int) -> int:
    """Return a digest of a random game: legal actions, chance outcomes, and a sample of its texts."""
    lists = 0
    for number in range(most):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        lists = hash((lists, *legal, *state.chance_outcomes())) & WORD
        if number % 10 == 0:
            lists ^= zlib.crc32(texts_of(state, legal).encode())
        state.apply_action(legal[rng.randrange(len(legal))])
    return lists


def texts_of(state: State, legal: list[int]) -> str:
    """Return the public view of a state, and the texts about the state and two of its actions."""
    game, actions = state.game, (legal[0], legal[-1])
    words = [str(game.explain(state)), *(game.describe(state, action) for action in actions)]
    return json.dumps([state.view(None).to_json(), words, [game.forecast(state, action) for action in actions]])


def digest(games: int, seed: int, start: Callable[[random.Random], State], most: Callable[[int], int]) -> Digest:
    """Return digests of final states and of lists of legal actions, and the number of actions.

    Args:
        games: the number of games.
        seed: the seed of the first game; it increases by one for each.
        start: returns the initial state of a game.
        most: returns the maximum number of actions by the number of the game.
    """
    ends = lists = actions = 0
    for number in range(games):
        rng = random.Random(seed + number)
        state = start(rng)
        if number % 20 == 0:
            lists = hash((lists, lists_of(state.clone(), rng, most(number)))) & WORD
        actions += playout(state, kingdoms.Random(number), most(number))
        ends = (ends * 1000003 + state.hash) & WORD
    return {"ends": ends, "lists": lists, "actions": actions}


def counts(game: str, games: int, seed: int, depth: int, most: int, **rulings: object) -> list[int]:
    """Return the number of actions in some games from the start, and the number of action sequences of a length."""
    start = kingdoms.load_game(game, rulings=rulings).new_initial_state()
    return [playouts(start, seed, max(1, games), most), perft(start, depth)]


def digests(games: int, seed: int) -> Digest:
    """Return the digests, which must be equal for both engines, and the kind of this engine."""
    results: Digest = {"engine": engine_kind()}
    for name in TESTED:
        module = game_module(name, "digests")
        results[name] = digest(games, seed, module.start, module.most)
        share, depth, most = (module.WHOLE_GAMES[key] for key in ("share", "depth", "most"))
        results[f"{name} counts"] = counts(name, games // share, seed, depth, most, **module.RULINGS)
    return results


if __name__ == "__main__":
    print(json.dumps(digests(int(sys.argv[1]), int(sys.argv[2]))))
