"""The errors of every command for bad input: one sentence each, and nothing is written."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kingdoms
from kingdoms.puzzles.files import shipped
from tests.support.clients.terminal import refused
from tests.support.games.tested_games import SAMPLE, busy_position, random_record

SERVE = ("serve", "--port", "0", "--data", "{folder}", "--program")
FIND = ("puzzles", "find", SAMPLE, "-o", "{folder}/out")
POSITION = busy_position(SAMPLE, random.Random(1))
RECORD = random_record(kingdoms.load_game(SAMPLE, 2).limited(1))
HEADER, *ENTRIES = RECORD.lines()
STUDY = f"""
title = "Try"
game = "{SAMPLE}"
seed = 1
[[parts]]
name = "equals"
players = ["random"]
seats = [2]
games = 12
"""
FILES = {
    "RECORD": "\n".join([HEADER, *ENTRIES]),
    "RULES_99": "\n".join([json.dumps(json.loads(HEADER) | {"rules_version": 99}), *ENTRIES]),
    "STUDY": STUDY,
    "MISSPELT": STUDY + '[[questions]]\nasks = "Why?"\npart = "equals"\nfigur = "first"\n',
    "PUZZLES": '{"puzzles": 1}\n',
    "EMPTY": "",
}
WORDS = {"END": str(len(RECORD.entries)), "TEXT": kingdoms.position_text(RECORD.opening())}
"""What words of the arguments stand for; those in capitals are files."""
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
    (["admin", "check-settings", "--env-file", "/no/such.env"], "/no/such.env cannot be read: No such file or directory"),
    (["analyse"], "name a record, or give --lines"),
    (["analyse", "none.jsonl"], "there is no file none.jsonl"),
    (["analyse", "RECORD", "--seat", "Q"], "the game has no seat 'Q'"),
    (["analyse", "RECORD", "--at", "100000"], "entries, so there is"),
    (["analyse", "RECORD", "--at", "0"], "chance decides now"),
    (["analyse", "RECORD", "--at", "END"], "the game is over"),
    (["analyse", "RECORD", "--simulations", "0"], "0 is not in the range x>=1"),
    (["analyse", "RECORD", "--simulations", "1"], "1 simulation cannot try any choice: give the search at least 2"),
    (["analyse", "RECORD", "--seconds", "0"], "0.0 is not in the range x>0"),
    (["analyse", "RECORD", "--lines"], "leave out the file"),
    (["analyse", "RULES_99"], "line 1: rules_version 99 is unknown"),
    (["board", "1~chess~abc~00000000"], "there is no game 'chess'"),
    (["board", f"1~{SAMPLE}~abc"], "the text of the position is damaged"),
    (["board", "TEXT", "--text", "--json"], "choose one of --output, --text and --json"),
    (["board", "TEXT", "--text", "-o", "board.svg"], "choose one of --output, --text and --json"),
    (["board", "TEXT", "--at", "1"], "0 entries"),
    (["board", "TEXT", "--seat", "nobody"], "nobody"),
    (["bots", "chess"], "there is no game 'chess'"),
    (["export", "RECORD"], "--format"),
    (["export", "RECORD", "-o", "{folder}/game.doc"], "ppn, json, csv"),
    (["export", "RECORD", "--format", "doc"], "'doc' is not one of"),
    (["export", "RECORD", "--format", "csv", "-o", "{folder}/no/game.csv"], "cannot be written"),
    (["export", "{folder}/none.jsonl", "--format", "csv"], "there is no file"),
    (["export", "{folder}", "--format", "npz", "-o", "{folder}/none.npz"], "there are no records"),
    (["film", "RECORD", "-o", "{folder}/film.mp4"], "must end in .svg"),
    (["film", "RECORD", "-o", "{folder}/no/film.svg"], "cannot be written"),
    (["film", "RECORD", "-o", "{folder}/film.svg", "--seconds", "0"], "x<=60"),
    (["film", "RECORD", "-o", "{folder}/film.svg", "--seat", "Q"], "Q"),
    (["film", "RECORD"], "missing option"),
    (["lab", "run", "STUDY", "--workers", "0"], "1<=x"),
    (["lab", "run", "/nowhere.toml"], "cannot be read"),
    (["lab", "run", "STUDY", "--out", "/dev/null/games"], "cannot be written: not a directory"),
    (["lab", "run", "STUDY", "--out", "."], "holds other files"),
    (["lab", "run", "MISSPELT"], 'there is no field "figur" (did you mean figure?)'),
    (["lab", "run"], "missing argument"),
    (["lab", "report", "/nowhere"], "holds no study"),
    (["new-game", "Harbour"], "as in harbour_lights, not 'Harbour'"),
    (["new-game", "class"], "not 'class'"),
    (["new-game", SAMPLE], "choose another name"),
    (["new-game", "json"], "there is a Python module json already"),
    (["new-game", "harbour", "--title", 'a "b"'], "a title has no quotation marks"),
    (["new-game", "harbour", "--folder", "."], "exists already"),
    (["print", "nogame", "x.pdf"], "nogame"),
    (["print", SAMPLE, "x.doc"], "must end in .pdf"),
    (["print", SAMPLE, "x.pdf", "--paper", "a3"], "'a3' is not one of"),
    (["print", SAMPLE, "{folder}/no/x.pdf"], "cannot be written"),
    (["print", SAMPLE], "name one file to write"),
    (["print", SAMPLE, "x.pdf", "-o", "x.pdf"], "name one file to write"),
    (["puzzles", "list", "chess"], "there is no game 'chess'"),
    (["puzzles", "list", "--file", "{folder}/none"], "there is no file"),
    (["puzzles", "list", "--file", "EMPTY"], "the file is empty"),
    (["puzzles", "solve", "nothing-1-2"], "there is no puzzle 'nothing-1-2'"),
    (["puzzles", "solve", "nothing", "--file", "PUZZLES"], "has no puzzle 'nothing'; it has none"),
    (["puzzles", "solve", shipped(SAMPLE)[0].name, "fly"], "no action begins with 'fly'"),
    (["puzzles", "--theme", "sail"], "there is no theme 'sail' here; there are: "),
    (["puzzles", "--game", "chess"], "there is no game 'chess'"),
    (["puzzles", "check", "{folder}/none"], "there is no file"),
    (["puzzles", "check", "EMPTY"], "the file is empty"),
    (["puzzles", "find", "chess", "-o", "{folder}/out"], "there is no game 'chess'"),
    (["puzzles", "find", SAMPLE], "missing option"),
    ([*FIND, "--simulations", "10"], "at least 1000 simulations, not 10"),
    ([*FIND, "--margin", "2"], "from 0.12 to 1, not 2.0"),
    ([*FIND, "--players", "2,x"], "not a list of whole numbers"),
    ([*FIND, "--players", "9"], "players, not 9"),
    ([*FIND, "--bots", "nobody"], "there is no bot 'nobody'"),
    ([*FIND, "--rulings", "nothing=1"], "nothing"),
    ([*FIND, "--games", "0"], "0 is not in the range"),
    (["puzzles", "find", SAMPLE, "-o", "{folder}/no/where"], "cannot be written"),
    (["train", "evaluate", SAMPLE, "nowhere.net"], "nowhere.net"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    sentence = refused([WORDS.get(argument, argument) for argument in arguments], tmp_path, capsys, POSITION)
    assert says.lower() in sentence.lower()
    assert {path.name for path in tmp_path.rglob("*") if path.is_dir() or path.name == "out"} == {"folder"}
