"""Long games delay no other request, however large the answer."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable
from unittest import mock

import pytest

import kingdoms
from kingdoms.core.entry import RecordEntry, play_entry
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.server.app.services import Services
from kingdoms.server.table import live_games
from kingdoms.table.game import live
from kingdoms.table.game.entries import Header, StoredEntry
from kingdoms.table.service import creating, playing
from kingdoms.table.service import history as chronicle
from kingdoms.table.service.history import PAGE
from tests.support.clients.http import Browser, solo_game
from tests.support.games.sample_game import END, ONE, OTHER, STEPS, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.calendar import Calendar

pytestmark = pytest.mark.sqlite
LONGEST = 0.05
"""Seconds of work that the server may do at a stretch."""
ENTRIES = 600


async def longest(work: Awaitable[object]) -> float:
    """Return the longest stretch of work of the event loop while something is done; other threads' work is not counted."""
    durations: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        durations.append(time.thread_time() - began)

    gc.collect()
    gc.freeze()  # objects left over from other tests need no garbage collection here
    task = asyncio.ensure_future(work)
    with mock.patch.object(asyncio.Handle, "_run", timed):
        await task
    gc.unfreeze()
    return max(durations)


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


@pytest.mark.long
async def test_no_request_blocks_the_event_loop(services: Services, ida: Browser, record: Record) -> None:
    text, seats = "\n".join(record.lines()), seated("me", "me")
    game_id = (await ida.new_game("me", "me", record=text))["id"]
    number = (await ida.settled(game_id))["number"]
    took: dict[str, float] = {}
    paths = ("", "/view", "/history", "/legal", "/record", "/explain", f"/view?number={number // 2}")
    for path in (*paths, f"/analysis?number={number}&strength=quick"):
        services.games.by_id.clear()
        took[path or "info"] = await longest(ida.send("GET", f"/games/{game_id}{path}"))
    choices = await ida.choices(game_id)
    for name, body in (
        ("preview", {"base": number, "actions": choices[-1:]}),
        ("actions", {"base": number, "action": choices[-1]}),
        ("undo", {"base": number + 1}),
        ("actions", {"base": 0, "action": END}),
    ):
        took[f"{name} {body}"] = await longest(ida.send("POST", f"/games/{game_id}/{name}", body))
    for begin in ({"from": {"id": game_id, "number": number}}, {"record": text}):
        took[f"new {list(begin)}"] = await longest(ida.send("POST", "/games", {"seats": seats} | begin))
    services.games.by_id.clear()
    took["list"] = await longest(ida.send("GET", "/games", which="mine"))
    assert max(took.values()) < LONGEST, took
    # a huge record, valid or not, delays no other request; one that is too long is refused at once
    for padding, wrong in ((9_000, (400, "notation")), (400_000, (422, "too_long"))):
        body = {"seats": seats, "record": "\n".join([text, *[""] * padding, '{"action": "nonsense"}'])}
        sending = asyncio.create_task(ida.refused("POST", "/games", body))
        assert await longest(sending) < 3 * LONGEST
        assert sending.result() == wrong


async def test_games_over_the_maximum_length_do_not_begin(ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"seats": seated("me", "me"), "record": "\n".join(long_game(20).lines())}
    game_id = (await ida.post("/games", body, status=201))["id"]
    monkeypatch.setattr(creating, "LONGEST_RECORD", 19)
    assert await ida.refused("POST", "/games", body) == (422, "too_long")
    assert "19" in (await ida.send("POST", "/games", body)).json()["error"]["message"]
    branch = {"seats": seated("me", "me"), "from": {"id": game_id, "number": 20}}
    assert await ida.refused("POST", "/games", branch) == (422, "too_long")
    assert len((await ida.get("/games", which="mine"))["games"]) == 1
    await ida.post("/games", {**branch, "from": {"id": game_id, "number": 19}}, status=201)


async def test_a_game_has_an_end_of_its_length(services: Services, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await solo_game(ida)
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


def test_any_moment_of_a_long_game_is_near(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of any length, with or without undos, each moment is within a number of entries of a cached one."""
    game = live.LiveGame(Header("id", SAMPLE, 1, [ONE, OTHER], {}, None, 7, "host", False, None, "playing", 0.0), {})
    for number, entry in enumerate(record.entries, 1):
        game.add(StoredEntry(number, 0.0, ONE, entry.action))
    states = [record.opening(), *(state for _, state in record.replay())]
    assert len(game.snapshots) == 1 + ENTRIES // live.SNAPSHOT_EVERY
    played: list[RecordEntry] = []

    def noted(state: State, entry: RecordEntry) -> None:
        played.append(entry)
        play_entry(state, entry)

    with monkeypatch.context() as watch:
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
    services: Services, ida: Browser, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [await solo_game(ida) for _ in range(3)]
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


async def test_pages_of_history(
    services: Services, ida: Browser, record: Record, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "CACHE_SIZE", 50_000)
    game_id = (await ida.new_game("me", "me", record="\n".join(record.lines())))["id"]
    history = await ida.history(game_id)
    assert [entry["number"] for entry in history] == list(range(1, ENTRIES + 1))
    assert [entry["action"] for entry in history] == [entry.action for entry in record.entries]
    for params, entries, more in (
        ({}, history[:PAGE], True),
        ({"after": 7, "limit": 3}, history[7:10], True),
        ({"after": ENTRIES - 3, "limit": 3}, history[-3:], False),
        ({"after": ENTRIES}, [], False),
        ({"after": ENTRIES + 400}, [], False),
    ):
        assert await ida.get(f"/games/{game_id}/history", **params) == {"entries": entries, "more": more}
    for wrong in ({"limit": 0}, {"limit": PAGE + 1}, {"limit": "x"}, {"after": "x"}):
        assert await ida.refused("GET", f"/games/{game_id}/history", **wrong) == (422, "invalid")
    for after in (0, ENTRIES - PAGE - 1, ENTRIES - PAGE, ENTRIES - 10, ENTRIES, ENTRIES + 50):
        async with ida.live(address, game_id, after=after) as hears:
            hello = await hears.next("hello")
            assert (hello["missed"], hello["more"]) == (history[max(after, ENTRIES - PAGE) :], after < ENTRIES - PAGE)
    stale = await ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": END})
    assert (stale.json()["missed"], stale.json()["number"]) == (history[:PAGE], ENTRIES)
    assert len(stale.content) < PAGE * 5_000
    # the cache of messages is bounded
    cached = services.games.broadcast.history
    for after in (0, 200, 400, 100, 0):
        page = await ida.get(f"/games/{game_id}/history", after=after)
        assert page["entries"] == history[after : after + PAGE]
        assert cached.size == sum(chronicle._size(page) for page in cached.cache.values()) <= 50_000
