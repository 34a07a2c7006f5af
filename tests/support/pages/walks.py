"""Walks over the pages in a language, with checks of each place: texts from elsewhere, cut texts, overlapping controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from kingdoms.puzzles.files import shipped
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.pages.browsing import PATIENCE, Visit, assert_fits, new_game, resize
from tests.support.pages.lessons import lesson, lessons_of
from tests.support.pages.screens import Screen
from tests.support.pages.text_fit import cut_texts, elements_outside, overlapping_controls
from tests.support.texts.untranslated import Translated

Walk = Callable[[Page, Translated], Iterator[str]]
OVERVIEWS = ("/new", "/games", "/learn", "/puzzles", "/you", "/people", "/claim/abcdefgh", "/nowhere")
NAMES = ("Ïďá", "Óţţó")
"""What people call themselves: not in the letters of a sentence that has escaped."""
LONGEST = 1500
"""How many actions a whole game may have, or how often it is looked whether bots have played."""
BETWEEN = 12
"""A whole game is looked at once in so many actions."""
QUIET = 150
"""For how many milliseconds a page sends no request before it counts as loaded."""
TURNS = 3
"""How many hints are taken at each table."""
SAID_WHY = """() => {
  const [said, head] = ["", " strong"].map(part => document.querySelector(`#lesson-verdict p${part}`)?.textContent.trim());
  return said && said.length > head.length;
}"""
"""Holds when it is said why an answer is wrong or right: texts of refusals are loaded on first use."""


def arrive(page: Page, path: str) -> None:
    """Go to a page of the same server, and wait until it is loaded."""
    with settled(page):
        page.goto(urljoin(page.url, path))
        expect(page.locator("main h1, main h2").first).to_be_attached()


@contextmanager
def settled(page: Page) -> Iterator[None]:
    """Wait on leaving until all requests of a page have been answered, and for a moment no other has followed.

    The load state "networkidle" waits longer, and only after a page has been loaded.
    """
    sent: list[Request] = []
    answered: list[Request] = []

    def send(request: Request) -> None:
        sent.append(request)

    def answer(request: Request) -> None:
        answered.append(request)

    page.on("request", send)
    page.on("requestfinished", answer)
    page.on("requestfailed", answer)
    yield
    for _ in range(int(PATIENCE / QUIET)):
        before = len(sent)
        page.wait_for_timeout(QUIET)
        if before == len(sent) and set(sent) <= set(answered):
            break
    else:
        pytest.fail(f"{page.url} does not come to rest: {[request.url for request in sent if request not in answered]}")
    page.remove_listener("request", send)
    page.remove_listener("requestfinished", answer)
    page.remove_listener("requestfailed", answer)


def too_wide(page: Page) -> list[str]:
    """Return the fault of a page that is wider than its window."""
    try:
        assert_fits(page)
    except AssertionError as fault:
        return [str(fault)]
    return []


def unfold(page: Page) -> None:
    """Open all details of a page."""
    with settled(page):
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")


def button(page: Page, abroad: Translated, key: str) -> Locator:
    """Return a button by the key of its name."""
    return page.get_by_role("button", name=abroad.name(key), exact=True)


def overviews(page: Page, abroad: Translated) -> Iterator[str]:
    """Visit the start page, the settings, and the pages that list things."""
    arrive(page, "/")
    yield "start"
    button(page, abroad, "shell.nav_settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "settings"
    for path in OVERVIEWS:
        arrive(page, path)
        unfold(page)
        yield path.strip("/")


def rules(page: Page, abroad: Translated) -> Iterator[str]:
    """Visit the rules of all games."""
    for game in TESTED:
        arrive(page, f"/rules/{game}")
        unfold(page)
        yield game


def lessons(page: Page, abroad: Translated) -> Iterator[str]:
    """Take the first steps of two lessons of each course."""
    for game in TESTED:
        names = lessons_of(game)
        for name in (names[0], names[-1]):
            yield from first_steps(page, game, name, 3)


def all_lessons(page: Page, abroad: Translated) -> Iterator[str]:
    """Take all lessons with steps, and begin those at a real table."""
    paths = {f"/learn/{name}" for game in TESTED for name in lessons_of(game)}
    for game in TESTED:
        for name in lessons_of(game):
            yield from first_steps(page, game, name)
            expect(page.locator("progress.first")).to_have_count(0)
            yield f"{name}, finished"
    arrive(page, "/learn")
    hrefs = page.locator("main section a[href^='/learn/']").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    for href in dict.fromkeys(hrefs):
        if href not in paths:
            arrive(page, href)
            yield href


def first_steps(page: Page, game: str, name: str, most: int | None = None) -> Iterator[str]:
    """Take the first steps of a lesson, with the answers that the rules don't allow, and at last a right one."""
    back, following = page.locator(".steps button:not(.primary)"), page.locator(".steps .primary")
    arrive(page, f"/learn/{name}")
    for at, step in enumerate(lesson(game, name)[:most], 1):
        expect(page.locator("progress.first")).to_have_attribute("value", str(at))
        if "find" in step:
            expect(back).to_be_enabled()  # before, the table is about to change and takes no answers
            page.locator(", ".join(f'[data-key="{key}"]' for key in step["find"])).first.click()
        choices = step.get("choices", [])
        numbers = [number for number, choice in enumerate(choices) if "refused" in choice]
        numbers += [number for number, choice in enumerate(choices) if choice.get("right")][:1]
        for number in numbers:
            answer = page.locator(".answer").nth(number)
            answer.click()
            expect(answer).to_have_attribute("aria-describedby", "lesson-verdict")
            page.wait_for_function(SAID_WHY)
            yield f"{name}, step {at}, answer {number + 1}"
        expect(following).to_be_enabled()
        if not numbers:
            yield f"{name}, step {at}"
        following.click()


