"""Games, states, views and records can be copied and sent between processes; written states can be read again."""

from __future__ import annotations

import copy
import json
import pickle
import random
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import Random, Record
from kingdoms.core.playouts import playout
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


@pytest.mark.parametrize("copier", AGAIN.values(), ids=AGAIN)
@pytest.mark.parametrize("name", TESTED)
def test_games_states_views_and_records_are_copied(name: str, copier: Callable[[Any], Any]) -> None:
    record = a_record(name, 60)
    game, state = record.game, record.state
    assert repr(game).startswith(f"load_game('{name}', seats=")
    for twin in (copier(game), eval(repr(game), {"load_game": kingdoms.load_game})):
        assert (twin, hash(twin), twin.new_initial_state()) == (game, hash(game), game.new_initial_state())
    assert f"'game': '{name}'" in repr(state)
    before, clone = state.columns(), copier(state)
    assert (clone, clone.hash) == (state, state.hash)
    assert (clone.position(), clone.legal_actions()) == (state.position(), state.legal_actions())
    playout(clone, Random(1), 40)
    assert state.columns() == before, "an action on a copy has changed the original"
    for seat in (*game.seats, None):
        view = state.view(seat)
        clone = copier(view)
        assert (clone, repr(clone), clone.facts()) == (view, repr(view), view.facts())
    assert repr(record) == f"<record of {name} for {', '.join(game.seats)}: 60 entries, {state.to_move} decides>"
    clone = copier(record)
    assert (clone.lines(), clone.state, clone.players) == (record.lines(), state, record.players)


def test_a_game_whose_ruling_is_a_list_can_be_hashed() -> None:
    class Listed(HiddenHands):
        """A game with a list as the value of a ruling."""

        known_rulings = (Ruling("order", (["first", "last"],), "", ""),)

    assert Listed() == Listed()
    assert hash(Listed()) == hash(Listed())


@pytest.mark.parametrize("name", TESTED)
def test_attributes_of_a_game_are_copied(name: str) -> None:
    record = a_record(name, 10_000)
    outcome, entry = record.state.outcome(), record.entries[-1]
    before = record.state_after(len(record.entries) - 1)
    events = record.game.narrate(before, str(entry.action), record.state)
    refusal, explanation = record.state.refusal(str(entry.action)), record.game.explain(record.state)
    for value in (outcome, entry, events, refusal, explanation, record.game.known_rulings):
        for clone in (copier(value) for copier in AGAIN.values()):
            assert (clone, repr(clone)) == (value, repr(value))


# -- what a state writes can be read back ----------------------------------------------------------------------------


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.sampled_from(TESTED))
def test_positions_reached_by_play_round_trip(seed: int, game: str) -> None:
    rng = random.Random(seed)
    position = game_module(game, "riches").rich_position(rng)
    if position.get("phase") == "over":
        return
    state = kingdoms.read_position(position)
    for number in range(60):
        if state.is_terminal():
            break
        state.apply_action(random_action(state, Random(seed + number)))
        if number % 3 == 0:
            assert kingdoms.read_position(state.position()) == state
    assert kingdoms.read_position(state.position()).position() == state.position()


def refuses(write: Callable[[Any], object], wrong_buffers: list[tuple[Any, str]]) -> None:
    """Check that none of the buffers is written to."""
    for wrong, message in wrong_buffers:
        before = bytes(wrong)
        with pytest.raises(ValueError, match=message):
            write(wrong)
        assert bytes(wrong) == before


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_mask_a_view_and_columns_are_written_into_a_buffer_of_the_caller(game: str) -> None:
    state = kingdoms.load_game(game).new_initial_state()
    length = state.legal_actions()[-1] + 1
    for buffer in (bytearray(b"\x07" * length), array("i", [7]) * length):
        assert state.legal_actions_mask(into=buffer) is buffer
        assert list(buffer) == state.legal_actions_mask(length)
    refuses(lambda wrong: state.legal_actions_mask(into=wrong), [(bytearray(b"\x07" * (length - 1)), "too short")])

    view, text = state.view(None), bytearray(b"\x07" * 5000)
    length = view.write_json(text)
    assert json.loads(text[:length]) == view.to_json()
    assert set(text[length:]) == {7}
    short = f"{length} bytes as JSON, and the buffer only {length - 1}"
    refuses(view.write_json, [(bytearray(length - 1), short), (bytes(length), "a writable buffer")])

    numbers = [number for column in state.columns() for number in column]
    for row in (array("i", [7]) * (len(numbers) + 1), np.full(len(numbers) + 1, 7, np.int64)):
        assert state.write_columns(row) == len(numbers)
        assert list(row) == [*numbers, 7]
    wrong_rows: list[tuple[Any, str]] = [
        (array("i", numbers[1:]), f"{len(numbers)} numbers, and the buffer has room for {len(numbers) - 1}"),
        (np.zeros(len(numbers)), "row of integers.*the format 'd'"),
        (np.zeros((1, len(numbers)), np.int64), "row of integers.*shape"),
        (bytes(len(numbers)), "writable"),
    ]
    refuses(state.write_columns, wrong_rows)
    if max(numbers) > 127:
        with pytest.raises(ValueError, match=f"to {max(numbers)}, too many for the format 'b'"):
            state.write_columns(np.zeros(len(numbers), np.int8))
