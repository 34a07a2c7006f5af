"""Random states of Two Rivers: odd positions, and random play that prefers conflicts."""

from __future__ import annotations

import random

import kingdoms
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, NEIGHBOURS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.rivers.reference.games import SEAT_SETS, random_position, random_rulings

LIKELY = {"place": 12.0, "leader": 6.0, "catastrophe": 0.6, "swap": 0.4, "withdraw": 0.3, "pass": 0.3}
"""The weight of each kind of action; a pass is rare, since otherwise little happens."""


def choose(rng: random.Random, state: State) -> int:
    """Return a random action: chance by its probabilities, tiles and leaders preferably next to others."""
    if state.current_player() < 0:
        return state.draw_chance_action(kingdoms.Random(rng.randrange(2**32)))
    actions = state.legal_actions()
    if state.decision() != "action":
        return rng.choice(actions)
    text = state.game.action_to_string
    by_kind: dict[str, list[int]] = {}
    for action in actions:
        by_kind.setdefault(text(action).split(" ", 1)[0], []).append(action)
    kind = rng.choices(list(by_kind), [LIKELY[kind] for kind in by_kind])[0]
    options = by_kind[kind]
    if kind not in ("place", "leader"):
        return rng.choice(options)
    pieces = state.contents
    weights = []
    for action in options:
        cell = CELL_NUMBER[text(action).rsplit(" ", 1)[1]]
        weights.append(0.2 + sum(pieces[neighbour] != 0 for neighbour in NEIGHBOURS[cell]) ** 2)
    return rng.choices(options, weights)[0]


def random_start(rng: random.Random) -> State:
    """Return a new game or an odd position."""
    if rng.random() < 0.3:
        return Rivers(list(rng.choice(SEAT_SETS)), random_rulings(rng)).new_initial_state()
    return Rivers.read_position(random_position(rng))


def a_state(seed: int, length: int) -> tuple[State, random.Random]:
    """Return the state a number of random actions after a random start."""
    rng = random.Random(seed)
    state = random_start(rng)
    for _ in range(length):
        if state.is_terminal():
            break
        state.apply_action(choose(rng, state))
    return state, rng
