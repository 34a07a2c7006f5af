"""How games between bots end, and in which round: `python benchmarks/endings.py GAME [--players 2] [--opening 12]`.

Each game starts with some random decisions, since deterministic bots would otherwise repeat the same game.
"""

from __future__ import annotations

import argparse
from collections import Counter

from rich.console import Console
from rich.progress import track
from rich.table import Table

import kingdoms
from kingdoms.bots import BOTS

MOST_DECISIONS = 20_000
"""The maximum number of decisions, after which a game is stopped."""


def play(game: kingdoms.Game, spec: str, seed: int, opening: int) -> tuple[str, str]:
    """Play a game, and return how it ended, and in which round if the game counts rounds.

    Args:
        game: the game.
        spec: the bot for all seats.
        seed: the seed of chance, the opening and the bots.
        opening: the number of random decisions before the bots take over.
    """
    state, rng = game.new_initial_state(), kingdoms.Random(seed)
    players = [BOTS.make(spec, game, 1000 * seed + number) for number in range(game.num_players)]
    decisions = 0
    while not state.is_terminal() and decisions < MOST_DECISIONS:
        player = state.current_player()
        if player == kingdoms.CHANCE:
            state.apply_action(state.draw_chance_action(rng))
            continue
        legal = state.legal_actions()
        if decisions < opening:
            state.apply_action(legal[rng.roll(len(legal))])
        else:
            state.apply_action(players[player].choose(state.view(game.seats[player]), legal))
        decisions += 1
    outcome = state.outcome()
    return outcome.reason if outcome else "broken off", str(state.position().get("round", ""))


def main() -> None:
    """Play the games, and print how often each ending occurred, by round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=kingdoms.game_names())
    parser.add_argument("--bot", default="greedy", help="who sits in every seat")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opening", type=int, default=12, help="decisions at random before the bots begin")
    parser.add_argument("--rounds", type=int, default=100, help="after which a game that counts rounds is over")
    asked = parser.parse_args()
    game = kingdoms.load_game(asked.game, asked.players).limited(asked.rounds)
    numbers = track(range(1, asked.games + 1), "games", transient=True)
    ends = Counter(play(game, asked.bot, number, asked.opening) for number in numbers)
    table = Table("end", "round", "games")
    for (reason, round_number), times in sorted(ends.items(), key=lambda item: (item[0][0], item[0][1].zfill(5))):
        table.add_row(reason, round_number, str(times))
    Console().print(table)


if __name__ == "__main__":
    main()
