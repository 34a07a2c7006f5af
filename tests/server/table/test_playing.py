"""Playing by requests: actions, questions, undo, previews, history."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from typing import Any

import pytest
from fastapi import Response

from kingdoms.core.record import Record
from kingdoms.server.table import shortcut
from kingdoms.server.table.routes import act
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.playing import ActionService
from tests.support.clients.http import Browser, Json, shared_game, solo_game
from tests.support.games.sample_game import END, ONE, OTHER, REFUSED, STEPS, UNWRITTEN, begins, opening, seated
from tests.support.games.tested_games import SAMPLE


async def test_an_action_is_played(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    ask = (await ida.get(f"/games/{game_id}/legal"))["ask"]
    before, state = opening(), opening()
    state.apply_action(STEPS[0])
    assert (ask["seat"], ask["decision"], ask["undo"]) == (ONE, before.decision(), False)
    assert ask["question"] == before.view(ONE).question
    choice = next(option for option in ask["choices"] if option["action"] == STEPS[0])
    assert set(choice) == {"action", "kind", "words", "said", "forecast"}
    assert choice["forecast"] == before.game.forecast(before, before.game.string_to_action(STEPS[0]))
    assert await ida.act(game_id, 0, choice["action"]) == 1
    history = await bob.get(f"/games/{game_id}/history")
    (entry,) = history["entries"]
    assert (entry["by"], entry["action"]) == (ONE, STEPS[0])
    assert [event["text"] for event in entry["events"]] == [
        event.text for event in before.game.narrate(before, STEPS[0], state)
    ]
    answer = await bob.get(f"/games/{game_id}/view")
    assert (answer["number"], answer["ask"], answer["view"]["seat"]) == (1, None, OTHER)
    assert answer["view"] == (await ida.post("/sandbox", {"position": state.position()}))["view"] | {"seat": OTHER}


async def test_an_outdated_base_gets_the_missed_entries(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    path = f"/games/{game_id}/actions"
    for base, action in enumerate(STEPS):  # of many simultaneous requests, one is applied
        sent = [ida.send("POST", path, {"base": base, "action": action}) for _ in range(8)]
        answers = await asyncio.gather(*sent)
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        assert {answer.json()["number"] for answer in answers} == {base + 1}
    answer = await ida.send("POST", path, {"base": 0, "action": END})
    body = answer.json()
    assert (answer.status_code, body["error"]["code"], body["number"]) == (409, "stale", 2)
    assert body["missed"] == (await ida.get(f"/games/{game_id}/history"))["entries"]
    for path, more in (("actions", {"base": 3, "action": END}), ("undo", {"base": 1}), ("preview", {"base": 1, "actions": []})):
        assert await ida.refused("POST", f"/games/{game_id}/{path}", more) == (409, "stale")


async def test_illegal_actions_are_refused(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await shared_game(ida, bob)
    bodies: Json = {"actions": {"base": 0, "action": END}, "undo": {"base": 0}, "preview": {"base": 0, "actions": []}}
    for browser, path, expected in (
        (eve, "actions", (403, "no_seat")),
        (eve, "undo", (403, "no_seat")),
        (eve, "preview", (409, "not_your_turn")),
        (bob, "actions", (409, "not_your_turn")),
        (bob, "preview", (409, "not_your_turn")),
    ):
        assert await browser.refused("POST", f"/games/{game_id}/{path}", bodies[path]) == expected
    for action in (*REFUSED, begins(OTHER)):
        refusal = opening().refusal(action)
        assert refusal is not None
        answer = await ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": action})
        assert (answer.status_code, answer.json()["error"]) == (422, refusal.to_json())
    for action in ("dance", "\x00", "\u202e", *UNWRITTEN):
        assert await ida.refused("POST", f"/games/{game_id}/actions", {"base": 0, "action": action}) == (422, "notation")
    wrong: list[Any] = [{"base": 0}, {"action": END}, {"base": -1, "action": END}, {"base": "x", "action": END}, [], 7]
    wrong += [{"base": 0, "action": END, "client_id": client_id} for client_id in ("", "x" * 65, "a\x00")]
    for body in wrong:
        assert await ida.refused("POST", f"/games/{game_id}/actions", body) == (422, "invalid")
    assert (await ida.get(f"/games/{game_id}"))["number"] == 0


async def test_an_action_sent_twice_is_applied_once(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    for _ in range(3):
        assert await ida.act(game_id, 0, STEPS[0], client_id="one") == 1
    assert await ida.act(game_id, 1, STEPS[1], client_id="two") == 2
    assert await ida.act(game_id, 2, "end", client_id="three") == 3
    # when it is not her turn any more it is still known, and other visitors' ids are separate
    assert await ida.act(game_id, 1, STEPS[1], client_id="two") == 2
    assert await bob.act(game_id, 3, "end", client_id="one") == 4
    entries = (await ida.get(f"/games/{game_id}/history"))["entries"]
    played = [(entry["by"], entry["action"]) for entry in entries]
    assert played == [(ONE, STEPS[0]), (ONE, STEPS[1]), (ONE, END), (OTHER, END)]
    assert "client_id" not in entries[0]


async def test_the_action_shortcut_answers_like_the_full_route(
    ida: Browser, bob: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shortcut and the usual route answer every request alike; only plain, valid requests take the shortcut."""
    game_id = await shared_game(ida, bob)
    good = {"base": 0, "action": STEPS[0], "client_id": "one"}
    changes: list[Json] = [{}, *({"base": base} for base in (7, -1, "0", True, 1.5)), {"more": 1}]
    changes += [{"action": action} for action in ("", "dance", REFUSED[0])]
    bodies = [json.dumps(body).encode() for body in (*(good | change for change in changes), {"base": 0}, [good], None)]
    bodies += [b"", b"{", b"\xff\xfe", b"[" * 100_000]
    sent: list[tuple[bytes, str | None]] = [(body, "application/json") for body in bodies]
    sent += [(bodies[0], kind) for kind in ("application/json; charset=utf-8", "text/plain", None)]
    requests = list(itertools.product((ida, bob, eve), (game_id, "nosuchgame"), sent))
    shortcut_games = list[str]()

    async def counted(playing: ActionService, live: LiveGame, *more: Any) -> Response:
        shortcut_games.append(live.header.id)
        return await act(playing, live, *more)

    async def answers() -> list[tuple[int, bytes]]:
        responses = [
            await browser.http.post(f"/api/games/{at}/actions", content=data, headers={"Content-Type": kind} if kind else {})
            for browser, at, (data, kind) in requests
        ]
        return [(answer.status_code, answer.content) for answer in responses]

    monkeypatch.setattr(shortcut, act.__name__, counted)
    short, went_short = await answers(), len(shortcut_games)
    monkeypatch.setattr(shortcut, "ACTIONS", re.compile("no address"))
    assert await answers() == short
    assert len(shortcut_games) == went_short > 0
    assert {status for status, _ in short} >= {200, 403, 404, 409, 422}
    assert (await ida.send("GET", f"/games/{game_id}/actions")).status_code == 405


