"""Programs from outside at the command line, and our bots as programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record, View
from kingdoms.bots.crash import Crash, wrap_failures
from tests.cli.conftest import Run
from tests.support.bots import bad_programs
from tests.support.clients.terminal import Player
from tests.support.games.tested_games import TESTED

OURS = f"program:{shlex.quote(sys.executable)} -m kingdoms.cli bot greedy"
SHORT = ("--rulings", "round_limit=2", "--seed", "3")
FAILS = f"program:{bad_programs.command('illegal', 1)}"


def test_a_match_with_a_program(run: Run) -> None:
    answer = run.json("match", OURS, "random", "--games", "2", "--opening", "3", *SHORT, "--seed", "1")
    assert answer["failures"] == []
    assert [bot["bot"] for bot in answer["bots"]] == [OURS, "random"]
    assert answer["bots"][0]["wins"] == 2
    assert "seat" not in run.errors


def test_a_match_says_which_program_has_failed_and_why(run: Run) -> None:
    fault = 'an action that is not legal: "fly to the moon"'
    assert "lost its seat to greedy in 2 of 2 games" in run("match", FAILS, "random", "--games", "2", *SHORT)
    assert run.errors.count("\n") == run.errors.count(f"{fault}. It has lost its seat: greedy plays on.") == 2
    assert "Game 1, " in run.errors
    (failure,) = run.json("match", FAILS, "random", "--games", "1", *SHORT)["failures"]
    assert f"chose {fault}" in failure["message"]
    assert (failure["game"], failure["bot"]) == (1, FAILS)


def test_a_person_plays_against_a_program(play: Player) -> None:
    output = play(TESTED[-1], "--seats", f"you,{OURS}", "--seed", "3", typed="1\n1\n1\nquit\n")
    assert "has lost its seat" not in output
    record = play.record()
    assert record.players[record.game.seats[1]] == OURS
    assert "thinks:" not in output, "one could look at its hand so"
    folder = shlex.quote(str(play.folder))
    assert f"--resume --folder {folder} --seats" in output, "what takes the game up again says that the program may be run"


def test_onlookers_see_the_thoughts_of_a_program(play: Player) -> None:
    output = play("--seats", f"program:{bad_programs.command('thinks')},random", *SHORT)
    assert 'thinks: {"chance": 0.5, "of": 2, "by": "me "}' in output


def test_a_command_with_a_comma_stands_in_quotation_marks(play: Player) -> None:
    command = f"program:{bad_programs.command('', 0, 'a,b')}"
    play("--seats", f'"{command}",random', *SHORT)
    record = play.record()
    assert record.players[record.game.seats[0]] == command
    named = ",".join([f'"{record.game.seats[0]}={command}"', f"{record.game.seats[1]}=random"])
    play("--seats", named, *SHORT)


def test_a_program_named_in_a_record_is_not_run(play: Player, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "numbers"
    spec = f"program:{bad_programs.command('child', 0, file)}"
    record = Record(kingdoms.load_game(TESTED[0], 2))
    record.players = dict(zip(record.game.seats, ("you", spec), strict=True))
    path = tmp_path / "game.jsonl"
    record.save(path)
    output = run("play", "--load", path, "--folder", tmp_path, code=2)
    assert "the record names a program: if it may be run, give --seats" in output
    assert not file.exists()
    option = shlex.split(output.partition("give ")[2])
    assert option[0] == "--seats"
    play("--load", str(path), *option, "--seed", "1", typed="1\n1\nquit\n")


@pytest.mark.parametrize(("fault", "opening"), [("illegal", "0"), ("gives_up", "4")])
def test_a_crash_loses_the_game_if_that_is_agreed(fault: str, opening: str, run: Run) -> None:
    spec = f"program:{bad_programs.command(fault, 3)}"
    arguments = ["match", spec, "random", "random", "--games", "3", "--seed", "1", "--opening", opening, "--crash", "loses"]
    answer = run.json(*arguments)
    assert (answer["crash"], answer["reasons"]) == ("loses", {"crash": 3})
    bots = {bot["bot"]: (bot["won"], bot["lost"], bot["crashes"], bot["shared"]) for bot in answer["bots"]}
    assert bots == {spec: (0, 3, 3, 0), "random 1": (1.5, 0, 0, 3), "random 2": (1.5, 0, 0, 3)}
    assert [failure["bot"] for failure in answer["failures"]] == [spec] * 3
    assert all(failure["message"].endswith("It has lost the game.") for failure in answer["failures"])
    output = run.text(*arguments)
    assert "Games ended by: crash 3" in output
    assert output.endswith(f"{spec} has crashed and lost 3 games.")


def test_a_crash_in_an_arena_loses_the_game(tmp_path: Path, run: Run) -> None:
    spec = f"program:{bad_programs.command('illegal', 3)}"
    arguments = ["arena", "--bots", "random", "--bots", spec, "--games", "4", "--workers", "1", "--records"]
    answer = run.json(*arguments, "--crash", "loses", "--out", tmp_path / "loses")
    assert answer["reasons"] == {"crash": 4}
    assert answer["actions"] > 0
    bots = {bot["bot"]: (bot["points"], bot["crashes"], bot["lost_seats"]) for bot in answer["bots"]}
    assert bots == {"random": (4, 0, 0), spec: (0, 4, 0)}
    for path in (tmp_path / "loses" / "records").rglob("*.jsonl"):
        assert Record.load(path).entries
    assert "has crashed and lost 4 games." in run.text("arena", "report", tmp_path / "loses")
    answer = run.json(*arguments, "--out", tmp_path / "stands_in")
    assert "crash" not in answer["reasons"]
    assert {bot["bot"]: (bot["crashes"], bot["lost_seats"]) for bot in answer["bots"]} == {"random": (0, 0), spec: (0, 4)}


def test_a_bot_that_raises_or_stops_looking_crashes_too() -> None:
    class Blind:
        def observe(self, observations: object) -> None:
            raise RuntimeError("eyes shut")

        def choose(self, view: View, legal: Sequence[int]) -> int:
            return legal[0]

    class Wild:
        def choose(self, view: View, legal: Sequence[int]) -> int:
            return -1

    for bot, says in ((Blind(), "RuntimeError: eyes shut"), (Wild(), "chose -1, which is not legal")):
        with pytest.raises(Crash, match=says) as crash:
            kingdoms.play(TESTED[0], [wrap_failures(bot), "random"], seed=1)
        assert crash.value.record is not None
        assert crash.value.seat == crash.value.record.game.seats[0]
