"""Shared positions: opened from a link on an analysis board, played on, searched, passed on; and shared from a review."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kingdoms
from kingdoms import State, position_text
from kingdoms.core.registry import game_class
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED, random_record
from tests.support.pages.browsing import (
    Picture,
    Table,
    Troubles,
    Visit,
    assert_accessible,
    assert_fits,
    new_game,
    small_targets,
)
from tests.support.pages.screens import PHONE
from tests.support.suite.rings import inner_first

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "wide": (TESTED[0], {}),
    "phone": (TESTED[-1], PHONE.context() | {"color_scheme": "dark"}),
}


def decision_state(name: str) -> State:
    """Return a state in which a seat is to move."""
    record = random_record(kingdoms.load_game(name, 2), 40, seed=2)
    while record.state.current_player() < 0:
        record.pop()
    return record.state


def link(page: Page) -> str:
    """Return the link that the board offers to share."""
    page.get_by_role("button", name="Board", exact=True).press("Enter")
    return page.get_by_role("textbox", name="Link to this position").input_value()


@pytest.mark.parametrize("case", inner_first(CASES))
def test_a_position_is_opened_played_on_by_keys_and_shared(visit: Visit, picture: Picture, case: str) -> None:
    name, context = CASES[case]
    state = decision_state(name)
    text = position_text(state, state.to_move)
    page = visit(f"/p/{text}", **context)
    heading = page.get_by_role("heading", name=f"{game_class(name).title}: a position", level=1)
    expect(heading).to_be_visible()
    expect(page).to_have_title(re.compile(re.escape(game_class(name).title)))
    assert link(page).endswith(f"/p/{text}")
    assert_accessible(page)
    assert_fits(page)
    picture(page, f"position-{name}-{len(context)}")
    if context:
        assert small_targets(page) == []

    table = Table(page)
    if context:
        page.get_by_role("button", name="Play", exact=True).press("Enter")
    table.hint.press("Enter")
    expect(table.confirm).to_be_visible()
    table.confirm.press("Enter")
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_enabled()
    moved = link(page)
    assert not moved.endswith(text)
    back.press("Enter")
    expect(page.get_by_role("textbox", name="Link to this position")).to_have_value(re.compile(f"/p/{re.escape(text)}$"))

    page.get_by_role("button", name="Chances", exact=True).press("Enter")
    page.get_by_role("checkbox", name="Chances while I look").check()
    expect(page.locator(".shared .figures")).to_be_visible()
    picture(page, f"position-searched-{name}-{len(context)}")
    page.goto(moved)
    expect(heading).to_be_visible()


def test_a_position_shared_by_an_onlooker_is_resampled_for_play(visit: Visit) -> None:
    name = next(name for name in TESTED if game_class(name).has_secrets)
    page = visit(f"/p/{position_text(decision_state(name))}")
    page.get_by_role("button", name="Board", exact=True).press("Enter")
    expect(page.get_by_text("Hidden hands aren't in the link")).to_be_visible()
    page.get_by_role("button", name="Play on").press("Enter")
    expect(page.get_by_text("has been dealt at random, the same each time")).to_be_visible()
    expect(Table(page).hint).to_be_visible()


def test_a_damaged_link_says_so(visit: Visit, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    page = visit(f"/p/{position_text(decision_state(TESTED[0]))[:-2]}")
    expect(page.get_by_role("heading", name="This link holds no position")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("the text of the position is damaged")
    assert_accessible(page)


@pytest.mark.parametrize("name", TESTED[-1:])
def test_a_moment_of_a_game_is_shared_from_its_review(visit: Visit, name: str) -> None:
    page = visit("/rules")
    first, second = seats(2, name)
    players = [{"seat": first, "kind": "bot", "bot": "random"}, {"seat": second, "kind": "me"}]
    page.goto(f"{new_game(page, players, game=name)}/review/1")
    page.get_by_role("button", name="Share this position").press("Enter")
    panel = page.get_by_role("region", name="Share this position")
    shared = panel.get_by_role("textbox", name="Link to this position")
    expect(shared).to_be_visible()
    assert panel.get_by_text("no hands and no other secrets").is_visible() == game_class(name).has_secrets
    page.goto(shared.input_value())
    expect(page.get_by_role("heading", name=f"{game_class(name).title}: a position", level=1)).to_be_visible()
