"""Finished games as pictures, and links to games as programs for link previews fetch them: pages without JavaScript."""

from __future__ import annotations

import asyncio
import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.drawing import film as drawing
from kingdoms.server.app.services import Services
from kingdoms.server.http.static import BuiltClient
from kingdoms.server.pictures import previews
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.answers import pictures
from tests.support.clients.http import Browser, play_random, solo_game
from tests.support.games.sample_game import ONE, OTHER, STEPS, opening
from tests.support.games.tested_games import SAMPLE

pytestmark = pytest.mark.sqlite


async def finish_game(browser: Browser) -> str:
    """Play the beginning of a game, end it and return its id."""
    game_id = str((await browser.new_game("me", "me"))["id"])
    await play_random(browser, game_id, seed=1, most=8)
    await browser.post(f"/games/{game_id}/seats/{ONE}/resign")
    return game_id


async def test_a_finished_game_is_drawn_and_no_other(ida: Browser, eve: Browser) -> None:
    running, game_id = (await ida.new_game("me", "me"))["id"], await finish_game(ida)
    for path in ("picture", "film"):
        assert await ida.refused("GET", f"/games/{running}/{path}") == (409, "not_over")
        assert await ida.refused("GET", f"/games/nothing/{path}") == (404, "no_game")
        assert await ida.refused("GET", f"/games/{game_id}/{path}", theme="pink") == (422, "invalid")
    assert await ida.refused("GET", f"/games/{game_id}/picture", number=10_000) == (404, "no_number")
    drawn = {}
    requests: list[tuple[str, dict[str, Any]]] = [("picture", {}), ("picture", {"number": 0}), ("film", {})]
    for path, params in [*requests, ("picture", {"theme": "dark"}), ("film", {"theme": "dark"})]:
        answer = await eve.send("GET", f"/games/{game_id}/{path}", **params)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), answer.text
        assert answer.headers["content-disposition"].endswith('.svg"')
        assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
        drawn[answer.text] = path
    assert len(drawn) == 5
    assert all(("<animate " in text) == (path == "film") for text, path in drawn.items())


