"""Programs that the operator of a server offers as bots: these by their names, and nothing else by any."""

from __future__ import annotations

import asyncio
import logging
import shlex
import sys
from pathlib import Path

import pytest
from sqlalchemy import update

from kingdoms.server.base.settings import ServerSettings, SettingsError
from kingdoms.server.bots import programs
from kingdoms.server.bots.offers import Offers
from kingdoms.server.bots.worker import BotFailed, GameMoment
from kingdoms.server.database.tables import GameRow
from tests.support.bots import bad_programs
from tests.support.clients.http import Browser, Json
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.rows import execute
from tests.support.suite.timeouts import SOON

OURS = f"{shlex.quote(sys.executable)} -m kingdoms.cli bot greedy"
TOGETHER = {"rulings": {"round_limit": 3}}


async def play_at(settings: ServerSettings, *kinds: str) -> tuple[Json, list[Json]]:
    """Play a game of bots at a server of its own; return its info at the end, and its entries."""
    async with serving(settings) as app, Browser(app) as ida:
        game = await ida.new_game(*kinds, **TOGETHER)
        info = await ida.settled(game["id"])
        entries = await ida.history(game["id"])
        app.state.services.driver.programs.end_idle(lambda _: False)
        assert not app.state.services.driver.programs.processes
        return info, entries


async def test_a_program_that_is_offered_plays(make_settings: MakeSettings) -> None:
    info, entries = await play_at(make_settings(programs={"friend": OURS}), "bot:friend", "bot:random")
    assert info["status"] == "over"
    assert [(seat["bot"], seat["name"], seat["stand_in"]) for seat in info["seats"]] == [
        ("friend", "Friend", None),
        ("random", "Random", None),
    ]
    assert sum(entry["by"] == "N" for entry in entries) > 5


@pytest.mark.parametrize(("how", "says"), [("hang", "gave no answer"), ("illegal", "fly to the moon"), ("end", "went wrong")])
async def test_a_failing_bot_is_replaced_visibly(
    how: str, says: str, make_settings: MakeSettings, caplog: pytest.LogCaptureFixture
) -> None:
    seconds = 0.5 if how == "hang" else SOON
    settings = make_settings(programs={"friend": f"seconds={seconds}:{bad_programs.command(how, 1)}"})
    info, entries = await play_at(settings, "bot:friend", "bot:random")
    assert info["status"] == "over"
    assert [(seat["bot"], seat["stand_in"]) for seat in info["seats"]] == [("friend", "greedy"), ("random", None)]
    assert sum(entry["by"] == "N" for entry in entries) > 5
    (message,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert message.startswith("bot friend has lost its seat N in game ")
    assert says in message


def test_a_program_that_saw_an_undone_action_is_restarted() -> None:
    opened = moment("first N")
    running = programs.ProgramRun(f"seconds={SOON}:{bad_programs.command('')}", "N", opened)
    first = running.choose(opened)
    assert [sight.action for sight in running.sightings] == []
    later = moment("first N", first)
    assert running.can_go_on(running.command, later)
    assert not running.can_go_on("another", later)
    assert not running.can_go_on(running.command, moment("first S"))
    assert not running.can_go_on(running.command, moment())
    running.program.close()


def moment(*actions: str) -> GameMoment:
    """Return a moment of a game of two."""
    return GameMoment(SAMPLE, ("N", "S"), {}, None, tuple((action, None) for action in actions), 7)


async def test_the_program_idle_longest_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_PROGRAMS", 2)
    pool = programs.Programs()
    for game_id in "abc":
        await pool.choose(game_id, "N", bad_programs.command(""), moment("first N"))
    assert [game_id for game_id, _ in pool.processes] == ["b", "c"]
    pool.end_idle(lambda game_id: game_id == "c")
    assert [game_id for game_id, _ in pool.processes] == ["c"]
    pool.stop()
    assert not pool.processes


async def test_a_stopping_server_does_not_wait_for_programs() -> None:
    pool = programs.Programs()
    task = asyncio.create_task(pool.choose("a", "N", f"seconds=1000:{bad_programs.command('hang')}", moment("first N")))
    while ("a", "N") not in pool.processes or pool.processes["a", "N"].program._piped is None:
        await asyncio.sleep(0.01)
    pool.stop()
    with pytest.raises(BotFailed):
        await asyncio.wait_for(task, SOON)


REFUSED = [
    "program:cat",
    f"program:{sys.executable}",
    "program",
    "program:",
    "Program:cat",
    "friend:seconds=9",
    "friend:cat",
    "stranger",
    "greedy:slips=0.1:program:cat",
    "greedy:slips=1",
    "random:seed=1",
    "level:8:threads=64",
    "level:99",
    "level:1 ",
    "Greedy",
    "/bin/cat",
    "search:nodes=1000000000:threads=1000",
    "",
]


async def test_every_other_spec_is_refused(make_settings: MakeSettings) -> None:
    async with serving(make_settings(programs={"friend": OURS})) as app, Browser(app) as ida:
        game = await ida.new_game("me", "open")
        for spec in REFUSED:
            seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "bot", "bot": spec}]
            status, code = await ida.refused("POST", "/games", {"game": SAMPLE, "seats": seats})
            assert (status, code) in ((400, "bot"), (422, "invalid")), spec
            status, code = await ida.refused("POST", f"/games/{game['id']}/seats/S/bot", {"bot": spec})
            assert (status, code) in ((400, "bot"), (422, "invalid")), spec
        assert not app.state.services.driver.programs.processes


