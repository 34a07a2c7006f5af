"""Situations of Two Rivers that several tests begin with."""

from __future__ import annotations

from typing import Any

from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.support.tables import COLOURS, FULL, hand, lay, new, play, table

RIVALS = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}
"""A king and a priest of Archer, and of Bull; a tile on G5 joins their kingdoms in `union`."""
KING = {"B": {"black": "I6"}}
"""Bull's king; with Archer's on I8 it has one temple, which serves both."""
PLUS = "H5 G6 H6 I6 H7"
ROAD = "I5 J5 K5 L5"
"""With M5 it joins two treasures to a leader on I6."""


def union(**fields: Any) -> State:
    """Return a table on which a tile of Archer on G5 brings two wars."""
    return table(lay(red="F5 H5", black="I4"), RIVALS, **({"A": hand(green=1, black=2, red=1)} | fields))


def wars(**fields: Any) -> State:
    """Return the table on which Archer chooses one of two wars."""
    return play(union(**fields), "place green G5")


def revolt(**fields: Any) -> State:
    """Return a revolt of Archer's king against Bull's, one temple against one."""
    return play(table(leaders=KING, **fields), "leader black I8")


def square(cells: str = "H5 G6 H6", cell: str = "G5", **fields: Any) -> State:
    """Return the table on which Archer has completed a square, or something else, with a settlement."""
    return play(table(lay(black=cells), A=hand(black=1), **fields), f"place black {cell}")


def taking() -> State:
    """Return the table on which Archer's trader takes one of two treasures."""
    return play(table(lay(black=f"{ROAD} M5")), "leader green I6")


def income(**fields: Any) -> State:
    """Return the table on which the wonder pays Archer's king a point."""
    board = lay(red="H4", wonder=PLUS)
    return play(table(board, {"A": {"black": "G4"}}, A=FULL, rulings={"wonder": True}, **fields), "pass")


def rulebook_war(**fields: Any) -> State:
    """Return the war of the rulebook: a settlement of Lion on G5 brings a war of traders and one of kings."""
    board = lay(red="D5 I4 K5", green="F5 H5 J5")
    leaders = {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}}
    hands = {"L": hand(green=4, black=1), "P": hand(green=1)}
    seats = {seat: hands.get(seat, {}) | fields for seat in "ABPL"}
    return play(table(board, leaders, turn="L", **seats), "place black G5")


def dealt(**bag: int) -> State:
    """Return the first turn of Archer against Bull, with such a bag."""
    state = play(new(2), "first A", *(f"draw {colour}" for colour in COLOURS * 3))
    return Rivers.read_position(state.position() | {"bag": bag})
