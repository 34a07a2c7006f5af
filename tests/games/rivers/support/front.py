"""Ten seconds of a real game for the start page; see `tests.support.games.fronts`."""

from __future__ import annotations

from collections.abc import Iterator

import kingdoms
from kingdoms.bots import BOTS
from tests.support.games.fronts import Piece

PLAYER, SEED = "greedy", 11
ACTIONS = range(6, 86, 2)
"""The actions before which the map is shown; the first ones put leaders on it."""


def tables() -> Iterator[list[Piece]]:
    """Yield what lies on the map at each picture of a game between bots."""
    game = kingdoms.load_game("rivers", 4)
    state, rng = game.new_initial_state(), kingdoms.Random(SEED)
    players = [BOTS.make(PLAYER, game, SEED + seat) for seat in range(4)]
    count = 0
    while count < ACTIONS.stop:
        player = state.current_player()
        if player < 0:
            state.apply_action(state.draw_chance_action(rng))
            continue
        if state.decision() == "action":
            if count in ACTIONS:
                yield list(pieces(state))
            count += 1
        state.apply_action(players[player].choose(state.view(game.seats[player]), state.legal_actions()))


def pieces(state: kingdoms.State) -> Iterator[Piece]:
    """Yield the pieces on the map, each with its layer, what it is, and its cell."""
    position = state.position()
    for cell, piece in position["board"].items():
        yield "tile", piece.rstrip("*"), cell
        if piece.endswith("*"):
            yield "treasure", "1", cell
    for pair, cell in position["monuments"].items():
        yield "monument", pair, cell
    for seat, leaders in position["leaders"].items():
        for colour, cell in leaders.items():
            yield "leader", f"{seat}-{colour}", cell
