"""The operator's notice to all, and the pages about the server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from kingdoms.client import Notice, Program
from kingdoms.server.base.settings import SettingsError, read_settings
from kingdoms.server.entrance import store
from kingdoms.server.entrance.pages import data_notices
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import limited
from tests.support.server.calendar import Calendar
from tests.support.server.launch import MakeClient, MakeSettings, serving

WORDS = "Down at 22:00 for ten minutes"


async def has_notice(browser: Browser, words: str | None) -> bool:
    """Return whether a visitor reads a notice, or None."""
    notice = (await browser.get("/server"))["notice"]
    return (None if notice is None else notice["text"]) == words


@pytest.mark.both_databases
async def test_open_pages_and_programs_get_a_notice_at_once(admin: Admin, address: str) -> None:
    async with Browser(address) as ida, Browser(address) as eve:
        game = await ida.new_game("me", "program", rulings=limited(3))
        seat = next(seat["seat"] for seat in game["seats"] if seat["kind"] == "program")
        token = (await ida.post(f"/games/{game['id']}/seats/{seat}/token"))["token"]
        moments = []

        async def follow() -> None:
            async with Program(address, token) as program:
                async for moment in program.moments():
                    moments.append(moment)

        following = asyncio.create_task(follow())
        async with ida.live(address, game["id"]) as live:
            assert "notice" not in await live.next("hello")
            await eventually(lambda: asyncio.sleep(0, bool(moments)))
            assert await admin.answers("notice", WORDS, "--minutes", "30")
            notice = (await live.next("notice"))["notice"]
            assert notice["text"] == WORDS
            assert notice["until"] > time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            assert await has_notice(eve, WORDS)
            await eventually(lambda: asyncio.sleep(0, moments[-1].kind == "notice"))
            assert moments[-1].notice == Notice(text=WORDS, until=notice["until"])
            async with eve.live(address, game["id"]) as late:
                assert (await late.next("hello"))["notice"] == notice
            await admin.does("notice", "--clear")
            assert (await live.next("notice"))["notice"] is None
            assert await has_notice(eve, None)
            await eventually(lambda: asyncio.sleep(0, moments[-1].notice is None))
        following.cancel()


async def test_a_notice_ends_and_survives_a_restart(sqlite_url: str, make_settings: MakeSettings, calendar: Calendar) -> None:
    settings = make_settings(database=sqlite_url)
    async with serving(settings) as app, Browser(app) as ida:
        await store.set_notice(app.state.database, WORDS, time.time() + 3600)
        await eventually(lambda: has_notice(ida, WORDS))
    async with serving(settings) as app, Browser(app) as ida:
        assert await has_notice(ida, WORDS)
        calendar.passes(3601)
        assert await has_notice(ida, None)
        await store.set_notice(app.state.database, "for ever")
        await eventually(lambda: has_notice(ida, "for ever"))
        await store.set_notice(app.state.database, "")
        await eventually(lambda: has_notice(ida, None))


async def test_wrong_notices_are_refused(admin: Admin) -> None:
    assert "200 characters" in await admin.refuses("notice", "x" * 201)
    assert "invisible" in await admin.refuses("notice", "Down\u202e")
    assert "--clear" in await admin.refuses("notice")
    assert "--clear" in await admin.refuses("notice", WORDS, "--clear")
    assert "has passed" in await admin.refuses("notice", WORDS, "--until", "2020-01-01")
    assert "until" in await admin.refuses("notice", WORDS, "--until", "2999-01-01", "--minutes", "1")


# -- pages ----------------------------------------------------------------------------------------------------------------


async def test_imprint_and_privacy_are_pages_or_addresses(
    sqlite_url: str, make_settings: MakeSettings, make_client: MakeClient, tmp_path: Path
) -> None:
    file = tmp_path / "imprint.txt"
    file.write_text("Ida <ida@example.org>\nHarbour Lane 1\n\nPhone & post\n", encoding="utf-8")
    settings = make_settings(
        database=sqlite_url, access="invitation", imprint=str(file), privacy="https://example.org/privacy?a=1"
    )
    async with serving(settings) as app, make_client(app) as stranger:
        server = (await stranger.get("/api/server")).json()
        assert (server["imprint"], server["privacy"]) == ("/imprint", "https://example.org/privacy?a=1")
        page = await stranger.get("/imprint")
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "<p>Ida &lt;ida@example.org&gt;<br>Harbour Lane 1</p>\n<p>Phone &amp; post</p>" in page.text
        away = await stranger.get("/privacy")
        assert (away.status_code, away.headers["Location"]) == (307, "https://example.org/privacy?a=1")
        file.unlink()
        assert (await stranger.get("/imprint")).status_code == 404


def test_a_wrong_page_is_refused_at_the_start() -> None:
    for page in ("ftp://example.org", "https://", "nothing.txt", "/"):
        with pytest.raises(SettingsError, match=r"it must be an address such as .*, or a text file"):
            read_settings(imprint=page)


async def test_the_page_about_data_is_for_everybody_and_follows_the_settings(client: httpx.AsyncClient) -> None:
    page = await client.get("/data")
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<h1>What is kept here</h1>" in page.text
    assert "passkey" in page.text
    for name in ("/imprint", "/privacy"):
        assert (await client.get(name)).status_code == 404, "without a setting there is no such page"
    usual = " ".join(data_notices(read_settings()))
    for words in ("365 days after the last use", "24 hours without a visit", "kept until they are deleted"):
        assert words in usual
    assert "let in" not in usual
    changed = " ".join(data_notices(read_settings(retention=90, lobby_hours=1.5, forget_after=30, access="list")))
    for words in ("90 days after their end", "1.5 hours without a visit", "not been here for 30 days", "by which invitation"):
        assert words in changed
    assert "{" not in usual + changed
    assert "not been here for 1 day," in " ".join(data_notices(read_settings(forget_after=1.0)))
