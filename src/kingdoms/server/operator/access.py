"""Access to the operator's page: the token, the session that follows from it, and the tokens of forms.

The token of KINGDOMS_OPERATOR_TOKEN is typed into a form by people, who get a cookie for an hour, and sent in a header by
programs. It is never part of an address, since addresses are stored in histories and logs.
"""

from __future__ import annotations

import hashlib
import secrets
from http.cookies import Morsel
from urllib.parse import parse_qs

from fastapi import Request
from itsdangerous import BadData, BadSignature, Signer, TimestampSigner, URLSafeTimedSerializer
from starlette.exceptions import HTTPException

from kingdoms.server.browsers import browser_name
from kingdoms.server.identity import Identity
from kingdoms.server.operating import bearer, is_token
from kingdoms.server.security import Buckets, where
from kingdoms.server.settings import Settings

COOKIE = "kingdoms_operator"
DONE = "kingdoms_operator_done"
"""The cookie with the sentence that the page shows after a deed."""
MAX_AGE = 3600
"""Lifetime of an operator's cookie, in seconds."""
SHOWN_FOR = 60
"""Seconds within which the sentence about a deed is shown."""
MOST_FIELDS = 20
"""How many fields a form may have."""
WRONG_TOKENS_RATE = 0.5
"""Wrong tokens per second that an address may send, with a burst of four seconds' worth."""


def check_offered(request: Request) -> Settings:
    """Return the settings if the page is available, which needs a token.

    Raises:
        HTTPException: 404, the page is not available.
    """
    settings: Settings = request.app.state.settings
    if settings.operator_token is None:
        raise HTTPException(404)
    return settings


def is_operator(request: Request, settings: Settings) -> bool:
    """Return whether a request comes with the token, or with an operator's cookie."""
    given = bearer(request)
    if given is not None:
        return is_valid_token(request, settings, given)
    return session_id(request, settings) is not None


def session_id(request: Request, settings: Settings) -> str | None:
    """Return the id of the operator's session, by the cookie; None without one that is valid."""
    try:
        found = signer(settings).unsign(request.cookies.get(COOKIE, ""), max_age=MAX_AGE).decode()
    except BadSignature:
        return None
    identity: Identity = request.app.state.identity
    return None if found in identity.ended else found


def is_valid_token(request: Request, settings: Settings, given: str) -> bool:
    """Return whether a text is the token. Wrong tokens are rate limited by address.

    Raises:
        HTTPException: 429, the address has sent too many wrong tokens.
    """
    wrong_tokens, place = _wrong_tokens(request), where(request)
    if wrong_tokens.left(place) < 1:
        raise HTTPException(429, headers={"Retry-After": "2"})
    right = is_token(settings, given)
    if not right:
        wrong_tokens.charge(place, 1)
    return right


def _wrong_tokens(request: Request) -> Buckets:
    """Return the token buckets of wrong tokens by address."""
    state = request.app.state
    if not hasattr(state, "operator_tries"):
        state.operator_tries = Buckets(WRONG_TOKENS_RATE)
    found: Buckets = state.operator_tries
    return found


def signer(settings: Settings) -> TimestampSigner:
    """Return the signer of cookies. Its key is the token, so a new token invalidates old cookies."""
    assert settings.operator_token is not None
    return TimestampSigner(settings.operator_token.get_secret_value(), salt="kingdoms.operator", digest_method=hashlib.sha256)


def session(settings: Settings, value: str, seconds: int) -> str:
    """Return the header `Set-Cookie` of an operator's cookie with a lifetime in seconds; 0 deletes it."""
    return _cookie(settings, COOKIE, value, seconds)


def _cookie(settings: Settings, name: str, value: str, seconds: int) -> str:
    """Return the header `Set-Cookie` of a cookie that only this page gets, and no script."""
    morsel: Morsel[str] = Morsel()
    morsel.set(name, value, value)
    morsel.update({"path": "/operator", "max-age": str(seconds), "httponly": "yes", "samesite": "strict"})
    morsel["secure"] = "yes" if settings.secure else ""
    return morsel.OutputString()


# -- forms ----------------------------------------------------------------------------------------------------------------


async def read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent; none if there are too many."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


def form_token(request: Request, settings: Settings) -> str:
    """Return the token that a form of this session has to send, so that no other page can send it."""
    assert settings.operator_token is not None
    key = settings.operator_token.get_secret_value()
    signed = Signer(key, salt="kingdoms.operator.form", digest_method=hashlib.sha256)
    return signed.get_signature(session_id(request, settings) or "").decode()


def may_send(request: Request, settings: Settings, fields: dict[str, str]) -> bool:
    """Return whether a form comes from the page itself: by its token, and by the origin that the browser names.

    A program with the token in a header needs neither.
    """
    if bearer(request) is not None:
        return True
    is_ours = secrets.compare_digest(fields.get("form", "").encode(), form_token(request, settings).encode())
    return is_ours and "origin" in request.headers  # `OriginCheck` refuses other origins than ours


def operator_name(request: Request, settings: Settings) -> str:
    """Return who sends a form, for the log of deeds."""
    if bearer(request) is not None:
        return "program with the operator's token"
    browser = browser_name(request.headers.get("user-agent", ""))
    return ", ".join(filter(None, (f"page {(session_id(request, settings) or '')[:8]}", browser)))


def done_cookie(settings: Settings, message: str) -> str:
    """Return the header `Set-Cookie` that shows a sentence on the next page; an empty one deletes the cookie."""
    value = str(_sentences(settings).dumps(message)) if message else ""
    return _cookie(settings, DONE, value, SHOWN_FOR if message else 0)


def read_done(request: Request, settings: Settings) -> str | None:
    """Return the sentence to show, or None."""
    try:
        message = _sentences(settings).loads(request.cookies.get(DONE, ""), max_age=SHOWN_FOR)
    except BadData:
        return None
    return str(message)


def _sentences(settings: Settings) -> URLSafeTimedSerializer:
    """Return the serializer of sentences in cookies."""
    assert settings.operator_token is not None
    return URLSafeTimedSerializer(settings.operator_token.get_secret_value(), salt="kingdoms.operator.done")
