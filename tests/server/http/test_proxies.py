"""The server behind nginx and Caddy, as the files in deploy/ set them up, by https with a certificate made on the spot."""

from __future__ import annotations

import asyncio
import contextlib
import json
import operator
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets

from kingdoms.server.base.addresses import read_networks
from kingdoms.server.http import connections
from kingdoms.server.http.connections import ConnectionLimit
from tests.support.clients.http import Browser, at_a_port, eventually
from tests.support.games.sample_game import OTHER
from tests.support.server.launch import MakeSettings, ServerProcess, serving
from tests.support.server.proxies import NAME, Caddy, Nginx, Proxy, free_port
from tests.support.suite.rings import inner_first
from tests.support.suite.timeouts import SOON

KINDS: list[type[Proxy]] = [Nginx, Caddy]
TOKEN = "a-token-for-the-figures"
BEHIND = {"KINGDOMS_TRUSTED_PROXIES": "127.0.0.1,::1", "KINGDOMS_OPERATOR_TOKEN": TOKEN, "KINGDOMS_RATE": "1000"}


@pytest.fixture(params=inner_first(KINDS), ids=lambda kind: kind.__name__.lower(), scope="module")
def kind(request: pytest.FixtureRequest) -> type[Proxy]:
    """Each of the proxies."""
    proxy: type[Proxy] = request.param
    return proxy


@pytest.fixture(scope="module")
def proxy_and_server(kind: type[Proxy], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, ServerProcess]]:
    """A proxy and a server behind it, for tests that leave both as they were."""
    folder, port = tmp_path_factory.mktemp("behind"), free_port()
    with kind(folder / "proxy", f"127.0.0.1:{port}") as proxy:
        environment = BEHIND | {"KINGDOMS_PUBLIC_URL": proxy.url}
        with ServerProcess(folder / "data", environment=environment, port=port) as server:
            yield proxy, server


def visitor_at(proxy: Proxy, address: str | None = None) -> Browser:
    """Return a visitor who comes through a proxy, from an address of their own."""
    return Browser(proxy.url, ssl=proxy.ssl, address=address)


# -- what passes ----------------------------------------------------------------------------------------------------------


async def test_pages_requests_and_sockets_pass(proxy_and_server: tuple[Proxy, ServerProcess]) -> None:
    proxy, server = proxy_and_server
    async with visitor_at(proxy) as ida, visitor_at(proxy) as bob:
        page = await ida.http.get("/")
        assert "<title>Kingdoms</title>" in page.text
        assert f"wss://{NAME}:{proxy.https}" in page.headers["content-security-policy"]
        await ida.ask("PUT", "/me", {"name": "Ida"})
        cookie = next(iter(ida.http.cookies.jar))
        assert cookie.secure
        game = await ida.new_game("me", "open")
        async with ida.live(proxy.url, game["id"]) as live:
            assert (await live.next())["type"] == "hello"
            await bob.post(f"/games/{game['id']}/seats/{OTHER}/join", {"name": "Bob"})
            begun = await live.until(lambda message: bool(message.get("ask")) or message.get("view") is not None)
            assert begun["info"]["status"] == "playing"
            info = await ida.settled(game["id"])
            mover = ida if info["to_move"] in info["you"] else bob
            number = await mover.act(game["id"], info["number"], (await mover.choices(game["id"]))[0])
            assert (await live.until(lambda message: message.get("number") == number))["entry"]["number"] == number
        assert (await bob.http.get("/metrics")).status_code == 404
        foreign = {"Origin": "https://elsewhere.example", "Cookie": ida.cookie}
        assert (await ida.http.put("/api/me", json={"name": "Eve"}, headers=foreign)).status_code == 403
        address = f"{proxy.url.replace('https', 'wss')}/api/games/{game['id']}/live"
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(address, ssl=proxy.ssl, additional_headers=foreign):
                pass
        plain = await ida.http.get(f"{proxy.plain}/g/one?seat=two")
        assert plain.status_code in (301, 308)
        assert plain.headers["location"] == f"{proxy.url}/g/one?seat=two"
    assert "Traceback" not in server.logged()


