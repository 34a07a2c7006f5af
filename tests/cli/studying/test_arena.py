"""`kingdoms arena` on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest

from kingdoms.arena.folder import Folder
from kingdoms.cli.main import main
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

SHORT = ["--game", SAMPLE, "--rulings", ",".join(f"{name}={value}" for name, value in limited(1).items()), "--workers", "1"]
COUNTED = 60.0
"""Seconds in which a process finishes some games on any machine."""


def arena(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Run the command and return its JSON answer."""
    assert main(["arena", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_an_arena_reports_the_stronger_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "games")
    arguments = ["--bots", "greedy,random", "--games", "40", "--out", out, *SHORT]
    assert main(["arena", *arguments]) == 0
    output = capsys.readouterr().out
    assert "40 games at 2 seats, on 20 openings, seed 1." in output
    assert "95% CI" in output
    assert "Wins by seat" in output
    report = arena(*arguments, capsys=capsys)
    assert (report["games"], report["openings"], report["interrupted"]) == (40, 20, False)
    assert report["bots"][0]["bot"] == "greedy"
    assert report["bots"][0]["low"] > 0.5
    assert report["folder"] == out
    assert arena("report", out, capsys=capsys) == report
    assert main(["arena", "report", out]) == 0
    assert capsys.readouterr().out == output
    part = polars.read_parquet(tmp_path / "games/games-00000.parquet")
    assert part.height == 40
    assert not (tmp_path / "games/journal.jsonl").read_bytes()
    assert part.equals(Folder.read(tmp_path / "games").table("games"))
    assert all(score >= 0 for scores in part["scores"] for score in scores)


def test_more_bots_than_seats_are_reported_in_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--bots", "greedy,random", "--bots", "level:1", "--seats", "2", "--games", "30", "--out", str(tmp_path / "a")]
    assert main(["arena", *arguments, *SHORT]) == 0
    output = capsys.readouterr().out
    assert "joint win share" in output
    assert "30 games at 2 seats, on 5 openings" in output


def test_an_arena_stops_when_the_result_is_certain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--bots", "greedy,random", "--games", "20000", "--until-sure", "--margin", "10", "--out", str(tmp_path / "a")]
    report = arena(*arguments, *SHORT, capsys=capsys)
    assert report["test"]["verdict"] == "stronger"
    assert report["test"]["margin"] == 0.1
    assert 64 <= report["games"] < 2000
    assert main(["arena", "report", str(tmp_path / "a")]) == 0
    assert "Result: greedy is stronger than the others, after 3" in capsys.readouterr().out
    assert arena(*arguments, *SHORT, capsys=capsys)["games"] == report["games"], "it plays on though it is sure"


def test_games_are_kept_in_the_data_folder_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kingdoms.folders.data_folder", lambda: tmp_path)
    report = arena("--bots", "random,random", "--games", "4", *SHORT, capsys=capsys)
    assert Path(report["folder"]).parent == tmp_path / "arena"
    assert {bot["bot"] for bot in report["bots"]} == {"random 1", "random 2"}


def start(out: Path, *more: str) -> subprocess.Popen[str]:
    """Start an arena of many games as people do."""
    command = [sys.executable, "-m", "kingdoms.cli", "arena", "--bots", "random,random", "--out", str(out), *SHORT, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for_games(out: Path, number: int) -> None:
    """Wait until an arena has finished some games."""
    until = time.monotonic() + COUNTED
    journal = out / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < number:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="there, processes are not sent signals")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_command_continues(by: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games"
    with start(out, "--games", "1000000") as process:
        wait_for_games(out, 5)
        os.kill(process.pid, by)
        output, complaints = process.communicate(timeout=COUNTED)
    assert process.returncode == (130 if by == signal.SIGINT else -signal.SIGKILL)
    assert complaints == "" or by == signal.SIGKILL
    assert ("Stopped: the same command goes on from here." in output) == (by == signal.SIGINT)
    numbers = [row["number"] for row in Folder.read(out).rows()]
    assert len(numbers) == len(set(numbers)) >= 5
    (out / "plan.json").write_text((out / "plan.json").read_text().replace("1000000", str(len(numbers) + 20)))
    report = arena("--bots", "random,random", "--games", str(len(numbers) + 20), "--out", str(out), *SHORT, capsys=capsys)
    assert report["games"] == len(numbers) + 20
    assert [row["number"] for row in Folder.read(out).rows()] == list(range(report["games"]))
