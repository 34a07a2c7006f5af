"""The number of games that an arena plays in an hour: `python benchmarks/arena.py [--game GAME] [--seats 2 4] [--bots BOT]`.

Games of one bot at all seats, for each of a game's bots, are played as an arena does. Printed is how many games two processors
play in an hour: 2 x 3600 divided by the processor time of a game in seconds. Each measurement runs for a fixed processor time,
and for at least one game.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import kingdoms
from kingdoms.arena.folder import Folder
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.workers import play_some
from kingdoms.bots import BOTS
from kingdoms.bots.tally import label

SLICE = 100
"""The number of games passed between processes at a time."""


def hours(game: str, seconds: float, bots: Sequence[str], seats: Sequence[int]) -> None:
    """Print how many games of each bot two processors play in an hour."""
    for bot in bots or [bot for bot in BOTS.names(game) if bot != "search"]:
        for count in seats:
            plan = ArenaPlan(game, kingdoms.load_game(game, count).seats, {}, label([bot] * count), 1_000_000, 1)
            games = 0
            with tempfile.TemporaryDirectory() as name, Folder.play_in(Path(name) / "games", plan) as folder:
                began = time.process_time()
                while (spent := time.process_time() - began) < seconds:
                    batch = play_some(plan, range(games, games + SLICE), None)
                    folder.add(*enumerate(pickle.loads(pickle.dumps(batch.lines)), games))
                    games += len(batch.lines)
            figures = {"games": games, "seconds": round(spent, 1), "games_an_hour": round(2 * 3600 * games / spent, 1)}
            print(json.dumps({"game": game, "seats": count, "bot": bot, **figures}), flush=True)


def main() -> None:
    """Parse the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=kingdoms.game_names()[0])
    parser.add_argument("--seconds", type=float, default=6.0, help="of processor time for each line, at least one game")
    parser.add_argument("--bots", nargs="*", default=[], help="all but search, which takes as long as it is told")
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 4])
    options = parser.parse_args()
    hours(options.game, options.seconds, options.bots, options.seats)


if __name__ == "__main__":
    main()