async def test_answers_that_grow_are_sent_on_line_by_line(proxy_and_server: tuple[Proxy, ServerProcess]) -> None:
    proxy, server = proxy_and_server
    async with visitor_at(proxy) as ida:
        game = await ida.new_game("me", "bot:random")
        await ida.settled(game["id"])
        times: list[float] = []
        async with ida.http.stream("GET", f"/api/games/{game['id']}/analysis", params={"strength": "thorough"}) as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                times.append(time.monotonic())
                if len(times) == 3 or json.loads(line or "{}").get("done"):
                    break
        assert times[-1] - times[0] > 0.2, "lines that are half a second apart have come together"

        game = await ida.new_game("me", "program")
        token = (await ida.post(f"/games/{game['id']}/seats/{OTHER}/token"))["token"]
        async with ida.stream("/program/stream", token) as messages, asyncio.timeout(SOON):
            assert (await anext(messages) or {})["type"] == "hello"
            info = await ida.settled(game["id"])
            if info["to_move"] in info["you"]:
                number = await ida.act(game["id"], info["number"], (await ida.choices(game["id"]))[0])
                await anext(message async for message in messages if message and message.get("number") == number)
    await eventually(lambda: figure_of(server, "kingdoms_open_sockets ") == 0)


# -- who it is, and what does not pass ------------------------------------------------------------------------------------


async def test_the_server_learns_the_real_addresses(kind: type[Proxy], tmp_path: Path) -> None:
    """A client over its limit is refused alone, whatever address it claims to have."""
    port = free_port()
    environment = BEHIND | {"KINGDOMS_ADDRESS_RATE": "0.01"}
    with (
        kind(tmp_path / "proxy", f"127.0.0.1:{port}") as proxy,
        ServerProcess(tmp_path / "data", environment=environment, port=port),
    ):
        async with visitor_at(proxy, "127.0.0.2") as eve, visitor_at(proxy, "127.0.0.3") as ida:
            assert (await eve.http.get("/healthz")).status_code == 200
            for number in range(5):
                lies = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}", "X-Real-IP": "::1"}
                assert (await eve.http.get("/healthz", headers=lies)).status_code == 429
            assert (await ida.http.get("/healthz")).status_code == 200


async def test_bodies_that_are_too_large_are_refused(proxy_and_server: tuple[Proxy, ServerProcess]) -> None:
    """A client that is still sending when the answer arrives may lose the connection before reading it: Caddy does not wait."""
    proxy, server = proxy_and_server
    before = server.logged().count("PUT /api/me")
    for size in (900_000, 1_000_001, 5_000_000):
        body = json.dumps({"name": "x" * (size - 12)}).encode()
        assert len(body) == size
        async with visitor_at(proxy) as ida:
            lost = [httpx.ReadError] if isinstance(proxy, Caddy) and size > 1_000_000 else []
            with contextlib.suppress(*lost):
                answer = await ida.http.put("/api/me", content=body, headers={"Content-Type": "application/json"})
                assert answer.status_code == (422 if size < 1_000_000 else 413)
                assert answer.json()["error"]["code"] == ("invalid" if size < 1_000_000 else "too_large")
    assert server.logged().count("PUT /api/me") == before + 1, "what is too large has come to the server"


