"""Bots in processes of their own: one that hangs, dies or fails stops neither its game nor another."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.bots import BOTS, Seen
from kingdoms.server.app.services import Services
from kingdoms.server.bots import processes as thinking
from kingdoms.server.bots.processes import Pool
from kingdoms.table.advice import searching
from kingdoms.table.advice import thinking as worker
from kingdoms.table.advice.thinking import BotFailed, GameMoment, choose
from kingdoms.table.base.errors import ServerStop
from kingdoms.table.game import live
from kingdoms.table.game.entries import Account, Header, StoredEntry
from kingdoms.table.game.live import LiveGame
from tests.support.bots import bad_bots
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import END, ONE, OTHER, STEPS, USUAL, begins, soonest
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON


def game(*actions: str, seed: int = 7) -> LiveGame:
    """Return a game of two after some actions."""
    header = Header("id", SAMPLE, 1, [ONE, OTHER], {}, None, seed, "host", False, None, "playing", 0.0)
    live = LiveGame(header, {})
    for number, action in enumerate(actions, 1):
        live.add(StoredEntry(number, 0.0, ONE, action))
    return live


BEGUN = begins(ONE)
MOMENT = GameMoment.from_game(game(BEGUN))
IDA, BOB = Account("Ida", "here"), Account("Bob", "there")


def test_processes_start_without_the_web_framework() -> None:
    code = f"import {worker.__name__}, {searching.__name__}, sys; "
    code += "print(sorted(sys.modules.keys() & {'fastapi', 'pydantic', 'sqlalchemy'}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    """One process, and the spare ones."""
    pool = Pool(1)
    yield pool
    pool.stop()


async def test_a_failing_bot_does_not_block_the_next_one(pool: Pool) -> None:
    for question, why in (
        (bad_bots.die, "its process died"),
        (bad_bots.fail, "ZeroDivisionError: of its own"),
        (bad_bots.leave, "SystemExit: enough"),
        (bad_bots.cheat, "IllegalAction"),
        (bad_bots.mumble, "its answer cannot be understood"),
        (bad_bots.hang, "no answer within 0.3 seconds"),
    ):
        with pytest.raises(BotFailed, match=why):
            await pool.ask(IDA, 0.3 if question is bad_bots.hang else SOON, question, MOMENT, USUAL)
        assert await pool.ask(IDA, SOON, choose, MOMENT, USUAL)
        assert (len(pool.all), len(pool.queue.free)) == (1, 1)


async def test_a_hanging_or_dead_bot_does_not_stop_the_others() -> None:
    pool = Pool(2)
    try:
        hanging = [asyncio.create_task(pool.ask(IDA, 10 * SOON, bad_bots.hang, MOMENT, "")) for _ in range(2)]
        dying = [asyncio.create_task(pool.ask(BOB, SOON, bad_bots.die, MOMENT, "")) for _ in range(2)]
        answers = await asyncio.gather(*(pool.ask(Account("Eve"), SOON, choose, MOMENT, USUAL) for _ in range(4)))
        assert len(set(answers)) == 1
        for task in dying:
            with pytest.raises(BotFailed):
                await task
        for task in hanging:
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        # the processes that were taken are returned
        await pool.ask(IDA, SOON, bad_bots.pid, MOMENT, "")
        assert len(pool.all) <= pool.size + 1
    finally:
        pool.stop()


async def test_the_number_of_processes_is_limited(pool: Pool) -> None:
    pids = await asyncio.gather(*(pool.ask(Account(name), SOON, bad_bots.nap, MOMENT, "") for name in "abcdefgh"))
    assert 1 <= len(set(pids)) <= 1 + thinking.SPARE
    assert len(pool.all) <= 1 + thinking.SPARE


async def test_a_dead_process_is_replaced_and_a_cancelled_question_frees_its_own(pool: Pool) -> None:
    process = int(await pool.ask(IDA, SOON, bad_bots.pid, MOMENT, ""))
    os.kill(process, signal.SIGKILL)
    (killed,) = pool.all
    await eventually(lambda: not killed.active)
    async with pool.session(IDA) as session:
        first = await session.ask(SOON, bad_bots.pid, MOMENT, "")
        assert int(first) != process
        assert await session.ask(SOON, bad_bots.pid, MOMENT, "") == first, "a process serves several questions"
        assert not pool.queue.free
        with pytest.raises(BotFailed, match="its process died"):
            await session.ask(SOON, bad_bots.die, MOMENT, "")
        first = await session.ask(SOON, bad_bots.pid, MOMENT, "")  # a session outlives the death of its process
        leaving = asyncio.create_task(session.ask(SOON, bad_bots.nap, MOMENT, ""))
        await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
    await eventually(lambda: len(pool.queue.free) == 1)
    assert await pool.ask(IDA, SOON, bad_bots.pid, MOMENT, "") == first
    assert len(pool.all) == 1
    asking = asyncio.create_task(pool.ask(IDA, 100, bad_bots.hang, MOMENT, ""))
    await eventually(lambda: not pool.queue.free)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert len(pool.queue.free) == 1
    process = int(await pool.ask(IDA, SOON, bad_bots.pid, MOMENT, ""))
    # a stopping server abandons the current question
    asking = asyncio.create_task(pool.ask(IDA, 100, bad_bots.hang, MOMENT, ""))
    await asyncio.sleep(0.1)
    pool.stop()
    with pytest.raises(ServerStop):
        await asyncio.wait_for(asking, SOON)
    with pytest.raises(ServerStop):
        await pool.ask(IDA, SOON, bad_bots.pid, MOMENT, "")
    await eventually(lambda: has_ended(process))


def has_ended(process: int) -> bool:
    """Return whether a process of this one has ended, and its thread has waited for it."""
    try:
        os.waitpid(process, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def test_a_bot_gets_all_observations_of_its_seat_and_may_do_only_what_it_was_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    actions: list[str | None] = []

    class Observing:
        def observe(self, sights: Sequence[Seen]) -> None:
            actions.extend(sight.action for sight in sights)

        def choose(self, view: object, legal: Sequence[int]) -> int:
            return legal[0] if len(actions) == len(MOMENT.entries) else 987_654

    monkeypatch.setattr(BOTS, "make_own", lambda *_: Observing())
    choose(MOMENT, USUAL)
    assert actions == [action for action, _ in MOMENT.entries] != []
    with pytest.raises(BotFailed, match="987654 is not one of the actions"):
        choose(MOMENT, USUAL)


def test_a_moment_is_the_game() -> None:
    live = game(BEGUN, STEPS[0])
    assert GameMoment.from_game(live).state() == live.state
    assert GameMoment.from_game(live, 1).state() == live.state_at(1) != live.state
    live.add(StoredEntry(3, 0.0, ONE, undo=1))
    assert GameMoment.from_game(live).state() == live.state
    assert GameMoment.from_game(live, 2).state() != live.state


def test_the_seed_of_a_bot_does_not_reveal_the_seed_of_chance() -> None:
    """One more in either seed or number does not make it another in any regular way; the same moment has it again."""
    assert GameMoment.from_game(game(BEGUN, STEPS[0]), 1).seed == MOMENT.seed
    games = [game(BEGUN, *[END] * 4, seed=seed) for seed in range(20)]
    bots = {(seed, number): GameMoment.from_game(games[seed], number).seed for seed in range(20) for number in range(6)}
    for seed, number in ((1, 0), (0, 1)):
        steps = [bots[at] ^ before for at in bots if (before := bots.get((at[0] - seed, at[1] - number))) is not None]
        assert len(set(steps)) == len(steps)


@pytest.mark.sqlite
async def test_games_of_bots_alone_have_a_limit(app: FastAPI, ida: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BOTS_MOST", 10)
    game_id = (await ida.new_game("bot:random", "bot:random"))["id"]
    services: Services = app.state.services
    await eventually(lambda: not services.driver.tasks and services.games.by_id[game_id].number >= 10)
    await services.driver.adopt(waiting=0.0)
    info = await ida.get(f"/games/{game_id}")
    assert (info["number"], info["status"]) == (10, "playing")
    assert not services.driver.tasks


@pytest.mark.sqlite
async def test_games_go_on_at_random(app: FastAPI, ida: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual bot fails."""
    ask = Pool.ask

    async def ask_a_broken_one(self: Pool, account: Account, within: float, question: Any, *more: Any) -> object:
        return await ask(self, account, within, bad_bots.fail if USUAL in more else question, *more)

    monkeypatch.setattr(Pool, "ask", ask_a_broken_one)
    broken = (await ida.new_game("me", "bot"))["id"]
    sound = (await bob.new_game("me", "bot:random"))["id"]
    for browser, game_id in ((ida, broken), (bob, sound)):
        for _ in range(2):
            info = await browser.settled(game_id)
            await browser.act(game_id, info["number"], soonest(await browser.choices(game_id)))
        assert (await browser.settled(game_id))["to_move"] == ONE
