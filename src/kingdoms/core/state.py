"""The base class of states."""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING, Any

from kingdoms.core import constants, inline
from kingdoms.core.errors import IllegalAction
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random

if TYPE_CHECKING:
    from kingdoms.core.answers import Outcome, Refusal
    from kingdoms.core.game import Game
    from kingdoms.core.view import View

HASH_START = 0xCBF29CE484222325
HASH_STEP = 0x100000001B3
HASH_WORD = 0xFFFFFFFFFFFFFFFF
MOST_NUMBER = 0x7FFFFFFF
"""The largest action number that the engine supports."""
SPARE: list[Moves | None] = [None]
"""A pool of unused lists. `legal_actions` and `allows` take a list from the pool and return it afterwards."""
INTS = list(range(16384))
"""Shared int objects for small numbers, so that `legal_actions` rarely creates any."""
INTEGERS = "bBhHiIlLqQ"
"""The formats of buffers of integers."""


class State:
    """A mutable state of a game.

    An engine implements `list_moves`, `play`, `to_play`, `draw_chance`, `clone`, `decision`, `outcome`, `chance_outcomes` and
    `columns`, and may implement `allows` if listing all actions takes long; the other methods are based on these. Compiled code
    calls the first four directly, without Python in between, so they must not raise, and `play` doesn't check its argument. In
    the compiled build, these and `allows` are C functions, which Python code can neither call nor override. Python code calls
    `legal_actions`, `apply_trusted`, `current_player`, `draw_chance_action` and `is_legal` instead, and a game in plain Python
    overrides the first four of these in a subclass of `PythonState`.
    """

    game: Game

    # -- implemented by an engine -------------------------------------------------------------------------------------

    def list_moves(self, moves: Moves) -> None:
        """Fill `moves` with the legal actions, ascending. Only engines call this; Python code calls `legal_actions`."""

    def play(self, action: int) -> None:
        """Apply a legal action and all automatic steps. Only engines call this; Python code calls `apply_trusted`."""

    def allows(self, action: int) -> bool:
        """Return whether an action is legal. Only engines call this; Python code calls `is_legal`."""
        moves = inline.take_list(SPARE)
        self.list_moves(moves)
        legal = False
        for i in range(moves.count):
            if moves.items[i] == action:
                legal = True
                break
        inline.give_back(SPARE, moves)
        return legal

    def to_play(self) -> int:
        """Return the player to move. Only engines call this; Python code calls `current_player`."""
        return constants.TERMINAL

    def draw_chance(self, rng: Random) -> int:
        """Draw a chance action and return it. Only engines call this; Python code calls `draw_chance_action`."""
        return 0

    def clone(self) -> State:
        """Return an independent copy."""
        raise NotImplementedError

    def decision(self) -> str | None:
        """Return the kind of the current decision, as a word; None when the game is over."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game is in progress."""
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities; empty unless chance is to move."""
        raise NotImplementedError

    def columns(self) -> tuple[Any, ...]:
        """Return the whole state as sequences of integers, in an order that the game defines."""
        raise NotImplementedError

    # -- implemented here ---------------------------------------------------------------------------------------------

    def draw_chance_action(self, rng: Random) -> int:
        """Draw a chance action with the probabilities of `chance_outcomes()`; valid only if chance is to move."""
        if self.to_play() != constants.CHANCE:
            raise ValueError("no chance is asked now")
        return self.draw_chance(rng)

    def current_player(self) -> int:
        """Return the player to move: an index into `game.seats`, `CHANCE` or `TERMINAL`."""
        return self.to_play()

    @property
    def to_move(self) -> str | None:
        """The player to move by name: a seat, "chance", or None when the game is over."""
        player = self.to_play()
        return self.game.seats[player] if player >= 0 else "chance" if player == constants.CHANCE else None

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.to_play() == constants.TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether the next action is a chance action, such as a die roll or a draw."""
        return self.current_player() == constants.CHANCE

    def child(self, action: int | str) -> State:
        """Return a new state, the one after an action; this state is not modified.

        Raises:
            IllegalAction, NotationError: as `apply_action`.
        """
        then = self.clone()
        then.apply_action(action)
        return then

    def legal_actions_mask(self, length: int | None = None, *, into: Any = None) -> Any:
        """Return a list with a 1 for each legal action and 0 for the others.

        Args:
            length: the length of the list; by default, `game.num_distinct_actions`. Required if amounts are unbounded.
            into: a writable buffer to fill and return instead, such as a bytearray or a row of a NumPy array; its length counts
                then.

        Raises:
            ValueError: a length is required, or the number of a legal action exceeds it; nothing has been written.

        Examples:
            >>> import kingdoms
            >>> sum(kingdoms.load_game("rivers", seats=3).new_initial_state().legal_actions_mask())
            3
            >>> mask = bytearray(7000)
            >>> state = kingdoms.load_game("rivers", seats=3).new_initial_state()
            >>> state.legal_actions_mask(into=mask) is mask, sum(mask)
            (True, 3)
        """
        size = self.game.num_distinct_actions if length is None else length
        size = size if into is None else len(into)
        if size is None:
            raise ValueError(f"the actions of {self.game.title} have amounts without a bound: say how long the mask is to be")
        legal = self.legal_actions()
        highest = max(legal, default=-1)
        if highest >= size:
            text = self.game.action_to_string(highest)
            raise ValueError(f"{text} is legal and has the number {highest}: a mask of {size} is too short")
        mask: Any = [0] * size if into is None else into
        if into is not None:
            buffer = memoryview(into).cast("B")
            buffer[:] = bytes(len(buffer))
        for action in legal:
            mask[action] = 1
        return mask

    def write_columns(self, into: Any) -> int:
        """Write the numbers of `columns` to a buffer, one column after the other, such as a row of a data set.

        In games of this package, all states of one game have the same number of them, at the same places.

        Args:
            into: a writable buffer of integers: an `array`, or a row of a NumPy array; `array("i", ...)` is wide enough.

        Returns:
            The number of integers written, from the beginning of the buffer; the rest is unchanged.

        Raises:
            ValueError: the buffer is too short, read-only, or not a row of integers that are wide enough.

        Examples:
            >>> import kingdoms
            >>> from array import array
            >>> row = array("i", bytes(4 * 300))
            >>> kingdoms.load_game("rivers", seats=2).new_initial_state().write_columns(row)
            270
        """
        numbers = [number for column in self.columns() for number in column]
        row = memoryview(into)
        if row.readonly or row.ndim != 1 or row.format not in INTEGERS:
            raise ValueError(
                f"the columns of a state go to a writable row of integers, such as array('i', ...), "
                f"not to one of the shape {row.shape} and the format {row.format!r}"
            )
        if len(row) < len(numbers):
            raise ValueError(f"the columns of this state have {len(numbers)} numbers, and the buffer has room for {len(row)}")
        try:
            row[: len(numbers)] = memoryview(array(row.format, numbers))
        except OverflowError:
            raise ValueError(
                f"the columns of this state have numbers from {min(numbers)} to {max(numbers)}, "
                f"too many for the format {row.format!r}: array('i', ...) is wide enough"
            ) from None
        return len(numbers)

    def serialize(self) -> str:
        """Return the state as one line of text; the inverse of `Game.deserialize`."""
        return json.dumps(self.position())

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending; at chance nodes, those of chance; in terminal states, none."""
        moves = inline.take_list(SPARE)
        self.list_moves(moves)
        legal = inline.to_list(moves, INTS)
        inline.give_back(SPARE, moves)
        return legal

    def is_legal(self, action: int) -> bool:
        """Return whether `action` is legal now."""
        return 0 <= action <= MOST_NUMBER and self.allows(action)

    def apply_action(self, action: int | str) -> None:
        """Apply an action if it is legal.

        Args:
            action: the action as an int, or as text in the game's notation.

        Raises:
            IllegalAction: the action is not legal now; `error.refusal` has the reason. The state is unchanged.
            NotationError: there is no such action in this game.
        """
        if type(action) is int and 0 <= action <= MOST_NUMBER and self.allows(action):
            self.play(action)
        else:
            self.play(self.checked(action))

    def checked(self, action: int | str) -> int:
        """Return the number of an action if it is legal now.

        Raises:
            IllegalAction, NotationError: as `apply_action`.
        """
        number = action if type(action) is int else self.game.to_action(action)
        if not self.is_legal(number):
            refusal = self.refusal(number)
            assert refusal is not None, f"{number} is not listed, yet nothing speaks against it"
            raise IllegalAction(refusal)
        return number

    def apply_trusted(self, action: int) -> None:
        """Apply an action without checking that it is legal; for search only."""
        self.play(action)

    def refusal(self, action: int | str) -> Refusal | None:
        """Return why `action` is not legal now, or None if it is.

        Raises:
            NotationError: there is no such action in this game.
        """
        return self.game.refusal(self, self.game.to_action(action))

    @property
    def hash(self) -> int:
        """A 64-bit hash, equal for equal states and the same on all machines and builds (FNV-1a over `columns`)."""
        value = HASH_START
        for column in self.columns():
            for number in column:
                value = ((value ^ (number & HASH_WORD)) * HASH_STEP) & HASH_WORD
        return value

    def returns(self) -> list[float]:
        """Return each seat's return, in the order of `game.seats`: the winners share 1 equally, the others get 0."""
        outcome = self.outcome()
        if outcome is None:
            return [0.0] * self.game.num_players
        share = 1.0 / len(outcome.winners)
        return [share if seat in outcome.winners else 0.0 for seat in self.game.seats]

    def returns_by_score(self) -> list[float]:
        """Return each seat's return if the game ended now and the score decided, in the order of `game.seats`.

        Use this if you stop games early. In terminal states, it equals `returns`. In a game without scores, all seats get the
        same return.
        """
        if self.is_terminal():
            return self.returns()
        return [1.0 / self.game.num_players] * self.game.num_players

    def view(self, seat: str | None) -> View:
        """Return the view from `seat` (None: an onlooker).

        Raises:
            SeatsError: the seat is not in the game.
        """
        return self.game.view(self, self.game.accept_viewer(seat))

    def position(self) -> dict[str, Any]:
        """Return the state as JSON data in the game's position format."""
        return self.game.write_position(self)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.columns() == other.columns()

    def __hash__(self) -> int:
        raise TypeError("a state changes: use its `hash` property as a key")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.position()!r})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the table for notebooks, as an onlooker sees it."""
        bundle: dict[str, str] = self.view(None)._repr_mimebundle_()
        return bundle
