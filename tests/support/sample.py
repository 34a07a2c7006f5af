"""Any game: the one that stands for all, its seats, and what can be done in it.

What only the game itself can know stands in its tests, in support/turns.py.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from of_games import SAMPLE, support

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.core.state import State

_own = support(SAMPLE, "turns")
STEPS: tuple[str, str] = _own.STEPS
END: str = _own.END
REFUSED: tuple[str, ...] = _own.REFUSED
UNWRITTEN: tuple[str, ...] = _own.UNWRITTEN
SLOW: str = _own.SLOW
USUAL = BOTS.usual(SAMPLE)
"""The bot that is taken where none is named."""


def seats(number: int, game: str = SAMPLE) -> tuple[str, ...]:
    """Return who usually plays when so many do."""
    return kingdoms.load_game(game, number).seats


ONE, OTHER = seats(2)
FIRST, SECOND, THIRD = seats(3)
ABSENT = seats(4)[-1]
"""A seat of the game that neither two nor three play with."""


def seated(*wanted: str, game: str = SAMPLE) -> list[dict[str, Any]]:
    """Return who sits where in a new game; kinds are written like `me`, `open` or `bot:random`."""
    found = []
    for seat, kind in zip(seats(len(wanted), game), wanted, strict=True):
        name, _, bot = kind.partition(":")
        found.append({"seat": seat, "kind": name} | ({"bot": bot} if bot else {}))
    return found


def begins(seat: str) -> str:
    """Return what chance says at the start of a game of two for a seat to begin."""
    start = kingdoms.load_game(SAMPLE, 2).new_initial_state()
    for action in start.legal_actions():
        if start.child(action).to_move == seat:
            return start.game.action_to_string(action)
    raise AssertionError(f"chance does not let {seat} begin")


def opening() -> State:
    """Return the beginning of a game of two in which the first seat is asked."""
    state = kingdoms.load_game(SAMPLE, 2).new_initial_state()
    state.apply_action(begins(ONE))
    return state


def limited(rounds: int, game: str = SAMPLE) -> dict[str, Any]:
    """Return the rulings by which a game is over after so many rounds, none if it ends by itself."""
    rules = kingdoms.load_game(game, 2)
    return {name: value for name, value in rules.limited(rounds).rulings.items() if value != rules.rulings[name]}


def soonest(choices: Collection[str]) -> str:
    """Return which of some actions gets on soonest."""
    return END if END in choices else next(iter(choices))
