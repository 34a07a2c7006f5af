"""Every text on and around the map has room, early and late in the game, on large screens and small ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.rivers.support.golden_games import play_for_trouble
from tests.support.games.golden_games import play_out
from tests.support.pages.browsing import Visit, at_the_end, new_game
from tests.support.pages.text_fit import cut_texts, elements_outside, misnamed
from tests.support.suite.rings import inner_first

SIZES: dict[str, Any] = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}


@pytest.mark.parametrize("size", inner_first(SIZES))
def test_everything_on_the_map_has_room_from_the_opening_to_the_end(visit: Visit, size: str) -> None:
    page = visit("/rules", viewport=SIZES[size])
    for record in (play_out("rivers", ["A", "B"], ["greedy"] * 2, {}, 12), play_for_trouble(["A", "B", "P", "L"], {}, 35)):
        seats = [{"seat": seat, "kind": "me"} for seat in record.game.seats]
        page.goto(new_game(page, seats, record="\n".join(record.lines())) + "/review")
        at_the_end(page)
        last = int(page.get_by_role("slider", name="Move").input_value())
        for number in (last, 3 * last // 4, last // 2, 0):
            page.get_by_role("slider", name="Move").fill(str(number))
            expect(page.get_by_role("listitem").filter(has=page.get_by_text(re.compile("^Hand:")))).to_have_count(len(seats))
            assert [cut_texts(page), elements_outside(page), misnamed(page)] == [[], [], []], f"{record.game.seats} at {number}"
