"""Each page in each language that comes along: no English is left, all texts have room, and two at a table read their own."""

from __future__ import annotations

from functools import partial
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.support.games.sample_game import seats
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.pages.browsing import Troubles, Visit, new_game
from tests.support.pages.screens import DESK, PHONE
from tests.support.pages.walks import Walk, hot_seat, lessons, look_over, overviews, puzzles, rules, tables, talk, whole_game
from tests.support.suite.rings import inner_first
from tests.support.texts.english import english
from tests.support.texts.untranslated import ROOT, Translated

TAGS = ("de", "fr", "es")
BROKEN = """() => [...document.querySelectorAll("header nav a")].filter(link => {
  const range = document.createRange();
  range.selectNodeContents(link);
  return range.getClientRects().length > 1;
}).map(link => link.textContent)"""
"""The links of the header that are broken into lines."""
WALKS: list[Walk] = [rules, lessons, puzzles, tables, talk, hot_seat]
WHOLE = dict(zip(TAGS, cycle(TESTED), strict=False))
"""The game that is played to its end in each language."""


@pytest.mark.parametrize("tag", TAGS)
def test_the_start_page_is_in_the_language(visit: Visit, base_url: str, tag: str) -> None:
    page = visit("/", locale=tag, **PHONE.context())
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.get_by_role("button", name=Translated(ROOT, page.url, tag).name("lobby.play_now"), exact=True)).to_be_visible()
    assert english(page, tag) == []
    page.goto(f"{base_url}/learn")
    expect(page.locator("main h1")).to_be_visible()
    assert page.evaluate(BROKEN) == []


@pytest.mark.long
@pytest.mark.outer("a page of each language is in the inner ring, and all walks in the pseudo-language")
@pytest.mark.parametrize("tag", TAGS)
def test_the_overviews_are_in_the_language(visit: Visit, troubles: Troubles, base_url: str, tag: str) -> None:
    troubles.expect("status of 404")  # of the last one
    look_over(visit, Translated(ROOT, base_url, tag), overviews, [PHONE], partial(english, tag=tag))


@pytest.mark.long
@pytest.mark.outer("a page of each language is in the inner ring, and all walks in the pseudo-language")
@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("walk", WALKS)
def test_no_page_has_english_left_and_all_texts_fit(visit: Visit, base_url: str, walk: Walk, tag: str) -> None:
    look_over(visit, Translated(ROOT, base_url, tag), walk, [PHONE, DESK], partial(english, tag=tag))


@pytest.mark.long
@pytest.mark.outer("the first turns of a game have tests of their own; this is the same for longer")
@pytest.mark.parametrize("tag", TAGS)
def test_a_whole_game_has_no_english_and_its_texts_fit(visit: Visit, base_url: str, tag: str) -> None:
    walk = partial(whole_game, game=WHOLE[tag])
    look_over(visit, Translated(ROOT, base_url, tag), walk, [PHONE, DESK], partial(english, tag=tag))


def take_hint(page: Page, words: Translated) -> None:
    """Choose what the hint says."""
    expect(page.get_by_role("button", name=words.name("play.hint"), exact=True)).to_be_enabled()
    page.keyboard.press("h")
    expect(page.locator("[data-confirm]")).to_be_enabled()


def test_two_at_one_table_read_the_same_event_each_in_their_language(visit: Visit, base_url: str) -> None:
    first, second = seats(2, SAMPLE)
    german = visit("/", locale="de-AT", **DESK.context())
    players = [{"seat": first, "kind": "me", "name": "Ida"}, {"seat": second, "kind": "bot", "bot": "greedy"}]
    german.goto(new_game(german, players, game=SAMPLE))
    table = german.url
    spanish = visit(table, locale="es-MX", **DESK.context())
    take_hint(german, Translated(ROOT, base_url, "de"))
    german.keyboard.press("Enter")
    logs = {}
    for page, tag in ((german, "de"), (spanish, "es")):
        expect(page.locator("html")).to_have_attribute("lang", tag)
        page.goto(f"{table}/text")
        expect(page.locator("main li").first).to_be_attached()
        logs[tag] = page.locator("main").inner_text()
        assert english(page, tag) == []
    assert logs["de"] != logs["es"]


@pytest.mark.parametrize("game", inner_first([*TESTED]))
def test_another_language_keeps_the_table_and_the_choice(visit: Visit, base_url: str, game: str) -> None:
    page, english_page = visit("/", **DESK.context()), Translated(ROOT, base_url, "en")
    first, second = seats(2, game)
    players = [{"seat": first, "kind": "me", "name": "Ida"}, {"seat": second, "kind": "bot", "bot": "greedy"}]
    page.goto(new_game(page, players, game=game))
    take_hint(page, english_page)
    chosen, address = page.locator("[data-confirm]").inner_text(), page.url
    page.get_by_role("button", name=english_page.name("shell.nav_settings")).first.click()
    page.get_by_label(english_page.name("shell.language")).select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[data-confirm]")).to_be_enabled()
    expect(page.locator("[data-confirm]")).not_to_have_text(chosen)
    assert page.url == address
    assert english(page, "fr") == []
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_link_and_the_start_page_choose_the_language(visit: Visit, base_url: str) -> None:
    page = visit("/games?lang=es", **PHONE.context())
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.goto(base_url)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator("header select").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert english(page, "de") == []
    others = page.locator("link[hreflang]").evaluate_all("links => links.map(link => [link.hreflang, link.href])")
    assert dict(others) == {tag: f"{base_url}/?lang={tag}" for tag in ("en", *TAGS)}
    names = page.locator("header select option").all_inner_texts()
    assert {"Deutsch", "English", "Español", "Français"} <= {name.strip() for name in names}
