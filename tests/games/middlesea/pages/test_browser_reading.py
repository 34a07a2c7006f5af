"""Looking back at games, reading the rules."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

import kingdoms
from kingdoms.bots import match
from tests.support.pages.browsing import Picture, Table, Visit, at_the_end, box_of, new_game, resize


def played(visit: Visit, rounds: int = 1) -> Page:
    """Return the review of a game between greedy bots, at its end."""
    page = visit("/rules")
    game = kingdoms.load_game("middlesea", 4).limited(rounds)
    record = match.play(game, ["greedy"] * 4, seed=1)
    seats = [{"seat": "N", "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": "greedy"} for seat in "ESW")]
    page.goto(new_game(page, seats, record="\n".join(record.lines())) + "/review")
    at_the_end(page)
    return page


def number(page: Page) -> int:
    """Return the number of the moment that is shown."""
    return int(page.get_by_role("slider", name="Move").input_value())


def test_a_game_is_gone_through_by_slider_keys_buttons_log_and_chart(visit: Visit, picture: Picture) -> None:
    page = played(visit, rounds=2)
    slider = page.get_by_role("slider", name="Move")
    last = number(page)
    assert last > 20
    expect(page.get_by_text(f"Move {last} of {last}")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    expect(slider).to_have_value(str(last - 1))
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_text("Before the first move")).to_be_visible()
    page.get_by_role("heading", name="Review").click()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(at))
    page.keyboard.press("PageDown")
    expect(slider).not_to_have_value("0")
    slider.fill("7")
    expect(page.get_by_text(f"Move 7 of {last}")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/review/7$"))
    picture(page, "review")

    # The address leads others to the same moment.
    onlooker = visit(page.url)
    expect(onlooker.get_by_text(f"Move 7 of {last}")).to_be_visible()
    onlooker.goto(page.url.rsplit("/", 1)[0] + "?number=3")  # as older links have it
    expect(onlooker.get_by_role("slider", name="Move")).to_have_value("3")

    drawing = page.get_by_role("img", name=re.compile("^Scores of"))
    drawing.scroll_into_view_if_needed()
    box = box_of(drawing)
    drawing.click(position={"x": box["width"] / 2, "y": 60})
    expect(slider).not_to_have_value("7")
    assert abs(number(page) - last / 2) < last / 5
    page.get_by_text("As a table").click()
    page.get_by_role("button", name=f"Go to move {last}").click()
    expect(slider).to_have_value(str(last))
    page.get_by_role("region", name="Log").get_by_role("link").filter(has_text="You").first.click()
    expect(slider).not_to_have_value(str(last))

    page.get_by_role("button", name="Play", exact=True).click()
    before = number(page)
    expect(slider).not_to_have_value(str(before))
    page.get_by_role("button", name="Pause").click()


def test_the_turning_points_are_found_and_better_lines_played_out(visit: Visit, picture: Picture) -> None:
    page = played(visit, rounds=3)
    last = number(page)
    page.get_by_role("button", name="Find the turning points").click()
    expect(page.get_by_role("button", name="Search again")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Win chances of"))).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row").filter(has=page.get_by_role("button", name=f"Go to move {last}"))).to_contain_text("100%")
    point = page.get_by_role("button", name=re.compile(r"^Move \d+, (North|East|South|West) −\d+ points?$")).first
    resize(page, {"width": 1366, "height": 768})
    point.click()
    expect(page.get_by_text(re.compile("^You played: |^(North|East|South|West) played: "))).to_be_in_viewport(ratio=1)
    expect(page.get_by_text(re.compile("^Better: "))).to_be_in_viewport(ratio=1)
    gains = page.get_by_role("list", name=re.compile("^Once everybody has had a turn"))
    expect(gains.get_by_role("listitem").first).to_have_text(re.compile(r": .* instead of "))
    picture(page, "review-turning-points")
    page.get_by_role("button", name="Play out the better line").click()
    line = page.get_by_role("region", name="What could have happened")
    expect(line).to_contain_text(re.compile(r"1 of \d+"))
    page.keyboard.press("ArrowLeft")
    expect(line).to_contain_text("The table as it was.")
    line.get_by_role("button", name="Next").click()
    expect(line).to_contain_text(re.compile(r"1 of \d+"))
    page.keyboard.press("Escape")
    expect(line).to_have_count(0)
    page.get_by_role("slider", name="Move").fill("3")
    expect(page).to_have_url(re.compile(r"/review/3$"))
    page.get_by_role("button", name="What would be best here?").click()
    expect(page.get_by_text(re.compile("^Best: "))).to_be_visible()


def test_a_game_is_seen_whole_downloaded_and_gone_on_with_from_any_moment(visit: Visit) -> None:
    page = played(visit)
    sizes: list[ViewportSize] = [{"width": 1440, "height": 900}, {"width": 1024, "height": 768}]
    for size in sizes:
        resize(page, size)
        for part in (
            page.locator(".board").first,
            page.get_by_role("img", name=re.compile("^Scores of")),
            page.locator(".log"),
        ):
            expect(part).to_be_in_viewport(ratio=0.99)
    menu = page.locator("details").filter(has_text="Download")
    for name, ends, begins in (
        ("Picture", ".png", b"\x89PNG"),
        ("Drawing", ".svg", b"<svg"),
        ("Animation", ".svg", b"<svg"),
        ("Record", ".jsonl", b'{"'),
    ):
        menu.locator("summary").click()
        with page.expect_download() as started:
            menu.get_by_role("button", name=name).or_(menu.get_by_role("link", name=name)).click()
        content = Path(started.value.path()).read_bytes()
        assert started.value.suggested_filename.endswith(ends)
        assert content.startswith(begins)
        assert (b"<animate " in content) == (name == "Animation")
        expect(menu.get_by_role("button", name="Picture")).to_be_hidden()

    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    log = page.get_by_role("region", name="Log")
    log.get_by_role("link").filter(has_text="You end your build phase").first.click()
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text(re.compile("Next: Explore, build"))).to_be_visible()
    old = page.url
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name=re.compile("A new game from move"))
    dialog.get_by_role("radio", name="I play North, bots play the rest").check()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(r"/g/[^/]+$"))
    assert page.url not in old
    Table(page).wait_for_turn()


def test_rules_are_searched_and_clauses_have_addresses(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("mercenaries")
    expect(page.get_by_text(re.compile(r"^\d+ clauses? found$"))).to_be_visible()
    search.fill("FT-4")
    expect(page.get_by_text(re.compile(r"^\d+ clauses? found$"))).to_be_visible()
    expect(page.locator("[id='FT-4']")).to_be_visible()
    search.fill("xyzzy")
    expect(page.get_by_text("No clause contains any of these words.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(search).to_have_value("")
    picture(page, "rules")

    page.goto("/rules/middlesea#FT-4")
    expect(page.locator("[id='FT-4']")).to_be_in_viewport()
    expect(page.locator("[id='FT-4']")).to_be_focused()
    page.goto("/rules/middlesea#FT-99")
    expect(page.get_by_role("alert")).to_have_text("There is no clause FT-99 in these rules.")
    page.goto("/rules/chess")
    expect(page.get_by_role("alert")).to_have_text("There are no rules for a game called chess.")
