"""Figures of this package's engines, in the build that is imported."""

from __future__ import annotations

import json
import random
import sys
from array import array
from collections.abc import Callable

from searching import Searching
from timing import rate

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.cli import engine_kind
from kingdoms.core import referee
from kingdoms.core.playouts import playouts
from kingdoms.core.registry import game_class

MOST = 10_000
"""The maximum number of actions in a game: in Two Rivers all players may pass for ever."""

SIMULATIONS = {"compiled": 10_000, "interpreted": 50}
"""The simulations of each measured search, by build."""
ROUNDS = 50
"""The round limit, in games that can have one."""
MIDDLE = 135
"""The number of random actions before the middle of a game."""


class Measured:
    """The measurements of one game: each method does some work and returns the number of units."""

    def __init__(self, name: str) -> None:
        self.game: kingdoms.Game = kingdoms.load_game(name).limited(ROUNDS)
        self.start = self.game.new_initial_state()
        self.seeds = iter(range(10**9))
        self.rng = random.Random(1)
        self.bots = [BOTS.make(BOTS.usual(name), self.game, seed) for seed in range(self.game.num_players)]
        self.middle = self.after(MIDDLE)
        self.row, self.buffer = array("i", bytes(4000)), bytearray(10_000)
        request = {"id": 1, "actions": [self.action()]}
        self.loud = json.dumps({**request, "position": self.middle.position()}).encode()
        new = {"game": name, "players": self.game.num_players}
        first = self.game.action_to_string(self.start.legal_actions()[0])
        self.quiet = json.dumps({"id": 1, "new": new, "actions": [first], "quiet": True}).encode()

    def after(self, actions: int) -> kingdoms.State:
        """Return a state with a seat to move, after at least as many random actions."""
        state: kingdoms.State = self.game.new_initial_state()
        played = 0
        while played < actions or state.current_player() < 0:
            legal = state.legal_actions()
            state.apply_action(legal[int(self.rng.random() * len(legal))])
            played += 1
        return state

    def action(self) -> str:
        """Return a legal action of the middle state: `end` if possible, otherwise the last one."""
        texts = [self.game.action_to_string(action) for action in self.middle.legal_actions()]
        return "end" if "end" in texts else texts[-1]

    def inside(self) -> int:
        """Play random games inside the engine."""
        return playouts(self.start, next(self.seeds), 50 if engine_kind() == "compiled" else 1, MOST)

    def from_python(self, checked: bool) -> int:
        """Play a random game from Python, listing all legal actions before each action."""
        state, played = self.game.new_initial_state(), 0
        apply = state.apply_action if checked else state.apply_trusted
        while played < MOST and not state.is_terminal():
            legal = state.legal_actions()
            apply(legal[int(self.rng.random() * len(legal))])
            played += 1
        return played

    def bots_alone(self) -> int:
        """Play a game of the usual bots."""
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
        """Clone the middle state."""
        clone = self.middle.clone
        for _ in range(1000):
            clone()
        return 1000

    def columns(self) -> int:
        """Write the middle state to a buffer as numbers."""
        for _ in range(100):
            self.middle.write_columns(self.row)
        return 100

    def views(self) -> int:
        """Write a view of the middle state to a buffer as JSON."""
        view = self.middle.view(self.game.seats[0])
        for _ in range(100):
            view.write_json(self.buffer)
        return 100

    def requests(self, line: bytes) -> int:
        """Send requests to the referee."""
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
            "a state's columns into a buffer": (self.columns, "ns"),
            "a view as JSON into a buffer": (self.views, "ns"),
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
            continue  # games from other packages always run interpreted
        figures |= Measured(name).figures(float(sys.argv[1]))
        figures |= Searching(name, SIMULATIONS[engine_kind()]).figures(float(sys.argv[1]))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
