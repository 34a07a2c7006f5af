"""A week of a player: the puzzle of the day, a streak kept and lost, own mistakes tried again, and the path, over a restart.

The date is the server's: the clock of the device is years ahead.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, Page, expect

from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.choosing import clearness
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import find_puzzle, shipped
from kingdoms.puzzles.mistakes import table_of
from tests.browser.test_people import carry, with_device
from tests.browser.test_path import lose
from tests.support.games.tested_games import SAMPLE
from tests.support.pages.browsing import Picture, Visit, assert_accessible, assert_fits, new_game, small_targets
from tests.support.pages.puzzles import answer
from tests.support.pages.screens import DESK, PHONE, Screen
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

DATED = Path(__file__).parents[1] / "support" / "server" / "dated.py"
PLAYED = (0, 1, 2, 4)
"""The days of the week on which the player comes."""
WEEKS = [(PHONE, True), (DESK, False), (DESK, True), (PHONE, False)]


def is_short(puzzle: Puzzle | None) -> bool:
    """Return whether a puzzle is solved by one action that is chosen on the board or from the list."""
    return puzzle is not None and len(puzzle.solution) == 1 and puzzle.solution[0] != "end"


def first_day() -> datetime.date:
    """Return a day with which a week of short puzzles begins."""
    day = datetime.date(2026, 11, 30)
    while not all(is_short(puzzle_of_day(day + datetime.timedelta(days))) for days in PLAYED):
        day += datetime.timedelta(1)
    return day


class Week:
    """A server whose date a test moves.

    Attributes:
        monday: the first day.
    """

    def __init__(self, folder: Path) -> None:
        self.monday = first_day()
        self.file = folder / "date"
        self.move_to(0)
        self.server = ServerProcess(folder / "data", program=(DATED, self.file))

    def move_to(self, days: int) -> Puzzle:
        """Move to so many days after the first one, and return the puzzle of that day."""
        date = self.monday + datetime.timedelta(days)
        self.file.write_text(date.isoformat(), encoding="ascii")
        puzzle = puzzle_of_day(date)
        assert puzzle is not None
        return puzzle

    @property
    def url(self) -> str:
        """The URL by name, since passkeys are for names and not for numbers."""
        return f"http://localhost:{urlsplit(self.server.url).port}"


@pytest.fixture
def week(tmp_path: Path, built_client: Path) -> Iterator[Week]:
    """A server at the beginning of a week."""
    week = Week(tmp_path)
    with week.server as server:
        server.port = int(urlsplit(server.url).port or 0)
        server.command = [*server.command[:-1], str(server.port)]
        yield week


def solve(page: Page, puzzle: Puzzle) -> None:
    """Answer a puzzle on its page rightly."""
    answer(page, puzzle.game, puzzle.seat, puzzle.solution[0])
    expect(page.get_by_role("status").filter(has_text="Solved.")).to_be_visible()


def open_day(page: Page, week: Week, puzzle: Puzzle) -> None:
    """Go to the puzzle of the day from the page of puzzles."""
    page.goto(f"{week.url}/puzzles")
    page.get_by_role("region", name="Puzzle of the day").get_by_role("link", name="Solve it").click()
    expect(page).to_have_url(f"{week.url}/puzzles/{puzzle.name}")


def miss(page: Page, puzzle: Puzzle) -> None:
    """Answer a puzzle on its page wrongly."""
    (wrong, *_) = [wrong.action for wrong in puzzle.moments[0].wrong if wrong.action != "end"]
    answer(page, puzzle.game, puzzle.seat, wrong)
    expect(page.get_by_role("status").filter(has_text="Not that one.")).to_be_visible()


def make_mistake(page: Page) -> Puzzle:
    """Play a game from the position of a clear puzzle, with a costly decision, and look at what decided it."""
    short = [puzzle for puzzle in shipped(SAMPLE) if is_short(puzzle) and puzzle.moments[0].chance == 1]
    puzzle = max(short, key=clearness)
    position = table_of(puzzle.view).position()
    seats = [{"seat": seat, "kind": "me"} if seat == puzzle.seat else {"seat": seat, "kind": "bot", "bot": "random"} for seat in puzzle.view.seats]
    table = new_game(page, seats, position=position)
    api = table.replace("/g/", "/api/games/")
    assert page.request.post(f"{api}/actions", data={"base": 0, "action": puzzle.moments[0].wrong[0].action}).ok
    assert page.request.post(f"{api}/seats/{puzzle.seat}/resign", data={}).ok
    page.goto(table)
    page.get_by_role("button", name="What decided it?").click()
    page.get_by_role("link", name="Find the better choice").click()
    expect(page.get_by_text("Find a better one.")).to_be_visible()
    return puzzle


def start_account(page: Page, week: Week) -> tuple[CDPSession, str]:
    """Give the player an account."""
    device = with_device(page)
    page.goto(f"{week.url}/you")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Your passkey has been added.")).to_be_visible()
    return device


@pytest.mark.long
@pytest.mark.parametrize(("screen", "account"), inner_first(WEEKS), ids=lambda value: str(value))
def test_a_week_of_a_player(
    week: Week, visit: Visit, picture: Picture, screen: Screen, account: bool
) -> None:
    page = visit(f"{week.url}/puzzles", **screen.context())
    page.clock.set_fixed_time(datetime.datetime(2031, 5, 5, tzinfo=datetime.UTC))
    check: Callable[[], None] = lambda: (assert_accessible(page), assert_fits(page), None)[-1]
    region = lambda name: page.get_by_role("region", name=name)
    device = start_account(page, week) if account else None

    # Monday: the first puzzle of the day, and another one is missed
    puzzle = week.move_to(0)
    open_day(page, week, puzzle)
    solve(page, puzzle)
    expect(page.get_by_text("Your rating: ", exact=False)).to_be_visible()
    with page.expect_response("**/api/puzzles/next") as response:
        page.get_by_role("button", name="Next puzzle").click()
    missed = find_puzzle(response.value.json()["puzzle"]["name"])
    miss(page, missed)
    page.get_by_role("link", name="All puzzles").click()
    expect(region("Puzzle of the day")).to_contain_text("1 day")
    expect(region("Your mistakes")).to_contain_text("1 to try again.")
    expect(region("A puzzle that fits you")).to_contain_text("after 2 puzzles.")
    check()
    picture(page, f"week-puzzles-{screen}")

    # Tuesday: solved at the second try, and the server is started again at night
    puzzle = week.move_to(1)
    open_day(page, week, puzzle)
    miss(page, puzzle)
    page.get_by_role("button", name="Try again").click()
    solve(page, puzzle)
    page.goto("about:blank")
    week.server.stop()
    week.server.start()

    # Wednesday: the streak is kept, two lost games lead to the level below, and a mistake comes back as a puzzle
    puzzle = week.move_to(2)
    open_day(page, week, puzzle)
    solve(page, puzzle)
    lose(page, 2)
    lose(page, 2)
    page.goto(week.url)
    today = region("Today")
    expect(today).to_contain_text("3 days in a row.")
    expect(today.get_by_role("button", name="Play Beginner")).to_be_visible()
    check()
    picture(page, f"week-today-{screen}")
    own = make_mistake(page)
    check()
    picture(page, f"week-mistake-{screen}")
    answer(page, own.game, own.seat, own.solution[0])
    expect(page.get_by_role("status").filter(has_text="Solved.")).to_be_visible(timeout=90_000)
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(lambda url: "/g/" in url)

    # Thursday is left out, and on Friday the streak is lost
    puzzle = week.move_to(4)
    page.goto(f"{week.url}/puzzles")
    expect(region("Puzzle of the day").get_by_role("link", name="Solve it")).to_be_visible()
    expect(region("Puzzle of the day")).not_to_contain_text("day")
    open_day(page, week, puzzle)
    solve(page, puzzle)
    page.goto(week.url)
    expect(today.get_by_role("link", name="See it again")).to_be_visible()
    expect(today).not_to_contain_text("in a row")

    # the weekend: the collection is played again
    week.move_to(5)
    if account:
        assert device is not None
        phone = visit(f"{week.url}/you", **PHONE.context())
        carry(device, with_device(phone))
        phone.get_by_role("button", name="Sign in with a passkey").click()
        expect(phone.get_by_text("You're signed in on this device.")).to_be_visible()
        page = phone
    page.goto(f"{week.url}/you")
    collection = region("To try again")
    expect(collection).to_contain_text("1 to try again, 2 solved since.")
    check()
    assert not small_targets(page) or screen is DESK
    picture(page, f"week-you-{screen}")
    collection.get_by_role("link", name="Try the easiest").click()
    expect(page).to_have_url(lambda url: missed.name in url)
    solve_all(page, missed)
    page.goto(f"{week.url}/you")
    expect(collection).to_contain_text("Nothing left to try again, 3 solved since.")


def solve_all(page: Page, puzzle: Puzzle) -> None:
    """Solve a puzzle of any length."""
    for action in puzzle.solution:
        answer(page, puzzle.game, puzzle.seat, action)
        expect(page.get_by_role("status").filter(has_text="Right. What next?").or_(page.get_by_text("Solved.")).first).to_be_visible()
