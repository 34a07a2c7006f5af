"""A passkey authenticator in software, for tests without a browser."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from tests.support.clients.http import ORIGIN, Browser, Json

FLAG = AuthenticatorData.FLAG


@dataclass
class Authenticator:
    """An authenticator with one passkey.

    Attributes:
        origin: the origin that it reports.
        name: the relying party id of its passkey.
        count: the signature counter.
    """

    origin: str = ORIGIN
    name: str = "localhost"
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(20))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def client_data(self, kind: str, server_challenge: str, **more: Any) -> bytes:
        """Return the client data of a browser."""
        return json.dumps({"type": f"webauthn.{kind}", "challenge": server_challenge, "origin": self.origin} | more).encode()

    def registration(self, options: Json, **more: Any) -> Json:
        """Return the answer to a challenge for a new passkey."""
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(b"\0" * 16, self.id, public)
        rp_id = hashlib.sha256(self.name.encode()).digest()
        data = AuthenticatorData.create(rp_id, FLAG.UP | FLAG.UV | FLAG.AT, self.count, credential)
        return {
            "name": "Phone",
            "id": websafe_encode(self.id),
            "client_data": websafe_encode(self.client_data("create", options["challenge"], **more)),
            "attestation": websafe_encode(AttestationObject.create("none", data, {})),
        }

    def assertion(self, options: Json, **more: Any) -> Json:
        """Return the answer to a challenge for the existing passkey."""
        self.count += 1
        data = AuthenticatorData.create(hashlib.sha256(self.name.encode()).digest(), FLAG.UP | FLAG.UV, self.count)
        client_data = self.client_data("get", options["challenge"], **more)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "id": websafe_encode(self.id),
            "client_data": websafe_encode(client_data),
            "authenticator": websafe_encode(data),
            "signature": websafe_encode(signature),
        }


async def add_passkey(browser: Browser, device: Authenticator | None = None, proof: str | None = None) -> Authenticator:
    """Register a passkey for a visitor, and return its authenticator."""
    device = device or Authenticator()
    options = (await browser.post("/me/passkeys/ask", {"proof": proof}))["options"]
    await browser.post("/me/passkeys", device.registration(options), status=201)
    return device


async def sign_in(browser: Browser, device: Authenticator) -> Json:
    """Sign in with a passkey, and return the server's answer."""
    options = (await browser.post("/sign-in/ask"))["options"]
    answer: Json = await browser.post("/sign-in", device.assertion(options))
    return answer
