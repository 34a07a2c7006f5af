"""Hints, chances and reviews by search: streamed, within an allowance, fair, and from a seat's own knowledge."""

from __future__ import annotations

import asyncio
import contextlib
import json
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from kingdoms.core.registry import game_class, game_names
from kingdoms.search import Limits
from kingdoms.server.advice.allowance import allowance
from kingdoms.server.app.services import Services
from kingdoms.server.bots.processes import Pool
from kingdoms.server.table.copies import RunningCopies
from kingdoms.table.advice import advice, searching
from kingdoms.table.advice.advice import Advice
from kingdoms.table.advice.searching import SearchStrength
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from tests.support.clients.http import Browser, eventually, finish, shared_game
from tests.support.games.sample_game import ABSENT, END, ONE, OTHER, limited
from tests.support.games.tested_games import SAMPLE, TESTED

pytestmark = pytest.mark.sqlite
FEW = SearchStrength(Limits(simulations=24, seconds=60.0), Limits(simulations=4))
LONG = SearchStrength(Limits(simulations=10**9, seconds=60.0), Limits(simulations=4))


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let strengths be few simulations, so that the interpreted engine has them soon."""
    monkeypatch.setattr(searching, "STRENGTHS", {"quick": FEW, "thorough": LONG})


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    """Return the lines of a stream."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines() if line]


async def analyse(browser: Browser, game_id: str, **params: Any) -> dict[str, Any]:
    """Return the last line about a position."""
    *before, last = lines(await browser.send("GET", f"/games/{game_id}/analysis", **params))
    assert last["done"]
    assert not any(line["done"] for line in before)
    assert sum(last["chances"].values()) == pytest.approx(1, abs=0.01)
    return last


async def short_game(ida: Browser, *kinds: str) -> str:
    """Return a game that is over after a round."""
    game_id: str = (await ida.new_game(*kinds, rulings=limited(1)))["id"]
    return game_id


# -- a position ---------------------------------------------------------------------------------------------------------


