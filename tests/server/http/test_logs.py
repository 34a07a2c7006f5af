"""The log records events without secrets; Prometheus gets their numbers."""

from __future__ import annotations

import io
import json
import logging
import socket
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kingdoms.server.http import logs
from tests.support.server.launch import ServerProcess
from tests.support.suite.timeouts import SOON

SECRETS = {place: f"SecretIn{place.title()}" for place in ("path", "query", "body", "bearer", "cookie", "header")}


def test_the_log_has_routes_and_no_secrets(server: ServerProcess) -> None:
    headers = {
        "Cookie": f"kingdoms={SECRETS['cookie']}",
        "Authorization": f"Bearer {SECRETS['bearer']}",
        "Referer": f"{server.url}/claim/{SECRETS['header']}",
    }
    with httpx.Client(base_url=server.url, headers=headers, timeout=SOON) as client:
        client.get(f"/claim/{SECRETS['path']}")
        client.get(f"/{SECRETS['path']}.js")
        client.get(f"/api/{SECRETS['path']}")
        unknown = client.get(f"/api/games/{SECRETS['path']}?token={SECRETS['query']}")
        client.get("/api/games", params={"which": SECRETS["query"]})
        client.put("/api/me", json={"name": SECRETS["body"]})
        client.put("/api/me", json={"name": [SECRETS["body"]]})
        client.post("/api/claims", json={"token": SECRETS["body"]})
        client.post("/api/claims", content=f'{{"token": "{SECRETS["body"]}', headers={"Content-Type": "application/json"})
        client.request(SECRETS["path"].upper(), "/api/me")
        client.get("/api/program/stream")
        cookie = client.cookies["kingdoms"]
    address = f"{server.url.replace('http', 'ws')}/api/games/{SECRETS['path']}/live?seat={SECRETS['query']}"
    cookies = {"Cookie": f"kingdoms={cookie}"}
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, additional_headers=cookies) as live:
        live.recv(5)
    disconnect_during_a_request(server)
    server.stop()
    log = server.logged()
    lines = [json.loads(line) for line in log.splitlines()]
    accesses = [line for line in lines if line["logger"] == "kingdoms.access"]
    routes = [line["route"] for line in accesses]
    assert len(routes) == 14, "a method that nobody knows is refused before it is a request"
    assert {"/{page}", "/api/{rest}", "/api/claims", "/api/games/{game_id}/live", "/api/program/stream"} <= {*routes}
    for secret in (*SECRETS.values(), cookie, cookie.split(".")[0]):
        assert secret.lower() not in log.lower()
    assert "exception" not in log
    line = next(line for line in accesses if line["request"] == unknown.headers["x-request-id"])
    assert (line["method"], line["route"], line["status"], line["level"]) == ("GET", "/api/games/{game_id}", 404, "info")
    assert line["ms"] > 0
    assert line["time"].endswith("+00:00")


def disconnect_during_a_request(server: ServerProcess) -> None:
    """Disconnect as a client that has sent half of a body, twice, and check that this is no error."""
    before = len(server.logged().splitlines())
    for path in ("/api/games/none/actions", "/api/claims"):
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0)) as connection:
            connection.sendall(f'{head}{{"base": 0'.encode())
    until = time.monotonic() + SOON
    while len(entries := [json.loads(line) for line in server.logged().splitlines()[before:] if '"POST"' in line]) < 2:
        assert time.monotonic() < until, "not both are in the log"
        time.sleep(0.02)
    assert {line["route"] for line in entries} == {"/api/games/{game_id}/actions", "/api/claims"}
    assert {(line["status"], line["level"]) for line in entries} == {(400, "info")}


def test_exceptions_are_logged_without_their_values() -> None:
    out = io.StringIO()
    logs.configure(out)
    try:
        try:
            raise KeyError("a secret")
        except KeyError as error:
            raise RuntimeError("another secret") from error
    except RuntimeError:
        logging.getLogger("kingdoms.server").exception("it failed")
    try:
        raise FileNotFoundError(2, "No such file", "games.db")
    except FileNotFoundError:
        logging.getLogger("kingdoms.server").exception("no file")
    first, second = map(json.loads, out.getvalue().splitlines())
    raised = [line.strip() for line in first["exception"].splitlines() if "secret" in line]
    assert raised == ['raise KeyError("a secret")', 'raise RuntimeError("another secret") from error']
    assert first["exception"].index("KeyError") < first["exception"].index("RuntimeError")
    assert "games.db" in second["exception"]


def test_on_a_terminal_lines_are_plain_and_few() -> None:
    out = io.StringIO()
    out.isatty = lambda: True  # type: ignore[method-assign]
    logs.configure(out)
    logs.access.info("GET /", extra={"data": {"status": 200}})
    logs.access.error("GET /api/me", extra={"data": {"status": 500}})
    logging.getLogger("kingdoms.server").info("started", extra={"data": {"version": "1"}})
    first, second = out.getvalue().splitlines()
    assert first.endswith("error: GET /api/me status=500")
    assert second.endswith("started version=1")
