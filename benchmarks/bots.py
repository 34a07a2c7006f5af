"""How often the greedy bot wins: `python benchmarks/bots.py [--games 400]`. Seats are taken in turn."""

from __future__ import annotations

import argparse
from math import sqrt

from rich.console import Console
from rich.progress import track
from rich.table import Table

import kingdoms
from kingdoms.bots import BOTS

MATCHES = (["greedy", "random"], ["greedy", "random", "random", "random"], ["greedy"] + ["greedy:slips=0.2"] * 3)


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson."""
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    margin = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - margin), min(1.0, centre + margin)


def play(specs: list[str], number: int) -> float:
    """Return what the first of several bots wins in one game."""
    game = kingdoms.load_game("middlesea", len(specs), {"round_limit": 60})
    shift = number % len(specs)
    bots = [BOTS.make(spec, game, 1000 * number + i) for i, spec in enumerate(specs[-shift:] + specs[:-shift])]
    state = game.new_initial_state()
    state.apply_action(state.draw_chance_action(kingdoms.Random(number)))
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(bots[player].choose(state.view(game.seats[player]), state.legal_actions()))
    return state.returns()[shift]


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    table = Table("bot", "against", "games", "wins", "95 % interval")
    for specs in MATCHES:
        won = sum(play(specs, number) for number in track(range(games), " ".join(specs), transient=True)) / games
        least, most = wilson(won, games)
        table.add_row(specs[0], ", ".join(specs[1:]), str(games), f"{won:.1%}", f"{least:.1%} to {most:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
