"""Backups of the server's data, and a new key for it."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import func, select

from kingdoms.server.app.asgi import create_app
from kingdoms.server.database.tables import ServerRow
from kingdoms.server.visitors.identity import COOKIE, new_visitor
from kingdoms.server.visitors.keys import rotate
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, eventually, finished_game
from tests.support.games.sample_game import OTHER, STEPS, opening
from tests.support.server.launch import MakeSettings, running, serving
from tests.support.server.postgres import temporary_database
from tests.support.server.rows import scalar

# -- backups --------------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def playing_on(browser: Browser) -> AsyncIterator[str]:
    """Play a game as fast as possible."""
    game_id = (await browser.new_game("me", "me", position=opening().position()))["id"]
    stop = asyncio.Event()

    async def play() -> None:
        number = 0
        while not stop.is_set():
            await browser.act(game_id, number, STEPS[0])
            await browser.post(f"/games/{game_id}/undo", {"base": number + 1})
            number += 2

    task = asyncio.create_task(play())
    try:
        yield str(game_id)
    finally:
        stop.set()
        await task


@pytest_asyncio.fixture
async def new_url(database_url: str, tmp_path: Path, postgres_server: str) -> AsyncIterator[str]:
    """The URL of a new database, of the other kind than that of `app`."""
    if database_url.startswith("postgresql"):
        yield f"sqlite:///{tmp_path / 'other.db'}"
    else:
        async with temporary_database(postgres_server) as url:
            yield url


async def test_a_backup_is_consistent_and_restores_into_the_other_kind_of_database(
    app: FastAPI, admin: Admin, ida: Browser, make_settings: MakeSettings, tmp_path: Path, new_url: str
) -> None:
    """While the server runs and games are played. Cookies are valid at the new server, and games continue there."""
    over = await finished_game(ida)
    await admin.does("visitors", "ban", "--address", "192.0.2.7", "--reason", "x")
    waits = (await ida.new_game("me", "open"))["id"]
    file = tmp_path / "backup.gz"
    async with playing_on(ida) as game_id:
        backup = await admin.answers("backup", str(file))
    assert backup["rows"]["games"] == 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "already exists: choose another name" in await admin.refuses("backup", str(file))

    settings = make_settings(database=new_url, data=tmp_path / "elsewhere")
    restored = await Admin(settings).answers("restore", str(file))
    assert restored["rows"] == backup["rows"]
    assert (await Admin(settings).answers("check"))["faults"] == 0
    async with serving(settings) as restored_app, Browser(restored_app) as back:
        back.http.cookies.update(ida.http.cookies)
        assert await back.get("/me") == {"name": "Ida"}
        assert await back.get(f"/games/{over}/history") == await ida.get(f"/games/{over}/history")
        info = await back.get(f"/games/{game_id}")
        assert info["number"] <= (await ida.get(f"/games/{game_id}"))["number"]
        await back.act(game_id, info["number"], STEPS[0 if info["number"] % 2 == 0 else 1])
        await back.post(f"/games/{waits}/seats/{OTHER}/join")
        assert [deed["command"].split()[0] for deed in await Admin(settings).lines("log")] == ["restore", "visitors"]
        await Admin(settings).does("visitors", "ban", "--address", "192.0.2.8", "--reason", "y")
        assert [ban["reason"] for ban in await Admin(settings).lines("visitors", "bans")] == ["x", "y"]


async def test_the_key_comes_back_with_the_games(make_settings: MakeSettings, tmp_path: Path) -> None:
    """With the secret in a file: no cookies depend on the lost machine."""
    old_settings, new_settings = (make_settings(secret=None, data=tmp_path / name) for name in ("here", "there"))
    async with serving(old_settings) as app, Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        calls_by = (await ida.get("/push"))["key"]
        await Admin(old_settings).does("rotate-key")
        await Admin(old_settings).does("backup", str(tmp_path / "backup"))
        cookies = ida.http.cookies
    output = await Admin(new_settings).does("restore", str(tmp_path / "backup"))
    assert "0 games with 0 entries restored" in output
    assert (new_settings.data / "secret.key").read_text() == (old_settings.data / "secret.key").read_text()
    assert stat.S_IMODE((new_settings.data / "secret.key").stat().st_mode) == 0o600
    async with serving(new_settings) as restored_app, Browser(restored_app) as ida:
        ida.http.cookies.update(cookies)  # signed with the key before the present one
        assert await ida.get("/me") == {"name": "Ida"}
        assert (await ida.get("/push"))["key"] == calls_by, "that one has not changed with it"
    another_key = Admin(make_settings(data=tmp_path / "elsewhere", secret="quite another secret"))
    (tmp_path / "elsewhere").mkdir()
    assert "signed with a key other than KINGDOMS_SECRET" in await another_key.does("restore", str(tmp_path / "backup"))


def with_text(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Return a damage that replaces a text where it first stands in a backup."""
    return lambda backup: gzip.compress(gzip.decompress(backup).replace(old, new, 1))


def without_a_row(backup: bytes) -> bytes:
    lines = gzip.decompress(backup).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:-2] + lines[-1:]))


