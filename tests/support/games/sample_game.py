"""The sample game, for tests that need any game: its seats and actions.

Facts that only the game knows come from its own tests, support/turns.py.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.core.state import State
from tests.support.games.tested_games import SAMPLE, game_module

_turns = game_module(SAMPLE, "turns")
STEPS: tuple[str, str] = _turns.STEPS
END: str = _turns.END
REFUSED: tuple[str, ...] = _turns.REFUSED
UNWRITTEN: tuple[str, ...] = _turns.UNWRITTEN
SLOW: str = _turns.SLOW
USUAL = BOTS.usual(SAMPLE)
"""The default bot."""


def seats(number: int, game: str = SAMPLE) -> tuple[str, ...]:
    return kingdoms.load_game(game, number).seats


ONE, OTHER = seats(2)
FIRST, SECOND, THIRD = seats(3)
ABSENT = seats(4)[-1]
"""A seat that is not used with two or three seats."""


def seated(*kinds: str, game: str = SAMPLE) -> list[dict[str, Any]]:
    """Return the seats of a new game; kinds are given as `me`, `open` or `bot:random`."""
    rows = []
    for seat, kind in zip(seats(len(kinds), game), kinds, strict=True):
        name, _, bot = kind.partition(":")
        rows.append({"seat": seat, "kind": name} | ({"bot": bot} if bot else {}))
    return rows


def begins(seat: str) -> str:
    """Return the first chance action by which a seat begins a game for two seats."""
    start = kingdoms.load_game(SAMPLE, 2).new_initial_state()
    for action in start.legal_actions():
        if start.child(action).to_move == seat:
            return start.game.action_to_string(action)
    raise AssertionError(f"chance does not let {seat} begin")


def opening() -> State:
    """Return the state of a game for two seats in which the first seat begins."""
    state = kingdoms.load_game(SAMPLE, 2).new_initial_state()
    state.apply_action(begins(ONE))
    return state


def limited(rounds: int, game: str = SAMPLE) -> dict[str, Any]:
    """Return the rulings that end a game after a number of rounds; none if the game ends by itself."""
    rules = kingdoms.load_game(game, 2)
    return {name: value for name, value in rules.limited(rounds).rulings.items() if value != rules.rulings[name]}


def soonest(choices: Collection[str]) -> str:
    return END if END in choices else next(iter(choices))