def puzzles(page: Page, abroad: Translated) -> Iterator[str]:
    """Look at a puzzle of each game."""
    for game in TESTED:
        puzzle = shipped(game)[0]
        arrive(page, f"/puzzles/{puzzle.name}")
        expect(page.locator("#ask-title")).to_be_attached()
        yield puzzle.name


def tables(page: Page, abroad: Translated) -> Iterator[str]:
    """Play at a table of each game, and look at what surrounds it, in words and in review."""
    hint, confirm = button(page, abroad, "play.hint"), page.locator("[data-confirm]")
    for game in TESTED:
        first, *bot_seats = seats(3, game)
        players = [{"seat": first, "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": "greedy"} for seat in bot_seats)]
        table = new_game(page, players, game=game)
        arrive(page, table)
        for turn in range(TURNS):
            expect(hint).to_be_enabled()
            yield f"{game}, asked {turn}"
            page.keyboard.press("h")
            expect(confirm).to_be_enabled()
            yield f"{game}, chosen {turn}"
            # A next question for a number has its own answer chosen at once.
            with page.expect_response(lambda answer: answer.url.endswith("/actions")):
                page.keyboard.press("Enter")
        expect(hint).to_be_enabled()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        yield f"{game}, help"
        page.keyboard.press("Escape")
        button(page, abroad, "play.leave_tool").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield f"{game}, leaving"
        for view in ("text", "review"):
            arrive(page, f"{table}/{view}")
            unfold(page)
            yield f"{game}, {view}"


