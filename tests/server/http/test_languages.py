"""Each request is answered in its language, however many are answered at once."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from fastapi import FastAPI

from kingdoms import texts
from kingdoms.core.registry import game_class, game_names
from kingdoms.server.http.languages import COOKIE, language_of
from kingdoms.server.http.static import BuiltClient
from tests.support.clients.http import Browser, at_a_port
from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE

pytestmark = pytest.mark.sqlite

TAGS = ("en", "de", "fr", "es")
REQUESTS = 300


def in_words(key: str) -> dict[str, str]:
    """Return a text in each language."""
    words = {}
    for tag in TAGS:
        with texts.speaking(tag):
            words[tag] = texts.text(key)
    return words


@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "tag"),
    [
        ("", "", "", "en"),
        ("lang=de", f"{COOKIE}=fr", "es", "de"),
        ("lang=tlh", f"{COOKIE}=fr", "es", "fr"),
        ("", f"a=b; {COOKIE}=es", "fr", "es"),
        ("", f"x{COOKIE}=es", "fr-CH, en;q=0.5", "fr"),
        ("", f"{COOKIE}=<script>", "en;q=0.3, de-AT;q=0.8, fr;q=no", "de"),
        ("", "", "de;q=0, *", "en"),
        ("lang=" + "x" * 10_000, "", ",".join(["tlh"] * 10_000), "en"),
    ],
)
def test_the_language_is_chosen_by_address_then_cookie_then_browser(query: str, cookie: str, accepted: str, tag: str) -> None:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", accepted.encode())]
    assert language_of({"headers": headers, "query_string": query.encode()}) == tag


async def test_hundreds_of_requests_at_once_are_each_answered_in_their_language(ida: Browser) -> None:
    info = await ida.new_game("me", "bot:random")
    titles = {}
    for tag in TAGS:
        with texts.speaking(tag):
            titles[tag] = [game_class(name).title for name in game_names()]
    unknown, roads = in_words("error.no_game"), in_words("error.not_found")
    assert len(set(unknown.values())) == len(set(roads.values())) == len(TAGS)

    async def ask(tag: str, kind: int) -> tuple[str, Any, Any]:
        way: Any = {"params": {"lang": tag}} if kind % 2 else {"headers": {"Accept-Language": f"{tag}-XX, tlh;q=0.9"}}
        path = ("catalogue", "games/nothing", f"nothing/{info['id']}")[kind // 2]
        answer = (await ida.http.get(f"/api/{path}", **way)).json()
        text = answer["error"]["message"] if kind >= 2 else [game["title"] for game in answer["games"]]
        return tag, text, (titles, unknown, roads)[kind // 2][tag]

    dice = random.Random(1)
    answers = await asyncio.gather(*(ask(dice.choice(TAGS), dice.randrange(6)) for _ in range(REQUESTS)))
    assert {tag for tag, _, _ in answers} == set(TAGS)
    assert [(tag, said) for tag, said, expected in answers if said != expected] == []


async def test_two_at_a_table_and_a_program_read_the_same_event_each_in_their_language(
    app: FastAPI, ida: Browser, bob: Browser
) -> None:
    info = await ida.new_game("me", "open", public=True)
    await bob.post(f"/games/{info['id']}/seats/{OTHER}/join")
    async with at_a_port(app) as address:
        german = ida.listening(address, info["id"], lang="de")
        spanish = bob.listening(address, info["id"], lang="es", texts="short")
        async with german as to_ida, spanish as to_bob:
            await ida.post(f"/games/{info['id']}/seats/{ONE}/resign")
            said = [await live.next("entry") for live in (to_ida, to_bob)]
    name = game_class(SAMPLE).seat_names
    for message, tag in zip(said, ("de", "es"), strict=True):
        with texts.speaking(tag):
            assert message["entry"]["events"][0]["text"] == texts.text("table.resigned", who=name[ONE])
            assert all(f'"{name[seat]}"' in json.dumps(message["view"], ensure_ascii=False) for seat in (ONE, OTHER))


async def test_the_index_page_is_in_the_language(app: FastAPI, eve: Browser, tmp_path: Any) -> None:
    for tag, title in (("", "English"), (".de", "Deutsch")):
        (tmp_path / f"index{tag}.html").write_text(f"<html><head></head>{title}</html>")
    app.state.client = BuiltClient(tmp_path)
    for headers, title in (({}, "English"), ({"Accept-Language": "de"}, "Deutsch"), ({"Accept-Language": "fr"}, "English")):
        page = await eve.http.get("/games", headers={"Accept": "text/html", **headers})
        assert title in page.text
        assert "Accept-Language" in page.headers["Vary"]


async def test_the_language_that_a_visitor_has_chosen_is_kept(ida: Browser, eve: Browser) -> None:
    assert await ida.get("/me") == {"name": "Ida"}
    await ida.ask("PUT", "/me/language", {"language": "de"}, status=204)
    assert await ida.get("/me") == {"name": "Ida", "language": "de"}
    await eve.ask("PUT", "/me/language", {"language": "es"}, status=204)
    assert await eve.get("/me") == {"name": None}
    assert await ida.refused("PUT", "/me/language", {"language": "tlh"}) == (422, "invalid")


async def test_a_name_cannot_claim_to_be_the_host_in_any_language(ida: Browser) -> None:
    for tag in TAGS:
        with texts.speaking(tag):
            roles = texts.text("error.roles").split()
        for role in roles:
            assert await ida.refused("PUT", "/me", {"name": role}) == (422, "invalid"), role
