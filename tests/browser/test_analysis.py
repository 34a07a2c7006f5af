"""The analysis board: variations, notes and drawings by keys, kept over a reload, as a record, and shared by two people."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kingdoms import Record
from kingdoms.core.registry import game_class
from tests.browser.test_people import by_name, with_device
from tests.support.games.sample_game import ONE, OTHER, limited
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.pages.browsing import (
    Picture,
    Table,
    Troubles,
    Visit,
    against_bot,
    assert_accessible,
    assert_fits,
    new_game,
    small_targets,
)
from tests.support.pages.screens import PHONE
from tests.support.suite.rings import inner_first

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "laptop": (TESTED[0], {"viewport": {"width": 1366, "height": 768}}),
    "phone": (TESTED[-1], PHONE.context() | {"color_scheme": "dark"}),
}


class Board:
    """An analysis board in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = Table(page)
        self.moves = page.get_by_role("group", name="Moves and variations")

    @classmethod
    def set_up(cls, page: Page, game: str) -> Board:
        """Return a board with a new game."""
        page.get_by_label("Game", exact=True).select_option(label=game_class(game).title)
        page.get_by_role("button", name="Set up the board").press("Enter")
        board = cls(page)
        board.table.wait_for_turn()
        return board

    def part(self, name: str) -> None:
        """Show a part of the board."""
        button = self.page.get_by_role("group", name="Parts of the board").get_by_role("button", name=name, exact=True)
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")

    def question(self) -> None:
        """Show the question, which is a part of its own on a phone."""
        play = self.page.get_by_role("button", name="Play", exact=True)
        if play.is_visible():
            self.part("Play")

    def play(self) -> str:
        """Play a hint, and return the move in words."""
        self.question()
        self.table.hint.press("Enter")
        self.table.confirm.press("Enter")
        self.table.settle()
        self.part("Moves")
        return self.current().inner_text()

    def play_other(self) -> str:
        """Play the action that ends the turn or the phase, and return it in words."""
        self.question()
        self.table.end_turn()
        self.part("Moves")
        return self.current().inner_text()

    def current(self) -> Locator:
        return self.moves.locator("[aria-current]")

    def tree(self) -> str:
        """Return the tree as text, with comments."""
        self.part("Moves")
        return self.moves.inner_text()


def drag(page: Page, event: str, content: str, name: str) -> None:
    """Let an event of a dragged file happen on the heading of the page."""
    files = page.evaluate_handle(
        "([content, name]) => { const all = new DataTransfer(); all.items.add(new File([content], name)); return all; }",
        [content, name],
    )
    page.get_by_role("heading", level=1).dispatch_event(event, {"dataTransfer": files})


def drop(page: Page, file: Path) -> None:
    """Drag a file onto the page and drop it."""
    for event in ("dragover", "drop"):
        drag(page, event, file.read_text(encoding="utf-8"), file.name)


