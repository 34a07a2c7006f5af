"""Standard streams: encodings that lack characters, full disks, closed pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.cli.streams import PLAINER
from kingdoms.core.registry import load_game
from kingdoms.puzzles.files import shipped
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first

COMMAND = [sys.executable, "-m", "kingdoms.cli"]
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
DRAWING = [
    "board {file}",
    "replay {file} --all",
    "analyse {file} --simulations 2 --seat {seat}",
    "play {game} --folder {folder}",
    "match --game {game} random random --games 1 --seed 1",
    "puzzles solve {puzzle}",
    "rules --game {game}",
]
SPEAKING = ["--version", "referee", "board {file} --json"]
ENCODED = inner_first([(TESTED[-1], "cp1252"), (TESTED[0], "ascii")])
"""Games and encodings: the game with more letters in the inner ring."""


def run(command: str, folder: Path, game: str = TESTED[0], **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command, with a game of two bots in {file}, and return what came of it."""
    file = folder / "game.jsonl"
    if not file.exists():
        record = kingdoms.play(game, ["greedy"] * 2, seed=1)
        record.players = {record.game.seats[0]: "you:Zo\xeb \u738b"}
        record.save(file)
    names = {"file": file, "folder": folder / "games", "game": game, "puzzle": shipped(game)[0].name}
    words = [word.format(**names, seat=load_game(game, 2).seats[0]) for word in command.split()]
    variables = os.environ | {"PYTHONUTF8": "0", "XDG_DATA_HOME": str(folder)} | options.pop("env", {})
    return subprocess.run([*COMMAND, *words], env=variables, check=False, stderr=subprocess.PIPE, **options)


@pytest.mark.long
@pytest.mark.parametrize("case", ENCODED, ids="-".join)
def test_every_command_draws_in_any_encoding(case: tuple[str, str], tmp_path: Path) -> None:
    (game, encoding), drawn = case, b""
    for command in DRAWING:
        typed = b"board\nhelp\n1\n\n1\nhint\n\xff\nquit\n"
        process = run(command, tmp_path, game, env={"PYTHONIOENCODING": encoding}, input=typed, stdout=subprocess.PIPE)
        assert (process.returncode, b"Traceback" in process.stderr) == (0, False), f"{command}: {process.stderr!r}"
        drawn += process.stdout
    assert drawn.decode(encoding)
    assert load_game(game, 2).title.encode() in drawn
    assert b"\\u" not in drawn


def test_what_stands_for_a_frame_is_as_wide(tmp_path: Path) -> None:
    frames = [letter for letter in PLAINER if letter not in "\xb1\u2026"]
    assert {len(PLAINER[letter]) for letter in frames} == {1}
    outputs = [
        run("board {file}", tmp_path, env={"PYTHONIOENCODING": encoding}, stdout=subprocess.PIPE).stdout.decode(encoding)
        for encoding in ("utf-8", "ascii")
    ]
    assert [len(line) for line in outputs[0].splitlines()] == [len(line) for line in outputs[1].splitlines()]


@FULL
@pytest.mark.parametrize("command", SPEAKING)
def test_a_full_disk_is_a_sentence(command: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = run(command, tmp_path, input=b"{}\n", stdout=full)
    assert process.returncode == 2
    assert process.stderr == b"kingdoms: the output cannot be used: No space left on device\n"


@FULL
def test_a_game_that_cannot_be_kept_is_not_blamed_on_the_output(tmp_path: Path) -> None:
    process = run("play --folder /dev/full/games", tmp_path, input=b"", stdout=subprocess.PIPE)
    assert process.returncode == 2
    assert process.stderr.startswith(b"kingdoms: the game cannot be saved in /dev/full/games")


@pytest.mark.parametrize("command", ["referee", "play --folder {folder}", "analyse --lines"])
def test_a_closed_pipe_is_silent(command: str, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = run(command, tmp_path, input=b"{}\n", stdout=writer)
    finally:
        os.close(writer)
    assert (process.returncode, process.stderr) == (0, b"")


def test_without_an_output_nothing_is_said() -> None:
    closed = f"exec {sys.executable} -m kingdoms.cli referee >&-"
    assert subprocess.run(closed, shell=True, input=b"{}\n", stderr=subprocess.PIPE, check=True).stderr == b""
