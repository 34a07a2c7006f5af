"""The nets in the package: they fit the game, say how they were made, and judge better than the hand-made evaluation."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot
from kingdoms.cli import engine_kind
from kingdoms.games.middlesea.engine.codes import MOST_MONEY
from kingdoms.games.middlesea.game import MiddleSea
from kingdoms.learning.plan import TrainingPlan
from kingdoms.nets import load, load_for, own_net
from kingdoms.testing import random_states
from tests.games.middlesea.support.random_games import random_position
from tests.support.bots.random_nets import first_samples, naive_evaluation


@pytest.mark.parametrize("seats", MiddleSea.nets())
def test_a_net_says_how_it_was_made(seats: int) -> None:
    path = MiddleSea.nets()[seats]
    load_for(MiddleSea(seats), path)
    saved = load(path)
    assert saved.made["loss"]["net"] < saved.made["loss"]["hand"] - 0.1
    assert TrainingPlan.from_net(saved, str(path)).seats == seats
    assert saved.made["commit"]
    assert path.stat().st_size < 100_000


@pytest.mark.skipif(engine_kind() != "compiled", reason="the interpreted engine takes half a minute for it")
@pytest.mark.parametrize("seats", MiddleSea.nets())
def test_training_still_plays_the_games_that_made_the_nets(seats: int) -> None:
    """Otherwise the commands in the files make other nets: train and measure new ones."""
    assert first_samples(MiddleSea.nets()[seats]) == {2: 684030619, 3: 1498334162, 4: 841743437}[seats]


@pytest.mark.parametrize("seats", MiddleSea.nets())
def test_search_plays_with_the_net(seats: int) -> None:
    game = kingdoms.load_game("middlesea", seats).limited(20)
    spec = "level:5" if seats == 3 else "search:simulations=20:knowledge=net"
    bots = [BOTS.make(spec, game, 1), *(BOTS.make("random", game, seed) for seed in range(2, seats + 1))]
    assert isinstance(bots[0], SearchBot)
    net, expected = bots[0].searcher.net, own_net(game)
    assert net is not None
    assert expected is not None
    assert net.weights() == expected.weights()
    end = kingdoms.play(game, bots, seed=1).state
    assert end.returns()[0] == 1.0


def test_nets_are_used_for_what_they_have_learned() -> None:
    for seats in (2, 3, 4):
        assert own_net(MiddleSea(seats)) is not None
        assert own_net(MiddleSea(seats, {"round_limit": 60})) is own_net(MiddleSea(seats))
        assert own_net(MiddleSea(seats, {"first_tie": "roll"})) is None
        assert own_net(MiddleSea(seats, {"trade_abroad": True})) is None
    assert own_net(MiddleSea(2, {"round_limit": 5})) is None
    assert own_net(MiddleSea(4, {"round_limit": 5})) is not None


@pytest.mark.parametrize("seats", MiddleSea.nets())
def test_a_net_agrees_with_a_plain_implementation(seats: int) -> None:
    """Tables of random games, and extreme ones: all pieces anywhere, with any riches and unrest."""
    game = MiddleSea(seats)
    net, knowledge = own_net(game), game.knowledge(game.new_initial_state())
    assert net is not None
    rich = game.new_initial_state()
    rich.apply_action("first N")
    knowledge.begin(rich)
    even = net.evaluation(knowledge)[0]
    rich.goods = [8, 4, 4, 4]
    knowledge.begin(rich)
    assert net.evaluation(knowledge)[0] > even, "a net prefers more goods"
    rng = random.Random(seats)
    names = "".join(game.seats)
    states: list[Any] = [state for state, _ in random_states(game.limited(8), kingdoms.Random(seats), 20)]
    states += [game.read_position(random_position(rng, names, {})) for _ in range(20)]
    for state in states[20:30]:
        state.goods = state.gold = [MOST_MONEY] * 4
    for state in states:
        if not state.is_terminal():
            knowledge.begin(state)
            assert [share.hex() for share in net.evaluation(knowledge)] == [
                share.hex() for share in naive_evaluation(net, knowledge)
            ]
