"""The operator's commands for games under way: on both databases, and with several servers."""

from __future__ import annotations

import asyncio
import json
import shlex
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi import FastAPI
from sqlalchemy import delete, update

from kingdoms import Record
from kingdoms.cli.main import cli
from kingdoms.core.registry import game_class
from kingdoms.server.database.tables import Base, GameRow, SeatRow
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, eventually, play_random
from tests.support.games.sample_game import ONE, SLOW, STEPS, limited, opening
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.server.calendar import DAY
from tests.support.server.mentions import mentions
from tests.support.server.rows import execute


async def test_games_are_filtered_by_their_properties_and_shown_without_secrets(
    app: FastAPI, admin: Admin, ida: Browser, bob: Browser
) -> None:
    waits = await ida.new_game("me", "open")
    played = await bob.new_game("me", "me", position=opening().position())
    over = await play_random(bob, (await bob.new_game("me", "me", rulings=limited(1)))["id"], seed=1)
    three_days_ago = time.time() - 3 * DAY
    await execute(app, update(GameRow).where(GameRow.id == waits["id"]).values(moved=three_days_ago, created=three_days_ago))
    games = await admin.lines("games", "list")
    assert [game["id"] for game in games] == [over["id"], played["id"], waits["id"]]
    assert [game["status"] for game in games] == ["over", "playing", "lobby"]
    assert games[1]["to_move"] == ONE
    assert games[0]["number"] == over["number"]
    (bobs,) = {seat["visitor"] for seat in games[1]["seats"]}

    async def ids(*options: str) -> list[str]:
        return [game["id"] for game in await admin.lines("games", "list", *options)]

    assert await ids("--status", "playing") == [played["id"]]
    assert await ids("--visitor", bobs) == [over["id"], played["id"]]
    assert await ids("--visitor", bobs, "--status", "over") == [over["id"]]
    assert await ids("--older-than", "2") == [waits["id"]]
    assert await ids("--game", SAMPLE, "--most", "1") == [over["id"]]
    assert await ids("--game", next(name for name in TESTED if name != SAMPLE)) == []
    output = await admin.does("games", "list")
    assert all(text in output for text in (waits["id"], "Ida", "lobby", "3 games."))
    assert "there is no game 'chess'" in await admin.refuses("games", "list", "--game", "chess")
    for info, seat in ((played, ONE), (over, None)):
        game = await admin.answers("games", "show", info["id"])
        assert (game["id"], game["number"], game["to_move"]) == (info["id"], info["number"], seat)
        assert next((seat["kind"], seat["name"]) for seat in game["seats"]) == ("person", "Bob")
        assert not {"seed", "token_hash"} & set(json.dumps(game).split('"'))
    output = await admin.does("games", "show", over["id"])
    assert game_class(SAMPLE).title in output
    assert all(f"{name}={json.dumps(value)}" in output for name, value in limited(1).items())
    assert await admin.refuses("games", "show", "nothing") == "there is no game nothing"


