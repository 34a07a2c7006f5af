"""The explorer of openings on the server: what it answers, what it refuses, and what its own finished games add to a file."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, update

import kingdoms
from kingdoms.explorer.counts import Counts
from kingdoms.explorer.file import NAME, pack
from kingdoms.server.admin.openings import finished_games
from kingdoms.server.database.tables import GameRow, RatedSeatRow, SeatRow
from tests.support.clients.http import Browser, finish, play_random, shared_game
from tests.support.games.sample_game import ONE, OTHER, limited
from tests.support.games.tested_games import SAMPLE, TESTED
from tests.support.server.rows import execute

LEVELS = {"kind": "bot", "bot": "level:6"}
RATED = {"kind": "person", "bot": None, "rating": 30.0, "spread": 2.0}


async def build(app: FastAPI, path: Path) -> dict[str, Any]:
    """Build a file from the database of a server at the command line, and return the answer."""
    words = ["explorer", "build", "-o", str(path), "--server", app.state.settings.database_url, "--json"]
    pipe = asyncio.subprocess.PIPE
    command = await asyncio.create_subprocess_exec(sys.executable, "-m", "kingdoms.cli", *words, stdout=pipe, stderr=pipe)
    output, errors = await command.communicate()
    assert command.returncode == 0, errors.decode()
    answer: dict[str, Any] = json.loads(output)
    return answer


async def short_game(ida: Browser, seed: int) -> str:
    """Return a finished game of one round that begins at random."""
    game_id: str = (await ida.new_game("me", "me", rulings=limited(1)))["id"]
    await play_random(ida, game_id, seed, most=5)
    await finish(ida, game_id=game_id)
    return game_id


async def as_if_played(app: FastAPI, game_id: str, holders: Mapping[str, Mapping[str, Any]], *, rated: bool = False) -> None:
    """Let a game be one that other players have played."""
    await execute(
        app,
        update(GameRow).where(GameRow.id == game_id).values(rated=rated),
        *(
            update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat).values(values)
            for seat, values in holders.items()
        ),
    )


@pytest.mark.both_databases
async def test_only_finished_games_of_levels_and_rated_people_are_counted(app: FastAPI, ida: Browser, bob: Browser) -> None:
    """A running game, and one of other players, that somebody left or that was annulled, change no byte; nor do names."""

    async def counted() -> tuple[Counts, bytes]:
        counts = Counts()
        async for game in finished_games(app.state.database):
            if game is not None:
                counts.add(game)
        return counts, pack(counts)

    bots, people, third = [await short_game(ida, seed) for seed in range(3)]
    await as_if_played(app, bots, {ONE: LEVELS, OTHER: LEVELS | {"bot": "level:8"}})
    await as_if_played(app, people, {ONE: RATED, OTHER: LEVELS}, rated=True)
    counts, alone = await counted()
    assert counts.games == {SAMPLE: {2: {"": 2, "level:6": 2, "level:8": 1, "people:1000": 1}}}
    assert not any(name in alone for name in (b"Ida", bots.encode(), people.encode()))

    running = await shared_game(ida, bob)
    for player in (ida, bob):
        await player.end_turn(running)
    await as_if_played(app, running, {ONE: RATED, OTHER: LEVELS}, rated=True)
    for profile, rated in ((RATED, False), (RATED | {"gone": "left"}, True), (LEVELS | {"bot": "greedy", "gone": None}, True)):
        await as_if_played(app, third, {ONE: profile, OTHER: LEVELS}, rated=rated)
        assert (await counted())[1] == alone
    await as_if_played(app, third, {ONE: RATED, OTHER: LEVELS}, rated=True)
    assert (await counted())[1] != alone, "now it counts"
    seat = {"game_id": third, "seat": ONE, "game": SAMPLE, "seats": 2, "at": 0.0, "share": 1.0, "left_early": False}
    await execute(app, insert(RatedSeatRow).values(seat | {"met": {}, "status": "annulled"}))
    assert (await counted())[1] == alone


@pytest.mark.sqlite
async def test_openings_of_finished_games_and_of_boards_are_looked_up(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser
) -> None:
    game_id = await short_game(ida, 3)
    await as_if_played(app, game_id, {ONE: LEVELS, OTHER: LEVELS})
    built = await build(app, app.state.settings.data / NAME)
    assert (built["games"], built["added"]) == (1, 1)
    record = [json.loads(line) for line in (await eve.send("GET", f"/games/{game_id}/record")).text.splitlines()]
    actions = [line["action"] for line in record if "action" in line]
    first = await eve.get(f"/games/{game_id}/explorer", number=0)
    assert (first["number"], first["chosen"], first["games"], first["total"]) == (1, actions[1], 1, 1)
    assert [(row["action"] == actions[1] or actions[1] in row["equal"], row["games"]) for row in first["rows"]] == [(True, 1)]
    assert first["rows"][0]["by"].keys() == {"level:6"}
    root = {"new": {"game": SAMPLE, "seats": [ONE, OTHER], "rulings": limited(1)}}
    for number in range(1, first["last"]):
        answer = await eve.get(f"/games/{game_id}/explorer", number=number)
        board = await eve.post("/explorer", root | {"actions": actions[: answer["number"]]})
        assert board == answer | {"number": None, "last": None, "chosen": None}
    for name in TESTED:  # from the files that come with the games, if they do
        seats = list(kingdoms.load_game(name, 3).seats)
        start = await eve.post("/explorer", {"new": {"game": name, "seats": seats}})
        assert start["in_opening"]
        assert start["to_move"] in seats
        assert sum(row["games"] for row in start["rows"]) == start["total"]

    running = await shared_game(ida, bob)
    for player in (ida, bob):
        await player.end_turn(running)
    assert (await eve.refused("GET", f"/games/{running}/explorer"))[:2] == (409, "not_over")
    position = app.state.services.games.by_id[running].state.position()
    assert (await eve.refused("POST", "/explorer", {"position": position}))[0] == 403, "it is a copy of a game without advice"
    assert (await eve.refused("POST", "/explorer", root | {"actions": ["fly"]}))[0] == 422
    assert (await eve.refused("POST", "/explorer", {}))[0] == 422
    await ida.post(f"/games/{running}/seats/{ONE}/resign")
    assert (await eve.post("/explorer", {"position": position}))["in_opening"]
