"""Two people play Two Rivers in the browser, on two devices or at one screen: no page receives the hands of others."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Page, WebSocket, expect

from tests.games.rivers.support.pages import RiversTable, last_tiles, revolt
from tests.support.pages.browsing import Picture, Visit, assert_accessible, new_game
from tests.support.suite.timeouts import SOON


def received_frames(page: Page) -> list[str]:
    """Keep all that the page's sockets are sent from now on."""
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    return frames


def hands_in(frames: list[str], over: bool | None = None) -> set[str]:
    """Return the seats whose hands sockets have received: at any time, before the end, or after it."""
    views = [view for frame in frames if (view := json.loads(frame).get("view"))]
    views = [view for view in views if over in (None, view["outcome"] is not None)]
    return {seat for view in views for seat, dynasty in view["dynasties"].items() if dynasty["hand"] is not None}


def play_out(sides: list[RiversTable], most: int = 400) -> int:
    """Let each take the hints that it is given until the game is over for all; return how many those were."""
    for hints in range(most):
        until = time.monotonic() + SOON
        while (mover := next((side for side in sides if side.hint.is_visible()), None)) is None:
            if all(side.over.is_visible() for side in sides):
                return hints
            assert time.monotonic() < until, "nobody is asked"
            sides[0].page.wait_for_timeout(20)
        mover.page.keyboard.press("h")
        expect(mover.confirm).to_be_enabled()
        mover.page.keyboard.press("Enter")
        mover.settle()
    raise AssertionError(f"{most} hints have not led to the end")


def test_two_people_on_two_devices_play_to_the_end_and_never_see_each_others_tiles(visit: Visit) -> None:
    host = visit("/rules")
    seats = [{"seat": "A", "kind": "me", "name": "Ida"}, {"seat": "B", "kind": "open"}]
    host.goto(new_game(host, seats, position=last_tiles(), advice=True))
    guest = visit("/rules")
    frames = {"A": received_frames(host), "B": received_frames(guest)}
    host.reload()
    guest.goto(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as Bull").click()
    sides = {"A": RiversTable(host), "B": RiversTable(guest)}
    hints = play_out(list(sides.values()))
    assert hints > 3
    for seat, side in sides.items():
        expect(side.over.get_by_role("row")).to_have_count(3)
        assert hands_in(frames[seat], over=False) == {seat}
        assert hands_in(frames[seat], over=True) == {"A", "B"}


def test_at_one_screen_hands_are_hidden_until_the_next_player_is_ready(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    frames = received_frames(page)
    seats = [{"seat": "A", "kind": "me", "name": "Ida"}, {"seat": "B", "kind": "shared", "name": "Bruno"}]
    page.goto(new_game(page, seats, position=revolt()))
    game = RiversTable(page)

    # No viewer has been chosen: nothing is requested yet.
    ready = page.get_by_role("button", name="I am Archer (Ida)")
    expect(ready).to_be_visible()
    assert frames == []
    ready.click()
    game.wait_for_turn()
    expect(game.hand).to_be_visible()
    assert hands_in(frames) == {"A"}
    game.put("king", "I5")
    game.do()
    expect(game.amount).to_be_visible()
    game.do()

    expect(page.get_by_role("heading", name="Pass the screen to Bull (Bruno)")).to_be_visible()
    picture(page, "rivers-pass")
    assert_accessible(page)
    expect(game.hand).to_have_count(0)
    expect(game.log).to_have_count(0)
    for secret in ("2 temples", "1 settlement", "3 temples"):
        expect(page.get_by_text(secret)).to_have_count(0)
        expect(page.get_by_label(re.compile(f"^{secret}"))).to_have_count(0)
    assert hands_in(frames) == {"A"}

    frames.clear()
    page.get_by_role("button", name="I am Bull (Bruno)").click()
    expect(game.amount).to_be_visible()
    expect(game.piece("3 temples")).to_be_visible()
    assert hands_in(frames) == {"B"}
    expect(page.get_by_label(re.compile("^2 temples"))).to_have_count(0)
    game.do()
    expect(page.get_by_role("heading", name="Pass the screen to Archer (Ida)")).to_be_visible()
    expect(page.get_by_label(re.compile("^3 temples"))).to_have_count(0)

    # Looking back asks first, too.
    page.goto(page.url.split("?")[0] + "/review")
    expect(page.get_by_role("button", name="I am Bull (Bruno)")).to_be_visible()
    expect(page.get_by_role("slider", name="Move")).to_have_count(0)
