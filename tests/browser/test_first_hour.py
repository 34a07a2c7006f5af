"""The first game of a new player who follows the page's advice: all of it is in sight, and nothing moves by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import kingdoms
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED
from tests.support.pages.browsing import TAP, Table, Visit, new_game, resize
from tests.support.pages.screens import PHONE, TABLET, Screen
from tests.support.suite.rings import inner_first

LAPTOP = Screen("wide-laptop", 1366, 768)
LYING = Screen("tablet-lying", 1024, 768, touch=True)
WIDE = Screen("wide-desk", 1920, 1080)
WHOLE = 400
"""More decisions than a game has."""
CASES = inner_first([([PHONE], 6), ([PHONE], WHOLE), ([TABLET, LYING, LAPTOP, WIDE], 40)])
"""Screens of one walk, and how many decisions are made at most."""
STILL = 0.02
"""The layout shift without input that a whole game may have."""

WATCH_SHIFTS = """() => {
  window.shifted = [];
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifted.push([value, sources.map(({ node }) => node?.className ?? node?.nodeName).join(", ")]);
  }).observe({ type: "layout-shift", buffered: true });
}"""
"""Collects the distances that elements move without input, and the elements."""

FAULTS = """least => {
  const said = [];
  const check = (name, element, spots, tall = 0) => {
    const box = element.getBoundingClientRect();
    const where = `${Math.round(box.x)} ${Math.round(box.y)} ${Math.round(box.width)}x${Math.round(box.height)}`;
    const inside = box.top > -1 && box.left > -1 && box.bottom < innerHeight + 1 && box.right < innerWidth + 1;
    if (!inside) said.push(`${name} is outside: ${where}`);
    if (box.height < tall - 0.5) said.push(`${name} is too low: ${where}`);
    for (const [x, y] of spots(box)) {
      const there = document.elementFromPoint(x, y);
      if (!element.contains(there)) said.push(`${name} (${where}) is covered at ${Math.round(y)} by ${there?.tagName}`);
    }
  };
  const middle = box => [[box.x + box.width / 2, box.y + box.height / 2]];
  const ends = box => [[box.x + 3, box.y + 6], [box.x + 3, box.bottom - 6]];
  const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  for (const text of shown(".asked :is(.question, .words, .fight, .stepper, .coach p:not([aria-busy]), .fights > .hint)")) {
    if (text.scrollWidth > text.clientWidth + 1) said.push(`cut: ${text.innerText}`);
    check(`"${text.innerText.slice(0, 40)}"`, text, ends);
  }
  // Beside an amount and the coach, Undo and Hint may lie below: a phone has no room for all.
  const buttons = shown(".asked .coach button, .asked [data-confirm], .asked:not(:has(.amounts)) footer button");
  for (const button of buttons) check(button.innerText, button, middle, least);
  const picked = shown(".boardbox [data-key][aria-pressed=true]");
  for (const place of picked) check(place.dataset.key, place, middle);
  return said;
}"""
"""Returns what cannot be read or touched: the question, the coach's card, the chosen action with its place, and all buttons."""

UNMARKED = """entries => {
  const keysOf = selector => [...document.querySelectorAll(`.boardbox ${selector}`)].map(one => one.dataset.key);
  const places = keysOf(":is([data-key^='site '], [data-key^='cell '])");
  const marked = keysOf(".trace:has(.ring) + [data-key]");
  const named = ({ events }) => events
    .flatMap(({ details, changes }) => [...Object.values(details), ...changes.map(({ before }) => before)].flat())
    .flatMap(value => places.filter(key => key.slice(5) === value));
  const actions = entries.filter(({ by }) => by !== "chance").map(named).filter(keys => keys.length);
  const last = actions.at(-1) ?? [];
  // Another place may be marked for a later action that names none, such as a change of kings.
  const right = marked.some(key => last.includes(key) || !actions.flat().includes(key));
  return right || last.length === 0 ? [] : [`the last action is not marked: ${last}`];
}"""
"""Returns the places that the last action was about or has changed, unless a mark is there."""


def faults(page: Page, screens: list[Screen]) -> list[str]:
    """Return the targets that are hidden, covered or too small, on each of the screens; the first one comes last."""
    result: list[str] = []
    for screen in reversed(screens):
        if len(screens) > 1:
            resize(page, {"width": screen.width, "height": screen.height})
        for _ in range(20):  # a table is laid out again a moment after an answer has come
            if not (targets := page.evaluate(FAULTS, TAP if screen.touch else 0)):
                break
            page.wait_for_timeout(50)
        result += [f"{screen}, {page.locator('.asked').inner_text()[:60]!r}: {fault}" for fault in targets]
    return result


@pytest.mark.parametrize("game", TESTED)
def test_a_laptop_shows_the_cards_of_all_seats(visit: Visit, game: str) -> None:
    page = visit("/rules", **LAPTOP.context())
    first, *others = seats(4, game)
    bots = [{"seat": seat, "kind": "bot", "bot": "random"} for seat in others]
    Table.open(page, new_game(page, [{"seat": first, "kind": "me"}, *bots], game=game))
    cards = page.get_by_role("article")
    expect(cards).to_have_count(4)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, [*case[0], case[1]])))
@pytest.mark.parametrize("game", TESTED)
def test_everything_a_new_player_has_to_touch_is_in_sight(visit: Visit, game: str, case: tuple[list[Screen], int]) -> None:
    screens, decisions = case
    page = visit(**screens[0].context())
    title = kingdoms.load_game(game).title
    page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title)).locator("button.now").last.click()
    table = Table(page)
    table.wait_for_turn()
    page.evaluate(WATCH_SHIFTS)
    problems = faults(page, screens)
    page.get_by_role("button", name="Show me how").click()
    show_me = table.asked.get_by_role("button", name="Show me", exact=True)
    coming = table.asked.locator("[aria-busy=true]")  # the coach's advice and the effects of an action, from the server
    over = page.locator("#over-title")  # a beginner who obeys may win early
    history = page.url.replace("/g/", "/api/games/") + "/history"
    number = 0
    for _ in range(decisions):
        expect(table.hint.or_(table.confirm).or_(over).first).to_be_visible()
        if over.is_visible():
            break
        expect(coming).to_have_count(0)
        problems += faults(page, screens)
        entries = page.request.get(history, params={"after": number}).json()["entries"]
        number = entries[-1]["number"] if entries else number
        problems += page.evaluate(UNMARKED, entries)
        if not table.confirm.is_visible():
            (show_me if show_me.is_visible() else table.hint).click()
            expect(table.confirm).to_be_enabled()
            expect(coming).to_have_count(0)
            problems += faults(page, screens)
        table.do()
    shifts = page.evaluate("window.shifted")
    if sum(distance for distance, _ in shifts) > STILL:
        problems += [f"moves by itself, {distance:.4f}: {elements}" for distance, elements in shifts]
    assert decisions < WHOLE or over.is_visible(), "the game has not ended"
    assert not problems, "\n".join(problems)
