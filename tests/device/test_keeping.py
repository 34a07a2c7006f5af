"""What a device keeps: nothing is lost when a page is closed at any moment, and two tabs cannot play the same number."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
import pytest_asyncio

from kingdoms.device import CloseCode, Device, DirectThinker, MemoryStore
from kingdoms.table.base.packing import pack
from kingdoms.table.game.messages import facts
from kingdoms.texts import text
from tests.support.clients.homes import moves
from tests.support.clients.http import eventually
from tests.support.games.sample_game import seated
from tests.support.games.tested_games import SAMPLE, TESTED

LEVEL: Final = "bot:level:2"


class FailingStore(MemoryStore):
    """A store whose writes fail for a reason, from one of them on."""

    reason: str | None = None
    writes_left = 0

    async def save(self, game_id: str, before: str | None, head: str, number: int, entries: str) -> None:
        self._fail()
        await super().save(game_id, before, head, number, entries)

    async def put(self, name: str, text: str) -> None:
        self._fail()
        await super().put(name, text)

    def _fail(self) -> None:
        self.writes_left -= 1
        if self.reason is not None and self.writes_left < 0:
            raise OSError(self.reason)


class Screen:
    """A person at a device, whose answers must be as expected.

    Attributes:
        device: the device, which may be another one over the same store later.
    """

    def __init__(self, store: FailingStore, schemas: Any) -> None:
        self.store = store
        self.schemas = schemas
        self.device = Device(store, DirectThinker(), schemas)

    async def ask(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:
        given, text = await self.device.request(method, f"/api{path}", None if body is None else json.dumps(body))
        assert given == status, text
        return json.loads(text) if text else None

    async def begin(self, game: str, *kinds: str, **more: Any) -> str:
        """Begin a game, and return its id."""
        info = await self.ask("POST", "/games", {"game": game, "seats": seated(*kinds, game=game)} | more, status=201)
        return str(info["id"])

    async def settled(self, game_id: str) -> Any:
        """Wait until a person is to move or the game is over, and return its info."""
        live = await self.device.home.games.get(game_id)
        await eventually(lambda: _later(live.thinker is None))
        return await self.ask("GET", f"/games/{game_id}")

    async def act(self, game_id: str, place: int = 0) -> int:
        """Play a legal action, and return its number."""
        mover = (await self.ask("GET", f"/games/{game_id}"))["to_move"]
        asked = await self.ask("GET", f"/games/{game_id}/legal?seat={mover}")
        action = moves(asked)[place]
        return int((await self.ask("POST", f"/games/{game_id}/actions", {"base": asked["number"], "action": action}))["number"])

    async def entries(self, game_id: str, number: int) -> Any:
        """Return the first entries of a game."""
        return (await self.ask("GET", f"/games/{game_id}/history?limit={number}"))["entries"]

    async def close(self) -> None:
        """Close the page as a crash does: no task runs on, and nothing more is written."""
        await asyncio.sleep(0)  # each task has begun
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def reopen(self) -> None:
        """Open the page again, over what the store has."""
        self.device = Device(self.store, DirectThinker(), self.schemas)
        await self.device.start()


@pytest_asyncio.fixture
async def screen(schemas: Any) -> AsyncIterator[Screen]:
    """A page that is open, with nothing kept."""
    screen = Screen(FailingStore(), schemas)
    await screen.reopen()
    yield screen
    await screen.close()


async def _later(value: bool) -> bool:
    return value


@pytest.mark.parametrize("game", TESTED)
async def test_a_page_closed_in_the_middle_of_any_move_goes_on(screen: Screen, game: str) -> None:
    """The game is the same, entry by entry, although the page is closed after each action, before the bot has answered."""
    game_id = await screen.begin(game, "me", LEVEL)
    for turn in range(8):
        await screen.settled(game_id)
        number = await screen.act(game_id, -1)
        for _ in range(turn):
            await asyncio.sleep(0)  # so far has the bot come
        before = await screen.entries(game_id, number)
        await screen.close()
        await screen.reopen()
        assert await screen.entries(game_id, number) == before
        info = await screen.settled(game_id)
        assert info["number"] >= number
        if info["status"] == "over":
            break


@pytest.mark.parametrize("reason", ["full", "closed", "failed"])
async def test_what_cannot_be_kept_is_not_done_and_the_reason_is_said(screen: Screen, reason: str) -> None:
    store = screen.store
    game_id = await screen.begin(SAMPLE, "me", LEVEL)
    info = await screen.settled(game_id)
    number, [seat] = info["number"], info["you"]
    action = moves(await screen.ask("GET", f"/games/{game_id}/legal"))[0]
    new = {"game": SAMPLE, "seats": seated("me", "shared", game=SAMPLE), "from": {"id": game_id, "number": number}}
    kept = (dict(store.heads), json.dumps(store.by_game), dict(store.documents))
    store.reason = reason
    for method, path, body in (
        ("POST", f"/games/{game_id}/actions", {"base": number, "action": action}),
        ("POST", f"/games/{game_id}/seats/{seat}/resign", None),
        ("POST", "/games", new),
        ("PUT", "/me", {"name": "Ada"}),
        ("POST", "/me/study", {"puzzles": {}, "mistakes": {}, "days": ["2026-11-28"], "best": 0, "rating": None}),
    ):
        error = (await screen.ask(method, path, body, status=507))["error"]
        assert (error["code"], error["message"]) == (f"device_{reason}", text(f"error.device_{reason}"))
    assert (await screen.ask("GET", f"/games/{game_id}"))["number"] == number
    assert (store.heads, json.dumps(store.by_game), store.documents) == kept
    store.writes_left = 1  # a bot's action is not kept either: the bot goes on once there is room
    assert await screen.act(game_id) == number + 1
    store.reason = None
    screen.device.home.driver.drive(await screen.device.home.games.get(game_id))
    assert (await screen.settled(game_id))["number"] > number + 1
    assert (await screen.ask("POST", "/games", new, status=201))["number"] >= number


async def test_two_tabs_see_each_other(screen: Screen, schemas: Any) -> None:
    first, second = screen, Screen(screen.store, schemas)
    game_id = await first.begin(SAMPLE, "me", "shared")
    number = (await first.settled(game_id))["number"]
    await second.reopen()
    asked = await second.ask("GET", f"/games/{game_id}/legal")
    await first.act(game_id)
    late = {"base": number, "action": moves(asked)[0]}
    error = await second.ask("POST", f"/games/{game_id}/actions", late, status=409)
    assert (error["error"]["code"], len(error["missed"])) == ("stale", 1)
    assert (await second.ask("GET", f"/games/{game_id}"))["number"] == number + 1


async def test_what_one_tab_changes_no_other_tab_overwrites(screen: Screen, schemas: Any) -> None:
    first, second = screen, Screen(screen.store, schemas)
    game_id = await first.begin(SAMPLE, "me", "shared")
    seat = (await first.settled(game_id))["to_move"]
    await second.reopen()
    messages: list[Any] = []
    await second.device.follow(f"/api/games/{game_id}/live", lambda message: messages.append(json.loads(message)))
    await first.ask("POST", f"/games/{game_id}/seats/{seat}/resign")
    await second.device.refresh(game_id)
    assert messages[-1]["info"]["status"] == "over", "the other tab is told"
    rematch = (await first.ask("POST", f"/games/{game_id}/rematch"))["id"]
    assert (await second.ask("POST", f"/games/{game_id}/rematch"))["id"] == rematch, "there is one rematch"
    header = json.loads(screen.store.heads[game_id])["header"]
    assert (header["status"], header["rematch"]) == ("over", rematch)
    await first.ask("DELETE", f"/games/{rematch}", status=204)
    await second.device.refresh(rematch)
    await second.ask("GET", f"/games/{rematch}", status=404)
    assert {game_id, rematch} & screen.store.heads.keys() == {game_id}


@pytest.mark.parametrize("game", TESTED)
async def test_followers_at_one_screen_get_the_secrets_of_their_seat_alone(screen: Screen, game: str) -> None:
    game_id = await screen.begin(game, "me", "shared")
    info = await screen.settled(game_id)
    received: dict[str, list[Any]] = {seat: [] for seat in info["you"]}
    followers = [
        await screen.device.follow(f"/api/games/{game_id}/live?seat={seat}&after=0", received[seat].append) for seat in received
    ]
    for _ in range(6):
        await screen.settled(game_id)
        await screen.act(game_id)
    live = await screen.device.home.games.get(game_id)
    histories = {}
    for seat, texts in received.items():
        hello, *entries = [json.loads(text) for text in texts]
        histories[seat] = (await screen.ask("GET", f"/games/{game_id}/history?seat={seat}"))["entries"]
        assert [*hello["missed"], *(message["entry"] for message in entries)] == histories[seat]
        for message in entries:
            state = live.state_at(message["number"])
            assert message["view"] == json.loads(pack(facts(state, seat, is_whole=True)))
            assert message["ask"] is None or not live.game.has_secrets or message["ask"]["seat"] == seat
    one, other = histories.values()
    assert (one == other) == (not live.game.has_secrets), "each seat sees its own hand alone"
    with pytest.raises(CloseCode, match="4403"):
        await screen.device.follow(f"/api/games/{game_id}/live?seat=none", print)
    with pytest.raises(CloseCode, match="4404"):
        await screen.device.follow("/api/games/none/live", print)
    for follower in followers:
        follower.close()
    count = [len(texts) for texts in received.values()]
    await screen.act(game_id)
    assert [len(texts) for texts in received.values()] == count, "a closed follower gets nothing more"


async def test_levels_are_offered_as_far_as_they_are_quick(screen: Screen) -> None:
    await eventually(lambda: _later(bool(screen.device.home.offers.speeds)))
    game = next(game for game in (await screen.ask("GET", "/catalogue"))["games"] if game["name"] == SAMPLE)
    offered = [bot["name"] for bot in game["bots"]]
    speeds = screen.device.home.offers.speeds
    assert speeds[f"{SAMPLE} level:1"] == 0.0, "the first levels do not search"
    assert all((name in offered) == (speeds[f"{SAMPLE} {name}"] <= 3) for name in (f"level:{n}" for n in range(1, 9)))
    await eventually(lambda: _later("speeds" in screen.store.documents))
    await screen.close()
    await screen.reopen()
    await eventually(lambda: _later(bool(screen.device.home.offers.speeds)))
    again = screen.device.home.offers.speeds
    assert all(again[name] <= speed for name, speed in speeds.items()), "a device that was busy gets another chance"


async def test_my_documents_are_kept(screen: Screen) -> None:
    await screen.ask("PUT", "/me", {"name": "Ida"})
    puzzle = {"at": 5, "game": SAMPLE, "tries": 1, "solved": True, "right": True, "theme": "x", "points": 1000}
    empty = {"puzzles": {}, "days": [], "best": 0, "mistakes": {}, "rating": None}
    await screen.ask("POST", "/me/study", empty | {"puzzles": {"one": puzzle}, "best": 3})
    await screen.ask("POST", "/me/study", empty | {"days": ["2026-11-28"]})
    await screen.reopen()
    assert await screen.ask("GET", "/me") == {"name": "Ida"}
    study = (await screen.ask("GET", "/me/study"))["study"]
    assert (study["puzzles"], study["best"], study["days"]) == ({"one": puzzle}, 3, ["2026-11-28"])
    game_id = await screen.begin(SAMPLE, "me", LEVEL)
    info = await screen.settled(game_id)
    await screen.ask("POST", f"/games/{game_id}/seats/{info['you'][0]}/resign")
    await screen.close()
    screen.store.documents.pop("results", None)  # the page was closed before it had kept them
    await screen.reopen()
    await eventually(lambda: _later("results" in screen.store.documents))
    table = (await screen.ask("GET", "/me/path"))["tables"][0]
    assert (table["games"], table["levels"][1]["wins"]) == (1, 0)
    await screen.ask("DELETE", f"/games/{game_id}", status=204)
    await screen.ask("GET", f"/games/{game_id}", status=404)


ABSENT: Final = "cryptography fastapi multiprocessing orjson pydantic regex sqlalchemy starlette uvloop"
BARE: Final = """
import asyncio, json, sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))
from kingdoms.device import Device, DirectThinker, MemoryStore
schemas = json.loads(sys.stdin.read())
async def play():
    device = Device(MemoryStore(), DirectThinker(), schemas)
    await device.start()
    status, text = await device.request("POST", "/api/games", sys.argv[2])
    path = f"/api/games/{json.loads(text)['id']}"
    received = []
    await device.follow(f"{path}/live?after=0", received.append)
    while len(received) < 4:
        asked = json.loads((await device.request("GET", f"{path}/legal"))[1])
        if asked["ask"] is not None:
            body = {"base": asked["number"], "action": asked["ask"]["choices"][0]["action"]}
            await device.request("POST", f"{path}/actions", json.dumps(body))
        await asyncio.sleep(0)
    print(json.loads(received[-1])["type"])
asyncio.run(play())
"""


def test_a_device_needs_none_of_the_servers_packages(schemas: Any) -> None:
    body = json.dumps({"game": SAMPLE, "seats": seated("me", LEVEL)})
    command = [sys.executable, "-c", BARE, ABSENT, body]
    result = subprocess.run(command, input=json.dumps(schemas), capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == ("entry\n", "")
