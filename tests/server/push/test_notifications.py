"""Push notifications: once per turn, not for a visible page, only to allowed addresses."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import delete, select

from kingdoms import texts
from kingdoms.core.registry import game_class
from kingdoms.server.database.tables import DeviceRow, NotificationRow
from kingdoms.server.push import service as push
from kingdoms.server.push import store as push_store
from kingdoms.table.base.errors import Unavailable
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, Json, at_a_port, eventually, shared_game
from tests.support.games.sample_game import ONE, OTHER, soonest
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.push_service import Phone, PushService, is_signed, push_service
from tests.support.server.rows import scalar
from tests.support.suite.timeouts import SOON


@pytest_asyncio.fixture
async def service(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushService]:
    """A push service; servers call sooner than they otherwise do."""
    monkeypatch.setattr(push, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(push, "DELAY", 0.3)
    async with push_service() as running:
        yield running


@pytest_asyncio.fixture
async def app(database_url: str, make_settings: MakeSettings, service: PushService) -> AsyncIterator[FastAPI]:
    """A server that calls by that service, on each kind of database."""
    async with serving(make_settings(database=database_url, push_test=service.origin)) as app:
        yield app


@pytest_asyncio.fixture
async def phone(bob: Browser, service: PushService) -> Phone:
    """Bob's phone, which is subscribed to notifications."""
    return await subscribe(bob, service, "bob")


async def subscribe(browser: Browser, service: PushService, name: str, **more: Any) -> Phone:
    """Subscribe a visitor's new device to notifications."""
    phone = Phone(service.origin, name)
    await browser.ask("PUT", "/push", phone.subscription(**more))
    return phone


async def end_turn(player: Browser, game_id: str, opponent: Browser) -> None:
    """Play until the other player is to move."""
    while (info := await player.settled(game_id))["status"] == "playing" and info["to_move"] in info["you"]:
        await player.act(game_id, info["number"], soonest(await player.choices(game_id)))
    assert (await opponent.get(f"/games/{game_id}"))["to_move"] is not None


def kinds(notifications: list[Json]) -> list[str]:
    """Return the kinds of notifications."""
    return [notification["kind"] for notification in notifications]


async def nothing_waits(app: FastAPI) -> None:
    """Wait until all changes have been processed, and all notifications sent."""
    notifier: push.Push = app.state.services.push

    async def is_quiet() -> bool:
        return notifier.has_resumed and not (
            notifier.unchecked_games or notifier.pending_games or notifier.pending_talk or notifier.sending
        )

    await eventually(is_quiet)
    await asyncio.sleep(0.1)


async def test_an_absent_player_is_notified_once_a_turn_in_the_language_of_each_device(
    ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI
) -> None:
    """The message has the game, the seat and the path, and nothing else; only his phone can decrypt it."""
    game_id = await shared_game(ida, bob)
    phones = {tag: Phone(service.origin, tag) for tag in ("de", "fr")}
    for tag, device in phones.items():
        await bob.ask("PUT", "/push", device.subscription(), lang=tag)
    await nothing_waits(app)
    assert service.of(phone) == []
    await end_turn(ida, game_id, bob)
    sample = game_class(SAMPLE)
    for tag, device in {"en": phone, **phones}.items():
        (message,) = await service.calls(1, device)
        with texts.speaking(tag):
            expected = {"kind": "turn", "id": game_id, "game": sample.title, "seat": sample.seat_name(OTHER)}
        assert message == expected | {"path": f"/g/{game_id}"} | ({} if tag == "en" else {"lang": tag})
    call = next(call for call in service.notifications if call.path == phone.path)
    assert game_id.encode() not in call.body
    assert game_id not in json.dumps(call.headers)
    assert is_signed(call, (await bob.get("/push"))["key"])
    assert (call.headers["content-encoding"], call.headers["ttl"]) == ("aes128gcm", "86400")
    info = await bob.get(f"/games/{game_id}")
    await bob.act(game_id, info["number"], soonest(await bob.choices(game_id)))
    await nothing_waits(app)
    while (await bob.get(f"/games/{game_id}"))["to_move"] == OTHER:
        await end_turn(bob, game_id, ida)
    await end_turn(ida, game_id, bob)
    if (await bob.get(f"/games/{game_id}"))["status"] == "playing":
        assert kinds(await service.calls(2, phone)) == ["turn", "turn"]


