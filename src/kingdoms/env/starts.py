"""The beginnings of games in environments: given as states, positions or records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from kingdoms.bots.match import ROUNDS
from kingdoms.core.errors import shown
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import read_position
from kingdoms.core.state import State


class Start(NamedTuple):
    """A beginning: a state, and the actions that lead from there to where the game goes on.

    Attributes:
        opening: the state.
        actions: the actions, with those of chance; empty unless the beginning is a record.
    """

    opening: State
    actions: list[int]


def read_start(game: Game, value: Any) -> Start:
    """Return a beginning for a game of an environment.

    Args:
        game: the game.
        value: a state; a position, as JSON data or text; or a record, also as the text of its file. A record also says what
            has been played, to opponents and for `history`. A game without a limit on rounds gets the usual one.

    Raises:
        PositionError, RecordError: the data or the text is malformed.
        ValueError: the value is nothing of this kind, belongs to another game, or the game is over.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("rivers", seats=2)
        >>> read_start(game, game.new_initial_state().serialize()).actions
        []
        >>> read_start(game, kingdoms.load_game("rivers", seats=3).new_initial_state())
        Traceback (most recent call last):
        ...
        ValueError: this environment plays rivers with the seats A, B, and the state is of a game with the seats A, B, P
    """
    if isinstance(value, str):
        value = Record.parse(value.splitlines()) if "\n" in value.strip() else _parse(value)
    if isinstance(value, Mapping):
        value = read_position(value)
    if isinstance(value, Record):
        begin = 1 + max((number for number, entry in enumerate(value.entries) if entry.call is not None), default=-1)
        opening, entries = value.state_after(begin), value.entries[begin:]
        actions = [value.game.to_action(entry.action) for entry in entries]
        state = value.state
    elif isinstance(value, State):
        opening, actions, state = value.clone(), [], value
    else:
        raise ValueError(f"a game begins at a state, a position or a record, not at {shown(value)}")
    if state.is_terminal():
        raise ValueError("the game is over in this state: begin at a state with a seat to move")
    return Start(_convert(game, opening), actions)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"the text is neither a position as JSON nor a record: {shown(text)}") from None


def _convert(game: Game, state: State) -> State:
    """Return a state as one of the game of the environment, which differs from its own in the usual limit on rounds at most."""
    if state.game == game:
        return state
    if state.game.limited(ROUNDS) == game:
        fitted: State = read_position({**state.position(), "rulings": dict(game.rulings)})
        return fitted
    plays = f"this environment plays {game.name}"
    if state.game.name != game.name:
        raise ValueError(f"{plays}, and the state is of {state.game.name}")
    if state.game.seats != game.seats:
        seats = f"and the state is of a game with the seats {', '.join(state.game.seats)}"
        raise ValueError(f"{plays} with the seats {', '.join(game.seats)}, {seats}")
    rulings = [name for name, ruling in game.rulings.items() if state.game.rulings.get(name) != ruling]
    differing = ", ".join(f"{name} {shown(game.rulings[name])}, not {shown(state.game.rulings.get(name))}" for name in rulings)
    raise ValueError(f"{plays} under other rulings than the state: {differing}")
