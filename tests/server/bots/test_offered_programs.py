"""Programs that the operator of a server offers as bots: these by their names, and nothing else by any."""

from __future__ import annotations

import asyncio
import logging
import shlex
import sys
from pathlib import Path

import pytest
from sqlalchemy import update

from kingdoms.server.base.settings import SettingsError
from kingdoms.server.bots import programs
from kingdoms.server.bots.offers import Offers
from kingdoms.server.database.tables import GameRow
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from tests.support.bots import bad_programs
from tests.support.clients.http import Browser
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import MakeSettings, serving
from tests.support.server.rows import execute
from tests.support.suite.timeouts import SOON

OURS = f"{shlex.quote(sys.executable)} -m kingdoms.cli bot greedy"
TOGETHER = {"rulings": {"round_limit": 2}}


FAULTS = {"hang": "gave no answer", "illegal": "fly to the moon", "end": "went wrong"}


async def test_programs_that_are_offered_play_and_failing_ones_are_replaced_visibly(
    make_settings: MakeSettings, caplog: pytest.LogCaptureFixture
) -> None:
    """What they do from their second action on is their name."""
    patience = {"hang": 0.5}
    faulty = {how: f"seconds={patience.get(how, SOON)}:{bad_programs.command(how, 1)}" for how in FAULTS}
    async with serving(make_settings(programs={"friend": OURS} | faulty)) as app, Browser(app) as ida:
        games = {name: (await ida.new_game(f"bot:{name}", "bot:random", **TOGETHER))["id"] for name in ("friend", *FAULTS)}
        for name, game_id in games.items():
            info = await ida.settled(game_id)
            assert info["status"] == "over"
            assert [(seat["bot"], seat["name"], seat["stand_in"]) for seat in info["seats"]] == [
                (name, name.title(), "greedy" if name in FAULTS else None),
                ("random", "Random", None),
            ]
            assert sum(entry["by"] == "N" for entry in await ida.history(game_id)) > 3
        app.state.services.driver.programs.end_idle(lambda _: False)
        assert not app.state.services.driver.programs.processes
    messages = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    for name, says in FAULTS.items():
        (message,) = [message for message in messages if message.startswith(f"bot {name} has lost its seat N in game ")]
        assert says in message
    assert len(messages) == len(FAULTS)


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


async def test_the_program_idle_longest_is_ended_and_a_stop_waits_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_PROGRAMS", 2)
    pool = programs.Programs()
    for game_id in "abc":
        await pool.choose(game_id, "N", bad_programs.command(""), moment("first N"))
    assert [game_id for game_id, _ in pool.processes] == ["b", "c"]
    pool.end_idle(lambda game_id: game_id == "c")
    assert [game_id for game_id, _ in pool.processes] == ["c"]
    task = asyncio.create_task(pool.choose("a", "N", f"seconds=1000:{bad_programs.command('hang')}", moment("first N")))
    while ("a", "N") not in pool.processes or pool.processes["a", "N"].program._piped is None:
        await asyncio.sleep(0.01)
    pool.stop()
    with pytest.raises(BotFailed):
        await asyncio.wait_for(task, SOON)
    assert not pool.processes


REFUSED: tuple[str, ...] = (
    "program:cat",
    f"program:{sys.executable}",
    "program",
    "program:",
    "Program:cat",
    "friend:seconds=9",
    "friend:cat",
)
REFUSED += ("stranger", "greedy:slips=0.1:program:cat", "greedy:slips=1", "random:seed=1", "level:8:threads=64", "level:99")
REFUSED += ("level:1 ", "Greedy", "/bin/cat", "search:nodes=1000000000:threads=1000", "")


async def test_offered_programs_are_in_the_catalogue_and_every_other_spec_is_refused(make_settings: MakeSettings) -> None:
    programs = {"friend": OURS, f"{SAMPLE}/expert": OURS}
    async with serving(make_settings(programs=programs)) as app, Browser(app) as ida:
        game = await ida.new_game("me", "open")
        for spec in REFUSED:
            seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "bot", "bot": spec}]
            for path, body in (
                ("/games", {"game": SAMPLE, "seats": seats}),
                (f"/games/{game['id']}/seats/S/bot", {"bot": spec}),
            ):
                assert await ida.refused("POST", path, body) in ((400, "bot"), (422, "invalid")), spec
        assert not app.state.services.driver.programs.processes
        games = {game["name"]: [bot["name"] for bot in game["bots"]] for game in (await ida.get("/catalogue"))["games"]}
    other_bots = {game: [bot for bot in bots if not bot.startswith("level:")] for game, bots in games.items()}
    assert all(bots[-len(other_bots[game]) :] == other_bots[game] for game, bots in games.items()), "levels come first"
    sample = other_bots.pop(SAMPLE)
    assert sample[:2] == ["friend", "expert"]
    assert sample[-2:] == ["random", "greedy"], "what is usual comes last"
    assert all(bots[0] == "friend" and "expert" not in bots for bots in other_bots.values())


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
