"""Delivery of notifications to push services: encrypted for the device, signed by this server, to validated endpoints."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ssl
import time
from dataclasses import dataclass
from enum import Enum
from typing import Any

import http_ece
import httptools
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from kingdoms.server.push.endpoints import Endpoint, NoEndpoint, addresses_of

TIMEOUT = 10.0
"""Seconds until a delivery times out, including the DNS lookup."""
MOST_ANSWER = 16_384
"""Maximum number of bytes of a response that are read."""
MOST_ADDRESSES = 2
"""Maximum number of addresses of a push service that are tried."""
TTL = 24 * 3600
"""Seconds for which a push service keeps a message for a device that is offline."""
SIGNATURE_LIFETIME = 12 * 3600
"""Seconds for which a signature is valid; it is renewed after half of them."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: private keys are positive numbers below it."""


class DeliveryResult(Enum):
    """The result of a delivery."""

    SENT = "sent"
    GONE = "gone"
    """The subscription does not exist any longer."""
    LATER = "later"
    """A temporary failure: retry later."""
    FAILED = "failed"


@dataclass(frozen=True)
class Device:
    """A subscribed device; see `DeviceRow`."""

    id: str
    visitor_id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str | None = None


class Sender:
    """Sends messages to push services.

    Args:
        secret: the secret from which the server's key pair is derived.
        contact: the operator's contact for push services: an https or mailto URL.

    Attributes:
        public_key: the public key, with which browsers subscribe.

    Examples:
        >>> sender = Sender("a secret for examples only", "https://kingdoms.example.org")
        >>> sender.public_key == Sender("a secret for examples only", "mailto:ida@example.org").public_key
        True
    """

    def __init__(self, secret: str, contact: str) -> None:
        digest = hashlib.blake2b(secret.encode(), digest_size=48, person=b"kingdoms.push").digest()
        key = ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, ec.SECP256R1())
        self.vapid = Vapid02(key, {"no-strict": True})  # the settings have validated the contact
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        self.contact = contact
        self.signatures: dict[str, tuple[float, str]] = {}
        self.context: ssl.SSLContext | None = None

    def signature(self, origin: str) -> str:
        """Return the Authorization header (VAPID) for a push service."""
        now = time.time()
        until, header = self.signatures.get(origin, (0.0, ""))
        if until < now + SIGNATURE_LIFETIME / 2:
            until = now + SIGNATURE_LIFETIME
            claims = {"aud": origin, "sub": self.contact, "exp": int(until)}
            header = str(self.vapid.sign(claims)["Authorization"])
            self.signatures[origin] = until, header
        return header

    async def send(self, device: Device, endpoint: Endpoint, text: bytes, topic: str) -> DeliveryResult:
        """Send a message to a device.

        Args:
            text: the message, which is encrypted end to end.
            topic: an undelivered message is replaced by a later one with the same topic.
        """
        headers = {
            "Authorization": self.signature(endpoint.origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": topic,
            "Urgency": "high",
        }
        try:
            body = encrypt(device, text)
            async with asyncio.timeout(TIMEOUT):
                status = await self._post(endpoint, headers, body)
        except NoEndpoint:
            return DeliveryResult.FAILED
        except (OSError, TimeoutError, ssl.SSLError, httptools.HttpParserError):
            return DeliveryResult.LATER
        return result_of(status)

    async def _post(self, endpoint: Endpoint, headers: dict[str, str], body: bytes) -> int:
        """Post a request to an endpoint, and return the status of the response. Redirects are not followed."""
        fault: OSError = ConnectionError("there is no address")
        for address in (await addresses_of(endpoint))[:MOST_ADDRESSES]:
            try:
                return await self._post_to(address, endpoint, headers, body)
            except OSError as error:
                fault = error
        raise fault

    async def _post_to(self, address: str, endpoint: Endpoint, headers: dict[str, str], body: bytes) -> int:
        """Post a request to one address of an endpoint; the certificate is checked against the host."""
        options: dict[str, Any] = {}
        if endpoint.secure:
            self.context = self.context or ssl.create_default_context()
            options = {"ssl": self.context, "server_hostname": endpoint.host}
        reader, writer = await asyncio.open_connection(address, endpoint.port, limit=MOST_ANSWER, **options)
        try:
            writer.write(_request(endpoint, headers, body))
            await writer.drain()
            return await _status(reader)
        finally:
            writer.close()


def result_of(status: int) -> DeliveryResult:
    """Return the result for the status of a response.

    Examples:
        >>> [result_of(status).value for status in (201, 410, 503, 302)]
        ['sent', 'gone', 'later', 'failed']
    """
    if 200 <= status < 300:
        return DeliveryResult.SENT
    if status in (404, 410):
        return DeliveryResult.GONE
    return DeliveryResult.LATER if status == 429 or status >= 500 else DeliveryResult.FAILED


def encrypt(device: Device, text: bytes) -> bytes:
    """Return a text encrypted for a device (RFC 8291)."""
    private_key = ec.generate_private_key(ec.SECP256R1())
    dh, auth = (decoded(field) for field in (device.p256dh, device.auth))
    return bytes(http_ece.encrypt(text, private_key=private_key, dh=dh, auth_secret=auth, version="aes128gcm"))


def decoded(text: str) -> bytes:
    """Decode a text in base64url without padding, as browsers write it.

    Raises:
        ValueError: the text is not base64url.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _request(endpoint: Endpoint, headers: dict[str, str], body: bytes) -> bytes:
    host = endpoint.host if endpoint.secure else f"{endpoint.host}:{endpoint.port}"
    lines = [f"POST {endpoint.path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


class _Response:
    """Parser callbacks that detect the end of the headers."""

    def __init__(self) -> None:
        self.has_status = False

    def on_headers_complete(self) -> None:
        """Note that the final status is known."""
        self.has_status = True


async def _status(reader: asyncio.StreamReader) -> int:
    """Return the status of a response; its body is not read.

    Raises:
        OSError: no response arrives, or its headers are too long.
    """
    response = _Response()
    parser, read = httptools.HttpResponseParser(response), 0
    while not response.has_status:
        part = await reader.read(MOST_ANSWER - read)
        if not part:
            raise ConnectionError("the push service has not answered")
        read += len(part)
        parser.feed_data(part)
    return int(parser.get_status_code())
