"""Schemas of requests and answers about push notifications."""

from __future__ import annotations

from typing import Annotated

from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import AfterValidator, StrictBool, StringConstraints
from pydantic_core import PydanticCustomError

from kingdoms import texts
from kingdoms.protocol.answers import AnswerBody
from kingdoms.server.base.schemas import RequestBody
from kingdoms.server.push.endpoints import LONGEST
from kingdoms.server.push.sending import decoded

AUTH = 16
"""Bytes of a subscription's authentication secret."""


def public_key(text: str) -> str:
    """Validate the public key of a subscription: a point on the curve P-256.

    Raises:
        PydanticCustomError: the key is not valid.
    """
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        raise PydanticCustomError("key", texts.text("error.push_key")) from None
    return text


def auth_secret(text: str) -> str:
    """Validate the authentication secret of a subscription.

    Raises:
        PydanticCustomError: the secret is not valid.
    """
    try:
        is_valid = len(decoded(text)) == AUTH
    except ValueError:
        is_valid = False
    if not is_valid:
        raise PydanticCustomError("key", texts.text("error.push_secret"))
    return text


EndpointUrl = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^[\x21-\x7e]+$")]
"""The endpoint of a subscription."""


class DeviceKeys(RequestBody):
    """The keys of a subscription, with which messages to the browser are encrypted."""

    p256dh: Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$"), AfterValidator(public_key)]
    auth: Annotated[str, StringConstraints(max_length=50, pattern=r"^[A-Za-z0-9_-]+=*$"), AfterValidator(auth_secret)]


class DeviceRequest(RequestBody):
    """The subscription of a device. `talk`: whether it also gets notifications of messages at tables."""

    endpoint: EndpointUrl
    keys: DeviceKeys
    talk: StrictBool = False


class StopRequest(RequestBody):
    """The device to unsubscribe."""

    endpoint: EndpointUrl


class PushAnswer(AnswerBody):
    """The server's public key for subscriptions, and the number of the visitor's devices."""

    key: str
    devices: int
