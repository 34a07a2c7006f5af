"""Games, states, views and records can be copied and sent between processes; written states can be read again."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import random
from array import array
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdoms
from kingdoms import Game, Random, Record, State
from kingdoms.core.rulings import Ruling
from kingdoms.testing import random_action
from tests.support.games.hidden_hands import HiddenHands
from tests.support.games.tested_games import TESTED, game_module

AGAIN: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def a_record(game: str, actions: int) -> Record:
    """A random game."""
    rules = kingdoms.load_game(game, 3, game_module(game, "digests").RULINGS)
    record, rng = Record(rules, seed=4, players={rules.seats[0]: "Anna"}), Random(4)
    while len(record.entries) < actions and not record.state.is_terminal():
        record.apply(random_action(record.state, rng))
    return record


@pytest.fixture(params=TESTED)
def record(request: pytest.FixtureRequest) -> Record:
    """A game under way."""
    return a_record(request.param, 60)


@pytest.fixture(params=AGAIN)
def copier(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    """A way to have a value twice."""
    return AGAIN[request.param]


def test_games_are_copied(record: Record, copier: Callable[[Game], Game]) -> None:
    clone = copier(record.game)
    assert clone == record.game
    assert hash(clone) == hash(record.game)
    assert clone.new_initial_state() == record.game.new_initial_state()


def test_a_game_whose_ruling_is_a_list_can_be_hashed() -> None:
    class Listed(HiddenHands):
        """A game with a list as the value of a ruling."""

        known_rulings = (Ruling("order", (["first", "last"],), "", ""),)

    assert Listed() == Listed()
    assert hash(Listed()) == hash(Listed())


def test_states_are_copied_and_go_their_own_way(record: Record, copier: Callable[[State], State]) -> None:
    state = record.state
    before, rng = state.columns(), Random(1)
    clone = copier(state)
    assert (clone, clone.hash, clone.position(), clone.legal_actions()) == (
        state,
        state.hash,
        state.position(),
        state.legal_actions(),
    )
    for _ in range(40):
        if clone.is_terminal():
            break
        clone.apply_action(random_action(clone, rng))
    assert state.columns() == before, "an action on a copy has changed the original"


def test_views_are_copied_without_hidden_data(record: Record, copier: Callable[[Any], Any]) -> None:
    for seat in (*record.game.seats, None):
        view = record.state.view(seat)
        clone = copier(view)
        assert (clone, repr(clone), clone.facts()) == (view, repr(view), view.facts())


def test_records_are_copied(record: Record, copier: Callable[[Record], Record]) -> None:
    clone = copier(record)
    assert clone.lines() == record.lines()
    assert clone.state == record.state
    assert clone.players == record.players


def test_attributes_of_a_game_are_copied(copier: Callable[[Any], Any]) -> None:
    for game in TESTED:
        record = a_record(game, 10_000)
        outcome, entry = record.state.outcome(), record.entries[-1]
        before = record.state_after(len(record.entries) - 1)
        events = record.game.narrate(before, str(entry.action), record.state)
        refusal = record.state.refusal(str(entry.action))
        explanation = record.game.explain(record.state)
        for value in (outcome, entry, events, refusal, explanation, record.game.known_rulings):
            clone = copier(value)
            assert clone == value
            assert repr(clone) == repr(value)


def test_a_repr_shows_what_a_value_is(record: Record) -> None:
    game = record.game
    assert repr(game).startswith(f"load_game('{game.name}', seats=")
    assert eval(repr(game), {"load_game": kingdoms.load_game}) == game
    assert f"'game': '{game.name}'" in repr(record.state)
    assert repr(record) == f"<record of {game.name} for {', '.join(game.seats)}: 60 entries, {record.state.to_move} decides>"


def play_out(state: State) -> tuple[State, Record]:
    """Play a state on; the work of a worker."""
    rng, record = Random(3), Record(state.game, position=state.position())
    for _ in range(30):
        if not record.state.is_terminal():
            record.apply(random_action(record.state, rng))
    return record.state, record


def test_workers_are_sent_states_and_send_them_back(record: Record) -> None:
    expected, expected_record = play_out(record.state)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        state, played = pool.apply_async(play_out, (record.state,)).get(timeout=60)
        assert (state, played.lines()[1:]) == (expected, expected_record.lines()[1:])
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as executor:
        assert executor.submit(play_out, record.state).result(timeout=60)[0] == expected


# -- what a state writes can be read back ----------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(TESTED))
def test_positions_reached_by_play_round_trip(seed: int, game: str) -> None:
    rng = random.Random(seed)
    position = game_module(game, "riches").rich_position(rng)
    if position.get("phase") == "over":
        return
    state = kingdoms.read_position(position)
    for number in range(80):
        if state.is_terminal():
            break
        state.apply_action(random_action(state, Random(seed + number)))
        back = kingdoms.read_position(state.position())
        assert back == state
    assert kingdoms.read_position(state.position()).position() == state.position()


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_mask_is_written_into_a_buffer_of_the_caller(game: str) -> None:
    state = kingdoms.load_game(game).new_initial_state()
    length = state.legal_actions()[-1] + 1
    for buffer in (bytearray(b"\x07" * length), array("i", [7]) * length):
        assert state.legal_actions_mask(into=buffer) is buffer
        assert list(buffer) == state.legal_actions_mask(length)
    short = bytearray(b"\x07" * (length - 1))
    with pytest.raises(ValueError, match="too short"):
        state.legal_actions_mask(into=short)
    assert set(short) <= {7}


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_view_is_written_as_json_into_a_buffer_of_the_caller(game: str) -> None:
    view = kingdoms.load_game(game).new_initial_state().view(None)
    buffer = bytearray(b"\x07" * 5000)
    length = view.write_json(buffer)
    assert json.loads(buffer[:length]) == view.to_json()
    assert set(buffer[length:]) == {7}
    short = bytearray(length - 1)
    for wrong, message in (
        (short, f"{length} bytes as JSON, and the buffer only {length - 1}"),
        (bytes(length), "a writable buffer"),
    ):
        with pytest.raises(ValueError, match=message):
            view.write_json(wrong)
    assert not any(short)


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_columns_are_written_into_a_buffer_of_the_caller(game: str) -> None:
    state = kingdoms.load_game(game).new_initial_state()
    numbers = [number for column in state.columns() for number in column]
    for buffer in (array("i", [7]) * (len(numbers) + 1), np.full(len(numbers) + 1, 7, np.int64)):
        assert state.write_columns(buffer) == len(numbers)
        assert list(buffer) == [*numbers, 7]
    for wrong, message in (
        (array("i", numbers[1:]), f"{len(numbers)} numbers, and the buffer has room for {len(numbers) - 1}"),
        (np.zeros(len(numbers)), "row of integers.*the format 'd'"),
        (np.zeros((1, len(numbers)), np.int64), "row of integers.*shape"),
        (bytes(len(numbers)), "writable"),
    ):
        with pytest.raises(ValueError, match=message):
            state.write_columns(wrong)
    if max(numbers) > 127:
        with pytest.raises(ValueError, match=f"to {max(numbers)}, too many for the format 'b'"):
            state.write_columns(np.zeros(len(numbers), np.int8))
