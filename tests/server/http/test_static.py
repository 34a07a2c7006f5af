"""The page and its files."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from kingdoms.server.base.settings import SettingsError, read_settings
from kingdoms.server.http.static import FOREVER, HOME, NOT_BUILT, PAGES, AnywhereClient, BuiltClient, is_page
from tests.support.games.tested_games import SAMPLE

INDEX = "<!doctype html><title>built</title>" + "<p>text</p>" * 100
SCRIPT = "console.log('kingdoms');\n" * 200

NO_ZIP = {"Accept-Encoding": "identity"}


@pytest.fixture
def client_folder(sqlite_app: FastAPI, tmp_path: Path) -> Path:
    """The folder of a built client that the server serves."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-abc.js").write_text(SCRIPT)
    (folder / "notes.py").write_text("nobody's business")
    (tmp_path / "secret.txt").write_text("nobody's business")
    sqlite_app.state.client = BuiltClient(folder)
    return folder


async def get(client: httpx.AsyncClient, path: str, headers: Mapping[str, str] = NO_ZIP) -> httpx.Response:
    """Request a path exactly as written, including dots."""
    return await client.get(path, headers=headers)


async def test_pages_and_files_are_cached_and_compressed(client_folder: Path, client: httpx.AsyncClient) -> None:
    for path in ("/", "/new", "/g/3DbZB5BsGE2FV1-V", "/g/x/review", f"/rules/{SAMPLE}", "/claim/TOKEN", "/learn/"):
        answer = await get(client, path)
        assert (answer.status_code, answer.text) == (200, INDEX), path
        assert answer.headers["content-type"] == "text/html; charset=utf-8", path
        assert answer.headers["cache-control"] == "no-cache", path
    answer = await client.head("/", headers=NO_ZIP)
    assert (answer.status_code, int(answer.headers["content-length"])) == (200, len(INDEX))
    (client_folder / "index.html").write_text("a newer one")
    os.utime(client_folder / "index.html", ns=(1, 1))
    assert (await get(client, "/")).text == "a newer one"
    answer = await get(client, "/assets/index-abc.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    icon = await get(client, "/favicon.svg")
    assert (icon.headers["content-type"], icon.headers["cache-control"]) == ("image/svg+xml", "no-cache")
    async with client.stream("GET", "/assets/index-abc.js", headers={"Accept-Encoding": "gzip, br"}) as answer:
        raw = b"".join([piece async for piece in answer.aiter_raw()])
    assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(raw).decode() == SCRIPT
    assert len(raw) < len(SCRIPT) / 10
    tag = (await get(client, "/")).headers["etag"]
    answer = await get(client, "/new", NO_ZIP | {"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert (await get(client, "/", NO_ZIP | {"If-None-Match": '"other"'})).status_code == 200


async def test_nothing_else_is_a_file_or_a_page(
    sqlite_app: FastAPI, client_folder: Path, client: httpx.AsyncClient, tmp_path: Path
) -> None:
    """A program gets the usual error; a browser gets the client for what may be a page, which says so."""
    files = ("/assets/missing.js", "/notes.py", "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt")
    pages = ("/nowhere", "/.git/config", "/.env", "/wp-login.php", "/g", "/g/x/else", "/g/x/review/12/no", "/you/x.php")
    for path in (*files, "/assets/..%2f..%2fsecret.txt", *pages):
        answer = await get(client, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path
    for path in pages:
        page = await get(client, path, NO_ZIP | {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert (page.status_code, page.text, page.headers["cache-control"]) == (404, INDEX, "no-store"), path
        assert "etag" not in page.headers, path
    sqlite_app.state.client = BuiltClient(tmp_path / "none")
    answer = await get(client, "/g/abc")
    assert (answer.status_code, answer.text) == (503, NOT_BUILT), "without a build the page says so"
    assert (await get(client, "/assets/index.js")).status_code == 404


async def test_the_page_that_plays_without_a_server_is_served_beside_it(
    sqlite_app: FastAPI, client_folder: Path, client: httpx.AsyncClient
) -> None:
    files = {
        "index.html": f"<head>{HOME.decode()} data-parts='x' /></head>",
        "worker.js": SCRIPT,
        "assets/a-abc.js": SCRIPT,
        "device/parts-abc.json": "{}",
        "device/python-abc.bin": "pressed already" * 100,
        "device/pyodide-abc/pyodide.mjs": SCRIPT,
    }
    for path, content in files.items():
        (client_folder / path).parent.mkdir(parents=True, exist_ok=True)
        (client_folder / path).write_text(content)
    assert (await get(client, "/anywhere/")).status_code == 404, "this server has none"
    anywhere = AnywhereClient(read_settings(site=client_folder).site or client_folder)
    sqlite_app.state.anywhere = anywhere
    for path, content in files.items():
        answer = await get(client, f"/anywhere/{path}", {"Accept-Encoding": "gzip"})
        is_page = path == "index.html"
        assert answer.text == (content.replace(" data-parts", ' data-server="/" data-parts') if is_page else content)
        assert ("content-encoding" in answer.headers) == (content == SCRIPT), "what is compressed already stays as it is"
        assert answer.headers["cache-control"] == (FOREVER if "/" in path else "no-cache")
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"], path
        again = await get(client, f"/anywhere/{path}", {"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    assert (await get(client, "/anywhere/")).text == (await get(client, "/anywhere/index.html")).text
    assert (await get(client, "/anywhere")).headers["location"] == "/anywhere/"
    for path in ("games", "g/x", "assets/b.js", "notes.py", "../secret.txt", "%2e%2e/secret.txt"):
        assert (await get(client, f"/anywhere/{path}", {"Accept": "text/html"})).status_code == 404, path
    assert "'wasm-unsafe-eval'" not in (await get(client, "/")).headers["content-security-policy"]
    told = (await get(client, "/api/server")).json()["anywhere"]
    assert told == {"path": "/anywhere/", "bytes": anywhere.bytes()}
    assert len(files["device/python-abc.bin"]) < told["bytes"] < sum(map(len, files.values()))
    with pytest.raises(SettingsError, match=r"site .*a folder that `kingdoms site` has written"):
        read_settings(site=client_folder / "assets")


def test_the_server_knows_the_pages_of_the_client() -> None:
    """The client says in `router.svelte.ts` which pages there are, and `router.test.ts` which paths are none."""
    source = Path(__file__).parents[3] / "web" / "src"
    patterns = re.search(r"const PATTERNS = \{(.*?)\n\}", (source / "router.svelte.ts").read_text(), re.DOTALL)
    assert patterns
    assert [json.loads(f'"{path}"') for path in re.findall(r': "(.*)",', patterns[1])] == list(PAGES)
    cases = re.findall(r'^ *\["(/.*?)", \{ name: "(\w+)"', (source / "router.test.ts").read_text(), re.MULTILINE)
    assert len(cases) > 20
    for path, name in cases:
        assert is_page(path) == (name != "missing") or "%E0%A4%A" in path, path
