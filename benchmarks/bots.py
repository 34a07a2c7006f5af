"""How often each game's usual bot wins, with seats in rotation: `python benchmarks/bots.py [--games 400] [--game NAME]`."""

from __future__ import annotations

import argparse
from math import sqrt

from rich.console import Console
from rich.progress import track
from rich.table import Table

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.core import constants

MATCHES = (["random"], ["random"] * 3, ["{bot}:slips=0.2"] * 3)
"""The opponents of a game's usual bot."""
ROUNDS = 60
"""The round limit, in games that can have one."""
MOST_DECISIONS = 5000
"""The maximum number of decisions: if all players pass, a game may never end. It is then decided by score."""


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson 95% interval of a share."""
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    margin = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - margin), min(1.0, centre + margin)


def play(name: str, specs: list[str], number: int) -> tuple[float, bool]:
    """Play a game, and return the share that the first bot wins, and whether the game ended."""
    game: kingdoms.Game = kingdoms.load_game(name, len(specs)).limited(ROUNDS)
    shift = number % len(specs)
    bots = [BOTS.make(spec, game, 1000 * number + i) for i, spec in enumerate(specs[-shift:] + specs[:-shift])]
    state, rng, decisions = game.new_initial_state(), kingdoms.Random(number), 0
    while (player := state.current_player()) != constants.TERMINAL and decisions < MOST_DECISIONS:
        if player == constants.CHANCE:
            state.apply_trusted(state.draw_chance_action(rng))
            continue
        state.apply_action(bots[player].choose(state.view(game.seats[player]), state.legal_actions()))
        decisions += 1
    return state.returns_by_score()[shift], state.is_terminal()


def main() -> None:
    """Play the games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--game", choices=kingdoms.game_names(), help="only this game")
    asked = parser.parse_args()
    games = asked.games
    table = Table("game", "bot", "against", "games", "broken off", "wins", "95% interval")
    for name in [asked.game] if asked.game else kingdoms.game_names():
        bot = BOTS.usual(name)
        for against in MATCHES:
            specs = [bot, *(other.format(bot=bot) for other in against)]
            about = f"{name}: {' '.join(specs)}"
            results = [play(name, specs, number) for number in track(range(games), about, transient=True)]
            won = sum(share for share, _ in results) / games
            broken = sum(not ended for _, ended in results)
            least, most = wilson(won, games)
            interval = f"{least:.1%} to {most:.1%}"
            table.add_row(name, specs[0], ", ".join(specs[1:]), str(games), str(broken), f"{won:.1%}", interval)
    Console().print(table)


if __name__ == "__main__":
    main()
