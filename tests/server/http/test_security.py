"""Requests from other sites, careless programs and impatient clients have no effect."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from unittest.mock import AsyncMock

import httpx
import pytest
import websockets
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
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


# -- headers ----------------------------------------------------------------------------------------------------------


async def test_every_answer_has_the_security_headers(client: httpx.AsyncClient) -> None:
    expected = dict.fromkeys(("referrer-policy", "cross-origin-opener-policy"), "same-origin")
    expected["x-content-type-options"] = "nosniff"
    for path in ("/", "/g/abc", "/api/me", "/api/nothing", "/healthz", "/missing.js"):
        headers = (await client.get(path)).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert (policy["default-src"], policy["frame-ancestors"]) == ("'self'", "'none'"), path
        assert policy["connect-src"] == "'self' ws://localhost wss://localhost", path
        assert "unsafe" not in headers["content-security-policy"], path
        more = {"cache-control": "no-store"} if path.startswith("/api/") else {}
        assert expected | more | dict(headers) == dict(headers), path
        assert len(headers["x-request-id"]) == 16, path


def test_only_hosts_may_open_sockets() -> None:
    for host in (None, "", "a b", "evil; script-src *", "a,b", "xxxxx\n", "[::1"):
        assert "connect-src 'self';" in content_policy(host), host
    for host in ("localhost:8000", "kingdoms.example.org", "[::1]:9000", "10.0.0.1"):
        assert f"connect-src 'self' ws://{host} wss://{host};" in content_policy(host)


# -- origin -----------------------------------------------------------------------------------------------------------


ALLOWED = ("http://testserver", "https://testserver", "HTTP://TestServer", "https://kingdoms.example.org")
FOREIGN = (
    *("http://evil.example.org", "http://kingdoms.example.org", "https://kingdoms.example.org.evil.com", "null", ""),
    *("http://testserver:81", "http://testserver@evil.example.org", "file://testserver", "http://["),
)


def test_requests_that_change_data_come_from_the_same_origin() -> None:
    check = OriginCheck(Starlette(), "https://kingdoms.example.org")
    cases: list[tuple[dict[str, str], bool]] = [({}, True)]
    cases += [({"origin": origin}, origin in ALLOWED) for origin in (*ALLOWED, *FOREIGN)]
    sites = ("same-origin", "none", "cross-site", "same-site")
    cases += [({"sec-fetch-site": site}, site in ("same-origin", "none")) for site in sites]
    for headers, allowed in cases:
        assert check.allows({"headers": Headers({"host": "testserver"} | headers).raw}) == allowed, headers


async def test_another_site_is_refused(sqlite_app: FastAPI, client: httpx.AsyncClient) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await client.request(method, "/api/me", json=NAME, headers={"Origin": "http://evil.example.org"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin"), method
        assert "set-cookie" not in answer.headers, method
    answer = await client.get("/api/catalogue", headers={"Origin": "http://evil.example.org"})
    assert answer.status_code == 200, "what it cannot change, it may read"
    async with at_a_port(sqlite_app) as url:
        address = f"{url.replace('http', 'ws')}/api/games/none/live"
        with pytest.raises(InvalidStatus) as refused:
            async with websockets.connect(address, origin=Origin("http://evil.example.org")):
                pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "origin"


# -- size -------------------------------------------------------------------------------------------------------------


async def test_a_body_of_the_maximum_size_is_accepted_and_a_larger_one_is_not(
    sqlite_app: FastAPI, client: httpx.AsyncClient
) -> None:
    async def pieces(content: bytes) -> AsyncIterator[bytes]:
        for start in range(0, len(content), 1000):
            yield content[start : start + 1000]

    headers = {"Content-Type": "application/json"}
    async with at_a_port(sqlite_app) as url, httpx.AsyncClient(base_url=url) as real_client:
        for size, status in ((BODY_LIMIT, 200), (BODY_LIMIT + 1, 413)):
            whole = json.dumps(NAME).encode().ljust(size)
            for sender, content in itertools.product((client, real_client), (whole, None)):
                answer = await sender.put("/api/me", content=content or pieces(whole), headers=headers)
                assert answer.status_code == status
                assert status == 200 or answer.json()["error"]["code"] == "too_large"


# -- number -----------------------------------------------------------------------------------------------------------


async def test_too_many_requests_get_a_retry_after(make_settings: MakeSettings, make_client: MakeClient) -> None:
    async with serving(make_settings(rate=0.5)) as app, make_client(app) as client:
        answers = [await client.get("/api/me", headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429], "a forged address is ignored"
        answer = await client.get("/api/me")
        assert (answer.json()["error"]["code"], answer.headers["retry-after"]) == ("too_many", "2")
        assert 'kingdoms_refusals_total{code="too_many"} 2.0' in app.state.metrics.text().decode()
        async with at_a_port(app) as url, contextlib.AsyncExitStack() as stack:
            sockets = [websockets.connect(f"{url.replace('http', 'ws')}/api/games/none/live") for _ in range(4)]
            opened = await asyncio.gather(*map(stack.enter_async_context, sockets), return_exceptions=True)
    statuses = [result.response.status_code for result in opened if isinstance(result, InvalidStatus)]
    assert 429 in statuses, "so do sockets"


async def test_allowances_are_per_visitor_and_address(
    make_settings: MakeSettings, make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BURST", 200)  # so much at once, and hardly more before long
    async with serving(make_settings(rate=50, address_rate=0.3)) as app, contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(make_client(app)) for _ in range(8)]
        answers = [(await client.put("/api/me", json=NAME)).status_code for client in clients]
        assert answers[:5] == [200] * 5
        assert answers[6:] == [429] * 2, f"each newcomer costs the address {NEWCOMER} requests"
        assert (await clients[0].get("/api/me")).status_code == 429, "the address's bucket is everybody's"
    async with serving(make_settings(rate=0.01)) as app, make_client(app) as anna, make_client(app) as ben:
        for method in ("PUT", "GET"):
            for client in (anna, ben):
                assert (await client.request(method, "/api/me", json=NAME if method == "PUT" else None)).status_code == 200
        async with make_client(app) as carl:
            assert (await carl.get("/api/me")).status_code == 429, "without a cookie the address counts"


def test_buckets_fill_again_and_their_number_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    limit = Buckets(rate=2, clock=lambda: now)
    for pause, passed in ((0, 8), (0.5, 1), (1000, 8)):
        now += pause
        assert [limit.wait("a") > 0 for _ in range(passed + 1)] == [False] * passed + [True]
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


def test_addresses_of_one_network_count_together() -> None:
    for address, counted in (
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ):
        assert neighbourhood(address) == counted


class Crowd:
    """New visitors from many addresses, in simulated time.

    Attributes:
        now: the time in seconds.
        work: what the server does for a visitor of `/work`.
    """

    def __init__(self, rate: float = 50, address_rate: float = 200) -> None:
        async def greet(request: Request) -> Response:
            ensure_visitor(request)
            return Response()

        async def read(request: Request) -> Response:
            return Response()

        async def work(request: Request) -> Response:
            await Slices().collect(self.work)
            return Response()

        self.now = 0.0
        self.work: Iterator[None] = iter(())
        self.app = FastAPI(routes=[Route("/greet", greet), Route("/read", read), Route("/work", work)])
        install_handlers(self.app)
        identity = self.app.state.identity = Identity("a key for tests", secure=False)
        self.app.add_middleware(SetCookies, identity=identity)
        self.app.add_middleware(RateLimit, rate=rate, address_rate=address_rate, clock=lambda: self.now)

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
            admitted += (await self.visit(f"{network}:{number:x}::1")).status_code == 200
        return admitted


async def test_long_work_counts_as_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of work costs a client as many tokens as fifty requests."""
    worked = 0.0
    monkeypatch.setattr(slices, "time", SimpleNamespace(perf_counter=lambda: worked))

    def work() -> Iterator[None]:
        nonlocal worked
        for _ in range(50):
            worked += 1.01 * WORTH
            yield

    crowd = Crowd(rate=15, address_rate=1000)
    crowd.work = work()
    statuses = [(await crowd.visit("192.0.2.1", path)).status_code for path in ("/work", *["/read"] * 12)]
    assert (statuses[0], statuses[-1]) == (200, 429), "60 at once are allowed, and 50 were used up by one"
    crowd.now += 10
    assert (await crowd.visit("192.0.2.1", "/read")).status_code == 200


