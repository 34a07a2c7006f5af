"""Helpers and positions for tests of the pages of Two Rivers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page

from tests.games.rivers.support import tables
from tests.support.pages.browsing import Table, new_game

ON_TOP = """one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const spots = [0.1, 0.3, 0.5].map(share => document.elementFromPoint(left + share * (right - left), (top + bottom) / 2));
  return spots.every(spot => one.contains(spot));
}"""
"""Says whether nothing lies over a part of the page."""
OPTIONS = tables.ALL_OPTIONS
"""The rulings of the game that is played with the table in words."""


def hand(page: Page) -> Locator:
    """Return the hands on a page; their names begin with the player's."""
    return page.get_by_role("region", name=re.compile("tiles and leaders$"))


class RiversTable(Table):
    """A table of Two Rivers as a player sees it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.board = page.get_by_role("group", name="Map", exact=True)
        self.hand = hand(page)
        self.end = page.get_by_role("button", name="End turn")
        self.over = page.get_by_role("table").filter(has_text="Score")
        self.amount = page.get_by_role("slider", name="How many")

    def cell(self, name: str) -> Locator:
        """Return a cell of the map."""
        return self.board.locator(f"[data-key='cell {name}']")

    def piece(self, name: str) -> Locator:
        """Return a piece in front of the player, by how its name begins."""
        return self.hand.get_by_role("button", name=re.compile(f"^{name}"))

    def put(self, piece: str, cell: str) -> None:
        """Take up a piece and point at a cell."""
        self.piece(piece).click()
        self.cell(cell).dispatch_event("click")


def rivers_game(page: Page, *bot_seats: str, bot: str = "random", **fields: Any) -> str:
    """Make a game of Two Rivers for a page's visitor as Archer, against bots, and return its address."""
    seats = [{"seat": "A", "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": bot} for seat in bot_seats or ("B",))]
    return new_game(page, seats, **fields) if "position" in fields else new_game(page, seats, game="rivers", **fields)


def position(
    hands: dict[str, dict[str, int]], leaders: dict[str, dict[str, str]], turn: str = "A", **tiles: str
) -> dict[str, Any]:
    """Return a position with the ten temples, some tiles and leaders, and two actions to come."""
    seats: dict[str, Any] = {seat: {"hand": hand} for seat, hand in hands.items()}
    return tables.position(tables.FRESH | tiles, leaders, turn=turn, actions_left=2, seats="".join(hands), **seats)


def revolt() -> dict[str, Any]:
    """Return the rulebook's revolt: Archer's king would have three temples against two of Bull's."""
    tiles = {"E5": "red", "F6": "red", "H5": "red", "I4": "red", "J5": "red", "G5": "black"}
    return position({"A": {"red": 2, "black": 1}, "B": {"red": 3}}, {"B": {"black": "F5"}}, **tiles)


def two_wars() -> dict[str, Any]:
    """Return the rulebook's war: a settlement on G5 brings a war of traders and one of kings."""
    tiles = {"D5": "red", "F5": "green", "H5": "green", "J5": "green", "I4": "red", "K5": "red"}
    hands = {"A": {"green": 4, "black": 1}, "B": {"black": 1}, "P": {"green": 1}}
    leaders = {"A": {"green": "E5"}, "B": {"black": "D6"}, "P": {"green": "I5", "black": "K6"}}
    return position(hands, leaders, **tiles)


def last_tiles() -> dict[str, Any]:
    """Return a position with so few tiles in the bag that the game ends after some turns."""
    hands = {"A": {"red": 3, "blue": 1, "green": 1, "black": 1}, "B": {"red": 1, "blue": 1, "green": 2, "black": 2}}
    leaders = {"A": {"red": "I6"}, "B": {"green": "F4"}}
    return position(hands, leaders) | {"bag": {"red": 2, "blue": 2, "green": 2, "black": 2}}


def things(seat: str, action: str) -> list[str]:
    """Return selectors of the pieces to click before an action can be chosen from the list."""
    kind, *rest = action.split()
    if kind in ("place", "leader"):
        return [f"[data-key='{'tile' if kind == 'place' else kind} {rest[0]}']", f"[data-key='cell {rest[1]}']"]
    return []
