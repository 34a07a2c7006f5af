"""Long games delay no other request, however large the answer."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.core.record import Record, RecordEntry, play_entry
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.server.app.services import Services
from kingdoms.server.game import live
from kingdoms.server.game.entries import StoredEntry
from kingdoms.server.http import sockets
from kingdoms.server.lobby import creating
from kingdoms.server.table import followers as hub
from kingdoms.server.table import history as chronicle
from kingdoms.server.table import live_games, playing
from kingdoms.server.table.history import PAGE
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import END, ONE, OTHER, STEPS, opening, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import Calendar

LONGEST = 0.05
"""Seconds of work that the server may do at a stretch."""
ENTRIES = 600


@contextlib.asynccontextmanager
async def stretches() -> AsyncIterator[list[float]]:
    """Yield a list of the seconds of work that this thread has done at a stretch; other processes' work is not counted."""
    durations: list[float] = []

    async def watch() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            durations.append(now - last)
            last = now

    gc.collect()
    gc.freeze()  # objects left over from other tests need no garbage collection here
    task = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield durations
        await asyncio.sleep(0)
    finally:
        task.cancel()
        gc.unfreeze()


def long_game(entries: int) -> Record:
    """Return a record of a length, played at random but without attacks, so that it does not end early."""
    rng = Random(3)
    record = Record(kingdoms.load_game(SAMPLE, seats=[ONE, OTHER]))
    while len(record.entries) < entries:
        length = len(record.entries)
        legal = record.state.legal_actions()
        record.apply(legal[rng.roll(len(legal))])
        if record.state.is_terminal():
            record.take_back(max(0, length - 60))
    return record


@pytest.fixture(scope="module")
def record() -> Record:
    return long_game(ENTRIES)