DAMAGES: tuple[tuple[Callable[[bytes], bytes], str], ...] = (
    (lambda backup: backup[: len(backup) // 2], "is damaged or cut off"),
    (without_a_row, "is damaged or cut off"),
    (with_text(b'{"table"', b"{table"), "is damaged or cut off"),
    (with_text(b'"revision": "0', b'"revision": "9'), "was made by another version of kingdoms"),
    (with_text(b'"revision": "01', b'"revision": "00'), "was made by a development build before 0.1.0"),
    (with_text(b'"table": "seats"', b'"table": "chairs"'), "has a table chairs that is unknown"),
    (lambda _: b"this is a text", "is not a backup, or is damaged"),
    (lambda _: gzip.compress(b'{"a": 1}\n'), "is not a backup made by kingdoms admin backup"),
    (lambda _: b"", "is not a backup made by kingdoms admin backup"),
)


async def test_games_are_replaced_by_force_while_no_server_runs_and_never_by_a_damaged_backup(
    database_url: str, make_settings: MakeSettings, tmp_path: Path
) -> None:
    settings = make_settings(database=database_url, secret=None)
    admin, file = Admin(settings), tmp_path / "backup"
    async with serving(settings) as app, Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        first = (await ida.new_game("me", "me", position=opening().position()))["id"]
        await ida.act(first, 0, STEPS[0])
        await admin.does("backup", str(file))
        second = (await ida.new_game("me", "open"))["id"]
        await eventually(lambda: scalar(app, select(func.count() == 1).select_from(ServerRow)))
        assert "stop" in await admin.refuses("restore", str(file), "--force")
        cookie = ida.http.cookies[COOKIE]
    before, backup = await admin.lines("games", "list"), file.read_bytes()
    assert {game["id"] for game in before} == {first, second}
    assert "holds 2 games, which would be lost: give --force" in await admin.refuses("restore", str(file))
    for damage, expected in DAMAGES:
        file.write_bytes(damage(backup))
        assert expected in await admin.refuses("restore", str(file), "--force"), expected
        assert not list(settings.data.glob(".*")), expected
    assert await admin.lines("games", "list") == before
    assert (await admin.answers("check"))["faults"] == 0
    assert create_app(settings).state.identity.read(cookie) is not None
    file.write_bytes(backup)
    key = (settings.data / "secret.key").read_text()
    (settings.data / "secret.key").write_text("another key that is long enough\n")
    await admin.does("restore", str(file), "--force")
    assert [game["id"] for game in await admin.lines("games", "list")] == [first]
    assert (settings.data / "secret.key").read_text() == key


async def test_a_failed_backup_or_restore_leaves_nothing_behind(make_settings: MakeSettings, tmp_path: Path) -> None:
    """A backup needs the key: without a data folder, it lasts only as long as the server."""
    settings = make_settings()
    async with serving(settings):
        assert "cannot be written: No such file" in await Admin(settings).refuses("backup", str(tmp_path / "no" / "backup"))
        elsewhere = Admin(make_settings(database=settings.database_url, secret=None, data=tmp_path / "elsewhere"))
        assert "give the server's data folder with --data" in await elsewhere.refuses("backup", str(tmp_path / "backup"))
    (tmp_path / "text").write_text("a text")
    new = Admin(make_settings(data=tmp_path / "new"))
    assert "there is no file" in await new.refuses("restore", str(tmp_path / "nothing"))
    assert "is not a backup" in await new.refuses("restore", str(tmp_path / "text"))
    assert {path.name for path in tmp_path.iterdir()} == {"data", "text"}


# -- the key --------------------------------------------------------------------------------------------------------------


async def test_cookies_stay_valid_with_a_new_key(make_settings: MakeSettings) -> None:
    settings = make_settings(secret=None)
    assert "there is no signing key" in await Admin(settings).refuses("rotate-key")
    async with serving(settings) as app, Browser(app) as ida, Browser(app) as bob:
        for browser, name in ((ida, "Ida"), (bob, "Bob")):
            await browser.ask("PUT", "/me", {"name": name})
        before = ida.http.cookies[COOKIE]
        answer = await Admin(settings).answers("rotate-key", "--keep-old", "10")
        assert answer["old_key_until"].startswith("20")

        async def has_a_new_cookie() -> bool:
            assert await ida.get("/me") == {"name": "Ida"}
            return bool(ida.http.cookies[COOKIE] != before)

        await eventually(has_a_new_cookie)
        assert "set-cookie" not in (await ida.send("GET", "/me")).headers
        await Admin(settings).does("rotate-key", "--keep-old", "0")
        await bob.until("/me", lambda answer: answer == {"name": None})


def test_a_server_that_has_not_reloaded_accepts_cookies_of_the_new_key(make_settings: MakeSettings) -> None:
    """Otherwise a server with an outdated key would give the visitor a new identity."""
    settings = make_settings(secret=None)
    first_app, second_app = create_app(settings), create_app(settings)
    rotate(settings, 1.0)
    cookie = first_app.state.identity.sign(new_visitor())
    assert first_app.state.identity.keys.current != second_app.state.identity.keys.current
    assert second_app.state.identity.read(cookie) is not None


async def test_a_configured_key_is_changed_in_the_configuration(make_settings: MakeSettings) -> None:
    old = make_settings()
    assert "is set by KINGDOMS_SECRET: set a new one there" in await Admin(old).refuses("rotate-key")
    async with serving(old) as app, Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        cookies = ida.http.cookies
    restarted_app = create_app(make_settings(secret="a new secret for tests", old_secret="a secret for tests only"))
    async with running(restarted_app), Browser(restarted_app) as ida:
        ida.http.cookies.update(cookies)
        assert await ida.get("/me") == {"name": "Ida"}
        assert ida.http.cookies[COOKIE] != cookies[COOKIE]
