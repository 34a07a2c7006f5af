"""Random playouts, policy playouts and perft, run inside the engine."""

from kingdoms.core import constants
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.python_state import raise_failure
from kingdoms.core.rng import Random
from kingdoms.core.state import State


def playout(state: State, rng: Random, most: int) -> int:
    """Play random actions in `state` until the game is over.

    Args:
        state: the state to start from; it is modified.
        rng: the generator. Legal actions are equally likely; chance actions have the game's probabilities.
        most: the maximum number of actions.

    Returns:
        The number of actions played.

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
    """Implement `playout`; the caller provides the list of moves and checks for failures."""
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
    """Play `count` random games from copies of `state`, and return the total number of actions."""
    rng = Random(seed)
    moves = Moves()
    played = 0
    for _ in range(count):
        copy = state.clone()
        played += run(copy, rng, moves, most)
        raise_failure(copy)
    return played


def policy_playout(knowledge: Knowledge, rng: Random, most: int) -> int:
    """Play the state of a `Knowledge` until the game is over, with its playout policy for every seat.

    Args:
        knowledge: the knowledge, whose `state` is modified. The policy sees the full state, including secrets.
        rng: the generator for the policy and for chance.
        most: the maximum number of actions.

    Returns:
        The number of actions played.

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
    """Implement `policy_playout`; the caller checks for failures."""
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
    """Return the number of sequences of exactly `depth` actions from `state`, including chance actions.

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
