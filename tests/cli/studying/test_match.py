"""`kingdoms match`: whose wins are counted, how, and the results after Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.cli.studying import match
from tests.cli.conftest import Run
from tests.support.games.tested_games import TESTED

SHORT = ("--rulings", "round_limit=2", "--seed", "3")


def test_a_match_is_counted_and_the_same_seed_gives_the_same(run: Run) -> None:
    first, second = (run.json("match", "greedy", "random", "random", "--games", "6", *SHORT) for _ in range(2))
    assert min(first.pop("seconds"), second.pop("seconds")) >= 0
    assert first == second
    assert first["games"] == 6
    assert [bot["bot"] for bot in first["bots"]] == ["greedy", "random 1", "random 2"]
    assert first["rulings"]["round_limit"] == 2
    assert not first["interrupted"]


@pytest.mark.parametrize("game", TESTED)
def test_a_match_is_reported_to_people(game: str, run: Run) -> None:
    output = run("match", "greedy", "random", "--game", game, "--games", "2", "--seed", "1")
    assert all(part in output for part in ("2 games by 2, seed 1", "95% CI", "Wins by seat: "))
    assert "different" not in output


def test_records_are_kept_and_those_with_the_same_seed_have_the_same_opening(tmp_path: Path, run: Run) -> None:
    answer = run.json("match", "greedy", "random", "--games", "4", "--opening", "5", "--keep", tmp_path, *SHORT)
    assert answer["opening"] == 5
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["3-1.jsonl", "3-2.jsonl", "3-3.jsonl", "3-4.jsonl"]
    records = [Record.load(path, strict=True) for path in files]
    seeds = [record.seed for record in records]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    decisions = [[entry.action for entry in record.entries if entry.by != "chance"] for record in records]
    assert sum(map(len, decisions)) == answer["actions"]
    assert decisions[0][:5] == decisions[1][:5] != decisions[2][:5] == decisions[3][:5]
    assert records[0].entries != records[1].entries
    assert {tuple(record.players.values()) for record in records} == {("greedy", "random"), ("random", "greedy")}


def test_a_match_that_is_broken_off_is_counted_as_far_as_it_went(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    played: list[Record] = []

    def play(game: kingdoms.Game, bots: dict[str, str], seed: int) -> Record:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(kingdoms.play(game, bots, seed))
        return played[-1]

    monkeypatch.setattr(match, "play_match", play)
    assert "3 of 50 games by 2" in run("match", "random", "random", "--games", "50", *SHORT, code=130)
    answer = run.json("match", "random", "random", "--games", "50", *SHORT, code=130)
    assert (answer["interrupted"], answer["games"]) == (True, 0)
