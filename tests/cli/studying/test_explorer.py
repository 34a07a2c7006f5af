"""`kingdoms explorer` on the command line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

import kingdoms
from kingdoms import Record
from kingdoms.cli.main import main
from kingdoms.cli.studying.explorer import Building
from kingdoms.explorer.counts import Counts, PlayedGame
from kingdoms.explorer.file import ExplorerFile
from kingdoms.explorer.sources import record_games
from tests.support.games.tested_games import SAMPLE, random_record


def run(*words: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """Run the command, and return its output, or its errors if it fails."""
    assert main(["explorer", *words]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """The files of three finished games of level 6."""
    paths = [tmp_path / f"game {number}.jsonl" for number in range(3)]
    for seed, path in enumerate(paths):
        record = random_record(kingdoms.load_game(SAMPLE, 2).limited(1), seed=seed)
        record.players = dict.fromkeys(record.game.seats, "level:6")
        record.save(path)
    return paths


def test_a_file_is_built_in_steps_and_shows_positions_and_games(
    games: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, part, more = (str(tmp_path / name) for name in ("openings.bin", "part.bin", "more.bin"))
    assert "1 game in" in run("build", "-o", part, "--records", str(games[0]), capsys=capsys)
    named = [word for game in games[1:] for word in ("--records", str(game))]
    run("build", "-o", more, *named, capsys=capsys)
    built: dict[str, Any] = json.loads(run("build", "-o", path, part, more, "--json", capsys=capsys))
    assert (built["games"], built["interrupted"]) == (3, False)
    again: dict[str, Any] = json.loads(run("build", "-o", path, *named, "--json", capsys=capsys))
    assert (again["games"], again["added"], again["skipped"]) == (3, 0, 2)

    record = Record.load(games[0])
    walk = json.loads(run(str(games[0]), "--file", path, "--json", capsys=capsys))["steps"]
    assert [step["action"] for step in walk][:3] == [str(entry.action) for entry in record.entries if entry.by != "chance"][:3]
    assert all(step["row"]["games"] >= 1 for step in walk)
    assert "Each of these decisions has been met before." in run(str(games[0]), "--file", path, capsys=capsys)
    assert "the game left what was played before" in run(str(games[1]), "--file", part, capsys=capsys)

    position = tmp_path / "position.json"
    position.write_text(json.dumps(record.state_after(1).position()))
    shown = json.loads(run("show", str(position), "--file", path, "--json", capsys=capsys))
    assert shown == json.loads(run(str(games[0]), "--at", "1", "--file", path, "--json", capsys=capsys))
    assert shown["sources"] == {"level:6": 3}
    assert shown["total"] == sum(row["games"] for row in shown["rows"]) == 3
    text = run(kingdoms.position_text(record.state_after(1)), "--file", path, capsys=capsys)
    assert "From 3 games" in text
    assert all(row["action"] in text for row in shown["rows"])
    assert "The opening is over" in run(str(games[0]), "--at", str(len(record.entries)), "--file", path, capsys=capsys)


def test_what_was_counted_is_kept_when_the_user_stops(games: list[Path], tmp_path: Path) -> None:
    """The next run goes on where this one has stopped."""
    stop, path = threading.Event(), tmp_path / "openings.bin"

    def interrupted() -> Iterator[PlayedGame | None]:
        for number, game in enumerate(record_games(games), 1):
            if number == 2:
                stop.set()
            yield game

    with Progress(disable=True) as progress:
        building = Building(Counts(), path, 1_000_000, progress, stop)
        building.count("games", 3, interrupted())
        building.save()
        assert building.added == 2
        counts = ExplorerFile(path).counts()
        resumed = Building(counts, path, 1_000_000, progress, threading.Event())
        resumed.count("games", 3, record_games(games, counts.digests))
    assert (resumed.added, resumed.skipped, len(counts.digests)) == (1, 2, 3)


def test_bad_input_is_refused_clearly(games: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, broken = str(tmp_path / "openings.bin"), tmp_path / "broken.jsonl"
    run("build", "-o", path, "--records", str(games[0]), capsys=capsys)
    broken.write_text(games[0].read_text().replace('"action": "', '"action": "fly ', 1))
    cases = {
        ("build",): "name games to count",
        ("build", "-o", path, "--arena", str(tmp_path)): "is not the folder of an arena",
        ("build", "-o", path, "--records", str(broken)): "broken.jsonl, line 2",
        ("build", "-o", path, path): "have 1 game in common, which would count twice",
        ("build", "-o", path, str(games[0])): "is not a file of openings",
        ("build", "-o", str(games[0]), path): "is not a file of openings",
        ("build", "-o", path, "--server", str(tmp_path / "none")): "there is no database",
        ("show", str(games[0]), "--file", str(games[0])): "is not a file of openings",
        ("show", str(games[0]), "--at", "9999"): "so there is no board after 9999",
        ("--file", path, "nowhere.json"): "there is no file nowhere.json",
    }
    for words, message in cases.items():
        assert message in run(*words, capsys=capsys, code=2)
    assert ExplorerFile(Path(path)).games == {SAMPLE: {2: {"": 1, "level:6": 1}}}
