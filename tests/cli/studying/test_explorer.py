"""`kingdoms explorer` on the command line."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.cli.studying import explorer
from kingdoms.explorer.counts import PlayedGame
from kingdoms.explorer.file import ExplorerFile
from kingdoms.explorer.sources import record_games
from tests.cli.conftest import Run
from tests.support.games.tested_games import SAMPLE, random_record


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """The files of three finished games of level 6."""
    paths = [tmp_path / f"game {number}.jsonl" for number in range(3)]
    for seed, path in enumerate(paths):
        record = random_record(kingdoms.load_game(SAMPLE, 2).limited(1), seed=seed)
        record.players = dict.fromkeys(record.game.seats, "level:6")
        record.save(path)
    return paths


def test_a_file_is_built_in_steps_and_shows_positions_and_games(games: list[Path], tmp_path: Path, run: Run) -> None:
    path, part, more = (tmp_path / name for name in ("openings.bin", "part.bin", "more.bin"))
    assert "1 game in" in run("explorer", "build", "-o", part, "--records", games[0])
    named = [word for game in games[1:] for word in ("--records", game)]
    run("explorer", "build", "-o", more, *named)
    built = run.json("explorer", "build", "-o", path, part, more)
    assert (built["games"], built["interrupted"]) == (3, False)
    again = run.json("explorer", "build", "-o", path, *named)
    assert (again["games"], again["added"], again["skipped"]) == (3, 0, 2)

    record = Record.load(games[0])
    position = tmp_path / "position.json"
    position.write_text(json.dumps(record.state_after(1).position()))
    shown = run.json("explorer", "show", position, "--file", path)
    assert shown == run.json("explorer", games[0], "--at", "1", "--file", path)
    assert shown["sources"] == {"level:6": 3}
    assert shown["total"] == sum(row["games"] for row in shown["rows"]) == 3
    text = run("explorer", kingdoms.position_text(record.state_after(1)), "--file", path)
    assert "From 3 games" in text
    assert all(row["action"] in text for row in shown["rows"])
    assert run.json("explorer", games[0], "--file", path)["in_opening"]
    assert "The opening is over" in run("explorer", games[0], "--at", len(record.entries), "--file", path)


def test_what_was_counted_is_kept_when_the_user_stops(
    games: list[Path], tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at the second game: the same command goes on where this one has stopped."""
    words = ["explorer", "build", "-o", tmp_path / "openings.bin", *(word for game in games for word in ("--records", game))]

    def interrupted(*sources: Any) -> Iterator[PlayedGame | None]:
        for number, game in enumerate(record_games(*sources), 1):
            if number == 2:
                os.kill(os.getpid(), signal.SIGINT)
            yield game

    with monkeypatch.context() as at_first:
        at_first.setattr(explorer, "record_games", interrupted)
        stopped = run.json(*words, code=130)
    assert (stopped["games"], stopped["interrupted"]) == (2, True)
    resumed = run.json(*words)
    assert (resumed["games"], resumed["added"], resumed["skipped"]) == (3, 1, 2)


def test_bad_input_is_refused_clearly(games: list[Path], tmp_path: Path, run: Run) -> None:
    path, broken = tmp_path / "openings.bin", tmp_path / "broken.jsonl"
    build = ("build", "-o", path)
    run("explorer", *build, "--records", games[0])
    broken.write_text(games[0].read_text().replace('"action": "', '"action": "fly ', 1))
    cases: dict[tuple[object, ...], str] = {
        ("build",): "name games to count",
        (*build, "--arena", tmp_path): "is not the folder of an arena",
        (*build, "--records", broken): "broken.jsonl, line 2",
        (*build, path): "have 1 game in common, which would count twice",
        (*build, games[0]): "is not a file of openings",
        ("build", "-o", games[0], path): "is not a file of openings",
        (*build, "--server", tmp_path / "none"): "there is no database",
        ("show", games[0], "--file", games[0]): "is not a file of openings",
        ("show", games[0], "--at", "9999"): "so there is no board after 9999",
        ("--file", path, "nowhere.json"): "there is no file nowhere.json",
    }
    for words, message in cases.items():
        assert message in run("explorer", *words, code=2)
    assert ExplorerFile(path).games == {SAMPLE: {2: {"": 1, "level:6": 1}}}
