"""`kingdoms arena` on the command line."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import polars
import pytest

from kingdoms.arena.folder import Folder
from tests.cli.conftest import Run, stopped_after_games
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

SHORT = ["--game", SAMPLE, "--rulings", ",".join(f"{name}={value}" for name, value in limited(1).items()), "--workers", "1"]


def test_an_arena_in_the_data_folder_reports_the_stronger_bot(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdoms.folders.data_folder", lambda: tmp_path)
    arguments = ["arena", "--bots", "greedy,random", "--games", "40", *SHORT]
    output = run(*arguments)
    assert all(part in output for part in ("40 games at 2 seats, on 20 openings, seed 1.", "95% CI", "Wins by seat"))
    report = run.json(*arguments)
    assert (report["games"], report["openings"], report["interrupted"]) == (40, 20, False)
    assert report["bots"][0]["bot"] == "greedy"
    assert report["bots"][0]["low"] > 0.5
    out = Path(report["folder"])
    assert out.parent == tmp_path / "arena"
    assert run.json("arena", "report", out) == report
    assert run("arena", "report", out) == output
    part = polars.read_parquet(out / "games-00000.parquet")
    assert part.height == 40
    assert not (out / "journal.jsonl").read_bytes()
    assert part.equals(Folder.read(out).table("games"))
    assert all(score >= 0 for scores in part["scores"] for score in scores)


def test_more_bots_than_seats_are_reported_in_pairs(tmp_path: Path, run: Run) -> None:
    arguments = ["--bots", "random,random", "--bots", "level:1", "--seats", "2", "--games", "30", "--out", tmp_path / "a"]
    output = run("arena", *arguments, *SHORT)
    parts = ("joint win share", "30 games at 2 seats, on 5 openings", "random 1", "random 2")
    assert all(part in output for part in parts)


def test_an_arena_stops_when_the_result_is_certain(tmp_path: Path, run: Run) -> None:
    arguments = ["--bots", "greedy,random", "--games", "20000", "--until-sure", "--margin", "10", "--out", tmp_path / "a"]
    report = run.json("arena", *arguments, *SHORT)
    assert (report["test"]["verdict"], report["test"]["margin"]) == ("stronger", 0.1)
    assert 64 <= report["games"] < 2000
    assert "Result: greedy is stronger than the others, after 3" in run("arena", "report", tmp_path / "a")
    assert run.json("arena", *arguments, *SHORT)["games"] == report["games"], "it plays on though it is sure"


@pytest.mark.skipif(sys.platform == "win32", reason="there, processes are not sent signals")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_command_continues(by: int, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "games"
    arguments = ["arena", "--bots", "random,random", "--out", str(out), *SHORT]
    output, errors, code = stopped_after_games([*arguments, "--games", "1000000"], out, by)
    assert code == (130 if by == signal.SIGINT else -signal.SIGKILL)
    assert errors == "" or by == signal.SIGKILL
    assert ("Stopped: the same command goes on from here." in output) == (by == signal.SIGINT)
    numbers = [row["number"] for row in Folder.read(out).rows()]
    assert len(numbers) == len(set(numbers)) >= 5
    (out / "plan.json").write_text((out / "plan.json").read_text().replace("1000000", str(len(numbers) + 20)))
    report = run.json(*arguments, "--games", len(numbers) + 20)
    assert report["games"] == len(numbers) + 20
    assert [row["number"] for row in Folder.read(out).rows()] == list(range(report["games"]))
