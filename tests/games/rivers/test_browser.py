"""Two Rivers in the browser: played to its end, with actions composed on the map, and hidden hands."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from browsing import MOVING, Table, Visit, assert_accessible, assert_fits, at_the_end, new_game, resize, small_targets
from playwright.sync_api import Locator, Page, WebSocket, expect
from rings import inner_first
from waiting import SOON

Picture = Callable[[Page, str], None]
ON_TOP = """one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const spots = [0.1, 0.3, 0.5].map(share => document.elementFromPoint(left + share * (right - left), (top + bottom) / 2));
  return spots.every(spot => one.contains(spot));
}"""
"""Says whether nothing lies over a part of the page."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TEMPLES = ("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11")


class RiversTable(Table):
    """A table of Two Rivers as a player sees it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.board = page.get_by_role("group", name="Map", exact=True)
        self.hand = page.get_by_role("region", name=re.compile("tiles and leaders$"))
        self.end = page.get_by_role("button", name="End turn")
        self.over = page.get_by_role("table").filter(has_text="Score")
        self.amount = page.get_by_role("slider", name="How many")

    def cell(self, name: str) -> Locator:
        """Return a cell of the map."""
        return self.board.locator(f"[data-key='cell {name}']")

    def piece(self, name: str) -> Locator:
        """Return a piece in front of the player, by how its name begins."""
        return self.hand.get_by_role("button", name=re.compile(f"^{name}"))

    def put(self, piece: str, cell: str) -> None:
        """Take up a piece and point at a cell."""
        self.piece(piece).click()
        self.cell(cell).dispatch_event("click")


def rivers_game(page: Page, *others: str, bot: str = "random", **given: Any) -> str:
    """Make a game of Two Rivers for a page's visitor as Archer, against bots, and return its address."""
    seats = [{"seat": "A", "kind": "me"}, *({"seat": seat, "kind": "bot", "bot": bot} for seat in others or ("B",))]
    return new_game(page, seats, **given) if "position" in given else new_game(page, seats, game="rivers", **given)


def position(
    hands: dict[str, dict[str, int]], leaders: dict[str, dict[str, str]], turn: str = "A", **tiles: str
) -> dict[str, Any]:
    """Return a position with the ten temples, some tiles and leaders, and two actions to come."""
    board = dict.fromkeys(TEMPLES, "red*") | tiles
    seats = {seat: {"hand": hand} for seat, hand in hands.items()}
    where = {"game": "rivers", "phase": "action", "turn": turn, "actions_left": 2}
    return where | {"seats": seats, "board": board, "leaders": leaders}


def revolt() -> dict[str, Any]:
    """Return the rulebook's revolt: Archer's king would have three temples against two of Bull's."""
    tiles = {"E5": "red", "F6": "red", "H5": "red", "I4": "red", "J5": "red", "G5": "black"}
    return position({"A": {"red": 2, "black": 1}, "B": {"red": 3}}, {"B": {"black": "F5"}}, **tiles)


def two_wars() -> dict[str, Any]:
    """Return the rulebook's war: a settlement on G5 brings a war of traders and one of kings."""
    tiles = {"D5": "red", "F5": "green", "H5": "green", "J5": "green", "I4": "red", "K5": "red"}
    hands = {"A": {"green": 4, "black": 1}, "B": {"black": 1}, "P": {"green": 1}}
    leaders = {"A": {"green": "E5"}, "B": {"black": "D6"}, "P": {"green": "I5", "black": "K6"}}
    return position(hands, leaders, **tiles)


def four_wars() -> dict[str, Any]:
    """Return a position in which a settlement on G5 brings a war of each colour."""
    tiles = {"D5": "red", "E6": "red", "F5": "green", "H5": "green", "J5": "green", "I4": "red", "I6": "red", "K5": "red"}
    leaders = {
        "A": {"green": "E5", "red": "C5"},
        "B": {"black": "D6", "blue": "F6"},
        "P": {"green": "I5", "black": "K6"},
        "L": {"red": "L5", "blue": "J6"},
    }
    hands = {"A": {"green": 4, "black": 1}, "B": {"black": 1}, "P": {"green": 1}, "L": {"red": 3}}
    return position(hands, leaders, **tiles)


