"""The operator's commands about visitors: find, rename, delete and ban them."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.server.admin.opening import NotInDatabase
from kingdoms.server.base.addresses import Network, neighbourhood
from kingdoms.server.base.names import distinct_name
from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.notices import BANS, SESSIONS, tell_servers
from kingdoms.server.database.tables import BanRow, GameRow, SeatRow, VisitorRow
from kingdoms.server.people.sessions import end_all_of
from kingdoms.server.retention import own_data
from kingdoms.server.visitors.bans import Ban, read_bans
from kingdoms.table.base.times import fields_json, timestamp
from kingdoms.texts import text

ID = re.compile("[0-9a-f]{32}")
LONGEST_REASON = 200
"""The maximum length of a reason, in characters."""
WIDEST = {4: 8, 6: 24}
"""The shortest prefix that can be banned, by IP version, against mistakes."""


class CannotBan(KingdomsError):
    """A ban that is not possible; the message says why."""

    code = "cannot_ban"


async def find(database: Database, *, name: str | None = None, most: int = 100) -> list[dict[str, Any]]:
    """Return visitors who have chosen a name or have a seat, the most recent first.

    Args:
        name: a part of a name, chosen or at a table; None for any.
    """
    sits = (
        select(
            SeatRow.visitor_id.label("id"),
            func.count(func.distinct(SeatRow.game_id)).label("games"),
            func.max(SeatRow.seen).label("seen"),
            func.min(SeatRow.name).label("called"),
        )
        .where(SeatRow.visitor_id.is_not(None))
        .group_by(SeatRow.visitor_id)
    )
    if name is not None:
        part = f"%{_escape(name)}%"
        by_seat_name = select(SeatRow.visitor_id).where(SeatRow.name.ilike(part, escape="\\"))
        by_own_name = select(VisitorRow.id).where(VisitorRow.name.ilike(part, escape="\\"))
        condition = or_(SeatRow.visitor_id.in_(by_seat_name), SeatRow.visitor_id.in_(by_own_name))
        named = VisitorRow.name.ilike(part, escape="\\")
        sits = sits.where(condition)
    summaries: dict[str, dict[str, Any]] = {}
    async with database.read_engine.connect() as connection:
        for row in await connection.execute(sits.order_by(func.max(SeatRow.seen).desc()).limit(most)):
            summaries[row.id] = {"id": row.id, "name": None, "called": row.called, "games": row.games, "seen": row.seen}
        chosen = select(VisitorRow.id, VisitorRow.name, VisitorRow.created)
        with_seats = chosen.where(VisitorRow.id.in_(summaries))
        without_seats = chosen.where(VisitorRow.id.not_in(select(SeatRow.visitor_id).where(SeatRow.visitor_id.is_not(None))))
        if name is not None:
            without_seats = without_seats.where(named)
        for row in [
            *await connection.execute(with_seats),
            *await connection.execute(without_seats.order_by(VisitorRow.created.desc()).limit(most)),
        ]:
            summary = summaries.setdefault(row.id, {"id": row.id, "called": None, "games": 0, "seen": row.created})
            summary["name"] = row.name
    banned = {ban.visitor_id: ban for ban in await read_bans(database)}
    last = sorted(summaries.values(), key=lambda summary: -(summary["seen"] or 0.0))[:most]
    return [
        {
            "id": summary["id"],
            "name": summary["name"] or summary["called"],
            "games": summary["games"],
            "seen": timestamp(summary["seen"]),
            "ban": ban_json(banned[summary["id"]]) if summary["id"] in banned else None,
        }
        for summary in last
    ]


async def rename(database: Database, visitor_id: str, name: str) -> int:
    """Rename a visitor, also at their tables, and return the number of renamed seats.

    Other people on the visitor's own device keep their names. Servers are notified, and inform the players.

    Raises:
        NotInDatabase: there is no such visitor.
    """
    async with database.engine.begin() as connection:
        before = (await connection.execute(select(VisitorRow.name).where(VisitorRow.id == visitor_id))).one_or_none()
        query = select(SeatRow.game_id, SeatRow.seat, SeatRow.name).where(
            SeatRow.visitor_id == visitor_id, SeatRow.kind == "person"
        )
        seats = (await connection.execute(query)).all()
        hosts = await connection.scalar(select(func.count()).select_from(GameRow).where(GameRow.host == visitor_id))
        if before is None and not seats and not hosts:
            raise NotInDatabase(text("admin.no_visitor", visitor_id=visitor_id))
        if before is None:
            await connection.execute(insert(VisitorRow).values(id=visitor_id, name=name, created=time.time()))
        else:
            await connection.execute(update(VisitorRow).where(VisitorRow.id == visitor_id).values(name=name))
        game_ids = [seat.game_id for seat in seats]
        changed = [
            seat for seat in seats if game_ids.count(seat.game_id) == 1 or (before is not None and seat.name == before.name)
        ]
        for seat in changed:
            await _rename_at(connection, seat.game_id, seat.seat, name)
        await tell_servers(connection, *dict.fromkeys(seat.game_id for seat in changed))
    return len(changed)


async def _rename_at(connection: AsyncConnection, game_id: str, seat: str, name: str) -> None:
    """Set the name of a seat, with a number if the name is taken there."""
    names = await connection.scalars(
        select(SeatRow.name).where(SeatRow.game_id == game_id, SeatRow.seat != seat, SeatRow.kind != "open")
    )
    called = distinct_name(name, names)
    await connection.execute(update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat).values(name=called))


async def forget(database: Database, visitor_id: str) -> int:
    """Delete a visitor's data, and return the number of games that they had a seat in, or hosted. Servers are notified.

    See `own_data.forget`.

    Raises:
        NotInDatabase: there is no such visitor.
    """
    async with database.engine.begin() as connection:
        games = await own_data.forget(connection, tell_servers, visitor_id)
        if games is None:
            raise NotInDatabase(text("admin.no_visitor", visitor_id=visitor_id))
        await tell_servers(connection, SESSIONS)
    ended, changed = games
    return len(ended) + len(changed)


async def sign_out(database: Database, visitor_id: str) -> int:
    """End all sessions of a visitor, and return how many. Servers are notified; they end those that are not written yet.

    The visitor can return only with a passkey; the seats of a visitor without a passkey are lost.

    Raises:
        NotInDatabase: there is no such visitor.
    """
    async with database.engine.begin() as connection:
        ended = await end_all_of(connection, visitor_id)
        columns = (VisitorRow.id, SeatRow.visitor_id, GameRow.host)
        rows = [await connection.scalar(select(column).where(column == visitor_id).limit(1)) for column in columns]
        if not ended and not any(rows):
            raise NotInDatabase(text("admin.no_visitor", visitor_id=visitor_id))
        await tell_servers(connection, f"{SESSIONS} {visitor_id}")
    return ended


async def ban(
    database: Database, *, visitor_id: str | None, network: Network | None, reason: str, until: float | None
) -> list[Ban]:
    """Ban a visitor or a network, and return the bans. Servers are notified.

    A ban replaces an earlier one of the same visitor or network.

    Raises:
        CannotBan: the id is not valid, neither a visitor nor a network is given, or the reason is missing or too long.
    """
    if visitor_id is None and network is None:
        raise CannotBan(text("admin.visitor_or_address"))
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise CannotBan(text("admin.reason", most=LONGEST_REASON))
    if visitor_id is not None and not ID.fullmatch(visitor_id):
        raise CannotBan(text("admin.not_an_id", visitor_id=quoted(visitor_id)))
    async with database.engine.begin() as connection:
        for column, value in ((BanRow.visitor_id, visitor_id), (BanRow.network, None if network is None else str(network))):
            if value is None:
                continue
            await connection.execute(delete(BanRow).where(column == value))
            values = {column.key: value, "reason": reason.strip(), "created": time.time(), "until": until}
            await connection.execute(insert(BanRow).values(**values))
        await tell_servers(connection, BANS)
    subjects = (visitor_id, None if network is None else str(network))
    return [ban for ban in await read_bans(database) if (ban.visitor_id or ban.network) in subjects]


async def unban(database: Database, subjects: Sequence[str]) -> int:
    """Lift bans of visitors and networks, and return how many. Servers are notified.

    Raises:
        NotInDatabase: one of them is not banned; then no ban is lifted.
    """
    ended = 0
    async with database.engine.begin() as connection:
        for subject in subjects:
            conditions = [BanRow.visitor_id == subject]
            with contextlib.suppress(CannotBan):
                conditions.append(BanRow.network == str(network_of(subject)))
            count = await execute_count(connection, delete(BanRow).where(or_(*conditions)))
            if not count:
                raise NotInDatabase(text("admin.not_banned", banned=subject))
            ended += count
        await tell_servers(connection, BANS)
    return ended


def network_of(typed: str) -> Network:
    """Return the network to ban for an address or a network; for an IPv6 address, its /64 network, which one customer has.

    Raises:
        CannotBan: the text is neither, or the network is too wide.

    Examples:
        >>> network_of("192.0.2.7"), network_of("2001:db8::7")
        (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/64'))
    """
    try:
        network = ipaddress.ip_network(neighbourhood(typed))
    except ValueError as error:
        raise CannotBan(text("admin.not_a_network", value=repr(typed), error=error)) from None
    if network.prefixlen < WIDEST[network.version]:
        raise CannotBan(text("admin.network_wide", value=typed, widest=WIDEST[network.version]))
    return network


def ban_json(ban: Ban) -> dict[str, Any]:
    """Return a ban as JSON data."""
    return {"visitor": ban.visitor_id} | fields_json(ban, "network reason created until")


def _escape(part: str) -> str:
    return part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