def whole_game(page: Page, abroad: Translated, game: str) -> Iterator[str]:
    """Play a game to its end, by hints; look at the table now and then, and at all that is there in the end."""
    hint, confirm = page.locator("footer button:enabled", has_text=abroad.name("play.hint")), page.locator("[data-confirm]")
    first, second = seats(2, game)
    table = new_game(page, [{"seat": first, "kind": "me"}, {"seat": second, "kind": "bot", "bot": "greedy"}], game=game)
    arrive(page, table)
    actions = 0
    for _ in range(LONGEST):
        if page.request.get(table.replace("/g/", "/api/games/")).json()["status"] == "over":
            break
        if not hint.count():
            page.wait_for_timeout(QUIET)
            continue
        page.keyboard.press("h")
        expect(confirm).to_be_enabled()
        if actions % BETWEEN == 0:
            yield f"action {actions}"
        with page.expect_response(lambda answer: answer.url.endswith("/actions")):
            page.keyboard.press("Enter")
        actions += 1
    else:
        pytest.fail(f"{game} does not end")
    expect(page.locator("#over-title")).to_be_visible()
    yield "over"
    for view in ("review", "text"):
        arrive(page, f"{table}/{view}")
        unfold(page)
        yield view


def hot_seat(page: Page, abroad: Translated) -> Iterator[str]:
    """Play at one screen in turn: where there are secrets, the screen is passed on."""
    hint, ready = page.locator("footer button:enabled", has_text=abroad.name("play.hint")), page.locator(".pass [data-confirm]")
    for game in TESTED:
        first, second = seats(2, game)
        players = [{"seat": first, "kind": "me", "name": NAMES[0]}, {"seat": second, "kind": "shared", "name": NAMES[1]}]
        arrive(page, new_game(page, players, game=game))
        for turn in range(2 * TURNS):
            # Until the action has come back, the old question is on the page, without an enabled button.
            expect(hint.or_(ready)).to_be_visible()
            if ready.is_visible():
                yield f"{game}, passed on {turn}"
                ready.click()
                expect(hint).to_be_visible()
            yield f"{game}, asked in turn {turn}"
            page.keyboard.press("h")
            expect(page.locator("[data-confirm]")).to_be_enabled()
            with page.expect_response(lambda answer: answer.url.endswith("/actions")):
                page.keyboard.press("Enter")


def talk(page: Page, abroad: Translated) -> Iterator[str]:
    """Wait for somebody, and talk with them at the table."""
    first, second = seats(2, SAMPLE)
    table = new_game(page, [{"seat": first, "kind": "me", "name": NAMES[0]}, {"seat": second, "kind": "open"}], game=SAMPLE)
    arrive(page, table)
    yield "waiting room"
    browser = page.context.browser
    assert browser is not None
    guest, api = browser.new_context(), table.replace("/g/", "/api/games/")
    assert guest.request.post(f"{api}/seats/{second}/join", data={"name": NAMES[1]}).ok
    expect(page.locator("#ask-title")).to_be_attached()
    for remark in ({"phrase": "hello"}, {"text": "ï ď á"}):
        assert guest.request.post(f"{api}/talk", data=remark).ok
    page.locator("[data-talk]").click()
    log = page.get_by_role("log")
    expect(log.get_by_role("button")).to_have_count(2)
    yield "talk"
    log.get_by_role("button").first.click()
    yield "a remark"
    guest.close()


def look_over(
    visit: Visit,
    translated: Translated,
    walk: Walk,
    screens: list[Screen],
    escaped: Callable[[Page], list[str]],
    every: int = 1,
) -> None:
    """Check the places of a walk for escaped sentences and cut texts, in the size of the first screen, and some in all sizes.

    Args:
        visit: opens a page.
        translated: the server.
        walk: the places.
        screens: the screens, the one of the walk first.
        escaped: returns the texts of a page that are in another language.
        every: one place of so many is looked at on all screens.
    """
    page = visit(f"{translated.url}/rules", locale=translated.tag, **screens[0].context())
    wrong: dict[str, str] = {}
    for number, place in enumerate(walk(page, translated)):
        for screen in reversed(screens if number % every == 0 else screens[:1]):
            if len(screens) > 1:
                resize(page, {"width": screen.width, "height": screen.height})
            for fault in [
                *too_wide(page),
                *escaped(page),
                *cut_texts(page),
                *elements_outside(page),
                *overlapping_controls(page),
            ]:
                wrong.setdefault(fault, f"{place}, {screen}")
    assert not wrong, "\n".join(f"{place}: {fault}" for fault, place in wrong.items())