def square() -> dict[str, Any]:
    """Return a position in which Archer's temple completes a square."""
    hands: dict[str, dict[str, int]] = {"A": {"red": 1, "blue": 2}, "B": {}}
    return position(hands, {"A": {"red": "D5"}, "B": {"green": "D6"}}, E5="red", F5="red", E6="red")


def last_tiles() -> dict[str, Any]:
    """Return a position with so few tiles in the bag that the game ends after some turns."""
    hands = {"A": {"red": 3, "blue": 1, "green": 1, "black": 1}, "B": {"red": 1, "blue": 1, "green": 2, "black": 2}}
    leaders = {"A": {"red": "I6"}, "B": {"green": "F4"}}
    return position(hands, leaders) | {"bag": {"red": 2, "blue": 2, "green": 2, "black": 2}}


def heard(page: Page) -> list[str]:
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


def test_a_game_against_a_bot_goes_to_its_end_and_what_comes_after(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", **MOVING)
    game = RiversTable.open(page, rivers_game(page, bot="greedy", position=last_tiles()))
    picture(page, "rivers-asked")
    assert_accessible(page)
    page.emulate_media(reduced_motion="reduce")
    assert game.play_on(until=game.over, most=400) > 3
    expect(page.get_by_role("heading", name=re.compile("^(You have won|.* wins|.* share the victory)$"))).to_be_visible()
    expect(game.over.get_by_role("row")).to_have_count(3)
    picture(page, "rivers-over")
    assert_accessible(page)

    page.get_by_role("region").get_by_role("link", name="Review").click()
    at_the_end(page)
    expect(page.get_by_role("heading", name="Dynasties")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_text(re.compile(r"^(Archer|Bull)'s turn, \d actions? left\.$"))).to_be_visible()
    picture(page, "rivers-review")
    assert_accessible(page)

    # With the link, onlookers see everything, too.
    onlooker = visit(page.url)
    hands = onlooker.get_by_role("region", name="Dynasties").get_by_role("listitem").filter(has=onlooker.get_by_role("heading"))
    expect(hands).to_have_count(2)
    for hand in hands.all():
        expect(hand.get_by_text(re.compile("^Score "))).to_be_visible()
        expect(hand.get_by_text(re.compile(r"^Hand: (\d (temple|farm|market|settlement)s?(, )?)+;"))).to_be_attached()
    onlooker.get_by_text("As a table").click()
    expect(onlooker.get_by_role("table").get_by_role("cell").last).to_have_text(re.compile(r"^\d+$"))


def test_a_tile_is_placed_after_a_preview(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = RiversTable.open(
        page, rivers_game(page, position=position({"A": {"red": 2, "black": 1}, "B": {}}, {"A": {"red": "I6"}}))
    )

    game.put("2 temples", "H6")
    expect(page.get_by_text("1 red point for you", exact=True)).to_be_visible()
    expect(page.get_by_text("Goes to your kingdom")).to_be_visible()
    picture(page, "rivers-preview")
    page.keyboard.press("Escape")
    expect(game.confirm).to_have_count(0)
    page.keyboard.press("Escape")

    # A cell first, then a piece for it.
    game.cell("H6").dispatch_event("click")
    expect(page.get_by_role("button", name="Place a temple beside your priest: 1 red point for you")).to_be_visible()
    page.keyboard.press("Escape")

    game.put("2 temples", "H6")
    game.do()
    expect(game.piece("1 temple")).to_be_visible()
    expect(game.cell("H6")).to_have_attribute("aria-label", re.compile("^H6, temple"))
    expect(page.get_by_text("1 action left")).to_be_visible()
    game.undo.click()
    expect(game.piece("2 temples")).to_be_visible()

    # A leader by the map, and home again.
    game.cell("I6").dispatch_event("click")
    expect(page.get_by_role("button", name="Withdraw the priest")).to_be_visible()
    page.keyboard.press("Escape")
    game.end.click()
    expect(page.get_by_text("You have two actions left.")).to_be_visible()
    game.back.click()


def test_why_not_says_the_clause_and_keeps_the_piece(visit: Visit) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 1}, "B": {}}, {})))
    game.put("1 temple", "A4")
    clause = page.get_by_role("link", name=re.compile("^Rule D-8"))
    expect(clause).to_be_visible()
    expect(clause).to_have_attribute("href", "/rules/rivers#D-8")
    expect(game.piece("1 temple")).to_have_attribute("aria-pressed", "true")
    game.cell("A3").dispatch_event("click")
    expect(game.confirm).to_be_visible()


