"""Detection of games in which nothing changes any longer. Players are then offered to end the game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kingdoms.core.state import State

TURNS = 6
"""Turns of each seat without a change until a standstill is reached."""


class Standstill:
    """Counts the turns of a game since the last change; see `Game.lasting`.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> still = Standstill(state.game.seats)
        >>> while state.round_number < 8:
        ...     state.apply_action("first N" if state.to_move == "chance" else "end")
        ...     still.note(state)
        >>> still.is_reached
        True
    """

    def __init__(self, seats: Sequence[str]) -> None:
        self.turns = dict.fromkeys(seats, 0)
        self.turn: str | None = None
        self.key: Hashable | None = None

    def note(self, state: State) -> None:
        """Note the current state. Only states at the beginning of a turn are compared."""
        to_move = state.to_move
        if to_move == self.turn or to_move not in self.turns:
            return
        self.turn = to_move
        lasting = state.game.lasting(state)
        if lasting is None or lasting != self.key:
            self.key = lasting
            self.turns = dict.fromkeys(self.turns, 0)
        self.turns[to_move] += 1

    @property
    def is_reached(self) -> bool:
        """Whether nothing has changed for more than `TURNS` turns of each seat."""
        return self.key is not None and all(turns > TURNS for turns in self.turns.values())
