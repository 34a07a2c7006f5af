"""Writes the ten seconds of a real game that the start page shows of each game: `python -m tests.support.games.fronts`.

Each game has `support/front.py`, whose `tables` yields what lies on the board at each picture.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.games.tested_games import TESTED, game_module

FOLDER = Path(__file__).parents[3] / "web/src/games"

Piece = tuple[str, str, str]
"""The layer of a piece, what it is, and where it lies."""


def path_of(game: str) -> Path:
    return FOLDER / game / "front/game.json"


def film(game: str) -> str:
    """Return the film of a game: each piece with the pictures where it comes and where it goes, if it does."""
    lying: dict[Piece, list[str | int]] = {}
    spans: list[list[str | int]] = []
    for number, table in enumerate(game_module(game, "front").tables()):
        for piece in [piece for piece in lying if piece not in table]:
            lying.pop(piece).append(number)
        for piece in table:
            if piece not in lying:
                lying[piece] = [*piece, number]
                spans.append(lying[piece])
    return json.dumps({"pieces": "; ".join(" ".join(map(str, span)) for span in spans)}, indent=2) + "\n"


if __name__ == "__main__":
    for game in TESTED:
        path_of(game).write_text(film(game))
