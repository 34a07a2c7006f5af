"""The built browser client: its files, and its index page for every address that is handled in the browser."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kingdoms.texts import language

FOLDER = Path(__file__).parent.parent / "static"
INDEX = "index.html"

TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by suffix; those of the system differ between machines."""

PAGES = (
    "/",
    "/new",
    "/games",
    "/you",
    "/people",
    "/people/:address",
    "/g/:id",
    "/g/:id/review/:number(\\d{1,9})?",
    "/g/:id/text",
    "/learn/:lesson?",
    "/rules/:game?",
    "/p/:text",
    "/analysis/:board?",
    "/puzzles",
    "/puzzles/run",
    "/mistakes/:game/:number",
    "/puzzles/:id",
    "/claim/:token",
    "/invite",
)
"""The client's pages, by the same patterns as in its `router.svelte.ts`, in the syntax of URLPattern."""
_PARAMETER = re.compile(r"/:\w+(\(.*?\))?(\?)?")
_PAGE = re.compile("|".join(_PARAMETER.sub(lambda part: f"(?:/{part[1] or '[^/]+'}){part[2] or ''}", path) for path in PAGES))

STYLESHEET = re.compile(r'<link rel="stylesheet"[^>]* href="(/assets/index-[\w-]+\.css)"')
"""The link to the client's stylesheet in its index page."""
FOREVER = "public, max-age=31536000, immutable"
"""Caching of files in these folders: their names contain a digest, so they never change."""
DIGESTED = ("assets", "device")
ASK_AGAIN = "no-cache"
BY_LANGUAGE = "Accept-Language, Cookie"
"""What the index page depends on."""

ANYWHERE = "/anywhere/"
"""The path of the page that plays on its visitor's device; the client's `worker/shell.ts` has it, too."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy of that page: nothing but its own files."""
HOME = b'<meta name="kingdoms-home" content="device"'
"""What its index page has in its head."""

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kingdoms</title></head>
<body>
<h1>Kingdoms</h1>
<p>The game server runs, but this installation has no page to play on: the browser client was not built into it.</p>
<p>From a checkout, <code>make play</code> builds it. In the terminal, <code>kingdoms play</code> plays without it.</p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the client, ready to send."""

    body: bytes
    zipped: bytes | None
    type: str
    tag: str
    caching: str


class BuiltClient:
    """The built client in memory; it is read again after a build.

    Only files in the folder are served: addresses are looked up among their names and never opened as paths.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}
        self._built: int | None = None

    def files(self) -> dict[str, File]:
        """Return the files by address."""
        try:
            built = (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            self._files, self._built = {}, None
            return self._files
        if built != self._built:
            paths = [path for path in sorted(self.folder.rglob("*")) if path.is_file() and path.suffix in TYPES]
            self._files = {path.relative_to(self.folder).as_posix(): _read(path, self.folder) for path in paths}
            self._built = built
        return self._files

    def stylesheet(self) -> str | None:
        """Return the address of the stylesheet of the index page, for pages in plain HTML."""
        index = self.index()
        match = None if index is None else STYLESHEET.search(index.body.decode())
        return None if match is None else match[1]

    def index(self) -> File | None:
        """Return the index page in the language of the request; English if there is none in it."""
        files = self.files()
        return files.get(f"index.{language()}.html") or files.get(INDEX)

    def respond(self, request: Request, head: str | None = None) -> Response:
        """Return the file at an address, or the index page for an address that is handled in the browser.

        A browser also gets the index page, with the status 404, for an address with nothing at it.

        Args:
            head: HTML to be added to the head of the index page.

        Raises:
            HTTPException: 404, there is no such file or page, and the client does not accept HTML.
        """
        index = self.index()
        path = request.url.path.lstrip("/")
        file = index if path in ("", INDEX) else self.files().get(path)
        if file is None and not is_page(request.url.path):
            if index is None or "text/html" not in request.headers.get("accept", ""):
                raise HTTPException(404)
            return Response(index.body, 404, {"Cache-Control": "no-store", "Vary": BY_LANGUAGE}, index.type)
        file = file or index
        if file is None:
            return Response(NOT_BUILT, 503, {"Cache-Control": "no-store"}, "text/html; charset=utf-8")
        if head is not None and file is index:
            file = _add_head(file, head)
        return _send(file, request, {"Vary": BY_LANGUAGE} if file.type == TYPES[".html"] else None)


class AnywhereClient(BuiltClient):
    """The page that plays on its visitor's device, as `kingdoms site` has written it into a folder."""

    def respond(self, request: Request, head: str | None = None) -> Response:
        """Return the file at an address.

        Raises:
            HTTPException: 404, there is no such file.
        """
        path = request.url.path.removeprefix(ANYWHERE)
        if path == request.url.path:
            return RedirectResponse(ANYWHERE, 308)
        file = self.files().get(path or INDEX)
        if file is None:
            raise HTTPException(404)
        if path in ("", INDEX) and b"data-server=" not in file.body:
            file = _changed(file, file.body.replace(HOME, HOME + b' data-server="/"', 1))
        return _send(file, request, {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'"})

    def bytes(self) -> int | None:
        """Return how much a visitor fetches who wants to play without a connection; None if the folder has no such page."""
        files = self.files()
        return sum(len(file.zipped or file.body) for file in files.values()) or None


def _send(file: File, request: Request, more: Mapping[str, str] | None = None) -> Response:
    """Return the response with a file, which may be in the browser's cache already."""
    headers = {"Cache-Control": file.caching, "ETag": file.tag, **(more or {})}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.zipped
        vary = ", ".join(filter(None, ("Accept-Encoding", headers.get("Vary"))))
        headers |= {"Content-Encoding": "gzip", "Vary": vary}
    return Response(body, headers=headers, media_type=file.type)


def is_page(path: str) -> bool:
    """Return whether a path is that of one of the client's pages. None of them has a dot in its last part.

    Examples:
        >>> is_page("/g/x/review/12"), is_page("/games/"), is_page("/.git/config"), is_page("/wp-login.php")
        (True, True, False, False)
    """
    parts = [part for part in path.split("/") if part]
    return bool(_PAGE.fullmatch("/" + "/".join(parts))) and "." not in "".join(parts[-1:])


def _read(path: Path, folder: Path) -> File:
    """Read a file, and compress it unless that saves little."""
    body = path.read_bytes()
    zipped = body if path.suffix == ".bin" else gzip.compress(body, 9, mtime=0)
    return File(
        body=body,
        zipped=zipped if len(zipped) < len(body) * 0.9 else None,
        type=TYPES[path.suffix],
        tag=_tag(body),
        caching=FOREVER if path.relative_to(folder).parts[0] in DIGESTED else ASK_AGAIN,
    )


def _add_head(page: File, head: str) -> File:
    """Return a page with HTML added to its head; it is not compressed in advance."""
    return _changed(page, page.body.replace(b"</head>", f"  {head}\n  </head>".encode(), 1))


def _changed(page: File, body: bytes) -> File:
    """Return a page with another content."""
    return File(body=body, zipped=None, type=page.type, tag=_tag(body), caching=page.caching)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'
