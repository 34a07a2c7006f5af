"""A push service for tests: it receives notifications at a local port, and decrypts them with the keys of the devices."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tests.support.suite.timeouts import SOON


def text_of(data: bytes) -> str:
    """Return bytes as base64url, like browsers."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Phone:
    """A device with the keys of its browser.

    Args:
        origin: the origin of its push service.
        name: the end of its endpoint.
    """

    def __init__(self, origin: str, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        self.endpoint = f"{origin}/push/{name}"
        self.path = f"/push/{name}"

    @property
    def keys(self) -> dict[str, str]:
        """The keys that it gives to servers."""
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return {"p256dh": text_of(self.key.public_key().public_bytes(*form)), "auth": text_of(self.auth)}

    def subscription(self, **more: Any) -> dict[str, Any]:
        """Return the subscription that a page sends."""
        return {"endpoint": self.endpoint, "keys": self.keys, **more}

    def read(self, body: bytes) -> Any:
        """Return the decrypted body of a notification."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


@dataclass
class Notification:
    """A notification: the path, which names the device, the headers, and the body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """The received notifications, and the statuses of answers: those in `answers`, then 201.

    Attributes:
        origin: the origin of the service.
    """

    origin: str = ""
    notifications: list[Notification] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    more: bytes = b""
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Receive a notification, and answer it."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        except asyncio.IncompleteReadError:  # the server was killed before it sent anything
            writer.close()
            return
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        sent_headers = {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head[1:] if line}
        body = await reader.readexactly(int(headers["content-length"]))
        async with self.news:
            self.notifications.append(Notification(head[0].split(" ")[1], sent_headers, body))
            self.news.notify_all()
        status = self.answers.pop(0) if self.answers else 201
        writer.write(f"HTTP/1.1 {status} X\r\n".encode() + self.more + b"Content-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async def calls(self, number: int, phone: Phone) -> list[Any]:
        """Wait until a number of notifications for a device have arrived, and return their texts."""
        async with asyncio.timeout(SOON), self.news:
            await self.news.wait_for(
                lambda: sum(notification.path == phone.path for notification in self.notifications) >= number
            )
        return self.of(phone)

    def of(self, phone: Phone) -> list[Any]:
        """Return the texts of notifications that have arrived for a device."""
        return [phone.read(notification.body) for notification in self.notifications if notification.path == phone.path]


def is_signed(call: Notification, key: str) -> bool:
    """Return whether a notification is signed with the key that pages get."""
    header = call.headers["authorization"]
    return f"k={key}" in header and bool(Vapid02.verify(header.replace(", ", ",")))


@contextlib.asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Run a push service while the context lasts."""
    service = PushService()
    server = await asyncio.start_server(service.take, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