async def test_a_player_at_the_table_is_not_notified_of_turns_or_the_end(
    address: str, ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI, admin: Admin
) -> None:
    """A page in a background tab does not count as looking."""
    game_id = await shared_game(ida, bob)
    async with bob.listening(address, game_id) as ear:
        await end_turn(ida, game_id, bob)
        await nothing_waits(app)
        assert service.of(phone) == []
    await nothing_waits(app)
    assert service.of(phone) == [], "he has seen it before he went"
    async with bob.listening(address, game_id) as ear:
        await ear.connection.send('{"type": "looking", "looking": false}')
        await end_turn(bob, game_id, ida)
        await end_turn(ida, game_id, bob)
        assert kinds(await service.calls(1, phone)) == ["turn"]
        for nonsense in ("[" * 900, '{"type": "looking", "looking": 7}', "null", '{"type": "looking"}'):
            await ear.connection.send(nonsense)
        await ear.connection.ping()
    ida_phone = await subscribe(ida, service, "ida")
    await nothing_waits(app)
    async with ida.listening(address, game_id):
        await admin.does("games", "end", game_id)
        assert kinds(await service.calls(2, phone)) == ["turn", "over"]
        await nothing_waits(app)
    assert "over" not in kinds(service.of(ida_phone))


async def test_messages_notify_subscribers_once_until_they_look(
    address: str, ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI
) -> None:
    game_id = await shared_game(ida, bob)
    chatty = await subscribe(bob, service, "tablet", talk=True)
    for number in range(3):
        pending_talk = await ida.post(f"/games/{game_id}/talk", {"text": f"the gate is open {number}"})
    (message,) = await service.calls(1, chatty)
    assert (message["kind"], sorted(message)) == ("talk", ["game", "id", "kind", "path", "seat"])
    await nothing_waits(app)
    assert len(service.of(chatty)) == 1
    async with bob.live(address, game_id) as ear:
        await ear.next("hello")
    await nothing_waits(app)
    await ida.post(f"/games/{game_id}/talk", {"phrase": "still_here"})
    await service.calls(2, chatty)
    async with bob.live(address, game_id) as ear:
        await ear.next("hello")
    await nothing_waits(app)
    await bob.ask("PUT", f"/games/{game_id}/talk/{pending_talk['number']}/mute", {"muted": True}, status=204)
    await ida.post(f"/games/{game_id}/talk", {"text": "do you hear?"})
    await nothing_waits(app)
    assert len(service.of(chatty)) == 2
    assert service.of(phone) == []


@pytest.fixture
def retries_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers retry within the time of a test."""
    monkeypatch.setattr(push, "RETRY_AFTER", 0.01)
    monkeypatch.setattr(push, "TAKE_OVER_EVERY", 0.0)


async def test_failed_notifications_are_retried_and_expired_subscriptions_deleted(
    ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI, retries_soon: None
) -> None:
    """A few retries, but none after a redirect, which is not followed."""
    service.answers = [503, 429]
    game_id = await shared_game(ida, bob)
    await end_turn(ida, game_id, bob)
    assert len(await service.calls(3, phone)) == 3
    await nothing_waits(app)
    service.answers, service.more = [307], f"Location: {service.origin}/push/elsewhere\r\n".encode()
    await end_turn(bob, game_id, ida)
    await end_turn(ida, game_id, bob)
    await service.calls(4, phone)
    await nothing_waits(app)
    assert {call.path for call in service.notifications} == {phone.path}
    await eventually(lambda: scalar(app, select(DeviceRow.failures == 1)))
    await subscribe(bob, service, "tablet")
    service.answers = [404, 410]
    await end_turn(ida, await shared_game(ida, bob), bob)
    await bob.until("/push", lambda answer: answer["devices"] == 0)


async def test_the_next_server_retries_unreached_devices(
    database_url: str, make_settings: MakeSettings, service: PushService, retries_soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device that has got the notification doesn't get it again; tries by the first server count."""
    monkeypatch.setattr(push, "RETRY_AFTER", 100.0)
    settings = make_settings(database=database_url, push_test=service.origin)
    async with serving(settings) as app, Browser(app) as ida, Browser(app) as bob:
        game_id = await shared_game(ida, bob)
        phones = [await subscribe(bob, service, name) for name in ("phone", "tablet")]
        service.answers = [503, 201, 503, 503]
        await end_turn(ida, game_id, bob)
        for phone in phones:
            await service.calls(1, phone)
        await nothing_waits(app)
    (unreached,) = [phone for phone in phones if phone.path == service.notifications[0].path]
    async with serving(settings) as app:
        await asyncio.sleep(2 * push.DELAY)
        assert len(service.notifications) == 2, "it is not time yet"
        for count, wait in ((2, 101), (3, 401)):
            advance(wait, monkeypatch)
            await service.calls(count, unreached)
            await nothing_waits(app)
        advance(10_000, monkeypatch)
        await asyncio.sleep(4 * push.CHECK_EVERY)
        assert sorted(await app.state.database.scalars(select(DeviceRow.failures))) == [0, 1], "it is given up"
        assert set(await app.state.database.scalars(select(NotificationRow.until))) == {None}
    assert [call.path for call in service.notifications[2:]] == [unreached.path] * 2


