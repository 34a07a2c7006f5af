"""Games begin at states, positions and records, whole batches and single games, and say what they cannot begin at."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.core.record import Record
from kingdoms.env import Batch, aec
from kingdoms.env.gym import GymEnv
from kingdoms.env.vector import GymVectorEnv

GAMES = ("middlesea", "rivers", "liars_dice")
FORMS: dict[str, Callable[[Record], Any]] = {
    "state": lambda record: record.state,
    "position": lambda record: record.state.position(),
    "text": lambda record: record.state.serialize(),
    "record": lambda record: record,
    "file": lambda record: "\n".join(record.lines()) + "\n",
}


def begun(name: str, decisions: int = 6, seed: int = 3) -> Record:
    """Return the record of a game under way, in which a seat is to move."""
    batch = Batch(kingdoms.load_game(name, seats=2), 1, seed=seed)
    batch.reset()
    for _ in range(decisions):
        batch.step(batch.sample_actions())
    assert batch.lengths[0] == decisions, "the game has ended"
    return batch.record(0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", FORMS)
def test_a_game_begins_at_a_state_in_any_form(form: str, name: str) -> None:
    record = begun(name, 3 if name == "liars_dice" else 6)
    start, mover = FORMS[form](record), record.state.current_player()
    batch = Batch(record.game, 3, threads=2)
    step = batch.reset(states=start)
    assert all(batch.state(i) == record.state for i in range(3))
    assert step.to_move.tolist() == [mover] * 3
    assert bytes(step.observations[1]) == bytes(batch.encoding.observe(record.state, mover))
    batch.step(batch.sample_actions())
    assert Record.parse(batch.record(1).lines()).state == batch.state(1)
    step = batch.reset(states=[None, start, None], mask=[True, True, False])
    assert batch.state(1) == record.state
    assert batch.state(0) != record.state
    table = aec(record.game)
    table.reset(seed=1, options={"state": start})
    assert table.table == record.state
    env = GymEnv(record.game, opponents="random", seat=record.game.seats[mover])
    _, info = env.reset(seed=1, options={"state": start})
    assert env.batch.state(0) == record.state
    assert np.array_equal(info["action_mask"], table.last()[0]["action_mask"])
    envs = GymVectorEnv(record.game, 2, opponents="random", seat=record.game.seats[mover])
    envs.reset(seed=1, options={"state": [start, None]})
    assert envs.batch.state(0) == record.state
    assert envs.batch.state(1) != record.state
    assert record.state == FORMS["state"](record)


def test_opponents_play_on_and_the_next_game_begins_as_usual() -> None:
    record = begun("rivers", 30)
    batch = Batch(record.game, 2, opponents="level:2", seat="B", max_steps=12)
    step = batch.reset(states=record)
    assert (step.to_move == 1).all()
    assert batch.record(0).lines()[1 : len(record.lines())] == record.lines()[1:]
    over = np.zeros(2, bool)
    while not over.all():
        step = batch.step(batch.sample_actions())
        for i in np.flatnonzero(step.truncated & ~over).tolist():
            assert len(batch.record(i, finished=True).entries) > len(record.entries)
            assert batch.record(i).position is None
            assert len(batch.record(i).entries) < len(record.entries)
        over |= step.truncated
    env = GymEnv(record.game, opponents="level:2")
    seats = {env.reset(options={"state": record.state.position()})[1]["seat"] for _ in range(4)}
    assert seats == {"A", "B"}


def test_chance_goes_on_with_the_seed_of_each_game() -> None:
    batch = Batch(kingdoms.load_game("rivers", seats=2), 8)
    deal = batch.game.new_initial_state().child("first A")
    rows = batch.reset(states=deal).observations
    assert len({row.tobytes() for row in rows}) > 1
    assert np.array_equal(batch.reset(seed=1, states=[deal] * 8).observations, rows)


def test_a_record_with_calls_begins_after_them() -> None:
    record = Record(kingdoms.load_game("middlesea", seats=2))
    for action in ("first S", "explore moons S.FL"):
        record.apply(action)
    record.call("time")
    record.apply(record.state.legal_actions()[0])
    table = aec(record.game.limited(100), history=4)
    table.reset(options={"state": record})
    assert table.table.position()["time_up"] is True
    assert table.memory is not None
    assert len(table.memory.told[0]) == 1


def wrong_starts() -> dict[str, tuple[Any, str]]:
    """Return what no game of Two Rivers with two seats can begin at, with what the error says."""
    over = kingdoms.play("rivers", ["random", "random"], seed=1)
    return {
        "finished": (over.state, "the game is over"),
        "finished record": (over, "the game is over"),
        "another game": (kingdoms.load_game("middlesea", seats=2).new_initial_state(), "the state is of middlesea"),
        "position of another game": (begun("liars_dice", 1).state.position(), "liars_dice"),
        "seats": (kingdoms.load_game("rivers", seats=3).new_initial_state(), "with the seats A, B, P"),
        "rulings": (kingdoms.load_game("rivers", 2, {"open_scores": True}).new_initial_state(), "open_scores false, not true"),
        "no position": ({"game": "rivers"}, "phase"),
        "no text": ("hello", "JSON"),
        "a number": (7, "a state, a position or a record, not at 7"),
        "too few": ([None], "a list of 2, not of 1"),
        "a broken record": ("{}\n{}\n", "."),
        "json": ("[1] ", "."),
    }


@pytest.mark.parametrize("fault", wrong_starts())
def test_what_no_game_can_begin_at_is_said_and_changes_nothing(fault: str) -> None:
    start, message = wrong_starts()[fault]
    batch = Batch(kingdoms.load_game("rivers", seats=2), 2)
    batch.reset()
    before = [batch.state(i) for i in range(2)]
    with pytest.raises((ValueError, KingdomsError), match=message):
        batch.reset(seed=5, states=start)
    assert [batch.state(i) for i in range(2)] == before
    fresh = Batch(batch.game, 2)
    fresh.reset()
    assert np.array_equal(batch.reset().observations, fresh.reset().observations)
    if not isinstance(start, list):
        for env in (GymEnv(batch.game, opponents="random"), aec(batch.game), GymVectorEnv(batch.game, 2, opponents="random")):
            with pytest.raises((ValueError, KingdomsError), match=message):
                env.reset(options={"state": start})


def test_a_learner_that_is_not_to_move_any_more_is_an_error() -> None:
    game = kingdoms.load_game("rivers", seats=2)
    envs = GymVectorEnv(game, 2, opponents="random", seat="B", max_steps=1)
    with pytest.raises(ValueError, match="before the learner was to move"):
        envs.reset(seed=1, options={"state": game.new_initial_state().child("first A")})
