"""The actions of a game so far as seats were told of them, as rows of 0 and 1: memory for programs that learn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kingdoms.core.encoding import Encoding
from kingdoms.core.errors import NotationError
from kingdoms.core.fields import whole_number
from kingdoms.core.state import State

SECRET: Final = -1
"""Stands for an action that a player was not told."""


class Past:
    """The past actions of a game as rows of 0 and 1, the latest first.

    A row says whose the action was, with the observer first, the others in the order of play after it and chance last; then
    the number that the action has for its player, plus 1, in binary digits, the lowest first, or 0 if the observer was not
    told or the action has no number. Rows without an action are 0.

    Args:
        encoding: the encoding of players' actions.
        length: the number of rows.

    Attributes:
        shape: the number of rows, and of numbers in a row.
        size: the number of values in all rows.

    Raises:
        ValueError: the number of rows is not a whole number from 0.
    """

    def __init__(self, encoding: Encoding, length: int) -> None:
        if (whole_number(length) or 0) != length or length < 0:
            raise ValueError(
                f"history is the number of past actions in an observation, a whole number from 0 on, not {length!r}"
            )
        self.encoding = encoding
        self.players = encoding.seats
        self.outcomes = encoding.game.num_distinct_actions or encoding.action_count
        self.shape = (length, self.players + 1 + max(encoding.actions, self.outcomes).bit_length())
        self.size = length * self.shape[1]
        self.numbers: dict[tuple[int, int], int] = {}

    def number(self, mover: int, action: int) -> int:
        """Return the number of a player's or chance's action plus 1, or 0 if it is secret or has none."""
        if action == SECRET or mover < 0:
            return action + 1
        if (mover, action) not in self.numbers:
            try:
                self.numbers[mover, action] = self.encoding.encode(action, mover) + 1
            except NotationError:
                self.numbers[mover, action] = 0
        return self.numbers[mover, action]

    def write(self, actions: Sequence[tuple[int, int]], player: int, rows: NDArray[Any]) -> None:
        """Write past actions for a player.

        Args:
            actions: the player of each action, negative for chance, and the action or `SECRET`; the latest first.
            player: the observer.
            rows: an array of the shape `shape`, or of `size` numbers.
        """
        rows = rows.reshape(self.shape)
        movers = np.array([mover for mover, _ in actions], int)
        numbers = np.array([self.number(mover, action) for mover, action in actions], int)
        digits = np.arange(self.shape[1] - self.players - 1)
        rows[:] = 0
        rows[np.arange(len(actions)), np.where(movers < 0, self.players, (movers - player) % self.players)] = 1
        rows[: len(actions), self.players + 1 :] = numbers[:, None] >> digits & 1


class ActionMemory:
    """What seats were told of the latest actions in one game.

    Args:
        past: the form of the rows.
        opening: the state at the beginning, which is not modified.
        players: the players that remember; None for all.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.core.rng import Random
        >>> game = kingdoms.load_game("rivers", seats=2)
        >>> memory = ActionMemory(Past(game.encoding(), 4), game.new_initial_state())
        >>> for action in ("first A", "draw red"):
        ...     memory.note(game.to_action(action))
        >>> [action == SECRET for _, action in memory.told[0]], [action == SECRET for _, action in memory.told[1]]
        ([False, False], [True, False])
    """

    def __init__(self, past: Past, opening: State, players: Iterable[int] | None = None) -> None:
        self.past = past
        self.state = opening.clone()
        self.count = 0
        remembering = range(past.players) if players is None else players
        self.told: dict[int, deque[tuple[int, int]]] = {player: deque(maxlen=past.shape[0]) for player in remembering}

    def note(self, action: int) -> None:
        """Play a legal action, and remember it for each player as that player was told of it."""
        before = self.state
        self.state = before.clone()
        self.state.apply_trusted(action)
        self.count += 1
        mover = before.current_player()
        for player, actions in self.told.items():
            actions.appendleft((mover, action if is_told(before, action, self.state, player) else SECRET))

    def follow(self, history: Sequence[int]) -> None:
        """Note the actions of a game that are new since the last call."""
        for place in range(self.count, len(history)):
            self.note(history[place])

    def write(self, player: int, row: NDArray[Any]) -> None:
        """Write the rows of a player."""
        self.past.write(self.told[player], player, row)


def is_told(before: State, action: int, after: State, player: int) -> bool:
    """Return whether a player is told an action in full, with all that its number says."""
    game = after.game
    if not game.has_secrets:
        return True
    text = game.action_to_string(action)
    return game.visible_action(before, text, after, game.seats[player]) == text
