"""Games and trees of games, played inside the engine."""

from kingdoms.core import constants
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.python_state import raise_failure
from kingdoms.core.rng import Random
from kingdoms.core.state import State


def playout(state: State, rng: Random, most: int) -> int:
    """Play `state` on with random actions until the game is over.

    Args:
        state: the state to play on; it is changed.
        rng: where the choices come from: each legal action is equally likely, and chance has the game's probabilities.
        most: stop after this many actions, over or not.

    Returns:
        How many actions were played.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", rulings={"round_limit": 50}).new_initial_state()
        >>> actions = playout(state, kingdoms.Random(1), 100_000)
        >>> state.is_terminal()
        True
    """
    played = run(state, rng, Moves(), most)
    raise_failure(state)
    return played


def run(state: State, rng: Random, moves: Moves, most: int) -> int:
    """Do the work of `playout` with the caller's list of moves."""
    played = 0
    while played < most:
        mover = state.to_play()
        if mover == constants.TERMINAL:
            break
        if mover == constants.CHANCE:
            state.play(state.draw_chance(rng))
        else:
            state.list_moves(moves)
            if moves.count == 0:
                break
            state.play(moves.items[rng.below(moves.count)])
        played += 1
    return played


def playouts(state: State, seed: int, count: int, most: int) -> int:
    """Play `count` random games from `state`, which does not change, and return how many actions that took."""
    rng = Random(seed)
    moves = Moves()
    played = 0
    for _ in range(count):
        copy = state.clone()
        played += run(copy, rng, moves, most)
        raise_failure(copy)
    return played


def policy_playout(knowledge: Knowledge, rng: Random, most: int) -> int:
    """Play the table of a `Knowledge` on with its quick player in every seat.

    Args:
        knowledge: its `state` is changed; the player sees all of it, secrets too.
        rng: where the choices and chance come from.
        most: stop after this many actions, over or not.

    Returns:
        How many actions were played.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=4).new_initial_state()
        >>> knowledge = state.game.knowledge(state)
        >>> actions = policy_playout(knowledge, kingdoms.Random(1), 2000)
        >>> knowledge.state.is_terminal()
        True
    """
    played = run_policy(knowledge, rng, most)
    knowledge.check()
    return played


def run_policy(knowledge: Knowledge, rng: Random, most: int) -> int:
    """Do the work of `policy_playout`."""
    played = 0
    while played < most:
        mover = knowledge.state.to_play()
        if mover == constants.TERMINAL:
            break
        if mover == constants.CHANCE:
            knowledge.state.play(knowledge.state.draw_chance(rng))
        else:
            knowledge.state.play(knowledge.choose(rng))
        played += 1
    return played


def perft(state: State, depth: int) -> int:
    """Return how many sequences of exactly `depth` actions there are from `state`, chance included.

    Examples:
        >>> import kingdoms
        >>> perft(kingdoms.load_game("middlesea").new_initial_state(), 2)
        108
    """
    if depth == 0:
        return 1
    moves = Moves()
    state.list_moves(moves)
    raise_failure(state)
    if depth == 1:
        return moves.count
    total = 0
    for i in range(moves.count):
        child = state.clone()
        child.play(moves.items[i])
        raise_failure(child)
        total += perft(child, depth - 1)
    return total
