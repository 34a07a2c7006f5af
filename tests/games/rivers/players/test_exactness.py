"""In the last turn of a game, search finds what plain code finds by trying all actions under all hands of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

import pytest

import kingdoms
from kingdoms import State
from kingdoms.cli import engine_kind
from kingdoms.core.playouts import policy_playout
from kingdoms.search import Limits, Searcher
from tests.support.suite.rings import inner_first

pytestmark = pytest.mark.skipif(engine_kind() != "compiled", reason="interpreted it takes some ten minutes")
HAND = 6
LEFT = 2
"""The game ends with a turn that leaves no more than this number of treasures."""


def last_turn(seed: int) -> tuple[State, dict[int, float]]:
    """Return a position with one action left in a game that ends with it, the choice making a difference, and their worths."""
    game: kingdoms.Game = kingdoms.load_game("rivers", 2, {"open_scores": True})
    while True:
        rng = kingdoms.Random(seed)
        state: State = game.new_initial_state()
        knowledge = game.knowledge(state)
        while not state.is_terminal():
            position = state.position()
            is_last_action = (position["phase"], position["actions_left"], position["pending"]) == ("action", 1, None)
            if is_last_action and rng.roll(12) == 0:
                ending = in_last_turn(game, position, rng)
                values = worths(ending)
                if max(values.values()) > min(values.values()):
                    return ending, values
            knowledge.begin(state)
            policy_playout(knowledge, rng, 1)
            state = knowledge.state.clone()
        seed += 1000


def in_last_turn(game: kingdoms.Game, position: dict[str, Any], rng: kingdoms.Random) -> State:
    """Return a position with as many treasures taken as end the game with this turn."""
    for cell in [cell for cell, tile in position["board"].items() if tile == "red*"][LEFT:]:
        position["board"][cell] = "red"
        position["seats"]["AB"[rng.roll(2)]]["treasures"] += 1
    ending: State = game.read_position(position)
    return ending


def deals(state: State) -> Iterator[tuple[float, State]]:
    """Yield every table that looks the same to the seat to move, by the other's hand, with how likely it is."""
    position = state.position()
    opponent = "AB"[1 - state.current_player()]
    unseen = Counter(position["bag"]) + Counter(position["seats"][opponent]["hand"])
    colours = sorted(unseen)
    for counts in product(*(range(min(HAND, unseen[colour]) + 1) for colour in colours)):
        if sum(counts) == HAND:
            ways = 1
            for colour, count in zip(colours, counts, strict=True):
                ways *= comb(unseen[colour], count)
            hand = dict(zip(colours, counts, strict=True))
            position["seats"][opponent]["hand"] = {colour: count for colour, count in hand.items() if count}
            position["bag"] = {colour: unseen[colour] - count for colour, count in hand.items()}
            yield ways / comb(sum(unseen.values()), HAND), state.game.read_position(position)


def worths(state: State) -> dict[int, float]:
    """Return what part of the game each action brings the seat that is to move, on the mean over the deals."""
    tables = list(deals(state))
    return {action: after(tables, action, state.current_player()) for action in state.legal_actions()}


def after(tables: list[tuple[float, State]], action: int, seat: int) -> float:
    """Return the expected value of an action if the others answer optimally, and this seat doesn't know the deal."""
    first = tables[0][1].child(action)
    while first.is_chance_node():
        first.apply_trusted(first.legal_actions()[0])
    if first.is_terminal():  # the others are not asked: their hands make no difference
        return first.returns()[seat] * sum(weight for weight, _ in tables)
    return worth([(weight, table.child(action)) for weight, table in tables], seat)


def worth(tables: list[tuple[float, State]], seat: int) -> float:
    """Return what tables that look the same to a seat bring it on the mean."""
    total = 0.0
    decisions: list[tuple[float, State]] = []
    answered: dict[int, list[tuple[float, State]]] = {}
    for weight, table in tables:
        if table.is_terminal():
            total += weight * table.returns()[seat]
        elif table.current_player() == seat:
            decisions.append((weight, table))
        else:  # the bag does not matter any more, but draws are asked all the same
            legal = table.legal_actions()
            answer = legal[0] if table.is_chance_node() else min(legal, key=lambda a: worth([(1.0, table.child(a))], seat))
            answered.setdefault(answer, []).append((weight, table.child(answer)))
    if decisions:
        total += max(after(decisions, action, seat) for action in decisions[0][1].legal_actions())
    return total + sum(worth(group, seat) for group in answered.values())


@pytest.mark.parametrize("seed", inner_first([2, 3, 1], 2))
def test_search_settles_last_turns(seed: int) -> None:
    """The position of the first seed has so many unseen tiles that its test takes ten seconds."""
    state, values = last_turn(seed)
    seat = state.current_player()
    best = max(values.values())
    result = Searcher(state.game, seed).think(state.view(state.game.seats[seat]), Limits(simulations=40_000))
    assert values[result.best] == pytest.approx(best, abs=0.01)
    chances = next(choice.chances for choice in result.choices if choice.action == result.best)
    assert chances[seat] == pytest.approx(best, abs=0.03)
