"""Figures of this package's engine, whichever build is imported."""

from __future__ import annotations

import json
import random
import sys

from timing import rate

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.cli.console import engine_kind
from kingdoms.core import referee
from kingdoms.core.playouts import playouts


def main() -> None:
    """Print the figures as JSON."""
    seconds = float(sys.argv[1])
    game = kingdoms.load_game("middlesea", rulings={"round_limit": 50})
    start = game.new_initial_state()
    seeds = iter(range(10**9))
    compiled = engine_kind() == "compiled"

    def inside() -> int:
        """Whole random games inside the engine."""
        return playouts(start, next(seeds), 50 if compiled else 1, 10**6)

    rng = random.Random(1)

    def from_python(checked: bool) -> int:
        """One random game, one action at a time, choosing from the full list of legal actions."""
        state, played = game.new_initial_state(), 0
        apply = state.apply_action if checked else state.apply_trusted
        while not state.is_terminal():
            legal = state.legal_actions()
            apply(legal[int(rng.random() * len(legal))])
            played += 1
        return played

    bots = [BOTS.make("greedy", game, seed) for seed in range(4)]

    def greedy() -> int:
        """One game of four greedy bots."""
        state, played = game.new_initial_state(), 0
        state.apply_action(state.draw_chance_action(kingdoms.Random(next(seeds))))
        while not state.is_terminal():
            player = state.current_player()
            state.apply_action(bots[player].choose(state.view(game.seats[player]), state.legal_actions()))
            played += 1
        return played

    middle = game.new_initial_state()
    for _ in range(120):
        legal = middle.legal_actions()
        middle.apply_action(legal[int(rng.random() * len(legal))])
    clone = middle.clone

    def clones() -> int:
        """Copies of a state in the middle of a game."""
        for _ in range(1000):
            clone()
        return 1000

    loud = json.dumps({"id": 1, "position": middle.position(), "actions": ["end"]}).encode()
    quiet = json.dumps({"id": 1, "new": {"game": "middlesea", "players": 4}, "actions": ["first N"], "quiet": True}).encode()

    def requests(line: bytes) -> int:
        """Answers of the referee."""
        for _ in range(20):
            referee.answer_line(line)
        return 20

    figures = {
        "random games inside the engine": [rate(inside, seconds), "decisions/s"],
        "driven from Python, checked (apply_action)": [rate(lambda: from_python(True), seconds), "decisions/s"],
        "driven from Python, trusted (apply_trusted)": [rate(lambda: from_python(False), seconds), "decisions/s"],
        "clone": [1e9 / rate(clones, seconds), "ns"],
        "referee: a position, an action, events": [rate(lambda: requests(loud), seconds), "requests/s"],
        "referee: a new game, an action, quiet": [rate(lambda: requests(quiet), seconds), "requests/s"],
        "four greedy bots": [rate(greedy, seconds), "decisions/s"],
    }
    print(json.dumps({"engine": engine_kind(), **figures}))


if __name__ == "__main__":
    main()
