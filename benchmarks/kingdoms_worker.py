"""Figures of this package's engines, whichever build is imported."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable

from searching import Searching
from timing import rate

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.cli.start import engine_kind
from kingdoms.core import referee
from kingdoms.core.playouts import playouts
from kingdoms.core.registry import game_class

MOST = 10_000
"""After so many actions a game is broken off: in Two Rivers everybody may pass for ever."""

SIMULATIONS = {"compiled": 10_000, "interpreted": 50}
"""How long each search is that is measured."""
ROUNDS = 50
"""The round limit of games that have one."""
MIDDLE = 135
"""The middle of a game is taken to be after so many random actions."""


class Measured:
    """What is measured of one game, each as a function that does some of it and returns how much."""

    def __init__(self, name: str) -> None:
        self.game: kingdoms.Game = kingdoms.load_game(name).limited(ROUNDS)
        self.start = self.game.new_initial_state()
        self.seeds = iter(range(10**9))
        self.rng = random.Random(1)
        self.bots = [BOTS.make(BOTS.usual(name), self.game, seed) for seed in range(self.game.num_players)]
        self.middle = self.after(MIDDLE)
        request = {"id": 1, "actions": [self.action()]}
        self.loud = json.dumps({**request, "position": self.middle.position()}).encode()
        new = {"game": name, "players": self.game.num_players}
        first = self.game.action_to_string(self.start.legal_actions()[0])
        self.quiet = json.dumps({"id": 1, "new": new, "actions": [first], "quiet": True}).encode()

    def after(self, actions: int) -> kingdoms.State:
        """Return a state after at least so many random actions, when a seat is asked."""
        state: kingdoms.State = self.game.new_initial_state()
        played = 0
        while played < actions or state.current_player() < 0:
            legal = state.legal_actions()
            state.apply_action(legal[int(self.rng.random() * len(legal))])
            played += 1
        return state

    def action(self) -> str:
        """Return an action of the middle of the game: the last of the list, or the end of a part of the turn."""
        texts = [self.game.action_to_string(action) for action in self.middle.legal_actions()]
        return "end" if "end" in texts else texts[-1]

    def inside(self) -> int:
        """Whole random games inside the engine."""
        return playouts(self.start, next(self.seeds), 50 if engine_kind() == "compiled" else 1, MOST)

    def from_python(self, checked: bool) -> int:
        """One random game, one action at a time, choosing from the full list of legal actions."""
        state, played = self.game.new_initial_state(), 0
        apply = state.apply_action if checked else state.apply_trusted
        while played < MOST and not state.is_terminal():
            legal = state.legal_actions()
            apply(legal[int(self.rng.random() * len(legal))])
            played += 1
        return played

    def bots_alone(self) -> int:
        """One game of the bots that the game recommends."""
        state, played = self.game.new_initial_state(), 0
        chance = kingdoms.Random(next(self.seeds))
        while played < MOST and not state.is_terminal():
            player = state.current_player()
            if player < 0:
                state.apply_action(state.draw_chance_action(chance))
            else:
                state.apply_action(self.bots[player].choose(state.view(self.game.seats[player]), state.legal_actions()))
            played += 1
        return played

    def clones(self) -> int:
        """Copies of a state in the middle of a game."""
        clone = self.middle.clone
        for _ in range(1000):
            clone()
        return 1000

    def requests(self, line: bytes) -> int:
        """Answers of the referee."""
        for _ in range(20):
            referee.answer_line(line)
        return 20

    def figures(self, seconds: float) -> dict[str, tuple[float, str]]:
        """Return all figures, by name."""
        measured: dict[str, tuple[Callable[[], int], str]] = {
            "random games inside the engine": (self.inside, "decisions/s"),
            "driven from Python, checked (apply_action)": (lambda: self.from_python(True), "decisions/s"),
            "driven from Python, trusted (apply_trusted)": (lambda: self.from_python(False), "decisions/s"),
            "clone": (self.clones, "ns"),
            "referee: a position, an action, events": (lambda: self.requests(self.loud), "requests/s"),
            "referee: a new game, an action, quiet": (lambda: self.requests(self.quiet), "requests/s"),
            "four bots of the usual kind": (self.bots_alone, "decisions/s"),
        }
        found = {}
        for what, (function, unit) in measured.items():
            figure = rate(function, seconds)
            found[f"{self.game.title}: {what}"] = (1e9 / figure if unit == "ns" else figure, unit)
        return found


def main() -> None:
    """Print the figures as JSON."""
    figures: dict[str, object] = {"engine": engine_kind()}
    for name in kingdoms.game_names():
        if not game_class(name).__module__.startswith("kingdoms."):
            continue  # an installed game runs interpreted, whatever the engine is
        figures |= Measured(name).figures(float(sys.argv[1]))
        figures |= Searching(name, SIMULATIONS[engine_kind()]).figures(float(sys.argv[1]))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
