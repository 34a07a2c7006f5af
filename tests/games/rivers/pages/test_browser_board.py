"""Every text on and around the map has room, early and late in the game, on large screens and small ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.pages.browsing import Visit, at_the_end, new_game
from tests.support.pages.text_fit import cut_texts, elements_outside, misnamed
from tests.support.suite.rings import inner_first

GOLDEN = Path(__file__).parents[1] / "golden"
SIZES: dict[str, Any] = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}


@pytest.mark.parametrize("size", inner_first(SIZES))
def test_everything_on_the_map_has_room_from_the_opening_to_the_end(visit: Visit, size: str) -> None:
    page = visit("/rules", viewport=SIZES[size])
    for name in ("greedy", "four"):
        record = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")
        seats = [{"seat": seat, "kind": "me"} for seat in json.loads(record.splitlines()[0])["seats"]]
        page.goto(new_game(page, seats, record=record) + "/review")
        at_the_end(page)
        last = int(page.get_by_role("slider", name="Move").input_value())
        for number in (last, 3 * last // 4, last // 2, 0):
            page.get_by_role("slider", name="Move").fill(str(number))
            expect(page.get_by_role("listitem").filter(has=page.get_by_text(re.compile("^Hand:")))).to_have_count(len(seats))
            assert [cut_texts(page), elements_outside(page), misnamed(page)] == [[], [], []], f"{name} at {number}"
