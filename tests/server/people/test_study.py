"""What a person studies: merged in any order, kept for people with a passkey, joined at sign-in, exported and deleted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from kingdoms.puzzles.files import shipped
from kingdoms.server.database.tables import PuzzleRow
from kingdoms.table.answers.study import merge_studies
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser
from tests.support.games.tested_games import SAMPLE
from tests.support.server.mentions import mentions

Json = dict[str, Any]

NAMES = [puzzle.name for puzzle in shipped(SAMPLE)[:3]]
EMPTY: Json = {"puzzles": {}, "mistakes": {}, "days": [], "best": 0, "rating": None}


def attempt(at: int, right: bool, tries: int = 1, solved: bool | None = None) -> Json:
    solved = right if solved is None else solved
    return {"at": at, "right": right, "game": SAMPLE, "theme": "win", "points": 1000, "tries": tries, "solved": solved}


def mistake(at: int, loss: float, tries: int = 0, solved: bool = False, gone: bool = False) -> Json:
    return {"at": at, "game": SAMPLE, "seats": 2, "loss": loss, "tries": tries, "solved": solved, "gone": gone}


few, flags = st.integers(0, 3), st.booleans()
ratings = st.builds(lambda *of: dict(zip(("rating", "spread", "attempts"), of, strict=True)), few, few, few)
documents = st.fixed_dictionaries(
    {
        "puzzles": st.dictionaries(st.sampled_from(NAMES), st.builds(attempt, few, flags, few, flags)),
        "mistakes": st.dictionaries(st.sampled_from(["a/1", "a/2"]), st.builds(mistake, few, few, few, flags, flags)),
        "days": st.lists(st.sampled_from(["2026-11-27", "2026-11-28"]), unique=True),
        "best": few,
        "rating": st.none() | ratings,
    }
)


@given(documents, documents, documents)
def test_documents_are_merged_in_any_order_and_as_often_as_one_likes(one: Json, two: Json, three: Json) -> None:
    merged = merge_studies(one, two)
    assert merged == merge_studies(two, one)
    assert merge_studies(merged, two) == merged == merge_studies(one, merged)
    assert merge_studies(merged, three) == merge_studies(one, merge_studies(two, three))
    assert merged["puzzles"].keys() == one["puzzles"].keys() | two["puzzles"].keys()
    assert set(merged["days"]) == {*one["days"], *two["days"]}
    for name, entry in merged["puzzles"].items():
        both = [document["puzzles"][name] for document in (one, two) if name in document["puzzles"]]
        assert entry["solved"] == any(other["solved"] for other in both)
        assert entry["right"] == min(both, key=lambda other: (other["at"], other["right"]))["right"]


def test_only_the_newest_entries_are_kept() -> None:
    many = {f"p-{number:04}": attempt(number, True) for number in range(2000)}
    merged = merge_studies({"puzzles": many}, {"days": [f"20{n // 365:02}-01-{n % 365:03}" for n in range(1500)]})
    assert (len(merged["puzzles"]), min(merged["puzzles"]), len(merged["days"])) == (1500, "p-0500", 1000)
    assert merge_studies(merged, merged) == merged


@pytest.mark.both_databases
async def test_a_person_has_one_document_on_all_devices(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    first = EMPTY | {"puzzles": {NAMES[0]: attempt(10, True)}, "days": ["2026-11-27"], "best": 4}
    assert await ida.post("/me/study", first) == {"kept": False, "study": first}
    assert await ida.get("/me/study") == {"kept": False, "study": EMPTY}, "without a passkey nothing is kept"
    key = await add_passkey(ida)
    stored = await ida.post("/me/study", first)
    assert (stored["kept"], stored["study"]["rating"]["attempts"]) == (True, 1)
    assert stored["study"]["rating"]["rating"] > 25
    boast = {"rating": {"rating": 99.0, "spread": 0.1, "attempts": 99}}
    assert await ida.post("/me/study", first | boast) == stored, "each first attempt counts once, whatever a device claims"

    other_key = await add_passkey(bob)
    await bob.post("/me/study", EMPTY | {"puzzles": {NAMES[1]: attempt(5, False)}})
    (passkey,) = (await bob.get("/me/passkeys"))["passkeys"]
    await bob.post(f"/me/passkeys/{passkey['id']}/remove", {"proof": (await sign_in(bob, other_key))["proof"]})
    await sign_in(bob, key)
    joined = (await bob.get("/me/study"))["study"]
    assert list(joined["puzzles"]) == [NAMES[1], NAMES[0]]
    assert joined["rating"]["attempts"] == 2
    assert (await ida.get("/me/study"))["study"] == joined
    assert (await eve.get("/me/study"))["study"] == EMPTY

    data = (await ida.send("GET", "/me/data")).json()
    assert data["visitors"][0]["study"]["days"] == ["2026-11-27"]
    await ida.ask("DELETE", "/me/study", status=204)
    assert (await bob.get("/me/study")) == {"kept": True, "study": EMPTY}
    await ida.post("/me/study", first)
    await ida.post("/me/delete", {"proof": (await sign_in(ida, key))["proof"]}, status=204)
    assert await mentions(app.state.database, "2026-11-27") == []


async def test_people_who_send_the_same_puzzles_at_once_do_not_wait_for_each_other(
    two_servers: tuple[FastAPI, FastAPI],
) -> None:
    names = [puzzle.name for puzzle in shipped(SAMPLE)[:40]]
    async with Browser(two_servers[0]) as ida, Browser(two_servers[1]) as bob:
        for browser in (ida, bob):
            await add_passkey(browser)
        sent = [
            browser.post("/me/study", EMPTY | {"puzzles": {name: attempt(at, True) for at, name in enumerate(order)}})
            for browser, order in ((ida, names), (bob, names[::-1]))
        ]
        for answer in await asyncio.gather(*sent):
            assert answer["study"]["rating"]["attempts"] == len(names)
        async with two_servers[0].state.database.read_engine.connect() as connection:
            assert set(await connection.scalars(select(PuzzleRow.attempts))) == {2}


WRONG: tuple[Json, ...] = (
    {"puzzles": {"../x": attempt(1, True)}},
    {"puzzles": {NAMES[0]: attempt(-1, True)}},
    {"puzzles": {NAMES[0]: attempt(1, True) | {"more": 1}}},
    {"puzzles": {f"p{number}": attempt(1, True) for number in range(1501)}},
    {"mistakes": {"a/1": mistake(1, 2.0)}},
    {"mistakes": {"a": mistake(1, 0.2)}},
    {"days": ["today"]},
    {"best": -1},
    {"rating": {"rating": float("inf"), "spread": 1, "attempts": 1}},
    {"streak": 7},
)


@pytest.mark.sqlite
async def test_anything_else_is_refused(eve: Browser) -> None:
    for body in WRONG:
        assert (await eve.refused("POST", "/me/study", EMPTY | body))[0] in (400, 422), body
