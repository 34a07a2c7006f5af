"""`kingdoms export` writes games for other programs; `kingdoms film` draws whole games, and only the secrets of its seat."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars
import pytest
from PIL import Image

import kingdoms
from kingdoms import Record
from kingdoms.env.examples import examples
from tests.cli.conftest import Run
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


def test_a_folder_of_games_is_written_as_arrays(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    record = Record.load(short_game(TESTED[-1], folder))
    record.save(folder / "again.jsonl")
    run("export", tmp_path, "-o", tmp_path / "games.npz")
    arrays, once = np.load(tmp_path / "games.npz"), examples([record])
    assert list(arrays["games"][[0, -1]]) == [0, 1]
    assert all(np.array_equal(arrays[name], np.concatenate([once[name]] * 2)) for name in ("actions", "masks", "players"))


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_the_tables_of_a_game_agree_and_can_be_replayed(game: str, tmp_path: Path, run: Run) -> None:
    path = short_game(game, tmp_path)
    record = Record.load(path)
    rows = list(csv.DictReader(io.StringIO(run("export", path, "--format", "csv"))))
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
    data = json.loads(run("export", path, "--format", "json"))
    assert data["header"] == record.header()
    outcome = record.state.outcome()
    assert data["outcome"] == (None if outcome is None else outcome.to_json())
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in data["rows"]] == rows
    run("export", path, "-o", tmp_path / "game.parquet")
    assert polars.read_parquet(tmp_path / "game.parquet").to_dicts() == data["rows"]


def test_an_outside_call_is_a_row_too(run: Run) -> None:
    path = next(path for path in sorted(FOLDER.glob("*/golden/*.jsonl")) if '{"call"' in path.read_text())
    rows = json.loads(run("export", path, "--format", "json"))["rows"]
    called = next(row for row in rows if row["call"])
    assert called["by"] is called["action"] is called["choices"] is None
    assert called["told"]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))


def test_pictures_show_the_last_table_and_films_the_game(tmp_path: Path, run: Run) -> None:
    path = short_game(TESTED[0], tmp_path, 5)
    for ending in ("svg", "png", "gif"):
        run("export", path, "-o", tmp_path / f"game.{ending}")
    assert (tmp_path / "game.svg").read_text() == kingdoms.render_svg(Record.load(path).state.view(None))
    with Image.open(tmp_path / "game.png") as image:
        assert image.width == 1600
    with Image.open(tmp_path / "game.gif") as image:
        assert image.n_frames >= 3  # type: ignore[attr-defined]
        assert (image.width, image.info["loop"]) == (640, 0)


def test_text_goes_to_standard_output_and_tables_of_bytes_do_not(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in kingdoms.game_names():
        path, rules = short_game(game, tmp_path), kingdoms.load_game(game)
        if rules.piecepack() is not None:
            _, frames = parse(run("export", path, "--format", "ppn"))
            assert len([frame for frame in frames if frame.name.startswith("R")]) == 20
        else:
            fault = f"kingdoms: {rules.title} is not played with a piecepack"
            assert run("export", path, "--format", "ppn", code=2).startswith(fault)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "write it to a file" in run("export", path, "--format", "parquet", code=2)


@pytest.mark.parametrize(
    ("ending", "module", "extra"), [("parquet", "polars", "arena"), ("gif", "PIL", "png"), ("png", "resvg_py", "png")]
)
def test_a_missing_library_is_named_by_its_extra(
    ending: str, module: str, extra: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = short_game(TESTED[0], tmp_path, 2)
    monkeypatch.setitem(sys.modules, module, None)
    assert f"[{extra}]" in run("export", path, "-o", tmp_path / f"game.{ending}", code=2)


@pytest.mark.parametrize(("ending", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
def test_a_film_has_the_size_and_speed_asked_for(ending: str, kind: str, tmp_path: Path, run: Run) -> None:
    record, out = short_game("middlesea", tmp_path, 5), tmp_path / f"film.{ending}"
    run("film", record, "-o", out, "--width", "200", "--seconds", "0.5")
    with Image.open(out) as image:
        assert (image.format, image.size) == (kind, (200, 200))
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            image.load()
            frames.append((image.info["duration"], image.convert("RGB").tobytes()))
    assert [time for time, _ in frames] == [500] * (len(frames) - 1) + [4500]
    assert len({picture for _, picture in frames}) == len(frames) >= 4


def test_a_seat_sees_its_own_secrets_only(tmp_path: Path, run: Run) -> None:
    record, out = short_game(PLAIN, tmp_path, 4), tmp_path / "film.svg"

    def film(*seat: str) -> str:
        run("film", record, "-o", out, *seat)
        return out.read_text()

    own = film("--seat", "A")
    assert "<circle" not in film()
    assert "<circle" in own != film("--seat", "B")
    durations = {part.get("dur") for part in ElementTree.fromstring(own).iter() if part.tag.endswith("animate")}
    assert len(durations) == 1, "parts that repeat after different times drift apart"
