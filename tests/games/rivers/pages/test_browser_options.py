"""The options of the game on its page: the other side of the board, civilization buildings, limited commitments."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.games.rivers.support.tables import ALL_OPTIONS
from tests.support.games.sample_game import seated
from tests.support.pages.browsing import Picture, Table, Visit, assert_accessible, assert_fits, new_game
from tests.support.suite.rings import inner_first

KINDS: dict[str, dict[str, Any]] = {
    "by day": {"viewport": {"width": 1440, "height": 900}},
    "phone at night": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"},
}
TEMPLES = ("E1", "J1", "O2", "B3", "G4", "L4", "D6", "P6", "A8", "H8", "M8", "E10", "J11", "O11")
POSITION = {
    "game": "rivers",
    "phase": "action",
    "rulings": ALL_OPTIONS,
    "board": {
        **dict.fromkeys(TEMPLES, "red*"),
        **dict.fromkeys(("F6", "F7"), "green"),
        **dict.fromkeys(("H5", "H6", "H7"), "black"),
    },
    "leaders": {"A": {"green": "E6", "black": "G8"}, "B": {"red": "M9"}},
    "buildings": {"black": "H6"},
    "seats": {"A": {"hand": {"red": 1, "green": 3, "black": 2}}, "B": {"hand": {"red": 6}}},
}


@pytest.mark.parametrize("kind", inner_first(KINDS))
def test_a_line_of_tiles_gets_its_building(visit: Visit, picture: Picture, kind: str) -> None:
    page = visit("/rules", **KINDS[kind])
    table = Table.open(
        page, new_game(page, [{"seat": "A", "kind": "me"}, {"seat": "B", "kind": "bot", "bot": "random"}], position=POSITION)
    )
    expect(page.locator("[data-piece='building black']")).to_have_attribute("data-at", "H6")
    expect(cell(page, "H6")).to_have_attribute("aria-label", re.compile("settlement, with the palace"))
    expect(page.get_by_title("Civilization buildings beside the map: library, granary and market hall")).to_be_visible()

    page.locator("[data-key='tile green']").click()
    cell(page, "F5").dispatch_event("click")
    expect(page.get_by_text("3 markets in a line: the market hall can go there")).to_be_visible()
    picture(page, f"rivers-line-{kind}")
    table.do()
    expect(page.get_by_text("Where do you put the market hall, if anywhere?").first).to_be_visible()
    cell(page, "F6").dispatch_event("click")
    picture(page, f"rivers-building-{kind}")
    assert_fits(page)
    assert_accessible(page)
    table.do()
    expect(page.locator("[data-piece='building green']")).to_have_attribute("data-at", "F6")

    page.locator("[data-key='tile green']").click()
    cell(page, "F4").dispatch_event("click")
    expect(page.get_by_text("2 green points for you", exact=True)).to_be_visible()
    picture(page, f"rivers-double-{kind}")


def test_the_buildings_have_room_above_the_map_of_a_phone(visit: Visit) -> None:
    page = visit("/rules", **KINDS["phone at night"])
    page.goto(new_game(page, seated("me", "bot:random", game="rivers"), game="rivers", rulings=ALL_OPTIONS))
    Table(page).wait_for_turn()
    parts = (".turn", ".actions i:last-child", ".stock", ".bag", ".treasures")
    boxes = [page.locator(".strip").locator(part).bounding_box() for part in parts]
    edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
    assert (len(edges), edges) == (10, sorted(edges))
    assert edges[-1] <= 360


def cell(page: Page, name: str) -> Locator:
    """Return a cell of the map."""
    return page.get_by_role("group", name="Map", exact=True).locator(f"[data-key='cell {name}']")
