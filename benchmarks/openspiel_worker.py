"""Figures of OpenSpiel: random games driven from Python, its C++ rollouts, and its search of our games."""

from __future__ import annotations

import json
import random
import sys
from functools import partial

import numpy as np
import pyspiel
from mctsbot import Rollouts, SpielGame, SpielState
from open_spiel.python.algorithms import mcts
from searching import SEATS, plies_of, positions
from timing import rate

import kingdoms

GAMES = ("chinese_checkers(players=4)", "chess", "backgammon")


def main() -> None:
    """Print the figures as JSON."""
    seconds = float(sys.argv[1])
    rng = random.Random(1)
    figures: dict[str, list[object]] = {}
    for name in GAMES:
        game = pyspiel.load_game(name)

        def drive(game: pyspiel.Game = game) -> int:
            """Play a random game of at most 2000 actions."""
            state, played = game.new_initial_state(), 0
            while not state.is_terminal() and played < 2000:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                played += 1
            return played

        def rollouts(game: pyspiel.Game = game, length: float = average_length(game)) -> int:
            """Play ten random games with OpenSpiel's C++ bots, and return their number of actions, taken from the average."""
            players = [pyspiel.make_uniform_random_bot(player, next(SEEDS)) for player in range(game.num_players())]
            for _ in range(10):
                pyspiel.evaluate_bots(game.new_initial_state(), players, next(SEEDS))
            return int(10 * length)

        figures[f"{name}, driven from Python"] = [rate(drive, seconds), "decisions/s"]
        figures[f"{name}, C++ rollouts"] = [rate(rollouts, seconds), "decisions/s"]
    for name in kingdoms.game_names():
        for seats in SEATS:
            figures |= searches(kingdoms.load_game(name, seats), seconds)
    print(json.dumps(figures))


SIMULATIONS = 300
"""The simulations of each measured search of `MCTSBot`."""


def searches(game: kingdoms.Game, seconds: float) -> dict[str, list[object]]:
    """Return the speed of `MCTSBot` on our states, with rollouts as long as simulations of our own search."""
    figures: dict[str, list[object]] = {}
    for where, position in positions(game).items():
        state = SpielState(position)
        plies = max(1, round(plies_of(position, SIMULATIONS)))
        evaluators = {
            "rollouts by OpenSpiel": mcts.RandomRolloutEvaluator(1, np.random.RandomState(1), plies),
            "rollouts inside our engine": Rollouts(game, plies, 1),
        }
        for how, evaluator in evaluators.items():
            bot = mcts.MCTSBot(SpielGame(), 2.0, SIMULATIONS, evaluator, random_state=np.random.RandomState(1))

            def search(bot: mcts.MCTSBot, state: SpielState) -> int:
                """Run one search, and return its simulations."""
                return int(bot.mcts_search(state).explore_count)

            label = f"{game.title}: {game.num_players} seats, {where}, MCTSBot, {how}, {plies} actions"
            figures[label] = [rate(partial(search, bot, state), seconds), "simulations/s"]
    return figures


SEEDS = iter(range(10**9))


def average_length(game: pyspiel.Game, games: int = 30) -> float:
    """Return the average length of random games, in actions."""
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
