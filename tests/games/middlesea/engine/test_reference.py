"""The engine against the naive model of the rules, move by move over random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea
from tests.games.middlesea.reference.corners import CORNERS
from tests.games.middlesea.reference.model import Model
from tests.games.middlesea.support.random_games import SEAT_SETS, choose, random_position, random_rulings
from tests.support.suite.rings import inner_first

GAMES = 560
PARTS = 8


def comparable(position: dict[str, Any]) -> dict[str, Any]:
    """Return a position without the fields that the model omits, with its roads sorted."""
    position.pop("pending", None)
    for fields in position["seats"].values():
        fields["roads"] = sorted(fields["roads"])
    return position


def state_and_model(rng: random.Random) -> tuple[State, Model]:
    """Return the same game twice: from the start, from a rare position under any rulings, or from a busy position."""
    seats, rulings = rng.choice(SEAT_SETS), random_rulings(rng)
    kind = rng.random()
    if kind < 0.2:
        return MiddleSea(list(seats), rulings).new_initial_state(), Model(list(seats), rulings)
    if kind < 0.5:
        position = rng.choice(CORNERS)
        position = position | {"rulings": rulings | position.get("rulings", {})}
    else:
        position = random_position(rng, seats, rulings)
    return MiddleSea.read_position(position), Model.from_position(position)


@pytest.mark.parametrize("part", inner_first(range(PARTS)))
def test_the_engine_agrees_with_the_naive_model(part: int) -> None:
    for seed in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        rng = random.Random(seed)
        state, model = state_and_model(rng)
        for _ in range(250):
            view = state.view(None)
            legal = sorted(state.game.action_to_string(action) for action in state.legal_actions())
            assert (view.to_move, view.decision) == (model.to_move, model.decision), f"game {seed}"
            assert legal == model.legal(), f"game {seed}"
            assert comparable(state.position()) == comparable(model.position()), f"game {seed}"
            if state.is_terminal():
                break
            if rng.random() < 0.003:
                state.call_time()
                model.call_time()
            action = choose(rng, legal)
            state.apply_action(action)
            model.play(action)
