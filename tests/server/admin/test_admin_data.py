"""The server's data as a whole: retention, checks, backups, and the key of cookies."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from administering import Admin
from fastapi import FastAPI
from of_games import TESTED
from playing import Browser, Json, eventually, play_random
from postgres import new_database
from sample import ONE, OTHER, STEPS, limited, opening
from serving import MakeSettings, running
from sqlalchemy import delete, func, select, update

import kingdoms
from kingdoms import Random
from kingdoms.server.admin import backup, check
from kingdoms.server.app import create_app
from kingdoms.server.database import Database
from kingdoms.server.identity import COOKIE, new_visitor
from kingdoms.server.retention import purge, sweep
from kingdoms.server.settings import sqlite_file
from kingdoms.server.tables import Base, EntryRow, GameRow, SeatRow, ServerRow
from kingdoms.testing import random_action

pytestmark = pytest.mark.both_databases
DAY = 24 * 3600.0


async def a_finished_game(browser: Browser, seed: int = 1) -> str:
    game_id = (await browser.new_game("me", "me", rulings=limited(1)))["id"]
    await play_random(browser, game_id, seed)
    return str(game_id)


async def change(app: FastAPI, statement: Any) -> None:
    async with app.state.database.engine.begin() as connection:
        await connection.execute(statement)


async def age(app: FastAPI, game_id: str, seconds: float) -> None:
    """Make a game and its last visit older."""
    when = time.time() - seconds
    await change(app, update(GameRow).where(GameRow.id == game_id).values(moved=when, created=when, seen=when))
    await change(app, update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seen.is_not(None)).values(seen=when))


# -- what goes after a time -----------------------------------------------------------------------------------------------


async def test_purge_deletes_games_past_their_retention(app: FastAPI, admin: Admin, ida: Browser, address: str) -> None:
    old, new = [await a_finished_game(ida, seed) for seed in (1, 2)]
    waits, wanted, played = [(await ida.new_game("me", kind))["id"] for kind in ("open", "open", "me")]
    await age(app, old, 8 * DAY)
    for game_id in (waits, wanted):
        await age(app, game_id, 7 * 3600)
    await change(app, update(SeatRow).where(SeatRow.game_id == wanted, SeatRow.seen.is_not(None)).values(seen=time.time()))
    await age(app, played, 1000 * DAY)
    words = ["purge", "--finished", "7", "--waiting", "6"]
    assert await admin.answers(*words, "--dry-run") == {"dry_run": True, "waiting": 1, "finished": 1}
    assert len(await admin.lines("games", "list")) == 5
    async with ida.live(address, waits) as hears:
        await hears.next("hello")
        await age(app, waits, 7 * 3600)  # a visit has just been noted
        assert await admin.answers(*words) == {"dry_run": False, "waiting": 1, "finished": 1}
        await hears.next("gone")
    assert {each["id"] for each in await admin.lines("games", "list")} == {new, wanted, played}

    async def is_gone() -> bool:
        return (await ida.send("GET", f"/games/{old}")).status_code == 404

    await eventually(is_gone)  # a running server hears a little later of each
    for game_id in (old, waits):
        assert await ida.refused("GET", f"/games/{game_id}") == (404, "no_game")
    assert "give --waiting HOURS, --finished DAYS" in await admin.refuses("purge")
    assert "0, still there" in await admin.does("purge", "--finished", "7", "--dry-run")


async def test_a_game_that_is_deleted_leaves_nothing_behind(app: FastAPI, admin: Admin, ida: Browser) -> None:
    game_id = await a_finished_game(ida)
    waits = (await ida.new_game("me", "open"))["id"]
    await ida.post(f"/games/{waits}/seats/{ONE}/link")
    await admin.does("games", "delete", game_id, waits)
    async with app.state.database.read_engine.connect() as connection:
        for table in ("games", "seats", "entries", "links"):
            assert await connection.scalar(select(func.count()).select_from(Base.metadata.tables[table])) == 0


@pytest.fixture
def quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep all the time, and little at a time."""
    monkeypatch.setattr(sweep, "EVERY", 0.05)
    monkeypatch.setattr(purge, "AT_A_TIME", 2)


