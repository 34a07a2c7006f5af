"""Figures of Catanatron: games of four random players."""

from __future__ import annotations

import json
import sys

from catanatron import Color, Game, RandomPlayer
from timing import rate


def main() -> None:
    """Print the figures as JSON."""

    def play() -> int:
        """Play one game."""
        game = Game([RandomPlayer(color) for color in Color])
        game.play()
        return len(game.state.actions)

    print(json.dumps({"four random players": [rate(play, float(sys.argv[1])), "decisions/s"]}))


if __name__ == "__main__":
    main()
