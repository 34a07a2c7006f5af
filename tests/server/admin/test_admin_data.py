"""The server's data as a whole: retention and checks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import delete, update

from kingdoms.server.admin import check
from kingdoms.server.base.settings import sqlite_file
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import EntryRow, GameRow, SeatRow
from kingdoms.server.retention import purge, sweep
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, eventually
from tests.support.games.sample_game import ONE, OTHER, STEPS, opening
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.rows import execute

DAY = 24 * 3600.0


async def age(app: FastAPI, game_id: str, seconds: float) -> None:
    """Make a game and its last visit older."""
    when = time.time() - seconds
    await execute(app, update(GameRow).where(GameRow.id == game_id).values(moved=when, created=when, seen=when))
    await execute(app, update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seen.is_not(None)).values(seen=when))


# -- what goes after a time -----------------------------------------------------------------------------------------------


async def ended_game(browser: Browser) -> str:
    """Return the id of a game that its only player has resigned."""
    game_id = str((await browser.new_game("me", "me", position=opening().position()))["id"])
    await browser.post(f"/games/{game_id}/seats/{ONE}/resign")
    return game_id


@pytest.mark.both_databases
async def test_purge_deletes_games_past_their_retention(app: FastAPI, admin: Admin, ida: Browser, address: str) -> None:
    old, new = [await ended_game(ida) for _ in range(2)]
    waits, fresh_lobby, played = [(await ida.new_game("me", kind))["id"] for kind in ("open", "open", "me")]
    await age(app, old, 8 * DAY)
    for game_id in (waits, fresh_lobby):
        await age(app, game_id, 7 * 3600)
    await execute(
        app, update(SeatRow).where(SeatRow.game_id == fresh_lobby, SeatRow.seen.is_not(None)).values(seen=time.time())
    )
    await age(app, played, 1000 * DAY)
    await app.state.services.sweep.run()  # the settings name no retention time
    words = ["purge", "--finished", "7", "--waiting", "6"]
    assert await admin.answers(*words, "--dry-run") == {"dry_run": True, "waiting": 1, "finished": 1}
    assert await admin.lines("log") == []
    assert len(await admin.lines("games", "list")) == 5
    async with ida.listening(address, waits) as hears:
        await age(app, waits, 7 * 3600)  # a visit has just been noted
        assert await admin.answers(*words) == {"dry_run": False, "waiting": 1, "finished": 1}
        await hears.next("gone")
    assert [deed["command"] for deed in await admin.lines("log")] == ["purge --waiting 6.0 --finished 7.0"]
    assert {game["id"] for game in await admin.lines("games", "list")} == {new, fresh_lobby, played}

    await eventually(lambda: ida.gets(404, f"/games/{old}"))  # a running server hears a little later of each
    for game_id in (old, waits):
        assert await ida.refused("GET", f"/games/{game_id}") == (404, "no_game")
    assert "give --waiting HOURS, --finished DAYS" in await admin.refuses("purge")
    assert "0, still there" in await admin.does("purge", "--finished", "7", "--dry-run")


@pytest.mark.both_databases
async def test_finished_games_are_deleted_after_their_retention_time(
    database_url: str, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At several servers with one database none is deleted twice, and none is forgotten."""
    monkeypatch.setattr(sweep, "EVERY", 0.05)
    monkeypatch.setattr(purge, "AT_A_TIME", 2)
    async with contextlib.AsyncExitStack() as stack:
        number = 2 if database_url.startswith("postgresql") else 1
        apps = [
            await stack.enter_async_context(serving(make_settings(database=database_url, retention=30))) for _ in range(number)
        ]
        ida = await stack.enter_async_context(Browser(apps[0]))
        games = [await ended_game(ida) for _ in range(6)]
        played = (await ida.new_game("me", "me", position=opening().position()))["id"]
        await age(apps[0], played, 100 * DAY)
        for game_id in games[1:]:
            await age(apps[0], game_id, 31 * DAY)

        async def are_gone() -> bool:
            answers = [await ida.send("GET", f"/games/{game_id}") for game_id in games]
            return [answer.status_code for answer in answers] == [200] + [404] * 5

        await eventually(are_gone)
        assert (await ida.get(f"/games/{played}"))["status"] == "playing"