async def test_the_player_to_move_gets_a_hint(ida: Browser, eve: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Onlookers of a game against bots learn the chances alone."""
    game_id = (await ida.new_game("me", "bot:random"))["id"]
    info = await ida.settled(game_id)
    monkeypatch.setattr(RunningCopies, "check_positions", None)  # an ordinary hint costs no comparison
    analysis = await analyse(ida, game_id)
    assert (analysis["number"], analysis["ended"], analysis["visits"]) == (info["number"], "done", FEW.per_position.simulations)
    legal = {choice["action"]: choice["words"] for choice in (await ida.get(f"/games/{game_id}/legal"))["ask"]["choices"]}
    for option in analysis["options"]:
        assert option["words"] == legal[option["action"]]
        assert 0 <= option["spread"] <= 1
    best = analysis["options"][0]
    assert best["line"][0] == {"by": ONE, "action": best["action"], "sentences": best["line"][0]["sentences"]}
    assert analysis["reason"].endswith(".")
    assert {name: type(analysis["why"][name]) for name in ("code", "details")} == {"code": str, "details": dict}
    analysis = await analyse(eve, game_id)
    assert (analysis["options"], analysis["reason"], analysis["why"]) == ([], "", None)
    assert 0 < analysis["spread"] < 1


async def test_analyses_of_running_games_and_unknown_moments_are_refused(ida: Browser) -> None:
    game_id = await short_game(ida, "me", "me")
    info = await ida.settled(game_id)
    assert (info["company"], info["advice"]) == (False, False), "one person at two seats plays nobody else"
    path = f"/games/{game_id}/analysis"
    assert await ida.refused("GET", path, number=99) == (404, "no_number")
    assert await ida.refused("GET", path, strength="endless") == (422, "invalid")
    assert await ida.refused("GET", f"{path}/game") == (409, "not_over")
    assert await ida.refused("POST", f"/games/{game_id}/line", {"number": 0, "actions": []}) == (409, "not_over")
    await finish(ida, game_id=game_id)
    assert await ida.refused("GET", path) == (409, "over")
    line = f"/games/{game_id}/line"
    (step,) = (await ida.post(line, {"number": 1, "actions": [END, "nonsense", END]}))["steps"]
    assert (step["action"], step["by"] in (ONE, OTHER)) == (END, True), "a line is played out as far as it goes"
    assert step["view"]["seats"] == [ONE, OTHER]
    assert step["events"][0]["text"]
    assert await ida.refused("POST", line, {"number": 999, "actions": []}) == (404, "no_number")
    assert await ida.refused("POST", line, {"number": 0, "actions": [], "seat": ABSENT}) == (403, "not_yours")


async def test_it_ends_when_the_game_changes_or_the_client_leaves(services: Services, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    info = await ida.settled(game_id)
    services.advice.allowance = allowance(1000.0)
    live = await services.games.get(game_id)
    stream = services.advice.study(live, live.number, None, "thorough", Account("ida"), decides=True)
    assert not (await anext(stream))["done"]
    grown = await anext(stream)
    assert (grown["done"], grown["ended"]) == (False, None)
    await ida.act(game_id, info["number"], END)
    *_, last = [line async for line in stream]
    assert (last["done"], last["ended"]) == (True, "moved")
    stream = services.advice.study(live, live.number, None, "thorough", Account("ida"), decides=True)
    await anext(stream)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(anext(stream), 0.01)
    await stream.aclose()
    await eventually(lambda: len(services.thinkers.advisers.queue.free) >= 1)


# -- how much -----------------------------------------------------------------------------------------------------------


async def test_a_used_up_allowance_says_when_to_retry(services: Services, ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "bot:random"))["id"]
    await ida.settled(game_id)
    now = 0.0
    services.advice.allowance = allowance(0.01, clock=lambda: now)
    (analysis,) = lines(await ida.send("GET", f"/games/{game_id}/analysis", strength="thorough"))
    assert (analysis["done"], analysis["ended"]) == (True, "spent")
    answer = await ida.send("GET", f"/games/{game_id}/analysis")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "thought_enough")
    assert int(answer.headers["Retry-After"]) == answer.json()["seconds"] >= 1
    assert await analyse(bob, game_id)
    now = 10_000.0
    assert await analyse(ida, game_id)


# -- fair play ----------------------------------------------------------------------------------------------------------


async def test_people_who_play_each_other_get_no_advice(ida: Browser, bob: Browser, eve: Browser) -> None:
    game_id = await shared_game(ida, bob)
    for browser in (ida, bob, eve):
        info = await browser.get(f"/games/{game_id}")
        assert (info["company"], info["advice"]) == (True, False)
        for params in ({}, {"number": 0}):
            assert await browser.refused("GET", f"/games/{game_id}/analysis", **params) == (403, "no_advice")
    over = await short_game(ida, "me", "open")
    await bob.post(f"/games/{over}/seats/{OTHER}/join")
    await finish(ida, bob, game_id=over)
    assert await analyse(eve, over, number=1)


# -- a whole game -------------------------------------------------------------------------------------------------------


async def test_a_finished_game_is_replayed_once(services: Services, ida: Browser, eve: Browser) -> None:
    game_id = await short_game(ida, "me", "bot:random")
    info = await finish(ida, game_id=game_id)
    path = f"/games/{game_id}/analysis/game"
    review = lines(await ida.send("GET", path))
    kinds = [line["type"] for line in review]
    decisions = [line for line in review if line["type"] == "decision"]
    assert (kinds[0], kinds[-1], kinds.count("decision")) == ("begin", "done", review[0]["total"])
    assert [line["number"] for line in decisions] == sorted(line["number"] for line in decisions)
    assert all(0 <= line["loss"] <= 1 and line["at"] == line["number"] - 1 for line in decisions)
    assert all(gain["text"] and 0 < gain["share"] < 1 for line in decisions for gain in line["gains"])
    winners = info["outcome"]["winners"]
    assert review[-1]["chances"] == {seat: pytest.approx((seat in winners) / len(winners)) for seat in (ONE, OTHER)}
    # a second request costs nothing, for any visitor
    services.advice.allowance = allowance(0.01)
    services.advice.allowance.charge("nobody", 1.0)
    second_review = lines(await eve.send("GET", path))
    assert [line for line in second_review if line["type"] == "decision"] == decisions
    assert services.advice.allowance.buckets.keys() == {"nobody"}


async def test_a_review_pauses_while_the_allowance_is_used_up_and_when_nobody_follows_it(
    services: Services, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "MOST_PAUSE", 0.01)
    game_id = await short_game(ida, "me", "bot:random")
    await finish(ida, game_id=game_id)
    services.advice.allowance = allowance(0.001)
    live = await services.games.get(game_id)
    going = services.advice.get_review(live, "quick")
    follower = services.advice.follow(live, "quick", Account("ida"), 0.05)
    while going.paused_until is None:
        await anext(follower)
    decisions_at_pause = len(going.review.decisions) if going.review else 0
    task = going.task
    assert task is not None
    await follower.aclose()
    await asyncio.wait([task])
    assert (task.cancelled(), going.task, going.is_done) == (True, None, False)
    services.advice.allowance = allowance(1000.0)
    follower = services.advice.follow(live, "quick", Account("ida"), 0.05)
    assert [line["type"] async for line in follower if line is not None][-1] == "done"
    assert going.review is not None
    assert decisions_at_pause < len(going.review.decisions) == going.total


async def test_a_review_gives_way_to_questions_that_wait(
    services: Services, ida: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "TURN", 0.0)
    game_id = await short_game(ida, "me", "bot:random")
    await finish(ida, game_id=game_id)
    services.thinkers.advisers.spare = 0
    live = await services.games.get(game_id)
    going = services.advice.get_review(live, "quick")
    follower = services.advice.follow(live, "quick", Account("ida"), 60.0)
    assert (await anext(follower) or {})["type"] == "begin"
    assert await services.advice.pool.ask(Account("bob"), 60.0, abs, -1) == 1
    assert not going.is_done
    assert [line["type"] async for line in follower if line is not None][-1] == "done"


@pytest.mark.parametrize("name", [name for name in game_names() if name != SAMPLE])
async def test_any_game_is_analysed(ida: Browser, eve: Browser, name: str) -> None:
    rules = game_class(name)
    seats = rules.accept_seats(2)
    seat_requests = [{"seat": seat, "kind": "me"} for seat in seats]
    game_id = (await ida.post("/games", {"game": name, "seats": seat_requests}, status=201))["id"]
    info = await ida.settled(game_id)
    analysis = await analyse(ida, game_id, seat=info["to_move"])
    assert analysis["options"]
    if name in TESTED:
        assert analysis["why"]["code"], "only bots from elsewhere give reasons that are sentences and no more"
    if rules.has_secrets:
        opponent = next(seat for seat in seats if seat != info["to_move"])
        assert (await analyse(ida, game_id, seat=opponent))["options"] == []
        assert await eve.refused("GET", f"/games/{game_id}/analysis") == (409, "secrets")
    ask = (await ida.get(f"/games/{game_id}/legal", seat=info["to_move"]))["ask"]
    await ida.act(game_id, info["number"], ask["choices"][0]["action"])
    await ida.post(f"/games/{game_id}/seats/{seats[0]}/resign")
    review = lines(await ida.send("GET", f"/games/{game_id}/analysis/game"))
    assert (review[0]["total"], review[-1]["type"]) == (1, "done"), "although by its rules the game is not over"


def test_the_newest_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "DECISIONS_KEPT", 10)
    service = Advice(Pool(0), allowance(30.0), cast("Any", None))

    def game(name: str) -> LiveGame:
        return cast("LiveGame", SimpleNamespace(header=SimpleNamespace(id=name)))

    for name in ("one", "two", "three"):
        service.get_review(game(name), "quick").messages += [{"type": "decision"}] * 4
    service.get_review(game("one"), "quick").followers += 1
    service.get_review(game("four"), "quick")
    assert [name for name, _ in service.reviews] == ["three", "one", "four"]