@pytest.mark.usefixtures("quick_sweeps")
async def test_finished_games_go_when_their_time_is_over(database_url: str, make_settings: MakeSettings) -> None:
    """At several servers with one database none is deleted twice, and none is forgotten."""
    async with contextlib.AsyncExitStack() as stack:
        number = 2 if database_url.startswith("postgresql") else 1
        apps = [create_app(make_settings(database=database_url, retention=30)) for _ in range(number)]
        for app in apps:
            await stack.enter_async_context(running(app))
        ida = await stack.enter_async_context(Browser(apps[0]))
        games = [await a_finished_game(ida, seed) for seed in range(7)]
        played = (await ida.new_game("me", "me", position=opening().position()))["id"]
        await age(apps[0], played, 100 * DAY)
        for game_id in games[1:]:
            await age(apps[0], game_id, 31 * DAY)

        async def are_gone() -> bool:
            answers = [await ida.send("GET", f"/games/{game_id}") for game_id in games]
            return [answer.status_code for answer in answers] == [200] + [404] * 6

        await eventually(are_gone)
        assert (await ida.get(f"/games/{played}"))["status"] == "playing"


@pytest.mark.usefixtures("quick_sweeps")
async def test_without_a_time_they_stay(app: FastAPI, ida: Browser) -> None:
    game_id = await a_finished_game(ida)
    await age(app, game_id, 10_000 * DAY)
    await app.state.services.sweep.run()
    assert (await ida.get(f"/games/{game_id}"))["status"] == "over"


