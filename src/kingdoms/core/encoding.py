"""Fixed numbers for learning programs: what a seat sees as a row of bytes, and each action as a number below a bound."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from kingdoms.core.errors import KingdomsError, NotationError, quoted
from kingdoms.core.fields import whole_number
from kingdoms.core.moves import Moves
from kingdoms.core.observation import MOST, Field, Observation
from kingdoms.core.python_state import raise_failure
from kingdoms.core.state import State
from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.core.view import View

BUCKETS = 1024
"""The length of the observation of a game that does not define its own."""
MOST_ACTIONS = 32_767
"""The largest number of actions that an encoding can have."""


class Encoding:
    """What the seats of one game see as numbers, and the numbers of actions. `Game.encoding` returns one.

    A player is an index into `game.seats`. Observations and numbers are from the player's own point of view, its own seat
    first: if a game is the same seen from any side, so are its numbers.

    Each thread has its own instance. Compiled code calls `write`, `number` and `action` directly, without Python in between;
    they must not raise. Python code calls `observe`, `encode` and `decode` instead.

    Args:
        game: the game.
        fields: the fields of an observation.
        actions: the game's actions in the order of their numbers, for each player.

    Attributes:
        game: the game.
        observation: the fields of an observation.
        seats: the number of seats.
        size: the number of values in an observation.
        actions: the number of actions: they are numbered from 0.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2)
        >>> encoding = game.encoding()
        >>> number = encoding.encode("explore suns S.FL", player=1)
        >>> game.action_to_string(encoding.decode(number, player=1)), game.action_to_string(encoding.decode(number, player=0))
        ('explore suns S.FL', 'explore suns N.FL')
    """

    def __init__(self, game: Game, fields: Sequence[Field], actions: Sequence[Sequence[int]]) -> None:
        count = len(actions[0])
        if not 1 <= count <= MOST_ACTIONS:
            raise ValueError(f"an encoding has 1 to {MOST_ACTIONS} actions, not {count}")
        self.game = game
        self.observation = Observation(fields)
        self.seats = game.num_players
        self.size = self.observation.size
        self.actions = count
        self.action_count = 1 + max(map(max, actions))
        self.actions_of = array("i", chain.from_iterable(actions))
        self.numbers_of = array("i", [-1]) * (self.seats * self.action_count)
        for player, player_actions in enumerate(actions):
            for number, action in enumerate(player_actions):
                self.numbers_of[self.action_count * player + action] = number
        self.failure: BaseException | None = None
        self.row = array("B", bytes(self.size))
        self.scales = array("f", [1.0 / high for high in self.observation.highs])
        self.moves = Moves()

    # -- implemented by a game ------------------------------------------------------------------------------------------

    def write(self, state: State, player: int, row: array[int], at: int) -> None:
        """Write what a player sees of a state to a row of bytes, from an index on: only what the player may know."""

    # -- implemented here, for compiled code ------------------------------------------------------------------------------

    def number(self, action: int, player: int) -> int:
        """Return the number of an action for a player, or -1 if it has none."""
        if action < 0 or action >= self.action_count:
            return -1
        return self.numbers_of[self.action_count * player + action]

    def action(self, number: int, player: int) -> int:
        """Return the action with a number, which is valid, for a player."""
        return self.actions_of[self.actions * player + number]

    def write_floats(self, state: State, player: int, row: array[float], at: int) -> None:
        """Write what a player sees as floats from 0 to 1."""
        self.write(state, player, self.row, 0)
        scale(self.row, self.scales, row, at, self.size)

    def clear(self, row: array[int], at: int) -> None:
        """Set all numbers of an observation to 0."""
        clear_range(row, at, self.size)

    def list_numbers(self, state: State, player: int, numbers: array[int], at: int) -> int:
        """Write the numbers of the legal actions to a list, from an index on, and return how many there are."""
        state.list_moves(self.moves)
        return translate(
            self.moves.items, self.moves.count, self.numbers_of, self.action_count * player, self.action_count, numbers, at
        )

    # -- for Python -----------------------------------------------------------------------------------------------------

    def encode(self, action: int | str, player: int = 0) -> int:
        """Return the number of an action, given as the game's number or text, for a player.

        Raises:
            NotationError: there is no such action, or it has no number: its amount is beyond the bound.
        """
        number = self.number(self.game.to_action(action), self._accept(player))
        if number < 0:
            notation = action if isinstance(action, str) else self.game.action_to_string(action)
            raise NotationError(text("encoding.no_number", action=quoted(notation))).cite(self.game)
        return number

    def decode(self, number: int, player: int = 0) -> int:
        """Return the game's action with a number, for a player.

        Raises:
            NotationError: no action has this number.
        """
        value = whole_number(number)
        if value is None or not 0 <= value < self.actions:
            raise NotationError(text("encoding.no_action", number=quoted(number), last=self.actions - 1)).cite(self.game)
        return self.action(value, self._accept(player))

    def observe(self, state: State, player: int, into: Any = None) -> Any:
        """Return what a player sees of a state.

        Args:
            state: the state; for a view, one that agrees with it: `view.sample(rng)`.
            player: the player.
            into: a writable buffer of `size` bytes or 32-bit floats; None for a new array of bytes.

        Raises:
            ValueError: the buffer has another length or type.

        Examples:
            >>> import kingdoms
            >>> game = kingdoms.load_game("rivers", seats=2)
            >>> state = game.new_initial_state()
            >>> row = game.encoding().observe(state, 0)
            >>> list(game.observation().split(row)["catastrophes"])
            [2, 2]
        """
        self._accept(player)
        row = array("B", bytes(self.size)) if into is None else into
        numbers: Any = memoryview(row)
        if numbers.readonly or numbers.format not in ("B", "f") or numbers.shape != (self.size,) or not numbers.c_contiguous:
            raise ValueError(
                f"an observation of {self.game.name} takes a writable buffer of {self.size} bytes or 32-bit floats in one row, "
                f"not one of the shape {numbers.shape} and the format {numbers.format!r}"
            )
        if numbers.format == "B":
            self.write(state, player, numbers, 0)
        else:
            self.write_floats(state, player, numbers, 0)
        self.check(state)
        return row

    def legal_numbers(self, state: State) -> list[int]:
        """Return the numbers of the legal actions of the player to move, in the order of the game's own numbers."""
        player = state.current_player()
        if player < 0:
            return []
        numbers = array("h", bytes(2 * self.actions))
        count = self.list_numbers(state, player, numbers, 0)
        self.check(state)
        return list(numbers[:count])

    def check(self, state: State) -> None:
        """Raise the exception that Python code raised while compiled code called it, if there was one."""
        raise_failure(state)
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: an encoding is made again for its game."""
        return _encoding_of, (type(self), self.game)

    def _accept(self, player: int) -> int:
        """Return a player, after checking that it is one."""
        if not 0 <= player < self.seats:
            raise IndexError(f"player must be from 0 to {self.seats - 1} in this game of {self.game.name}, not {player}")
        return player


class PlainEncoding(Encoding):
    """The encoding of a game that does not define its own, and the base class for games in plain Python.

    Actions have the game's own numbers. An observation consists of `BUCKETS` numbers: each field of the view's JSON data is
    assigned to one of them by a hash of its name, and adds its number to it; a word counts as a field of its own with the
    number 1. So different views differ in their observations, except for rare collisions. Seats are named by their places
    after the own one, and what never changes (the game, its rulings, the seat) is left out.

    A subclass that defines `numbers` says better what matters.

    Args:
        game: the game.
        fields: the fields of an observation; None for the hashed ones.
        actions: the game's actions in the order of their numbers; None for all of `num_distinct_actions`.

    Raises:
        KingdomsError: the game has no bound on actions or one above `MOST_ACTIONS`, and `actions` is not given.
    """

    def __init__(self, game: Game, fields: Sequence[Field] | None = None, actions: Sequence[int] | None = None) -> None:
        if actions is None:
            if game.num_distinct_actions is None:
                raise KingdomsError(text("encoding.unbounded", game=game.title)).cite(game)
            if game.num_distinct_actions > MOST_ACTIONS:
                raise KingdomsError(text("encoding.too_many", game=game.title, most=MOST_ACTIONS)).cite(game)
            actions = range(game.num_distinct_actions)
        hashed = (Field("hashed", (BUCKETS,), MOST, text("encoding.hashed")),)
        super().__init__(game, hashed if fields is None else fields, [actions] * game.num_players)

    def numbers(self, view: View) -> Sequence[int]:
        """Return an observation of a seat from its view: whole numbers from 0, in the order of the fields.

        The default hashes the view's JSON data.
        """
        assert view.seat is not None
        names = {seat: f"+{number}" for number, seat in enumerate(_rotate(view.seats, view.seat))}
        row = [0] * self.size
        data = {name: value for name, value in view.to_json().items() if name not in ("game", "rulings", "seat")}
        _hash("", data, names, row)
        return row

    def write(self, state: State, player: int, row: array[int], at: int) -> None:
        """Write the player's observation, which `numbers` computes from the player's view."""
        try:
            numbers = self.numbers(state.view(self.game.seats[player]))
            if len(numbers) != self.size:
                raise ValueError(f"an observation of {self.game.name} has {self.size} numbers, not {len(numbers)}")
            i = 0
            for field in self.observation:
                for _ in range(field.size):
                    if numbers[i] < 0:
                        raise ValueError(f"{field.name} has the value {numbers[i]}: an observation has no negative numbers")
                    row[at + i] = min(numbers[i], field.high)
                    i += 1
        except BaseException as error:
            self.failure = error


def clear_range(row: array[int], at: int, count: int) -> None:
    """Set a part of a row to 0. As functions of their own, this one and the next two compile to tight loops."""
    for i in range(count):
        row[at + i] = 0


def scale(numbers: array[int], scales: array[float], row: array[float], at: int, count: int) -> None:
    """Write numbers to a row of floats, from an index on, each multiplied by its scale."""
    for i in range(count):
        row[at + i] = numbers[i] * scales[i]


def translate(
    actions: array[int], count: int, table: array[int], offset: int, length: int, numbers: array[int], at: int
) -> int:
    """Write the numbers of actions to a list, from an index on, and return how many have one.

    Args:
        actions: the actions.
        count: how many there are.
        table: action -> number or -1, from the index `offset` on.
        offset: the index of action 0.
        length: the length of this part of the table.
        numbers: the list.
        at: the index of the first number.
    """
    total = 0
    for i in range(count):
        action = actions[i]
        if action < length:
            number = table[offset + action]
            if number >= 0:
                numbers[at + total] = number
                total += 1
    return total


def _encoding_of(cls: type[Encoding], game: Game) -> Encoding:
    """Return the encoding of a game, or one of another class that needs nothing but the game."""
    encoding = game.encoding()
    return encoding if type(encoding) is cls else cls(game)  # type: ignore[call-arg]


def _rotate(seats: Sequence[str], first: str) -> list[str]:
    """Return the seats in order, beginning with one of them."""
    at = list(seats).index(first)
    return [*seats[at:], *seats[:at]]


def _hash(path: str, value: object, names: Mapping[str, str], row: list[int]) -> None:
    """Add JSON data to the buckets of a row; seats have the names in `names`."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            _hash(f"{path}/{names.get(name, name)}", part, names, row)
    elif isinstance(value, list | tuple):
        row[_bucket(f"{path}/length", len(row))] += len(value)
        for number, part in enumerate(value):
            _hash(f"{path}/{number}", part, names, row)
    elif isinstance(value, int) and not isinstance(value, bool):
        row[_bucket(path if value >= 0 else f"{path}-", len(row))] += abs(value)
    elif value is not None:
        word = names.get(value, value) if isinstance(value, str) else value
        row[_bucket(f"{path}={word}", len(row))] += 1


def _bucket(path: str, buckets: int) -> int:
    return zlib.crc32(path.encode()) % buckets
