"""The host names under which a server answers, and the routes that only its operator may use."""

from __future__ import annotations

import logging
import socket
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI
from starlette.applications import Starlette
from websockets.exceptions import InvalidStatus

from kingdoms.server.http.hosts import HostCheck
from tests.support.clients.http import at_a_port
from tests.support.server.launch import MakeClient, MakeSettings, serving

TOKEN = "a-token-for-tests-only"
PUBLIC = "https://kingdoms.example.org"


@pytest.mark.parametrize(
    ("public_url", "listens", "answered", "refused"),
    [
        (None, "127.0.0.1", "127.0.0.1:8000 localhost:5173 [::1]", "192.0.2.7 evil.example.org 127.0.0.1.evil.example.org"),
        (None, "127.0.0.1", "localhost", "localhost:8000@evil.example.org "),
        (None, "0.0.0.0", f"192.0.2.7:8000 {socket.gethostname()}", "evil.example.org"),
        (None, "::", "[2001:db8::7]:8000", "evil.example.org"),
        (None, "192.0.2.7", "192.0.2.7", "192.0.2.8"),
        (None, "kingdoms.local", "Kingdoms.Local.:80", "kingdoms"),
        (PUBLIC, "0.0.0.0", "kingdoms.example.org kingdoms.example.org:443", "www.kingdoms.example.org 192.0.2.7"),
        (PUBLIC, "127.0.0.1", "kingdoms.example.org", "localhost"),
        ("http://[2001:db8::7]:8000", "::", "[2001:db8::7]:8000", "localhost"),
    ],
)
def test_the_server_answers_to_its_host_names(public_url: str | None, listens: str, answered: str, refused: str) -> None:
    check = HostCheck(Starlette(), public_url, listens)
    assert [host for host in answered.split(" ") if not check.is_valid(host)] == []
    assert [host for host in refused.split(" ") if check.is_valid(host)] == []


async def test_a_host_name_that_resolves_to_this_machine_is_refused(
    sqlite_app: FastAPI, make_client: MakeClient, caplog: pytest.LogCaptureFixture
) -> None:
    """A page whose name was made to mean this machine: the browser takes the server for the page's own."""
    evil = {"Host": "evil.example.org:8000", "Origin": "http://evil.example.org:8000"}
    async with at_a_port(sqlite_app) as url, make_client(sqlite_app, headers=evil) as client:
        for method, path in (("GET", "/api/me"), ("PUT", "/api/me"), ("GET", "/"), ("POST", "/api/games")):
            answer = await client.request(method, path, json={"name": "Eve"} if method != "GET" else None)
            assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host")
            assert "set-cookie" not in answer.headers
        assert (await client.get("/healthz")).status_code == 200, "whoever watches knows an address, not a name"
        assert (await client.get("/metrics")).status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            async with websockets.connect(f"{url.replace('http', 'ws')}/api/games/none/live", additional_headers=evil):
                pass
    assert refused.value.response.status_code == 421
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], "who is refused fills no log"


async def get_metrics(sqlite_app: FastAPI, host: str, client: str, **headers: str) -> tuple[int, Any]:
    """Ask for the figures from an address; return status and code."""
    transport = httpx.ASGITransport(sqlite_app, client=(client, 1234))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=headers) as browser:
        answer = await browser.get("/metrics")
    return answer.status_code, answer.json()["error"]["code"] if answer.status_code != 200 else "kingdoms_" in answer.text


async def test_metrics_are_served_locally_or_for_the_token(make_settings: MakeSettings, make_client: MakeClient) -> None:
    token, lies = {"Authorization": f"Bearer {TOKEN}"}, {"X-Forwarded-For": "127.0.0.1"}
    async with serving(make_settings(public_url=PUBLIC, operator_token=TOKEN)) as app:
        assert await get_metrics(app, "localhost:8000", "127.0.0.1") == (200, True)
        assert await get_metrics(app, "[::1]:8000", "::1") == (200, True)
        assert await get_metrics(app, "10.0.0.1:8000", "10.0.0.2") == (401, "operator")
        assert await get_metrics(app, "kingdoms.example.org", "127.0.0.1") == (401, "operator"), "as a proxy here passes it on"
        assert await get_metrics(app, "localhost", "127.0.0.1", **lies) == (401, "operator")
        for authorization, status in (
            (f"Bearer {TOKEN}", 200),
            (f"bearer {TOKEN} ", 200),
            (f"Bearer {TOKEN}x", 401),
            ("Bearer ", 401),
            (TOKEN, 401),
        ):
            assert (await get_metrics(app, "10.0.0.1:8000", "10.0.0.2", Authorization=authorization))[0] == status
        await check_strict_transport_security(app, make_client, "max-age=31536000", Host="kingdoms.example.org")
    # a proxy that forwards no address looks like this machine
    behind = make_settings(public_url="http://kingdoms.example.org", operator_token=TOKEN, trusted_proxies="127.0.0.1")
    async with serving(behind) as app:
        assert await get_metrics(app, "localhost:8000", "127.0.0.1") == (401, "operator")
        assert await get_metrics(app, "localhost:8000", "127.0.0.1", **token) == (200, True)
        await check_strict_transport_security(app, make_client, None, Host="kingdoms.example.org")
    async with serving(make_settings(host="0.0.0.0")) as app:
        assert await get_metrics(app, "localhost:8000", "127.0.0.1") == (200, True)
        assert await get_metrics(app, "localhost:8000", "192.0.2.7") == (403, "operator")
        assert await get_metrics(app, "localhost", "127.0.0.1", **lies) == (403, "operator")
        assert await get_metrics(app, "10.0.0.1:8000", "192.0.2.7", Authorization="Bearer ") == (403, "operator")
        await check_strict_transport_security(app, make_client, None)


async def check_strict_transport_security(app: FastAPI, make_client: MakeClient, expected: str | None, **host: str) -> None:
    """Check that servers that are reached by https say so in every answer, and only those."""
    async with make_client(app) as client:
        for path in ("/", "/api/me", "/api/nothing"):
            assert (await client.get(path, headers=host)).headers.get("strict-transport-security") == expected


async def test_malformed_requests_are_refused_in_a_sentence(sqlite_app: FastAPI) -> None:
    """`OPTIONS *`, as some tools send it, has a path that does not begin with a slash."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "root_path": "", "client": ("127.0.0.1", 1)}
    scope |= {"method": "OPTIONS", "path": "*", "raw_path": b"*", "query_string": b""}
    await sqlite_app(scope | {"headers": [(b"host", b"evil.example.org")]}, receive, send)
    assert sent[0]["status"] == 421
