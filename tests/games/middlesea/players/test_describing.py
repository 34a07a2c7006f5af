"""The features of a table for nets: whole numbers within bounds, symmetric in the seats."""

from __future__ import annotations

import random

import pytest

import kingdoms
from kingdoms.core.game import Game
from kingdoms.core.state import State as CoreState
from kingdoms.games.middlesea.engine.codes import MOST_MONEY
from kingdoms.games.middlesea.players import shape
from kingdoms.testing import random_states
from tests.games.middlesea.support.random_games import random_position


def features(game: Game, state: CoreState) -> list[dict[str, int]]:
    """Return the features by name, for each seat."""
    knowledge = game.knowledge(state)
    return [dict(zip(knowledge.features(), row, strict=True)) for row in knowledge.description()]


def test_the_measures_of_a_first_table_and_riches_are_capped() -> None:
    assert (len(shape.KINGDOM), len(shape.GAME), len(shape.NAMES)) == (shape.OWN, shape.COMMON, shape.INPUTS)
    game = kingdoms.load_game("middlesea", 2)
    state = game.new_initial_state()
    north, south = features(game, state)
    assert north["rank"] + south["rank"] == north["on_turn"] + south["on_turn"] == 1
    expected = {"goods": 4, "gold": 4, "pairs": 4, "singles": 0, "king": 1, "unbuilt_home": 5, "round": 1, "rounds_left": 9}
    assert north.items() >= expected.items()
    state.goods = [MOST_MONEY] * 4
    north = features(game, state)[0]
    assert (north["goods"], north["pairs"], north["singles"]) == (30, 4, 12)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_others_are_the_sum_of_the_other_kingdoms(seats: int) -> None:
    game = kingdoms.load_game("middlesea", seats).limited(12)
    for state, _ in random_states(game, kingdoms.Random(seats), 40):
        rows = features(game, state)
        for row in rows:
            assert all(-255 <= number <= 255 for number in row.values())
            for name in shape.KINGDOM:
                assert row[f"others_{name}"] == sum(kingdom[name] for kingdom in rows) - row[name]
            assert all(row[name] == rows[0][name] for name in shape.GAME)


def test_the_measures_of_both_sides_of_an_attack() -> None:
    rng, attacks = random.Random(8), 0
    for _ in range(60):
        state = kingdoms.load_game("middlesea", 2).read_position(random_position(rng, "NS", {}) | {"phase": "leader"})
        attack = [action for action in state.legal_actions() if state.game.action_to_string(action).startswith("attack")]
        if attack:
            state.apply_action(attack[0])
        rows = features(state.game, state)
        by, on = [[row[name] for row in rows] for name in ("attacking", "attacked")]
        if state.target < 0:
            assert by == on == [0, 0]
        else:
            attacks += 1
            assert sum(by) == state.attack_total
            assert all(row["on_turn"] for row in rows if row["attacking"])
            assert sum(on) in (0, state.attack_total) or state.attack_total == 0
    assert attacks
