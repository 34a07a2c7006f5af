"""Nets for Two Rivers: what they make of a table, and where search asks them."""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import pytest

import kingdoms
from kingdoms.cli import engine_kind
from kingdoms.games.rivers.engine.geometry import SEATS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from kingdoms.games.rivers.players.net.shape import INPUTS
from kingdoms.learning.plan import TrainingPlan
from kingdoms.nets import Net, load, load_for, own_net
from kingdoms.search import Limits, Searcher
from kingdoms.testing import random_states
from tests.games.rivers.support.tables import COLOURS, hand, table
from tests.support.bots.random_nets import first_samples, naive_evaluation, random_net
from tests.support.suite.rings import inner_first

EVEN = Net(INPUTS, [0] * INPUTS, [0], [0], 20)
"""A net to which all seats are alike."""


def later(seats: int, steps: int) -> State:
    """Return a state of a game in which the quick player has taken so many actions."""
    state, rng = kingdoms.load_game("rivers", seats).new_initial_state(), kingdoms.Random(seats)
    knowledge = state.game.knowledge(state)
    while steps or state.is_chance_node():
        if state.is_chance_node():
            state.apply_action(state.draw_chance_action(rng))
            continue
        knowledge.begin(state)
        state.apply_action(knowledge.decide(rng))
        steps -= 1
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_shares_are_those_of_plain_code(seats: int) -> None:
    game = kingdoms.load_game("rivers", seats)
    knowledge, net = game.knowledge(game.new_initial_state()), random_net(INPUTS, 8, seats)
    for state, _ in random_states(game, kingdoms.Random(40 + seats), 20):
        if not state.is_terminal():
            knowledge.begin(state)
            assert net.evaluation(knowledge) == naive_evaluation(net, knowledge)


def test_a_witness_deals_what_a_seat_that_counted_cannot_know() -> None:
    state = later(3, 60)
    knowledge = state.game.knowledge(state)
    assert isinstance(knowledge, RiversKnowledge)
    player, rng = state.current_player(), kingdoms.Random(1)
    seat = SEATS.index(state.game.seats[player])
    knowledge.witness(state, player)
    hands = set()
    for _ in range(20):
        knowledge.start_over(rng)
        dealt = knowledge.table
        assert (list(dealt.points), list(dealt.treasures_taken)) == (list(state.points), list(state.treasures_taken))
        assert sum(dealt.bag) == sum(state.bag)
        assert dealt.hand[4 * seat : 4 * seat + 4] == state.hand[4 * seat : 4 * seat + 4]
        sizes = [sum(dealt.hand[4 * index : 4 * index + 4]) for index in range(4)]
        assert sizes == [sum(state.hand[4 * index : 4 * index + 4]) for index in range(4)]
        face_up = Counter(piece - 1 for piece in dealt.contents if 1 <= piece <= 4)
        for colour in range(4):
            assert sum(dealt.hand[colour::4]) + dealt.bag[colour] + face_up[colour] <= TILES[colour]
        hands.add(tuple(dealt.hand))
    assert len(hands) > 10


def test_no_net_is_asked_when_the_game_is_decided() -> None:
    board = dict.fromkeys(("K1", "B2"), "red*")
    points = dict.fromkeys(COLOURS, 3)
    state = table(
        board, A=hand(red=1) | {"points": points}, B={"treasures": 8}, seats="AB", actions_left=1, rulings={"open_scores": True}
    )
    searcher = Searcher(state.game, 1, net=EVEN)
    searcher.think(state.view("A"), Limits(simulations=2))
    ends = searcher.insist(state.game.string_to_action("pass"), Limits(simulations=20))
    assert ends.chances == (1.0, 0.0)
    goes_on = table(A=hand(red=1) | {"points": points}, B={}, seats="AB", actions_left=1, rulings={"open_scores": True})
    searcher.think(goes_on.view("A"), Limits(simulations=2))
    assert searcher.insist(state.game.string_to_action("pass"), Limits(simulations=1)).chances == (0.5, 0.5)


@pytest.mark.parametrize("seats", Rivers.nets())
def test_a_net_says_how_it_was_made(seats: int) -> None:
    path = Rivers.nets()[seats]
    load_for(Rivers(seats), path)
    saved = load(path)
    assert saved.made["loss"]["net"] < saved.made["loss"]["even"] - 0.1
    assert TrainingPlan.from_net(saved, str(path)).seats == seats
    assert saved.made["commit"]
    assert path.stat().st_size < 30_000
    assert own_net(Rivers(seats)) is not None
    assert own_net(Rivers(seats, {"board": "advanced"})) is None


@pytest.mark.skipif(engine_kind() != "compiled", reason="the interpreted engine takes a minute for it")
@pytest.mark.parametrize("seats", inner_first(Rivers.nets()))
def test_training_still_plays_the_games_that_made_the_nets(seats: int) -> None:
    """Otherwise the commands in the files make other nets: train and measure new ones."""
    assert first_samples(Rivers.nets()[seats]) == {2: 2313072519, 3: 2867670485, 4: 2255216160}[seats]


@pytest.mark.parametrize("seats", Rivers.nets())
def test_a_net_prefers_points_of_the_weakest_colour(seats: int) -> None:
    net, gains = load_for(Rivers(seats), Rivers.nets()[seats]), []
    for steps in range(20, 140, 10):
        state = later(seats, steps)
        knowledge, points, offset = state.game.knowledge(state), list(state.points), 4 * SEATS.index(state.game.seats[0])
        shares = []
        ranked = sorted(range(offset, offset + 4), key=lambda place: points[place])
        for place in (None, ranked[0], ranked[-1]):
            state.points = [count + 2 * (i == place) for i, count in enumerate(points)]
            knowledge.begin(state)
            shares.append(net.evaluation(knowledge)[0])
        gains.append((shares[1] - shares[0], shares[2] - shares[0]))
    weakest, strongest = (fmean(column) for column in zip(*gains, strict=True))
    assert weakest > 2 * max(strongest, 0.01)