async def test_a_film_is_drawn_once_for_all_who_ask_and_has_a_bounded_length(
    app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await finish_game(ida)
    services: Services = app.state.services
    calls = []
    ask = services.films.pool.ask

    async def counted(*arguments: object) -> object:
        calls.append(arguments)
        return await ask(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(services.films.pool, "ask", counted)
    answers = await asyncio.gather(*(ida.send("GET", f"/games/{game_id}/film") for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(calls) == 1
    monkeypatch.setattr(services.films.cache, "most", 1)
    await ida.send("GET", f"/games/{game_id}/film", theme="dark")
    assert [*services.films.cache.pictures] == [(game_id, "dark", "en")], "only so many are kept"

    async def fail(*_: object) -> str:
        raise BotFailed("its process died")

    monkeypatch.setattr(services.films.pool, "ask", fail)
    assert await ida.refused("GET", f"/games/{game_id}/film") == (503, "not_drawn")
    counts = []

    def note(frames: list[str], seconds: float) -> str:
        counts.append((len(frames), seconds))
        return ""

    monkeypatch.setattr(drawing, "film", note)
    for most in (240, 4):
        monkeypatch.setattr(drawing, "MOST_PICTURES", most)
        pictures.draw_film(GameMoment.from_game(services.games.by_id[game_id]), "light")
    (many, _), (few, pace) = counts
    assert few <= 6 < many
    assert pace == drawing.SLOWEST


PAGE = "<!doctype html><html><head><title>built</title></head><body></body></html>"


def tags_in(page: str) -> dict[str, str]:
    """Return the metadata in a page's head, by name."""
    tags = re.findall(r'<meta (?:property|name)="([^"<>]+)" content="([^"<>]*)" />', page.partition("<body")[0])
    return {name: unescape(content) for name, content in tags}


@pytest.fixture(autouse=True)
def _built(app: FastAPI, tmp_path: Path) -> None:
    """Serve a page that was built."""
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text(PAGE)
    app.state.client = BuiltClient(tmp_path / "page")


@pytest.fixture
def drawings(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn, from now on by nobody."""
    drawings: list[str] = []

    async def draw(account: object, patience: object, question: object, svg: str, width: int) -> bytes:
        drawings.append(svg)
        return b"picture %d" % len(drawings)

    monkeypatch.setattr(app.state.services.previews.pool, "ask", draw)
    return drawings


async def crawled(crawler: Browser, path: str) -> dict[str, str]:
    """Return the metadata of a page."""
    answer = await crawler.http.get(path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    return tags_in(answer.text)


async def test_an_invitation_says_who_invites_to_what(ida: Browser, eve: Browser) -> None:
    known = kingdoms.load_game(SAMPLE).known_rulings
    choices = ((ruling, value) for ruling in known for value in ruling.values or [] if value not in (None, ruling.default))
    ruling, value = next(choices)
    game_id = (await ida.new_game("me", "open", "bot:random", rulings={ruling.name: value}))["id"]
    tags = await crawled(eve, f"/g/{game_id}")
    assert tags["og:title"] == f"Ida invites you to {kingdoms.load_game(SAMPLE).title}"
    assert "At the table: Ida, Random. One seat is free." in tags["og:description"]
    assert f"{ruling.about} Here: {str(value).replace('_', ' ')}." in tags["og:description"]
    assert tags["og:url"] == f"http://localhost/g/{game_id}"
    assert tags["twitter:card"] == "summary_large_image"
    drawn = await eve.http.get(tags["og:image"])
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.content.startswith(b"\x89PNG")
    assert drawn.headers["cache-control"] == "public, max-age=60"
    await ida.ask("PUT", "/me", {"name": '"><script>x</script>'})
    game_id = (await ida.new_game("me", "open"))["id"]
    assert "<script" not in (await eve.http.get(f"/g/{game_id}")).text
    assert (await crawled(eve, f"/g/{game_id}"))["og:title"].startswith('"><script>x</script> invites')


async def test_a_preview_describes_the_game_and_is_the_same_for_all(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "open", position=opening().position()))["id"]
    waits = await eve.http.get(f"/g/{game_id}")
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    await ida.act(game_id, 0, STEPS[0])
    pages = {
        (await browser.http.get(f"/g/{game_id}{more}")).text
        for browser in (ida, bob, eve)
        for more in ("", "/text", "/review/3")
    }
    assert len(pages) == 1
    assert "invites" not in pages.pop()
    answer = await eve.http.get(f"/g/{game_id}", headers={"If-None-Match": waits.headers["etag"]})
    assert answer.status_code == 200
    assert (await eve.http.get(f"/g/{game_id}", headers={"If-None-Match": answer.headers["etag"]})).status_code == 304


async def test_a_preview_names_no_picture_where_none_can_be_drawn_and_says_nothing_where_there_is_no_game(
    ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("/", "/games", "/g/none", "/g/%00", "/claim/token"):
        assert await crawled(eve, path) == {}
    game_id = (await ida.new_game("me", "open"))["id"]
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    tags = await crawled(eve, f"/g/{game_id}")
    assert ("og:image" in tags, tags["twitter:card"]) == (False, "summary")
    assert await eve.refused("GET", f"/games/{game_id}/board.png") == (404, "no_picture")


@pytest.mark.usefixtures("drawings")
async def test_a_board_is_drawn_again_only_after_a_minute(ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await solo_game(ida)

    async def board() -> bytes:
        return (await eve.http.get(f"/api/games/{game_id}/board.png")).content

    assert {await board() for _ in range(3)} == {b"picture 1"}
    await ida.act(game_id, 0, STEPS[0])
    assert await board() == b"picture 1"
    monkeypatch.setattr(previews, "FRESH", -1.0)
    assert {await board() for _ in range(2)} == {b"picture 2"}


@pytest.mark.parametrize("game", [name for name in kingdoms.game_names() if kingdoms.load_game(name).has_secrets])
async def test_no_secrets_are_in_it(app: FastAPI, ida: Browser, eve: Browser, game: str, drawings: list[str]) -> None:
    """The picture shows an onlooker's view: it is the same for all hands."""
    game_id = (await ida.new_game("me", "me", game=game))["id"]
    await ida.settled(game_id)
    if (await eve.http.get(f"/api/games/{game_id}/board.png")).status_code == 404:
        return  # it has no pictures
    state = app.state.services.games.by_id[game_id].state
    assert drawings == [kingdoms.render_svg(state.view(None))]
    assert drawings[0] not in [kingdoms.render_svg(state.view(seat)) for seat in state.game.seats]
