"""The checks of observations and numbered actions, for programs that learn."""

from __future__ import annotations

import json

from kingdoms.core.encoding import MOST_ACTIONS, Encoding, PlainEncoding
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.testing.walks import random_states


def has_encoding(game: Game) -> bool:
    """Return whether a game has an encoding: its own, or the default, which needs a low bound on actions."""
    has_own = "encoding" in game.parts or type(game).encoding is not Game.encoding
    return has_own or (game.num_distinct_actions or MOST_ACTIONS + 1) <= MOST_ACTIONS


def check_encoding(game: Game, seed: int = 0, most: int = 200) -> None:
    """Check the encoding of a game in a random game: see `Game.encoding`.

    Every number of an observation is in its range. A state that looks the same to a seat has the same observation, and views
    that differ have different ones, unless the observation is hashed. Each legal action that has a number is what the number
    stands for, and there is one.

    Args:
        game: the game.
        seed: the seed for the random game.
        most: the maximum number of actions.

    Raises:
        AssertionError: a check has failed.

    Examples:
        >>> import kingdoms
        >>> check_encoding(kingdoms.load_game("rivers", seats=2), most=30)
    """
    encoding, rng = game.encoding(), Random(seed)
    highs, views = encoding.observation.highs, dict[bytes, str]()
    hashed = isinstance(encoding, PlainEncoding) and type(encoding).numbers is PlainEncoding.numbers
    for state, _ in random_states(game, rng, most):
        player = state.current_player()
        if player < 0:
            continue
        for observer, seat in enumerate(game.seats):
            view = state.view(seat)
            row = bytes(encoding.observe(state, observer))
            assert all(number <= high for number, high in zip(row, highs, strict=True)), "a number is out of its range"
            sampled = bytes(encoding.observe(view.sample(rng), observer))
            assert row == sampled, f"the observation of {seat} depends on what it can't know"
            if observer == player and not hashed:
                view_text = json.dumps([seat, view.to_json()], sort_keys=True)
                assert views.setdefault(row + seat.encode(), view_text) == view_text, (
                    f"two views of {seat} have the same observation"
                )
        _check_numbers(encoding, state)


def _check_numbers(encoding: Encoding, state: State) -> None:
    """Check that numbers and legal actions of a state stand for each other."""
    player, numbers = state.current_player(), encoding.legal_numbers(state)
    assert numbers, "no legal action has a number"
    assert len(set(numbers)) == len(numbers), "two legal actions have the same number"
    for number in numbers:
        action = encoding.decode(number, player)
        assert state.is_legal(action), "a number leads to an illegal action"
        assert encoding.encode(action, player) == number, "the number of an action leads to another action"
