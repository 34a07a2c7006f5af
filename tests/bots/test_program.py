"""External programs: their input, their allowed answers, and their failures."""

from __future__ import annotations

import gc
import json
import shlex
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.bots import BOTS, BotError, ProgramBot, ProgramWarning
from kingdoms.bots.messages import decide, hello, pack, unpack
from kingdoms.bots.program import ProgramFailed, SeatProgram, parse
from kingdoms.bots.sightings import Sightings
from kingdoms.bots.speaking import Speaker
from kingdoms.testing import random_action, random_states
from tests.support.bots import bad_programs
from tests.support.bots.analysis import decision_after
from tests.support.bots.watcher import Watcher
from tests.support.games.tested_games import TESTED
from tests.support.suite.timeouts import SOON

OURS = f"program:{shlex.quote(sys.executable)} -m kingdoms.cli bot"
BEGUN = decision_after(TESTED[0], 0).state
"""A state in which a seat decides."""


@pytest.mark.parametrize("game", TESTED)
def test_our_bot_plays_as_a_program_what_it_plays_without_one(game: str) -> None:
    """The program's random numbers are others, so a bot that needs none for its choices is compared."""
    played = kingdoms.play(game, [f"{OURS} greedy", "greedy"], seed=3)
    assert played.players[played.game.seats[0]] == f"{OURS} greedy"
    direct = kingdoms.play(game, ["greedy", "greedy"], seed=3)
    assert len(played.entries) > 20
    if not played.game.has_secrets:
        assert played.entries == direct.entries


@pytest.mark.parametrize("game", TESTED)
def test_a_bot_that_reads_its_view_from_json_chooses_the_same(game: str) -> None:
    count = 0
    for state, _ in random_states(kingdoms.load_game(game), Random(5), 50):
        if state.current_player() < 0:
            continue
        seat = state.game.seats[state.current_player()]
        legal = [state.game.action_to_string(action) for action in state.legal_actions()]
        for spec in BOTS.names(game, patient=False):
            speaker = Speaker(spec)
            assert (speaker.answer(hello(state.view(seat), 7, 1.0)) or {})["type"] == "ready"
            request = json.loads(pack(decide(1, state.view(seat), legal, [], 1.0)))
            chosen = BOTS.make(spec, state.game, 7).choose(state.view(seat), state.legal_actions())
            assert (speaker.answer(request) or {})["action"] == state.game.action_to_string(chosen)
            count += 1
    assert count > 20


@pytest.mark.parametrize("game", TESTED)
def test_views_are_read_as_they_were_written(game: str) -> None:
    for state, _ in random_states(kingdoms.load_game(game, 3), Random(6), 70):
        for seat in (*state.game.seats, None):
            view = state.view(seat)
            read = view.game.read_view(json.loads(json.dumps(view.to_json())), seat)
            assert read == view
            assert read.facts() == view.facts()


RECORDER = """
import json, sys
for line in sys.stdin:
 open(sys.argv[1], 'a').write(line)
 m = json.loads(line)
 if m["type"] == "hello": print('{"type": "ready", "protocol": 1}', flush=True)
 if m["type"] == "decide": print(json.dumps({"id": m["id"], "action": m["legal"][-1]}), flush=True)
"""
"""A program that collects its input in a file."""


@pytest.mark.parametrize("game", TESTED)
def test_a_program_gets_only_what_its_seat_knows(game: str, tmp_path: Path) -> None:
    path, seed = tmp_path / "told.jsonl", 11
    command = " ".join(map(shlex.quote, [sys.executable, "-S", "-c", RECORDER, str(path)]))
    record = kingdoms.play(game, ["random", f"program:{command}"], seed=seed)
    first, *requests, last = map(json.loads, path.read_text().splitlines())
    seat = record.game.seats[1]
    assert first == {
        "type": "hello",
        "protocol": 1,
        "host": f"kingdoms {kingdoms.__version__}",
        "game": game,
        "rules_version": record.game.rules_version,
        "rulings": dict(record.game.rulings),
        "seats": list(record.game.seats),
        "seat": seat,
        "seed": first["seed"],
        "clock": {"seconds": 60.0},
    }
    assert first["seed"] not in range(seed, seed + 100_000), "it could work out what chance brings"
    assert last == {"type": "quit"}
    watcher, number, state = Watcher(), 0, record.opening()
    sightings = Sightings({seat: watcher})
    for entry in record.entries:
        assert entry.action is not None
        if entry.by == seat:
            earlier = len(watcher.observations)
            sightings.show(seat)
            legal = [record.game.action_to_string(action) for action in state.legal_actions()]
            number += 1
            request = decide(number, state.view(seat), legal, watcher.observations[earlier:], 60.0)
            assert requests[number - 1] == json.loads(pack(request))
        before = sightings.snapshot(state)
        state.apply_action(entry.action)
        sightings.note(before, entry.action, state)
    assert len(requests) == number > 3


