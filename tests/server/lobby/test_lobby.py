"""Before and around a game: making it, finding it, taking seats, links, bots that stand in, playing once more."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from fastapi import FastAPI
from of_games import SAMPLE
from playing import Browser, Json, either, eventually, legal_now, play_random
from sample import (
    ABSENT,
    END,
    FIRST,
    ONE,
    OTHER,
    SECOND,
    SLOW,
    STEPS,
    THIRD,
    UNWRITTEN,
    USUAL,
    begins,
    limited,
    opening,
    seated,
    seats,
    soonest,
)

import kingdoms
from kingdoms import Random
from kingdoms.bots import BOTS
from kingdoms.bots.match import ROUNDS
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class
from kingdoms.server.lobby import store as lobby_store
from kingdoms.server.services import Services
from kingdoms.server.table import live_games
from kingdoms.server.table.changes import Listeners
from kingdoms.testing import random_action

TWO = seated("me", "open")


def seat(info: Json, name: str) -> Json:
    found: Json = next(seat for seat in info["seats"] if seat["seat"] == name)
    return found


# -- new games ----------------------------------------------------------------------------------------------------------


async def test_every_kind_of_seat(ida: Browser) -> None:
    first, second, third, fourth = seats(4)
    asked = [
        {"seat": fourth, "kind": "shared", "name": " Anna "},
        {"seat": third, "kind": "program", "name": "Deep Green"},
        {"seat": second, "kind": "bot", "bot": SLOW},
        {"seat": first, "kind": "me"},
    ]
    info = await ida.post("/games", {"game": SAMPLE, "seats": asked, "public": True}, status=201)
    shown = [(s["seat"], s["name"], s["kind"], s["bot"], s["you"], s["present"]) for s in info["seats"]]
    assert shown == [
        (first, "Ida", "person", None, True, True),
        (second, BOTS.find(SLOW, SAMPLE).called, "bot", SLOW, False, True),
        (third, "Deep Green", "program", None, False, False),
        (fourth, "Anna", "person", None, True, True),
    ]
    assert (info["status"], info["you"], info["host"], info["public"]) == ("playing", [first, fourth], True, True)
    assert info["started"]
    assert len(info["id"]) == 16


async def test_what_other_visitors_see_of_a_game(ida: Browser, bob: Browser) -> None:
    made = await ida.new_game("me", "open")
    told = await bob.get(f"/games/{made['id']}")
    assert (told["host"], told["you"], seat(told, ONE)["you"]) == (False, [], False)
    assert {**told, "host": True, "you": [ONE], "seats": made["seats"]} == made


@pytest.mark.parametrize("name", ["Ida\u202e", "I\u200bda", "\u2066Ida", "Ida\ufeff", "Ida\ue000", "Ida\u2028x"])
async def test_names_have_nothing_unseen(ida: Browser, bob: Browser, name: str) -> None:
    answer = await ida.send("PUT", "/me", {"name": name})
    assert answer.status_code == 422
    assert "a name can't have invisible or direction-changing characters" in answer.json()["error"]["message"]
    assert (await ida.get("/me"))["name"] == "Ida"
    game_id = (await ida.new_game("me", "open"))["id"]
    assert (await bob.refused("POST", f"/games/{game_id}/seats/{OTHER}/join", {"name": name}))[0] == 422


@pytest.mark.parametrize("name", ["I" + "\u0301" * 5 + "da", "Ida" + "\u0336" * 20])
async def test_accents_do_not_pile_up(ida: Browser, name: str) -> None:
    answer = await ida.send("PUT", "/me", {"name": name})
    assert answer.status_code == 422
    assert "a name can't have more than 3 accents on a letter" in answer.json()["error"]["message"]


@pytest.mark.parametrize("name", ["\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "Vi\u1ec7t", "\u0e17\u0e35\u0e48"])
async def test_accents_of_living_scripts_are_welcome(ida: Browser, name: str) -> None:
    assert (await ida.ask("PUT", "/me", {"name": name}))["name"]


@pytest.mark.parametrize(
    "name", ["Operator", "the host", "\u041cas\u0442er", BOTS.find(SLOW, SAMPLE).called + " 2", "level:3", "Admin!", "a bot"]
)
async def test_people_do_not_pretend_to_be_bots_or_in_charge(ida: Browser, bob: Browser, name: str) -> None:
    answer = await ida.send("PUT", "/me", {"name": name})
    assert answer.status_code == 422
    assert "a name can't claim to be a bot, the host or the operator" in answer.json()["error"]["message"]
    seats = [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "shared", "name": name}]
    assert (await ida.refused("POST", "/games", {"game": SAMPLE, "seats": seats}))[0] == 422
    seats[1]["kind"] = "program"
    assert seat(await ida.post("/games", {"game": SAMPLE, "seats": seats}, status=201), OTHER)["name"] == name
    game_id = (await ida.new_game("me", "open"))["id"]
    assert (await bob.refused("POST", f"/games/{game_id}/seats/{OTHER}/join", {"name": name}))[0] == 422


@pytest.mark.parametrize("name", ["Robot", "Ghost", "Hostess", "Amaster"])
async def test_words_that_only_contain_a_role_are_welcome(ida: Browser, name: str) -> None:
    assert (await ida.ask("PUT", "/me", {"name": name})) == {"name": name}


@pytest.mark.parametrize("name", ["Ida", "IDA", "\uff29da", " ida ", "lda", "Id\u0430"])
async def test_nobody_has_the_name_of_another_at_the_table(ida: Browser, bob: Browser, name: str) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    info = await bob.post(f"/games/{game_id}/seats/{OTHER}/join", {"name": name})
    assert [seat(info, ONE)["name"], seat(info, OTHER)["name"]] == ["Ida", f"{name.strip()} 2"]


async def test_a_name_is_chosen_and_goes_with_a_seat(eve: Browser) -> None:
    assert await eve.get("/me") == {"name": None}
    assert seat(await eve.new_game("me", "open"), ONE)["name"] == "You"
    assert await eve.ask("PUT", "/me", {"name": "  Eve "}) == {"name": "Eve"}
    assert await eve.ask("PUT", "/me", {"name": "Eva"}) == {"name": "Eva"}
    assert await eve.get("/me") == {"name": "Eva"}
    assert seat(await eve.new_game("me", "open"), ONE)["name"] == "Eva"
    for wrong in ("", "   ", "x" * 31, "a\x07b", "\ud800", None, 7):
        assert await eve.refused("PUT", "/me", {"name": wrong}) == (422, "invalid"), wrong


async def test_rulings(ida: Browser) -> None:
    """Only values other than the defaults are named."""
    ruling = kingdoms.load_game(SAMPLE).known_rulings[0]
    assert len(ruling.values) > 1
    for value in ruling.values:
        told = (await ida.new_game("me", "open", rulings={ruling.name: value}))["rulings"]
        assert told == ({} if value == ruling.default else {ruling.name: value})


HEADER = {"kingdoms": 1, "game": SAMPLE, "rules_version": 1, "seats": [ONE, OTHER]}
SEATS = {"seats": TWO}


def record(*actions: str) -> str:
    """Return a record of a game of two in which the other seat begins."""
    return "\n".join(json.dumps(line) for line in (HEADER, *({"action": action} for action in (begins(OTHER), *actions))))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (None, 422, "invalid"),
        ([], 422, "invalid"),
        ({}, 422, "invalid"),
        (SEATS | {"game": "chess"}, 400, "unknown_game"),
        (SEATS | {"colour": "red"}, 422, "invalid"),
        ({"seats": []}, 400, "seats"),
        ({"seats": TWO[:1]}, 400, "seats"),
        ({"seats": [TWO[0], TWO[0]]}, 400, "seats"),
        ({"seats": [TWO[0], {"seat": ABSENT, "kind": "me"}]}, 400, "seats"),
        ({"seats": [TWO[0], {"seat": "Q", "kind": "me"}]}, 400, "seats"),
        ({"seats": [TWO[0], {"seat": OTHER, "kind": "ghost"}]}, 422, "invalid"),
        ({"seats": [TWO[0], {"seat": OTHER, "kind": "me", "name": ""}]}, 422, "invalid"),
        ({"seats": [TWO[0], {"seat": OTHER, "kind": "bot", "bot": "stockfish"}]}, 400, "bot"),
        ({"seats": [TWO[0], {"seat": OTHER, "kind": "bot", "bot": f"{USUAL}:depth=9"}]}, 400, "bot"),
        ({"seats": [TWO[0]] * 9}, 422, "invalid"),
        (SEATS | {"rulings": {"no such ruling": "any"}}, 400, "rulings"),
        (SEATS | {"rulings": {"\ud800": "\ud800"}}, 400, "rulings"),
        (SEATS | {"rulings": [1]}, 422, "invalid"),
        (SEATS | {"minutes": 0}, 422, "invalid"),
        (SEATS | {"minutes": -1}, 422, "invalid"),
        (SEATS | {"minutes": 1e9}, 422, "invalid"),
        (SEATS | {"public": "maybe"}, 422, "invalid"),
        (SEATS | {"record": ""}, 400, "record"),
        (SEATS | {"record": "hello"}, 400, "record"),
        (SEATS | {"record": record(END, UNWRITTEN[0])}, 400, "notation"),
        (SEATS | {"record": record(UNWRITTEN[1])}, 400, "notation"),
        (SEATS | {"record": record(begins(OTHER))}, 400, "not_asked"),
        (SEATS | {"record": record() + '\n{"outcome": {}}'}, 400, "record"),
        (SEATS | {"position": {}}, 400, "unknown_game"),
        (SEATS | {"position": {"game": SAMPLE}}, 400, "position"),
        (SEATS | {"position": []}, 422, "invalid"),
        (SEATS | {"from": {"id": "nosuchgame", "number": 0}}, 404, "no_game"),
        (SEATS | {"from": {"id": "\x00", "number": 0}}, 404, "no_game"),
        (SEATS | {"from": {"id": "x", "number": -1}}, 422, "invalid"),
        (SEATS | {"record": record(), "position": {}}, 422, "invalid"),
        ({"seats": [TWO[0], {"seat": ABSENT, "kind": "me"}], "record": record()}, 422, "seats"),
    ],
)
async def test_games_that_cannot_be(ida: Browser, body: Any, status: int, code: str) -> None:
    answer = await ida.http.post("/api/games", content=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert await ida.get("/games", which="mine") == {"games": []}


async def test_a_record_is_played_on(ida: Browser) -> None:
    record = Record(kingdoms.load_game(SAMPLE, seats=[ONE, OTHER], rulings=limited(9)))
    for action in (begins(OTHER), END, END):
        record.apply(action)
    record.call("time")
    info = await ida.new_game("me", "me", record="\n".join(record.lines()) + "\n")
    assert (info["number"], info["status"], info["rulings"]) == (4, "playing", limited(9))
    entries = (await ida.get(f"/games/{info['id']}/history"))["entries"]
    assert [(each["number"], each["action"], each["call"]) for each in entries] == [
        (1, begins(OTHER), None),
        (2, END, None),
        (3, END, None),
        (4, None, "time"),
    ]
    seen = (await ida.get(f"/games/{info['id']}/view"))["view"]
    assert seen == (await ida.post("/sandbox", {"position": record.state.position()}))["view"] | {"seat": seen["seat"]}
    assert await ida.act(info["id"], 4, (await ida.choices(info["id"]))[0]) == 5


async def test_a_finished_record_can_be_looked_at(ida: Browser) -> None:
    record = Record(kingdoms.load_game(SAMPLE, seats=[ONE, OTHER], rulings=limited(1)))
    rng = Random(1)
    while not record.state.is_terminal():
        record.apply(random_action(record.state, rng))
    info = await ida.new_game("me", "open", record="\n".join(record.lines()))
    assert info["status"] == "lobby"
    info = await ida.post(f"/games/{info['id']}/seats/{OTHER}/join")
    outcome = record.state.outcome()
    assert outcome is not None
    assert (info["status"], info["outcome"], info["to_move"]) == ("over", outcome.to_json(), None)


async def test_a_position_is_played_on(ida: Browser) -> None:
    state = opening().child(END)
    info = await ida.post("/games", {"seats": seated("me", "me"), "position": state.position()}, status=201)
    assert (info["number"], info["to_move"], info["round"]) == (0, OTHER, state.view(None).round)
    found = await ida.get(f"/games/{info['id']}/view")
    assert found["ask"]["question"] == state.view(OTHER).question
    assert await ida.act(info["id"], 0, END) == 1
    record = Record.parse((await ida.send("GET", f"/games/{info['id']}/record")).text.split("\n"))
    assert record.position == state.position()


async def test_a_game_branches_off_from_another(ida: Browser, bob: Browser) -> None:
    info = await play_random(ida, (await ida.new_game("me", "me"))["id"], seed=1, most=8)
    game_id, number = info["id"], info["number"]
    assert number >= 9
    body = {"seats": seated("me", "open"), "from": {"id": game_id, "number": 5}}
    branch = await bob.post("/games", body, status=201)
    assert (branch["from"], branch["number"], branch["status"]) == ({"id": game_id, "number": 5}, 5, "lobby")
    assert (await bob.get(f"/games/{branch['id']}/history")) == {"entries": [], "more": False}
    await ida.post(f"/games/{branch['id']}/seats/{OTHER}/join")
    old, new = (await ida.get(f"/games/{game_id}/view", number=5)), await ida.get(f"/games/{branch['id']}/view", seat=OTHER)
    assert {**old["view"], "seat": OTHER} == new["view"]
    body["from"] = {"id": game_id, "number": number + 1}
    assert await bob.refused("POST", "/games", body) == (422, "invalid")


async def test_games_of_bots_alone_end(ida: Browser) -> None:
    assert (await ida.new_game("bot", "bot"))["rulings"] == limited(ROUNDS)
    assert (await ida.new_game("bot", "bot", rulings=limited(7)))["rulings"] == limited(7)
    assert (await ida.new_game("bot", "me"))["rulings"] == {}


# -- lists --------------------------------------------------------------------------------------------------------------


async def ids(browser: Browser, which: str) -> list[str]:
    return [info["id"] for info in (await browser.get("/games", which=which))["games"]]


async def test_lists(ida: Browser, bob: Browser, eve: Browser) -> None:
    hidden = (await ida.new_game("me", "open"))["id"]
    first = (await ida.new_game("me", "open", public=True))["id"]
    second = (await ida.new_game("me", "open", "open", public=True))["id"]
    watched = (await bob.new_game("me", "me", public=True))["id"]
    assert await ids(eve, "open") == [second, first]
    assert await ids(eve, "mine") == []
    assert await ids(eve, "running") == [watched]
    assert await ids(ida, "mine") == [second, first, hidden]
    await bob.post(f"/games/{first}/seats/{OTHER}/join")
    assert await ids(ida, "open") == [second]
    assert await ids(ida, "running") == [watched, first]
    assert await ids(bob, "mine") == [watched, first]
    for wrong in ({"which": "all"}, {}):
        assert await ida.refused("GET", "/games", **wrong) == (422, "invalid")


async def test_ids_that_no_game_has(ida: Browser) -> None:
    for wrong in ("x", "x" * 16, "%00", "a%2Fb", "ä", "x" * 500):
        assert await ida.refused("GET", f"/games/{wrong}") in ((404, "no_game"), (404, "not_found")), wrong
    assert await ida.refused("POST", "/games/none/actions", {"base": 0, "action": END}) == (404, "no_game")


async def test_the_catalogue(ida: Browser) -> None:
    game = next(each for each in (await ida.get("/catalogue"))["games"] if each["name"] == SAMPLE)
    kind = game_class(SAMPLE)
    assert (game["secrets"], game["timed"]) == (kind.has_secrets, "time" in kind.record_calls)
    assert game["players"] == {str(number): list(seats(number)) for number in kind.player_counts}
    assert game["seat_names"] == dict(kind.seat_names)
    assert game["near_seat"] in ("", *game["seats"])
    told = [(each["name"], each["about"], each["values"], each["default"]) for each in game["rulings"]]
    assert told == [(each.name, each.about, list(each.values) or None, each.default) for each in kind.known_rulings]
    assert {bot["name"] for bot in game["bots"]} == set(BOTS.names(SAMPLE))
    levels = [bot for bot in game["bots"] if bot["level"] is not None]
    assert [(bot["name"], bot["level"]) for bot in levels] == [(f"level:{number}", number) for number in range(1, 9)]
    assert (levels[0]["title"], bool(levels[0]["about"]), levels[-1]["title"]) == ("Beginner", True, "Master")
    assert {clause for clauses in game["chapters"].values() for clause in clauses}


# -- seats --------------------------------------------------------------------------------------------------------------


async def test_joining_and_leaving(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    info = await bob.post(f"/games/{game_id}/seats/{SECOND}/join", {"name": "Robert"})
    assert (info["status"], info["you"], seat(info, SECOND)["name"]) == ("lobby", [SECOND], "Robert")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{SECOND}/leave") == (403, "not_yours")
    info = await bob.post(f"/games/{game_id}/seats/{SECOND}/leave")
    assert (info["you"], seat(info, SECOND)["kind"], seat(info, SECOND)["name"]) == ([], "open", "")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{SECOND}/leave") == (403, "not_yours")
    await bob.post(f"/games/{game_id}/seats/{THIRD}/join")
    info = await ida.post(f"/games/{game_id}/seats/{SECOND}/join")
    assert (info["status"], info["you"]) == ("playing", [FIRST, SECOND])
    assert info["started"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{THIRD}/leave") == (409, "begun")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{THIRD}/join") == (409, "taken")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{ABSENT}/join") == (404, "no_seat")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{FIRST}%00/join") == (404, "no_seat")


async def test_nothing_is_shown_before_the_game_begins(ida: Browser) -> None:
    info = await ida.new_game("me", "open")
    game_id = info["id"]
    assert (info["to_move"], info["number"], info["deadline"]) == (None, 0, None)
    for path in ("view", "explain", "analysis"):
        assert await ida.refused("GET", f"/games/{game_id}/{path}") == (409, "not_begun")
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 0, "action": END}) == (409, "not_begun")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 0}) == (409, "not_begun")
    assert await ida.get(f"/games/{game_id}/legal") == {"number": 0, "ask": None}
    assert await ida.get(f"/games/{game_id}/history") == {"entries": [], "more": False}


async def test_two_who_want_one_seat(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open", "open"))["id"]
    browsers = [Browser(app) for _ in range(12)]
    wanted = seats(4)[2]
    answers = await asyncio.gather(*(each.send("POST", f"/games/{game_id}/seats/{wanted}/join", {}) for each in browsers))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    winner = next(each for each, answer in zip(browsers, answers, strict=True) if answer.status_code == 200)
    assert (await winner.get(f"/games/{game_id}"))["you"] == [wanted]
    for each in browsers:
        await each.http.aclose()


async def test_leaving_while_the_last_seat_is_taken(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    """A game that starts while a player leaves has no open seat, and the player is told whether they have left."""
    for _ in range(8):
        game_id = (await ida.new_game("me", "open", "open"))["id"]
        await bob.post(f"/games/{game_id}/seats/{SECOND}/join")
        leave = bob.send("POST", f"/games/{game_id}/seats/{SECOND}/leave", {})
        join = eve.send("POST", f"/games/{game_id}/seats/{THIRD}/join", {})
        left, joined = await asyncio.gather(leave, join)
        assert joined.status_code == 200
        info = await ida.get(f"/games/{game_id}")
        assert (left.status_code, info["status"], seat(info, SECOND)["kind"]) in (
            (200, "lobby", "open"),
            (409, "playing", "person"),
        )


async def test_bots_on_open_seats(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    path = f"/games/{game_id}/seats/{SECOND}/bot"
    assert await bob.refused("POST", path, {"bot": "random"}) == (403, "not_yours")
    assert await ida.refused("POST", path, {"bot": "stockfish"}) == (400, "bot")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{FIRST}/bot", {}) == (409, "taken")
    info = await ida.post(path, {"bot": "random"})
    assert (seat(info, SECOND)["kind"], seat(info, SECOND)["bot"], info["status"]) == ("bot", "random", "lobby")
    assert await ida.refused("POST", path, {"bot": USUAL}) == (409, "taken")
    assert await bob.refused("POST", f"/games/{game_id}/seats/{SECOND}/join") == (409, "taken")
    info = await ida.post(f"/games/{game_id}/seats/{THIRD}/bot", {"bot": "level:1"})
    assert (seat(info, THIRD)["bot"], seat(info, THIRD)["name"], info["status"]) == ("level:1", "Beginner", "playing")
    assert (await ida.settled(game_id))["to_move"] == FIRST


async def test_a_bot_stands_in_and_goes_again(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    game_id = (await ida.new_game("me", "open", stand_in="random"))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    info = await ida.settled(game_id)
    if info["to_move"] == ONE:
        await ida.act(game_id, info["number"], END)
    stand_in = f"/games/{game_id}/seats/{OTHER}/bot"
    assert await eve.refused("POST", stand_in) == (403, "not_yours")
    assert await ida.refused("POST", stand_in) == (409, "present")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ABSENT}/bot") == (404, "no_seat")
    # 31 s after he was last seen he counts as away, 60 s later a bot may come
    monkeypatch.setattr(time, "time", lambda: now + 31)
    info = await ida.get(f"/games/{game_id}")
    assert seat(info, OTHER)["present"] is False
    assert seat(info, OTHER)["away_since"]
    assert await ida.refused("POST", stand_in) == (409, "present")
    monkeypatch.setattr(time, "time", lambda: now + 89)
    assert await ida.refused("POST", stand_in) == (409, "present")
    monkeypatch.setattr(time, "time", lambda: now + 92)
    info = await ida.post(stand_in)
    assert (seat(info, OTHER)["stand_in"], seat(info, OTHER)["kind"], seat(info, OTHER)["name"]) == ("random", "person", "Bob")
    assert seat(info, OTHER)["bot_title"] == "Random"
    assert await ida.refused("POST", stand_in) == (409, "bot")
    info = await ida.settled(game_id)
    assert info["to_move"] == ONE
    # questions asked in the meantime were not for him
    body = {"base": info["number"], "action": END}
    assert await bob.refused("POST", f"/games/{game_id}/actions", body) == (409, "not_your_turn")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{OTHER}/return") == (403, "not_yours")
    info = await bob.post(f"/games/{game_id}/seats/{OTHER}/return")
    assert (seat(info, OTHER)["stand_in"], seat(info, OTHER)["present"]) == (None, True)

    async def bobs_turn() -> bool:
        now = await ida.get(f"/games/{game_id}")
        if now["to_move"] == ONE:
            await ida.act(game_id, now["number"], (await ida.choices(game_id))[-1])
        return bool(now["to_move"] == OTHER)

    await eventually(bobs_turn)
    assert (await bob.get(f"/games/{game_id}/legal"))["ask"]["seat"] == OTHER


async def test_one_may_have_a_bot_play_for_oneself(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", stand_in="random"))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    await ida.settled(game_id)
    await ida.post(f"/games/{game_id}/seats/{ONE}/bot")

    async def bob_is_asked() -> bool:
        return bool((await ida.settled(game_id))["to_move"] == OTHER)

    await eventually(bob_is_asked)
    await bob.post(f"/games/{game_id}/seats/{OTHER}/bot")
    number = (await ida.get(f"/games/{game_id}"))["number"]
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": number}) in (
        (409, "not_your_turn"),
        (409, "stand_in"),
        (409, "stale"),
    )
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"] is None


async def test_a_player_with_a_stand_in_returns_before_acting(
    app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
    await ida.act(game_id, 0, STEPS[0])
    monkeypatch.setattr(services.games, "listeners", Listeners())  # the bot takes its time
    await ida.post(f"/games/{game_id}/seats/{ONE}/bot")
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 1, "action": END}) == (409, "stand_in")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 1}) == (409, "stand_in")
    assert (await ida.get(f"/games/{game_id}"))["number"] == 1
    await ida.post(f"/games/{game_id}/seats/{ONE}/return")
    assert await ida.act(game_id, 1, END) == 2


# -- links and tokens ---------------------------------------------------------------------------------------------------


async def test_a_seat_goes_to_another_device_once(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{ONE}/link") == (403, "not_yours")
    token = (await ida.post(f"/games/{game_id}/seats/{ONE}/link"))["token"]
    another = (await ida.post(f"/games/{game_id}/seats/{ONE}/link"))["token"]
    assert token != another
    assert await bob.post("/claims", {"token": token}) == {"id": game_id, "seat": ONE}
    assert (await bob.get(f"/games/{game_id}"))["you"] == [ONE]
    info = await ida.get(f"/games/{game_id}")
    assert (info["you"], seat(info, ONE)["name"], info["host"]) == ([OTHER], "Ida", True)
    for used in (token, another, "nonsense", "\x00"):
        assert await eve.refused("POST", "/claims", {"token": used}) == (404, "no_link")
    assert await ida.refused("GET", f"/games/{game_id}/view", seat=ONE) == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/link") == (403, "not_yours")


async def test_a_link_is_used_once_under_concurrency(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/{ONE}/link"))["token"]
    browsers = [Browser(app) for _ in range(6)]
    answers = await asyncio.gather(*(each.send("POST", "/claims", {"token": token}) for each in browsers))
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 5
    for each in browsers:
        await each.http.aclose()


async def test_a_link_gets_too_old(ida: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/{ONE}/link"))["token"]
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + lobby_store.LINK_LIVES + 1)
    assert await bob.refused("POST", "/claims", {"token": token}) == (404, "no_link")


async def test_a_link_does_not_outlive_its_seat(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/{SECOND}/join")
    token = (await bob.post(f"/games/{game_id}/seats/{SECOND}/link"))["token"]
    another = (await ida.post(f"/games/{game_id}/seats/{FIRST}/link"))["token"]
    await bob.post(f"/games/{game_id}/seats/{SECOND}/leave")
    await eve.post(f"/games/{game_id}/seats/{SECOND}/join")
    assert await bob.refused("POST", "/claims", {"token": token}) == (404, "no_link")
    assert (await eve.get(f"/games/{game_id}"))["you"] == [SECOND]
    assert (await bob.post("/claims", {"token": another}))["seat"] == FIRST, "those of the others do"


async def test_a_program_gets_a_token_from_the_host(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "program"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/{OTHER}/token") == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ONE}/token") == (409, "no_program")
    assert await ida.refused("POST", f"/games/{game_id}/seats/{ABSENT}/token") == (404, "no_seat")
    first = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    second = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    info = await ida.settled(game_id)
    if info["to_move"] == ONE:
        await ida.act(game_id, info["number"], END)
    body = {"base": (await ida.get(f"/games/{game_id}"))["number"], "action": END}
    for authorization in ({}, {"Authorization": f"Bearer {first}"}, {"Authorization": second}, {"Authorization": "Basic x"}):
        answer = await bob.http.post("/api/program/actions", json=body, headers=authorization)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    answer = await bob.http.post("/api/program/actions", json=body, headers={"Authorization": f"Bearer {second}"})
    assert answer.json() == {"number": body["base"] + 1}


# -- the end, and once more ---------------------------------------------------------------------------------------------


async def finished(ida: Browser, bob: Browser, **more: Any) -> str:
    """Return a game that is over; the first seat was Ida's and the other Bob's."""
    info = await ida.new_game("me", "open", rulings=limited(1), **more)
    game_id: str = info["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    while (info := await ida.settled(game_id))["status"] == "playing":
        browser = either({ONE: ida, OTHER: bob}, info)
        choices = await browser.choices(game_id)
        await browser.act(game_id, info["number"], soonest(choices))
    return game_id


async def test_a_rematch_is_one_game(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await finished(ida, bob, minutes=30, public=True)
    assert await eve.refused("POST", f"/games/{game_id}/rematch") == (403, "not_yours")
    asked = (browser.post(f"/games/{game_id}/rematch") for browser in (ida, bob, ida, bob))
    games = await asyncio.gather(*asked)
    (again,) = {info["id"] for info in games}
    assert again != game_id
    info = games[0]
    assert (info["status"], info["rulings"], info["minutes"], info["public"]) == ("playing", limited(1), 30, True)
    assert [seat["name"] for seat in info["seats"]] == ["Ida", "Bob"]
    assert (await bob.get(f"/games/{game_id}"))["rematch"] == again
    assert (await bob.get(f"/games/{again}"))["you"] == [OTHER]
    assert len((await ida.get("/games", which="mine"))["games"]) == 2
    assert await ida.refused("POST", f"/games/{again}/rematch") == (409, "not_over")


async def test_a_program_keeps_its_seat_in_the_rematch(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "program", rulings=limited(1)))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    authorization = {"Authorization": f"Bearer {token}"}
    while (info := await ida.settled(game_id))["status"] == "playing":
        body = {"base": info["number"], "action": soonest(legal_now(app, game_id))}
        path = f"/api/games/{game_id}/actions" if info["to_move"] == ONE else "/api/program/actions"
        assert (await ida.http.post(path, json=body, headers=authorization)).status_code == 200
    again = (await ida.post(f"/games/{game_id}/rematch"))["id"]
    info = await ida.settled(again)
    if info["to_move"] == ONE:
        await ida.act(again, info["number"], END)
    answer = await ida.http.post(
        "/api/program/actions",
        json={"base": (await ida.get(f"/games/{again}"))["number"], "action": END},
        headers=authorization,
    )
    assert answer.status_code == 200, answer.text


async def test_taking_a_game_back(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    await ida.post(f"/games/{game_id}/seats/{ONE}/link")
    assert await bob.refused("DELETE", f"/games/{game_id}") == (403, "not_yours")
    await ida.ask("DELETE", f"/games/{game_id}", status=204)
    assert await ida.refused("GET", f"/games/{game_id}") == (404, "no_game")
    assert await ids(ida, "mine") == []
    begun = (await ida.new_game("me", "me"))["id"]
    assert await ida.refused("DELETE", f"/games/{begun}") == (409, "begun")


async def test_games_come_back_from_the_database(app: FastAPI, ida: Browser) -> None:
    info = await play_random(ida, (await ida.new_game("me", "me"))["id"], seed=3, most=12)
    while not (await ida.get(f"/games/{info['id']}/legal"))["ask"]["undo"]:
        info = await play_random(ida, info["id"], seed=info["number"], most=1)
    await ida.post(f"/games/{info['id']}/undo", {"base": info["number"]})
    before = [await ida.get(f"/games/{info['id']}/{path}") for path in ("view", "history", "legal")]
    services: Services = app.state.services
    services.games.by_id.clear()
    assert [await ida.get(f"/games/{info['id']}/{path}") for path in ("view", "history", "legal")] == before


async def test_idle_games_are_evicted(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    idle, timed = (await ida.new_game("me", "me"))["id"], (await ida.new_game("me", "me", minutes=600))["id"]
    await ida.settled(idle)
    await ida.settled(timed)
    services: Services = app.state.services
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + live_games.EVICT_AFTER + 1)
    await services.games.evict_idle()
    assert services.games.by_id == {}
    await services.driver.adopt()
    await services.clocks.wake_games()
    assert services.games.by_id == {}, "a game that waits for a person is not taken up again"
    assert (await ida.settled(idle))["status"] == "playing"