async def drip(proxy: Proxy, begin: bytes, rest: bytes) -> bytes:
    """Send the start of a request, then a byte now and then; return the answer before the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.https, ssl=proxy.ssl, server_hostname=NAME)
    answer = b""
    try:
        writer.write(begin)
        async with asyncio.timeout(SOON):
            while not reader.at_eof():
                writer.write(rest[:1])
                rest = rest[1:]
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.1):
                        answer += await reader.read(1000)
    except ConnectionError:
        pass
    finally:
        writer.close()
    return answer


async def test_slow_clients_are_cut_off(
    kind: type[Proxy], tmp_path: Path, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless head or body, or an idle connection; other clients are served meanwhile."""
    monkeypatch.setattr(connections, "BODY_TIMEOUT", 3.0)
    port = free_port()
    head = f"PUT /api/me HTTP/1.1\r\nHost: {NAME}:{port}\r\n".encode()
    body = head + b"Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
    settings, limit = make_settings(trusted_proxies="127.0.0.1"), ConnectionLimit(100, read_networks("127.0.0.1"))
    async with serving(settings) as app, at_a_port(app, port, limit):
        with kind(tmp_path / "proxy", f"127.0.0.1:{port}", hurried=True) as proxy:
            parts = ((head, b"x" * 10_000), (body, b" " * 10_000), (body, b""), (head, b""))
            slow = [asyncio.create_task(drip(proxy, begin, rest)) for begin, rest in parts]
            async with visitor_at(proxy) as ida:
                await ida.ask("PUT", "/me", {"name": "Ida"})
            for answer in await asyncio.gather(*slow):
                assert b"set-cookie" not in answer.lower(), "the request has been taken as it is"


@pytest.mark.parametrize("kind", [Nginx], indirect=True)
async def test_nginx_keeps_the_port_and_gives_one_address_so_many_sockets(
    proxy_and_server: tuple[Proxy, ServerProcess],
) -> None:
    """It is at a port other than 443 here, which stays if https is left out."""
    proxy, _ = proxy_and_server
    async with httpx.AsyncClient(timeout=SOON) as client:
        answer = await client.get(f"http://{NAME}:{proxy.https}/g/one?seat=two")
    assert (answer.status_code, answer.headers["location"]) == (308, f"{proxy.url}/g/one?seat=two")
    async with visitor_at(proxy, "127.0.0.3") as ida, contextlib.AsyncExitStack() as stack:
        game = await ida.new_game("me", "open")
        refused: list[int] = []
        for _ in range(3):
            async with visitor_at(proxy, "127.0.0.2") as eve:
                await eve.ask("PUT", "/me", {"name": "Eve"})
                for _ in range(40):
                    try:
                        await stack.enter_async_context(eve.live(proxy.url, game["id"]))
                    except websockets.InvalidStatus as error:
                        refused.append(error.response.status_code)
        assert len(refused) >= 20
        assert set(refused) == {429}
        async with ida.live(proxy.url, game["id"]) as live:
            assert (await live.next())["type"] == "hello"


# -- what happens to servers ----------------------------------------------------------------------------------------------


async def test_the_proxy_waits_for_a_restarting_server(proxy_and_server: tuple[Proxy, ServerProcess]) -> None:
    proxy, server = proxy_and_server
    async with visitor_at(proxy) as ida:
        game = await ida.new_game("me", "me")
        info = await ida.settled(game["id"])
        async with ida.live(proxy.url, game["id"]) as live:
            await live.next("hello")
            assert server.stop() == 0
            await live.closed()
        asking = asyncio.create_task(ida.http.get("/api/me"))
        if isinstance(proxy, Nginx):  # the error comes at once: no server is there
            answer = await asking
            assert answer.status_code == 503
            assert answer.json()["error"]["code"] == "away"
            assert int(answer.headers["retry-after"]) > 0
        await asyncio.to_thread(server.start)
        assert (await asking).status_code in (200, 503)

        async def is_back() -> bool:
            answer = await ida.http.get("/api/me")
            assert answer.status_code in (200, 503)
            return answer.status_code == 200

        await eventually(is_back)
        await ida.act(game["id"], info["number"], (await ida.choices(game["id"]))[0])
        async with ida.live(proxy.url, game["id"]) as live:
            assert (await live.next("hello"))["number"] > info["number"]


def figure_of(server: ServerProcess, metric: str, about: str = "") -> float:
    """Return the sum of a metric of a server, of the samples whose labels contain a word; behind a proxy it needs the token."""
    answer = httpx.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=SOON).raise_for_status()
    lines = [line for line in answer.text.splitlines() if line.startswith(metric) and about in line]
    return sum(float(line.split()[-1]) for line in lines)


