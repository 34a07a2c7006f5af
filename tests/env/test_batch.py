"""Batches step the same games whatever their number and threads; their records are those of the games, and become arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms import Record
from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.env import Batch
from kingdoms.env.examples import examples

GAMES = ("middlesea", "rivers")


def first_two(game: Game, n: int, threads: int, steps: int = 60, dtype: str = "uint8") -> list[list[bytes]]:
    """Return the arrays of the first two games after each of some steps."""
    with Batch(game, n, seed=5, threads=threads, dtype=dtype) as batch:
        batch.reset()
        return [[array[:2].tobytes() for array in batch.step(batch.sample_actions())] for _ in range(steps)]


@pytest.mark.parametrize(("name", "dtype"), [("middlesea", "uint8"), ("rivers", "float32")])
def test_games_do_not_depend_on_their_number_or_on_threads(name: str, dtype: str) -> None:
    game = kingdoms.load_game(name, seats=3)
    assert first_two(game, 2, 1, dtype=dtype) == first_two(game, 5, 2, dtype=dtype)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_agrees_with_the_encoding_of_each_state(name: str) -> None:
    batch = Batch(kingdoms.load_game(name, seats=2), 3, seed=2)
    step = batch.reset()
    for _ in range(40):
        step = batch.step(batch.sample_actions())
        for i in range(3):
            state, player = batch.state(i), int(step.to_move[i])
            assert player == state.current_player()
            assert bytes(step.observations[i]) == bytes(batch.encoding.observe(state, player))
            assert np.flatnonzero(step.masks[i]).tolist() == sorted(batch.encoding.legal_numbers(state))


@pytest.mark.parametrize("name", GAMES)
def test_records_lead_to_the_states(name: str) -> None:
    batch = Batch(kingdoms.load_game(name, seats=2), 2, seed=3)
    batch.reset()
    ends = 0
    while not ends:
        step = batch.step(batch.sample_actions())
        ends = int(step.terminated.sum())
    ended = int(np.flatnonzero(step.terminated)[0])
    finished = batch.record(ended, finished=True)
    assert finished.state.returns() == step.rewards[ended].tolist()
    assert all(batch.record(i).state == batch.state(i) for i in range(2))
    assert batch.lengths[ended] == 0
    last = batch.encoding.observe(finished.state, 0), batch.encoding.observe(finished.state, 1)
    assert bytes(batch.last_observations[ended]) in map(bytes, last)


def test_next_step_begins_a_game_one_step_later_and_disabled_waits_for_a_reset() -> None:
    game = kingdoms.load_game("rivers", seats=2)
    waits = Batch(game, 2, max_steps=3, autoreset="next_step")
    waits.reset()
    ends = [waits.step(waits.sample_actions()).truncated.tolist() for _ in range(8)]
    assert [row[0] for row in ends] == [False, False, True, False, False, False, True, False]
    stays = Batch(game, 2, max_steps=3, autoreset="disabled")
    stays.reset()
    for _ in range(5):
        step = stays.step(stays.sample_actions())
    assert step.truncated.all()
    assert not step.masks.any()
    step = stays.reset(mask=[True, False])
    assert step.truncated.tolist() == [False, True]
    assert stays.lengths.tolist() == [0, 3]


def test_an_illegal_action_is_refused_and_nothing_has_changed() -> None:
    batch = Batch(kingdoms.load_game("middlesea", seats=2), 2)
    step = batch.reset()
    actions = batch.sample_actions().copy()
    actions[1] = int(np.flatnonzero(step.masks[1] == 0)[0])
    before = batch.state(0)
    with pytest.raises(KingdomsError, match="game 1: the action"):
        batch.step(actions)
    assert batch.state(0) == before
    for wrong in (actions[:1], actions.astype(float)):
        with pytest.raises(ValueError, match="whole numbers"):
            batch.step(wrong)


def test_opponents_play_until_the_learner_is_to_move() -> None:
    game = kingdoms.load_game("rivers", seats=3)
    batch = Batch(game, 2, seed=1, opponents=["level:2", "greedy"], seat=game.seats[1])
    twin = Batch(game, 1, seed=1, opponents=["level:2", "greedy"], seat=game.seats[1])
    batch.reset()
    twin.reset()
    for _ in range(25):
        step = batch.step(batch.sample_actions())
        once = twin.step(twin.sample_actions())
        assert step.to_move.tolist() == [1, 1]
        assert step.observations[0].tobytes() == once.observations[0].tobytes()
    assert batch.record(0).state == batch.state(0)


def test_the_learner_changes_seats_from_game_to_game() -> None:
    batch = Batch(kingdoms.load_game("rivers", seats=2), 2, opponents="random", max_steps=8)
    batch.reset()
    seats = {(int(batch.episodes[0]), int(batch.viewers[0]))}
    for _ in range(20):
        batch.step(batch.sample_actions())
        seats.add((int(batch.episodes[0]), int(batch.viewers[0])))
    assert all(viewer == (episode - 1) % 2 for episode, viewer in seats)
    assert len(seats) > 2


def games(name: str, number: int = 2) -> list[Record]:
    """Return short games of two random players."""
    game = kingdoms.load_game(name, 2).limited(3)
    return [kingdoms.play(game, ["random", "random"], seed=seed) for seed in range(number)]


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_each_row_is_a_decision_of_a_record(name: str) -> None:
    records = games(name)
    columns = examples(records, forced=True)
    encoding, row = records[0].game.encoding(), 0
    for number, record in enumerate(records):
        state = record.opening()
        for entry, after in record.replay():
            player = state.current_player()
            if player >= 0:
                assert columns["games"][row] == number
                assert columns["players"][row] == player
                assert encoding.decode(int(columns["actions"][row]), player) == record.game.to_action(entry.action)
                assert columns["observations"][row].tobytes() == bytes(encoding.observe(state, player))
                assert np.flatnonzero(columns["masks"][row]).tolist() == sorted(encoding.legal_numbers(state))
                assert columns["shares"][row] == np.float32(record.state.returns()[player])
                row += 1
            state = after
    assert {len(column) for column in columns.values()} == {row}


def test_forced_decisions_and_masks_can_be_left_out(tmp_path: Path) -> None:
    records = games("rivers")
    every, chosen, bare = examples(records, forced=True), examples(records), examples(records, masks=False)
    free = every["masks"].sum(axis=1) > 1
    assert not free.all()
    assert np.array_equal(every["actions"][free], chosen["actions"])
    assert set(chosen) - set(bare) == {"masks"}
    columns: dict[str, Any] = {**bare}
    np.savez_compressed(tmp_path / "games.npz", **columns)
    with np.load(tmp_path / "games.npz") as read:
        assert all(np.array_equal(read[name], bare[name]) for name in bare)


def test_records_of_several_kinds_are_refused() -> None:
    for records, message in (([], "no records"), ([*games("rivers", 1), *games("middlesea", 1)], "one kind")):
        with pytest.raises(ValueError, match=message):
            examples(records)
