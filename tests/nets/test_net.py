"""A net computes what plain code in whole numbers computes, to the last bit, compiled or not."""

from __future__ import annotations

import hashlib
import math
from array import array
from typing import Any

import pytest

import kingdoms
from kingdoms.nets import Net, bounds
from kingdoms.search import Limits, Searcher
from kingdoms.testing import random_states
from tests.support.bots.random_nets import POWERS, naive_evaluation, random_net
from tests.support.games.tested_games import SAMPLE

GAME = kingdoms.load_game(SAMPLE, 2)
INPUTS = len(GAME.knowledge(GAME.new_initial_state()).features())


@pytest.mark.parametrize(
    ("hidden", "most", "bits"), [(1, 3000, 28), (7, 100, 20), (32, 3000, 28), (8, 32_767, 16), (8, 32_767, 48)]
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_shares_are_those_of_plain_code(seats: int, hidden: int, most: int, bits: int) -> None:
    game = kingdoms.load_game(SAMPLE, seats).limited(10)
    knowledge = game.knowledge(game.new_initial_state())
    net = random_net(INPUTS, hidden, seats, most, bits)
    results = set()
    for state, _ in random_states(game, kingdoms.Random(40 + seats), 25):
        if not state.is_terminal():
            knowledge.begin(state)
            shares = net.evaluation(knowledge)
            assert [share.hex() for share in shares] == [share.hex() for share in naive_evaluation(net, knowledge)]
            assert sum(shares) == pytest.approx(1.0)
            results.add(tuple(shares))
    assert len(results) > 1 or hidden == 1 or bits == 16


def test_every_machine_has_the_same_table_of_powers() -> None:
    """No power is so near to a half that the mathematics library of a machine could round it otherwise."""
    halves = [abs(2**30 * math.exp(-i / 64) % 1 - 0.5) for i in range(1025)]
    assert min(halves) > 1e-5
    unit = bounds.MOST_INPUT * bounds.MOST_WEIGHT * bounds.MOST_INPUTS + bounds.MOST_BIAS
    assert unit < 2**31, "no sum overflows"
    assert 2**31 * 2**15 * bounds.MOST_HIDDEN < 2**63
    digest = hashlib.sha256(array("i", POWERS).tobytes()).hexdigest()
    assert digest.startswith("e9ea4eca34f53dfb")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ((0, [], [1], [1], 20), "at least 1"),
        ((2, [1, 1], [], [], 20), "at least 1"),
        ((257, [1] * 257, [1], [1], 20), "at most 256 inputs"),
        ((2, [1], [1], [1], 20), "has 2 and 1 weights, not 1 and 1"),
        ((2, [1, 1], [1], [], 20), "has 2 and 1 weights, not 2 and 0"),
        ((2, [1, 32_768], [1], [1], 20), "at most 32767"),
        ((2, [1, 1], [1], [-32_768], 20), "at most 32767"),
        ((2, [1, 1], [2**23 + 1], [1], 20), "8388608"),
        ((2, [1, 1], [1], [1], 15), "16 to 48 binary places, not 15"),
    ],
)
def test_weights_that_do_not_fit_are_refused(parts: tuple[Any, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Net(*parts)


def test_a_net_for_other_inputs_is_refused() -> None:
    state = GAME.new_initial_state()
    net = random_net(INPUTS + 1, 2, 1)
    with pytest.raises(ValueError, match=f"{INPUTS + 1} inputs, but the game has {INPUTS} features"):
        net.evaluation(GAME.knowledge(state))
    with pytest.raises(ValueError, match=f"{INPUTS + 1} inputs, but the game has {INPUTS} features"):
        Searcher(GAME, 1, net=net).weigh(state.view(None), Limits(simulations=2))


def test_search_takes_the_values_of_leaves_from_the_net() -> None:
    state = GAME.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert "rollouts" not in Searcher(GAME, 1).options
    assert Searcher(GAME, 1, net=random_net(INPUTS, 4, 1), rollouts=1).options["rollouts"] == 1
    assert Searcher(GAME, 1, net=random_net(INPUTS, 4, 1)).options["rollouts"] == 0, "unless asked"
    even = Searcher(GAME, 1, net=Net(INPUTS, [0] * INPUTS, [0], [0], 20)).think(state.view(None), Limits(simulations=60))
    assert even.chances == (0.5, 0.5)
    first, second = (
        Searcher(GAME, 1, net=random_net(INPUTS, 4, seed)).think(state.view(None), Limits(simulations=60)) for seed in (1, 2)
    )
    assert first.chances != second.chances
    assert sum(first.chances) == pytest.approx(1.0)
