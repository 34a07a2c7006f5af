"""Talk at tables: readers, checked on the bytes; refused remarks; muting, reporting, switching off; two servers."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import func, select

from kingdoms.server.database.tables import RemarkRow
from kingdoms.server.talk import store as talk_store
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, Live, at_a_port, finish, shared_game
from tests.support.games.sample_game import OTHER, limited
from tests.support.server.rows import scalar

SECRET = "the eastern gate stands open"
GOSSIP = "she does not see it"


@pytest_asyncio.fixture
async def game_id(ida: Browser, bob: Browser) -> str:
    """A game under way between Ida, the host, and Bob."""
    new_id: str = await shared_game(ida, bob, rulings=limited(1), position=None)
    return new_id


async def say(browser: Browser, game_id: str, text: str) -> Json:
    """Say something."""
    remark: Json = await browser.post(f"/games/{game_id}/talk", {"text": text})
    return remark


async def read(browser: Browser, game_id: str, **params: Any) -> list[str | None]:
    """Return the texts that a visitor can read."""
    return [remark["text"] for remark in (await browser.get(f"/games/{game_id}/talk", **params))["remarks"]]


async def hear_remark(ear: Live, text: str) -> Json:
    """Wait for a message on a socket."""
    message: Json = await ear.until(lambda message: message["type"] == "talk" and message["remark"]["text"] == text)
    return dict(message["remark"])


async def test_onlookers_names_are_told_apart(eve: Browser, game_id: str, app: FastAPI) -> None:
    """By look: with a Cyrillic letter, a name is still that of a player, and of an onlooker."""
    names = []
    async with Browser(app) as mal, Browser(app) as mia:
        for onlooker, name in ((eve, "Bob"), (mal, "B\u043eb"), (mia, "bob")):
            await onlooker.ask("PUT", "/me", {"name": name})
            names.append((await say(onlooker, game_id, GOSSIP))["name"])
    assert names == ["Bob 2", "B\u043eb 3", "bob 4"]


async def test_players_and_onlookers_talk_apart(
    address: str, ida: Browser, bob: Browser, eve: Browser, game_id: str, app: FastAPI
) -> None:
    """On sockets, in answers, and in the bytes of both; after the game, players can read on."""
    await eve.ask("PUT", "/me", {"name": "Bob"})
    async with Browser(app) as mal, ida.live(address, game_id) as at_idas, bob.live(address, game_id) as at_bobs:
        async with eve.live(address, game_id) as at_eves, mal.live(address, game_id) as at_mals:
            for ear in (at_idas, at_bobs, at_eves, at_mals):
                await ear.next("hello")
            remark = await say(ida, game_id, SECRET)
            assert (remark["room"], remark["you"], remark["name"]) == ("players", True, "Ida")
            received = await hear_remark(at_bobs, SECRET)
            assert received == remark | {"you": False}
            gossip = await say(eve, game_id, GOSSIP)
            assert (gossip["room"], gossip["seat"], gossip["name"]) == ("onlookers", None, "Bob 2")
            await hear_remark(at_mals, GOSSIP)
            await ida.post(f"/games/{game_id}/talk", {"phrase": "well_played"})
            await bob.post(f"/games/{game_id}/talk", {"phrase": "thanks"})
            phrases = [(await at_bobs.next("talk"))["remark"]["phrase"] for _ in range(2)]
            assert phrases == ["well_played", "thanks"]
            assert await read(eve, game_id) == [GOSSIP] == await read(mal, game_id)
            assert await read(bob, game_id) == [SECRET, None, None]
            await finish(ida, bob, game_id=game_id)
            await at_bobs.until(lambda message: message.get("info", {}).get("status") == "over")
            after = await say(mal, game_id, "well, well")
            assert (after["room"], after["name"]) == ("all", None)
            for ear in (at_idas, at_bobs, at_eves):
                await hear_remark(ear, "well, well")
        assert SECRET not in json.dumps([at_eves.messages, at_mals.messages])
        assert GOSSIP not in json.dumps([at_idas.messages, at_bobs.messages])
        assert await read(bob, game_id) == [SECRET, GOSSIP, None, None, "well, well"]
        assert await read(eve, game_id) == [GOSSIP, "well, well"]
        for browser in (ida, bob, eve, mal):
            for path in ("", "/history", "/view", "/record", "/legal", "/explain"):
                answer = await browser.send("GET", f"/games/{game_id}{path}")
                assert SECRET not in answer.text
                assert GOSSIP not in answer.text


INVALID_TEXTS = (
    *("", "   ", "\u200d", "\u3164 \u2800", "x" * 301, "\ufb2c" * 200),  # the last is longer in its composed form
    *("two\nlines", "a\x00b", "abc\u202e", "abc\u2066", "\ud800", 7, ["hello"]),
)
INVALID: tuple[Json, ...] = (
    *({"text": text} for text in INVALID_TEXTS),
    *({}, {"phrase": "rude"}, {"phrase": "hello", "text": "hello"}),
    *({"text": "hello", "room": "players"}, {"text": "hello", "seat": OTHER}),
)


async def test_invalid_remarks_are_refused_and_all_others_sent_unchanged(ida: Browser, game_id: str) -> None:
    for body in INVALID:
        assert await ida.refused("POST", f"/games/{game_id}/talk", body) == (422, "invalid"), body
    assert await read(ida, game_id) == []
    assert await ida.refused("POST", "/games/none/talk", {"text": "hello"}) == (404, "no_game")
    assert await ida.refused("GET", "/games/none/talk") == (404, "no_game")
    texts = ["<b onclick='x'>&amp;</b>", "نمی‌خواهم", "👩‍👩‍👧 well done", "x" * 300]
    for text in texts:
        await say(ida, game_id, text)
    await say(ida, game_id, "a\u200bb\ufe0f \u034f")
    assert await read(ida, game_id) == [*texts, "ab"], "only invisible characters are left out"


async def test_remarks_have_a_rate_limit(
    ida: Browser, bob: Browser, game_id: str, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk_store, "MOST_PER_PERIOD", 3)
    for number in range(3):
        await say(ida, game_id, f"{number}")
    answer = await ida.send("POST", f"/games/{game_id}/talk", {"text": "once more"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    await say(bob, game_id, "I still may")
    monkeypatch.setattr(talk_store, "MOST_PER_PERIOD", 1000)
    now = time.monotonic()
    monkeypatch.setattr(app.state.services.talk.places, "clock", lambda: now)  # it does not fill again on a slow machine
    answers = [await ida.send("POST", f"/games/{game_id}/talk", {"text": "x"}) for _ in range(20)]
    assert {response.status_code for response in answers} == {200, 429}, "all from one address have a limit, too"


async def test_a_table_keeps_the_newest_remarks_which_are_read_page_by_page(
    ida: Browser, bob: Browser, game_id: str, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk_store, "MOST_KEPT", 7)
    monkeypatch.setattr(app.state.services.talk.places, "wait", lambda _: 0)
    numbers = [(await say(ida, game_id, f"{number}"))["number"] for number in range(-3, 7)][3:]
    assert numbers == sorted(set(numbers))
    assert await read(ida, game_id) == [f"{number}" for number in range(7)]
    newest = await bob.get(f"/games/{game_id}/talk", limit=3)
    assert ([remark["text"] for remark in newest["remarks"]], newest["more"]) == (["4", "5", "6"], True)
    older = await bob.get(f"/games/{game_id}/talk", limit=3, before=numbers[4])
    assert ([remark["text"] for remark in older["remarks"]], older["more"]) == (["1", "2", "3"], True)
    missed = await bob.get(f"/games/{game_id}/talk", limit=3, after=numbers[3])
    assert ([remark["text"] for remark in missed["remarks"]], missed["more"]) == (["4", "5", "6"], False)
    for wrong in ({"after": -1}, {"limit": 0}, {"limit": 101}, {"before": "x"}, {"after": 1, "before": 9}):
        assert await bob.refused("GET", f"/games/{game_id}/talk", **wrong) == (422, "invalid")


async def test_muted_people_are_not_notified(address: str, ida: Browser, bob: Browser, eve: Browser, game_id: str) -> None:
    """Muting affects one visitor only, holds at other tables, applies to the bytes, and is not announced."""
    number = (await say(bob, game_id, "first"))["number"]
    path = f"/games/{game_id}/talk/{number}/mute"
    assert await bob.refused("PUT", path, {"muted": True}) == (409, "own")
    assert await eve.refused("PUT", path, {"muted": True}) == (404, "no_remark")
    assert await ida.refused("PUT", path, {"muted": "yes"}) == (422, "invalid")
    for _ in range(2):
        await ida.ask("PUT", path, {"muted": True}, status=204)
    async with ida.listening(address, game_id) as ear:
        await say(bob, game_id, "second")
        remark = (await ear.next("talk"))["remark"]
        assert (remark["muted"], remark["text"], remark["name"]) == (True, None, "Bob")
    assert "second" not in (await ida.send("GET", f"/games/{game_id}/talk")).text
    assert await read(bob, game_id) == ["first", "second"]
    room_id = (await ida.new_game("me", "open"))["id"]
    await say(bob, room_id, "third")
    assert await read(ida, room_id) == [None]
    await ida.ask("PUT", path, {"muted": False}, status=204)
    assert await read(ida, room_id) == ["third"]


async def test_the_host_reads_reports(
    address: str, ida: Browser, bob: Browser, eve: Browser, game_id: str, app: FastAPI
) -> None:
    """Onlookers' remarks among themselves, too, once reported; the host sees no others."""
    number = (await say(eve, game_id, GOSSIP))["number"]
    await say(eve, game_id, "nobody reports this")
    path = f"/games/{game_id}/talk/{number}/report"
    assert await bob.refused("POST", path) == (404, "no_remark")
    assert await eve.refused("POST", path) == (409, "own")
    assert await bob.refused("POST", f"/games/{game_id}/talk/1/report") == (404, "no_remark")
    async with ida.live(address, game_id) as ear, Browser(app) as mal:
        await ear.next("hello")
        for _ in range(2):
            await mal.post(path, status=204)
        assert (await ear.next("reports"))["reports"] == 1
    reports = (await ida.get(f"/games/{game_id}/talk/reports"))["reported"]
    assert [(report["remark"]["text"], report["reports"]) for report in reports] == [(GOSSIP, 1)]
    for browser in (bob, eve):
        assert await browser.refused("GET", f"/games/{game_id}/talk/reports") == (403, "not_yours")


