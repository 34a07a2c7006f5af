"""`kingdoms export` writes games for other programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import polars
import pytest
from PIL import Image

import kingdoms
from kingdoms import Record
from kingdoms.cli.main import main
from kingdoms.env.examples import examples
from tests.support.games.golden_games import FOLDER
from tests.support.games.ppn import parse
from tests.support.games.tested_games import TESTED, random_record

PLAIN = "liars_dice"
"""A game without a piecepack."""


def short_game(game: str, folder: Path, most: int = 20) -> Path:
    """Save a random game of this many actions at most."""
    record = random_record(kingdoms.load_game(game, 2), most)
    record.players = {"A": "Ann"} if game == PLAIN else {}
    record.save(folder / f"{game}.jsonl")
    return folder / f"{game}.jsonl"


def test_a_folder_of_games_is_written_as_arrays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    record = Record.load(short_game(TESTED[-1], folder))
    record.save(folder / "again.jsonl")
    assert main(["export", str(tmp_path), "-o", str(tmp_path / "games.npz")]) == 0
    arrays, once = np.load(tmp_path / "games.npz"), examples([record])
    assert list(arrays["games"][[0, -1]]) == [0, 1]
    assert all(np.array_equal(arrays[name], np.concatenate([once[name]] * 2)) for name in ("actions", "masks", "players"))
    (tmp_path / "empty").mkdir()
    assert main(["export", str(tmp_path / "empty"), "--format", "npz", "-o", str(tmp_path / "none.npz")]) == 2
    assert "there are no records" in capsys.readouterr().err


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_the_tables_of_a_game_agree_and_can_be_replayed(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = short_game(game, tmp_path)
    record = Record.load(path)
    assert main(["export", str(path), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["by"], row["action"]) for row in rows] == [(entry.by, entry.action) for entry in record.entries]
    assert all(int(row["choices"]) >= 1 and row["told"] and row["decision"] for row in rows)
    state = record.opening()
    for row in rows:
        assert int(row["choices"]) == len(state.legal_actions())
        state.apply_action(int(row["action_number"]))
    scores = state.game.open_view(state, None).scores
    assert {seat: rows[-1][f"score_{seat}"] for seat in state.game.seats} == {
        seat: str(scores[seat]) if seat in scores else "" for seat in state.game.seats
    }
    assert main(["export", str(path), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["header"] == record.header()
    outcome = record.state.outcome()
    assert data["outcome"] == (None if outcome is None else outcome.to_json())
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in data["rows"]] == rows
    assert main(["export", str(path), "-o", str(tmp_path / "game.parquet")]) == 0
    assert polars.read_parquet(tmp_path / "game.parquet").to_dicts() == data["rows"]


def test_an_outside_call_is_a_row_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for path in sorted(FOLDER.glob("*/golden/*.jsonl")) if '{"call"' in path.read_text())
    assert main(["export", str(path), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    called = next(row for row in rows if row["call"])
    assert called["by"] is called["action"] is called["choices"] is None
    assert called["told"]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))


def test_pictures_show_the_last_table_and_films_the_game(tmp_path: Path) -> None:
    path = short_game(TESTED[0], tmp_path, 5)
    view = Record.load(path).state.view(None)
    for ending in ("svg", "png", "gif"):
        assert main(["export", str(path), "-o", str(tmp_path / f"game.{ending}")]) == 0
    assert (tmp_path / "game.svg").read_text() == kingdoms.render_svg(view)
    with Image.open(tmp_path / "game.png") as image:
        assert image.width == 1600
    with Image.open(tmp_path / "game.gif") as image:
        assert image.n_frames >= 3  # type: ignore[attr-defined]
        assert (image.width, image.info["loop"]) == (640, 0)


def test_piecepack_notation_goes_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in kingdoms.game_names():
        path = short_game(game, tmp_path)
        played_with_one = kingdoms.load_game(game).piecepack() is not None
        assert main(["export", str(path), "--format", "ppn"]) == (0 if played_with_one else 2)
        output = capsys.readouterr()
        if played_with_one:
            _, frames = parse(output.out)
            assert len([frame for frame in frames if frame.name.startswith("R")]) == 20
        else:
            assert output.err.startswith(f"kingdoms: {kingdoms.load_game(game).title} is not played with a piecepack")


def test_bad_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(short_game(PLAIN, tmp_path))
    for arguments, message in (
        ([path], "--format"),
        ([path, "-o", str(tmp_path / "game.doc")], "ppn, json, csv"),
        ([path, "--format", "doc"], "'doc' is not one of"),
        ([path, "--format", "csv", "-o", str(tmp_path / "no/game.csv")], "cannot be written"),
        ([str(tmp_path / "none.jsonl"), "--format", "csv"], "there is no file"),
    ):
        assert main(["export", *arguments]) == 2
        assert message in capsys.readouterr().err
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["export", path, "--format", "parquet"]) == 2
    assert "write it to a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ending", "module", "extra"), [("parquet", "polars", "arena"), ("gif", "PIL", "png"), ("png", "resvg_py", "png")]
)
def test_a_missing_library_is_named_by_its_extra(
    ending: str, module: str, extra: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = short_game(TESTED[0], tmp_path, 2)
    monkeypatch.setitem(__import__("sys").modules, module, None)
    assert main(["export", str(path), "-o", str(tmp_path / f"game.{ending}")]) == 2
    assert f"[{extra}]" in capsys.readouterr().err
