"""Measured games: each seat's possessions after each round, and the frequency of actions and events."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

import kingdoms
from kingdoms.arena import folder as folders
from kingdoms.arena.errors import ArenaError
from kingdoms.arena.folder import GAMES, Folder
from kingdoms.arena.measuring import ACTION, EVENT, ROUNDS, USES, Recorder, frame
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import line_of, play, row_of
from kingdoms.bots import BOTS
from kingdoms.bots.tally import label
from kingdoms.core.record import Record
from kingdoms.testing import random_action
from tests.support.bots.arenas import plan_of, reproducible
from tests.support.games.tested_games import TESTED

MEASURED = plan_of(["greedy", "random"], games=30, measured=True)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "ROWS_A_PART", 10)


@pytest.mark.parametrize(("name", "seats"), [(TESTED[0], 2), (TESTED[-1], 3)])
def test_every_round_of_a_game_is_measured(name: str, seats: int) -> None:
    rules = kingdoms.load_game(name, seats)
    plan = ArenaPlan(name, rules.seats, {}, label([BOTS.usual(name)]), 10, 1, measured=True)
    row = play(plan, 0)
    rounds = frame(plan.rules, ROUNDS, [row])
    lengths = rounds.group_by("seat").agg(polars.col("round").sort())["round"].to_list()
    assert all(numbers == list(range(1, len(lengths[0]) + 1)) for numbers in lengths)
    assert len(lengths) == seats
    assert len(lengths[0]) == (row["rounds"] or len(lengths[0]))
    assert rounds.filter("last")["chance"].to_list() == row["shares"]
    sums = rounds.group_by("round").agg(polars.col("chance").sum(), polars.col("first").sum())
    assert sums["chance"].to_list() == pytest.approx([1.0] * len(lengths[0]), abs=1e-4)
    assert sums["first"].to_list() == [1] * len(lengths[0])
    assert rounds.null_count().sum_horizontal().item() == 0


@pytest.mark.parametrize("name", TESTED)
def test_counted_actions_are_those_of_the_record(name: str, tmp_path: Path) -> None:
    rules = kingdoms.load_game(name, 2)
    plan = ArenaPlan(name, rules.seats, {}, label(["random"]), 10, 1, percent=0, measured=True)
    row = play(plan, 1, tmp_path)
    record = Record.load(next(tmp_path.rglob("*.jsonl")))
    state, chosen = record.game.new_initial_state(), dict[tuple[str, str], int]()
    for entry in record.entries:
        if entry.by in rules.seats and len(state.legal_actions()) > 1:
            key = (entry.by, str(entry.action).partition(" ")[0])
            chosen[key] = chosen.get(key, 0) + 1
        state.apply_action(entry.action)
    uses = frame(plan.rules, USES, [row])
    actions = uses.filter((polars.col("what") == ACTION) & (polars.col("times") > 0))
    assert {(use["seat"], use["kind"]): use["times"] for use in actions.to_dicts()} == chosen
    assert (actions["offered"] >= actions["times"]).all()
    events = uses.filter(polars.col("what") == EVENT)
    assert events.filter(polars.col("kind") == "game_over")["times"].to_list() == [1]
    assert set(events["kind"]) <= set(rules.event_kinds)


def test_games_are_the_same_whether_they_are_measured_or_not() -> None:
    plain = plan_of(["greedy", "random"], games=30)
    for number in range(6):
        measured, unmeasured = reproducible(play(MEASURED, number)), reproducible(play(plain, number))
        assert {name: value for name, value in measured.items() if name != "tables"} == unmeasured


def test_a_game_that_measures_nothing_still_has_rounds() -> None:
    class Silent(type(kingdoms.load_game(TESTED[0]))):  # type: ignore[misc]
        measures = kingdoms.Game.measures

    game = Silent(2)
    recorder, state, rng = Recorder(game), game.limited(2).new_initial_state(), kingdoms.Random(1)
    while not state.is_terminal():
        before, action = state.clone(), random_action(state, rng)
        state.apply_action(action)
        recorder.add_effects(before, action, state)
    assert len(recorder.tables()[ROUNDS]) == 2 * state.view(None).round
    assert recorder.tables()[ROUNDS][-1][2] is True


def test_tables_lie_beside_the_games_and_an_unplayable_game_has_no_measures(tmp_path: Path) -> None:
    rows = [play(MEASURED, number) for number in range(25)]
    with Folder.play_in(tmp_path, MEASURED) as folder:
        for row in rows:
            folder.add((row["number"], line_of(row)))
    names = sorted(path.name for path in tmp_path.glob("*.parquet"))
    assert names == [f"{table}-{part:05}.parquet" for table in (GAMES, ROUNDS, USES) for part in (0, 1)]
    folder = Folder.read(tmp_path)
    for table in (ROUNDS, USES):
        assert folder.table(table).equals(frame(MEASURED.rules, table, rows))
    assert folder.table(GAMES)["number"].to_list() == list(range(25))
    with Folder.play_in(tmp_path, MEASURED) as resumed:
        resumed.settle()
    assert len(list(tmp_path.glob("*.parquet"))) == 9
    assert Folder.read(tmp_path).table(ROUNDS).equals(frame(MEASURED.rules, ROUNDS, rows))
    (tmp_path / "uses-00000.parquet").unlink()
    with pytest.raises(ArenaError, match="uses-00000"):
        Folder.read(tmp_path).table(USES)
    with Folder.play_in(tmp_path / "unplayable", MEASURED) as folder:
        folder.add((0, line_of(row_of(MEASURED, 0, trouble="none"))))
        assert [folder.table(table).height for table in (GAMES, ROUNDS, USES)] == [1, 0, 0]
