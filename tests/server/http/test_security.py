"""Requests from other sites, careless programs and impatient clients have no effect."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
import websockets
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kingdoms.server.base import slices
from kingdoms.server.base.addresses import SITE_FACTOR, ForwardedHeaders, neighbourhood, read_networks
from kingdoms.server.base.errors import install_handlers
from kingdoms.server.base.slices import Slices
from kingdoms.server.http.security import BODY_LIMIT, OriginCheck, content_policy
from kingdoms.server.visitors import limits
from kingdoms.server.visitors.identity import Identity, SetCookies, ensure_visitor
from kingdoms.server.visitors.limits import BURST, NEWCOMER, NEWCOMERS_AN_HOUR, NEWCOMERS_AT_ONCE, WORTH, Buckets, RateLimit
from tests.support.clients.http import at_a_port
from tests.support.server.launch import MakeClient, MakeSettings, serving

NAME = {"name": "Ida"}


async def empty_app(*_: object) -> None:
    """An application that does nothing."""


# -- headers ----------------------------------------------------------------------------------------------------------


async def test_every_answer_has_the_security_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/g/abc", "/api/me", "/api/nothing", "/healthz", "/missing.js"):
        headers = (await client.get(path)).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'", path
        assert policy["connect-src"] == "'self' ws://localhost wss://localhost", path
        assert policy["frame-ancestors"] == "'none'", path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "same-origin", path
        assert headers["cross-origin-opener-policy"] == "same-origin", path
        assert len(headers["x-request-id"]) == 16, path
        if path.startswith("/api/"):
            assert headers["cache-control"] == "no-store", path


@pytest.mark.parametrize("host", [None, "", "a b", "evil; script-src *", "a,b", "x" * 5 + "\n", "[::1"])
def test_an_unknown_host_is_not_added_to_the_policy(host: str | None) -> None:
    assert "connect-src 'self';" in content_policy(host)


def test_hosts_of_all_kinds_may_open_sockets() -> None:
    for host in ("localhost:8000", "kingdoms.example.org", "[::1]:9000", "10.0.0.1"):
        assert f"connect-src 'self' ws://{host} wss://{host};" in content_policy(host)


# -- origin -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"origin": "http://testserver"}, True),
        ({"origin": "https://testserver"}, True),
        ({"origin": "HTTP://TestServer"}, True),
        ({"origin": "https://kingdoms.example.org"}, True),
        ({}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "http://evil.example.org"}, False),
        ({"origin": "http://kingdoms.example.org"}, False),
        ({"origin": "https://kingdoms.example.org.evil.com"}, False),
        ({"origin": "http://testserver:81"}, False),
        ({"origin": "http://testserver@evil.example.org"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "file://testserver"}, False),
        ({"origin": "http://["}, False),
    ],
)
def test_requests_that_change_data_come_from_the_same_origin(headers: dict[str, str], allowed: bool) -> None:
    check = OriginCheck(empty_app, "https://kingdoms.example.org")
    assert check.allows({"headers": Headers({"host": "testserver"} | headers).raw}) == allowed


async def test_another_site_is_refused(client: httpx.AsyncClient) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await client.request(method, "/api/me", json=NAME, headers={"Origin": "http://evil.example.org"})
        assert answer.status_code == 403, method
        assert answer.json()["error"]["code"] == "origin", method
        assert "set-cookie" not in answer.headers, method
    answer = await client.get("/api/catalogue", headers={"Origin": "http://evil.example.org"})
    assert answer.status_code == 200, "what it cannot change, it may read"


async def test_another_site_opens_no_socket(sqlite_app: FastAPI) -> None:
    async with at_a_port(sqlite_app) as url:
        address = f"{url.replace('http', 'ws')}/api/games/none/live"
        with pytest.raises(InvalidStatus) as refused:
            async with websockets.connect(address, origin=Origin("http://evil.example.org")):
                pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "origin"


# -- size -------------------------------------------------------------------------------------------------------------


async def test_a_body_of_the_maximum_size_is_accepted_and_a_larger_one_is_not(client: httpx.AsyncClient) -> None:
    body = json.dumps(NAME).encode()
    fits = body + b" " * (BODY_LIMIT - len(body))
    headers = {"Content-Type": "application/json"}
    assert (await client.put("/api/me", content=fits, headers=headers)).status_code == 200
    answer = await client.put("/api/me", content=fits + b" ", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(("chunks", "status"), [(1, 200), (1_001, 413)])
async def test_bodies_in_pieces_are_counted(client: httpx.AsyncClient, chunks: int, status: int) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield json.dumps(NAME).encode()
        for _ in range(chunks):
            yield b" " * 1000

    answer = await client.put("/api/me", content=pieces(), headers={"Content-Type": "application/json"})
    assert answer.status_code == status


async def test_a_real_server_answers_413_to_both_kinds(sqlite_app: FastAPI) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(11):
            yield b" " * 100_000

    headers = {"Content-Type": "application/json"}
    async with at_a_port(sqlite_app) as url, httpx.AsyncClient(base_url=url, headers=headers) as client:
        for content in (b" " * (BODY_LIMIT + 1), pieces()):
            assert (await client.put("/api/me", content=content)).status_code == 413
        assert (await client.put("/api/me", json=NAME)).status_code == 200


# -- number -----------------------------------------------------------------------------------------------------------


async def test_too_many_requests_get_a_retry_after(make_settings: MakeSettings, make_client: MakeClient) -> None:
    async with serving(make_settings(rate=0.5)) as app, make_client(app) as client:
        answers = [await client.get("/api/me", headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429], "a forged address is ignored"
        answer = await client.get("/api/me")
        assert (answer.json()["error"]["code"], answer.headers["retry-after"]) == ("too_many", "2")
        assert 'kingdoms_refusals_total{code="too_many"} 2.0' in app.state.metrics.text().decode()


async def test_allowances_are_per_visitor(
    make_settings: MakeSettings, make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BURST", 200)  # two requests, and none more before long
    async with serving(make_settings(rate=0.01)) as app, make_client(app) as anna, make_client(app) as ben:
        assert (await anna.put("/api/me", json=NAME)).status_code == 200
        assert (await ben.put("/api/me", json=NAME)).status_code == 200
        assert (await anna.get("/api/me")).status_code == 200
        assert (await ben.get("/api/me")).status_code == 200
        async with make_client(app) as carl:
            assert (await carl.get("/api/me")).status_code == 429, "without a cookie the address counts"


async def test_long_work_counts_as_requests(make_client: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of work costs a client as many tokens as fifty requests."""
    now, worked = 0.0, 0.0
    monkeypatch.setattr(slices, "time", SimpleNamespace(perf_counter=lambda: worked))
    at_work = Slices()

    def work() -> Iterator[None]:
        nonlocal worked
        for _ in range(50):
            worked += 1.01 * WORTH
            yield

    async def long(_: Request) -> Response:
        await at_work.collect(work())
        return Response()

    async def short(_: Request) -> Response:
        return Response()

    app = FastAPI(routes=[Route("/long", long), Route("/short", short)])
    app.state.identity = Identity("a key for tests", secure=False)
    app.add_middleware(RateLimit, rate=15, address_rate=1000, clock=lambda: now)
    async with make_client(app) as client:
        assert (await client.get("/long")).status_code == 200
        statuses = [(await client.get("/short")).status_code for _ in range(12)]
        assert statuses[-1] == 429, "60 at once are allowed, and 50 were used up by one"
        now += 10
        assert (await client.get("/short")).status_code == 200


