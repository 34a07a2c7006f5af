"""The nets in the package: they fit the game, say how they were made, and judge better than the hand-made evaluation."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot
from kingdoms.games.middlesea.game import MiddleSea
from kingdoms.learning.plan import Plan
from kingdoms.nets import load, load_for


@pytest.mark.parametrize("seats", MiddleSea.nets())
def test_a_net_says_how_it_was_made(seats: int) -> None:
    path = MiddleSea.nets()[seats]
    load_for(MiddleSea(seats), path)
    made = load(path).made
    assert made["loss"]["net"] < made["loss"]["hand"] - 0.1
    words = made["command"].split()
    options = dict(zip(words[3::2], words[4::2], strict=True))
    plan = Plan("middlesea", **{name[2:]: int(value) if value.isdigit() else value for name, value in options.items()})
    assert plan.seats == seats
    assert {name: str(getattr(plan, name[2:])) for name in options} == options
    assert made["commit"]


def test_the_nets_are_small() -> None:
    assert sum(path.stat().st_size for path in MiddleSea.nets().values()) <= 200_000


def test_search_plays_with_the_net() -> None:
    game = kingdoms.load_game("middlesea", 2).limited(20)
    bots = [BOTS.make("search:simulations=20:knowledge=net", game, 1), BOTS.make("random", game, 2)]
    assert isinstance(bots[0], SearchBot)
    end = kingdoms.play(game, bots, seed=1).state
    assert end.returns()[0] == 1.0


def test_a_net_prefers_more_goods() -> None:
    game = MiddleSea(2)
    net = load_for(game, MiddleSea.nets()[2])
    state = game.new_initial_state()
    state.apply_action("first N")
    knowledge = game.knowledge(state)
    even = net.evaluation(knowledge)[0]
    state.goods = [8, 4, 4, 4]
    knowledge.begin(state)
    assert net.evaluation(knowledge)[0] > even
