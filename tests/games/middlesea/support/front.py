"""Ten seconds of a real game for the start page; see `tests.support.games.fronts`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kingdoms
from tests.support.games.fronts import Piece

RECORD = Path(__file__).parents[4] / "docs/images/game.jsonl"
"""A game of four strong bots, the same as in the documentation."""
ENTRIES = range(3, 123, 3)
"""The entries after which the board is shown."""


def tables() -> Iterator[list[Piece]]:
    """Yield what lies on the board at each picture: pieces, each with its layer, what it is, and where it lies."""
    for number, (_, state) in enumerate(kingdoms.Record.load(RECORD).replay()):
        if number in ENTRIES:
            yield list(pieces(state.position()))


def pieces(position: dict[str, Any]) -> Iterator[Piece]:
    """Yield the pieces of a position. Those of a seat begin with its letter; a pier has its number, a leader its value."""
    for site, tile in position["sites"].items():
        yield "tile", tile, site
    for suit, tiles in position["stacks"].items():
        if tiles:
            yield "stack", tiles[0], suit
    for seat, fields in position["seats"].items():
        for road in fields["roads"]:
            yield "road", seat, road
        for site, piers in fields["ports"].items():
            yield from (("pier", f"{seat}{pier}", site) for pier in range(piers))
        for leader, site in fields["leaders"].items():
            if site != "reserve":
                yield "leader", f"{seat}{leader}{'-' * site.endswith('-')}", site.rstrip("-")
