"""All print on the board is legible, early and late in the game, on large screens and small ones."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.games.golden_games import play_out
from tests.support.pages.browsing import Visit, at_the_end, new_game
from tests.support.pages.text_fit import cut_texts
from tests.support.suite.rings import inner_first

LONG = {"attack_port": "any", "capital_adjacency": True, "chain_unrest": "each", "defender_tires": True, "round_limit": 30}
GAMES: dict[str, tuple[list[str], list[str], dict[str, object], int]] = {
    "four": (["N", "E", "S", "W"], ["greedy"] * 4, {}, 4),
    "three": (["N", "E", "W"], ["greedy", "random", "greedy:slips=0.3"], {"round_limit": 12}, 3),
    "long": (["N", "E", "S", "W"], ["greedy:slips=0.6"] * 4, LONG, 7),
}
"""Games by name: seats, bots, rulings and a seed."""
SIZES: dict[str, Any] = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}

COVERED = """() => {
  const board = document.querySelector("svg:has([data-piece^='capital '])");
  const pieces = kind => [...board.querySelectorAll(`[data-piece^='${kind} ']`)];
  const box = one => one.getBoundingClientRect();
  const middle = at => [at.x + at.width / 2, at.y + at.height / 2];
  const apart = ([x, y], at) => Math.hypot(Math.max(at.left - x, 0, x - at.right), Math.max(at.top - y, 0, y - at.bottom));
  const far = ([x, y], [left, top]) => Math.hypot(x - left, y - top);
  // Figures do not fill their boxes from top to bottom.
  const figure = ({ left, right, top, bottom, height }) =>
    ({ left, right, top: top + height / 4, bottom: bottom - height / 5, height });
  const printed = [...pieces("tile"), ...pieces("capital")].map(piece => ({
    name: piece.dataset.piece,
    texts: [...piece.querySelectorAll("text")].map(box).map(figure),
    sign: box([...piece.querySelectorAll("path")].pop()),
  }));
  /** Points along a match. */
  const along = (piece, steps = 12) => {
    const rect = piece.querySelector("rect.stick"), { x, y, width, height } = rect.getBBox(), seen = rect.getScreenCTM();
    const at = share => new DOMPoint(x + share * width, y + height / 2).matrixTransform(seen);
    return Array.from({ length: steps + 1 }, (_, i) => at(i / steps)).map(point => [point.x, point.y]);
  };
  const found = [];
  for (const { name, texts, sign } of printed) {
    const heart = middle(sign);
    for (const piece of pieces("coin")) {
      const coin = box(piece.querySelector(".up circle")), radius = coin.width / 2;
      if (texts.some(text => apart(middle(coin), text) < 0.95 * radius))
        found.push(`${piece.dataset.piece} covers a text of ${name}`);
      if (far(middle(coin), heart) < radius + sign.width * 0.3)
        found.push(`${piece.dataset.piece} covers the sign of ${name}`);
    }
    for (const piece of pieces("canopy"))
      if (apart(heart, box(piece)) < sign.width / 5) found.push(`${piece.dataset.piece} covers the sign of ${name}`);
    for (const road of pieces("road"))
      for (const point of along(road)) {
        if (far(point, heart) < sign.width * 0.45) found.push(`${road.dataset.piece} crosses the sign of ${name}`);
        if (texts.some(text => apart(point, text) === 0)) found.push(`${road.dataset.piece} crosses a text of ${name}`);
      }
  }
  return [...new Set(found)];
}"""
"""Finds coins, roads and canopies that cover print on the board."""


def looked_back_at(page: Page, name: str) -> None:
    """Go to the end of a game that was played long ago."""
    record = play_out("middlesea", *GAMES[name])
    seats = [{"seat": seat, "kind": "me"} for seat in record.game.seats]
    page.goto(new_game(page, seats, record="\n".join(record.lines())) + "/review")
    at_the_end(page)


@pytest.mark.parametrize("size", inner_first(SIZES))
def test_pieces_do_not_cover_the_print_late_in_the_game(visit: Visit, size: str) -> None:
    page = visit("/rules", viewport=SIZES[size])
    for name in GAMES:
        looked_back_at(page, name)
        expect(page.locator("[data-piece^='capital ']").first).to_be_visible()
        for back in range(3):
            assert page.evaluate(COVERED) == [], f"{name}, {back} rounds before the end"
            assert cut_texts(page) == []
            page.keyboard.press("PageUp")


def test_a_bad_layout_is_detected(visit: Visit) -> None:
    page = visit("/rules", viewport=SIZES["wide"])
    looked_back_at(page, "four")
    page.evaluate("document.querySelectorAll('[data-piece^=\"coin \"]').forEach(one => one.style.translate = '-20px -18px')")
    assert any("covers a text" in fault for fault in page.evaluate(COVERED))
    page.evaluate("document.querySelectorAll('[data-piece^=\"road \"]').forEach(one => one.style.scale = '3 1')")
    assert any("crosses" in fault for fault in page.evaluate(COVERED))
