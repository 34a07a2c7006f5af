"""Connections beyond the limits of number, time or size are closed; those of other clients are not."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from unittest.mock import Mock

import httpx
import pytest
import websockets
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kingdoms.server.base.addresses import SITE_FACTOR, read_networks
from kingdoms.server.http import connections
from kingdoms.server.http.connections import ConnectionLimit
from tests.support.clients.http import at_a_port, eventually
from tests.support.suite.timeouts import SOON

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@contextlib.asynccontextmanager
async def serving(connection_limit: ConnectionLimit) -> AsyncIterator[int]:
    """Serve something at a port of this machine."""

    async def answer(request: Request) -> PlainTextResponse:
        return PlainTextResponse(f"{len(await request.body())} bytes")

    async def greet(connection: WebSocket) -> None:
        await connection.accept()
        await connection.send_text("hello")
        await connection.receive()

    async def pour(_: Request) -> StreamingResponse:
        return StreamingResponse(b"x" * 100_000 for _ in range(200))

    async def shout(connection: WebSocket) -> None:
        await connection.accept()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    await connection.send_text("x" * 100_000)

    routes = [Route("/", answer, methods=["GET", "POST"]), Route("/much", pour)]
    app = FastAPI(routes=[*routes, WebSocketRoute("/socket", greet), WebSocketRoute("/much", shout)])
    app.state.services = Mock()
    async with at_a_port(app, limit=connection_limit) as url:
        yield httpx.URL(url).port or 0


async def send_parts(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send parts of a request with a pause between, and return all that comes until the server closes or answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            with contextlib.suppress(ConnectionError):
                writer.write(part)
                await writer.drain()
            await asyncio.sleep(pause)
        with contextlib.suppress(ConnectionError):
            return await asyncio.wait_for(reader.read(10_000), SOON)
        return b""
    finally:
        writer.close()


async def test_slow_and_silent_connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_TIMEOUT", 0.3)
    monkeypatch.setattr(connections, "BODY_TIMEOUT", 0.6)
    connection_limit = ConnectionLimit(100)
    async with serving(connection_limit) as port:
        post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
        answers = await asyncio.gather(
            send_parts(port),
            send_parts(port, *(bytes([byte]) for byte in GET), pause=0.1),
            send_parts(port, post, *[b"x"] * 20, pause=0.1),
            send_parts(port, post, b"x" * 50, b"x" * 50, pause=0.1),
            send_parts(port, GET),
        )
        assert not any(answers[:3])
        assert b"100 bytes" in answers[3]
        assert b"0 bytes" in answers[4]
    assert connection_limit.metrics.registry.get_sample_value("kingdoms_connections_broken_off_total", {"why": "slow"}) == 3


async def test_one_address_has_so_many_connections_and_others_get_in() -> None:
    connection_limit = ConnectionLimit(5)
    async with serving(connection_limit) as port, contextlib.AsyncExitStack() as stack:
        for _ in range(5):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
        assert await send_parts(port, GET) == b""
        registry = connection_limit.metrics.registry
        assert registry.get_sample_value("kingdoms_connections_broken_off_total", {"why": "too_many"}) == 1
        assert registry.get_sample_value("kingdoms_open_connections") == 5
        reader, second_writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        second_writer.write(GET)
        assert b"200 OK" in await asyncio.wait_for(reader.read(1000), SOON)
        second_writer.close()
        await stack.aclose()

        async def is_let_in() -> bool:
            return b"200 OK" in await send_parts(port, GET)

        await eventually(is_let_in)


def test_a_wide_network_has_a_limit_of_its_own() -> None:
    connection_limit = ConnectionLimit(5)
    hosts = [f"2001:db8:1:{number:x}::1" for number in range(100)]
    assert [connection_limit.admit(host) for host in hosts] == [True] * 5 * SITE_FACTOR + [False] * (100 - 5 * SITE_FACTOR)
    assert connection_limit.admit("2001:db8:2::1"), "another network"
    connection_limit.release(hosts[0])
    assert connection_limit.admit(hosts[-1])


async def test_a_trusted_proxy_has_no_connection_limit() -> None:
    async with serving(ConnectionLimit(1, read_networks("127.0.0.0/8"))) as port:
        assert all(b"200 OK" in answer for answer in await asyncio.gather(*[send_parts(port, GET) for _ in range(10)]))


async def test_an_upgraded_connection_counts_until_it_ends() -> None:
    connection_limit = ConnectionLimit(2)
    async with serving(connection_limit) as port:
        address = f"ws://127.0.0.1:{port}/socket"
        for _ in range(3):
            async with websockets.connect(address) as first, websockets.connect(address) as second:
                assert [await first.recv(), await second.recv()] == ["hello"] * 2
                assert await send_parts(port, GET) == b""
            await eventually(lambda: not connection_limit.counts)
        assert b"200 OK" in await send_parts(port, GET)


UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


@pytest.mark.parametrize("more", [b"", UPGRADE], ids=["answer", "socket"])
async def test_clients_that_do_not_read_are_disconnected(more: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output to a client that does not read is dropped after a while, and the connection is closed."""
    monkeypatch.setattr(connections.TimedHttpProtocol, "read_timeout", 0.5)
    monkeypatch.setattr(connections, "CLOSE_TIMEOUT", 0.5)
    connection_limit = ConnectionLimit(100)
    async with serving(connection_limit) as port:
        with socket.create_connection(("127.0.0.1", port)) as unread:
            unread.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n")
            await eventually(lambda: bool(connection_limit.counts))
            await eventually(lambda: not connection_limit.counts)


async def test_slow_readers_get_the_whole_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.TimedHttpProtocol, "read_timeout", 5.0)
    async with serving(ConnectionLimit(100)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=10_000)
        writer.write(b"GET /much HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        size = 0
        while part := await asyncio.wait_for(reader.read(1_000_000), SOON):
            size += len(part)
            await asyncio.sleep(0)
        assert size > 20_000_000
        writer.close()