def test_tiles_are_picked_for_a_swap(visit: Visit) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 2, "black": 1}, "B": {}}, {})))
    page.get_by_role("button", name="Swap tiles", exact=True).click()
    game.piece("2 temples").click()
    game.piece("2 temples").click()
    expect(page.get_by_role("paragraph").filter(has_text=re.compile("^Swap 2 temples$"))).to_be_visible()
    game.piece("2 temples").click()
    expect(game.confirm).to_have_count(0)
    game.piece("1 settlement").click()
    game.do()
    expect(page.get_by_text("1 action left")).to_be_visible()
    expect(game.undo).to_have_count(0)


def test_a_square_is_built_on_and_sends_leaders_home(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=square()))
    game.put("1 temple", "F6")
    game.do()
    expect(page.get_by_text("Your temple completes a square. Do you build?").first).to_be_visible()
    game.cell("F5").dispatch_event("click")
    page.locator("[data-action='build red-blue E5']").last.click()
    expect(page.get_by_text("Your priest has to go home")).to_be_visible()
    picture(page, "rivers-build")
    game.do()
    expect(game.cell("E5")).to_have_attribute("aria-label", re.compile("red-blue monument"))
    expect(game.cell("D5")).to_have_attribute("aria-label", re.compile("empty land"))


def test_a_commitment_to_a_revolt_uses_all_known_information(visit: Visit, picture: Picture) -> None:
    host = visit("/rules")
    host.goto(
        new_game(
            host, [{"seat": "A", "kind": "me", "name": "Ida"}, {"seat": "B", "kind": "open"}], position=revolt(), advice=True
        )
    )
    guest = visit(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as Bull").click()
    attacker, defender = RiversTable(host), RiversTable(guest)
    attacker.wait_for_turn()
    expect(defender.heading).to_have_text("Waiting for Archer (Ida)")
    attacker.put("king", "I5")
    expect(host.get_by_text("Your 3, up to 5 with the temples in your hand, against 2, at most 5")).to_be_visible()
    attacker.do()

    expect(attacker.amount).to_be_visible()
    # It begins at the usual answer.
    fewer = host.get_by_role("button", name="One fewer")
    while fewer.is_enabled():
        fewer.click()
    expect(host.get_by_text("3 against 2, at most 5")).to_be_visible()
    host.get_by_role("button", name="One more").click()
    host.get_by_role("button", name="One more").click()
    expect(host.get_by_text("5 against 2, at most 5")).to_be_visible()
    picture(host, "rivers-commit")
    assert_accessible(host)
    attacker.do()
    expect(defender.amount).to_be_visible()
    expect(guest.get_by_text("Archer has committed 2.")).to_be_visible()
    # It begins at the advised amount.
    expect(guest.get_by_text("5 against 5", exact=True)).to_be_visible()
    expect(guest.get_by_text("Wins whatever they do")).to_be_visible()
    assert guest.locator(".alarm").evaluate(ON_TOP), "something is written across what is announced"
    picture(guest, "rivers-defend")
    defender.do()
    expect(host.get_by_text("Bull wins, 5 to 5").first).to_be_visible()
    expect(guest.get_by_text("You win, 5 to 5").first).to_be_visible()
    expect(attacker.piece("king, in hand")).to_be_visible()


def test_wars_are_chosen_one_at_a_time(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", viewport={"width": 1440, "height": 900})
    game = RiversTable.open(page, rivers_game(page, "B", "P", position=two_wars()))
    game.put("1 settlement", "G5")
    expect(page.get_by_role("listitem").filter(has_text="War: your trader (1) against Pot's trader (2)")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="War: Bull's king (0) against Pot's king (0)")).to_be_visible()
    game.do()
    expect(page.get_by_text("2 wars to settle")).to_be_visible()
    picture(page, "rivers-wars")
    game.cell("E5").dispatch_event("click")
    expect(game.confirm).to_be_visible()
    game.do()
    expect(game.amount).to_be_visible()
    for button in (game.confirm, page.get_by_role("button", name="Undo")):
        expect(button).to_be_in_viewport(ratio=1)
    game.amount.press("End")
    game.do()
    game.wait_for_turn()
    # The settlement stays, what Pot's trader held is gone, and with it the second war.
    expect(game.cell("H5")).to_have_attribute("aria-label", re.compile("^H5, empty land"))
    expect(page.get_by_text("to settle")).to_have_count(0)


WIDE = [{"viewport": {"width": width, "height": height}} for width, height in ((820, 1180), (1366, 768), (1440, 900))]


@pytest.mark.parametrize("screen", inner_first([PHONE, *WIDE]), ids=["phone", "tablet", "laptop", "desk"])
def test_all_wars_of_a_choice_are_listed_whole(visit: Visit, picture: Picture, screen: dict[str, Any]) -> None:
    page = visit("/rules", **screen)
    game = RiversTable.open(page, rivers_game(page, "B", "P", "L", position=four_wars()))
    game.put("1 settlement", "G5")
    wars = page.get_by_role("region", name="Wars to come")
    for before in (True, False):
        expect(wars.get_by_role("listitem")).to_have_count(4)
        page.wait_for_load_state("networkidle")
        for line in (*wars.get_by_role("listitem").all(), wars.get_by_role("paragraph")):
            expect(line).to_be_in_viewport(ratio=1)
            assert line.evaluate(ON_TOP), f"{line.inner_text()} is covered"
        picture(page, f"rivers-four-wars-{screen['viewport']['width']}-{before}")
        if before:
            game.do()
            expect(page.get_by_text("Which war do you resolve next?", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", inner_first([PHONE, *WIDE]), ids=["phone", "tablet", "laptop", "desk"])
def test_the_result_of_a_commitment_is_in_sight(visit: Visit, picture: Picture, screen: dict[str, Any]) -> None:
    page = visit("/rules", **screen)
    game = RiversTable.open(page, rivers_game(page, "B", position=revolt()))
    game.put("king", "I5")
    game.do()
    expect(game.amount).to_be_visible()
    game.amount.press("End")
    page.wait_for_load_state("networkidle")
    for line in (game.amount, page.get_by_text("5 against 2, at most 5"), page.get_by_text("A tie goes to the defender.")):
        expect(line).to_be_in_viewport(ratio=1)
        assert line.evaluate(ON_TOP), f"{line.inner_text()} is covered"
    picture(page, f"rivers-commitment-{screen['viewport']['width']}")


def test_two_people_on_two_devices_play_to_the_end_and_never_see_each_others_tiles(visit: Visit) -> None:
    host = visit("/rules")
    seats = [{"seat": "A", "kind": "me", "name": "Ida"}, {"seat": "B", "kind": "open"}]
    host.goto(new_game(host, seats, position=last_tiles(), advice=True))
    guest = visit("/rules")
    frames = {"A": heard(host), "B": heard(guest)}
    host.reload()
    guest.goto(host.url)
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Sit here as Bull").click()
    sides = {"A": RiversTable(host), "B": RiversTable(guest)}
    taken = play_out(list(sides.values()))
    assert taken > 3
    for seat, side in sides.items():
        expect(side.over.get_by_role("row")).to_have_count(3)
        assert hands_in(frames[seat], over=False) == {seat}
        assert hands_in(frames[seat], over=True) == {"A", "B"}


def play_out(sides: list[RiversTable], most: int = 400) -> int:
    """Let each take the hints that it is given until the game is over for all; return how many those were."""
    for taken in range(most):
        until = time.monotonic() + SOON
        while (asked := next((side for side in sides if side.hint.is_visible()), None)) is None:
            if all(side.over.is_visible() for side in sides):
                return taken
            assert time.monotonic() < until, "nobody is asked"
            sides[0].page.wait_for_timeout(20)
        asked.page.keyboard.press("h")
        expect(asked.confirm).to_be_enabled()
        asked.page.keyboard.press("Enter")
        asked.settle()
    raise AssertionError(f"{most} hints have not led to the end")


def test_at_one_screen_hands_are_hidden_until_the_next_player_is_ready(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    frames = heard(page)
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


def test_by_keys_alone(visit: Visit) -> None:
    page = visit("/rules")
    game = RiversTable.open(page, rivers_game(page, position=position({"A": {"red": 1}, "B": {}}, {"A": {"red": "I6"}})))
    game.piece("1 temple").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(game.confirm).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 action left")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("2 actions left")).to_be_visible()
    game.wait_for_turn()
    page.keyboard.press("c")
    game.choices.get_by_role("button", name="The priest").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Withdraw the priest").focus()
    page.keyboard.press("Enter")
    expect(game.confirm).to_be_focused()
    page.keyboard.press("Enter")
    expect(game.piece("priest, in hand")).to_be_visible()


def test_on_a_phone_targets_fit_and_are_large_enough(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", **PHONE)
    game = RiversTable.open(page, rivers_game(page, position=revolt()))
    assert_fits(page)
    assert small_targets(page) == []
    expect(page.get_by_role("link", name="You", exact=True)).to_be_visible()
    picture(page, "rivers-phone")
    assert_accessible(page)
    game.piece("king").tap()
    page.get_by_role("button", name="Zoom in").tap()
    expect(page.get_by_text("Drag to look around.")).to_be_visible()
    game.cell("I5").dispatch_event("click")
    expect(game.confirm).to_be_in_viewport()
    picture(page, "rivers-phone-preview")
    game.confirm.tap()
    expect(game.amount).to_be_visible()
    expect(game.confirm).to_be_in_viewport()
    picture(page, "rivers-phone-commit")
    assert_fits(page)
    assert small_targets(page) == []


def test_the_dark_theme_works_on_a_tablet(visit: Visit, picture: Picture) -> None:
    page = visit("/rules", viewport={"width": 820, "height": 1100}, color_scheme="dark")
    game = RiversTable.open(page, rivers_game(page, "B", "P", position=two_wars()))
    game.put("1 settlement", "G5")
    expect(game.confirm).to_be_visible()
    picture(page, "rivers-night")
    assert_fits(page)
    assert_accessible(page)
    resize(page, {"width": 1024, "height": 768})
    last, button = page.get_by_text("Then: Which war do you resolve next?").bounding_box(), game.confirm.bounding_box()
    assert last
    assert button
    assert last["y"] + last["height"] <= button["y"], "the whole preview stands above its buttons"


def test_the_text_view_has_all_of_it_by_kind_and_by_words(visit: Visit, picture: Picture) -> None:
    page = visit("/rules")
    address = rivers_game(page, position=revolt())
    page.goto(f"{address}/text")
    expect(page.get_by_text("2 temples and 1 settlement.")).to_be_visible()
    kind = page.get_by_label("Kind of action")
    expect(kind).to_be_visible()
    kind.select_option("leader")
    page.get_by_role("searchbox").fill("revolt I5")
    expect(page.get_by_role("radio")).to_have_count(1)
    page.get_by_role("radio").check()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What would happen")).to_be_visible()
    expect(page.get_by_text("3 against 2, at most 5")).to_be_visible()
    picture(page, "rivers-text")
    assert_accessible(page)
    page.get_by_role("button", name=re.compile("^Do it:")).click()
    expect(page.get_by_role("radio", name=re.compile("^Commit 2 temples"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Revolt: Archer 3 against Bull 2"))).to_be_visible()


def test_moves_of_others_are_played_at_a_pace(visit: Visit) -> None:
    page = visit("/rules", settings={"speed": 0.25}, **MOVING)
    start = position({"A": {"red": 1}, "B": {"red": 1}, "P": {}, "L": {}}, {})
    game = RiversTable.open(page, rivers_game(page, "B", "P", "L", bot="greedy", position=start))
    game.end.click()
    game.confirm.click()
    expect(page.get_by_role("heading", name="Playing the others' moves")).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    page.emulate_media(reduced_motion="reduce")


def test_it_is_one_click_away_and_marked_in_lists(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("Game", exact=True).select_option("rivers")
    expect(page.get_by_text("Time limit")).to_have_count(0)
    expect(page.get_by_label("Who sits at Archer")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Play Two Rivers").click()
    RiversTable(page).wait_for_turn()
    page.goto("/games")
    expect(page.get_by_role("link", name=re.compile("^You and 3 bots.*Two Rivers"))).to_be_visible()
