"""A state in plain Python, for games written outside this package."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any, Self

from kingdoms.core import constants, inline
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.core.state import State

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.core.outcome import Outcome

FINE = 1 << 30
"""How finely probabilities are told apart when chance is drawn."""


class PythonState(State):
    """A state in plain Python: subclass it, and the compiled playouts, perft and search accept it like our own.

    A game implements `current_player`, `legal_actions`, `apply_trusted`, `decision` and `outcome`; if it has chance, also
    `chance_outcomes`. `clone`, `columns` and `draw_chance_action` work as they are and can be made faster.

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
        self.failed: BaseException | None = None

    # -- what a game implements -----------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return who decides next: an index into `game.seats`, `CHANCE` or `TERMINAL`."""
        raise NotImplementedError(f"{type(self).__name__} has no current_player")

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending; those of chance when chance is to move, none when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no legal_actions")

    def apply_trusted(self, action: int) -> None:
        """Apply a legal action and everything that follows automatically."""
        raise NotImplementedError(f"{type(self).__name__} has no apply_trusted")

    def decision(self) -> str | None:
        """Return the kind of decision that is asked, as a word; None when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no decision")

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        raise NotImplementedError(f"{type(self).__name__} has no outcome")

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities; empty when chance is not to move."""
        return []

    # -- what can be made faster ----------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """Return an independent copy. By default this copies every attribute deeply."""
        new = type(self).__new__(type(self))
        seat_at(new, self.game)
        for name, value in self.__dict__.items():
            if name not in ("game", "failed"):
                new.__dict__[name] = copy.deepcopy(value)
        return new

    def columns(self) -> tuple[Any, ...]:
        """Return the whole state as sequences of whole numbers: by default the bytes of its position."""
        return (json.dumps(self.position(), sort_keys=True).encode(),)

    def draw_chance_action(self, rng: Random) -> int:
        """Return a chance action, drawn with the probabilities of `chance_outcomes()`; only when chance is to move."""
        outcomes = self.chance_outcomes()
        if not outcomes:
            raise ValueError("no chance is asked now")
        left = rng.roll(FINE) / FINE
        for action, probability in outcomes:
            left -= probability
            if left < 0:
                return action
        return outcomes[-1][0]

    # -- what follows ---------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str | None:
        """Who decides next, by name: a seat, "chance", or None when the game is over."""
        player = self.current_player()
        return self.game.seats[player] if player >= 0 else "chance" if player == constants.CHANCE else None

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.current_player() == constants.TERMINAL

    def is_legal(self, action: int) -> bool:
        """Say whether `action` is legal now."""
        return action in self.legal_actions()

    def apply_action(self, action: int | str) -> None:
        """Apply an action after checking that it is legal; see `State.apply_action`."""
        self.apply_trusted(self.checked(action))

    # -- what compiled code calls: nothing can be raised there, so it is kept, and raised by whoever drives the state -------

    def list_moves(self, moves: Moves) -> None:
        """Fill `moves` with the legal actions."""
        moves.count = 0
        try:
            for action in self.legal_actions():
                inline.put(moves, action)
        except BaseException as error:
            self.failed = error
            moves.count = 0

    def play(self, action: int) -> None:
        """Apply a legal action."""
        try:
            self.apply_trusted(action)
        except BaseException as error:
            self.failed = error

    def to_play(self) -> int:
        """Return who decides; the game is over for whoever drives it once something has gone wrong."""
        if self.failed is not None:
            return constants.TERMINAL
        try:
            return self.current_player()
        except BaseException as error:
            self.failed = error
            return constants.TERMINAL

    def draw_chance(self, rng: Random) -> int:
        """Return a chance action."""
        try:
            return self.draw_chance_action(rng)
        except BaseException as error:
            self.failed = error
            return 0


def seat_at(state: PythonState, game: Game) -> None:
    """Give a state that was made without `__init__` its game."""
    state.game = game
    state.failed = None


def raise_failure(state: State) -> None:
    """Raise what went wrong in a state in plain Python while compiled code drove it, if anything did."""
    if isinstance(state, PythonState) and state.failed is not None:
        failed, state.failed = state.failed, None
        raise failed
