"""Access to the operator's page: the token, the session that follows from it, and the tokens of forms.

The token of KINGDOMS_OPERATOR_TOKEN is typed into a form by people, who get a cookie for an hour, and sent in a header by
programs. It is never part of an address, since addresses are stored in histories and logs.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request, Response
from itsdangerous import BadData, Signer, URLSafeTimedSerializer
from starlette.exceptions import HTTPException

from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.http.security import bearer
from kingdoms.server.operator.monitoring import is_token
from kingdoms.server.visitors.identity import Identity, browser_name
from kingdoms.server.visitors.limits import Buckets, client_network
from kingdoms.texts import text

COOKIE, DONE = "kingdoms_operator", "kingdoms_operator_done"
"""The cookies: the id of the session, and the sentence that the page shows after a deed."""
MAX_AGE: Final = {COOKIE: 3600, DONE: 60}
"""Lifetimes of the cookies, in seconds."""
MOST_FIELDS: Final = 20
"""How many fields a form may have."""
WRONG_TOKENS_RATE: Final = 0.5
"""Wrong tokens per second that an address may send, with a burst of four seconds' worth."""


class Access:
    """The access of a client to the page.

    Raises:
        HTTPException: 404, the page is not available: the server has no token.

    Attributes:
        session: the id of the session that the client's cookie names, or None.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.settings: ServerSettings = request.app.state.settings
        if self.settings.operator_token is None:
            raise HTTPException(404)
        self.key = self.settings.operator_token.get_secret_value()
        identity: Identity = request.app.state.identity
        session = self.read(COOKIE)
        self.session = None if session in identity.ended_sessions else session

    def is_operator(self) -> bool:
        """Return whether the client has sent the token, or the cookie of a session."""
        token = bearer(self.request)
        return self.session is not None if token is None else self.accepts(token)

    def accepts(self, token: str) -> bool:
        """Return whether a text is the token. Wrong tokens are rate limited by address.

        Raises:
            HTTPException: 429, the address has sent too many wrong tokens.
        """
        state, place = self.request.app.state, client_network(self.request)
        if not hasattr(state, "operator_tries"):
            state.operator_tries = Buckets(WRONG_TOKENS_RATE)
        tries: Buckets = state.operator_tries
        if tries.tokens_left(place) < 1:
            raise HTTPException(429, headers={"Retry-After": "2"})
        is_right = is_token(self.settings, token)
        if not is_right:
            tries.charge(place, 1)
        return is_right

    def read(self, cookie: str) -> str | None:
        """Return the value of a cookie, or None without one that is valid."""
        try:
            return str(self._serializer(cookie).loads(self.request.cookies.get(cookie, ""), max_age=MAX_AGE[cookie]))
        except BadData:
            return None

    def set(self, response: Response, cookie: str, value: str) -> None:
        """Set a cookie that only this page gets, and no script; an empty value deletes it."""
        signed, age = (str(self._serializer(cookie).dumps(value)), MAX_AGE[cookie]) if value else ("", 0)
        secure = self.settings.secure
        response.set_cookie(cookie, signed, age, path="/operator", secure=secure, httponly=True, samesite="strict")

    def _serializer(self, cookie: str) -> URLSafeTimedSerializer:
        """Return the serializer of a cookie. Its key is the token, so a new token invalidates old cookies."""
        return URLSafeTimedSerializer(self.key, salt=cookie, signer_kwargs={"digest_method": hashlib.sha256})

    async def fields(self) -> dict[str, str]:
        """Return the fields of a form that was sent; none if there are too many."""
        body = (await self.request.body()).decode("utf-8", "replace")
        try:
            return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS))
        except ValueError:
            return {}

    @property
    def form_token(self) -> str:
        """The token that a form of this session has to send, so that no other page can send it."""
        signer = Signer(self.key, salt="kingdoms.operator.form", digest_method=hashlib.sha256)
        return signer.get_signature(self.session or "").decode()

    def may_send(self, fields: dict[str, str]) -> bool:
        """Return whether a form comes from the page itself: by its token, and by the origin that the browser names.

        A program with the token in a header needs neither.
        """
        is_ours = secrets.compare_digest(fields.get("form", "").encode(), self.form_token.encode())
        # `OriginCheck` refuses other origins than ours
        return bearer(self.request) is not None or (is_ours and "origin" in self.request.headers)

    def operator(self) -> str:
        """Return who sends a form, for the log of deeds."""
        if bearer(self.request) is not None:
            return text("operator.program")
        page = text("operator.page", id=(self.session or "")[:8])
        return ", ".join(filter(None, (page, browser_name(self.request.headers.get("user-agent", "")))))