@pytest.mark.long
@pytest.mark.parametrize("case", inner_first(CASES, 2))
def test_a_tree_of_variations_is_made_by_keys_and_kept(
    visit: Visit, picture: Picture, troubles: Troubles, tmp_path: Path, case: str
) -> None:
    troubles.expect("status of 422")
    name, context = CASES[case]
    page = visit("/analysis", **context)
    expect(page.get_by_text("You have saved none yet.")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    board = Board.set_up(page, name)
    first = board.play()
    second = board.play()
    page.keyboard.press("ArrowLeft")
    expect(board.current()).to_have_text(first)
    other = board.play_other()
    assert len({first, second, other}) == 3
    page.keyboard.press("ArrowUp")
    expect(board.current()).to_have_text(second)
    page.keyboard.press("ArrowDown")
    expect(board.current()).to_have_text(other)

    board.part("Notes")
    page.get_by_role("button", name="!? Interesting move").press("Enter")
    page.get_by_role("textbox", name="Comment").fill("Is this any good?")
    page.get_by_label("Arrow from").select_option(index=1)
    page.get_by_label("to", exact=True).select_option(index=4)
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    expect(page.locator(".drawn path")).to_have_count(1)
    assert_accessible(page)
    assert_fits(page)
    if "has_touch" in context:
        assert small_targets(page) == []
    picture(page, f"analysis-notes-{case}")

    tree = board.tree()
    assert "Is this any good?" in tree
    assert "!?" in tree
    page.get_by_role("button", name="Make main line").press("Enter")
    promoted = board.tree()
    assert promoted.index(other) < promoted.index(second)
    page.get_by_role("button", name="Delete from here").press("Enter")
    expect(board.moves).not_to_contain_text(other)
    page.get_by_role("button", name="Undo change", exact=True).last.press("Enter")
    expect(board.moves).to_contain_text(other)
    page.get_by_role("button", name="Undo change", exact=True).last.press("Enter")
    expect(board.moves).to_have_text(re.compile(re.escape(second) + ".*" + re.escape(other), re.DOTALL))
    assert board.tree() == tree
    picture(page, f"analysis-moves-{case}")

    page.reload()
    board.part("Moves")
    expect(board.moves).to_contain_text("Is this any good?")
    assert board.tree() == tree
    page.keyboard.press("End")
    board.part("Board")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a record").press("Enter")
    file = tmp_path / "board.jsonl"
    download.value.save_as(file)
    record = Record.load(file)
    assert [len(entry.variations) for entry in record.entries].count(1) == 1
    page.get_by_role("link", name="Your boards").press("Enter")
    expect(page.get_by_role("link", name=f"{game_class(name).title}: a new game")).to_have_count(1)
    chosen, dropped = page.get_by_label("Choose a file…").set_input_files, partial(drop, page)
    for open_file in (chosen, dropped):
        open_file(file)
        board.table.wait_for_turn()
        board.part("Moves")
        expect(board.moves).to_contain_text("Is this any good?")
        expect(board.moves).to_contain_text(other)
        assert board.tree() == tree
        board.part("Board")
        page.get_by_role("link", name="Your boards").press("Enter")
        expect(page.get_by_label("Choose a file…")).to_be_attached()
    form = page.locator("form.over")
    drag(page, "dragover", "no record", "picture.png")
    expect(form).to_be_visible()
    drag(page, "dragleave", "no record", "picture.png")
    expect(form).to_have_count(0)
    drag(page, "drop", "no record", "picture.png")
    expect(page.get_by_role("alert")).to_be_visible()

    # What chance gives can be chosen by hand; another choice is a variation.
    Board.set_up(page, name).part("Moves")
    page.get_by_text("Choose what chance gave").press("Enter")
    draw = page.get_by_role("combobox", name=re.compile("^Draw 1 of "))
    lines, drawn = board.moves.get_by_role("listitem").count(), draw.input_value()
    values = draw.locator("option").evaluate_all("all => all.map(option => option.value)")
    draw.focus()
    draw.select_option(value=next(value for value in values if value != drawn))
    expect(draw).not_to_have_value(drawn)
    expect(board.moves.get_by_role("listitem")).not_to_have_count(lines)
    expect(draw).to_be_focused()
    assert_accessible(page)
    assert_fits(page)
    picture(page, f"analysis-draws-{case}")


def test_a_finished_game_is_analysed_and_a_running_one_is_not(visit: Visit, troubles: Troubles) -> None:
    troubles.expect("status of 409")
    page = visit("/rules")
    ended = new_game(page, [{"seat": seat, "kind": "bot", "bot": "random"} for seat in (ONE, OTHER)], rulings=limited(1))
    page.goto(ended)
    expect(Table(page).over).to_be_visible()
    page.goto(f"{ended}/review/3")
    page.get_by_role("link", name="Analyse").click()
    board = Board(page)
    board.part("Moves")
    assert board.moves.get_by_role("listitem").count() > 4
    expect(board.current()).not_to_have_text("Start")
    board.part("Chances")
    page.get_by_label("Chances while I look").check()
    expect(page.locator(".shared .figures")).to_be_visible()
    page.get_by_role("button", name="What would each level do?").click()
    expect(page.locator(".shared dd").first).to_be_visible()

    page.goto(f"{new_game(page, against_bot())}/review")
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_role("alert")).to_contain_text("A game can be analysed only after it is over.")


@pytest.mark.long
def test_two_people_work_on_one_board_over_a_lost_connection(visit: Visit, troubles: Troubles) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED", "status of 404")
    owner = visit("/rules")
    by_name(owner)
    with_device(owner)
    owner.get_by_role("textbox", name="Your name").fill("Ida")
    owner.get_by_role("button", name="Save").click()
    owner.get_by_role("button", name="Add a passkey").click()
    expect(owner.get_by_text("Your passkey has been added.")).to_be_visible()
    owner.goto(owner.url.replace("/you", "/analysis"))
    own = Board.set_up(owner, SAMPLE)
    first = own.play()
    own.part("Board")
    owner.get_by_role("button", name="Save on the server and share").click()
    owner.get_by_role("checkbox", name="Everyone with another link may change it, too").check()
    link = owner.get_by_role("textbox", name="Link to change the board").input_value()

    guest = visit("/rules")
    guest.goto(link)
    theirs = Board(guest)
    theirs.part("Moves")
    expect(theirs.moves).to_contain_text(first)
    guest.keyboard.press("End")
    expect(theirs.current()).to_have_text(first)
    expect(owner.get_by_text("2 here")).to_be_visible()
    second = theirs.play()
    own.part("Moves")
    expect(own.moves).to_contain_text(second)

    # Both go on while the guest is away; nothing of either is lost.
    theirs.part("Notes")
    comment = guest.get_by_role("textbox", name="Comment")
    expect(comment).to_be_visible()
    guest.context.set_offline(True)
    comment.fill("Said without a connection")
    theirs.part("Moves")
    expect(theirs.moves).to_contain_text("Said without a connection")
    expect(guest.get_by_text("Connection lost.").first).to_be_visible()
    other = own.play_other()
    guest.context.set_offline(False)
    expect(theirs.moves).to_contain_text(other)
    expect(own.moves).to_contain_text("Said without a connection")
    assert own.moves.get_by_role("listitem").count() == theirs.moves.get_by_role("listitem").count()

    own.part("Board")
    owner.get_by_role("checkbox", name="Everyone with another link may change it, too").uncheck()
    stranger = visit("/rules")
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="This board isn't here")).to_be_visible()
