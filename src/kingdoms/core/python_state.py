"""The base class of states in plain Python, for games outside this package."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any, Self

from kingdoms.core import constants, inline
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.core.state import State

if TYPE_CHECKING:
    from kingdoms.core.answers import Outcome
    from kingdoms.core.game import Game

DRAW_RESOLUTION = 1 << 30
"""The resolution of probabilities in chance draws."""


class PythonState(State):
    """A base class for states in plain Python, which work with the compiled playouts, perft and search.

    A game implements `current_player`, `legal_actions`, `apply_trusted`, `decision` and `outcome`; if it has chance nodes, also
    `chance_outcomes`. `clone`, `columns` and `draw_chance_action` have default implementations, which can be overridden for
    speed.

    Args:
        game: the game being played.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.core.playouts import perft
        >>> class Countdown(PythonState):
        ...     left = 3
        ...     def current_player(self) -> int: return 0 if self.left else kingdoms.TERMINAL
        ...     def legal_actions(self) -> list[int]: return [1, 2][: self.left]
        ...     def apply_trusted(self, action: int) -> None: self.left -= action
        >>> any_game = kingdoms.load_game("middlesea")
        >>> perft(Countdown(any_game), 2)
        3
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.failure: BaseException | None = None

    # -- implemented by a game ------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the player to move: an index into `game.seats`, `CHANCE` or `TERMINAL`."""
        raise NotImplementedError(f"{type(self).__name__} must define current_player")

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending; at chance nodes, those of chance; in terminal states, none."""
        raise NotImplementedError(f"{type(self).__name__} must define legal_actions")

    def apply_trusted(self, action: int) -> None:
        """Apply a legal action and all automatic steps that follow."""
        raise NotImplementedError(f"{type(self).__name__} must define apply_trusted")

    def decision(self) -> str | None:
        """Return the kind of the current decision, as a word; None when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} must define decision")

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game is in progress."""
        raise NotImplementedError(f"{type(self).__name__} must define outcome")

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities; empty unless chance is to move."""
        return []

    # -- can be overridden for speed ------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """Return an independent copy. By default, this makes a deep copy of each attribute except the game."""
        new = type(self).__new__(type(self))
        seat_at(new, self.game)
        for name, value in self.__dict__.items():
            if name not in ("game", "failure"):
                new.__dict__[name] = copy.deepcopy(value)
        return new

    def columns(self) -> tuple[Any, ...]:
        """Return the whole state as sequences of integers. By default, these are the bytes of its position."""
        return (json.dumps(self.position(), sort_keys=True).encode(),)

    def draw_chance_action(self, rng: Random) -> int:
        """Draw a chance action with the probabilities of `chance_outcomes()`; valid only if chance is to move."""
        outcomes = self.chance_outcomes()
        if not outcomes:
            raise ValueError("no chance is asked now")
        left = rng.roll(DRAW_RESOLUTION) / DRAW_RESOLUTION
        for action, probability in outcomes:
            left -= probability
            if left < 0:
                return action
        return outcomes[-1][0]

    # -- implemented here -----------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str | None:
        """The player to move by name: a seat, "chance", or None when the game is over."""
        player = self.current_player()
        return self.game.seats[player] if player >= 0 else "chance" if player == constants.CHANCE else None

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == constants.TERMINAL

    def is_legal(self, action: int) -> bool:
        """Return whether `action` is legal now."""
        return action in self.legal_actions()

    def apply_action(self, action: int | str) -> None:
        """Apply an action if it is legal; see `State.apply_action`."""
        self.apply_trusted(self.checked(action))

    # -- called by compiled code: exceptions can't propagate, so they are stored, and the caller uses `raise_failure` --------

    def list_moves(self, moves: Moves) -> None:
        """Fill `moves` with the legal actions."""
        moves.count = 0
        try:
            for action in self.legal_actions():
                inline.append_action(moves, action)
        except BaseException as error:
            self.failure = error
            moves.count = 0

    def play(self, action: int) -> None:
        """Apply a legal action."""
        try:
            self.apply_trusted(action)
        except BaseException as error:
            self.failure = error

    def to_play(self) -> int:
        """Return the player to move; after a failure, `TERMINAL`, so that the caller stops."""
        if self.failure is not None:
            return constants.TERMINAL
        try:
            return self.current_player()
        except BaseException as error:
            self.failure = error
            return constants.TERMINAL

    def draw_chance(self, rng: Random) -> int:
        """Draw a chance action."""
        try:
            return self.draw_chance_action(rng)
        except BaseException as error:
            self.failure = error
            return 0


def seat_at(state: PythonState, game: Game) -> None:
    """Initialise a state that was created without `__init__`."""
    state.game = game
    state.failure = None


def raise_failure(state: State) -> None:
    """Raise the exception stored in a `PythonState` while compiled code called it, if there is one."""
    if isinstance(state, PythonState) and state.failure is not None:
        failure, state.failure = state.failure, None
        raise failure
