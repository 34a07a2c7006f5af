"""Prints results of small searches, to compare both engines: `python -m tests.support.games.search_digest SIMULATIONS`."""

from __future__ import annotations

import json
import sys

import kingdoms
from kingdoms.bots.levels import SEVERAL
from kingdoms.cli import engine_kind
from kingdoms.nets import own_net
from kingdoms.search import Limits, Searcher
from kingdoms.testing import random_states
from tests.support.games.tested_games import TESTED

EVERY = 45


def found_in(name: str, seats: int, simulations: int) -> list[object]:
    """Return the results in some positions of a random game, exact to the last bit."""
    game = kingdoms.load_game(name, seats)
    answers: list[object] = []
    for number, (state, _) in enumerate(random_states(game, kingdoms.Random(4), 3 * EVERY)):
        if number % EVERY == EVERY - 1 and state.current_player() >= 0:
            opponent_weight = 1.0 if seats == 2 else SEVERAL
            view, limits = state.view(state.to_move), Limits(simulations=simulations)
            analyses = [
                Searcher(game, number, net=net, others=opponent_weight).think(view, limits)
                for net in {None: 0, own_net(game): 0}
            ]
            knowledge = game.knowledge(state)
            knowledge.look(state.view(state.to_move), kingdoms.Random(number))
            shares = [share.hex() for share in knowledge.evaluation()]
            policy = [(action, weight.hex()) for action, weight in knowledge.policy().items()]
            for analysis in analyses:
                choices = [
                    (choice.action, choice.visits, choice.prior.hex(), [x.hex() for x in choice.chances])
                    for choice in analysis.choices
                ]
                answers.append([choices, analysis.line, analysis.nodes])
            answers.append([shares, policy, knowledge.decide(kingdoms.Random(1))])
    return answers


if __name__ == "__main__":
    findings = {f"{name} {seats}": found_in(name, seats, int(sys.argv[1])) for name in TESTED for seats in (2, 3, 4)}
    print(json.dumps({"engine": engine_kind(), **findings}))
