"""Pages in plain HTML about the server: imprint, privacy, and the data that it keeps. Strangers see them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kingdoms.server.identity import MAX_AGE
from kingdoms.server.ratings.pool import WEEK
from kingdoms.server.settings import Settings, is_address
from kingdoms.server.static import Client
from kingdoms.server.talk.cases import KEPT_DAYS
from kingdoms.texts import text

router = APIRouter(include_in_schema=False)

DAY = 24 * 3600.0


def page_address(settings: Settings, name: Literal["imprint", "privacy"]) -> str | None:
    """Return the address of one of the operator's pages, or None if it is not set."""
    page: str | None = getattr(settings, name)
    return page if page is None or is_address(page) else f"/{name}"


@router.get("/imprint")
@router.get("/privacy")
async def own_page(request: Request) -> Response:
    """Return the operator's imprint, or what they say about privacy."""
    name = request.url.path.strip("/")
    page: str | None = getattr(request.app.state.settings, name)
    if page is not None and is_address(page):
        return RedirectResponse(page, 307)
    try:
        words = Path(page or "").read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise HTTPException(404) from None
    return document(request, text(f"kept.{name}"), re.split(r"\n\s*\n", words.strip()))


@router.get("/data")
async def data(request: Request) -> Response:
    """Return the page about the data that the server keeps, made from its settings."""
    return document(request, text("kept.title"), list(kept(request.app.state.settings)))


def kept(settings: Settings) -> Iterator[str]:
    """Yield a sentence or two about each kind of data that a server keeps: what, why, and for how long."""
    days = {"cookie": MAX_AGE / DAY, "visitor": settings.forget_after, "sessions": MAX_AGE / DAY, "reports": KEPT_DAYS}
    days |= {"admission": settings.forget_after, "games_days": settings.retention or 0, "addresses": WEEK / DAY}
    kinds = (
        "cookie visitor admission sessions games rooms talk addresses passkeys ratings devices reports bans log backups rights"
    )
    for kind in kinds.split():
        if kind == "admission" and settings.access == "open":
            continue
        name = "games_days" if kind == "games" and settings.retention is not None else kind
        yield text(f"kept.{name}", days=_figure(days.get(name, 0)), hours=_figure(settings.lobby_hours))


def _figure(number: float) -> float:
    """Return a number for a text, without a fraction of zero."""
    return int(number) if number == int(number) else number


def document(request: Request, title: str, paragraphs: list[str]) -> Response:
    """Return a page with paragraphs of plain text, whose line breaks are kept, in the style of the client."""
    client: Client = request.app.state.client
    style = client.stylesheet()
    link = "" if style is None else f'<link rel="stylesheet" href="{escape(style)}">\n'
    body = "\n".join(f"<p>{escape(paragraph).replace(chr(10), '<br>')}</p>" for paragraph in paragraphs)
    return HTMLResponse(
        f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{link}<title>{escape(title)} · Kingdoms</title>
</head>
<body>
<main class="page narrow">
<p><a class="button quiet" href="/">Kingdoms</a></p>
<article class="parchment">
<h1>{escape(title)}</h1>
{body}
</article>
</main>
</body>
</html>
""",
        headers={"Cache-Control": "no-cache"},
    )