async def test_a_game_ended_by_the_operator_is_over_for_all_its_players(
    admin: Admin, ida: Browser, bob: Browser, eve: Browser, address: str
) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    await bob.post(f"/games/{game_id}/seats/{(await ida.get(f'/games/{game_id}'))['seats'][1]['seat']}/join")
    info = await ida.settled(game_id)
    waits = (await ida.new_game("me", "open"))["id"]
    assert "has not begun: delete it instead" in await admin.refuses("games", "end", game_id, waits)
    assert (await admin.answers("games", "show", game_id))["status"] == "playing", "all are ended, or none"
    async with ida.listening(address, game_id) as hears, eve.listening(address, game_id) as looks:
        assert await admin.answers("games", "end", game_id) == {"ended": [game_id]}
        for listener in (hears, looks):
            message = await listener.next("entry")
            assert (message["number"], message["ask"]) == (info["number"] + 1, None)
            assert (message["info"]["status"], message["info"]["to_move"], message["info"]["outcome"]) == ("over", None, None)
            assert message["info"]["ending"] == {"text": "The server's operator has ended the game.", "said": None}
            (event,) = message["entry"]["events"]
            assert (event["kind"], event["seat"]) == ("ended", None)
            assert "ended the game" in event["text"]
    mover = ida if info["to_move"] in info["you"] else bob
    body = {"base": info["number"] + 1, "action": STEPS[0]}
    assert await mover.refused("POST", f"/games/{game_id}/actions", body) == (409, "over")
    entries = (await ida.get(f"/games/{game_id}/history"))["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, info["number"] + 2))
    assert (await ida.get(f"/games/{game_id}/view", number=info["number"]))["number"] == info["number"]
    assert await admin.refuses("games", "end", game_id) == f"the game {game_id} is over"
    rematch = await ida.post(f"/games/{game_id}/rematch")
    assert rematch["status"] == "playing"
    await admin.does("games", "delete", rematch["id"])
    await ida.until(f"/games/{game_id}", lambda answer: answer["rematch"] is None)
    assert (await ida.post(f"/games/{game_id}/rematch"))["id"] != rematch["id"], "it can be asked for again"


@pytest.mark.parametrize("game", TESTED)
async def test_an_ended_game_can_be_looked_at_and_kept(admin: Admin, ida: Browser, game: str, app: FastAPI) -> None:
    """It has no outcome, which other games have that are over; and nothing in it is a secret any more."""
    game_id = (await ida.new_game("me", "me", game=game))["id"]
    for _ in range(3):
        info = await ida.settled(game_id)
        ask = (await ida.get(f"/games/{game_id}/legal", seat=info["to_move"]))["ask"]
        await ida.act(game_id, info["number"], ask["choices"][0]["action"])
    await ida.settled(game_id)
    await admin.does("games", "end", game_id)
    await eventually(lambda: ida.is_over(game_id))
    app.state.services.games.by_id.clear()  # and the data read from the database
    info = await ida.get(f"/games/{game_id}")
    assert (info["status"], info["outcome"], info["to_move"]) == ("over", None, None)
    answer = await ida.send("GET", f"/games/{game_id}/record")
    record = Record.parse(answer.text.splitlines(), strict=True)
    assert record.seed is not None
    assert len(record.entries) == info["number"] - 1
    assert len((await ida.get(f"/games/{game_id}/history"))["entries"]) == info["number"]
    for path in ("picture", "film", "analysis/game"):
        assert (await ida.send("GET", f"/games/{game_id}/{path}")).status_code == 200, path
    assert await admin.answers("check") == {"games": 1, "faults": 0, "interrupted": False}


@pytest.mark.sqlite
async def test_bots_do_not_play_on_in_a_game_that_is_ended(app: FastAPI, admin: Admin, ida: Browser) -> None:
    """The bots' answers come too late: the end of the game has the number of their action."""
    game_id = (await ida.new_game(f"bot:{SLOW}", f"bot:{SLOW}", rulings=limited(100)))["id"]
    await ida.until(f"/games/{game_id}", lambda info: bool(info["number"] > 1))
    await admin.does("games", "end", game_id)
    await eventually(lambda: ida.is_over(game_id))
    number = (await ida.get(f"/games/{game_id}"))["number"]
    await eventually(lambda: game_id not in app.state.services.driver.tasks)
    assert (await admin.answers("games", "show", game_id))["number"] == number
    assert (await admin.answers("check"))["faults"] == 0


async def test_a_deleted_game_is_gone_for_all_its_players(
    app: FastAPI, admin: Admin, ida: Browser, eve: Browser, address: str
) -> None:
    """And it leaves nothing in the database; who acts before the notification has reached the server gets a 404."""
    game_ids = [(await ida.new_game("me", "me", position=opening().position()))["id"] for _ in range(3)]
    waits = (await ida.new_game("me", "open"))["id"]
    await ida.act(game_ids[0], 0, STEPS[0])
    await ida.post(f"/games/{waits}/seats/{ONE}/link")
    await ida.post(f"/games/{waits}/talk", {"text": "hello"})
    assert await admin.refuses("games", "delete", game_ids[0], "nothing") == "there is no game nothing"
    async with ida.listening(address, game_ids[0]) as hears, eve.listening(address, waits) as looks:
        assert await admin.answers("games", "delete", game_ids[0], waits) == {"deleted": [game_ids[0], waits]}
        await hears.next("gone")
        await looks.next("gone")
    for game_id in (game_ids[0], waits):
        assert await ida.refused("GET", f"/games/{game_id}") == (404, "no_game")
        assert set(await mentions(app.state.database, game_id)) <= {"deeds.command", "notices.about"}
    keys = [key for table in Base.metadata.sorted_tables for key in table.foreign_keys]
    assert {key.ondelete for key in keys} == {"CASCADE"}, "rows of other tables go with theirs, too"
    live = await app.state.services.games.get(game_ids[1])
    async with live.lock:
        await admin.does("games", "delete", game_ids[1])
        acting = asyncio.create_task(ida.refused("POST", f"/games/{game_ids[1]}/actions", {"base": 0, "action": STEPS[0]}))
        await asyncio.sleep(0)
    assert await acting == (404, "no_game")
    assert [game["id"] for game in await admin.lines("games", "list")] == [game_ids[2]]


async def test_an_id_may_begin_with_a_dash(app: FastAPI, admin: Admin, ida: Browser) -> None:
    game_ids = [(await ida.new_game("me", "open"))["id"] for _ in range(2)]
    odd = ["-o-most--0123456", "--ABCDEF01234567"]
    async with app.state.database.engine.begin() as connection:
        for game_id, new_id in zip(game_ids, odd):
            await connection.execute(delete(SeatRow).where(SeatRow.game_id == game_id))
            await connection.execute(update(GameRow).where(GameRow.id == game_id).values(id=new_id))
    assert (await admin.answers("games", "show", odd[0]))["id"] == odd[0]
    assert await admin.answers("games", "delete", *odd) == {"deleted": odd}
    assert "no such option '--all-of-them-now'" in await admin.refuses("games", "delete", "x", "--all-of-them-now")


@pytest.mark.sqlite
async def test_tab_completes_games_and_visitors(admin: Admin, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "open"))["id"]
    (visitor,) = {seat["visitor"] for seat in (await admin.answers("games", "show", game_id))["seats"]} - {None}
    options = shlex.join(admin.options)
    assert await asyncio.to_thread(completions, f"kingdoms admin games show {options} {game_id[0]}") == {game_id}
    assert await asyncio.to_thread(completions, f"kingdoms admin visitors ban {options} ") == {visitor}
    assert await asyncio.to_thread(completions, "kingdoms admin games show --database sqlite:////no/such/file x") == set()


