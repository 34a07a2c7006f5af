"""The client plays at a real server: programs with tokens, visitors at tables, and what they do when something goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms import Record
from kingdoms.client import (
    Client,
    Conflict,
    Entry,
    GameGone,
    Invalid,
    Moment,
    NotAllowed,
    NotFound,
    NoView,
    Player,
    Program,
    Stale,
    Table,
    TooMany,
    UnexpectedAnswer,
    Unreachable,
    answers,
    connection,
)
from kingdoms.client.moments import Follow, Gap
from kingdoms.games import load_game
from tests.support.games.sample_game import END, ONE, OTHER, REFUSED, STEPS, limited, opening, soonest
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.suite.timeouts import SOON

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


async def new_table(ida: Client, **more: Any) -> Table:
    """Return a table at which Ida has the first seat and is to move, against a program."""
    return await ida.create(SAMPLE, {ONE: "me", OTHER: "program"}, position=opening().position(), **more)


class Enough(Exception):
    """A game has been played far enough."""


async def test_the_example_of_the_docs_plays_a_whole_game(address: str, tmp_path: Path) -> None:
    match = re.search(r'```python title="bot.py"\n(.*?)\n```', PAGE.read_text(), re.DOTALL)
    assert match is not None
    path = tmp_path / "bot.py"
    path.write_text(match.group(1))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", path, address, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    output, errors = await asyncio.wait_for(process.communicate(), 2 * SOON)
    assert (process.returncode, errors.decode()) == (0, "")
    assert re.search(r"over: .* wins", output.decode())


async def test_two_programs_play_with_the_views_of_their_seats(ida: Client, address: str) -> None:
    game = TESTED[-1]
    first, second = load_game(game, 2).seats
    table = await ida.create(game, {first: "program", second: "program"}, rulings=limited(1, game))
    moments: list[Moment] = []

    def choose(moment: Moment) -> str:
        assert moment.ask is not None
        state = moment.view.sample(kingdoms.Random(1))
        assert sorted(moment.ask.actions) == sorted(state.game.action_to_string(action) for action in state.legal_actions())
        assert (moment.view.seat, moment.view.to_move) == (moment.ask.seat, moment.ask.seat)
        moments.append(moment)
        if len(moments) == 20 and not moment.info.rulings:  # without a limit on rounds a random game is long
            raise Enough
        return random.Random(moment.number).choice(moment.ask.actions)

    async with (
        Program(address, await table.token(first)) as first_program,
        Program(address, await table.token(second)) as second_program,
        asyncio.timeout(2 * SOON),
    ):
        with contextlib.suppress(Enough):
            ends = await asyncio.gather(first_program.play(choose), second_program.play(choose))
            assert ends[0].outcome == ends[1].outcome == (await table.info()).outcome
            assert Record.parse((await table.record()).splitlines()).state.is_terminal()
    assert {moment.view.seat for moment in moments} <= {first, second}
    assert moments


async def test_a_lost_answer_is_not_played_twice(ida: Client, address: str) -> None:
    table = await new_table(ida)
    lost: list[int] = []

    class Losing(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            answer = await super().handle_async_request(request)
            if request.url.path.endswith("/actions") and len(lost) < 2:
                await answer.aread()
                lost.append(answer.status_code)
                raise httpx.ReadError("the line is down", request=request)
            return answer

    cookies = ida.connection.http.cookies
    async with httpx.AsyncClient(base_url=address, transport=Losing(), cookies=cookies, timeout=SOON) as http:
        same_table = Client(address, http=http).table(table.id, ONE)
        assert await same_table.act(STEPS[0], base=0) == 1
    assert (lost, (await table.info()).number) == ([200, 200], 1)


async def test_a_broken_stream_goes_on_where_it_was(ida: Client, address: str, sqlite_app: FastAPI) -> None:
    table = await new_table(ida)
    token = await table.token(OTHER)
    async with (
        Program(address, token) as program,
        aclosing(table.moments()) as table_moments,
        aclosing(program.moments()) as program_moments,
    ):
        for moments in (table_moments, program_moments):
            moment = await anext(moments)
            assert (moment.kind, moment.number, moment.entries) == ("hello", 0, ())
        sqlite_app.state.services.disconnect()
        await table.act(STEPS[0], base=0)
        await table.act(END, base=1)
        for moments, seat in ((table_moments, ONE), (program_moments, OTHER)):
            entries: list[Entry] = []
            while len(entries) < 2:
                entries += (await asyncio.wait_for(anext(moments), SOON)).entries
            assert [(entry.number, entry.by, entry.action) for entry in entries] == [(1, ONE, STEPS[0]), (2, ONE, END)]
            assert entries[0].events, seat


async def test_random_actions_of_a_visitor_at_a_table(ida: Client, address: str) -> None:
    table = await ida.create(SAMPLE, {ONE: "me", OTHER: "open"}, position=opening().position(), public=True, advice=True)
    with pytest.raises(Conflict, match="not_begun"):
        await table.view()
    assert [info.id for info in await ida.games()] == [table.id]
    async with Client(address, name="Bob") as bob:
        bob_table = await bob.join(table.id, OTHER)
        ask = await table.legal()
        assert ask is not None
        assert set(STEPS) & set(ask.actions)
        assert await bob_table.legal() is None
        preview = await table.preview([STEPS[0]])
        assert (preview.known, preview.events[0].seat) == (True, ONE)
        why = await table.explain(REFUSED[0])
        assert (why.legal, bool(why.clause)) == (False, True)
        with pytest.raises(Invalid) as invalid:
            await table.act(REFUSED[0], base=0)
        assert (invalid.value.code, invalid.value.clause, invalid.value.status) == (why.code, why.clause, 422)
        assert str(invalid.value).endswith(f"[422 {why.code}, {why.clause}]")
        with pytest.raises(Conflict) as conflict:
            await bob_table.act(END, base=0)
        assert conflict.value.code == "not_your_turn"
        assert await table.act(STEPS[0], base=0) == 1
        with pytest.raises(Stale) as stale:
            await table.act(END, base=0)
        assert stale.value.number == 1
        assert await table.undo() == 2
        assert [entry.undo for entry in await table.history()] == [None, 0]
        view = await table.view()
        assert (view.number, view.position) == (2, opening().view(ONE).to_json())
        assert (await table.say(phrase="good_luck")).phrase == "good_luck"
        async with Client(address) as tablet:
            moved = await tablet.claim(await bob_table.link())
            assert (moved.id, moved.seat) == (table.id, OTHER)
            with pytest.raises(NotAllowed):
                await bob_table.resign()
            info = await moved.resign()
        assert (info.status, info.outcome and info.outcome.winners) == ("over", (ONE,))
    last = await table.play(lambda moment: soonest(moment.ask.actions) if moment.ask else "")
    assert (last.is_over, last.outcome and last.outcome.reason) == (True, "resigned")


@pytest.mark.parametrize("advice", [False, True])
async def test_positions_are_sent_where_advice_is_allowed(ida: Client, address: str, advice: bool) -> None:
    table = await ida.create(SAMPLE, {ONE: "me", OTHER: "open"}, position=opening().position(), advice=advice)
    async with Client(address) as bob:
        bob_table = await bob.join(table.id, OTHER)
        async with aclosing(bob_table.moments()) as moments:
            moment = await anext(moments)
            assert moment.facts is not None
            if advice:
                assert moment.view == opening().view(OTHER)
            else:
                with pytest.raises(NoView, match="advice is not allowed"):
                    moment.view  # noqa: B018
                assert (await bob_table.view()).position is None


async def test_errors_name_the_servers_code(ida: Client, address: str) -> None:
    table = await new_table(ida)
    for asked in (ida.table("nothing").info(), anext(ida.table("nothing").moments())):
        with pytest.raises(NotFound) as missing:
            await asked
        assert missing.value.status == 404
    async with Program(address, "wrong") as program:
        with pytest.raises(NotAllowed) as void:
            await anext(program.moments())
        assert (void.value.code, void.value.message[:21]) == ("unknown_token", "This token is unknown")
    with pytest.raises(NotAllowed):
        await anext(ida.table(table.id, OTHER).moments())
    with pytest.raises(ValueError, match="a seat is me"):
        await ida.create(SAMPLE, {ONE: "nobody"})
    with pytest.raises(TypeError, match="follow the game first"):
        await table.act(END)
    with pytest.raises(TypeError, match="join it at a seat"):
        await ida.table(table.id).resign()


async def test_a_cancelled_game_is_gone(ida: Client) -> None:
    table = await ida.create(SAMPLE, {ONE: "me", OTHER: "open"})
    async with aclosing(table.moments()) as moments:
        assert (await anext(moments)).facts is None
        await table.cancel()
        with pytest.raises(GameGone):
            await asyncio.wait_for(anext(moments), SOON)


def answering(*answers: httpx.Response) -> Client:
    """Return a client whose requests get these answers, one after the other."""
    left = list(answers)
    transport = httpx.MockTransport(lambda _: left.pop(0))
    return Client("http://server", http=httpx.AsyncClient(base_url="http://server", transport=transport))


async def test_a_server_of_something_else_is_reported() -> None:
    for text, fault in (("<html>", "is it a kingdoms server"), ("{}", "games is not as the API promises: Field required")):
        with pytest.raises(UnexpectedAnswer, match=fault):
            await answering(httpx.Response(200, text=text)).games()


def test_what_a_later_server_adds_is_accepted_and_a_missing_entry_is_noticed() -> None:
    remark = {"number": 1, "at": "", "seat": None, "name": None, "you": False, "muted": False, "text": None}
    later = remark | {"room": "judges", "phrase": "bravo", "colour": "red"}
    assert answers.read(answers.Remark, later).phrase == "bravo"
    follow = Follow(newest=Moment("hello", 3, None))  # type: ignore[arg-type]
    assert follow.take({"type": "entry", "number": 3}) is None
    assert follow.take({"type": "ping"}) is None
    with pytest.raises(Gap):
        follow.take({"type": "entry", "number": 5})


async def test_a_busy_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    busy = {"error": {"code": "database", "clause": None, "message": "Soon."}}
    good = httpx.Response(200, json={"games": []})
    waits = httpx.Response(503, json=busy, headers={"Retry-After": "2"})
    assert await answering(waits, httpx.Response(429, json=busy, headers={"Retry-After": "1"}), good).games() == ()
    assert slept == [2.0, 1.0]
    with pytest.raises(TooMany):
        await answering(httpx.Response(429, json=busy, headers={"Retry-After": "3600"})).games()


async def test_a_server_that_never_answers_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.001)
    url = "http://127.0.0.1:9"
    with pytest.raises(Unreachable):
        await Client(url).create(SAMPLE, {ONE: "me", OTHER: "open"})
    players: tuple[Player, ...] = (Program(url, "a token"), Client(url).table("g"))
    for player in players:
        with pytest.raises(Unreachable, match=r"http://127\.0\.0\.1:9 gives no answer"):
            await anext(player.moments())
