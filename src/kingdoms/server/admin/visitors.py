"""Visitors for whoever runs the server: who they are, what they are called, and who may not come in."""

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
from kingdoms.server.addresses import Network, neighbourhood
from kingdoms.server.admin.opening import NotFound
from kingdoms.server.bans import Ban, read_bans
from kingdoms.server.database import Database, changed
from kingdoms.server.names import NAMELESS, told_apart
from kingdoms.server.notices import BANS, tell_servers
from kingdoms.server.people import moving
from kingdoms.server.retention.purge import delete_one
from kingdoms.server.tables import BanRow, GameRow, PasskeyRow, SeatRow, VisitorRow
from kingdoms.server.times import timestamp

ID = re.compile("[0-9a-f]{32}")
WIDEST = {4: 8, 6: 24}
"""The shortest prefix of a network that can be banned, by version: nobody bans half the world by a slip."""


class CannotBan(KingdomsError):
    """A ban that cannot be; the message says why."""

    code = "cannot_ban"


async def find(database: Database, *, name: str | None = None, most: int = 100) -> list[dict[str, Any]]:
    """Return visitors who have chosen a name or sit somewhere, those who were seen last first.

    Args:
        database: where.
        name: a part of a name that they have, or had at a table; any if it is None.
        most: how many at most.
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
        part = f"%{_escaped(name)}%"
        had = select(SeatRow.visitor_id).where(SeatRow.name.ilike(part, escape="\\"))
        has = select(VisitorRow.id).where(VisitorRow.name.ilike(part, escape="\\"))
        wanted = or_(SeatRow.visitor_id.in_(had), SeatRow.visitor_id.in_(has))
        named = VisitorRow.name.ilike(part, escape="\\")
        sits = sits.where(wanted)
    found: dict[str, dict[str, Any]] = {}
    async with database.read_engine.connect() as connection:
        for row in await connection.execute(sits.order_by(func.max(SeatRow.seen).desc()).limit(most)):
            found[row.id] = {"id": row.id, "name": None, "called": row.called, "games": row.games, "seen": row.seen}
        chosen = select(VisitorRow.id, VisitorRow.name, VisitorRow.created)
        known = chosen.where(VisitorRow.id.in_(found))
        others = chosen.where(VisitorRow.id.not_in(select(SeatRow.visitor_id).where(SeatRow.visitor_id.is_not(None))))
        if name is not None:
            others = others.where(named)
        for row in [
            *await connection.execute(known),
            *await connection.execute(others.order_by(VisitorRow.created.desc()).limit(most)),
        ]:
            each = found.setdefault(row.id, {"id": row.id, "called": None, "games": 0, "seen": row.created})
            each["name"] = row.name
    banned = {ban.visitor_id: ban for ban in await read_bans(database)}
    last = sorted(found.values(), key=lambda each: -(each["seen"] or 0.0))[:most]
    return [
        {
            "id": each["id"],
            "name": each["name"] or each["called"],
            "games": each["games"],
            "seen": timestamp(each["seen"]),
            "ban": told(banned[each["id"]]) if each["id"] in banned else None,
        }
        for each in last
    ]


async def rename(database: Database, visitor_id: str, name: str) -> int:
    """Give a visitor another name, also at the tables where they sit, and return at how many seats.

    People around the visitor's own screen keep their names. Servers hear of it, and tell whoever is there.

    Raises:
        NotFound: nobody is known by this id.
    """
    async with database.engine.begin() as connection:
        before = (await connection.execute(select(VisitorRow.name).where(VisitorRow.id == visitor_id))).one_or_none()
        own = select(SeatRow.game_id, SeatRow.seat, SeatRow.name).where(
            SeatRow.visitor_id == visitor_id, SeatRow.kind == "person"
        )
        seats = (await connection.execute(own)).all()
        hosts = await connection.scalar(select(func.count()).select_from(GameRow).where(GameRow.host == visitor_id))
        if before is None and not seats and not hosts:
            raise NotFound(f"there is no visitor {visitor_id}")
        if before is None:
            await connection.execute(insert(VisitorRow).values(id=visitor_id, name=name, created=time.time()))
        else:
            await connection.execute(update(VisitorRow).where(VisitorRow.id == visitor_id).values(name=name))
        held = [seat.game_id for seat in seats]
        changed = [seat for seat in seats if held.count(seat.game_id) == 1 or (before is not None and seat.name == before.name)]
        for seat in changed:
            await _rename_at(connection, seat.game_id, seat.seat, name)
        await tell_servers(connection, *dict.fromkeys(seat.game_id for seat in changed))
    return len(changed)


async def _rename_at(connection: AsyncConnection, game_id: str, seat: str, name: str) -> None:
    """Change a name at a table, so that it is told apart from the others there."""
    others = await connection.scalars(
        select(SeatRow.name).where(SeatRow.game_id == game_id, SeatRow.seat != seat, SeatRow.kind != "open")
    )
    called = told_apart(name, others)
    await connection.execute(update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat).values(name=called))


async def forget(database: Database, visitor_id: str) -> int:
    """Forget a visitor with all that is theirs alone, and return in how many games they had a seat. Servers hear of it.

    Waiting rooms that they have made are deleted, and seats in others free again. In games that have begun their seats are
    nobody's, and without their name.

    Raises:
        NotFound: nobody is known by this id.
    """
    async with database.engine.begin() as connection:
        rooms = select(GameRow.id).where(GameRow.host == visitor_id, GameRow.status == "lobby")
        ended = list(await connection.scalars(rooms))
        held = list(await connection.scalars(select(SeatRow.game_id).where(SeatRow.visitor_id == visitor_id).distinct()))
        known = await connection.scalar(select(VisitorRow.id).where(VisitorRow.id == visitor_id))
        keys = await connection.scalar(select(func.count()).select_from(PasskeyRow).where(PasskeyRow.visitor_id == visitor_id))
        hosts = await connection.scalar(select(func.count()).select_from(GameRow).where(GameRow.host == visitor_id))
        if known is None and not held and not keys and not hosts:
            raise NotFound(f"there is no visitor {visitor_id}")
        for game_id in ended:
            await delete_one(connection, tell_servers, game_id)
        waits = SeatRow.game_id.in_(select(GameRow.id).where(GameRow.status == "lobby"))
        free = {"kind": "open", "name": "", "visitor_id": None, "seen": None, "rating": None, "spread": None}
        await connection.execute(update(SeatRow).where(SeatRow.visitor_id == visitor_id, waits).values(**free))
        nobody = {"visitor_id": None, "name": NAMELESS}
        await connection.execute(update(SeatRow).where(SeatRow.visitor_id == visitor_id).values(**nobody))
        await connection.execute(update(GameRow).where(GameRow.host == visitor_id).values(host=""))
        await moving.forget(connection, visitor_id)
        await tell_servers(connection, *sorted(set(held) - set(ended)))
    return len(held)


async def ban(
    database: Database, *, visitor_id: str | None, network: Network | None, reason: str, until: float | None
) -> list[Ban]:
    """Let a visitor in no more, or whoever comes from a network; return the bans. Servers hear of it.

    An earlier ban of the same is replaced.

    Raises:
        CannotBan: this is no id of a visitor.
    """
    if visitor_id is not None and not ID.fullmatch(visitor_id):
        raise CannotBan(f"{quoted(visitor_id)} is not a visitor's id: see kingdoms admin visitors list")
    async with database.engine.begin() as connection:
        for column, value in ((BanRow.visitor_id, visitor_id), (BanRow.network, None if network is None else str(network))):
            if value is None:
                continue
            await connection.execute(delete(BanRow).where(column == value))
            values = {column.key: value, "reason": reason, "created": time.time(), "until": until}
            await connection.execute(insert(BanRow).values(**values))
        await tell_servers(connection, BANS)
    mine = (visitor_id, None if network is None else str(network))
    return [each for each in await read_bans(database) if (each.visitor_id or each.network) in mine]


async def unban(database: Database, whom: Sequence[str]) -> int:
    """Let visitors and networks in again, and return how many bans that were. Servers hear of it.

    Raises:
        NotFound: one of them is not banned; then nobody is let in.
    """
    ended = 0
    async with database.engine.begin() as connection:
        for each in whom:
            conditions = [BanRow.visitor_id == each]
            with contextlib.suppress(CannotBan):
                conditions.append(BanRow.network == str(network_of(each)))
            done = await changed(connection, delete(BanRow).where(or_(*conditions)))
            if not done:
                raise NotFound(f"{each} is not banned")
            ended += done
        await tell_servers(connection, BANS)
    return ended


def network_of(text: str) -> Network:
    """Return what is banned by an address or a network: of IPv6 the 64 bits that one customer has.

    Raises:
        CannotBan: it is neither, or far too wide.

    Examples:
        >>> network_of("192.0.2.7"), network_of("2001:db8::7")
        (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/64'))
    """
    try:
        network = ipaddress.ip_network(neighbourhood(text))
    except ValueError as error:
        raise CannotBan(f"{text!r} is not an address or a network such as 192.0.2.7 or 2001:db8::/48: {error}") from None
    if network.prefixlen < WIDEST[network.version]:
        raise CannotBan(f"{text} is too wide a network to ban: the widest is /{WIDEST[network.version]}")
    return network


def told(each: Ban) -> dict[str, Any]:
    """Return a ban as data."""
    return {
        "visitor": each.visitor_id,
        "network": each.network,
        "reason": each.reason,
        "created": timestamp(each.created),
        "until": timestamp(each.until),
    }


def _escaped(text: str) -> str:
    """Return a text as a part of a pattern that means itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
