"""`kingdoms film` draws whole games, and of secrets only what may be seen."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import kingdoms
from kingdoms.cli.main import main
from tests.support.games.tested_games import random_record


def record_of(game: str, folder: Path, most: int) -> Path:
    """Save a random game of this many actions at most."""
    random_record(kingdoms.load_game(game, 2), most).save(folder / "game.jsonl")
    return folder / "game.jsonl"


@pytest.mark.parametrize(("ending", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
def test_a_film_has_the_size_and_speed_asked_for(ending: str, kind: str, tmp_path: Path) -> None:
    record, out = record_of("middlesea", tmp_path, 5), tmp_path / f"film.{ending}"
    assert main(["film", str(record), "-o", str(out), "--width", "200", "--seconds", "0.5"]) == 0
    with Image.open(out) as image:
        assert (image.format, image.size) == (kind, (200, 200))
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            image.load()
            frames.append((image.info["duration"], image.convert("RGB").tobytes()))
    assert [time for time, _ in frames] == [500] * (len(frames) - 1) + [4500]
    assert len({picture for _, picture in frames}) == len(frames) >= 4


def test_a_seat_sees_its_own_secrets_only(tmp_path: Path) -> None:
    record = record_of("liars_dice", tmp_path, 4)
    films: dict[str | None, str] = {}
    for seat in ("A", "B", None):
        out = tmp_path / f"{seat}.svg"
        chosen = [] if seat is None else ["--seat", seat]
        assert main(["film", str(record), "-o", str(out), *chosen]) == 0
        films[seat] = out.read_text()
    assert films[None].count("<circle") == 0
    assert films["A"].count("<circle") > 0
    assert films["A"] != films["B"]
    durations = {part.get("dur") for part in ElementTree.fromstring(films["A"]).iter() if part.tag.endswith("animate")}
    assert len(durations) == 1, "parts that repeat after different times drift apart"


def test_bad_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of("liars_dice", tmp_path, 4)
    for arguments, message in (
        (["-o", str(tmp_path / "film.mp4")], "must end in .svg"),
        (["-o", str(tmp_path / "no/film.svg")], "cannot be written"),
        (["-o", str(tmp_path / "film.svg"), "--seconds", "0"], "x<=60"),
        (["-o", str(tmp_path / "film.svg"), "--seat", "Q"], "Q"),
        ([], "Missing option"),
    ):
        assert main(["film", str(record), *arguments]) == 2
        assert message.lower() in capsys.readouterr().err.lower()