async def longest(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest stretch of work while something is done."""
    async with stretches() as durations:
        await work()
    return max(durations)


@pytest.mark.long
async def test_no_request_blocks_the_event_loop(app: FastAPI, ida: Browser, record: Record) -> None:
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    services: Services = app.state.services
    number = (await ida.settled(game_id))["number"]
    took: dict[str, float] = {}
    for path in (
        "",
        "/view",
        "/history",
        "/legal",
        "/record",
        "/explain",
        f"/view?number={number // 2}",
        f"/analysis?number={number}",
    ):
        services.games.by_id.clear()
        took[path or "info"] = await longest(lambda path=path: ida.send("GET", f"/games/{game_id}{path}"))  # type: ignore[misc]
    choices = await ida.choices(game_id)
    body = {"base": number, "action": choices[-1]}
    took["preview"] = await longest(
        lambda: ida.send("POST", f"/games/{game_id}/preview", {"base": number, "actions": choices[-1:]})
    )
    took["actions"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/actions", body))
    took["undo"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/undo", {"base": number + 1}))
    took["stale"] = await longest(lambda: ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": END}))
    seats = seated("me", "me")
    branch = {"seats": seats, "from": {"id": game_id, "number": number}}
    took["from"] = await longest(lambda: ida.send("POST", "/games", branch))
    took["import"] = await longest(lambda: ida.send("POST", "/games", {"seats": seats, "record": "\n".join(record.lines())}))
    assert max(took.values()) < LONGEST, took


async def test_a_list_of_long_games_is_no_burden(app: FastAPI, ida: Browser, record: Record) -> None:
    seats = seated("me", "me")
    body = {"seats": seats, "record": "\n".join(record.lines())}
    for _ in range(20):
        await ida.post("/games", body, status=201)
    services: Services = app.state.services
    services.games.by_id.clear()
    assert await longest(lambda: ida.send("GET", "/games", which="mine")) < LONGEST


async def test_a_record_of_the_maximum_length_is_accepted(ida: Browser, record: Record) -> None:
    """A huge record, valid or not, delays no other request; one that is too long is refused at once."""
    lines = record.lines()
    for padding, wrong in ((9_000, (400, "notation")), (400_000, (422, "too_long"))):
        text = "\n".join([*lines, *["" for _ in range(padding)], '{"action": "nonsense"}'])

        async def send(text: str = text, wrong: tuple[int, str] = wrong) -> None:
            assert await ida.refused("POST", "/games", {"seats": seated("me", "me"), "record": text}) == wrong

        assert await longest(send) < 3 * LONGEST


async def test_games_over_the_maximum_length_do_not_begin(
    app: FastAPI, ida: Browser, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creating, "LONGEST_RECORD", ENTRIES - 1)
    body = {"seats": seated("me", "me"), "record": "\n".join(record.lines())}
    answer = await ida.send("POST", "/games", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too_long")
    assert str(ENTRIES - 1) in answer.json()["error"]["message"]
    assert (await ida.get("/games", which="mine"))["games"] == []
    monkeypatch.undo()
    game_id = (await ida.post("/games", body, status=201))["id"]
    monkeypatch.setattr(creating, "LONGEST_RECORD", ENTRIES - 1)
    branch = {"seats": seated("me", "me"), "from": {"id": game_id, "number": ENTRIES}}
    assert await ida.refused("POST", "/games", branch) == (422, "too_long")
    await ida.post("/games", {**branch, "from": {"id": game_id, "number": ENTRIES - 1}}, status=201)


async def test_a_game_has_an_end_of_its_length(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
    monkeypatch.setattr(playing, "UNDOING_MOST", 3)
    monkeypatch.setattr(live, "UNDOING_MOST", 3)
    monkeypatch.setattr(playing, "MOST_ENTRIES", 5)
    await ida.act(game_id, 0, STEPS[0])
    await ida.post(f"/games/{game_id}/undo", {"base": 1})
    assert await ida.act(game_id, 2, STEPS[0]) == 3
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"]["undo"] is False
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 3}) == (409, "too_long")
    for number in (3, 4):
        await ida.act(game_id, number, (await ida.choices(game_id))[-1])
    last = (await ida.choices(game_id))[-1]
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 5, "action": last}) == (409, "too_long")
    assert (await ida.get(f"/games/{game_id}"))["number"] == 5


async def test_any_moment_of_a_long_game_is_near(app: FastAPI, ida: Browser, record: Record) -> None:
    """In a game of any length, with or without undos, each moment is within a number of entries of a cached one."""
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    services: Services = app.state.services
    game = services.games.by_id[game_id]
    states = [record.opening(), *(state for _, state in record.replay())]
    assert len(game.snapshots) == 1 + ENTRIES // live.SNAPSHOT_EVERY
    played: list[RecordEntry] = []
    with pytest.MonkeyPatch.context() as watch:
        real = play_entry

        def noted(state: State, entry: RecordEntry) -> None:
            played.append(entry)
            real(state, entry)

        watch.setattr(live, "play_entry", noted)
        for number in (0, 1, 49, 50, 51, ENTRIES // 2, ENTRIES - 1, ENTRIES):
            played.clear()
            assert game.state_at(number) == states[number]
            assert len(played) < live.SNAPSHOT_EVERY
    # each snapshot on a branch that is taken back goes with it, and what stood there is found even so
    for number in range(game.number, game.number + 3 * live.SNAPSHOT_EVERY, 3):
        action = game.game.action_to_string(game.state.legal_actions()[-1])
        game.add(StoredEntry(number + 1, 0.0, game.to_move, action))
        states += [game.state.clone(), states[number]]
        game.add(StoredEntry(number + 2, 0.0, game.entries[-1].by, undo=number))
        game.add(StoredEntry(number + 3, 0.0, game.to_move, action))
        states.append(game.state.clone())
    assert all(game.state_at(number) == state for number, state in enumerate(states))
    assert set(game.snapshots) <= {0, *game.mainline}


async def test_long_games_are_evicted_first(
    app: FastAPI, ida: Browser, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    ids = [(await ida.new_game("me", "me", position=opening().position()))["id"] for _ in range(3)]
    for game_id in ids:
        await ida.act(game_id, 0, STEPS[0])
    live_game = services.games.by_id[ids[1]]
    monkeypatch.setattr(live_games, "MOST_HELD", 2)
    calendar.passes(live_games.EVICT_SOONEST + 1)
    await ida.get(f"/games/{ids[2]}")
    await services.games.evict_idle()
    assert ids[0] not in services.games.by_id
    assert ids[2] in services.games.by_id, "somebody has just been there"
    # earlier and later callers have the same object
    assert await services.games.get(ids[1]) is live_game


async def test_pages_of_history(app: FastAPI, ida: Browser, record: Record, address: str) -> None:
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    history = await ida.history(game_id)
    assert [entry["number"] for entry in history] == list(range(1, ENTRIES + 1))
    assert [entry["action"] for entry in history] == [entry.action for entry in record.entries]
    page = await ida.get(f"/games/{game_id}/history")
    assert page == {"entries": history[:PAGE], "more": True}
    page = await ida.get(f"/games/{game_id}/history", after=7, limit=3)
    assert page == {"entries": history[7:10], "more": True}
    assert (await ida.get(f"/games/{game_id}/history", after=ENTRIES - 3, limit=3))["more"] is False
    for limit in (0, PAGE + 1, "x"):
        assert await ida.refused("GET", f"/games/{game_id}/history", limit=limit) == (422, "invalid")
    for after, missed in (
        (0, history[-PAGE:]),
        (ENTRIES - PAGE - 1, history[-PAGE:]),
        (ENTRIES - PAGE, history[-PAGE:]),
        (590, history[590:]),
    ):
        async with ida.live(address, game_id, after=after) as hears:
            hello = await hears.next("hello")
            assert (hello["missed"], hello["more"]) == (missed, after < ENTRIES - PAGE)
    stale = await ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": END})
    assert (stale.json()["missed"], stale.json()["number"]) == (history[:PAGE], ENTRIES)
    assert len(stale.content) < PAGE * 5_000


async def test_the_cache_of_messages_is_bounded(
    app: FastAPI, ida: Browser, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "CACHE_SIZE", 50_000)
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    history = app.state.services.games.broadcast.history
    first = await ida.get(f"/games/{game_id}/history")
    for after in (0, 200, 400, 100, 0):
        await ida.get(f"/games/{game_id}/history", after=after)
        assert history.size == sum(chronicle._size(page) for page in history.cache.values()) <= 50_000
    assert await ida.get(f"/games/{game_id}/history") == first


async def test_unread_sockets_use_little_memory(
    app: FastAPI, ida: Browser, record: Record, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output buffered for a client that does not read is bounded; the connection is soon closed."""
    monkeypatch.setattr(sockets.TimedSocket, "read_timeout", 1.0)
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    host, port = address.removeprefix("http://").split(":")
    services: Services = app.state.services
    unread = [socket.socket() for _ in range(20)]
    try:
        for connection in unread:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect((host, int(port)))
            connection.sendall(
                f"GET /api/games/{game_id}/live?after=0 HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {ida.cookie}\r\n\r\n".encode()
            )

        await eventually(lambda: services.games.broadcast.hub.count() == len(unread))
        waiting = services.games.broadcast.hub.followers_of(game_id)
        for follower in waiting:
            for _ in range(100):
                follower.send("x" * 50_000)
            assert follower.letters <= hub.MOST_LETTERS
            assert follower.is_dropped

        await eventually(lambda: services.games.broadcast.hub.count() == 0)
    finally:
        for connection in unread:
            connection.close()
