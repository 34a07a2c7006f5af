"""Before and after a game: creating and finding it, and rematches."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import FastAPI

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.match import ROUNDS
from kingdoms.core.message import message_text
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class
from kingdoms.server.app.services import Services
from tests.support.clients.http import Browser, finish, legal_now, play_random, seat_in, shared_game
from tests.support.games.sample_game import (
    ABSENT,
    END,
    ONE,
    OTHER,
    SLOW,
    STEPS,
    UNWRITTEN,
    USUAL,
    begins,
    limited,
    opening,
    seated,
    seats,
    soonest,
)
from tests.support.games.tested_games import SAMPLE

TWO = seated("me", "open")


async def test_every_kind_of_seat(ida: Browser, bob: Browser) -> None:
    first, second, third, fourth = seats(4)
    seat_requests = [
        {"seat": fourth, "kind": "shared", "name": " Anna "},
        {"seat": third, "kind": "program", "name": "Deep Green"},
        {"seat": second, "kind": "bot", "bot": SLOW},
        {"seat": first, "kind": "me"},
    ]
    info = await ida.post("/games", {"game": SAMPLE, "seats": seat_requests, "public": True}, status=201)
    listed_seats = [(s["seat"], s["name"], s["kind"], s["bot"], s["you"], s["present"]) for s in info["seats"]]
    assert listed_seats == [
        (first, "Ida", "person", None, True, True),
        (second, BOTS.find(SLOW, SAMPLE).called, "bot", SLOW, False, True),
        (third, "Deep Green", "program", None, False, False),
        (fourth, "Anna", "person", None, True, True),
    ]
    assert (info["status"], info["you"], info["host"], info["public"]) == ("playing", [first, fourth], True, True)
    assert info["started"]
    assert len(info["id"]) == 16
    ida_info = await ida.new_game("me", "open")
    bob_info = await bob.get(f"/games/{ida_info['id']}")
    assert (bob_info["host"], bob_info["you"], seat_in(bob_info, ONE)["you"]) == (False, [], False)
    assert {**bob_info, "host": True, "you": [ONE], "seats": ida_info["seats"]} == ida_info


async def test_a_name_goes_with_a_seat_and_those_of_bots_and_roles_do_not(ida: Browser, bob: Browser, eve: Browser) -> None:
    assert await eve.get("/me") == {"name": None}
    assert seat_in(await eve.new_game("me", "open"), ONE)["name"] == "You"
    for name in ("  Eve ", "Eva"):
        assert await eve.ask("PUT", "/me", {"name": name}) == {"name": name.strip()}
    assert seat_in(await eve.new_game("me", "open"), ONE)["name"] == (await eve.get("/me"))["name"] == "Eva"
    for wrong in ("", "   ", "x" * 31, "a\x07b", "\ud800", None, 7):
        assert await eve.refused("PUT", "/me", {"name": wrong}) == (422, "invalid"), wrong
    room = (await ida.new_game("me", "open"))["id"]
    for name in ("Operator", "\u041cas\u0442er", BOTS.find(SLOW, SAMPLE).called + " 2", "level:3", "a bot"):
        answer = await ida.send("PUT", "/me", {"name": name})
        assert answer.status_code == 422, name
        assert "a name can't claim to be a bot, the host or the operator" in answer.json()["error"]["message"], name
        seats = [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "shared", "name": name}]
        assert (await ida.refused("POST", "/games", {"game": SAMPLE, "seats": seats}))[0] == 422, name
        seats[1]["kind"] = "program"
        assert seat_in(await ida.post("/games", {"game": SAMPLE, "seats": seats}, status=201), OTHER)["name"] == name
        assert (await bob.refused("POST", f"/games/{room}/seats/{OTHER}/join", {"name": name}))[0] == 422, name


HEADER = {"kingdoms": 1, "game": SAMPLE, "rules_version": 1, "seats": [ONE, OTHER]}
SEATS = {"seats": TWO}
JSON = {"Content-Type": "application/json"}


def record(*actions: str) -> str:
    """Return a record of a game of two in which the other seat begins."""
    return "\n".join(json.dumps(line) for line in (HEADER, *({"action": action} for action in (begins(OTHER), *actions))))


INVALID: dict[tuple[int, str], list[Any]] = {
    (422, "invalid"): [
        *(None, [], {}, {"seats": [TWO[0]] * 9}, {"seats": [TWO[0], {"seat": OTHER, "kind": "ghost"}]}),
        {"seats": [TWO[0], {"seat": OTHER, "kind": "me", "name": ""}]},
        *(SEATS | {"colour": "red"}, SEATS | {"rulings": [1]}, SEATS | {"public": "maybe"}, SEATS | {"position": []}),
        *(SEATS | {"minutes": minutes} for minutes in (0, -1, 1e9)),
        *(SEATS | {"from": {"id": "x", "number": -1}}, SEATS | {"record": record(), "position": {}}),
    ],
    (422, "seats"): [{"seats": [TWO[0], {"seat": ABSENT, "kind": "me"}], "record": record()}],
    (404, "no_game"): [SEATS | {"from": {"id": game_id, "number": 0}} for game_id in ("nosuchgame", "\x00")],
    (400, "unknown_game"): [SEATS | {"game": "chess"}, SEATS | {"position": {}}],
    (400, "seats"): [
        *({"seats": []}, {"seats": TWO[:1]}, {"seats": [TWO[0], TWO[0]]}),
        *({"seats": [TWO[0], {"seat": seat, "kind": "me"}]} for seat in (ABSENT, "Q")),
    ],
    (400, "bot"): [
        {"seats": [TWO[0], {"seat": OTHER, "kind": "bot", "bot": bot}]} for bot in ("stockfish", f"{USUAL}:depth=9")
    ],
    (400, "rulings"): [SEATS | {"rulings": rulings} for rulings in ({"no such ruling": "any"}, {"\ud800": "\ud800"})],
    (400, "record"): [SEATS | {"record": text} for text in ("", "hello", record() + '\n{"outcome": {}}')],
    (400, "notation"): [SEATS | {"record": text} for text in (record(END, UNWRITTEN[0]), record(UNWRITTEN[1]))],
    (400, "not_asked"): [SEATS | {"record": record(begins(OTHER))}],
    (400, "position"): [SEATS | {"position": {"game": SAMPLE}}],
}


ODD: tuple[bytes, ...] = (
    b"",
    b"{",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"seats": NaN}',
    b'{"seats": [], "position": {"a": ' + b"9" * 5000 + b"}}",
)
ODD += (b'{"seats": [], "position": {"game": "%s", "round": 1e400}}' % SAMPLE.encode(), b'{"seats": [], "record": "\\ud800"}')
"""Bodies that no request may have."""


async def test_invalid_games_are_refused(ida: Browser) -> None:
    for expected, bodies in INVALID.items():
        for body in bodies:
            answer = await ida.http.post("/api/games", content=json.dumps(body).encode(), headers=JSON)
            assert (answer.status_code, answer.json()["error"]["code"]) == expected, (body, answer.text)
    for odd in ODD:
        for path in ("games", "sandbox", "claims"):
            answer = await ida.http.post(f"/api/{path}", content=odd, headers=JSON)
            assert answer.status_code in (400, 422), (path, odd, answer.text)
            assert set(answer.json()["error"]) == {"code", "clause", "message"}
    assert await ida.get("/games", which="mine") == {"games": []}


async def test_records_and_positions_are_played_on_and_finished_ones_looked_at(ida: Browser) -> None:
    record = Record(kingdoms.load_game(SAMPLE, seats=[ONE, OTHER], rulings=limited(9)))
    for action in (begins(OTHER), END, END):
        record.apply(action)
    record.call("time")
    info = await ida.new_game("me", "me", record="\n".join(record.lines()) + "\n")
    assert (info["number"], info["status"], info["rulings"]) == (4, "playing", limited(9))
    entries = (await ida.get(f"/games/{info['id']}/history"))["entries"]
    assert [(entry["number"], entry["action"], entry["call"]) for entry in entries] == [
        (1, begins(OTHER), None),
        (2, END, None),
        (3, END, None),
        (4, None, "time"),
    ]
    view = (await ida.get(f"/games/{info['id']}/view"))["view"]
    assert view == (await ida.post("/sandbox", {"position": record.state.position()}))["view"] | {"seat": view["seat"]}
    assert await ida.act(info["id"], 4, (await ida.choices(info["id"]))[0]) == 5
    state = opening().child(END)
    info = await ida.post("/games", {"seats": seated("me", "me"), "position": state.position()}, status=201)
    assert (info["number"], info["to_move"], info["round"]) == (0, OTHER, state.view(None).round)
    assert (await ida.get(f"/games/{info['id']}/view"))["ask"]["question"] == state.view(OTHER).question
    assert await ida.act(info["id"], 0, END) == 1
    record = Record.parse((await ida.send("GET", f"/games/{info['id']}/record")).text.split("\n"))
    assert record.position == state.position()
    finished = kingdoms.play(SAMPLE, ["random"] * 2, seed=1, rulings=limited(1))
    info = await ida.new_game("me", "open", record="\n".join(finished.lines()))
    assert info["status"] == "lobby"
    info = await ida.post(f"/games/{info['id']}/seats/{OTHER}/join")
    outcome = finished.state.outcome()
    assert outcome is not None
    assert (info["status"], info["outcome"], info["to_move"]) == ("over", outcome.to_json(), None)


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


async def test_only_rulings_other_than_the_defaults_are_named(ida: Browser) -> None:
    ruling = kingdoms.load_game(SAMPLE).known_rulings[0]
    assert len(ruling.values) > 1
    for value in ruling.values:
        rulings = (await ida.new_game("me", "open", rulings={ruling.name: value}))["rulings"]
        assert rulings == ({} if value == ruling.default else {ruling.name: value})
    assert (await ida.new_game("bot", "bot"))["rulings"] == limited(ROUNDS), "games of bots alone end"
    assert (await ida.new_game("bot", "bot", rulings=limited(7)))["rulings"] == limited(7)
    assert (await ida.new_game("bot", "me"))["rulings"] == {}


async def ids(browser: Browser, kind: str) -> list[str]:
    return [info["id"] for info in (await browser.get("/games", which=kind))["games"]]


async def test_the_lists_of_games(ida: Browser, bob: Browser, eve: Browser) -> None:
    hidden = (await ida.new_game("me", "open"))["id"]
    first = (await ida.new_game("me", "open", public=True))["id"]
    second = (await ida.new_game("me", "open", "open", public=True))["id"]
    watched = (await bob.new_game("me", "me", public=True))["id"]
    for browser, kind, listed in (
        (eve, "open", [second, first]),
        (eve, "mine", []),
        (eve, "running", [watched]),
        (ida, "mine", [second, first, hidden]),
    ):
        assert await ids(browser, kind) == listed
    await bob.post(f"/games/{first}/seats/{OTHER}/join")
    for browser, kind, listed in ((ida, "open", [second]), (ida, "running", [watched, first]), (bob, "mine", [watched, first])):
        assert await ids(browser, kind) == listed
    for wrong in ({"which": "all"}, {}):
        assert await ida.refused("GET", "/games", **wrong) == (422, "invalid")
    # ids of no game, and a game that is taken back
    for unknown in ("x", "x" * 16, "%00", "a%2Fb", "ä", "x" * 500):
        assert await ida.refused("GET", f"/games/{unknown}") in ((404, "no_game"), (404, "not_found")), unknown
    assert await ida.refused("POST", "/games/none/actions", {"base": 0, "action": END}) == (404, "no_game")
    await ida.post(f"/games/{hidden}/seats/{ONE}/link")
    assert await bob.refused("DELETE", f"/games/{hidden}") == (403, "not_yours")
    await ida.ask("DELETE", f"/games/{hidden}", status=204)
    assert await ida.refused("GET", f"/games/{hidden}") == (404, "no_game")
    assert await ids(ida, "mine") == [second, first]
    assert await ida.refused("DELETE", f"/games/{first}") == (409, "begun")


async def test_games_that_wait_come_first(ida: Browser, bob: Browser, eve: Browser) -> None:
    waits = await shared_game(ida, bob)
    room = (await ida.new_game("me", "open"))["id"]
    over = (await ida.new_game("me", "me", rulings=limited(1), position=None))["id"]
    played = await shared_game(bob, ida)
    answer = await ida.get("/me/games")
    assert answer["waiting"] == sum(row["since"] is not None for row in answer["games"])
    by_id = {row["info"]["id"]: row for row in answer["games"]}
    assert set(by_id) == {waits, room, over, played}
    assert (by_id[room]["since"], by_id[room]["question"]) == (None, None)
    assert (by_id[played]["since"], by_id[played]["question"]) == (None, None)
    assert by_id[waits]["question"] == message_text(opening().game.explain(opening()).question, ONE)
    order = [row["info"]["id"] for row in answer["games"]]
    assert order.index(waits) < order.index(played) < order.index(room)
    since = by_id[waits]["since"]
    await ida.act(waits, 0, STEPS[0])
    games = (await ida.get("/me/games"))["games"]
    if (await ida.get(f"/games/{waits}"))["to_move"] == ONE:
        assert next(row["since"] for row in games if row["info"]["id"] == waits) == since
    assert await eve.get("/me/games") == {"games": [], "waiting": 0, "looked_at": 0}


async def test_the_catalogue(ida: Browser) -> None:
    game = next(entry for entry in (await ida.get("/catalogue"))["games"] if entry["name"] == SAMPLE)
    kind = game_class(SAMPLE)
    assert (game["secrets"], game["timed"]) == (kind.has_secrets, "time" in kind.record_calls)
    assert game["players"] == {str(number): list(seats(number)) for number in kind.player_counts}
    assert game["seat_names"] == dict(kind.seat_names)
    assert game["near_seat"] in ("", *game["seats"])
    rulings = [(ruling["name"], ruling["about"], ruling["values"], ruling["default"]) for ruling in game["rulings"]]
    assert rulings == [
        (ruling.name, ruling.about, list(ruling.values) or None, ruling.default) for ruling in kind.known_rulings
    ]
    assert {bot["name"] for bot in game["bots"]} == set(BOTS.names(SAMPLE))
    levels = [bot for bot in game["bots"] if bot["level"] is not None]
    assert [(bot["name"], bot["level"]) for bot in levels] == [(f"level:{number}", number) for number in range(1, 9)]
    assert (levels[0]["title"], bool(levels[0]["about"]), levels[-1]["title"]) == ("Beginner", True, "Master")
    assert {clause for clauses in game["chapters"].values() for clause in clauses}


async def test_a_rematch_is_one_game(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "open", rulings=limited(1), minutes=30, public=True))["id"]
    await bob.post(f"/games/{game_id}/seats/{OTHER}/join")
    await finish(ida, bob, game_id=game_id)
    assert await eve.refused("POST", f"/games/{game_id}/rematch") == (403, "not_yours")
    games = await asyncio.gather(*(browser.post(f"/games/{game_id}/rematch") for browser in (ida, bob, ida, bob)))
    (rematch_id,) = {info["id"] for info in games}
    assert rematch_id != game_id
    info = games[0]
    assert (info["status"], info["rulings"], info["minutes"], info["public"]) == ("playing", limited(1), 30, True)
    assert [seat["name"] for seat in info["seats"]] == ["Ida", "Bob"]
    assert (await bob.get(f"/games/{game_id}"))["rematch"] == rematch_id
    assert (await bob.get(f"/games/{rematch_id}"))["you"] == [OTHER]
    assert len((await ida.get("/games", which="mine"))["games"]) == 2
    assert await ida.refused("POST", f"/games/{rematch_id}/rematch") == (409, "not_over")


async def test_a_program_keeps_its_seat_in_the_rematch(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "program", rulings=limited(1)))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/{OTHER}/token"))["token"]
    authorization = {"Authorization": f"Bearer {token}"}
    while (info := await ida.settled(game_id))["status"] == "playing":
        body = {"base": info["number"], "action": soonest(legal_now(app, game_id))}
        path = f"/api/games/{game_id}/actions" if info["to_move"] == ONE else "/api/program/actions"
        assert (await ida.http.post(path, json=body, headers=authorization)).status_code == 200
    rematch_id = (await ida.post(f"/games/{game_id}/rematch"))["id"]
    info = await ida.settled(rematch_id)
    if info["to_move"] == ONE:
        await ida.act(rematch_id, info["number"], END)
    body = {"base": (await ida.get(f"/games/{rematch_id}"))["number"], "action": END}
    answer = await ida.http.post("/api/program/actions", json=body, headers=authorization)
    assert answer.status_code == 200, answer.text


async def test_games_come_back_from_the_database(app: FastAPI, ida: Browser) -> None:
    info = await play_random(ida, (await ida.new_game("me", "me"))["id"], seed=3, most=12)
    while not (await ida.get(f"/games/{info['id']}/legal"))["ask"]["undo"]:
        info = await play_random(ida, info["id"], seed=info["number"], most=1)
    await ida.post(f"/games/{info['id']}/undo", {"base": info["number"]})
    before = [await ida.get(f"/games/{info['id']}/{path}") for path in ("view", "history", "legal")]
    services: Services = app.state.services
    services.games.by_id.clear()
    assert [await ida.get(f"/games/{info['id']}/{path}") for path in ("view", "history", "legal")] == before