def test_a_bucket_fills_again() -> None:
    now = 100.0
    limit = Buckets(rate=2, clock=lambda: now)
    assert [limit.wait("a") > 0 for _ in range(9)] == [False] * 8 + [True]
    now += 0.5
    assert [limit.wait("a") > 0 for _ in range(2)] == [False, True]
    now += 1000
    assert [limit.wait("a") > 0 for _ in range(9)] == [False] * 8 + [True]


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUCKETS", 10)
    limit = Buckets(rate=1)
    for number in range(100):
        limit.wait(str(number))
    assert list(limit.buckets) == [str(number) for number in range(90, 100)]


@given(st.floats(0.1, 100), st.lists(st.floats(0, 5), max_size=100))
def test_never_more_than_rate_and_burst(rate: float, pauses: list[float]) -> None:
    now = 0.0
    limit = Buckets(rate, clock=lambda: now)
    passed = 0
    for pause in pauses:
        now += pause
        passed += not limit.wait("somebody")
    assert passed <= limit.capacity + now * rate + 1e-6


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ],
)
def test_addresses_of_one_network_count_together(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted


async def test_an_address_cannot_pass_by_changing_visitors(make_settings: MakeSettings, make_client: MakeClient) -> None:
    async with serving(make_settings(rate=50, address_rate=15)) as app, contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(make_client(app)) for _ in range(8)]
        answers = [(await client.put("/api/me", json=NAME)).status_code for client in clients]
        assert answers[:5] == [200] * 5
        assert answers[6:] == [429] * 2, f"each newcomer costs the address {NEWCOMER} requests"
        assert (await clients[0].get("/api/me")).status_code == 429, "the address's bucket is everybody's"


