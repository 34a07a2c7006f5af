"""Helpers for using pages in a browser and checking their contents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol, Self
from urllib.parse import urljoin

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, FloatRect, Locator, Page, Response, ViewportSize, expect

from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE
from tests.support.pages.painting import painted
from tests.support.suite.timeouts import SOON

PATIENCE = 1000 * SOON
"""Timeout for anything in a page, in milliseconds."""
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""The context of a page with animations."""
TAP = 44
"""Minimum height of a touch target, in pixels."""
Picture = Callable[[Page, str], None]
"""Takes a screenshot of a page under a name."""


class Visit(Protocol):
    """Opens a page in a new browser context, with its own cookies and settings; see `fixtures.visit`."""

    def __call__(
        self, path: str = "/", *, settings: dict[str, Any] | None = None, painted: bool = False, **context: Any
    ) -> Page: ...


class Troubles:
    """Collects the faults of pages: errors, warnings, violations of policies, and server errors."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def expect(self, *patterns: str) -> None:
        self.expected += [re.compile(pattern) for pattern in patterns]

    def watch(self, context: BrowserContext) -> None:
        """Watch all pages of a browser context, including later ones."""
        context.on("console", self.hear)
        context.on("weberror", lambda thrown: self.note(f"thrown: {thrown.error}"))
        context.on("response", self.see)

    def hear(self, message: ConsoleMessage) -> None:
        """Record an error or a warning of the console."""
        if message.type in ("error", "warning"):
            self.note(f"{message.type}: {message.text}")

    def see(self, response: Response) -> None:
        """Record a server error."""
        if response.status >= 500:
            self.note(f"{response.status} {response.request.method} {response.url}")

    def note(self, fault: str) -> None:
        """Record a fault unless it is expected."""
        if not any(pattern.search(fault) for pattern in self.expected):
            self.found.append(fault)


CHOICE_SHOWN = "() => !document.querySelector('.ask.composing') || document.querySelector('.ask [data-confirm]')"
"""Holds when no action is chosen, or its effects, which are loaded on first use, are shown."""


class Table:
    """The page of a game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        # Roles are only computed in the sheet: a board has thousands of elements.
        self.asked = page.locator(".asked")
        self.board = page.get_by_role("group", name="Board", exact=True)
        self.heading = page.locator("#ask-title")
        self.choices = self.asked.get_by_role("group", name="Choices")
        self.hint = self.asked.get_by_role("button", name="Hint", exact=True)
        self.undo = self.asked.get_by_role("button", name="Undo", exact=True)
        self.end = self.asked.get_by_role("button", name=re.compile("^(End building|End turn|End)$"))
        self.confirm = self.asked.get_by_role("button", name=re.compile("^(Confirm|End now)$"))
        self.back = self.asked.get_by_role("button", name="Back", exact=True)
        self.sending = self.asked.get_by_role("button", name="Sending…")
        self.held = self.asked.get_by_role("button", name="Hint", exact=True, disabled=True)
        self.rematch = page.get_by_role("button", name="Rematch")
        self.over = page.get_by_role("table").filter(has_text="Player")
        self.log = page.get_by_role("group", name="What has happened")

    @classmethod
    def open(cls, page: Page, path: str) -> Self:
        """Return the table of a game, opened in a page, at the player's turn."""
        page.goto(path)
        table = cls(page)
        table.wait_for_turn()
        return table

    def thing(self, name: str) -> Locator:
        """Return a piece or a place on the board by the beginning of its name; the numbers in the name must be current."""
        return self.board.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def kingdom(self, name: str) -> Locator:
        """Return the card of a kingdom."""
        return self.page.get_by_role("article").filter(has=self.page.get_by_role("heading", name=name))

    def lines(self) -> Locator:
        return self.log.get_by_role("listitem")

    def wait_for_turn(self) -> None:
        expect(self.hint).to_be_visible()

    def settle(self) -> None:
        """Wait until the last request is done; the page accepts no other before."""
        expect(self.sending).to_have_count(0)
        expect(self.held).to_have_count(0)

    def do(self) -> None:
        """Confirm the choice, and wait until it is done."""
        self.confirm.click()
        self.settle()

    def take_hint(self) -> None:
        """Play the bot's move."""
        self.hint.click()
        expect(self.confirm).to_be_enabled()
        self.do()

    def choose(self, piece: str, words: str) -> None:
        """Choose a piece by the beginning of its name, then an action, from the list, which is opened if necessary."""
        if not self.choices.is_visible():
            self.page.get_by_role("button", name="Choices", exact=True).click()
        first = self.choices.get_by_role("button", name=re.compile(f"^{re.escape(piece)}")).first
        entry = self.choices.get_by_role("button", name=words).first
        expect(entry.or_(first).first).to_be_visible()
        if not entry.is_visible():
            first.click()
        entry.click()

    def end_turn(self) -> None:
        """End the phase, even if there are actions left."""
        self.end.click()
        self.page.wait_for_function(CHOICE_SHOWN)
        self.settle()
        if self.confirm.is_visible():
            self.do()

    def play_on(self, until: Locator, most: int = 300) -> int:
        """Play hints with the keyboard until something is visible; return their number."""
        for number in range(most):
            expect(self.hint.or_(until).first).to_be_visible()
            if until.is_visible():
                return number
            self.page.keyboard.press("h")
            expect(self.confirm).to_be_enabled()
            self.page.keyboard.press("Enter")
            self.settle()
        raise AssertionError(f"{most} hints have not led there")