async def test_a_wide_network_cannot_pass_by_changing_its_addresses() -> None:
    """Each address of a /64 network has its own allowance, and all of a /48 network share one."""
    crowd = Crowd(rate=100, address_rate=1)
    addresses = [f"2001:db8:1:{number:x}::1" for number in range(2 * SITE_FACTOR) for _ in range(BURST)]
    statuses = [(await crowd.visit(address, "/read")).status_code for address in addresses]
    fits = SITE_FACTOR * BURST
    assert statuses == [200] * fits + [429] * (len(statuses) - fits)


async def test_a_wide_network_makes_fewer_new_visitors_than_a_town() -> None:
    """The same at once, within a minute, and with patience for half a day."""
    at_once = Crowd()
    most = NEWCOMERS_AT_ONCE + 20
    answers = [await at_once.visit(f"2001:db8:1:{number:x}::1") for number in range(most)]
    assert [answer.status_code for answer in answers] == [200] * NEWCOMERS_AT_ONCE + [429] * 20
    assert answers[-1].json()["error"]["code"] == "too_many"
    assert 0 < int(answers[-1].headers["retry-after"]) <= 3600 / NEWCOMERS_AN_HOUR
    cookie = answers[0].headers["set-cookie"].partition(";")[0]
    assert (await at_once.visit("2001:db8:1:7::1", cookie=cookie)).status_code == 200, "who has come before stays"
    assert (await at_once.visit("2001:db8:1:7::1", "/read")).status_code == 200, "who only looks is no visitor"
    assert (await at_once.visit("2001:db8:2::1")).status_code == 200, "another network"
    assert (await at_once.visit("192.0.2.1")).status_code == 200
    assert await Crowd().admitted("2001:db8:3", 1, most + NEWCOMERS_AN_HOUR) <= NEWCOMERS_AT_ONCE + NEWCOMERS_AN_HOUR
    assert await Crowd().admitted("2001:db8:4", 12, 50) <= NEWCOMERS_AT_ONCE + 12 * NEWCOMERS_AN_HOUR


