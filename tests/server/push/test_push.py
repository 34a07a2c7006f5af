"""Push endpoints: public addresses of push services with a certificate for their host; and the key pair."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
import socket
import stat
from pathlib import Path
from typing import Any

import pytest

from kingdoms.server.base.settings import PUSH_FILE, read_settings
from kingdoms.server.push.endpoints import NoEndpoint, is_public, read_endpoint
from kingdoms.server.push.sending import DeliveryResult, Device, Sender
from kingdoms.server.visitors.keys import rotate
from tests.support.server.push_service import Phone

GOOGLE = "https://fcm.googleapis.com/fcm/send/x"
SENDER = Sender("a secret for tests only", "https://kingdoms.example.org")


def device(phone: Phone) -> Device:
    """Return a device as the server keeps it."""
    return Device("id", "0" * 32, phone.endpoint, **phone.keys)


INNER = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"),
    *("255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("2002:7f00:1::1", "64:ff9b::a00:1", "2001:0:7f00:1::", "192.0.2.1", "2001:db8::1", "198.18.0.1", "240.0.0.1"),
    *("64:ff9b:1::808:808", "::8.8.8.8", "5f00::1"),
)
OUTER = ("8.8.8.8", "142.250.1.1", "2a00:1450:4001::1", "64:ff9b::808:808")


def test_only_addresses_of_the_open_net_are_public() -> None:
    assert [text for text in (*INNER, *OUTER) if is_public(ipaddress.ip_address(text))] == [*OUTER]


def resolve(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[Any]:
    """Let each host have these addresses, and return the connections that are tried; all fail."""
    connections: list[Any] = []

    async def stands_for(*_: Any, **__: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]

    async def connect(host: str, port: int, **options: Any) -> Any:
        connections.append((host, port, options["server_hostname"], options["ssl"].check_hostname))
        raise ConnectionError

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", stands_for, raising=False)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return connections


async def test_pushes_go_to_checked_public_addresses_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate must be for the host, so that a changed DNS record has no effect. No connection is made inside."""
    phone = device(Phone("http://127.0.0.1:1", "x"))
    connections = resolve(monkeypatch, "8.8.8.8")
    assert await SENDER.send(phone, read_endpoint(GOOGLE), b"{}", "topic") is DeliveryResult.LATER
    assert connections == [("8.8.8.8", 443, "fcm.googleapis.com", True)]
    for addresses in (["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["fe80::1%eth0"], ["::ffff:192.168.0.1"]):
        connections = resolve(monkeypatch, *addresses)
        assert await SENDER.send(phone, read_endpoint(GOOGLE), b"{}", "topic") is DeliveryResult.FAILED
        assert connections == []


@pytest.mark.parametrize("reply", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 201 X\r\nA: " + b"x" * 40_000])
async def test_malformed_answers_of_push_services(reply: bytes) -> None:
    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply)
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    phone = Phone(origin, "x")
    assert await SENDER.send(device(phone), read_endpoint(phone.endpoint, test=origin), b"{}", "topic") is DeliveryResult.LATER
    server.close()


async def test_a_silent_push_service_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.server.push.sending.TIMEOUT", 0.2)
    silent = socket.create_server(("127.0.0.1", 0))
    origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
    phone = Phone(origin, "x")
    assert await SENDER.send(device(phone), read_endpoint(phone.endpoint, test=origin), b"{}", "topic") is DeliveryResult.LATER
    silent.close()


def test_more_hosts_can_be_named() -> None:
    url = "https://push.example.org/x"
    with pytest.raises(NoEndpoint):
        read_endpoint(url)
    assert read_endpoint(url, "other.example, push.example.org").host == "push.example.org"


def test_the_push_key_is_created_once_and_outlives_a_new_cookie_key(tmp_path: Path) -> None:
    settings = read_settings(data=tmp_path / "data")
    settings.signing_key()
    first = settings.push_secret()
    path = settings.data / PUSH_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    rotate(settings, 0)
    assert read_settings(data=tmp_path / "data").push_secret() == first
    assert Sender(first, "mailto:a@b.example").public_key == Sender(first, "https://kingdoms.example.org").public_key
    assert Sender(first, "x").public_key != Sender(settings.signing_key(), "x").public_key
    shared = [read_settings(secret="a secret for tests only").push_secret() for _ in range(2)]
    assert shared[0] == shared[1], "servers that share a secret share the key"


def test_push_services_get_the_operators_contact() -> None:
    settings = {"push_contact": "mailto:ida@example.org"}
    for more, contact in (
        ({}, "mailto:operator@localhost"),
        ({"public_url": "http://127.0.0.1:8000"}, "mailto:operator@localhost"),
        ({"public_url": "https://kingdoms.example.org"}, "https://kingdoms.example.org"),
        ({"public_url": "https://kingdoms.example.org", **settings}, "mailto:ida@example.org"),
        (settings, "mailto:ida@example.org"),
    ):
        sender = Sender("a secret for tests only", read_settings(**more).contact)
        token = sender.signature("https://push.example.org").partition("t=")[2].partition(",")[0]
        claims = token.split(".")[1]
        assert json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"] == contact
