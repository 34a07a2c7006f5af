"""The log records events without secrets; Prometheus gets their numbers."""

from __future__ import annotations

import io
import json
import logging
import socket
import time

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kingdoms.server.http import logs
from tests.support.server.launch import ServerProcess
from tests.support.suite.timeouts import SOON

SECRETS = {
    "path": "SecretClaimTokenInAPath",
    "query": "SecretInAQuery",
    "body": "SecretNameInABody",
    "bearer": "SecretProgramToken",
    "cookie": "SecretCookieValue",
    "header": "SecretRefererPath",
}


def test_no_secret_gets_into_the_log(server: ServerProcess) -> None:
    headers = {
        "Cookie": f"kingdoms={SECRETS['cookie']}",
        "Authorization": f"Bearer {SECRETS['bearer']}",
        "Referer": f"{server.url}/claim/{SECRETS['header']}",
    }
    with httpx.Client(base_url=server.url, headers=headers, timeout=SOON) as client:
        client.get(f"/claim/{SECRETS['path']}")
        client.get(f"/{SECRETS['path']}.js")
        client.get(f"/api/{SECRETS['path']}")
        client.get(f"/api/games/{SECRETS['path']}?token={SECRETS['query']}")
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
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, additional_headers=cookies) as socket:
        socket.recv(5)
    server.stop()
    log = server.logged()
    lines = [json.loads(line) for line in log.splitlines()]
    routes = [line["route"] for line in lines if line["logger"] == "kingdoms.access"]
    assert len(routes) == 12, "a method that nobody knows is refused before it is a request"
    assert {"/{page}", "/api/{rest}", "/api/claims", "/api/games/{game_id}/live", "/api/program/stream", "/healthz"} <= set(
        routes
    )
    for secret in (*SECRETS.values(), cookie, cookie.split(".")[0]):
        assert secret.lower() not in log.lower()


def test_log_lines_have_route_status_and_time(server: ServerProcess) -> None:
    """A client that disconnects during a request is no error."""
    answer = httpx.get(f"{server.url}/api/games/none", timeout=SOON)
    for path in ("/api/games/none/actions", "/api/claims"):
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0)) as connection:
            connection.sendall(f'{head}{{"base": 0'.encode())
    until = time.monotonic() + SOON
    while len(entries := [line for line in map(json.loads, server.logged().splitlines()) if line.get("method") == "POST"]) < 2:
        assert time.monotonic() < until, "not both are in the log"
        time.sleep(0.02)
    assert {(line["route"], line["status"], line["level"]) for line in entries} == {
        ("/api/games/{game_id}/actions", 400, "info"),
        ("/api/claims", 400, "info"),
    }
    assert "exception" not in server.logged()
    line = next(line for line in map(json.loads, server.logged().splitlines()) if line.get("status") == 404)
    assert (line["method"], line["route"], line["level"]) == ("GET", "/api/games/{game_id}", "info")
    assert line["request"] == answer.headers["x-request-id"]
    assert line["ms"] > 0
    assert line["time"].endswith("+00:00")


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
    assert "secret" not in first["exception"].replace('raise KeyError("a secret")', "").replace(
        'raise RuntimeError("another secret")', ""
    )
    assert first["exception"].index("KeyError") < first["exception"].index("RuntimeError")
    assert "games.db" in second["exception"]


def test_on_a_terminal_lines_are_plain_and_few() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    logs.configure(out)
    logs.access.info("GET /", extra={"data": {"status": 200}})
    logs.access.error("GET /api/me", extra={"data": {"status": 500}})
    logging.getLogger("kingdoms.server").info("started", extra={"data": {"version": "1"}})
    first, second = out.getvalue().splitlines()
    assert first.endswith("error: GET /api/me status=500")
    assert second.endswith("started version=1")


async def test_metrics_count_by_route(client: httpx.AsyncClient) -> None:
    for path in ("/api/games/one", "/api/games/two", "/claim/token", "/healthz"):
        await client.get(path)
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    counted = {
        (sample.labels["route"], sample.labels["status"]): sample.value
        for sample in families["kingdoms_requests_seconds"].samples
        if sample.name.endswith("_count")
    }
    assert counted["/api/games/{game_id}", "404"] == 2
    assert counted["/healthz", "200"] == 1
    assert not [route for route, _ in counted if "token" in route or "one" in route]
    assert {"kingdoms_open_sockets", "kingdoms_live_games", "kingdoms_actions", "kingdoms_bot_decisions_seconds"} <= set(
        families
    )
