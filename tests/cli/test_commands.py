"""The commands other than `play`."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

import kingdoms
from kingdoms import render_svg
from kingdoms.bots import BOTS
from kingdoms.cli.playing.menu import Menu, table_of
from kingdoms.drawing.png import png_of
from tests.cli.conftest import Run
from tests.support.games.tested_games import SAMPLE, busy_position


def test_help_lists_commands_with_whole_sentences(run: Run) -> None:
    assert run("--version").startswith(f"kingdoms {kingdoms.__version__} (engine ")
    overview = run()
    assert all(command in overview for command in ("play", "referee", "check", "replay", "board", "rules", "rulings", "bots"))
    for group in ([], ["arena"], ["lab"], ["puzzles"], ["train"], ["admin"], ["admin", "games"], ["admin", "visitors"]):
        commands = run(*group, "--help").partition("Commands:")[2]
        assert commands
        assert "..." not in commands


def test_check_says_of_each_file_how_it_is(record_file: Path, tmp_path: Path, run: Run) -> None:
    lines = record_file.read_text(encoding="utf-8").split("\n")
    bad, odd, none = tmp_path / "bad.jsonl", tmp_path / "odd.jsonl", tmp_path / "none.jsonl"
    bad.write_text("\n".join([lines[0].replace('"seed": null', '"seed": "x"'), *lines[1:]]))
    odd.write_text("\n".join([*lines[:3], lines[3].replace("{", '{"bye": 1, '), *lines[4:]]))
    files = [str(path) for path in (record_file, bad, odd, none)]
    errors = [f"{bad}, line 1", f"{odd}, line 4", f"there is no file {none}"]
    assert [line.split(": ")[1] for line in run("check", *files, code=2).splitlines()] == errors
    assert run.output.count("\n") == 1
    run("check", "--json", *files, code=2)
    answers = [json.loads(line) for line in run.output.splitlines()]
    assert [answer["file"] for answer in answers] == files
    assert [answer["ok"] for answer in answers] == [True, False, False, False]
    assert [answer["error"]["line"] for answer in answers[1:]] == [1, 4, None]
    assert answers[1]["error"]["message"] == 'seed must be a whole number or null, not "x"'
    assert answers[2]["error"]["message"].startswith('there is no field "bye" here (did you mean by?)')
    run("check", record_file, record_file)
    run("replay", odd, "--all")  # a game with a warning can still be played


def test_replay_as_json_has_each_entry_with_its_events(record_file: Path, run: Run) -> None:
    entries = [json.loads(line) for line in run("replay", record_file, "--json").splitlines()]
    assert entries[0]["by"] == "chance"
    assert entries[-1]["events"][-1]["kind"] == "game_over"
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))


def test_board_draws_any_moment_of_a_record(record_file: Path, tmp_path: Path, run: Run) -> None:
    drawn = run("board", record_file, "--at", "1")
    assert drawn == run("replay", record_file, "--at", "1")
    assert drawn != run("board", record_file)
    assert "there is no board after 9999" in run("board", record_file, "--at", "9999", code=2)
    run("board", record_file, "-o", tmp_path / "board.svg", "--theme", "dark", "--kinds")
    assert ElementTree.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_board_writes_a_png_with_words_in_it(game: str, tmp_path: Path, run: Run) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    start, position = kingdoms.load_game(game).new_initial_state(), tmp_path / "position.json"
    position.write_text(json.dumps(start.position()))
    for name, theme in (("light.png", "light"), ("dark.PNG", "dark")):
        run("board", position, "-o", tmp_path / name, "--theme", theme, "--width", "320")
    light, dark = ((tmp_path / name).read_bytes() for name in ("light.png", "dark.PNG"))
    assert (light[:4], int.from_bytes(light[16:20])) == (b"\x89PNG", 320)
    assert light not in (dark, png_of(re.sub(r"<text.*?</text>", "", render_svg(start.view(None))), 320))


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_bots_of_one_game_are_those_that_can_take_its_seats(game: str, run: Run) -> None:
    own_names = set(BOTS.names(game))
    assert {kind["name"] for kind in run.json("bots", game)} == {*own_names, "program"}
    foreign_names = {name for any_game in kingdoms.game_names() for name in BOTS.names(any_game)} - own_names
    assert not {line.split(" ")[0] for line in run("bots", game).splitlines()} & foreign_names


def test_a_menu_lists_actions_without_a_description_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = kingdoms.load_game(SAMPLE).new_initial_state()
    monkeypatch.setattr(type(state.game), "choice", lambda game, _, action: game.action_to_string(action))
    console = Console(width=80)
    with console.capture() as captured:
        console.print(table_of(Menu(state), colour=False))
    lines = captured.get().splitlines()
    assert [line.split(None, 1)[1].strip() for line in lines] == [
        state.game.action_to_string(action) for action in state.legal_actions()
    ]


def test_the_referee_answers_before_its_input_ends() -> None:
    program = [sys.executable, "-m", "kingdoms.cli", "referee"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        position = busy_position(SAMPLE, random.Random(1))
        for number in range(3):
            running.stdin.write(json.dumps({"id": number, "position": position}).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(10) == 0