async def test_the_host_switches_talk_off_and_on(address: str, ida: Browser, bob: Browser, eve: Browser, game_id: str) -> None:
    await say(bob, game_id, "before")
    for guest in (bob, eve):
        assert await guest.refused("PUT", f"/games/{game_id}/talk", {"on": False}) == (403, "not_yours")
    async with bob.live(address, game_id) as ear:
        await ear.next("hello")
        assert await ida.ask("PUT", f"/games/{game_id}/talk", {"on": False}) == {"on": False}
        assert (await ear.until(lambda message: message["type"] == "info"))["info"]["talk"] is False
    for visitor in (ida, bob, eve):
        assert await visitor.refused("POST", f"/games/{game_id}/talk", {"phrase": "hello"}) == (409, "talk_off")
    assert await read(bob, game_id) == ["before"]
    await ida.ask("PUT", f"/games/{game_id}/talk", {"on": True})
    await say(bob, game_id, "after")
    await ida.ask("PUT", f"/games/{game_id}/talk", {"on": False})
    await bob.post(f"/games/{game_id}/seats/{OTHER}/resign")
    rematch = await bob.post(f"/games/{game_id}/rematch")
    assert rematch["talk"] is False
    assert await ida.refused("POST", f"/games/{rematch['id']}/talk", {"phrase": "hello"}) == (409, "talk_off")


