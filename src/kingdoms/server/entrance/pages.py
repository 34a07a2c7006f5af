"""Pages in plain HTML about the server: imprint, privacy, and the stored data. Strangers see them too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kingdoms.files import read_text
from kingdoms.server.base.settings import ServerSettings, is_address
from kingdoms.server.ratings.pool import DAY, WEEK
from kingdoms.server.talk.cases import KEPT_DAYS
from kingdoms.server.visitors.identity import MAX_AGE
from kingdoms.templates import render
from kingdoms.texts import text

router = APIRouter(include_in_schema=False)

PAGES: Final = ("imprint", "privacy")
"""The operator's own pages, by the names of their settings."""
KINDS: Final = (
    "cookie visitor admission sessions games rooms talk addresses passkeys ratings devices reports bans log backups rights"
)
"""The kinds of stored data, in the order of the page."""


def page_address(settings: ServerSettings, name: str) -> str | None:
    """Return the address of one of the operator's pages, or None if it is not set."""
    page: str | None = getattr(settings, name)
    return page if page is None or is_address(page) else f"/{name}"


@router.get("/imprint")
@router.get("/privacy")
async def own_page(request: Request) -> Response:
    """Return one of the operator's pages: a redirection to its address, or the text of its file."""
    name = request.url.path.strip("/")
    page = getattr(request.app.state.settings, name) or ""
    if is_address(page):
        return RedirectResponse(page, 307)
    try:
        words = read_text(Path(page)).strip()
    except (OSError, ValueError):
        raise HTTPException(404) from None
    return document(request, text(f"kept.{name}"), re.split(r"\n\s*\n", words))


@router.get("/data")
async def data(request: Request) -> Response:
    """Return the page about the data that the server keeps, made from its settings."""
    return document(request, text("kept.title"), data_notices(request.app.state.settings))


def data_notices(settings: ServerSettings) -> Iterator[str]:
    """Yield a sentence or two about each kind of data that a server keeps: what, why, and for how long."""
    times = {"cookie": MAX_AGE / DAY, "sessions": MAX_AGE / DAY, "reports": KEPT_DAYS, "addresses": WEEK / DAY}
    times |= {"visitor": settings.forget_after, "admission": settings.forget_after, "hours": settings.lobby_hours}
    times |= {} if settings.retention is None else {"games_days": settings.retention}
    figures = {name: int(time) if time == int(time) else time for name, time in times.items()}
    for kind in KINDS.split():
        if kind != "admission" or settings.access != "open":
            key = "games_days" if kind == "games" and "games_days" in figures else kind
            yield text(f"kept.{key}", days=figures.get(key, 0), hours=figures["hours"])


def document(request: Request, title: str, paragraphs: Iterable[str]) -> Response:
    """Return a page with paragraphs of plain text, whose line breaks are kept, in the style of the client."""
    style = request.app.state.client.stylesheet()
    page = render("kingdoms.server.entrance", "document.html", title=title, paragraphs=paragraphs, style=style)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})