async def test_old_games_are_deleted_a_few_at_a_time_and_players_do_not_wait(
    database_url: str, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep has a limit. Games are checked one after the other, and actions can be written between them."""
    async with serving(make_settings(database=database_url, retention=1)) as app, Browser(app) as ida:
        ended = [await ended_game(ida) for _ in range(10)]
        await execute(app, update(GameRow).values(moved=time.time() - 2 * DAY))
        played = (await ida.new_game("me", "me", position=opening().position()))["id"]
        database, is_old = app.state.database, purge.finished_condition(1)
        with monkeypatch.context() as patched:
            patched.setattr(sweep, "MOST_ROUNDS", 2)
            patched.setattr(purge, "AT_A_TIME", 1)
            await app.state.services.sweep.run()
        counts, number = {await purge.count(database, is_old)}, 0
        assert counts == {8}
        deleting = asyncio.create_task(purge.delete_some(database, app.state.services.store.notify, is_old))
        while not deleting.done():
            number = await ida.act(played, number, STEPS[0])
            counts.add(await purge.count(database, is_old))
            number = (await ida.post(f"/games/{played}/undo", {"base": number}))["number"]
        assert len(await deleting) == 8
        assert len(counts) > 3, f"of 8 games {counts} remained whenever somebody had played"
        app.state.services.games.by_id.pop(ended[-1], None)
        assert await ida.refused("GET", f"/games/{ended[-1]}") == (404, "no_game")


@pytest.mark.sqlite
async def test_a_missing_or_unreachable_database_is_reported_in_one_sentence(
    admin: Admin, make_settings: MakeSettings, tmp_path: Path
) -> None:
    missing = make_settings(data=tmp_path / "elsewhere")
    assert "kingdoms serve creates it when it starts" in await Admin(missing).refuses("games", "list")
    assert not (tmp_path / "elsewhere" / "kingdoms.db").exists()
    file = str(tmp_path / "backup")
    await admin.does("backup", file)
    nowhere = Admin(make_settings(database=f"postgresql:///kingdoms?host={tmp_path}"))
    for words in (["check"], ["games", "list"], ["restore", file]):
        assert (await nowhere.refuses(*words)).startswith("the database cannot be used: ")


# -- whether it is whole --------------------------------------------------------------------------------------------------


def damages(game_id: str) -> dict[str, Any]:
    """Return ways to damage the rows of a game with two entries, by the message of the check."""
    row = GameRow.id == game_id
    entry = EntryRow.game_id == game_id
    first = entry & (EntryRow.number == 1)
    return {
        "entry 1: it is missing; the next one is 2": delete(EntryRow).where(first),
        "entry 1: it cannot be played": update(EntryRow).where(first).values(action="nonsense"),
        "entry 1: it is by": update(EntryRow).where(first).values(by=OTHER),
        "entry 1: it has to be an action, a call or a return": update(EntryRow).where(first).values(action=None),
        "entry 2: it goes back to number 9": update(EntryRow).where(entry, EntryRow.number == 2).values(undo=9, action=None),
        "its row says over, but by its entries it is not over": update(GameRow).where(row).values(status="over"),
        f"its row says that {OTHER} is asked": update(GameRow).where(row).values(to_move=OTHER),
        "it cannot be set up": update(GameRow).where(row).values(rulings={"weather": "any"}),
        "it is for the seats": delete(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == ONE),
    }


async def test_damaged_games_are_found(app: FastAPI, admin: Admin, ida: Browser) -> None:
    sound_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
    faults: dict[str, str] = {}
    for fault in damages("any"):
        game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
        for number in range(2):
            await ida.act(game_id, number, STEPS[number])
        await execute(app, damages(game_id)[fault])
        faults[game_id] = fault
    code, output, errors = await admin.run("check", "--json")
    *lines, last = (json.loads(line) for line in output.splitlines())
    assert (code, errors, last) == (1, "", {"games": len(faults) + 1, "faults": len(faults), "interrupted": False})
    assert {line["id"] for line in lines} == faults.keys()
    assert all(line["fault"].startswith(faults[line["id"]]) for line in lines)
    orphans = int(app.state.database.dialect == "sqlite")
    if orphans:  # as a tool leaves rows behind that does not heed foreign keys
        with contextlib.closing(sqlite3.connect(sqlite_file(app.state.database.url), isolation_level=None)) as connection:
            connection.execute("INSERT INTO entries (game_id, number, at) VALUES ('none', 1, 1.0)")
    code, output, _ = await admin.run("check")
    assert ("1 rows belong to games that are not there, in entries" in output) == bool(orphans)
    assert all(f"The game {game_id}: {fault}" in output for game_id, fault in faults.items())
    assert f"{len(faults) + 1} games checked: {len(faults) + orphans} faults found." in output
    assert sound_id not in output


@pytest.mark.sqlite
async def test_an_interrupted_check_continues(
    app: FastAPI, admin: Admin, ida: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checked games are not replayed unless they have gone on since; faults are not forgotten."""
    for _ in range(5):
        await ida.new_game("me", "me", position=opening().position())
    games = sorted(game["id"] for game in await admin.lines("games", "list"))
    await execute(app, update(GameRow).where(GameRow.id == games[0]).values(status="over"))
    replayed: list[str] = []
    check_one, interruptions = check.check_one, [3]

    async def check_until_interrupted(database: Database, game_id: str) -> check.GameCheck | None:
        if len(replayed) in interruptions:
            raise KeyboardInterrupt
        replayed.append(game_id)
        return await check_one(database, game_id)

    notes = tmp_path / "notes"
    words = ["check", "--notes", str(notes), "--json"]
    monkeypatch.setattr(check, "check_one", check_until_interrupted)
    code, output, _ = await admin.run(*words)
    assert (code, json.loads(output.splitlines()[-1])) == (130, {"games": 3, "faults": 1, "interrupted": True})
    with notes.open("a") as file:
        file.write('{"id": "cut')  # as by a power cut
    replayed.clear()
    interruptions.clear()
    await ida.act(games[1], 0, STEPS[0])
    code, output, _ = await admin.run(*words)
    assert (code, json.loads(output.splitlines()[-1])) == (1, {"games": 5, "faults": 1, "interrupted": False})
    assert replayed == [games[1], *games[3:]]
    assert not notes.exists()
