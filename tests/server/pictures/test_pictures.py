"""Finished games as pictures."""

from __future__ import annotations

import asyncio
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from fastapi import FastAPI

from kingdoms.drawing import film as drawing
from kingdoms.server.app.services import Services
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.answers import pictures
from tests.support.clients.http import Browser, play_random
from tests.support.games.sample_game import ONE

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def finish_game(browser: Browser) -> str:
    """Play the beginning of a game, end it and return its id."""
    game_id = str((await browser.new_game("me", "me"))["id"])
    await play_random(browser, game_id, seed=1, most=8)
    await browser.post(f"/games/{game_id}/seats/{ONE}/resign")
    return game_id


async def test_a_finished_game_is_drawn(ida: Browser, eve: Browser) -> None:
    game_id = await finish_game(ida)
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


async def test_pictures_that_cannot_be_drawn_are_refused(ida: Browser) -> None:
    running, over = (await ida.new_game("me", "me"))["id"], await finish_game(ida)
    for path in ("picture", "film"):
        assert await ida.refused("GET", f"/games/{running}/{path}") == (409, "not_over")
        assert await ida.refused("GET", f"/games/nothing/{path}") == (404, "no_game")
        assert await ida.refused("GET", f"/games/{over}/{path}", theme="pink") == (422, "invalid")
    assert await ida.refused("GET", f"/games/{over}/picture", number=10_000) == (404, "no_number")


async def test_a_film_is_drawn_once_for_all_who_ask(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_a_long_game_has_a_film_of_bounded_length(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await finish_game(ida)
    services: Services = app.state.services
    moment = GameMoment.from_game(services.games.by_id[game_id])
    counts = []

    def note(frames: list[str], seconds: float) -> str:
        counts.append((len(frames), seconds))
        return ""

    monkeypatch.setattr(drawing, "film", note)
    for most in (240, 4):
        monkeypatch.setattr(drawing, "MOST_PICTURES", most)
        pictures.draw_film(moment, "light")
    (many, _), (few, pace) = counts
    assert few <= 6 < many
    assert pace == drawing.SLOWEST
