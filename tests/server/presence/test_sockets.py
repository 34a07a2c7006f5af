"""The live socket: who receives which message, and what happens when clients connect, disconnect or fall behind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, MutableMapping
from typing import Any

import pytest
import websockets
from fastapi import FastAPI

from kingdoms.server.app.services import Services
from kingdoms.server.http import sockets
from kingdoms.table.game import presence
from kingdoms.table.service import followers as hub
from kingdoms.table.service.history import PAGE
from tests.support.clients.http import Browser, Json, at_a_port, eventually, play_random, shared_game, solo_game
from tests.support.games.sample_game import END, FIRST, ONE, OTHER, SECOND, STEPS, THIRD, limited, opening
from tests.support.server.launch import MakeSettings, serving
from tests.support.suite.timeouts import SOON

pytestmark = pytest.mark.sqlite


def entry(number: int) -> Callable[[Json], bool]:
    return lambda message: message["type"] == "entry" and message["number"] == number


def is_there(present: bool) -> Callable[[Json], bool]:
    """Check that a message tells whether the second seat is present."""
    return lambda message: message["type"] == "info" and message["info"]["seats"][1]["present"] is present


async def test_all_followers_get_events_and_the_mover_gets_the_question(
    ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    game_id = await shared_game(ida, bob)
    async with (
        ida.live(address, game_id) as ida_hears,
        bob.live(address, game_id, seat=OTHER) as bob_hears,
        eve.live(address, game_id) as eve_hears,
    ):
        hello, _, of_eve = [await hears.next("hello") for hears in (ida_hears, bob_hears, eve_hears)]
        assert (hello["number"], hello["missed"], hello["info"]["you"]) == (0, [], [ONE])
        assert hello["ask"] == (await ida.get(f"/games/{game_id}/legal"))["ask"]
        assert hello["view"] == (await ida.get(f"/games/{game_id}/view"))["view"]
        assert hello["question"] == hello["view"]["question"]
        assert (of_eve["ask"], of_eve["view"]["seat"], of_eve["info"]["you"]) == (None, None, [])
        await ida.act(game_id, 0, STEPS[0])
        await ida.act(game_id, 1, END)
        first, last = await ida_hears.until(entry(1)), await ida_hears.until(entry(2))
        assert (first["ask"]["seat"], first["ask"]["undo"], last["ask"]) == (ONE, True, None)
        bob_messages = [await bob_hears.until(entry(1)), await bob_hears.until(entry(2))]
        assert [message["ask"] and message["ask"]["seat"] for message in bob_messages] == [None, OTHER]
        assert [message["view"]["seat"] for message in (first, bob_messages[0])] == [ONE, OTHER]
        eve_messages = [await eve_hears.until(entry(1)), await eve_hears.until(entry(2))]
        assert [message["ask"] for message in eve_messages] == [None, None]
        assert eve_messages[1]["entry"] == bob_messages[1]["entry"] == last["entry"]
        assert eve_messages[1]["question"] == opening().child(STEPS[0]).child(END).view(None).question
        assert eve_messages[1]["view"] == (await eve.get(f"/games/{game_id}/view"))["view"]
        assert "info" not in eve_messages[1]


async def test_no_entry_is_missed_or_sent_twice_until_the_end(ida: Browser, eve: Browser, address: str) -> None:
    """A client that reconnects repeatedly receives each number once, in hello or as an entry."""
    game_id = (await ida.new_game("me", "me", rulings=limited(1)))["id"]
    numbers: list[int] = []

    async def drop_in() -> None:
        over = False
        while not over:
            async with eve.live(address, game_id, after=len(numbers)) as hears:
                for _ in range(4):
                    message = await hears.until(lambda candidate: candidate["type"] in ("hello", "entry"))
                    new = message["missed"] if message["type"] == "hello" else [message["entry"]]
                    numbers.extend(entry["number"] for entry in new)
                    if over := message["view"]["outcome"] is not None:
                        break

    listening = asyncio.create_task(drop_in())
    async with ida.live(address, game_id) as hears:
        info = await play_random(ida, game_id, seed=9)
        last = await hears.until(lambda message: message.get("info", {}).get("status") == "over")
        assert (last["type"], last["info"]["outcome"], last["ask"]) == ("entry", last["view"]["outcome"], None)
        rematch = await ida.post(f"/games/{game_id}/rematch")
        update = await hears.until(lambda message: message["type"] == "info" and bool(message["info"]["rematch"]))
        assert update["info"]["rematch"] == rematch["id"]
    await asyncio.wait_for(listening, SOON)
    assert numbers == list(range(1, info["number"] + 1))


async def test_views_follow_the_seat(ida: Browser, bob: Browser, eve: Browser, address: str) -> None:
    """A visitor who gives up a seat no longer gets its view; a listening visitor who takes one does."""
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    async with ida.live(address, game_id) as ida_hears:
        hello = await ida_hears.next("hello")
        assert (hello["view"], hello["question"], hello["ask"]) == (None, None, None)
        await bob.post(f"/games/{game_id}/seats/{SECOND}/join")
        await ida_hears.until(lambda message: message["type"] == "info" and message["info"]["seats"][1]["name"] == "Bob")
        async with bob.listening(address, game_id, seat=SECOND) as hears:
            await bob.post(f"/games/{game_id}/seats/{SECOND}/leave")
            await bob.post(f"/games/{game_id}/seats/{THIRD}/join")
            await eve.post(f"/games/{game_id}/seats/{SECOND}/join")
            assert (await hears.next("hello"))["view"]["seat"] == THIRD
            begun = await ida_hears.next("hello")
            assert (begun["info"]["status"], begun["view"]["seat"]) == ("playing", FIRST)
            assert (await ida_hears.until(entry(1)))["entry"]["by"] == "chance"
            token = (await bob.post(f"/games/{game_id}/seats/{THIRD}/link"))["token"]
            await eve.post("/claims", {"token": token})
            now = await hears.next("hello")
            assert (now["view"]["seat"], now["ask"], now["info"]["you"]) == (None, None, [])


async def test_presence_is_shown(ida: Browser, bob: Browser, eve: Browser, address: str) -> None:
    game_id = await shared_game(ida, bob)
    async with ida.live(address, game_id) as hears:
        assert (await hears.next())["info"]["seats"][0]["present"] is True
        async with bob.listening(address, game_id):
            async with bob.listening(address, game_id):
                pass
            # one of two tabs is closed: he is still there
            await asyncio.sleep(0.1)
            assert (await ida.get(f"/games/{game_id}"))["seats"][1]["present"] is True
        assert (await hears.until(is_there(False)))["info"]["seats"][1]["away_since"]
        async with bob.live(address, game_id):
            await hears.until(is_there(True))
        async with eve.listening(address, game_id):
            assert (await ida.get(f"/games/{game_id}"))["onlookers"] == 1
        await ida.until(f"/games/{game_id}", lambda answer: answer["onlookers"] == 0)


async def test_a_client_that_has_left_when_it_should_be_turned_away_is_no_error(app: FastAPI) -> None:
    async def receive() -> Json:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.close":
            raise OSError  # as uvicorn reports that the client is gone

    scope = {"type": "websocket", "path": "/api/games/nosuchgame/live", "query_string": b"", "extensions": {}}
    await app(scope | {"headers": [(b"host", b"127.0.0.1")]}, receive, send)


async def test_closed_doors(ida: Browser, bob: Browser, eve: Browser, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await shared_game(ida, bob)
    for browser, requested_id, seat, code in (
        (ida, "nosuchgame", ONE, 4404),
        (ida, game_id, OTHER, 4403),
        (eve, game_id, ONE, 4403),
        (ida, game_id, "nobody", 4403),
    ):
        async with browser.live(address, requested_id, seat=seat) as hears:
            assert await hears.closed() == code
    for query in ({"after": -1}, {"after": "x"}, {"seat": "x" * 11}):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with ida.live(address, game_id, **query):
                pass
        assert refused.value.response.status_code in (403, 422)
    monkeypatch.setattr(hub, "MOST_OF_ONE", 2)
    # strangers are counted by their address
    for first, second, third, allowed in ((ida, ida, ida, bob), (*(Browser(address) for _ in range(3)), bob)):
        async with first.listening(address, game_id), second.listening(address, game_id):
            async with third.live(address, game_id) as hears:
                assert await hears.closed() == 4429
            async with allowed.listening(address, game_id):
                pass

    async def has_left() -> bool:
        async with ida.live(address, game_id) as hears:
            with contextlib.suppress(websockets.ConnectionClosed):
                return bool((await hears.next())["type"] == "hello")
        return False

    await eventually(has_left)


async def test_pings_come_by_themselves(
    database_url: str, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "HEARTBEAT", 0.2)
    settings = make_settings(database=database_url)
    async with serving(settings) as app, at_a_port(app) as address, Browser(app) as ida, Browser(app) as bob:
        game_id = await shared_game(ida, bob)
        async with ida.listening(address, game_id) as hears:
            for _ in range(3):
                await hears.next("ping")
            # she is known to be there for as long as she listens, and he is not, even if the notes of it come late now and then
            await ida.until(f"/games/{game_id}", lambda info: [seat["present"] for seat in info["seats"]] == [True, False])
            # his absence is broadcast without a request
            if not any(map(is_there(False), hears.messages)):
                await hears.until(is_there(False))


def raw_socket(address: str, game_id: str, browser: Browser, *, room: int | None = None) -> socket.socket:
    """Return a connection that asks for the socket of a game, and of which nothing is read; there may be little room on it."""
    host, port = address.removeprefix("http://").split(":")
    connection = socket.socket()
    if room is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.connect((host, int(port)))
    connection.sendall(
        f"GET /api/games/{game_id}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: {address}\r\n"
        f"Cookie: {browser.cookie}\r\n\r\n".encode()
    )
    return connection


async def test_unanswered_pings_close_the_socket(
    services: Services, ida: Browser, bob: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "ANSWER_WITHIN", 0.0)
    game_id = await shared_game(ida, bob)
    followers = services.games.broadcast.hub
    reader, writer = await asyncio.open_connection(sock=raw_socket(address, game_id, bob))
    async with ida.listening(address, game_id) as hears:

        def both_are_greeted() -> bool:
            listening = followers.followers_of(game_id)
            return len(listening) == 2 and all(follower.is_idle for follower in listening)

        await eventually(both_are_greeted)
        ida_socket = next(follower.sink for follower in followers.followers_of(game_id) if follower.seat == ONE)
        assert isinstance(ida_socket, sockets.TimedSocket)
        for _ in range(2):
            await services.presence.ping()
            await hears.next("ping")
            await eventually(lambda: ida_socket.is_heard)
        received = await asyncio.wait_for(reader.read(), SOON)
        assert received.count(b'{"type":"ping"}') == 1
        assert received.endswith(b"\x03\xf3keepalive ping timeout")
        # the answer of a page goes no further, but a second one counts as any message does
        await services.presence.ping()
        await hears.connection.send('{"type":"pong"}')
        await eventually(lambda: not ida_socket.expects_pong)
    writer.close()


async def test_slow_sockets_are_closed_and_can_reconnect(
    services: Services, ida: Browser, bob: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 20)
    monkeypatch.setattr(sockets.TimedSocket, "read_timeout", 0.5)
    game_id = await shared_game(ida, bob)
    followers = services.games.broadcast.hub
    with raw_socket(address, game_id, bob, room=4096):
        await eventually(lambda: len(followers.followers_of(game_id)) == 1)
        (follower,) = followers.followers_of(game_id)
        async with ida.listening(address, game_id) as hears:
            number = 0
            while follower in followers.followers_of(game_id):
                if number % 2:
                    number = (await ida.post(f"/games/{game_id}/undo", {"base": number}))["number"]
                else:
                    number = await ida.act(game_id, number, STEPS[0])
                assert number < 5000
                await hears.until(entry(number))  # the others are not held up
    async with bob.live(address, game_id, after=3) as reconnected:
        hello = await reconnected.next("hello")
        assert [row["number"] for row in hello["missed"]] == list(range(max(4, number - PAGE + 1), number + 1))


async def test_a_slow_follower_is_disconnected() -> None:
    for most, message in ((hub.MOST_WAITING, "one"), (10, "x" * (hub.MOST_LETTERS // 10))):
        follower = hub.Follower("game", "somebody")
        for _ in range(most):
            follower.send(message)
        states = [follower.is_dropped]
        for late in ("one more", "and more"):
            follower.send(late)
            states.append(follower.is_dropped)
        assert states == [False, True, True]
        assert [follower.messages.get_nowait(), follower.messages.qsize(), follower.letters] == [None, 0, 0]


async def test_a_message_never_overtakes_another() -> None:
    class Socket:
        takes = True

        def __init__(self) -> None:
            self.written: list[str] = []

        def deliver(self, message: str) -> bool:
            self.written += [message] if self.takes else []
            return self.takes

        ping = deliver

    socket = Socket()
    follower = hub.Follower("game", "somebody", sink=socket)
    follower.send("before the greeting")
    assert await follower.next() == "before the greeting"
    follower.send("while that is sent")
    assert await follower.next() == "while that is sent"
    waiting = asyncio.create_task(follower.next())
    await asyncio.sleep(0)
    follower.send("at once")
    socket.takes = False
    follower.send("too much")
    socket.takes = True
    follower.send("after that")
    assert [await waiting, await follower.next()] == ["too much", "after that"]
    assert (socket.written, follower.letters) == (["at once"], 0)
    waiting = asyncio.create_task(follower.next())
    await asyncio.sleep(0)
    follower.ping()
    follower.end()
    follower.ping()
    assert (await waiting, socket.written[1:]) == (None, [hub.PING])


async def test_no_message_of_a_client_does_harm(
    app: FastAPI, ida: Browser, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One that makes no sense is ignored; too many, and text that is not UTF-8, close the socket, and log no error."""
    game_id = await solo_game(ida)
    async with ida.listening(address, game_id) as quiet_socket, ida.live(address, game_id) as loud_socket:
        for sent in ('{"type": "pong"}', "nonsense", "", "[" * 1000, b"\x00\x01"):
            await quiet_socket.connection.send(sent)
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(1000):
                await loud_socket.connection.send("x" * 500)
                await asyncio.sleep(0)
        await asyncio.wait_for(loud_socket.connection.wait_closed(), SOON)
        assert loud_socket.connection.close_code == 4429
        await eventually(lambda: "kingdoms_open_sockets 1.0\n" in app.state.metrics.text().decode())
        for figure in ('kingdoms_sockets_closed_total{code="4429"}', "kingdoms_live_games"):
            assert f"{figure} 1.0\n" in app.state.metrics.text().decode()
        await ida.act(game_id, 0, STEPS[0])
        await quiet_socket.until(entry(1))
    for message in (b"\xff\xfe", [b'{"type":', b'"\xc3("}'], b"\xed\xa0\x80" * 50):
        async with ida.listening(address, game_id) as live:
            with contextlib.suppress(websockets.ConnectionClosed):
                await live.connection.send(message, text=True)
            assert await live.closed() == 1007
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
