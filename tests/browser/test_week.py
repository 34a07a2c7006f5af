"""A week of a player: the puzzle of the day, a streak kept and lost, own mistakes tried again, and the path, over a restart.

The date is the server's: the clock of the device is years ahead.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import find_puzzle, shipped
from kingdoms.puzzles.mistakes import table_of
from kingdoms.puzzles.puzzle import Answer
from tests.browser.test_path import lose
from tests.browser.test_people import carry, with_device
from tests.support.games.tested_games import SAMPLE, game_module
from tests.support.pages.browsing import Picture, Visit, assert_accessible, assert_fits, new_game, small_targets
from tests.support.pages.puzzles import answer
from tests.support.pages.screens import DESK, PHONE, Screen
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first

DATED = Path(__file__).parents[1] / "support" / "server" / "dated.py"
PLAYED = (0, 1, 2, 4)
"""The days of the week on which the player comes."""
WEEKS = [(PHONE, True), (DESK, False)]
"""Screens, and whether the player has an account."""


def is_short(puzzle: Puzzle | None) -> bool:
    """Return whether a puzzle is solved by one action of a piece on the board."""
    if puzzle is None or len(puzzle.solution) > 1:
        return False
    return bool(game_module(puzzle.game, "pages").things(puzzle.seat, puzzle.solution[0]))


def worst_answer(puzzle: Puzzle) -> Answer:
    """Return the wrong answer that costs most."""
    return min(puzzle.moments[0].wrong, key=lambda answer: answer.chance)


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
        self.server = ServerProcess(folder / "data", program=("-P", DATED, self.file))

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


class Player:
    """A player at a page of the server, who solves puzzles by keys."""

    def __init__(self, page: Page, week: Week, picture: Picture) -> None:
        self.page = page
        self.week = week
        self.picture = picture

    def go(self, path: str) -> None:
        self.page.goto(f"{self.week.url}{path}")

    def region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name)

    def says(self, words: str | re.Pattern[str]) -> None:
        """Expect a verdict."""
        expect(self.page.get_by_role("status").filter(has_text=words)).to_be_visible(timeout=90_000)

    def check(self, name: str) -> None:
        """Check a page, and take a picture of it."""
        assert_accessible(self.page)
        assert_fits(self.page)
        self.picture(self.page, f"week-{name}")

    def solve(self, puzzle: Puzzle, verdict: str | re.Pattern[str] = "Solved.") -> None:
        """Answer a puzzle on its page rightly."""
        for number, action in enumerate(puzzle.solution, 1):
            answer(self.page, puzzle.game, puzzle.seat, action)
            self.says(verdict if number == len(puzzle.solution) else "Right. What next?")

    def miss(self, puzzle: Puzzle) -> None:
        """Answer a puzzle on its page wrongly."""
        things = game_module(puzzle.game, "pages").things
        actions = [wrong.action for wrong in puzzle.moments[0].wrong if wrong.action != "end"]
        wrong = max(actions, key=lambda action: bool(things(puzzle.seat, action)))
        answer(self.page, puzzle.game, puzzle.seat, wrong)
        self.says("Not that one.")

    def open_day(self, days: int) -> Puzzle:
        """Go on so many days after the first one, from the page of puzzles to the puzzle of that day."""
        puzzle = self.week.move_to(days)
        self.go("/puzzles")
        self.region("Puzzle of the day").get_by_role("link", name="Solve it").click()
        expect(self.page).to_have_url(f"{self.week.url}/puzzles/{puzzle.name}")
        return puzzle

    def start_account(self) -> tuple[CDPSession, str]:
        """Get an account; return the device with its passkey."""
        device = with_device(self.page)
        self.go("/you")
        self.page.get_by_role("button", name="Add a passkey").click()
        expect(self.page.get_by_text("Your passkey has been added.")).to_be_visible()
        return device

    def make_mistake(self) -> Puzzle:
        """Play a game from the position of a clear puzzle, with a costly decision, and look at what decided it."""
        puzzle = max(
            filter(is_short, shipped(SAMPLE)), key=lambda puzzle: puzzle.moments[0].chance - worst_answer(puzzle).chance
        )
        seats = [{"seat": seat, "kind": "bot", "bot": "random"} for seat in puzzle.view.seats if seat != puzzle.seat]
        seats.append({"seat": puzzle.seat, "kind": "me"})
        table = new_game(self.page, seats, position=table_of(puzzle.view).position())
        api = table.replace("/g/", "/api/games/")
        assert self.page.request.post(f"{api}/actions", data={"base": 0, "action": worst_answer(puzzle).action}).ok
        assert self.page.request.post(f"{api}/seats/{puzzle.seat}/resign", data={}).ok
        self.page.goto(table)
        self.page.get_by_role("button", name="What decided it?").click()
        self.page.get_by_role("link", name="Find the better choice").click()
        expect(self.page.get_by_text("Find a better one.")).to_be_visible()
        return puzzle


def begin_of_week(player: Player) -> Puzzle:
    """Solve the puzzle of the day on Monday, and miss another one; solve Tuesday's at the second try; return the missed one."""
    page = player.page
    player.solve(player.open_day(0))
    expect(page.get_by_text("Your rating: ", exact=False)).to_be_visible()
    with page.expect_response("**/api/puzzles/next") as response:
        page.get_by_role("button", name="Next puzzle").click()
    missed = find_puzzle(response.value.json()["puzzle"]["name"])
    player.miss(missed)
    page.get_by_role("link", name="All puzzles").click()
    expect(player.region("Puzzle of the day")).to_contain_text("1 day")
    expect(player.region("Your mistakes")).to_contain_text("1 to try again.")
    expect(player.region("A puzzle that fits you")).to_contain_text("after 2 puzzles.")
    player.check("puzzles")
    puzzle = player.open_day(1)
    player.miss(puzzle)
    page.get_by_role("button", name="Try again").click()
    player.solve(puzzle)
    return missed


