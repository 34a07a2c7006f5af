"""`kingdoms lab` on the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kingdoms.lab.dataset import Dataset
from tests.cli.conftest import Run, stopped_after_games
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

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


def study(path: Path, games: int = 12) -> str:
    """Write a study, and return where."""
    rulings = ", ".join(f"{name} = {json.dumps(value)}" for name, value in limited(1).items())
    (path / "study.toml").write_text(STUDY.format(game=SAMPLE, games=games, rulings=rulings))
    return str(path / "study.toml")


def test_a_study_is_played_in_the_data_folder_and_reported(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdoms.lab.report.plots", lambda *_: ())
    monkeypatch.setattr("kingdoms.folders.data_folder", lambda: tmp_path)
    arguments = ["lab", "run", study(tmp_path), "--workers", "1"]
    assert "12 of 12 games are in" in run(*arguments)
    second_run = run.json(*arguments)
    assert (second_run["games"], second_run["played_now"], second_run["interrupted"]) == (12, 0, False)
    out = Path(second_run["folder"])
    assert out.parent == tmp_path / "lab"
    assert "12 games" in run("lab", "report", out)
    assert "Does whoever begins win more?" in (out / "report" / "index.html").read_text()
    report = run.json("lab", "report", out)
    assert report["questions"][0]["value"]["games"] == 12
    assert json.loads((out / "report" / "findings.json").read_text()) == report


@pytest.mark.skipif(sys.platform == "win32", reason="there, processes are not sent signals")
def test_an_interrupted_command_continues(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "games"
    arguments = ["lab", "run", study(tmp_path, games=1_000_000), "--workers", "1", "--out", str(out)]
    output, errors, code = stopped_after_games(arguments, out, signal.SIGINT)
    assert (code, errors) == (130, "")
    assert "Stopped: the same command goes on from here." in output
    (data,) = Dataset(out).cells.values()
    count = data.number
    assert count > 5
    for path in (out / "study.json", *out.glob("cells/*/plan.json")):
        path.write_text(path.read_text().replace("1000000", str(count + 5)))
    study(tmp_path, games=count + 5)
    report = run.json(*arguments)
    assert (report["games"], report["played_now"]) == (count + 5, 5)


def test_a_study_that_is_not_there_is_told_without_the_slow_imports() -> None:
    code = "import sys; from kingdoms.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    process = subprocess.run([sys.executable, "-c", code, "lab", "run", "nosuch"], capture_output=True, text=True, check=True)
    assert process.stderr.startswith("kingdoms: nosuch cannot be read: there is no such file, nor a study of this name")
    assert not {"polars", "statsmodels", "scipy", "pandas", "altair", "numpy"} & set(process.stdout.split())
