"""The finished games of a server, for the explorer of openings.

No running game is read. Of people nothing is kept but that they were rated, and a band of points.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Final

from sqlalchemy import ColumnElement, and_, func, select

from kingdoms.bots.strength import Strength
from kingdoms.core.errors import KingdomsError
from kingdoms.explorer.counts import LEVELS, PEOPLE, PlayedGame
from kingdoms.explorer.sources import counts_as
from kingdoms.server.base.slices import Slices
from kingdoms.server.database.engine import Database
from kingdoms.server.database.notices import tell_servers
from kingdoms.server.database.tables import GameRow, RatedSeatRow, SeatRow
from kingdoms.server.ratings.store import ANNULLED
from kingdoms.server.table.store import Store
from kingdoms.table.game.entries import TableSeat
from kingdoms.table.service.games import load_live

BAND: Final = 200
"""The width of the bands of points in which rated people are counted."""
PAGE: Final = 200


async def count(database: Database) -> int:
    """Return the number of games that `finished_games` looks at."""
    return await database.scalar(select(func.count()).select_from(GameRow).where(_condition())) or 0


async def finished_games(database: Database) -> AsyncIterator[PlayedGame | None]:
    """Yield the finished games of levels 6 to 8 and rated people, None for one that does not count.

    A game does not count if it was ended beside the rules, if somebody left it, or if an operator has annulled it.
    """
    store, last = Store(database, tell_servers), ""
    while True:
        page = select(GameRow.id).where(_condition(), GameRow.id > last).order_by(GameRow.id).limit(PAGE)
        ids = [row.id for row in await database.rows(page)]
        for game_id in ids:
            yield await _played(store, game_id)
        if len(ids) < PAGE:
            return
        last = ids[-1]


def _condition() -> ColumnElement[bool]:
    """Return the condition on games: over, from the usual beginning, everybody stayed, and not annulled."""
    left = select(SeatRow.game_id).where((SeatRow.gone.is_not(None)) | (SeatRow.stand_in.is_not(None)))
    annulled = select(RatedSeatRow.game_id).where(RatedSeatRow.status == ANNULLED)
    return and_(GameRow.status == "over", GameRow.position.is_(None), GameRow.id.not_in(left), GameRow.id.not_in(annulled))


async def _played(store: Store, game_id: str) -> PlayedGame | None:
    """Return a game if it counts."""
    try:
        live = await load_live(store, game_id, Slices())
    except KingdomsError:  # `kingdoms admin check` reports it
        return None
    if live is None or live.header.status != "over":
        return None
    kinds = _kinds(live.seats, live.header.rated)
    record = live.record_at(live.number)
    return PlayedGame(record, kinds) if counts_as(record, kinds) else None


def _kinds(seats: Mapping[str, TableSeat], is_rated: bool) -> dict[str, str]:
    """Return the kinds of the players of a game, without those that do not count."""
    kinds: dict[str, str] = {}
    for name, seat in seats.items():
        if seat.kind == "bot" and seat.bot in LEVELS:
            kinds[name] = str(seat.bot)
        elif seat.kind == "person" and is_rated and seat.rating is not None and seat.spread is not None:
            points = Strength(seat.rating, seat.spread).points
            kinds[name] = f"{PEOPLE}:{points // BAND * BAND}"
    return kinds
