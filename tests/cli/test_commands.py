"""The commands other than `play`, and the errors of every command for bad input."""

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
from kingdoms.cli.main import main
from kingdoms.cli.playing.menu import Menu, table_of
from kingdoms.drawing.png import png_of
from tests.support.clients.terminal import refused
from tests.support.games.tested_games import SAMPLE, busy_position

POSITION = busy_position(SAMPLE, random.Random(1))


def test_help_lists_commands_with_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == main([]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"kingdoms {kingdoms.__version__} (engine ")
    assert all(command in output for command in ("play", "referee", "check", "replay", "board", "rules", "rulings", "bots"))
    for group in ([], ["arena"], ["lab"], ["puzzles"], ["train"], ["admin"], ["admin", "games"], ["admin", "visitors"]):
        assert main([*group, "--help"]) == 0
        commands = capsys.readouterr().out.partition("Commands:")[2]
        assert commands
        assert "..." not in commands


def test_check_says_of_each_file_how_it_is(record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record_file.read_text(encoding="utf-8").split("\n")
    bad, odd, none = tmp_path / "bad.jsonl", tmp_path / "odd.jsonl", tmp_path / "none.jsonl"
    bad.write_text("\n".join([lines[0].replace('"seed": null', '"seed": "x"'), *lines[1:]]))
    odd.write_text("\n".join([*lines[:3], lines[3].replace("{", '{"bye": 1, '), *lines[4:]]))
    files = [str(path) for path in (record_file, bad, odd, none)]
    assert main(["check", *files]) == 2
    output = capsys.readouterr()
    assert output.out.count("\n") == 1
    assert [line.split(": ")[1] for line in output.err.splitlines()] == [
        f"{bad}, line 1",
        f"{odd}, line 4",
        f"there is no file {none}",
    ]
    assert main(["check", "--json", *files]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["file"] for answer in answers] == files
    assert [answer["ok"] for answer in answers] == [True, False, False, False]
    assert [answer["error"]["line"] for answer in answers[1:]] == [1, 4, None]
    assert answers[1]["error"]["message"] == 'seed must be a whole number or null, not "x"'
    assert answers[2]["error"]["message"].startswith('there is no field "bye" here (did you mean by?)')
    assert main(["check", str(record_file), str(record_file)]) == 0
    assert main(["replay", str(odd), "--all"]) == 0, "a game with a warning can still be played"


def test_replay_as_json_has_each_entry_with_its_events(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record_file), "--json"]) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert entries[0]["by"] == "chance"
    assert entries[-1]["events"][-1]["kind"] == "game_over"
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))