async def follow(browser: Browser, proxy: Proxy, game_id: str, actions: dict[int, str]) -> None:
    """Follow a game at either server, and note its entries by number."""
    after = 0
    while True:
        with contextlib.suppress(websockets.ConnectionClosed, websockets.InvalidHandshake, OSError):
            async with browser.live(proxy.url, game_id, after=after) as live:
                while True:
                    message = await live.next()
                    for entry in [*message.get("missed", []), *filter(None, [message.get("entry")])]:
                        assert actions.setdefault(entry["number"], entry["action"]) == entry["action"]
                    after = max(actions, default=0)
        await asyncio.sleep(0.1)


async def test_two_servers_behind_one_proxy_and_one_dies(postgres_url: str, kind: type[Proxy], tmp_path: Path) -> None:
    ports = [free_port(), free_port()]
    shared = {"KINGDOMS_DATABASE": postgres_url, "KINGDOMS_SECRET": "the same for both of them"} | BEHIND
    servers = [ServerProcess(tmp_path / str(port), environment=shared, port=port) for port in ports]
    async with contextlib.AsyncExitStack() as stack:
        proxy = stack.enter_context(kind(tmp_path / "proxy", *(f"127.0.0.1:{port}" for port in ports)))
        for server in servers:
            await asyncio.to_thread(stack.enter_context, server)
        ida, bob = [await stack.enter_async_context(visitor_at(proxy, f"127.0.0.{number}")) for number in (2, 3)]
        game = (await ida.new_game("me", "open"))["id"]
        await bob.post(f"/games/{game}/seats/{OTHER}/join", {"name": "Bob"})
        received: list[dict[int, str]] = [{} for _ in range(6)]
        following = await stack.enter_async_context(asyncio.TaskGroup())
        followers = [
            following.create_task(follow(browser, proxy, game, actions)) for browser, actions in zip([ida, bob] * 3, received)
        ]

        def are_spread() -> bool:
            sockets = [figure_of(server, "kingdoms_open_sockets ") for server in servers]
            return min(sockets) > 0 and sum(sockets) == len(followers)

        await eventually(are_spread)
        acknowledged: dict[int, str] = {}
        for turn in range(16):
            if turn == 6:
                servers[0].kill()
            await turn_of(ida, bob, game, turn, acknowledged)
        await eventually(lambda: all(acknowledged.items() <= actions.items() for actions in received))
        entries = (await ida.get(f"/games/{game}/history"))["entries"]
        assert {n: entries[n - 1]["action"] for n in acknowledged} == acknowledged
        assert not [follower for follower in followers if follower.done()]
        await asyncio.to_thread(servers[0].start)

        async def each_is_reached() -> bool:
            requests = [figure_of(server, "kingdoms_requests_seconds_count{", "catalogue") for server in servers]
            for _ in range(4):
                await ida.get("/catalogue")
            after = [figure_of(server, "kingdoms_requests_seconds_count{", "catalogue") for server in servers]
            return all(map(operator.gt, after, requests))

        await eventually(each_is_reached)
        for follower in followers:
            follower.cancel()


async def turn_of(ida: Browser, bob: Browser, game: str, turn: int, acknowledged: dict[int, str]) -> None:
    """Retry a request under the same id until it is acknowledged."""
    async with asyncio.timeout(SOON):
        while True:
            with contextlib.suppress(AssertionError, httpx.TransportError):
                info = await ida.settled(game)
                mover = ida if info["to_move"] in info["you"] else bob
                answer = await mover.get(f"/games/{game}/legal")
                assert answer["ask"] is not None, "the other server has not heard of it yet"
                action = answer["ask"]["choices"][0]["action"]
                number = await mover.act(game, answer["number"], action, client_id=f"turn-{turn}")
                acknowledged[number] = action
                return
            await asyncio.sleep(0.05)