async def test_undoing_several_steps(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    views = []
    for base, action in enumerate((*STEPS, STEPS[0])):
        views.append(await ida.get(f"/games/{game_id}/view"))
        await ida.act(game_id, base, action)
    for number, stands in ((4, 2), (5, 1)):
        assert await ida.post(f"/games/{game_id}/undo", {"base": number - 1}) == {"number": number}
        answer = await ida.get(f"/games/{game_id}/view")
        assert answer["view"] == views[stands]["view"]
        assert answer["ask"]["choices"] == views[stands]["ask"]["choices"]
        assert answer["ask"]["undo"] is True
    await ida.act(game_id, 5, STEPS[1])
    for number in (6, 7):
        await ida.post(f"/games/{game_id}/undo", {"base": number})
    assert (await ida.get(f"/games/{game_id}/view"))["view"] == views[0]["view"]
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 8}) == (409, "nothing_to_undo")
    entries = (await bob.get(f"/games/{game_id}/history"))["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, 9))
    assert [entry["undo"] for entry in entries] == [None, None, None, 2, 1, None, 5, 0]
    assert entries[3]["events"][0]["text"].endswith(f" takes back: {STEPS[0]}.")
    assert {entry["by"] for entry in entries} == {entry["events"][0]["seat"] for entry in entries} == {ONE}
    # what was undone can be looked at, and is in no record
    for number, stands in ((1, 1), (2, 2), (4, 2), (5, 1), (6, 2)):
        answer = await ida.get(f"/games/{game_id}/view", number=number)
        assert (answer["number"], answer["view"], answer["ask"]) == (number, views[stands]["view"], None)
    record = Record.parse((await bob.send("GET", f"/games/{game_id}/record")).text.split("\n"))
    assert record.entries == []


async def test_no_undo_after_another_player_or_chance_was_asked(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    await ida.act(game_id, 0, END)
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": 1}) == (409, "not_your_turn")
    assert await bob.refused("POST", f"/games/{game_id}/undo", {"base": 1}) == (409, "nothing_to_undo")
    assert (await bob.get(f"/games/{game_id}/legal"))["ask"]["undo"] is False
    # nor by a visitor who has both seats
    solo_id = await solo_game(ida)
    for number, action in enumerate(STEPS):
        await ida.act(solo_id, number, action)
    await ida.post(f"/games/{solo_id}/undo", {"base": 2})
    branch = {"seats": seated("me", "me"), "from": {"id": solo_id, "number": 3}}
    assert (await ida.post("/games", branch, status=201))["number"] == 1, "what was undone is in no branch"
    await ida.act(solo_id, 3, END)
    begun = await ida.settled((await ida.new_game("me", "me"))["id"])
    for both, base in ((solo_id, 4), (begun["id"], 1)):
        assert await ida.refused("POST", f"/games/{both}/undo", {"base": base}) == (409, "nothing_to_undo")


async def test_explanations(ida: Browser, eve: Browser) -> None:
    game_id = await solo_game(ida)
    answer = await eve.get(f"/games/{game_id}/explain")
    assert answer["question"] == opening().view(None).question
    assert answer["clauses"]
    assert all(answer["clauses"].values())
    answer = await ida.get(f"/games/{game_id}/explain", action=REFUSED[0])
    assert (answer["legal"], all(answer[name] for name in ("code", "clause", "message"))) == (False, True)
    assert await ida.get(f"/games/{game_id}/explain", action=END) == {"legal": True}
    assert await ida.refused("GET", f"/games/{game_id}/explain", action="dance") == (422, "notation")
    assert await eve.refused("GET", f"/games/{game_id}/explain", action=END) == (409, "not_your_turn")


async def test_trying_out_changes_nothing(ida: Browser, bob: Browser) -> None:
    game_id = await shared_game(ida, bob)
    before = [await ida.get(f"/games/{game_id}/{path}") for path in ("view", "history", "legal")]
    plan = [*STEPS, END]
    preview = await ida.post(f"/games/{game_id}/preview", {"base": 0, "actions": plan})
    assert (preview["view"]["to_move"], preview["ask"]) == (OTHER, None)
    half = await ida.post(f"/games/{game_id}/preview", {"base": 0, "actions": plan[:1]})
    assert half["ask"]["seat"] == ONE
    assert preview["events"][: len(half["events"])] == half["events"] != []
    assert [await ida.get(f"/games/{game_id}/{path}") for path in ("view", "history", "legal")] == before
    # the preview equals the result
    await ida.act(game_id, 0, plan[0])
    assert (await ida.get(f"/games/{game_id}/view"))["view"] == half["view"]
    assert (await ida.get(f"/games/{game_id}/history"))["entries"][0]["events"] == half["events"]
    for plan, status, code in (
        ([END, END], 409, "not_your_turn"),
        (["dance"], 422, "notation"),
        ([STEPS[1]] * 51, 422, "invalid"),
    ):
        assert await ida.refused("POST", f"/games/{game_id}/preview", {"base": 1, "actions": plan}) == (status, code)
    answer = await ida.send("POST", f"/games/{game_id}/preview", {"base": 1, "actions": [STEPS[0], REFUSED[0]]})
    assert (answer.status_code, bool(answer.json()["error"]["clause"])) == (422, True)


async def test_the_sandbox(eve: Browser) -> None:
    new, first, state = {"game": SAMPLE, "players": 2}, begins(ONE), opening()
    board = await eve.post("/sandbox", {"new": new, "actions": [first, STEPS[0]]})
    assert board["legal"] == [choice["action"] for choice in board["ask"]["choices"]]
    from_position = await eve.post("/sandbox", {"position": state.position(), "actions": [STEPS[0]]})
    assert (from_position["view"], from_position["ask"]) == (board["view"], board["ask"])
    assert board["events"][-len(from_position["events"]) :] == from_position["events"] != board["events"]
    board = await eve.post("/sandbox", {"position": state.position()})
    assert (board["ask"]["seat"], "why" in board) == (ONE, False)
    board = await eve.post("/sandbox", {"new": new, "actions": [first], "why": first})
    assert (board["why"]["legal"], board["why"]["code"]) == (False, "not_asked"), "an answer, since a lesson asks for it"
    assert (await eve.post("/sandbox", {"new": new, "why": first}))["why"] == {"legal": True}
    for body, code in (
        ({}, "request"),
        ({"new": new, "why": "dance"}, "notation"),
        ({"new": {"game": "chess", "players": 2}}, "unknown_game"),
        ({"new": new | {"players": 50}}, "seats"),
        ({"new": new | {"rulings": {"no such ruling": 10**40}}}, "rulings"),
        ({"position": {"game": SAMPLE}}, "position"),
        ({"position": state.position() | {"phase": 10**40}}, "position"),
        ({"new": new, "actions": [first, "dance"]}, "notation"),
        ({"new": new, "actions": [END]}, "not_asked"),
    ):
        assert await eve.refused("POST", "/sandbox", body) == (422, code), body
    answer = await eve.send("POST", "/sandbox", {"new": new, "actions": [first, "dance"]})
    assert answer.json()["at"] == 1


async def test_short_messages_say_once_what_they_repeat(ida: Browser) -> None:
    game_id = await solo_game(ida)
    full = (await ida.get(f"/games/{game_id}/legal"))["ask"]
    bare = (await ida.get(f"/games/{game_id}/legal", texts="false"))["ask"]
    short = (await ida.get(f"/games/{game_id}/legal", texts="short"))["ask"]
    assert [choice["said"] for choice in bare["choices"]] == [choice["said"] for choice in full["choices"]]
    written = []
    for number, *values in (choice["said"] for choice in short["choices"]):
        key, *holes = short["says"][number]
        written.append({"id": key} | dict(zip(holes, values, strict=True)))
    assert written == [choice["said"] for choice in full["choices"]]
    assert len(short["says"]) == len({tuple(map(str, pattern)) for pattern in short["says"]}) < len(written)
    base = {"base": 0, "action": full["choices"][0]["action"]}
    await ida.post(f"/games/{game_id}/actions", base)
    events = (await ida.get(f"/games/{game_id}/history"))["entries"][0]["events"]
    shorter = (await ida.get(f"/games/{game_id}/history", texts="short"))["entries"][0]["events"]
    assert any(event["seat"] and event["said"].get("seat") == event["seat"] for event in events)
    with_seats = [[{"seat": event["seat"]} | event["said"] for event in group] for group in (shorter, events)]
    assert with_seats[0] == with_seats[1]
    assert not any("text" in event or (event["seat"] and event["said"].get("seat") == event["seat"]) for event in shorter)