def advance(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let some time pass at once."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + seconds)


WRONG_ENDPOINTS = (
    *("http://fcm.googleapis.com/fcm/send/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x"),
    *("https://169.254.169.254/latest/meta-data", "https://10.0.0.1/x", "https://2130706433/x", "https://0x7f000001/x"),
    *("https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com.evil.example/x"),
    *("https://evilfcm.googleapis.com.example/x", "https://notfcm.googleapis.com/x"),
    *("https://fcm.googleapis.com@127.0.0.1/x", "https://user:word@fcm.googleapis.com/x"),
    *("https://fcm.googleapis.com\\@127.0.0.1/x", "https://fcm.googleapis.com/x y"),
    *("https://fcm.googleapis.com/x\r\nHost: evil", "https://fcm.googleapis.com/x#y", "https://fcm.googleapis.com"),
    *("https://fcm.googleapis.com./x", "//fcm.googleapis.com/x", "file:///etc/passwd"),
    *("https://fcm.googleapis.com:99999/x", "https://[fcm.googleapis.com/x", "https://ｆcm.googleapis.com/x"),
    *("https://fcm.googleapis.com/" + "x" * 1000, "http://127.0.0.1:1/push/x", ""),
)
INVALID: tuple[Json, ...] = (
    *({"keys": {}}, {"keys": {"p256dh": "x", "auth": "y"}}, {"keys": {"p256dh": "A" * 87, "auth": "A" * 22}}),
    *({"talk": "yes"}, {"visitor_id": "0" * 32}),
)


async def test_notifications_go_to_few_devices_at_allowed_addresses(ida: Browser, bob: Browser, service: PushService) -> None:
    """The oldest of too many devices goes, and a device is its last visitor's."""
    for endpoint in WRONG_ENDPOINTS:
        body = Phone(service.origin, "x").subscription() | {"endpoint": endpoint}
        status, code = await ida.refused("PUT", "/push", body)
        assert (status, code in ("push_endpoint", "invalid")) == (422, True), endpoint
    for wrong in INVALID:
        body = Phone(service.origin, "x").subscription() | wrong
        assert await ida.refused("PUT", "/push", body) == (422, "invalid"), wrong
    assert (await ida.get("/push"))["devices"] == 0
    phones = [await subscribe(ida, service, f"{number}") for number in range(push_store.MOST_DEVICES + 1)]
    assert (await ida.get("/push"))["devices"] == push_store.MOST_DEVICES
    await bob.ask("PUT", "/push", phones[-1].subscription())
    assert [(await browser.get("/push"))["devices"] for browser in (ida, bob)] == [push_store.MOST_DEVICES - 1, 1]
    for browser, devices in ((ida, 1), (bob, 0)):
        await browser.post("/push/stop", {"endpoint": phones[-1].endpoint}, status=204)
        assert (await bob.get("/push"))["devices"] == devices, "it is not Ida's to stop"


@pytest.mark.parametrize("how", ["stopped", "broken off", "not due"])
async def test_a_missed_notification_is_sent_by_the_next_server(
    database_url: str, make_settings: MakeSettings, service: PushService, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """At once if the one before has given it back or not claimed it, else when its time is up; and once in all."""
    settings, delay = make_settings(database=database_url, push_test=service.origin), push.DELAY
    monkeypatch.setattr(push, "DELAY", 1000 if how == "not due" else delay)
    async with serving(settings) as app, Browser(app) as ida, Browser(app) as bob:
        notifier: push.Push = app.state.services.push
        game_id = await shared_game(ida, bob)
        phone = await subscribe(bob, service, "bob")
        for worker in notifier.workers:  # it has no hands to send anything
            worker.cancel()
        await end_turn(ida, game_id, bob)
        await eventually(lambda: bool(notifier.sending) is (how != "not due"))
        if how == "broken off":
            notifier.sending.clear()  # the failure is not reported
    assert service.of(phone) == []
    monkeypatch.setattr(push, "DELAY", delay)
    async with serving(settings) as app:
        await nothing_waits(app)
        if how == "broken off":
            await asyncio.sleep(2 * push.DELAY)
            await nothing_waits(app)
            assert service.of(phone) == [], "another server has the time to send it"
            advance(push_store.LEASE_SECONDS + 1, monkeypatch)
            app.state.services.push.take_over_at = 0.0
        assert kinds(await service.calls(1, phone)) == ["turn"]
        await nothing_waits(app)
    async with serving(settings) as app:
        app.state.services.push.take_over_at = 0.0
        await asyncio.sleep(4 * push.CHECK_EVERY)
        await nothing_waits(app)
        assert len(service.of(phone)) == 1


async def test_what_comes_during_the_search_for_devices_is_notified(
    ida: Browser, bob: Browser, service: PushService, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was no device when the search began; then one is subscribed, and the game goes on, before the search ends."""
    notifier: push.Push = app.state.services.push
    game_id = await shared_game(ida, bob)
    await nothing_waits(app)
    search, phones, has_gone_on = notifier.store.has_devices, list[Phone](), asyncio.Event()

    async def search_slowly() -> bool:
        has_found = await search()
        if not phones:
            phones.append(await subscribe(bob, service, "bob", talk=True))
            await end_turn(ida, game_id, bob)
            await ida.post(f"/games/{game_id}/talk", {"phrase": "still_here"})
            has_gone_on.set()
        return has_found

    monkeypatch.setattr(notifier.store, "has_devices", search_slowly)
    notifier.note(notifier.games.by_id[game_id])
    await asyncio.wait_for(has_gone_on.wait(), SOON)
    assert sorted(kinds(await service.calls(2, phones[0]))) == ["talk", "turn"]


async def test_calls_that_were_due_in_an_outage_follow_afterwards(
    ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the outage begins with the server."""
    notifier: push.Push = app.state.services.push
    game_id = await shared_game(ida, bob)
    await nothing_waits(app)
    for name in ("situation", "games_changed_since"):
        inner, failures = getattr(notifier.store, name), iter([Unavailable()] * 3)

        async def fails_at_first(*arguments: Any, inner: Any = inner, failures: Any = failures) -> Any:
            for failure in failures:
                raise failure
            return await inner(*arguments)

        monkeypatch.setattr(notifier.store, name, fails_at_first)
    await end_turn(ida, game_id, bob)
    assert kinds(await service.calls(1, phone)) == ["turn"]
    async with notifier.store.database.engine.begin() as connection:
        await connection.execute(delete(NotificationRow))
    notifier.has_resumed = False
    assert kinds(await service.calls(2, phone)) == ["turn"] * 2


async def test_a_proposal_notifies_the_players_who_have_to_answer(
    ida: Browser, bob: Browser, service: PushService, phone: Phone, app: FastAPI
) -> None:
    """Once until the game continues, even for several proposals; after an undo, the turn is notified again."""
    game_id = await shared_game(ida, bob)
    idas = await subscribe(ida, service, "ida")
    assert kinds(await service.calls(1, idas)) == ["turn"]
    for _ in range(3):
        proposal = (await ida.post(f"/games/{game_id}/proposals", {"kind": "end"}))["proposal"]
        assert kinds(await service.calls(1, phone)) == ["asked"]
        await ida.post(f"/games/{game_id}/proposals/{proposal['id']}", {"answer": "withdraw"})
    await nothing_waits(app)
    assert len(service.of(phone)) == 1
    await end_turn(ida, game_id, bob)
    await service.calls(2, phone)
    proposal = (await ida.post(f"/games/{game_id}/proposals", {"kind": "take_back"}))["proposal"]
    assert kinds(await service.calls(3, phone)) == ["asked", "turn", "asked"]
    assert (await bob.post(f"/games/{game_id}/proposals/{proposal['id']}", {"answer": "agree"}))["to_move"] == ONE
    assert kinds(await service.calls(2, idas)) == ["turn", "turn"]
    await nothing_waits(app)
    assert (len(service.of(phone)), len(service.of(idas))) == (3, 2)


async def test_two_servers_call_once_and_know_who_looks(
    postgres_url: str, make_settings: MakeSettings, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "DELAY", 3.0)  # time enough for one server to note who looks there, on a busy machine too
    settings = make_settings(database=postgres_url, push_test=service.origin)
    async with AsyncExitStack() as stack:
        apps = [await stack.enter_async_context(serving(settings)) for _ in range(2)]
        ida, bob, bob_there = [await stack.enter_async_context(Browser(apps[number])) for number in (0, 0, 1)]
        second_address = await stack.enter_async_context(at_a_port(apps[1]))
        game_id = await shared_game(ida, bob)
        bob_there.http.cookies.update(bob.http.cookies)
        phone = await subscribe(bob, service, "bob")
        async with bob_there.listening(second_address, game_id) as ear:
            await end_turn(ida, game_id, bob)
            await ear.until(lambda message: message["type"] == "entry" and message["ask"] is not None)
            for app in apps:
                await nothing_waits(app)
            assert service.of(phone) == []
            await ear.connection.send('{"type": "looking", "looking": false}')
            await end_turn(bob, game_id, ida)
            await end_turn(ida, game_id, bob)
            await service.calls(1, phone)
            for app in apps:
                await nothing_waits(app)
            assert len(service.of(phone)) == 1
