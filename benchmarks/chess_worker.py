"""Figures of python-chess: random games, and copies of a board."""

from __future__ import annotations

import json
import random
import sys

import chess
from timing import rate


def main() -> None:
    """Print the figures as JSON."""
    seconds, rng = float(sys.argv[1]), random.Random(1)

    def play() -> int:
        """Play a random game of at most 300 moves."""
        board, played = chess.Board(), 0
        while played < 300:
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(rng.random() * len(legal))])
            played += 1
        return played

    board = chess.Board()

    def copies() -> int:
        """Copy the board without its move stack."""
        for _ in range(1000):
            board.copy(stack=False)
        return 1000

    figures = {
        "random games from Python": [rate(play, seconds), "decisions/s"],
        "copy": [1e9 / rate(copies, seconds), "ns"],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
