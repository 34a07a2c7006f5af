"""Counts of action sequences from named positions; the naive model confirms the small ones."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.playouts import perft
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.reference.model import Model
from tests.games.rivers.support.scenes import rulebook_war
from tests.games.rivers.support.tables import hand, lay, new, play, table

NONE_LEFT = {"catastrophes": 0}


def dealt() -> State:
    """A new game of two after the same deal."""
    return play(new(2), "first B", *["draw red", "draw blue", "draw green", "draw black", "draw red", "draw red"] * 2)


def war() -> State:
    """The second example of the rulebook, the kingdoms just joined."""
    return rulebook_war(**NONE_LEFT)


def leaders_alone() -> State:
    """Nothing but leaders to place and move; one placement is a revolt."""
    board = {"E5": "red", "G5": "red", "F6": "red", "I7": "red*"}
    leaders = {"A": {"black": "F5"}, "B": {"black": "I6", "red": "E6"}}
    return table(board, leaders, seats="AB", A=NONE_LEFT, B=NONE_LEFT)


def almost_built() -> State:
    """A temple completes a square, another tile a plus; the wonder is in the game."""
    fields = hand(red=6) | NONE_LEFT
    board = lay(red="G5 H5 G6 K6 J7 L7 K8", black="I5")
    leaders = {"A": {"black": "F5"}, "B": {"black": "K2"}}
    return table(board, leaders, A=fields, B=fields, P=fields, L=fields, rulings={"wonder": True})


def last_tiles() -> State:
    """An end near: few tiles in the bag, few treasures on the board."""
    return table({"K1": "red*"}, seats="AB", A=hand(red=1, blue=1) | NONE_LEFT, B=NONE_LEFT, bag={"red": 9, "green": 6})


def treasures() -> State:
    """A trader's owner takes two of three treasures, then continues the turn."""
    board = lay(black="I5 J5 K5 L5 M5 H7 H8 H10 G10", blue="H9")
    return play(table(board, seats="AB", A=NONE_LEFT, B=NONE_LEFT), "leader green I6")


def raised() -> State:
    """Two lines at once, and a square: first the market hall, then a monument; the advanced board."""
    cells = dict.fromkeys(["F5", "G5", "H6", "H7", "G6"], "green") | {"E10": "red*", "H8": "red*"}
    archer = hand(green=1) | NONE_LEFT
    rulings = {"board": "advanced", "buildings": True, "commitments": "needed"}
    return play(table(cells, {"A": {"green": "I8"}}, seats="AB", A=archer, B=NONE_LEFT, rulings=rulings), "place green H5")


def count(model: Model, depth: int) -> int:
    """Count action sequences on the naive model."""
    if depth == 1 or model.decision() is None:
        return len(model.legal())
    total = 0
    for action in model.legal():
        child = model.copy()
        child.apply(action)
        total += count(child, depth - 1)
    return total


@pytest.mark.parametrize(
    ("make", "counts", "naive_depth"),
    [
        (new, [4, 16, 64, 256, 1024], 4),
        (dealt, [746, 493166], 1),
        (war, [2, 6, 11, 2591, 10069], 4),
        (leaders_alone, [38, 1001, 3323], 2),
        (almost_built, [291, 81713], 1),
        (last_tiles, [191, 17322, 35451], 2),
        (treasures, [3, 6, 708, 2832], 3),
        (raised, [6, 24, 528, 2112], 3),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_perft_counts_what_the_naive_model_counts(make: Any, counts: list[int], naive_depth: int) -> None:
    state = make()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    position = state.position()
    assert [count(Model(position), depth) for depth in range(1, naive_depth + 1)] == counts[:naive_depth]