def test_board_writes_an_svg(position_file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert main(["board", str(position_file), "-o", str(picture), "--theme", "dark", "--kinds"]) == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_board_draws_any_moment_of_a_record(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", str(record_file), "--at", "1"]) == 0
    drawn = capsys.readouterr().out
    assert main(["replay", str(record_file), "--at", "1"]) == 0
    assert drawn == capsys.readouterr().out
    assert main(["board", str(record_file)]) == 0
    assert drawn != capsys.readouterr().out
    assert main(["board", str(record_file), "--at", "9999"]) == 2
    assert "there is no board after 9999" in capsys.readouterr().err


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_board_writes_a_png_with_words_in_it(game: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    position = tmp_path / "position.json"
    position.write_text(json.dumps(kingdoms.load_game(game).new_initial_state().position()))
    for name, arguments in (("light.png", ["--width", "320"]), ("dark.PNG", ["--theme", "dark", "--width", "320"])):
        assert main(["board", str(position), "-o", str(tmp_path / name), *arguments]) == 0
    light, dark = ((tmp_path / name).read_bytes() for name in ("light.png", "dark.PNG"))
    assert light.startswith(b"\x89PNG")
    assert int.from_bytes(light[16:20]) == 320
    assert light != dark
    wordless = re.sub(r"<text.*?</text>", "", render_svg(kingdoms.load_game(game).new_initial_state().view(None)))
    assert light != png_of(wordless, 320)


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_bots_of_one_game_are_those_that_can_take_its_seats(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", game, "--json"]) == 0
    kinds = json.loads(capsys.readouterr().out)
    assert {kind["name"] for kind in kinds} == {*BOTS.names(game), "program"}
    assert main(["bots", game]) == 0
    other_names = {name for other_game in kingdoms.game_names() if other_game != game for name in BOTS.names(other_game)} - set(
        BOTS.names(game)
    )
    assert not [line for line in capsys.readouterr().out.splitlines() if line.split(" ")[0] in other_names]
    assert main(["bots", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


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
        for number in range(3):
            running.stdin.write(json.dumps({"id": number, "position": POSITION}).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(10) == 0


SERVE = ("serve", "--port", "0", "--data", "{folder}", "--program")
WRONG: list[tuple[list[str], str]] = [
    (["plya"], "did you mean play?"),
    (["play", "chess"], "there is no game 'chess'"),
    (["play", "--rulings", "attack_port"], "name=value"),
    (["play", "--minutes", "soon"], "a number greater than 0"),
    (["play", "--minutes", "0"], "a number greater than 0"),
    (["play", "--minutes", "nan"], "a number greater than 0"),
    (["play", "--in-place"], "needs --load FILE"),
    (["play", "--load", "{good}", "--in-place"], "needs a record in a file"),
    (["play", "--load", "{folder}"], "is a folder"),
    (["play", "--load", "{newer}"], "newer than this program"),
    (["play", "--load", "{nonsense}"], "line 1"),
    (["play", "--load", "{good}", "--rulings", "round_limit=3"], "brings its own game and rulings"),
    (["play", "--resume", "--folder", "{folder}"], "no game to continue"),
    (["check", "nowhere.jsonl"], "there is no file"),
    (["check", "{newer}"], "newer than this program"),
    (["check", "{good}"], "not a record"),
    (["check", "{binary}"], "not a text file"),
    (["check"], "missing argument"),
    (["board", "{good}", "-o", "{folder}/board.jpg"], ".svg, .png or .txt"),
    (["board", "{good}", "-o", "{folder}/no/board.svg"], "cannot be written"),
    (["board", "{good}", "--theme", "pink"], "theme"),
    (["rules", "rivers"], "(rivers is a game: --game rivers)"),
    (["match"], "missing argument"),
    (["match", "greedy"], "2, 3 or 4 players"),
    (["match", "greedy", "greedi"], "did you mean greedy?"),
    (["match", "greedy", "greedy:mood=bad"], "it takes slips"),
    (["match", "program:./nobody", "random"], "there is no program './nobody' to run"),
    (["match", "program:seconds=soon:cat", "random"], "seconds must be a number greater than 0"),
    (["match", "greedy", "random", "--games", "0"], "x>=1"),
    (["match", "greedy", "random", "--keep", "/nowhere"], "does not exist"),
    (["match", "greedy", "random", "--rulings", "round_limt=3"], "did you mean round_limit?"),
    (["match", "random", "random", "--games", "ten"], "'ten' is not a valid integer (see"),
    (["arena"], "name bots that play"),
    (["arena", "--bots", "greedy,random", "--seats", "9"], "players, not 9"),
    (["arena", "--bots", "greedy,random", "--games", "1"], "2 games belong to each opening"),
    (["arena", "--bots", "greedy,random", "--workers", "0"], "1<=x"),
    (["arena", "--bots", "greedy,random", "--vary", "101"], "0<=x<=100"),
    (["arena", "--bots", "greedy,random", "--opening", "2000"], "from 0 to 1,000"),
    (["arena", "--bots", "greedy,random", "--margin", "5"], "--margin belongs to --until-sure"),
    (["arena", "--bots", "greedy,random", "--until-sure", "--margin", "-5"], "margin must be more than 0"),
    (["arena", "--bots", "greedy,random", "--out", "/dev/null/games"], "cannot be written: not a directory"),
    (["arena", "report", "/nowhere"], "holds no arena"),
    ([*SERVE, "mybot"], "--program takes NAME=COMMAND, as in mybot=./mybot, not 'mybot'"),
    ([*SERVE, "a=cat", "--program", "a=cat"], "--program a is given twice"),
    ([*SERVE, "greedy=cat"], "the program 'greedy' cannot be offered: there is already a bot with that name"),
    (["--colour"], "no such option"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says.lower() in refused(arguments, tmp_path, capsys, POSITION).lower()
