"""Before and around a game: making it, finding it, taking seats, links, bots that stand in, playing once more."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from fastapi import FastAPI
from of_games import SAMPLE
from playing import Browser, Json, either, eventually, play_random

import kingdoms
from kingdoms.core.record import Record
from kingdoms.server.games import service, store

TWO = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "open"}]


def seat(info: Json, name: str) -> Json:
    found: Json = next(seat for seat in info["seats"] if seat["seat"] == name)
    return found


# -- new games ----------------------------------------------------------------------------------------------------------


async def test_every_kind_of_seat(ida: Browser) -> None:
    seats = [
        {"seat": "W", "kind": "shared", "name": " Anna "},
        {"seat": "S", "kind": "program", "name": "Deep Green"},
        {"seat": "E", "kind": "bot", "bot": "greedy:slips=0.2"},
        {"seat": "N", "kind": "me"},
    ]
    info = await ida.post("/games", {"game": SAMPLE, "seats": seats, "public": True}, status=201)
    shown = [(s["seat"], s["name"], s["kind"], s["bot"], s["you"], s["present"]) for s in info["seats"]]
    assert shown == [
        ("N", "Ida", "person", None, True, True),
        ("E", "Greedy", "bot", "greedy:slips=0.2", False, True),
        ("S", "Deep Green", "program", None, False, False),
        ("W", "Anna", "person", None, True, True),
    ]
    assert (info["status"], info["you"], info["host"], info["public"]) == ("playing", ["N", "W"], True, True)
    assert info["started"]
    assert len(info["id"]) == 16


async def test_what_the_others_are_told_of_a_game(ida: Browser, bob: Browser) -> None:
    made = await ida.new_game("me", "open")
    told = await bob.get(f"/games/{made['id']}")
    assert (told["host"], told["you"], seat(told, "N")["you"]) == (False, [], False)
    assert {**told, "host": True, "you": ["N"], "seats": made["seats"]} == made


async def test_a_name_is_chosen_and_goes_with_a_seat(eve: Browser) -> None:
    assert await eve.get("/me") == {"name": None}
    assert seat(await eve.new_game("me", "open"), "N")["name"] == "You"
    assert await eve.ask("PUT", "/me", {"name": "  Eve "}) == {"name": "Eve"}
    assert await eve.ask("PUT", "/me", {"name": "Eva"}) == {"name": "Eva"}
    assert await eve.get("/me") == {"name": "Eva"}
    assert seat(await eve.new_game("me", "open"), "N")["name"] == "Eva"
    for wrong in ("", "   ", "x" * 31, "a\x07b", "\ud800", None, 7):
        assert await eve.refused("PUT", "/me", {"name": wrong}) == (422, "invalid"), wrong


async def test_rulings(ida: Browser) -> None:
    info = await ida.new_game("me", "open", rulings={"attack_port": "any", "round_limit": 5})
    assert info["rulings"] == {"attack_port": "any", "round_limit": 5}
    assert (await ida.new_game("me", "open", rulings={"round_limit": None}))["rulings"] == {}


HEADER = {"kingdoms": 1, "game": SAMPLE, "rules_version": 1, "seats": ["N", "S"]}
RECORD = [json.dumps(HEADER), '{"action": "first S"}']
SEATS = {"seats": TWO}


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
        ({"seats": [TWO[0], {"seat": "E", "kind": "me"}]}, 400, "seats"),
        ({"seats": [TWO[0], {"seat": "Q", "kind": "me"}]}, 400, "seats"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "ghost"}]}, 422, "invalid"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "me", "name": ""}]}, 422, "invalid"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "bot", "bot": "stockfish"}]}, 400, "bot"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "bot", "bot": "greedy:depth=9"}]}, 400, "bot"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "bot", "bot": "greedy:slips=often"}]}, 400, "bot"),
        ({"seats": [TWO[0], {"seat": "S", "kind": "bot", "bot": "greedy:slips=nan"}]}, 400, "bot"),
        ({"seats": [TWO[0]] * 9}, 422, "invalid"),
        (SEATS | {"rulings": {"attack_prot": "any"}}, 400, "rulings"),
        (SEATS | {"rulings": {"attack_port": "never"}}, 400, "rulings"),
        (SEATS | {"rulings": {"round_limit": 0}}, 400, "rulings"),
        (SEATS | {"rulings": {"round_limit": 10**30}}, 400, "rulings"),
        (SEATS | {"rulings": {"\ud800": "\ud800"}}, 400, "rulings"),
        (SEATS | {"rulings": [1]}, 422, "invalid"),
        (SEATS | {"minutes": 0}, 422, "invalid"),
        (SEATS | {"minutes": -1}, 422, "invalid"),
        (SEATS | {"minutes": 1e9}, 422, "invalid"),
        (SEATS | {"public": "maybe"}, 422, "invalid"),
        (SEATS | {"record": ""}, 400, "record"),
        (SEATS | {"record": "hello"}, 400, "record"),
        (SEATS | {"record": "\n".join([*RECORD, '{"action": "end"}', '{"action": "port N.C"}'])}, 400, "notation"),
        (SEATS | {"record": "\n".join([*RECORD, '{"action": "tax N.C 3"}'])}, 400, "notation"),
        (SEATS | {"record": "\n".join([*RECORD, '{"action": "first S"}'])}, 400, "not_asked"),
        (SEATS | {"record": "\n".join([*RECORD, '{"outcome": {}}'])}, 400, "record"),
        (SEATS | {"position": {}}, 400, "unknown_game"),
        (SEATS | {"position": {"game": SAMPLE}}, 400, "position"),
        (SEATS | {"position": []}, 422, "invalid"),
        (SEATS | {"from": {"id": "nosuchgame", "number": 0}}, 404, "no_game"),
        (SEATS | {"from": {"id": "\x00", "number": 0}}, 404, "no_game"),
        (SEATS | {"from": {"id": "x", "number": -1}}, 422, "invalid"),
        (SEATS | {"record": "\n".join(RECORD), "position": {}}, 422, "invalid"),
        ({"seats": [{"seat": "E", "kind": "me"}, {"seat": "W", "kind": "me"}], "record": "\n".join(RECORD)}, 422, "seats"),
    ],
)
async def test_games_that_cannot_be(ida: Browser, body: Any, status: int, code: str) -> None:
    answer = await ida.http.post("/api/games", content=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert await ida.get("/games", which="mine") == {"games": []}


async def test_a_record_is_played_on(ida: Browser) -> None:
    record = Record(kingdoms.load_game(SAMPLE, seats=["N", "S"], rulings={"round_limit": 9}))
    for action in ("first S", "end", "end"):
        record.apply(action)
    record.call("time")
    info = await ida.new_game("me", "me", record="\n".join(record.lines()) + "\n")
    assert (info["number"], info["status"], info["rulings"]) == (4, "playing", {"round_limit": 9})
    entries = (await ida.get(f"/games/{info['id']}/history"))["entries"]
    assert [(each["number"], each["action"], each["call"]) for each in entries] == [
        (1, "first S", None),
        (2, "end", None),
        (3, "end", None),
        (4, None, "time"),
    ]
    assert (await ida.get(f"/games/{info['id']}/view"))["view"]["time_up"] is True
    assert await ida.act(info["id"], 4, (await ida.choices(info["id"]))[0]) == 5


async def test_a_finished_record_can_be_looked_at(ida: Browser) -> None:
    record = Record(kingdoms.load_game(SAMPLE, seats=["N", "S"], rulings={"round_limit": 1}))
    rng = kingdoms.core.rng.Random(1)
    while not record.state.is_terminal():
        legal = record.state.legal_actions()
        record.apply(legal[rng.roll(len(legal))])
    info = await ida.new_game("me", "open", record="\n".join(record.lines()))
    assert info["status"] == "lobby"
    info = await ida.post(f"/games/{info['id']}/seats/S/join")
    assert (info["status"], info["outcome"]["reason"], info["to_move"]) == ("over", "rounds", None)


async def test_a_position_is_played_on(ida: Browser) -> None:
    state = kingdoms.load_game(SAMPLE, seats=["E", "W"]).new_initial_state()
    for action in ("first W", "end"):
        state.apply_action(action)
    seats = [{"seat": "E", "kind": "me"}, {"seat": "W", "kind": "me"}]
    info = await ida.post("/games", {"seats": seats, "position": state.position()}, status=201)
    assert (info["number"], info["to_move"], info["round"]) == (0, "E", 1)
    found = await ida.get(f"/games/{info['id']}/view")
    assert found["ask"]["question"] == state.view("E").question
    assert await ida.act(info["id"], 0, "end") == 1
    record = Record.parse((await ida.send("GET", f"/games/{info['id']}/record")).text.split("\n"))
    assert record.position == state.position()


async def test_a_game_branches_off_from_another(ida: Browser, bob: Browser) -> None:
    info = await play_random(ida, (await ida.new_game("me", "me"))["id"], seed=1, most=8)
    game_id, number = info["id"], info["number"]
    assert number >= 9
    body = {"seats": [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "open"}], "from": {"id": game_id, "number": 5}}
    branch = await bob.post("/games", body, status=201)
    assert (branch["from"], branch["number"], branch["status"]) == ({"id": game_id, "number": 5}, 5, "lobby")
    assert (await bob.get(f"/games/{branch['id']}/history")) == {"entries": []}
    await ida.post(f"/games/{branch['id']}/seats/S/join")
    old, new = (await ida.get(f"/games/{game_id}/view", number=5)), await ida.get(f"/games/{branch['id']}/view", seat="S")
    assert {**old["view"], "seat": "S"} == new["view"]
    body["from"] = {"id": game_id, "number": number + 1}
    assert await bob.refused("POST", "/games", body) == (422, "invalid")


async def test_games_of_bots_alone_end(ida: Browser) -> None:
    assert (await ida.new_game("bot", "bot"))["rulings"] == {"round_limit": 100}
    assert (await ida.new_game("bot", "bot", rulings={"round_limit": 7}))["rulings"] == {"round_limit": 7}
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
    await bob.post(f"/games/{first}/seats/S/join")
    assert await ids(ida, "open") == [second]
    assert await ids(ida, "running") == [watched, first]
    assert await ids(bob, "mine") == [watched, first]
    for wrong in ({"which": "all"}, {}):
        assert await ida.refused("GET", "/games", **wrong) == (422, "invalid")


async def test_ids_that_no_game_has(ida: Browser) -> None:
    for wrong in ("x", "x" * 16, "%00", "a%2Fb", "ä", "x" * 500):
        assert await ida.refused("GET", f"/games/{wrong}") in ((404, "no_game"), (404, "not_found")), wrong
    assert await ida.refused("POST", "/games/none/actions", {"base": 0, "action": "end"}) == (404, "no_game")


async def test_the_catalogue(ida: Browser) -> None:
    game = next(each for each in (await ida.get("/catalogue"))["games"] if each["name"] == SAMPLE)
    assert (game["secrets"], game["timed"]) == (False, True)
    assert game["players"] == {"2": ["N", "S"], "3": ["N", "E", "S"], "4": ["N", "E", "S", "W"]}
    assert game["seat_names"]["N"] == "North"
    assert {"random", "greedy"} <= {bot["name"] for bot in game["bots"]}
    assert "FT-4" in {clause for clauses in game["chapters"].values() for clause in clauses}


# -- seats --------------------------------------------------------------------------------------------------------------


async def test_joining_and_leaving(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    info = await bob.post(f"/games/{game_id}/seats/E/join", {"name": "Robert"})
    assert (info["status"], info["you"], seat(info, "E")["name"]) == ("lobby", ["E"], "Robert")
    assert await ida.refused("POST", f"/games/{game_id}/seats/E/leave") == (403, "not_yours")
    info = await bob.post(f"/games/{game_id}/seats/E/leave")
    assert (info["you"], seat(info, "E")["kind"], seat(info, "E")["name"]) == ([], "open", "")
    assert await bob.refused("POST", f"/games/{game_id}/seats/E/leave") == (403, "not_yours")
    await bob.post(f"/games/{game_id}/seats/S/join")
    info = await ida.post(f"/games/{game_id}/seats/E/join")
    assert (info["status"], info["you"]) == ("playing", ["N", "E"])
    assert info["started"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/S/leave") == (409, "begun")
    assert await bob.refused("POST", f"/games/{game_id}/seats/S/join") == (409, "taken")
    assert await bob.refused("POST", f"/games/{game_id}/seats/W/join") == (404, "no_seat")
    assert await bob.refused("POST", f"/games/{game_id}/seats/N%00/join") == (404, "no_seat")


async def test_nothing_is_shown_before_the_game_begins(ida: Browser) -> None:
    info = await ida.new_game("me", "open")
    game_id = info["id"]
    assert (info["to_move"], info["number"], info["deadline"]) == (None, 0, None)
    for path in ("view", "explain", "chances"):
        assert await ida.refused("GET", f"/games/{game_id}/{path}") == (409, "not_begun")
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 0, "action": "end"}) == (409, "not_begun")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 0}) == (409, "not_begun")
    assert await ida.get(f"/games/{game_id}/legal") == {"number": 0, "ask": None}
    assert await ida.get(f"/games/{game_id}/history") == {"entries": []}


async def test_two_who_want_one_seat(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open", "open"))["id"]
    browsers = [Browser(app) for _ in range(12)]
    answers = await asyncio.gather(*(each.send("POST", f"/games/{game_id}/seats/S/join", {}) for each in browsers))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    winner = next(each for each, answer in zip(browsers, answers, strict=True) if answer.status_code == 200)
    assert (await winner.get(f"/games/{game_id}"))["you"] == ["S"]
    for each in browsers:
        await each.http.aclose()


async def test_leaving_while_the_last_seat_is_taken(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    """Whoever comes first: no game under way has an open seat, and nobody is told that they have left when they have not."""
    for _ in range(8):
        game_id = (await ida.new_game("me", "open", "open"))["id"]
        await bob.post(f"/games/{game_id}/seats/E/join")
        leave = bob.send("POST", f"/games/{game_id}/seats/E/leave", {})
        join = eve.send("POST", f"/games/{game_id}/seats/S/join", {})
        left, joined = await asyncio.gather(leave, join)
        assert joined.status_code == 200
        info = await ida.get(f"/games/{game_id}")
        assert (left.status_code, info["status"], seat(info, "E")["kind"]) in (
            (200, "lobby", "open"),
            (409, "playing", "person"),
        )


async def test_bots_on_open_seats(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    path = f"/games/{game_id}/seats/E/bot"
    assert await bob.refused("POST", path, {"bot": "random"}) == (403, "not_yours")
    assert await ida.refused("POST", path, {"bot": "stockfish"}) == (400, "bot")
    assert await ida.refused("POST", f"/games/{game_id}/seats/N/bot", {}) == (409, "taken")
    info = await ida.post(path, {"bot": "random"})
    assert (seat(info, "E")["kind"], seat(info, "E")["bot"], info["status"]) == ("bot", "random", "lobby")
    assert await ida.refused("POST", path, {"bot": "greedy"}) == (409, "taken")
    assert await bob.refused("POST", f"/games/{game_id}/seats/E/join") == (409, "taken")
    info = await ida.post(f"/games/{game_id}/seats/S/bot")
    assert (seat(info, "S")["bot"], seat(info, "S")["name"], info["status"]) == ("greedy", "Greedy", "playing")
    assert (await ida.settled(game_id))["to_move"] == "N"


async def test_a_bot_stands_in_and_goes_again(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    info = await ida.settled(game_id)
    if info["to_move"] == "N":
        await ida.act(game_id, info["number"], "end")
    stand_in = f"/games/{game_id}/seats/S/bot"
    assert await eve.refused("POST", stand_in) == (403, "not_yours")
    assert await ida.refused("POST", stand_in) == (409, "present")
    assert await ida.refused("POST", f"/games/{game_id}/seats/W/bot") == (404, "no_seat")
    # 31 s after he was last seen he counts as away, 60 s later a bot may come
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 31)
    info = await ida.get(f"/games/{game_id}")
    assert seat(info, "S")["present"] is False
    assert seat(info, "S")["away_since"]
    assert await ida.refused("POST", stand_in) == (409, "present")
    monkeypatch.setattr(time, "time", lambda: clock() + 89)
    assert await ida.refused("POST", stand_in) == (409, "present")
    monkeypatch.setattr(time, "time", lambda: clock() + 92)
    info = await ida.post(stand_in, {"bot": "random"})
    assert (seat(info, "S")["stand_in"], seat(info, "S")["kind"], seat(info, "S")["name"]) == ("random", "person", "Bob")
    assert await ida.refused("POST", stand_in) == (409, "bot")
    info = await ida.settled(game_id)
    assert info["to_move"] == "N"
    # what was meanwhile asked of him was not asked of him
    body = {"base": info["number"], "action": "end"}
    assert await bob.refused("POST", f"/games/{game_id}/actions", body) == (409, "not_your_turn")
    assert await ida.refused("POST", f"/games/{game_id}/seats/S/return") == (403, "not_yours")
    info = await bob.post(f"/games/{game_id}/seats/S/return")
    assert (seat(info, "S")["stand_in"], seat(info, "S")["present"]) == (None, True)

    async def bobs_turn() -> bool:
        now = await ida.get(f"/games/{game_id}")
        if now["to_move"] == "N":
            await ida.act(game_id, now["number"], (await ida.choices(game_id))[-1])
        return bool(now["to_move"] == "S")

    await eventually(bobs_turn)
    assert (await bob.get(f"/games/{game_id}/legal"))["ask"]["seat"] == "S"


async def test_one_may_have_a_bot_play_for_oneself(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    await ida.settled(game_id)
    await ida.post(f"/games/{game_id}/seats/N/bot", {"bot": "random"})

    async def bob_is_asked() -> bool:
        return bool((await ida.settled(game_id))["to_move"] == "S")

    await eventually(bob_is_asked)
    await bob.post(f"/games/{game_id}/seats/S/bot", {"bot": "random"})
    number = (await ida.get(f"/games/{game_id}"))["number"]
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": number}) in (
        (409, "not_your_turn"),
        (409, "stand_in"),
        (409, "stale"),
    )
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"] is None


async def test_whoever_has_a_stand_in_comes_back_before_playing_on(
    app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    games: service.Service = app.state.service
    state = kingdoms.load_game(SAMPLE, seats=2).new_initial_state()
    state.apply_action("first N")
    game_id = (await ida.new_game("me", "me", position=state.position()))["id"]
    await ida.act(game_id, 0, "exchange goods")
    monkeypatch.setattr(games, "drive", lambda _: None)  # the bot takes its time
    await ida.post(f"/games/{game_id}/seats/N/bot", {"bot": "random"})
    assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 1, "action": "end"}) == (409, "stand_in")
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 1}) == (409, "stand_in")
    assert (await ida.get(f"/games/{game_id}"))["number"] == 1
    await ida.post(f"/games/{game_id}/seats/N/return")
    assert await ida.act(game_id, 1, "end") == 2


# -- links and tokens ---------------------------------------------------------------------------------------------------


async def test_a_seat_goes_to_another_device_once(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/N/link") == (403, "not_yours")
    token = (await ida.post(f"/games/{game_id}/seats/N/link"))["token"]
    another = (await ida.post(f"/games/{game_id}/seats/N/link"))["token"]
    assert token != another
    assert await bob.post("/claims", {"token": token}) == {"id": game_id, "seat": "N"}
    assert (await bob.get(f"/games/{game_id}"))["you"] == ["N"]
    info = await ida.get(f"/games/{game_id}")
    assert (info["you"], seat(info, "N")["name"], info["host"]) == (["S"], "Ida", True)
    for used in (token, another, "nonsense", "\x00"):
        assert await eve.refused("POST", "/claims", {"token": used}) == (404, "no_link")
    assert await ida.refused("GET", f"/games/{game_id}/view", seat="N") == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/N/link") == (403, "not_yours")


async def test_a_link_is_used_once_whoever_is_quick(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/N/link"))["token"]
    browsers = [Browser(app) for _ in range(6)]
    answers = await asyncio.gather(*(each.send("POST", "/claims", {"token": token}) for each in browsers))
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 5
    for each in browsers:
        await each.http.aclose()


async def test_a_link_gets_too_old(ida: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/N/link"))["token"]
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + store.LINK_LIVES + 1)
    assert await bob.refused("POST", "/claims", {"token": token}) == (404, "no_link")


async def test_a_link_does_not_outlive_its_seat(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "open", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/E/join")
    token = (await bob.post(f"/games/{game_id}/seats/E/link"))["token"]
    await bob.post(f"/games/{game_id}/seats/E/leave")
    await eve.post(f"/games/{game_id}/seats/E/join")
    assert await bob.refused("POST", "/claims", {"token": token}) == (404, "no_link")
    assert (await eve.get(f"/games/{game_id}"))["you"] == ["E"]


async def test_a_program_gets_a_token_from_the_host(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "program"))["id"]
    assert await bob.refused("POST", f"/games/{game_id}/seats/S/token") == (403, "not_yours")
    assert await ida.refused("POST", f"/games/{game_id}/seats/N/token") == (409, "no_program")
    assert await ida.refused("POST", f"/games/{game_id}/seats/E/token") == (404, "no_seat")
    first = (await ida.post(f"/games/{game_id}/seats/S/token"))["token"]
    second = (await ida.post(f"/games/{game_id}/seats/S/token"))["token"]
    info = await ida.settled(game_id)
    if info["to_move"] == "N":
        await ida.act(game_id, info["number"], "end")
    body = {"base": (await ida.get(f"/games/{game_id}"))["number"], "action": "end"}
    for authorization in ({}, {"Authorization": f"Bearer {first}"}, {"Authorization": second}, {"Authorization": "Basic x"}):
        answer = await bob.http.post("/api/program/actions", json=body, headers=authorization)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    answer = await bob.http.post("/api/program/actions", json=body, headers={"Authorization": f"Bearer {second}"})
    assert answer.json() == {"number": body["base"] + 1}


# -- the end, and once more ---------------------------------------------------------------------------------------------


async def finished(ida: Browser, bob: Browser, **more: Any) -> str:
    """Return a game that is over, North was Ida's and South Bob's."""
    info = await ida.new_game("me", "open", rulings={"round_limit": 1}, **more)
    game_id: str = info["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    while (info := await ida.settled(game_id))["status"] == "playing":
        browser = either({"N": ida, "S": bob}, info)
        choices = await browser.choices(game_id)
        await browser.act(game_id, info["number"], "end" if "end" in choices else choices[0])
    return game_id


async def test_a_rematch_is_one_game(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await finished(ida, bob, minutes=30, public=True)
    assert await eve.refused("POST", f"/games/{game_id}/rematch") == (403, "not_yours")
    asked = (browser.post(f"/games/{game_id}/rematch") for browser in (ida, bob, ida, bob))
    games = await asyncio.gather(*asked)
    (again,) = {info["id"] for info in games}
    assert again != game_id
    info = games[0]
    assert (info["status"], info["rulings"], info["minutes"], info["public"]) == ("playing", {"round_limit": 1}, 30, True)
    assert [seat["name"] for seat in info["seats"]] == ["Ida", "Bob"]
    assert (await bob.get(f"/games/{game_id}"))["rematch"] == again
    assert (await bob.get(f"/games/{again}"))["you"] == ["S"]
    assert len((await ida.get("/games", which="mine"))["games"]) == 2
    assert await ida.refused("POST", f"/games/{again}/rematch") == (409, "not_over")


async def test_a_program_goes_on_in_the_rematch(ida: Browser) -> None:
    game_id = (await ida.new_game("me", "program", rulings={"round_limit": 1}))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/S/token"))["token"]
    authorization = {"Authorization": f"Bearer {token}"}
    while (info := await ida.settled(game_id))["status"] == "playing":
        for action in await ida.choices(game_id) if info["to_move"] == "N" else ("end", "keep", "pass", "decline"):
            body = {"base": info["number"], "action": action}
            path = f"/api/games/{game_id}/actions" if info["to_move"] == "N" else "/api/program/actions"
            answer = await ida.http.post(path, json=body, headers=authorization)
            if answer.status_code == 200:
                break
    again = (await ida.post(f"/games/{game_id}/rematch"))["id"]
    info = await ida.settled(again)
    if info["to_move"] == "N":
        await ida.act(again, info["number"], "end")
    answer = await ida.http.post(
        "/api/program/actions",
        json={"base": (await ida.get(f"/games/{again}"))["number"], "action": "end"},
        headers=authorization,
    )
    assert answer.status_code == 200, answer.text


async def test_taking_a_game_back(ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    await ida.post(f"/games/{game_id}/seats/N/link")
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
    games: service.Service = app.state.service
    games.games.clear()
    assert [await ida.get(f"/games/{info['id']}/{path}") for path in ("view", "history", "legal")] == before


async def test_games_that_nobody_is_at_are_forgotten(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    idle, timed = (await ida.new_game("me", "me"))["id"], (await ida.new_game("me", "me", minutes=600))["id"]
    await ida.settled(idle)
    await ida.settled(timed)
    games: service.Service = app.state.service
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + service.FORGET_AFTER + 1)
    await games._forget_idle()
    assert set(games.games) == {timed}
    await games._adopt()
    assert set(games.games) == {timed}, "a game that waits for a person is not taken up again"
    assert (await ida.settled(idle))["status"] == "playing"