def completions(typed: str) -> set[str]:
    """Return the completions that bash offers for the last word of a command line."""
    words = str(len(shlex.split(typed)) - (not typed.endswith(" ")))
    environment = {"_KINGDOMS_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": words}
    result = CliRunner().invoke(cli, env=environment, prog_name="kingdoms")
    assert result.exit_code == 0, result.output
    return {line.partition(",")[2] for line in result.output.splitlines() if line}


@pytest.mark.sqlite
async def test_records_are_written_to_files_or_one_after_the_other(admin: Admin, ida: Browser, tmp_path: Path) -> None:
    over = await play_random(ida, (await ida.new_game("me", "me", rulings=limited(1)))["id"], seed=1)
    played = (await ida.new_game("me", "me", position=opening().position()))["id"]
    await ida.act(played, 0, STEPS[0])
    await ida.new_game("me", "open")
    (tmp_path / "records").mkdir()
    written = await admin.lines("games", "export", "--all", "--output", str(tmp_path / "records"))
    assert [row["id"] for row in written] == [played, over["id"]]
    records = {row["id"]: Record.load(row["file"], strict=True) for row in written}
    assert (records[over["id"]].seed is None, records[played].seed is None) == (False, True)
    assert records[over["id"]].state.is_terminal()
    assert (await admin.does("games", "export", over["id"])) == (await ida.send("GET", f"/games/{over['id']}/record")).text
    output = await admin.does("games", "export", "--all", "--older-than", "0")
    assert sum("kingdoms" in json.loads(line) for line in output.splitlines()) == 2
    assert "give the ids of games, or --all" in await admin.refuses("games", "export")
    code, _, errors = await admin.run("games", "export", "nothing")
    assert (code, errors) == (2, "kingdoms: the game nothing cannot be exported: there is no game nothing\n")