async def test_a_wide_network_cannot_pass_by_changing_its_addresses() -> None:
    """Each address of a /64 network has its own allowance, and all of a /48 network share one."""

    async def short(request: Request) -> Response:
        return Response()

    app = FastAPI(routes=[Route("/short", short)])
    app.state.identity = Identity("a key for tests", secure=False)
    app.add_middleware(RateLimit, rate=100, address_rate=1, clock=lambda: 0.0)
    statuses = []
    for number in range(3 * SITE_FACTOR):
        transport = httpx.ASGITransport(app, client=(f"2001:db8:1:{number:x}::1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            statuses += [(await client.get("/short")).status_code for _ in range(BURST)]
    fits = SITE_FACTOR * BURST
    assert statuses == [200] * fits + [429] * (len(statuses) - fits)


class Crowd:
    """New visitors from many addresses, in simulated time.

    Attributes:
        now: the time in seconds.
    """

    def __init__(self) -> None:
        async def greet(request: Request) -> Response:
            ensure_visitor(request)
            return Response()

        async def read(request: Request) -> Response:
            return Response()

        self.now = 0.0
        self.app = FastAPI(routes=[Route("/greet", greet), Route("/read", read)])
        install_handlers(self.app)
        identity = self.app.state.identity = Identity("a key for tests", secure=False)
        self.app.add_middleware(SetCookies, identity=identity)
        self.app.add_middleware(RateLimit, rate=50, address_rate=200, clock=lambda: self.now)

    async def visit(self, address: str, path: str = "/greet", cookie: str = "") -> httpx.Response:
        """Return the answer to a request from an address."""
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers={"Cookie": cookie} if cookie else {})

    async def admitted(self, network: str, hours: int, an_hour: int) -> int:
        """Return how many newcomers get in, each from a /64 network of its own."""
        admitted = 0
        for number in range(hours * an_hour):
            self.now += 3600 / an_hour
            answer = await self.visit(f"{network}:{number:x}::1")
            admitted += answer.status_code == 200
        return admitted


async def test_a_wide_network_makes_fewer_new_visitors_than_a_town() -> None:
    """The same at once, within a minute, and with patience for days."""
    at_once = Crowd()
    answers = [await at_once.visit(f"2001:db8:1:{number:x}::1") for number in range(400)]
    assert [answer.status_code for answer in answers] == [200] * NEWCOMERS_AT_ONCE + [429] * (400 - NEWCOMERS_AT_ONCE)
    assert answers[-1].json()["error"]["code"] == "too_many"
    assert 0 < int(answers[-1].headers["retry-after"]) <= 3600 / NEWCOMERS_AN_HOUR
    cookie = answers[0].headers["set-cookie"].partition(";")[0]
    assert (await at_once.visit("2001:db8:1:7::1", cookie=cookie)).status_code == 200, "who has come before stays"
    assert (await at_once.visit("2001:db8:1:7::1", "/read")).status_code == 200, "who only looks is no visitor"
    assert (await at_once.visit("2001:db8:2::1")).status_code == 200, "another network"
    assert (await at_once.visit("192.0.2.1")).status_code == 200
    hour = Crowd()
    assert await hour.admitted("2001:db8:3", 1, 400) <= NEWCOMERS_AT_ONCE + NEWCOMERS_AN_HOUR
    two_days = Crowd()
    assert await two_days.admitted("2001:db8:4", 48, 100) <= NEWCOMERS_AT_ONCE + 48 * NEWCOMERS_AN_HOUR


async def test_a_school_gets_in() -> None:
    """Two classes at once in the morning, then one every hour."""
    crowd, number = Crowd(), 0
    for lesson in range(8):
        for _ in range(60 if lesson == 0 else 30):
            number += 1
            assert (await crowd.visit(f"2001:db8:1:{number:x}::1")).status_code == 200, (lesson, number)
        crowd.now += 3600


@pytest.mark.parametrize(
    ("peer", "lines", "client"),
    [
        ("198.51.100.9", ["203.0.113.1"], "198.51.100.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.1, 10.0.0.2"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
    ],
)
async def test_only_named_proxies_are_believed(peer: str, lines: list[str], client: str) -> None:
    scopes: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(scope)

    headers = [(b"x-forwarded-for", line.encode()) for line in lines] + [(b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "scheme": "http", "client": (peer, 5000), "headers": headers}
    await ForwardedHeaders(app, read_networks("10.0.0.0/8"))(scope, cast(Receive, None), cast(Send, None))
    assert scopes[0]["client"][0] == client
    assert scopes[0]["scheme"] == ("http" if peer == "198.51.100.9" else "https")


async def test_too_many_sockets_are_refused(make_settings: MakeSettings) -> None:
    async with serving(make_settings(rate=0.5)) as app, at_a_port(app) as url:
        statuses: list[int] = []
        for _ in range(4):
            try:
                async with websockets.connect(f"{url.replace('http', 'ws')}/api/games/none/live"):
                    pass
            except InvalidStatus as error:
                statuses.append(error.response.status_code)
    assert 429 in statuses


# -- errors -----------------------------------------------------------------------------------------------------------


async def test_every_error_has_the_same_shape(client: httpx.AsyncClient) -> None:
    for method, path, body, status, code in (
        ("GET", "/api/nothing", None, 404, "not_found"),
        ("GET", "/api", None, 404, "not_found"),
        ("POST", "/nothing", {}, 405, "method"),
        ("PATCH", "/api/me", {}, 405, "method"),
        ("GET", "/api/claims", None, 405, "method"),
        ("POST", "/api/nothing", {}, 404, "not_found"),
        ("OPTIONS", "/api/games/x/actions", None, 405, "method"),
        ("PUT", "/api/me", {}, 422, "invalid"),
        ("PUT", "/api/me", {"name": ""}, 422, "invalid"),
        ("PUT", "/api/me", {"name": "x" * 31}, 422, "invalid"),
        ("PUT", "/api/me", {"name": ["a secret"]}, 422, "invalid"),
        ("GET", "/no/such/file.js", None, 404, "not_found"),
    ):
        answer = await client.request(method, path, json=body)
        assert answer.status_code == status, (method, path, body)
        error = answer.json()["error"]
        assert (error["code"], error["clause"]) == (code, None), (method, path, body)
        assert set(error) == {"code", "clause", "message"}, (method, path, body)
        assert error["message"], (method, path, body)
        assert "secret" not in answer.text, (method, path, body)


async def test_a_body_that_is_no_json_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.put("/api/me", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, "The body is not JSON.")


async def test_unexpected_errors_reveal_nothing(
    sqlite_app: FastAPI, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(_: Request) -> None:
        raise RuntimeError("a secret")

    sqlite_app.router.routes.insert(0, Route("/api/failing", failing))
    answer = await client.get("/api/failing")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "a request failed" in caplog.text


async def test_openapi_describes_every_route_and_its_errors(client: httpx.AsyncClient) -> None:
    document = (await client.get("/api/openapi.json")).json()
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            for status, answer in route["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, (method, path, status)
            assert "429" in route["responses"], (method, path)
            assert "503" in route["responses"] or path in ("/healthz", "/metrics"), (method, path)
    assert {"/healthz", "/readyz", "/metrics", "/api/me"} <= set(document["paths"])
