"""Random games, whose states the checks look at."""

from __future__ import annotations

from collections.abc import Iterator

from kingdoms.core import constants
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State


def random_states(game: Game, rng: Random, most: int) -> Iterator[tuple[State, int | None]]:
    """Yield the states of a random game, each with the action played next (None for the last state)."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        action = random_action(state, rng)
        yield state.clone(), action
        state.apply_action(action)
    yield state, None


def random_action(state: State, rng: Random) -> int:
    """Return a random legal action; at chance nodes, with the game's probabilities."""
    if state.current_player() == constants.CHANCE:
        return state.draw_chance_action(rng)
    legal = state.legal_actions()
    return legal[rng.roll(len(legal))]


def state_after(state: State, action: int) -> State:
    """Return the state after an action."""
    after = state.clone()
    after.apply_action(action)
    return after
