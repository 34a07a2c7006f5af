"""Playing studies: nothing is lost, nothing overwritten."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import polars
import pytest

from kingdoms.arena.folder import Folder
from kingdoms.core.errors import KingdomsError
from kingdoms.lab import running
from kingdoms.lab.dataset import Dataset
from kingdoms.lab.running import STUDY, StudyFolder, run
from tests.support.bots.studies import SWITCHED, part, play_here, question, study


def test_a_study_is_played_in_parts_that_other_programs_can_read(tmp_path: Path) -> None:
    played = study(part(players=["greedy", "random"]))
    counted: list[int] = []
    with StudyFolder.play_in(tmp_path, played) as folder:
        run(folder, 1, threading.Event(), lambda _, games: counted.append(games))
        cell = folder.folder(played.cells[0])
        assert folder.finished_games(played.cells[0]) == sum(counted) == 12
    games = polars.read_parquet(cell / "games-00000.parquet")
    rounds = polars.read_parquet(cell / "rounds-00000.parquet")
    uses = polars.read_parquet(cell / "uses-00000.parquet")
    assert games.height == 12
    assert rounds.filter("last").height == 24
    assert set(rounds["number"]) == set(games["number"]) == set(uses["number"])
    assert (rounds.group_by("number", "round").agg(polars.col("first").sum())["first"] == 1).all()
    with StudyFolder.play_in(tmp_path, played) as folder:
        run(folder, 1, threading.Event(), lambda _, games: counted.append(games))
    assert counted[-1] == 12, "finished games were played again"


def test_an_interrupted_study_continues(tmp_path: Path) -> None:
    played = study(part(), part("more", seats=[3]))
    play_here(tmp_path, played, most=5)
    assert [data.number for data in Dataset(tmp_path).cells.values()] == [5, 5]
    play_here(tmp_path, played)
    alone = tmp_path / "alone"
    play_here(alone, played)
    for interrupted, uninterrupted in zip(Dataset(tmp_path).cells.values(), Dataset(alone).cells.values(), strict=True):
        assert interrupted.rounds.equals(uninterrupted.rounds)
        assert interrupted.games.drop("ms").sort("number").equals(uninterrupted.games.drop("ms"))


def test_a_question_added_later_is_marked(tmp_path: Path) -> None:
    first, later = question(), question(asks="And South?", figure="rounds", against=3)
    play_here(tmp_path, study(questions=[first]), most=4)
    play_here(tmp_path, study(questions=[later]))
    questions = StudyFolder.read(tmp_path).questions
    assert [(entry.question.asks, entry.after) for entry in questions] == [(first["asks"], 0), (later["asks"], 4)]


OTHERS = [
    (study(seed=2), "seed is 1, not 2"),
    (study(part(players=["greedy"])), "part equals is different"),
    (study(part("others")), "part equals is gone; part others is new"),
    (study(part(switched={SWITCHED.name: [SWITCHED.values[1]]})), "part equals is different"),
]


def test_results_of_another_study_are_left_alone(tmp_path: Path) -> None:
    with StudyFolder.play_in(tmp_path, study()), pytest.raises(KingdomsError, match="another study is played"):
        play_here(tmp_path, study())
    play_here(tmp_path, study(), most=2)
    before = (tmp_path / STUDY).read_bytes()
    for different_study, fault in OTHERS:
        with pytest.raises(KingdomsError, match=fault):
            play_here(tmp_path, different_study)
        assert (tmp_path / STUDY).read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"[]", b'{"study": 1, "asked": []}', b'{"study": {"game": "chess"}}'])
def test_a_damaged_study_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / STUDY).write_bytes(data)
    with pytest.raises(KingdomsError, match=STUDY):
        StudyFolder.read(tmp_path)
    with pytest.raises(KingdomsError, match=STUDY):
        play_here(tmp_path, study())
    assert (tmp_path / STUDY).read_bytes() == data


def test_damaged_games_are_refused(tmp_path: Path) -> None:
    played = study()
    play_here(tmp_path, played)
    cell = StudyFolder.read(tmp_path).folder(played.cells[0])
    polars.DataFrame({"round": [1]}).write_parquet(cell / "rounds-00000.parquet")
    for fault in ("has other columns", "cannot be read as Parquet"):
        with pytest.raises(KingdomsError, match=fault):
            _ = next(iter(Dataset(tmp_path).cells.values())).rounds
        (cell / "rounds-00000.parquet").write_bytes(b"PAR1")


def test_a_full_disk_is_an_error_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = study()
    play_here(tmp_path, played, most=3)

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(running, "write_atomic", full)
    with pytest.raises(KingdomsError, match="the disk is full"):
        play_here(tmp_path, played)
    monkeypatch.undo()
    with Folder.play_in(StudyFolder.read(tmp_path).folder(played.cells[0]), played.plan(played.cells[0])) as folder:
        monkeypatch.setattr(polars.DataFrame, "write_parquet", lambda *_: full(tmp_path, b""))
        with pytest.raises(KingdomsError, match="the disk is full"):
            folder.settle()
        monkeypatch.undo()
    assert [data.number for data in Dataset(tmp_path).cells.values()] == [3]
    assert not list(tmp_path.glob("cells/*/*.new"))
    play_here(tmp_path, played)
    assert [data.number for data in Dataset(tmp_path).cells.values()] == [12]


def test_the_folder_of_an_arena_is_no_study(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(study().plan(study().cells[0]).to_json()))
    with pytest.raises(KingdomsError, match="holds no study"):
        StudyFolder.read(tmp_path)
