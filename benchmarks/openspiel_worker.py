"""Figures of OpenSpiel: random games driven from Python one action at a time, and its own C++ rollouts."""

from __future__ import annotations

import json
import random
import sys

import pyspiel
from timing import rate

GAMES = ("chinese_checkers(players=4)", "chess", "backgammon")


def main() -> None:
    """Print the figures as JSON."""
    seconds = float(sys.argv[1])
    rng = random.Random(1)
    figures: dict[str, list[object]] = {}
    for name in GAMES:
        game = pyspiel.load_game(name)

        def drive(game: pyspiel.Game = game) -> int:
            """One random game, at most 2000 actions of it."""
            state, played = game.new_initial_state(), 0
            while not state.is_terminal() and played < 2000:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                played += 1
            return played

        def rollouts(game: pyspiel.Game = game, length: float = average_length(game)) -> int:
            """Ten random games, played by OpenSpiel's own bots in C++, counted by what random games take on average."""
            players = [pyspiel.make_uniform_random_bot(player, next(SEEDS)) for player in range(game.num_players())]
            for _ in range(10):
                pyspiel.evaluate_bots(game.new_initial_state(), players, next(SEEDS))
            return int(10 * length)

        figures[f"{name}, driven from Python"] = [rate(drive, seconds), "decisions/s"]
        figures[f"{name}, C++ rollouts"] = [rate(rollouts, seconds), "decisions/s"]
    print(json.dumps(figures))


SEEDS = iter(range(10**9))


def average_length(game: pyspiel.Game, games: int = 30) -> float:
    """Return how long random games are on average."""
    rng, played = random.Random(2), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            played += 1
    return played / games


if __name__ == "__main__":
    main()
