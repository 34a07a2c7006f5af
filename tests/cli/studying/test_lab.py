"""`kingdoms lab` on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kingdoms.cli.main import main
from kingdoms.lab.dataset import Dataset
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE
from tests.support.suite.timeouts import SOON

STUDY = """
title = "Try"
game = "{game}"
seed = 1
[[parts]]
name = "equals"
players = ["random"]
seats = [2]
games = {games}
rulings = {{ {rulings} }}
[[questions]]
asks = "Does whoever begins win more?"
part = "equals"
figure = "first"
against = "even"
"""


def study(path: Path, games: int = 12, more: str = "") -> str:
    """Write a study, and return where."""
    rulings = ", ".join(f"{name} = {json.dumps(value)}" for name, value in limited(1).items())
    (path / "study.toml").write_text(STUDY.format(game=SAMPLE, games=games, rulings=rulings) + more)
    return str(path / "study.toml")


def answer(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Run the command and return its JSON answer."""
    assert main(["lab", *arguments, "--json"]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def test_a_study_is_played_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdoms.lab.report.plots", lambda *_: ())
    out = tmp_path / "games"
    arguments = ["run", study(tmp_path), "--workers", "1", "--out", str(out)]
    assert main(["lab", *arguments]) == 0
    assert "12 of 12 games are in" in capsys.readouterr().out
    second_run = answer(*arguments, capsys=capsys)
    assert (second_run["games"], second_run["played_now"], second_run["interrupted"]) == (12, 0, False)
    assert main(["lab", "report", str(out)]) == 0
    output = capsys.readouterr().out
    assert "12 games" in output
    assert "Does whoever begins win more?" in (out / "report" / "index.html").read_text()
    report = answer("report", str(out), capsys=capsys)
    assert report["questions"][0]["value"]["games"] == 12
    assert json.loads((out / "report" / "findings.json").read_text()) == report


def test_games_are_kept_in_the_data_folder_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kingdoms.folders.data_folder", lambda: tmp_path)
    report = answer("run", study(tmp_path, games=2), "--workers", "1", capsys=capsys)
    assert Path(report["folder"]).parent == tmp_path / "lab"


@pytest.mark.skipif(sys.platform == "win32", reason="there, processes are not sent signals")
def test_an_interrupted_command_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games"
    command = [sys.executable, "-m", "kingdoms.cli", "lab", "run", study(tmp_path, games=1_000_000), "--out", str(out)]
    with subprocess.Popen(
        [*command, "--workers", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until = time.monotonic() + SOON
        while not any(path.read_bytes().count(b"\n") > 5 for path in out.glob("cells/*/journal.jsonl")):
            assert time.monotonic() < until
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        output, complaints = process.communicate(timeout=SOON)
    assert (process.returncode, complaints) == (130, "")
    assert "Stopped: the same command goes on from here." in output
    (data,) = Dataset(out).cells.values()
    count = data.number
    assert count > 5
    for path in (out / "study.json", *out.glob("cells/*/plan.json")):
        path.write_text(path.read_text().replace("1000000", str(count + 5)))
    report = answer("run", study(tmp_path, games=count + 5), "--workers", "1", "--out", str(out), capsys=capsys)
    assert (report["games"], report["played_now"]) == (count + 5, 5)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "STUDY", "--workers", "0"], "1<=x"),
        (["run", "/nowhere.toml"], "cannot be read"),
        (["run", "STUDY", "--out", "/dev/null/games"], "cannot be written: not a directory"),
        (["run", "STUDY", "--out", "."], "holds other files"),
        (["run"], "missing argument"),
        (["report", "/nowhere"], "holds no study"),
    ],
)
def test_impossible_requests_are_refused_in_one_sentence(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = study(tmp_path)
    assert main(["lab", *(path if word == "STUDY" else word for word in arguments)]) == 2
    output = capsys.readouterr().err
    assert says.lower() in output.lower()
    assert output.count("\n") == 1


def test_a_wrong_study_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", study(tmp_path, more='figur = "first"\n')]) == 2
    output = capsys.readouterr().err
    assert 'there is no field "figur" (did you mean figure?)' in output
    assert output.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]


def test_a_study_that_is_not_there_is_told_without_the_slow_imports() -> None:
    code = "import sys; from kingdoms.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    process = subprocess.run([sys.executable, "-c", code, "lab", "run", "nosuch"], capture_output=True, text=True, check=True)
    assert process.stderr.startswith("kingdoms: nosuch cannot be read: there is no such file, nor a study of this name")
    assert not {"polars", "statsmodels", "scipy", "pandas", "altair", "numpy"} & set(process.stdout.split())
