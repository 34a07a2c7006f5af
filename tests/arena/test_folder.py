"""The folder of an arena's games: none is lost, none is stored twice."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import polars
import pytest

from kingdoms.arena import folder as folders
from kingdoms.arena.errors import ArenaError
from kingdoms.arena.folder import COLUMNS, JOURNAL, PART, PLAN, Folder
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import line_of
from tests.support.bots.arenas import plan_of, reproducible, won_row

PLAYED = plan_of(["greedy", "random"], games=100)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "ROWS_A_PART", 10)


def fill(path: Path, numbers: range, plan: ArenaPlan = PLAYED) -> None:
    with Folder.play_in(path, plan) as folder:
        for number in numbers:
            folder.add(game(number, plan))


def game(number: int, plan: ArenaPlan = PLAYED) -> tuple[int, bytes]:
    """Return the stored data of a game."""
    return number, line_of(won_row(plan, number, "greedy"))


def numbers(path: Path) -> list[int]:
    return [row["number"] for row in Folder.read(path).rows()]


def test_games_are_kept_in_parts_and_a_journal(tmp_path: Path) -> None:
    fill(tmp_path, range(25))
    assert sorted(path.name for path in tmp_path.glob("games-*")) == [PART.format(0), PART.format(1)]
    assert (tmp_path / JOURNAL).read_bytes().count(b"\n") == 5
    folder = Folder.read(tmp_path)
    assert [reproducible(row) for row in folder.rows()] == [
        reproducible(won_row(PLAYED, number, "greedy")) for number in range(25)
    ]
    assert list(folder.missing()) == list(range(25, 100))
    assert folder.finished == 25
    part = polars.read_parquet(tmp_path / PART.format(0))
    assert part.schema == dict(COLUMNS)


def test_games_come_in_order_however_they_were_finished(tmp_path: Path) -> None:
    with Folder.play_in(tmp_path, PLAYED) as folder:
        for number in (*range(30, 60), 99, *range(30), 61):
            folder.add(game(number))
            folder.add(game(number))
    assert numbers(tmp_path) == [*range(60), 61, 99]


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    fill(tmp_path, range(5))
    with (tmp_path / JOURNAL).open("ab") as journal:
        journal.write(line_of(won_row(PLAYED, 5, "random"))[:100])
    assert numbers(tmp_path) == list(range(5))
    fill(tmp_path, range(5, 8))
    assert numbers(tmp_path) == list(range(8))


def test_a_journal_that_has_become_a_part_counts_once(tmp_path: Path) -> None:
    """Simulates a crash between the two writes."""
    fill(tmp_path, range(9))
    journal = (tmp_path / JOURNAL).read_bytes()
    fill(tmp_path, range(9, 10))
    assert (tmp_path / PART.format(0)).exists()
    (tmp_path / JOURNAL).write_bytes(journal)
    fill(tmp_path, range(10, 12))
    assert numbers(tmp_path) == list(range(12))
    assert (tmp_path / JOURNAL).read_bytes().count(b"\n") == 2


def test_a_larger_number_of_games_continues_the_plan(tmp_path: Path) -> None:
    fill(tmp_path, range(100))
    with Folder.play_in(tmp_path, replace(PLAYED, games=140)) as folder:
        assert list(folder.missing()) == list(range(100, 140))
    with Folder.play_in(tmp_path, PLAYED) as folder:
        assert folder.plan.games == 140


def test_the_folder_of_another_plan_or_with_other_files_is_refused(tmp_path: Path) -> None:
    fill(tmp_path / "games", range(3))
    before = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    with pytest.raises(ArenaError, match=r"another plan \(seed is 8, not 3; percent is 20, not 15\)"):
        fill(tmp_path / "games", range(3), replace(PLAYED, seed=8, percent=20))
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == before
    (tmp_path / "letter.txt").write_text("Dear Sir")
    with pytest.raises(ArenaError, match="holds other files"):
        fill(tmp_path, range(3))
    assert (tmp_path / "letter.txt").read_text() == "Dear Sir"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        (PLAN, b"\xff\x00", "not the plan of an arena"),
        (JOURNAL, b'{"number": 1}\n', "journal.jsonl, line 1, is no game"),
        (PART.format(0), b"hello", "cannot be read as Parquet"),
    ],
)
def test_files_of_something_else_are_refused(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    fill(tmp_path, range(3))
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ArenaError, match=says) as refused:
        Folder.read(tmp_path)
    assert "\n" not in str(refused.value)
    with pytest.raises(ArenaError, match=says):
        fill(tmp_path, range(3))
    assert (tmp_path / name).read_bytes() == content


def test_a_part_with_other_columns_or_that_is_missing_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, range(25))
    (tmp_path / PART.format(0)).unlink()
    with pytest.raises(ArenaError, match=r"games-00000\.parquet is missing"):
        fill(tmp_path, range(25))
    assert (tmp_path / PART.format(1)).exists()
    polars.DataFrame({"number": [1]}).write_parquet(tmp_path / PART.format(0))
    with pytest.raises(ArenaError, match="it has other columns"):
        Folder.read(tmp_path)


def test_two_arenas_do_not_play_in_one_folder(tmp_path: Path) -> None:
    with Folder.play_in(tmp_path, PLAYED), pytest.raises(ArenaError, match="another arena plays in"):
        fill(tmp_path, range(3))
    fill(tmp_path, range(3))


def test_a_missing_or_read_only_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="holds no arena"):
        Folder.read(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot be written: Not a directory"):
        fill(tmp_path / "file" / "games", range(3))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
def test_a_full_disk_ends_it_and_nothing_is_lost(tmp_path: Path) -> None:
    with Folder.play_in(tmp_path, PLAYED) as folder:
        for number in range(3):
            folder.add(game(number))
        folder._journal = Path("/dev/full")
        with pytest.raises(ArenaError, match="the disk is full"):
            folder.add(game(3))
    fill(tmp_path, range(3, 6))
    assert numbers(tmp_path) == list(range(6))


def test_a_disk_that_is_too_full_for_a_part_keeps_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(polars.DataFrame, "write_parquet", full)
        with pytest.raises(ArenaError, match="the disk is full"):
            fill(tmp_path, range(15))
    assert not list(tmp_path.glob("games-*"))
    assert numbers(tmp_path) == list(range(10))
    fill(tmp_path, range(10, 15))
    assert numbers(tmp_path) == list(range(15))