async def test_a_school_gets_in() -> None:
    """Two classes at once in the morning, then one every hour."""
    crowd = Crowd()
    for number in range(60 + 7 * 30):
        if number >= 60 and number % 30 == 0:
            crowd.now += 3600
        assert (await crowd.visit(f"2001:db8:1:{number:x}::1")).status_code == 200, number


async def test_only_named_proxies_are_believed() -> None:
    for peer, lines, client in (
        ("198.51.100.9", ["203.0.113.1"], "198.51.100.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.1, 10.0.0.2"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
    ):
        headers = [(b"x-forwarded-for", line.encode()) for line in lines] + [(b"x-forwarded-proto", b"https")]
        scope = {"type": "http", "scheme": "http", "client": (peer, 5000), "headers": headers}
        app = AsyncMock()
        await ForwardedHeaders(app, read_networks("10.0.0.0/8"))(scope, AsyncMock(), AsyncMock())
        assert app.await_args is not None
        changed = app.await_args[0][0]
        assert changed["client"][0] == client, (peer, lines)
        assert changed["scheme"] == ("http" if peer == "198.51.100.9" else "https")


# -- errors -----------------------------------------------------------------------------------------------------------


async def test_every_error_has_the_same_shape(client: httpx.AsyncClient) -> None:
    for status, code, requests in (
        (404, "not_found", (("GET", "/api/nothing"), ("GET", "/api"), ("POST", "/api/nothing"), ("GET", "/no/such/file.js"))),
        (405, "method", (("POST", "/nothing"), ("PATCH", "/api/me"), ("GET", "/api/claims"), ("OPTIONS", "/api/claims"))),
        (422, "invalid", (("PUT", "/api/me"),)),
    ):
        for method, path in requests:
            for body in ({}, {"name": ""}, {"name": ["a secret"]}) if status == 422 else (None,):
                answer = await client.request(method, path, json=body)
                error = answer.json()["error"]
                assert (answer.status_code, error["code"], error["clause"]) == (status, code, None), (method, path, body)
                assert set(error) == {"code", "clause", "message"}
                assert error["message"]
                assert "secret" not in answer.text


async def test_unexpected_errors_reveal_nothing(
    sqlite_app: FastAPI, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(_: Request) -> None:
        raise RuntimeError("a secret")

    answer = await client.put("/api/me", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, "The body is not JSON.")
    sqlite_app.router.routes.insert(0, Route("/api/failing", failing))
    answer = await client.get("/api/failing")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "a request failed" in caplog.text