def at_the_end(page: Page) -> None:
    """Wait until a review has loaded the game and shows its end; before, keys have no effect."""
    expect(page.get_by_text(re.compile(r"^Move (\d+) of \1$"))).to_be_visible()


def new_game(page: Page, seats: Iterable[dict[str, Any]], **fields: Any) -> str:
    """Create a game for a page's visitor without the form, and return its URL."""
    begins = {} if {"position", "record"} & fields.keys() else {"game": SAMPLE}
    body = {"seats": list(seats), **begins, **fields}
    answer = page.request.post(urljoin(page.url, "/api/games"), data=body)
    assert answer.status == 201, answer.text()
    return urljoin(page.url, f"/g/{answer.json()['id']}")


def against_bot(*bot_seats: str, bot: str = "greedy") -> list[dict[str, Any]]:
    """Return seats: the visitor's first, then bots."""
    return [{"seat": ONE, "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": bot} for seat in bot_seats or (OTHER,))]


def kept_settings(**settings: Any) -> str:
    return json.dumps({"speed": 0} | settings)


def assert_accessible(page: Page, *rules: str) -> None:
    """Check a page with axe, with all rules or some."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    with painted(page):
        results = Axe().run(page, options=options | ({"runOnly": rules} if rules else {}))
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def tab_to(page: Page, element: Locator, most: int = 40) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if element.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{most} times Tab have not led to {element}")


def box_of(element: Locator) -> FloatRect:
    """Return the place and the size of an element in sight."""
    box = element.bounding_box()
    assert box is not None, f"{element} is not in sight"
    return box


def drag_by_finger(page: Page, piece: Locator, place: Locator) -> None:
    """Drag a piece to a place by touch."""

    def middle(element: Locator) -> tuple[float, float]:
        box = box_of(element)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    (x, y), (to_x, to_y) = middle(piece), middle(place)
    touch = page.context.new_cdp_session(page)
    for step in range(9):
        points = [{"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def resize(page: Page, size: ViewportSize) -> None:
    """Resize the window, and wait until the page is laid out again: its observers act one frame after the new size arrives."""
    page.set_viewport_size(size)
    for _ in range(60):
        if page.evaluate("() => [innerWidth, innerHeight]") == [size["width"], size["height"]]:
            break
        page.wait_for_timeout(50)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page is laid out again after a change of its contents."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def assert_fits(page: Page) -> None:
    """Check that a page is not wider than its window."""
    for _ in range(60):  # the layout takes a moment after a resize
        wide, room = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]")
        if wide <= room:
            return
        page.wait_for_timeout(50)
    assert wide <= room, f"{page.url} is {wide} pixels wide, {room} there are"


TARGETS = """least => [...document.querySelectorAll("button, a[href], summary, select, textarea, input")]
  .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter(one => !["radio", "checkbox"].includes(one.type))
  .filter(one => !one.closest(".visually-hidden, .skip, p, dd, td, svg, [aria-label^='Link to']"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height > 0 && box.height < least - 0.5)
  .map(([one, box]) => `${one.tagName} "${(one.ariaLabel ?? one.innerText).trim().slice(0, 40)}" ${Math.round(box.height)}`)"""


def small_targets(page: Page) -> list[str]:
    """Return the visible buttons, links and fields that are too low for touch, except links in sentences."""
    return list(page.evaluate(TARGETS, TAP))