def middle_of_week(player: Player) -> None:
    """Keep the streak on Wednesday, lose two games, make a mistake in a third and try it again; lose the streak by Friday."""
    page, today = player.page, player.region("Today")
    player.solve(player.open_day(2))
    for _ in range(2):
        lose(page, 2)
    player.go("/")
    expect(today).to_contain_text("3 days in a row.")
    expect(today.get_by_role("button", name="Play Beginner")).to_be_visible()
    player.check("today")
    puzzle = player.make_mistake()
    player.check("mistake")
    player.solve(puzzle, re.compile("Solved|Just as good"))  # a short search may expect an equal choice
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile("/g/"))

    player.week.move_to(4)
    player.go("/puzzles")
    expect(player.region("Puzzle of the day").get_by_role("link", name="Solve it")).to_be_visible()
    expect(player.region("Puzzle of the day").locator("strong")).to_have_count(0)
    player.solve(player.open_day(4))
    player.go("/")
    expect(today.get_by_role("link", name="See it again")).to_be_visible()
    expect(today).not_to_contain_text("in a row")


@pytest.mark.long
@pytest.mark.parametrize("case", inner_first(WEEKS), ids=lambda case: f"{case[0]}-{'account' if case[1] else 'device'}")
def test_a_week_of_a_player(week: Week, visit: Visit, picture: Picture, case: tuple[Screen, bool]) -> None:
    screen, account = case
    page = visit(f"{week.url}/puzzles", **screen.context())
    page.clock.set_fixed_time(datetime.datetime(2031, 5, 5, tzinfo=datetime.UTC))
    player = Player(page, week, lambda page, name: picture(page, f"{name}-{screen}"))
    device = player.start_account() if account else None
    missed = begin_of_week(player)
    page.goto("about:blank")
    week.server.stop()
    week.server.start()
    middle_of_week(player)

    # at the weekend the collection is played again, by a person with an account on another device
    week.move_to(5)
    if device is not None:
        player.page = visit(f"{week.url}/you", **PHONE.context())
        carry(device, with_device(player.page))
        player.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(player.page.get_by_text("You're signed in on this device.")).to_be_visible()
    player.go("/you")
    collection = player.region("To try again")
    expect(collection).to_contain_text("1 to try again.")
    expect(collection).to_contain_text("2 solved since")
    player.check("you")
    assert screen is DESK or not small_targets(player.page)
    collection.get_by_role("link", name="Try the easiest").click()
    expect(player.page).to_have_url(re.compile(missed.name))
    player.solve(missed)
    player.go("/you")
    expect(collection).to_contain_text("Nothing left to try again.")
