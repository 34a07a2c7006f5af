"""What requests and answers about being called look like; see `schemas`."""

from __future__ import annotations

from typing import Annotated

from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import AfterValidator, StrictBool, StringConstraints
from pydantic_core import PydanticCustomError

from kingdoms.server.push.endpoints import LONGEST
from kingdoms.server.push.sending import decoded
from kingdoms.server.schemas import Answer, RequestBody

AUTH = 16
"""Bytes of the secret that a browser shares with whoever calls it."""


def public_key(text: str) -> str:
    """Return the public key of a browser.

    Raises:
        PydanticCustomError: it is none.
    """
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        raise PydanticCustomError("key", "this is no key of a browser's") from None
    return text


def auth_secret(text: str) -> str:
    """Return the secret that a browser shares.

    Raises:
        PydanticCustomError: it is none.
    """
    try:
        known = len(decoded(text)) == AUTH
    except ValueError:
        known = False
    if not known:
        raise PydanticCustomError("key", "this is no secret of a browser's")
    return text


EndpointUrl = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^[\x21-\x7e]+$")]
"""Where a browser's push service is."""


class DeviceKeys(RequestBody):
    """What only a browser can read what it is told with."""

    p256dh: Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$"), AfterValidator(public_key)]
    auth: Annotated[str, StringConstraints(max_length=50, pattern=r"^[A-Za-z0-9_-]+=*$"), AfterValidator(auth_secret)]


class DeviceRequest(RequestBody):
    """A device on which somebody wants to be called; `talk`: also when somebody has written to them."""

    endpoint: EndpointUrl
    keys: DeviceKeys
    talk: StrictBool = False


class StopRequest(RequestBody):
    """A device on which somebody wants to be called no more."""

    endpoint: EndpointUrl


class CallsAnswer(Answer):
    """By which key this server calls, and on how many devices the visitor is called."""

    key: str
    devices: int
