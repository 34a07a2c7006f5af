"""Exhaustive search by plain code, to verify the searchers."""

from __future__ import annotations

import kingdoms
from kingdoms import State
from kingdoms.core.playouts import policy_playout


class TooLarge(Exception):
    """There are more states than allowed."""


def best_share(state: State, shares_by_hash: dict[int, list[float]], most: int) -> list[float]:
    """Return the result of each seat if all play optimally for themselves, by exhaustive search.

    Args:
        shares_by_hash: the results of states so far, by hash.
        most: the maximum number of states.

    Raises:
        TooLarge: there are more states.
    """
    key = state.hash
    if key in shares_by_hash:
        return shares_by_hash[key]
    if len(shares_by_hash) >= most:
        raise TooLarge
    mover = state.current_player()
    if state.is_terminal():
        value = state.returns()
    elif mover < 0:
        value = [0.0] * state.game.num_players
        for action, probability in state.chance_outcomes():
            for i, share in enumerate(best_share(state.child(action), shares_by_hash, most)):
                value[i] += probability * share
    else:
        children = [best_share(state.child(action), shares_by_hash, most) for action in state.legal_actions()]
        value = max(children, key=lambda shares: shares[mover])
    shares_by_hash[key] = value
    return value


def endings(game: kingdoms.Game, count: int, most: int, first_seed: int = 1) -> list[tuple[State, dict[int, list[float]]]]:
    """Return positions near the end of games with a real decision, and the results of the states behind each."""
    positions: list[tuple[State, dict[int, list[float]]]] = []
    seed = first_seed
    while len(positions) < count:
        rng, state = kingdoms.Random(seed), game.new_initial_state()
        trail = []
        knowledge = game.knowledge(state)
        while not state.is_terminal():
            if state.current_player() >= 0 and len(state.legal_actions()) > 1:
                trail.append(state.clone())
            knowledge.begin(state)
            if state.current_player() >= 0 and rng.roll(4) == 0:
                legal = state.legal_actions()
                state.apply_trusted(legal[rng.roll(len(legal))])
            else:
                policy_playout(knowledge, rng, 1)
                state = knowledge.state.clone()
        for before in reversed(trail[-6:]):
            shares_by_hash: dict[int, list[float]] = {}
            try:
                best_share(before, shares_by_hash, most)
            except TooLarge:
                break
            children = [best_share(before.child(action), shares_by_hash, 4 * most) for action in before.legal_actions()]
            mover = before.current_player()
            if len(shares_by_hash) > 8 and len({round(shares[mover], 6) for shares in children}) > 1:
                positions.append((before, shares_by_hash))
                break
        seed += 1
    return positions
