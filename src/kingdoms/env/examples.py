"""Decisions from records as arrays, for programs that learn from games that have been played."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdoms.core.encoding import Encoding
from kingdoms.core.errors import NotationError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.texts import text


def examples(records: Iterable[Record], *, masks: bool = True, forced: bool = False) -> dict[str, NDArray[Any]]:
    """Return the decisions of seats in records as arrays, a row for each decision, such as `numpy.savez_compressed` writes.

    Decisions whose actions have no number in the fixed encoding are left out.

    Args:
        records: games of one kind, with the same seats and rulings. They are read one after the other.
        masks: include the masks of legal actions.
        forced: include decisions with a single legal action.

    Returns:
        `observations`: what the seat saw, as bytes (see `Game.observation`); `actions`: the number of its action; `players`:
        the index of the seat; `shares`: the share of the victory that it got, 0 if the game is not over; `games`: the index of
        the record; and, if wanted, `masks`: 1 for each legal action.

    Raises:
        ValueError: there are no records, or they are of several kinds.

    Examples:
        >>> import kingdoms
        >>> played = [kingdoms.play("rivers", ["random", "random"], seed=seed) for seed in range(2)]
        >>> arrays = examples(played)
        >>> arrays["observations"].shape[1], bool(arrays["masks"][range(5), arrays["actions"][:5]].all())
        (4282, True)
    """
    game: Game | None = None
    columns = _Columns()
    for number, record in enumerate(records):
        if game is None:
            game, encoding = record.game, record.game.encoding()
        elif record.game != game:
            raise ValueError(text("data.other_kind", number=number, record=repr(record.game), game=repr(game)))
        returns = record.state.returns()
        for state, player, action in _decisions(record):
            legal = encoding.legal_numbers(state)
            chosen = _number_of(encoding, action, player)
            if chosen is not None and (forced or len(legal) > 1):
                columns.rows += encoding.observe(state, player)
                columns.masks += _mask(legal, encoding.actions) if masks else b""
                columns.actions.append(chosen)
                columns.players.append(player)
                columns.shares.append(returns[player])
                columns.games.append(number)
    if game is None:
        raise ValueError(text("data.no_records"))
    arrays: dict[str, NDArray[Any]] = {
        "observations": np.frombuffer(columns.rows, np.uint8).reshape(-1, encoding.size),
        "actions": np.array(columns.actions, np.int32),
        "players": np.array(columns.players, np.int8),
        "shares": np.array(columns.shares, np.float32),
        "games": np.array(columns.games, np.int32),
    }
    if masks:
        arrays["masks"] = np.frombuffer(columns.masks, np.int8).reshape(-1, encoding.actions)
    return arrays


def write_npz(records: Iterable[Record]) -> bytes:
    """Return the decisions in records as a compressed file for `numpy.load`, with the arrays of `examples`.

    Raises:
        ValueError: as `examples`.

    Examples:
        >>> import io, kingdoms
        >>> played = [kingdoms.play("middlesea", ["random", "random"], seed=1)]
        >>> sorted(np.load(io.BytesIO(write_npz(played))))
        ['actions', 'games', 'masks', 'observations', 'players', 'shares']
    """
    written = io.BytesIO()
    arrays: dict[str, Any] = examples(records)
    np.savez_compressed(written, **arrays)
    return written.getvalue()


@dataclass
class _Columns:
    rows: bytearray = field(default_factory=bytearray)
    masks: bytearray = field(default_factory=bytearray)
    actions: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)


def _decisions(record: Record) -> Iterator[tuple[State, int, str]]:
    """Yield each decision of a seat: the state before it, the player, and the action."""
    state = record.opening()
    for entry, after in record.replay():
        player = state.current_player()
        if entry.action is not None and player >= 0:
            yield state, player, entry.action
        state = after


def _number_of(encoding: Encoding, action: str, player: int) -> int | None:
    """Return the number of an action, or None if it is beyond the bounds of the encoding."""
    try:
        return encoding.encode(action, player)
    except NotationError:
        return None


def _mask(legal: Iterable[int], length: int) -> bytearray:
    """Return a 1 for each legal action, 0 for the others."""
    mask = bytearray(length)
    for number in legal:
        mask[number] = 1
    return mask