async def test_a_program_spec_in_the_database_starts_no_process(make_settings: MakeSettings, tmp_path: Path) -> None:
    """As from an earlier or another server, which offered what this one does not."""
    settings, file = make_settings(), tmp_path / "numbers"
    async with serving(settings) as app, Browser(app) as ida:
        game = await ida.new_game("open", "bot:random", **TOGETHER)
        spec = f"program:touch {file}"
        store = app.state.services.store
        assert await store.change_seat(game["id"], "N", expected={}, kind="bot", name="Evil", bot=spec[:100])
        assert await store.change_seat(game["id"], "S", expected={}, bot="stranger")
        live = app.state.services.games.by_id[game["id"]]
        await execute(app, update(GameRow).values(status="playing"))
        await app.state.services.games.refresh(live)
        app.state.services.driver.drive(live)
        while not live.is_over:
            assert live.header.id in app.state.services.driver.tasks
            await asyncio.sleep(0.01)
        assert [seat.stand_in for seat in live.seats.values()] == ["greedy", "greedy"]
    assert not file.exists()


async def test_the_catalogue_lists_the_offered_programs(make_settings: MakeSettings) -> None:
    async with serving(make_settings(programs={"friend": OURS, f"{SAMPLE}/expert": OURS})) as app, Browser(app) as ida:
        games = {game["name"]: [bot["name"] for bot in game["bots"]] for game in (await ida.get("/catalogue"))["games"]}
    other_bots = {game: [bot for bot in bots if not bot.startswith("level:")] for game, bots in games.items()}
    assert all(bots[-len(other_bots[game]) :] == other_bots[game] for game, bots in games.items()), "levels come first"
    sample = other_bots.pop(SAMPLE)
    assert sample[:2] == ["friend", "expert"]
    assert sample[-2:] == ["random", "greedy"], "what is usual comes last"
    assert all(bots[0] == "friend" and "expert" not in bots for bots in other_bots.values())


@pytest.mark.parametrize(
    ("offered", "says"),
    [
        ({"greedy": OURS}, "the program 'greedy' cannot be offered: there is already a bot with that name"),
        ({"program": OURS}, "a name is a lower-case letter"),
        ({"My bot": OURS}, "a name is a lower-case letter"),
        ({"chess/friend": OURS}, "there is no game 'chess'"),
        ({"friend": "./no-such-bot"}, "there is no program './no-such-bot' to run"),
        ({"friend": ""}, "a command is missing"),
    ],
)
def test_bots_that_cannot_be_offered_are_reported_at_the_start(offered: dict[str, str], says: str) -> None:
    with pytest.raises(SettingsError) as error:
        Offers(offered)
    assert says in str(error.value)