FAILURES = {
    "hang": "gave no answer within 0.5 seconds",
    "end": "ended with status 3: it went wrong",
    "kill": "was ended by SIGKILL",
    "nonsense": "wrote something that is not JSON: pass the  [31m salt",
    "text": 'wrote something that is not a JSON object: "pass"',
    "endless": "wrote a line of more than 65536 bytes",
    "close": "closed its output",
    "illegal": 'chose an action that is not legal: "fly to the moon"',
    "missing": "chose an action that is not legal: null",
    "other": "answered another request: id 4, not 3",
    "gives_up": "gave up: I am [31m lost",
}


@pytest.mark.parametrize(("how", "says"), FAILURES.items())
def test_a_failing_program_is_reported_and_the_game_continues(how: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = kingdoms.load_game(TESTED[0], 2, {"round_limit": 4})
    before, seconds = threading.active_count(), 0.5 if how == "hang" else SOON
    with pytest.warns(ProgramWarning) as warned:
        record = kingdoms.play(game, [f"program:seconds={seconds}:{bad_programs.command(how, 2)}", "random"], seed=2)
    assert record.state.is_terminal()
    (warning,) = warned
    message = str(warning.message)
    assert warning.filename == __file__, "it is said of whoever plays"
    assert message.startswith(f"{game.seat_name(game.seats[0])}: program ")
    assert says in message
    assert message.endswith("It has lost its seat: greedy plays on.")
    assert not [letter for letter in message if not letter.isprintable()]
    eventually(lambda: threading.active_count() <= before)
    if how == "end":
        assert capsys.readouterr().err == "it went wrong\n", "its standard error is passed on"


def ask(program: SeatProgram) -> int:
    """Return what a program chooses for the seat to move."""
    return program.decide(BEGUN.view(BEGUN.to_move), BEGUN.legal_actions(), [])


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("chess", "gave up: I play chess"),
        ("newer", "doesn't speak protocol 1: 2"),
        ("mute", "gave no answer within 0.3 seconds"),
    ],
)
def test_a_program_has_to_be_ready(how: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.bots.program.STARTS_WITHIN", 0.3 if how == "mute" else SOON)
    program = SeatProgram(f"seconds=0.2:{bad_programs.command(how)}", 0)
    for fault in (says, "has been ended"):
        with pytest.raises(ProgramFailed, match=fault):
            ask(program)


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("\x7fELF, almost")
    path.chmod(0o700)
    with pytest.raises(ProgramFailed, match="cannot be started: Exec format error"):
        ask(SeatProgram(str(path), 0))


def test_a_replacement_bot_has_seen_all_that_its_seat_has_seen() -> None:
    state, rng = kingdoms.load_game(TESTED[0], 2).new_initial_state(), Random(3)
    watcher = Watcher()
    bot = ProgramBot(bad_programs.command("illegal", 1), 0, lambda _: ("watcher", watcher))
    messages: list[str] = []
    bot.report = messages.append
    seat = state.game.seats[0]
    sightings = Sightings({seat: bot})
    decisions = steps = 0
    while decisions < 4:
        if state.to_move == seat:
            sightings.show(seat)
            action = bot.choose(state.view(seat), state.legal_actions())
            decisions += 1
        else:
            action = random_action(state, rng)
        before = sightings.snapshot(state)
        text = state.game.action_to_string(action)
        state.apply_action(action)
        sightings.note(before, text, state)
        steps += 1
    assert len(messages) == 1
    assert bot.failure is not None
    assert bot.failure.message in messages[0]
    assert bot.failure.clause == state.game.error_clauses["bot"]
    assert len(watcher.observations) == steps - 1, "all but the last action, and nothing twice"
    bot.close()


@pytest.mark.parametrize(
    ("how", "thoughts"),
    [("thinks", '{"chance": 0.5, "of": 1, "by": "me "}'), ("ponders", ("hm " * 4_000)[:3_997] + "..."), ("", "")],
)
def test_thoughts_of_a_program_are_shortened(how: str, thoughts: str) -> None:
    bot = BOTS.make(f"program:{bad_programs.command(how)}", BEGUN.game, 0)
    assert isinstance(bot, ProgramBot)
    bot.choose(BEGUN.view(BEGUN.to_move), BEGUN.legal_actions())
    assert (bot.thoughts, bot.failure) == (thoughts, None)
    bot.close()
    bot.close()


def test_full_pipes_stop_nobody() -> None:
    program = SeatProgram(f"seconds={SOON}:{bad_programs.command('flood')}", 0, passes_on=False)
    assert {ask(program) for _ in range(3)} == {BEGUN.legal_actions()[0]}
    program.close()


def test_a_program_is_started_when_it_is_asked_and_has_time_to_quit() -> None:
    program = SeatProgram(bad_programs.command(""), 0)
    pipes: list[Any] = [program._piped]
    ask(program)
    piped = program._piped
    assert pipes == [None]
    assert piped is not None
    program.close()
    assert piped.process.returncode == 0


def test_the_settings_of_a_server_are_kept_from_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KINGDOMS_SECRET", "a key that signs cookies")
    monkeypatch.setenv("MYBOT_LEVEL", "3")
    code = f"import os; open({str(tmp_path / 'seen')!r}, 'w').write(' '.join(os.environ))"
    with pytest.raises(ProgramFailed, match="ended with status 0"):
        ask(SeatProgram(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}", 0))
    variables = (tmp_path / "seen").read_text().split()
    assert "MYBOT_LEVEL" in variables
    assert not [name for name in variables if name.startswith("KINGDOMS_")]


# -- its end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["close", "forget", "interrupt"])
def test_a_program_ends_with_its_children(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.bots.program.GRACE", 0.1)
    file, view, legal = tmp_path / "numbers", BEGUN.view(BEGUN.to_move), BEGUN.legal_actions()
    bot = BOTS.make(f"program:{bad_programs.command('child', 0, file)}", BEGUN.game, 0)
    assert isinstance(bot, ProgramBot)
    bot.choose(view, legal)
    numbers = [int(number) for number in file.read_text().split()]
    assert all(map(runs, numbers))
    if way == "close":
        bot.close()
    elif way == "interrupt":
        monkeypatch.setattr("kingdoms.bots.piped.PipedProgram.receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(view, legal)
    del bot
    gc.collect()
    eventually(lambda: not any(map(runs, numbers)))


def interrupted(*_: object) -> bytes:
    """Stand for a Ctrl-C while a program thinks."""
    raise KeyboardInterrupt


def test_a_waiting_program_can_be_ended_by_another_thread() -> None:
    program = SeatProgram(f"seconds={2 * SOON}:{bad_programs.command('hang')}", 0)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(ask, program)
        eventually(lambda: program._piped is not None)
        program.kill()
        assert isinstance(answer.exception(SOON), ProgramFailed)


def runs(number: int) -> bool:
    """Return whether a process is running, and not a zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def eventually(holds: Any) -> None:
    """Wait until something holds."""
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


# -- specs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "parsed"),
    [
        (sys.executable, (60.0, [sys.executable])),
        (f"{sys.executable} -c 'a b' x=1:2 \"c:d\" # no", (60.0, [sys.executable, "-c", "a b", "x=1:2", "c:d", "#", "no"])),
        (f"seconds=2.5:{sys.executable} seconds=3:x", (2.5, [sys.executable, "seconds=3:x"])),
    ],
)
def test_a_command_follows_the_parameters_and_may_contain_colons(command: str, parsed: Any) -> None:
    assert parse(command) == parsed


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("program", "a command is missing, as in program:./mybot"),
        ("program:", "a command is missing"),
        ("program:seconds=5:", "a command is missing"),
        ("program:seconds=0:cat", "seconds must be a number greater than 0, up to 86400, not '0'"),
        ("program:seconds=nan:cat", "not 'nan'"),
        ("program:seconds=1e9:cat", "not '1e9'"),
        ("program:cat 'x", "is not a command: no closing quotation"),
        ("program:./no-such-bot --fast", "there is no program './no-such-bot' to run"),
        ("program:cat \0", "there is no program"),
    ],
)
def test_an_invalid_spec_is_refused_in_one_sentence(spec: str, says: str) -> None:
    game = kingdoms.load_game(TESTED[0])
    with pytest.raises(BotError) as error:
        BOTS.make(spec, game, 0)
    with pytest.raises(BotError, match="there is no bot 'program'"):
        BOTS.make_own(spec, game, 0)
    assert says in error.value.message
    assert error.value.clause == game.error_clauses["bot"]


# -- our side -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"protocol": 2}, "this program speaks protocol 1, not 2"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules_version": 99}, "this program knows version 1 of the rules, not 99"),
        ({"seat": "Q"}, 'there is no seat "Q" in this game'),
        ({"seats": 1}, "players"),
        ({"rulings": {"no": 1}}, "no"),
    ],
)
def test_a_faulty_host_gets_an_error(change: dict[str, Any], says: str) -> None:
    speaker = Speaker("random")
    assert speaker.answer({"type": "decide", "id": 4}) == {"id": 4, "error": "hello must come before the first decision"}
    assert speaker.answer({"type": "ponder", "id": 5}) is None, "unknown messages are ignored"
    message = hello(BEGUN.view("N"), 1, 60.0)
    assert says in (speaker.answer(message | change) or {})["error"]
    assert (speaker.answer(message) or {})["type"] == "ready"
    del message["seats"]
    assert "doesn't follow the protocol" in (speaker.answer(message) or {})["error"]


def test_input_lines_are_read_up_to_the_limit() -> None:
    assert unpack(b'{"a": 1}\n', 9) == {"a": 1}
    with pytest.raises(ValueError, match="wrote a line of more than 8 bytes"):
        unpack(b'{"a": 1}\n', 8)
    with pytest.raises(ValueError, match="not JSON"):
        unpack(b"[" * 100_000, 200_000)
