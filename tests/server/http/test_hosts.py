"""The host names under which a server answers, and the routes that only its operator may use."""

from __future__ import annotations

import asyncio
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
        # as some tools send it, with a path that does not begin with a slash
        reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(url).port)
        writer.write(b"OPTIONS * HTTP/1.1\r\nHost: evil.example.org\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 421")
        writer.close()
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
        for authorization in (f"Bearer {TOKEN}", f"bearer {TOKEN} ", f"Bearer {TOKEN}x", "Bearer ", TOKEN):
            status = 200 if authorization.lower().strip() == f"bearer {TOKEN}" else 401
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