async def test_a_sweep_has_a_limit(database_url: str, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is deleted in the next run, so that games can go on meanwhile."""
    monkeypatch.setattr(sweep, "MOST_ROUNDS", 2)
    monkeypatch.setattr(purge, "AT_A_TIME", 1)
    app = create_app(make_settings(database=database_url, retention=1))
    async with running(app), Browser(app) as ida:
        for seed in range(3):
            await age(app, await a_finished_game(ida, seed), 2 * DAY)
        await app.state.services.sweep.run()
        assert await purge.count(app.state.database, purge.finished(1)) == 1


async def test_who_plays_does_not_wait_until_all_that_is_old_is_gone(app: FastAPI, ida: Browser) -> None:
    """Games are checked one after the other, and actions can be written between them."""
    first = await a_finished_game(ida)
    for _ in range(11):
        last = (
            await ida.new_game("me", "me", **{"from": {"id": first, "number": (await ida.get(f"/games/{first}"))["number"]}})
        )["id"]
    await change(app, update(GameRow).values(moved=time.time() - 2 * DAY))
    played = (await ida.new_game("me", "me", position=opening().position()))["id"]
    database, store = app.state.database, app.state.services.store
    deleting = asyncio.create_task(purge.delete_some(database, store.notify, purge.finished(1)))
    left, number = {12}, 0
    while not deleting.done():
        number = await ida.act(played, number, STEPS[0])
        left.add(await purge.count(database, purge.finished(1)))
        number = (await ida.post(f"/games/{played}/undo", {"base": number}))["number"]
    assert len(await deleting) == 12
    assert len(left) > 4, f"of 12 games {left} were left whenever somebody had played"
    app.state.services.games.by_id.pop(last)
    assert await ida.refused("GET", f"/games/{last}") == (404, "no_game")


async def test_a_database_that_cannot_be_reached_is_one_sentence(
    admin: Admin, make_settings: MakeSettings, tmp_path: Path
) -> None:
    file = str(tmp_path / "backup")
    await admin.does("backup", file)
    nowhere = Admin(make_settings(database=f"postgresql:///kingdoms?host={tmp_path}"))
    for words in (["check"], ["games", "list"], ["restore", file]):
        assert (await nowhere.refuses(*words)).startswith("the database cannot be used: ")


# -- whether it is whole --------------------------------------------------------------------------------------------------


def late(game: str) -> Any:
    """Return a position shortly before the end of a random game."""
    rng, states = Random(1), [kingdoms.load_game(game, 2).limited(3).new_initial_state()]
    while states[-1].outcome() is None:
        states.append(states[-1].child(random_action(states[-1], rng)))
    return states[-10].position()


async def test_games_of_all_kinds_are_whole(app: FastAPI, admin: Admin, ida: Browser) -> None:
    for game in TESTED:
        game_id = (await ida.new_game("bot:random", "bot:random", game=game, position=late(game)))["id"]
        ended = (await ida.new_game("me", "me", game=game))["id"]
        await ida.settled(ended)
        await admin.does("games", "end", ended)
        await ida.settled(game_id)
    undone = (await ida.new_game("me", "me", position=opening().position()))["id"]
    await ida.act(undone, 0, STEPS[0])
    await ida.post(f"/games/{undone}/undo", {"base": 1})
    await ida.new_game("me", "open")
    done = await admin.answers("check")
    assert done == {"games": 2 * len(TESTED) + 2, "faults": 0, "interrupted": False}


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


@pytest.mark.parametrize("said", damages("any"))
async def test_damaged_games_are_found(app: FastAPI, admin: Admin, ida: Browser, said: str) -> None:
    whole, game_id = [(await ida.new_game("me", "me", position=opening().position()))["id"] for _ in range(2)]
    for number in range(2):
        await ida.act(game_id, number, STEPS[number])
    await change(app, damages(game_id)[said])
    code, found, complained = await admin.run("check", "--json")
    first, last = (json.loads(line) for line in found.splitlines())
    assert (code, complained, last) == (1, "", {"games": 2, "faults": 1, "interrupted": False})
    assert first["id"] == game_id
    assert first["fault"].startswith(said)
    code, found, _ = await admin.run("check")
    assert f"The game {game_id}: {said}" in found
    assert "2 games checked: 1 fault found." in found
    assert whole not in found


async def test_an_interrupted_check_continues(
    app: FastAPI, admin: Admin, ida: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checked games are not replayed unless they have gone on since; faults are not forgotten."""
    for _ in range(5):
        await ida.new_game("me", "me", position=opening().position())
    games = sorted(each["id"] for each in await admin.lines("games", "list"))
    await change(app, update(GameRow).where(GameRow.id == games[0]).values(status="over"))
    played: list[str] = []
    check_one = check.check_one

    async def stopped(database: Database, game_id: str) -> check.Checked | None:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(game_id)
        return await check_one(database, game_id)

    notes = tmp_path / "notes"
    words = ["check", "--notes", str(notes), "--json"]
    monkeypatch.setattr(check, "check_one", stopped)
    code, said, _ = await admin.run(*words)
    assert (code, json.loads(said.splitlines()[-1])) == (130, {"games": 3, "faults": 1, "interrupted": True})
    with notes.open("a") as file:
        file.write('{"id": "cut')  # as by a power cut
    played.clear()

    async def noted(database: Database, game_id: str) -> check.Checked | None:
        played.append(game_id)
        return await check_one(database, game_id)

    monkeypatch.setattr(check, "check_one", noted)
    await ida.act(games[1], 0, STEPS[0])
    code, said, _ = await admin.run(*words)
    assert (code, json.loads(said.splitlines()[-1])) == (1, {"games": 5, "faults": 1, "interrupted": False})
    assert played == [games[1], *games[3:]]
    assert not notes.exists()


async def test_rows_of_no_game_are_found(sqlite_url: str, make_settings: MakeSettings) -> None:
    """As a tool leaves them behind that does not heed foreign keys."""
    app = create_app(make_settings(database=sqlite_url))
    async with running(app):
        with contextlib.closing(sqlite3.connect(sqlite_file(sqlite_url), isolation_level=None)) as connection:
            connection.execute("INSERT INTO entries (game_id, number, at) VALUES ('none', 1, 1.0)")
        code, said, _ = await Admin(app.state.settings).run("check")
        assert code == 1
        assert "1 rows belong to games that are not there, in entries" in said


# -- backups --------------------------------------------------------------------------------------------------------------


def everything(told: list[Json]) -> list[Json]:
    """Return games as the command lists them, in an order that does not depend on the database."""
    return sorted(told, key=lambda each: str(each["id"]))


@contextlib.asynccontextmanager
async def playing_on(browser: Browser) -> AsyncIterator[str]:
    """Play a game as fast as possible."""
    game_id = (await browser.new_game("me", "me", position=opening().position()))["id"]
    stop = asyncio.Event()

    async def play() -> None:
        number = 0
        while not stop.is_set():
            await browser.act(game_id, number, STEPS[0])
            await browser.post(f"/games/{game_id}/undo", {"base": number + 1})
            number += 2

    task = asyncio.create_task(play())
    try:
        yield str(game_id)
    finally:
        stop.set()
        await task


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def elsewhere(request: pytest.FixtureRequest, tmp_path: Path, postgres_server: str) -> str:
    """The URL of a new database beside the one that `app` has, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.db'}"
    return await new_database(postgres_server)


async def test_a_backup_is_of_one_moment_and_can_be_put_back_into_either_database(
    app: FastAPI, admin: Admin, ida: Browser, make_settings: MakeSettings, tmp_path: Path, elsewhere: str
) -> None:
    """While the server runs and games are played. Cookies are valid at the new server, and games continue there."""
    over = await a_finished_game(ida)
    await admin.does("visitors", "ban", "--address", "192.0.2.7", "--reason", "x")
    waits = (await ida.new_game("me", "open"))["id"]
    file = tmp_path / "backup.gz"
    async with playing_on(ida) as game_id:
        done = await admin.answers("backup", str(file))
    assert done["rows"]["games"] == 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "already exists: choose another name" in await admin.refuses("backup", str(file))

    settings = make_settings(database=elsewhere, data=tmp_path / "elsewhere")
    restored = await Admin(settings).answers("restore", str(file))
    assert restored["rows"] == done["rows"]
    assert (await Admin(settings).answers("check"))["faults"] == 0
    there = create_app(settings)
    async with running(there), Browser(there) as back:
        back.http.cookies.update(ida.http.cookies)
        assert await back.get("/me") == {"name": "Ida"}
        assert await back.get(f"/games/{over}/history") == await ida.get(f"/games/{over}/history")
        info = await back.get(f"/games/{game_id}")
        assert info["number"] <= (await ida.get(f"/games/{game_id}"))["number"]
        await back.act(game_id, info["number"], STEPS[0 if info["number"] % 2 == 0 else 1])
        await back.post(f"/games/{waits}/seats/{OTHER}/join")
        await Admin(settings).does("visitors", "ban", "--address", "192.0.2.8", "--reason", "y")
        assert [each["reason"] for each in await Admin(settings).lines("visitors", "bans")] == ["x", "y"]


async def test_the_key_comes_back_with_the_games(make_settings: MakeSettings, tmp_path: Path) -> None:
    """With the secret in a file: no cookies depend on the lost machine."""
    here, there = (make_settings(secret=None, data=tmp_path / name) for name in ("here", "there"))
    app = create_app(here)
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        calls_by = (await ida.get("/push"))["key"]
        await Admin(here).does("rotate-key")
        await Admin(here).does("backup", str(tmp_path / "backup"))
        cookies = ida.http.cookies
    said = await Admin(there).does("restore", str(tmp_path / "backup"))
    assert "0 games with 0 entries restored" in said
    assert (there.data / "secret.key").read_text() == (here.data / "secret.key").read_text()
    assert stat.S_IMODE((there.data / "secret.key").stat().st_mode) == 0o600
    again = create_app(there)
    async with running(again), Browser(again) as ida:
        ida.http.cookies.update(cookies)  # signed with the key before the present one
        assert await ida.get("/me") == {"name": "Ida"}
        assert (await ida.get("/push"))["key"] == calls_by, "that one has not changed with it"


async def test_where_the_key_is_given_it_is_said_that_it_is_another(make_settings: MakeSettings, tmp_path: Path) -> None:
    here = make_settings(data=tmp_path / "here")
    there = make_settings(data=tmp_path / "there", secret="quite another secret")
    async with running(create_app(here)):
        await Admin(here).does("backup", str(tmp_path / "backup"))
    there.make_data_folder()
    assert "signed with a key other than KINGDOMS_SECRET" in await Admin(there).does("restore", str(tmp_path / "backup"))


async def test_restoring_does_not_happen_under_a_server_nor_over_games(
    database_url: str, make_settings: MakeSettings, tmp_path: Path
) -> None:
    settings = make_settings(database=database_url, secret=None)
    admin, file = Admin(settings), tmp_path / "backup"
    app = create_app(settings)
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        first = (await ida.new_game("me", "open"))["id"]
        await admin.does("backup", str(file))
        second = (await ida.new_game("me", "open"))["id"]
        await eventually(lambda: says_that_it_runs(app))
        assert "stop" in await admin.refuses("restore", str(file), "--force")
    key = (settings.data / "secret.key").read_text()
    assert "holds 2 games, which would be lost: give --force" in await admin.refuses("restore", str(file))
    assert {each["id"] for each in await admin.lines("games", "list")} == {first, second}
    (settings.data / "secret.key").write_text("another key that is long enough\n")
    await admin.does("restore", str(file), "--force")
    assert [each["id"] for each in await admin.lines("games", "list")] == [first]
    assert (settings.data / "secret.key").read_text() == key


async def says_that_it_runs(app: FastAPI) -> bool:
    async with app.state.database.read_engine.connect() as connection:
        return bool(await connection.scalar(select(func.count()).select_from(ServerRow)) == 1)


def cut_off(text: bytes) -> bytes:
    return text[: len(text) // 2]


def without_a_row(text: bytes) -> bytes:
    lines = gzip.decompress(text).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:-2] + lines[-1:]))


def with_a_broken_line(text: bytes) -> bytes:
    return gzip.compress(gzip.decompress(text).replace(b'{"table"', b"{table", 3))


def of_a_later_version(text: bytes) -> bytes:
    return gzip.compress(gzip.decompress(text).replace(b'"revision": "0', b'"revision": "9', 1))


def with_another_table(text: bytes) -> bytes:
    return gzip.compress(gzip.decompress(text).replace(b'"table": "seats"', b'"table": "chairs"', 1))


DAMAGES: tuple[tuple[Callable[[bytes], bytes], str], ...] = (
    (cut_off, "is damaged or cut off"),
    (without_a_row, "is damaged or cut off"),
    (with_a_broken_line, "is damaged or cut off"),
    (of_a_later_version, "was made by another version of kingdoms"),
    (with_another_table, "has a table chairs that is unknown"),
    (lambda _: b"this is a text", "is not a backup, or is damaged"),
    (lambda _: gzip.compress(b'{"a": 1}\n'), "is not a backup made by kingdoms admin backup"),
    (lambda _: b"", "is not a backup made by kingdoms admin backup"),
)


async def test_a_damaged_backup_changes_nothing(database_url: str, make_settings: MakeSettings, tmp_path: Path) -> None:
    settings = make_settings(database=database_url, secret=None)
    admin, file = Admin(settings), tmp_path / "backup"
    app = create_app(settings)
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        game_id = (await ida.new_game("me", "me", position=opening().position()))["id"]
        await ida.act(game_id, 0, STEPS[0])
        await admin.does("backup", str(file))
        before = await admin.lines("games", "list")
        cookie = ida.http.cookies[COOKIE]
    whole = file.read_bytes()
    for damage, said in DAMAGES:
        file.write_bytes(damage(whole))
        assert said in await admin.refuses("restore", str(file), "--force"), damage
        assert await admin.lines("games", "list") == before, damage
        assert (await admin.answers("check"))["faults"] == 0, damage
        assert create_app(settings).state.identity.read(cookie) is not None, damage
        assert not list(settings.data.glob(".*")), damage


async def test_a_failed_restore_leaves_no_database_behind(make_settings: MakeSettings, tmp_path: Path) -> None:
    admin = Admin(make_settings(data=tmp_path / "new"))
    assert "there is no file" in await admin.refuses("restore", str(tmp_path / "nothing"))
    (tmp_path / "text").write_text("a text")
    assert "is not a backup" in await admin.refuses("restore", str(tmp_path / "text"))
    assert not (tmp_path / "new").exists()


async def test_a_backup_that_cannot_be_written_leaves_nothing_behind(admin: Admin, tmp_path: Path) -> None:
    assert "cannot be written: No such file" in await admin.refuses("backup", str(tmp_path / "no" / "backup"))
    assert not list(tmp_path.glob(".*"))


async def test_a_backup_without_the_key_is_refused(database_url: str, make_settings: MakeSettings, tmp_path: Path) -> None:
    """Without a data folder, the key lasts only as long as the server."""
    async with running(create_app(make_settings(database=database_url))):
        elsewhere = Admin(make_settings(database=database_url, secret=None, data=tmp_path / "elsewhere"))
        assert "give the server's data folder with --data" in await elsewhere.refuses("backup", str(tmp_path / "backup"))
    assert not (tmp_path / "elsewhere").exists()


def test_a_backup_leaves_out_only_the_rows_of_servers() -> None:
    assert backup.LEFT_OUT & set(Base.metadata.tables) == {"notices", "servers"}


# -- the key --------------------------------------------------------------------------------------------------------------


async def test_with_a_new_key_everybody_stays_who_they_are(make_settings: MakeSettings, tmp_path: Path) -> None:
    settings = make_settings(secret=None)
    app = create_app(settings)
    async with running(app), Browser(app) as ida, Browser(app) as bob:
        for browser, name in ((ida, "Ida"), (bob, "Bob")):
            await browser.ask("PUT", "/me", {"name": name})
        before = ida.http.cookies[COOKIE]
        said = await Admin(settings).answers("rotate-key", "--keep-old", "10")
        assert said["old_key_until"].startswith("20")

        async def has_a_new_cookie() -> bool:
            assert await ida.get("/me") == {"name": "Ida"}
            return bool(ida.http.cookies[COOKIE] != before)

        await eventually(has_a_new_cookie)
        assert "set-cookie" not in (await ida.send("GET", "/me")).headers
        await Admin(settings).does("rotate-key", "--keep-old", "0")

        async def is_nobody() -> bool:
            return bool((await bob.get("/me")) == {"name": None})

        await eventually(is_nobody)


async def test_a_server_that_has_not_looked_yet_knows_who_comes_with_the_new_key(
    make_settings: MakeSettings, tmp_path: Path
) -> None:
    """Otherwise a server with an outdated key would give the visitor a new identity."""
    settings = make_settings(secret=None)
    here, there = create_app(settings), create_app(settings)
    assert "there is no signing key" in await Admin(make_settings(secret=None, data=tmp_path)).refuses("rotate-key")
    await Admin(settings).does("rotate-key")
    cookie = here.state.identity.sign(new_visitor())
    assert here.state.identity.keys.current != there.state.identity.keys.current
    assert there.state.identity.read(cookie) is not None


async def test_a_key_that_is_given_is_changed_where_it_is_given(make_settings: MakeSettings) -> None:
    old = make_settings()
    assert "is set by KINGDOMS_SECRET: set a new one there" in await Admin(old).refuses("rotate-key")
    app = create_app(old)
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        cookies = ida.http.cookies
    again = create_app(make_settings(secret="a new secret for tests", old_secret="a secret for tests only"))
    async with running(again), Browser(again) as ida:
        ida.http.cookies.update(cookies)
        assert await ida.get("/me") == {"name": "Ida"}
        assert ida.http.cookies[COOKIE] != cookies[COOKIE]
