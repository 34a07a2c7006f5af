"""Routes of the server itself: what everybody may know of it, and the way into a closed one; see docs/server.md."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import StringConstraints

from kingdoms.protocol.answers import AnswerBody, NoticeAnswer
from kingdoms.server.base.schemas import RequestBody
from kingdoms.server.entrance import store
from kingdoms.server.entrance.pages import PAGES, page_address
from kingdoms.server.http.static import ANYWHERE, AnywhereClient
from kingdoms.server.table.access import CHANGES, Games, VisitorId, answers, app_service, fails, json
from kingdoms.server.visitors.admission import House
from kingdoms.server.visitors.limits import Buckets, client_network
from kingdoms.table.base.errors import ApiError, too_many
from kingdoms.texts import text

router = APIRouter()

TRIES, TRIES_A_SECOND = 5, 1 / 60
"""Wrong passwords from one address: how many in a row, and how many a second from then on."""
ALL_TRIES, ALL_TRIES_A_SECOND = 50, 1 / 10
"""The same from all addresses together, at each server process."""


class AnywhereAnswer(AnswerBody):
    """The page that plays on its visitor's device: its path, and how many bytes a visitor fetches for all of it."""

    path: str
    bytes: int


class ServerAnswer(AnswerBody):
    """Who may play on the server, whether the visitor may, the notice to all, and the addresses of other pages."""

    access: Literal["open", "invitation", "password", "list"]
    admitted: bool
    notice: NoticeAnswer | None
    imprint: str | None
    privacy: str | None
    anywhere: AnywhereAnswer | None


class EntranceRequest(RequestBody):
    """The token of an invitation, or the password of the server."""

    invitation: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    password: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None


class CodeAnswer(AnswerBody):
    """The code of the visitor, which the operator needs to let them in."""

    code: str


class Passwords:
    """Checks passwords one after the other, and limits the number of wrong ones."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_address = Buckets(TRIES_A_SECOND, clock, burst=TRIES / TRIES_A_SECOND)
        self.overall = Buckets(ALL_TRIES_A_SECOND, clock, burst=ALL_TRIES / ALL_TRIES_A_SECOND)
        self.lock = asyncio.Lock()

    async def check(self, address: str, password: str, stored: str | None) -> None:
        """Check a password that was sent from an address.

        Raises:
            ApiError: 403, it is wrong; 429, there were too many wrong ones.
        """
        async with self.lock:
            if seconds := max(self.per_address.lack(address), self.overall.lack("")):
                raise too_many("too_many_passwords", text("error.too_many_passwords"), seconds)
            if not await asyncio.to_thread(store.is_password, password, stored):
                self.per_address.charge(address, 1)
                self.overall.charge("", 1)
                raise ApiError(403, "password", text("error.password"))


TheHouse = Annotated[House, app_service("house")]
ThePasswords = Annotated[Passwords, app_service("passwords")]


@router.get("/server", **answers(ServerAnswer))
async def server(request: Request, house: TheHouse) -> Response:
    """Return what everybody may know of the server."""
    pages = {name: page_address(request.app.state.settings, name) for name in PAGES}
    client: AnywhereClient | None = request.app.state.anywhere
    size = None if client is None else client.bytes()
    anywhere = None if size is None else {"path": ANYWHERE, "bytes": size}
    who = {"access": house.access, "admitted": await house.admits(request)}
    return json(who | {"notice": house.notice, "anywhere": anywhere} | pages)


@router.post("/entrance", status_code=204, **fails(*CHANGES))
async def enter(
    request: Request, games: Games, house: TheHouse, passwords: ThePasswords, key: EntranceRequest, visitor_id: VisitorId
) -> None:
    """Let the visitor into a closed server, by an invitation or by the password."""
    if await house.admits(request):
        return
    if key.invitation is not None:
        await store.use_invitation(games.database, visitor_id, key.invitation)
    else:
        stored = await store.password_hash(games.database) if house.access == "password" else None
        await passwords.check(client_network(request), key.password or "", stored)
        await store.admit(games.database, visitor_id)
    await house.read(games.database)


@router.post("/entrance/code", **fails(*CHANGES))
async def code(visitor_id: VisitorId) -> CodeAnswer:
    """Return the code by which the operator can let the visitor in."""
    return CodeAnswer(code=visitor_id)
