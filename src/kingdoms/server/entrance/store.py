"""Invitations, the password, admitted visitors and the notice to all, in the database."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any, Final

from pydantic_core import PydanticCustomError, PydanticKnownError
from sqlalchemy import delete, false, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.names import readable
from kingdoms.server.database.engine import Database, execute_count, hash_of, insert_of
from kingdoms.server.database.heartbeat import last_sign, note_sign
from kingdoms.server.database.notices import BANS, tell_servers
from kingdoms.server.database.tables import AliveRow, DeviceRow, InvitationRow, VisitorRow
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text

LEAST_PASSWORD: Final = 8
"""Minimum length of a password, in characters."""
LONGEST_NOTICE: Final = 200
COST: Final = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}
"""The cost of hashing a password: 32 MB, and a tenth of a second."""


class HouseError(KingdomsError):
    """Something that the operator cannot set; the message says why."""

    code = "house"


async def admit(database: Database, visitor_id: str, name: str | None = None) -> bool:
    """Admit a visitor, perhaps with a name; return whether they were not admitted before."""
    async with database.engine.begin() as connection:
        return await _admit(connection, visitor_id, {} if name is None else {"name": name})


async def use_invitation(database: Database, visitor_id: str, token: str) -> None:
    """Admit a visitor by an invitation. A visitor who is admitted already does not use it up.

    Raises:
        ApiError: 403, there is no such invitation, or it is used up or over.
    """
    row = InvitationRow
    valid = row.token_hash == hash_of(token), row.used < row.uses, row.until > time.time()
    async with database.engine.begin() as connection:
        number = await connection.scalar(select(row.number).where(*valid))
        is_new = number is not None and await _admit(connection, visitor_id, {"invitation": number})
        if number is None or (
            is_new and not await execute_count(connection, update(row).where(*valid).values(used=row.used + 1))
        ):
            raise ApiError(403, "invitation", text("error.invitation"))


async def _admit(connection: AsyncConnection, visitor_id: str, values: dict[str, Any]) -> bool:
    """Admit a visitor and notify the servers, unless they are admitted; return whether they were not."""
    values |= {"admitted": time.time()}
    row = insert_of(connection.dialect.name)(VisitorRow).values(id=visitor_id, created=time.time(), **values)
    row = row.on_conflict_do_update(index_elements=[VisitorRow.id], set_=values, where=VisitorRow.admitted.is_(None))
    await tell_servers(connection, BANS)
    return await connection.scalar(row.returning(VisitorRow.id)) is not None


async def password_hash(database: Database) -> str | None:
    """Return the hash of the password, or None if none is set."""
    return await database.scalar(select(AliveRow.password))


def hash_password(password: str, salt: str | None = None) -> str:
    """Return the salted hash of a password, which is slow to compute.

    Examples:
        >>> stored = hash_password("open sesame")
        >>> is_password("open sesame", stored), is_password("open barley", stored)
        (True, False)
    """
    salt = secrets.token_hex(16) if salt is None else salt
    return f"{salt}:{hashlib.scrypt(password.strip().encode(), salt=bytes.fromhex(salt), **COST).hex()}"


def is_password(password: str, stored: str | None) -> bool:
    """Return whether a password has a stored hash. Without one, the answer takes as long."""
    salt, _, _ = (stored or "").partition(":")
    return secrets.compare_digest(hash_password(password, salt), stored or "")


async def invite(database: Database, uses: int, until: float) -> tuple[int, str]:
    """Create an invitation; return its number and its token, which is not stored."""
    token = secrets.token_urlsafe(18)
    row = insert(InvitationRow).values(token_hash=hash_of(token), uses=uses, created=time.time(), until=until)
    async with database.engine.begin() as connection:
        return (await connection.execute(row.returning(InvitationRow.number))).scalar_one(), token


async def invitations(database: Database) -> list[dict[str, Any]]:
    """Return all invitations, the newest first."""
    columns = (getattr(InvitationRow, name) for name in ("number", "uses", "used", "created", "until"))
    rows = await database.rows(select(*columns).order_by(InvitationRow.number.desc()))
    return [{**row._mapping, "created": timestamp(row.created), "until": timestamp(row.until)} for row in rows]


async def revoke(database: Database, number: int) -> None:
    """Delete an invitation. The visitors it has admitted stay admitted.

    Raises:
        HouseError: there is none with this number.
    """
    async with database.engine.begin() as connection:
        if not await execute_count(connection, delete(InvitationRow).where(InvitationRow.number == number)):
            raise HouseError(text("admin.no_invitation", number=number))


async def guests(database: Database) -> list[dict[str, Any]]:
    """Return the admitted visitors, the newest first."""
    columns = VisitorRow.id, VisitorRow.name, VisitorRow.admitted, VisitorRow.invitation
    query = select(*columns).where(VisitorRow.admitted.is_not(None)).order_by(VisitorRow.admitted.desc())
    rows = await database.rows(query)
    return [{**row._mapping, "admitted": timestamp(row.admitted)} for row in rows]


async def expel(database: Database, visitor_ids: list[str], invitation: int | None) -> int:
    """Withdraw the admission of visitors and of all who came by an invitation; return how many. Servers are notified."""
    invited = false() if invitation is None else VisitorRow.invitation == invitation
    admitted = VisitorRow.admitted.is_not(None), or_(VisitorRow.id.in_(visitor_ids), invited)
    async with database.engine.begin() as connection:
        await connection.execute(delete(DeviceRow).where(DeviceRow.visitor_id.in_(select(VisitorRow.id).where(*admitted))))
        count = await execute_count(connection, update(VisitorRow).where(*admitted).values(admitted=None, invitation=None))
        await tell_servers(connection, BANS)
    return count


async def set_password(database: Database, password: str) -> None:
    """Set the password of a closed server. Visitors who are admitted stay so.

    Raises:
        HouseError: it is too short.
    """
    if len(password.strip()) < LEAST_PASSWORD:
        raise HouseError(text("admin.short_password", least=LEAST_PASSWORD))
    await _set(database, password=hash_password(password))


async def set_notice(database: Database, words: str, until: float | None = None) -> None:
    """Show a notice to everybody, until a time in seconds since 1970 or until it is cleared with "".

    Raises:
        HouseError: it is too long, or has invisible characters.
    """
    line = " ".join(words.split())
    try:
        line = line and readable(line, "notice", LONGEST_NOTICE)
    except PydanticCustomError as error:
        raise HouseError(error.message()) from None
    except PydanticKnownError:
        raise HouseError(text("admin.notice_length", most=LONGEST_NOTICE)) from None
    await _set(database, notice=line or None, notice_until=until if line else None)


async def _set(database: Database, **values: str | float | None) -> None:
    async with database.engine.begin() as connection:
        if await last_sign(connection) is None:
            await note_sign(connection, time.time())
        await connection.execute(update(AliveRow).values(**values))
        await tell_servers(connection, BANS)
