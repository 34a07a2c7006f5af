"""Every text on and around the map has room, early and late in the game, on large screens and small ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.rivers.support.golden_games import play_for_trouble
from tests.games.rivers.support.pages import ON_TOP, RiversTable, position, rivers_game
from tests.support.games.golden_games import play_out
from tests.support.pages.browsing import Visit, at_the_end, box_of, new_game
from tests.support.pages.screens import PHONE
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


def test_the_map_is_turned_on_an_upright_phone_and_is_in_sight_with_hand_and_question(visit: Visit) -> None:
    page = visit("/rules", **PHONE.context())
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 1}, "B": {}}, {"A": {"red": "I6"}})))
    corners = {name: box_of(game.cell(name)) for name in ("A1", "P1", "A11", "P11")}
    assert min(box[side] for box in corners.values() for side in ("width", "height")) >= 34
    assert corners["A11"]["x"] < corners["A1"]["x"]  # north is at the right
    assert corners["A1"]["y"] < corners["P1"]["y"]
    for part in (game.cell("A11"), game.cell("P1"), game.hand, page.locator(".asked .question")):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(ON_TOP)
    # The keys follow the printed map.
    game.cell("H6").focus()
    page.keyboard.press("ArrowUp")
    expect(game.cell("H5")).to_be_focused()

    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".board .turned")).to_have_count(0)


def test_the_choices_of_a_phone_are_closed_by_key_head_and_a_tap_beside_them(visit: Visit) -> None:
    page = visit("/rules", **PHONE.context())
    game = RiversTable.open(page, rivers_game(page))
    head = page.get_by_role("button", name="Make this part taller or shorter")
    closings: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: head.tap(position={"x": 20, "y": 20}),
        lambda: page.touchscreen.tap(195, 60),
    )
    for close in closings:
        page.get_by_role("button", name="Choices", exact=True).tap()
        expect(game.choices).to_be_in_viewport(ratio=1)
        close()
        expect(game.choices).to_be_hidden()
    # The last rows of the page can be scrolled out from under the sheet.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.get_by_role("navigation", name="Table tools").get_by_role("button").last
    expect(last).to_be_in_viewport(ratio=1)
    assert last.evaluate(ON_TOP)
