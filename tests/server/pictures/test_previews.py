"""Links to games as programs for link previews fetch them: pages without JavaScript."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.server.app.services import Services
from kingdoms.server.http.static import BuiltClient
from kingdoms.server.pictures import previews
from tests.support.clients.http import Browser, Json
from tests.support.games.sample_game import OTHER, STEPS, opening
from tests.support.games.tested_games import SAMPLE

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PAGE = "<!doctype html><html><head><title>built</title></head><body></body></html>"


class Tags(HTMLParser):
    """The tags in a page's head, by name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.head = True
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.head = self.head and tag != "body"
        if tag == "meta" and self.head:
            self.found[str(attributes.get("property") or attributes["name"])] = str(attributes["content"])


@pytest.fixture(autouse=True)
def _built(app: FastAPI, tmp_path: Path) -> None:
    """Serve a page that was built."""
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text(PAGE)
    app.state.client = BuiltClient(tmp_path / "page")


async def crawled(crawler: Browser, path: str) -> dict[str, str]:
    """Return the metadata of a page."""
    answer = await crawler.http.get(path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    return Tags(answer.text).found


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


async def test_pages_that_are_about_no_game_say_nothing(eve: Browser) -> None:
    for path in ("/", "/games", "/g/none", "/g/%00", "/claim/token"):
        assert await crawled(eve, path) == {}


async def test_no_picture_is_named_where_none_can_be_drawn(ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    tags = await crawled(eve, f"/g/{game_id}")
    assert ("og:image" in tags, tags["twitter:card"]) == (False, "summary")
    assert await eve.refused("GET", f"/games/{game_id}/board.png") == (404, "no_picture")


async def test_a_board_is_drawn_again_only_after_a_minute(
    app: FastAPI, ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    drawn: list[str] = []

    async def draw(account: object, patience: object, question: object, svg: str, width: int) -> bytes:
        drawn.append(svg)
        return b"picture %d" % len(drawn)

    monkeypatch.setattr(services.previews.pool, "ask", draw)
    game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]

    async def board() -> bytes:
        return (await eve.http.get(f"/api/games/{game_id}/board.png")).content

    assert {await board() for _ in range(3)} == {b"picture 1"}
    await ida.act(game_id, 0, STEPS[0])
    assert await board() == b"picture 1"
    monkeypatch.setattr(previews, "FRESH", -1.0)
    assert {await board() for _ in range(2)} == {b"picture 2"}


@pytest.mark.parametrize("game", [name for name in kingdoms.game_names() if kingdoms.load_game(name).has_secrets])
async def test_no_secrets_are_in_it(
    app: FastAPI, ida: Browser, eve: Browser, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture shows an onlooker's view: it is the same for all hands."""
    drawings: list[Json] = []
    services: Services = app.state.services

    async def draw(account: object, patience: object, question: object, svg: str, width: int) -> bytes:
        drawings.append({"svg": svg})
        return b"drawn"

    monkeypatch.setattr(services.previews.pool, "ask", draw)
    game_id = (await ida.new_game("me", "me", game=game))["id"]
    await ida.settled(game_id)
    if (await eve.http.get(f"/api/games/{game_id}/board.png")).status_code == 404:
        return  # it has no pictures
    state = services.games.by_id[game_id].state
    hands = [kingdoms.render_svg(state.view(seat)) for seat in state.game.seats]
    assert json.dumps(drawings[0]) == json.dumps({"svg": kingdoms.render_svg(state.view(None))})
    assert drawings[0]["svg"] not in hands
