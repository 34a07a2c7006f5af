"""Outages: clocks do not run while no server is alive.

Every server writes a sign of life with its heartbeat, and when it stops. A server that starts gives back the time since the
last one, unless another server is alive.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database
from kingdoms.server.database.heartbeat import ALIVE, last_sign, note_sign
from kingdoms.server.database.listen import is_alone
from kingdoms.server.database.tables import EntryRow, GameRow
from kingdoms.server.table.commits import ADD_ENTRY, row_of
from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import OUTAGE, StoredEntry
from kingdoms.table.game.live import MOST_ENTRIES

log = logging.getLogger("kingdoms.games")

SHORTEST: Final = 1.0
"""Seconds; shorter outages are ignored."""
TOLD_FROM: Final = 10.0
"""Seconds of an outage from which on the log of the table mentions it."""
AT_ONCE: Final = 500
"""How many games are read and written at once."""
TRIES: Final = 5
"""How often time is given back in vain while another server changes the same games."""


async def give_back(database: Database, now: float | None = None) -> int:
    """Give clocks the time back in which no server was alive; return the number of games. Called when a server starts.

    Servers that start at the same time take turns, and only the first finds an outage.

    Args:
        now: the time, in seconds since 1970; by default the present.
    """
    for _ in range(TRIES):
        try:
            async with database.engine.begin() as connection:
                return await _give_back(connection, time.time() if now is None else now)
        except IntegrityError:  # a server that was thought dead has moved
            continue
    log.error("the clocks could not be credited with an outage: another server keeps changing the same games")
    return 0


async def _give_back(connection: AsyncConnection, now: float) -> int:
    """Give time back in a transaction, and note the sign of life of the server that starts."""
    alone = await is_alone(connection)
    since = await last_sign(connection)
    await note_sign(connection, now)
    if since is None or abs(now - since) < SHORTEST or not (alone or now - since > ALIVE):
        return 0
    count, last = 0, ""
    while rows := (await connection.execute(_games_after(last))).all():
        await _settle(connection, rows, since, now)
        count, last = count + len(rows), rows[-1].id
    log.info("no server ran for %.0f seconds; the clocks of %d games are credited with that time", max(0.0, now - since), count)
    return count


def _games_after(last: str) -> Any:
    """Return the query for games with clocks or a time limit, in the order of their ids."""
    entries = select(func.max(EntryRow.number)).where(EntryRow.game_id == GameRow.id).scalar_subquery()
    timed = or_(GameRow.clocks.is_not(None), GameRow.deadline.is_not(None))
    columns = GameRow.id, GameRow.clocks, GameRow.deadline, func.coalesce(entries, 0).label("number")
    query = select(*columns).where(GameRow.status == "playing", timed, GameRow.id > last)
    return query.order_by(GameRow.id).limit(AT_ONCE)


async def _settle(connection: AsyncConnection, rows: Any, since: float, now: float) -> None:
    """Give time back in some games, with an entry in the log of each."""
    entries = []
    for row in rows:
        values = _values_after_outage(row, since, now)
        if values is None:
            continue
        duration = max(0.0, now - since)
        clocks = None if row.clocks is None else values["clocks"]
        if (duration >= TOLD_FROM or now < since) and row.number < MOST_ENTRIES:
            number, call = row.number + 1, f"{OUTAGE} {duration:.0f}"
            entries.append(row_of(row.id, StoredEntry(number, now, call=call, undo=row.number, clocks=clocks)))
        unchanged = and_(GameRow.id == row.id, GameRow.clocks.is_not_distinct_from(row.clocks))
        await connection.execute(update(GameRow).where(unchanged).values(**values))
    if entries:
        await connection.execute(ADD_ENTRY, entries)


def _values_after_outage(row: Any, since: float, now: float) -> dict[str, Any] | None:
    """Return the new values for the row of a game after an outage; None if no time ran in it."""
    if row.clocks is None:
        if row.deadline <= since:
            return None
        return {"deadline": row.deadline + now - since, "wakes": row.deadline + now - since}
    times = Times.read(row.clocks)
    if times.turn_start > since and times.starts is not None:  # it waits for a player, and goes on waiting
        after = replace(times, starts=times.starts + max(0.0, now - since), at=now)
        return {"clocks": after.text, "wakes": after.expires}
    if not times.runs and times.at <= now:
        return None
    # what ran until the last sign of life has run; from now on it runs again, even if the machine's clock was set back
    after = replace(times, left=times.seconds_left(max(times.at, since)), at=now)
    return {"clocks": after.text, "wakes": after.expires}
