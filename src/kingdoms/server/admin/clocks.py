"""The operator's commands about clocks: stop them, start them again, and give time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select

from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin.games import TRIES, unknown_game
from kingdoms.server.database.engine import Database
from kingdoms.server.database.notices import tell_servers
from kingdoms.server.database.tables import EntryRow, GameRow
from kingdoms.server.table.store import Store
from kingdoms.table.base.errors import EntryCollision
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import GIVEN, STARTED, STOPPED, Header, StoredEntry, TableSeat
from kingdoms.table.game.live import MOST_ENTRIES
from kingdoms.texts import text


@dataclass(frozen=True)
class ClockedGame:
    """A stored game with clocks."""

    header: Header
    seats: dict[str, TableSeat]
    number: int
    to_move: str | None
    times: Times


Work = Callable[[ClockedGame], tuple[str, Times, dict[str, Any]]]
"""Returns a call, the new clocks, and other new values for the row of a game."""


class CannotChange(KingdomsError):
    """Clocks that cannot be changed; the message says why."""

    code = "cannot_change_clocks"


async def stop(database: Database, game_ids: Sequence[str] | None) -> list[str]:
    """Stop the clocks of games until `start`, and return the games; players can continue to play.

    Args:
        game_ids: the games; None for all whose clocks are not stopped. Games that begin later have running clocks.

    Raises:
        NotInDatabase: one of them does not exist.
        CannotChange: one of them has no clocks, is not under way, or its clocks are stopped.
    """

    def work(game: ClockedGame) -> tuple[str, Times, dict[str, Any]]:
        if game.header.clock_stopped:
            raise CannotChange(text("admin.clocks_stopped_already", id=game.header.id))
        now, times = time.time(), game.times
        return STOPPED, replace(times, left=times.seconds_left(now), runs=False, at=max(now, times.at)), {"clock_stopped": True}

    return await _change(database, game_ids, work, GameRow.clock_stopped.is_(False))


async def start(database: Database, game_ids: Sequence[str] | None) -> list[str]:
    """Start the clocks of games again (None: of all whose clocks are stopped), and return the games.

    Raises:
        NotInDatabase: one of them does not exist.
        CannotChange: one of them is not under way, or its clocks are not stopped.
    """

    def work(game: ClockedGame) -> tuple[str, Times, dict[str, Any]]:
        if not game.header.clock_stopped:
            raise CannotChange(text("admin.clocks_run", id=game.header.id))
        to_move, times = game.to_move, game.times
        runs = to_move is not None and to_move == times.turn and game.seats[to_move].thinker is None
        return STARTED, replace(times, runs=runs, at=max(time.time(), times.at)), {"clock_stopped": False}

    return await _change(database, game_ids, work, GameRow.clock_stopped.is_(True))


async def give_time(database: Database, game_ids: Sequence[str] | None, seconds: int) -> list[str]:
    """Give every seat in games more time, and return the games. With a time limit for each turn, it is for the present turn.

    Args:
        game_ids: the games; None for all with clocks.

    Raises:
        NotInDatabase: one of them does not exist.
        CannotChange: one of them has no clocks, or is not under way.
    """

    def work(game: ClockedGame) -> tuple[str, Times, dict[str, Any]]:
        now, times = time.time(), game.times
        left = {
            seat: seconds_left if game.seats[seat].gone else seconds_left + seconds
            for seat, seconds_left in times.seconds_left(now).items()
        }
        return f"{GIVEN} {seconds}", replace(times, left=left, at=max(now, times.at)), {}

    return await _change(database, game_ids, work)


async def _change(database: Database, game_ids: Sequence[str] | None, work: Work, *conditions: Any) -> list[str]:
    """Change the clocks of games, one after the other. Servers are notified, and inform the players."""
    store = Store(database, tell_servers)
    if game_ids is None:
        timed = select(GameRow.id).where(GameRow.status == "playing", GameRow.clocks.is_not(None), *conditions)
        ids = await database.scalars(timed.order_by(GameRow.id))
    else:
        ids = list(dict.fromkeys(game_ids))
        for game_id in ids:
            work(await _read(store, game_id))  # refuse before anything is changed
    changed_ids = []
    for game_id in ids:
        try:
            await _change_one(store, game_id, work)
        except KingdomsError:
            if game_ids is not None:
                raise
        else:
            changed_ids.append(game_id)
    return changed_ids


async def _change_one(store: Store, game_id: str, work: Work) -> None:
    """Change the clocks of a game by an entry in its log, which makes conflicting entries of servers fail."""
    for _ in range(TRIES):
        game = await _read(store, game_id)
        call, times, values = work(game)
        entry = StoredEntry(game.number + 1, time.time(), call=call, undo=game.number, clocks=times.text)
        header = game.header
        expected = {"status": "playing", "clocks": header.clocks, "clock_stopped": header.clock_stopped}
        try:
            await store.append_with(game_id, entry, expected, {"clocks": times.text, "wakes": times.expires, **values}, None)
        except EntryCollision:  # a player has just moved
            continue
        return
    raise CannotChange(text("admin.game_busy", game_id=game_id))


async def _read(store: Store, game_id: str) -> ClockedGame:
    """Return a game with clocks."""
    stored = await store.load_header(game_id)
    if stored is None:
        raise unknown_game(game_id)
    header, seats = stored
    if header.status != "playing":
        raise CannotChange(text("admin.game_not_under_way", game_id=game_id))
    if header.clocks is None:
        raise CannotChange(text("admin.game_without_clocks", game_id=game_id))
    async with store.database.read_engine.connect() as connection:
        number = await connection.scalar(select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id)) or 0
        to_move = await connection.scalar(select(GameRow.to_move).where(GameRow.id == game_id))
    if number >= MOST_ENTRIES:
        raise CannotChange(text("admin.game_full", game_id=game_id))
    return ClockedGame(header, seats, number, to_move, Times.read(header.clocks))