async def test_an_export_holds_the_talk(app: FastAPI, ida: Browser, bob: Browser, game_id: str, admin: Admin) -> None:
    """It goes with its game."""
    await say(bob, game_id, SECRET)
    await ida.post(f"/games/{game_id}/talk", {"phrase": "hello"})
    remarks = [json.loads(line) for line in (await admin.does("games", "export", game_id, "--talk")).splitlines()]
    assert [(remark["room"], remark["name"], remark["text"], remark["phrase"]) for remark in remarks] == [
        ("players", "Bob", SECRET, None),
        ("players", "Ida", None, "hello"),
    ]
    assert SECRET not in await admin.does("games", "export", game_id)
    await admin.does("games", "delete", game_id)
    assert await scalar(app, select(func.count()).select_from(RemarkRow)) == 0


async def test_remarks_reach_the_other_server(two_servers: tuple[FastAPI, FastAPI]) -> None:
    async with contextlib.AsyncExitStack() as stack:
        apps = [two_servers[number] for number in (0, 0, 1, 1, 1, 1)]
        browsers = [await stack.enter_async_context(Browser(app)) for app in apps]
        ida, bob, ida_there, bob_there, eve, mal = browsers
        for first, second, name in ((ida, ida_there, "Ida"), (bob, bob_there, "Bob")):
            await first.ask("PUT", "/me", {"name": name})
            second.http.cookies.update(first.http.cookies)
        game_id = await shared_game(ida, bob, position=None)
        first_url, second_url = [await stack.enter_async_context(at_a_port(app)) for app in two_servers]
        sockets = ida.live(first_url, game_id), bob_there.live(second_url, game_id), eve.live(second_url, game_id)
        at_idas, at_bobs, at_eves = [await stack.enter_async_context(socket) for socket in sockets]
        for ear in (at_idas, at_bobs, at_eves):
            await ear.next("hello")
        for number in range(4):
            await say(ida if number % 2 else bob_there, game_id, f"{SECRET} {number}")
        for ear in (at_idas, at_bobs):
            texts = {(await ear.next("talk"))["remark"]["text"] for _ in range(4)}
            assert texts == {f"{SECRET} {number}" for number in range(4)}
        gossip_number = (await say(eve, game_id, GOSSIP))["number"]
        await hear_remark(at_eves, GOSSIP)
        await mal.post(f"/games/{game_id}/talk/{gossip_number}/report", status=204)
        await at_idas.next("reports")
        await ida_there.ask("PUT", f"/games/{game_id}/talk", {"on": False})
        await at_eves.until(lambda message: message["type"] == "info" and message["info"]["talk"] is False)
        assert SECRET not in json.dumps(at_eves.messages)
        assert GOSSIP not in json.dumps([at_idas.messages, at_bobs.messages])
