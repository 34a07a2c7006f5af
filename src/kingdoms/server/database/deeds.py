"""The log of deeds: the commands by which operators have changed something, with who ran them, when, and whether they worked.

A deed is written with the first transaction of its command, so that no change is without one.
"""

from __future__ import annotations

import contextlib
import itertools
import shlex
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import DeedRow
from kingdoms.table.base.times import timestamp

KEPT_DAYS: Final = 180
"""Days for which a deed is kept."""
AT_ONCE: Final = 500
"""How many deeds are deleted at once."""
DELETED: Final = "deleted-visitor"
"""Stands for the id of a deleted visitor."""


@dataclass(slots=True)
class Deed:
    """A command of an operator that is being carried out.

    Attributes:
        command: the command with its arguments, without secrets (see `command_line`).
        number: its number in the log, once it is written.
    """

    by: str
    command: str
    number: int | None = None
    fault: str | None = None


_current: ContextVar[Deed | None] = ContextVar("deed", default=None)


def command_line(path: str, arguments: Sequence[object], options: Mapping[str, object]) -> str:
    """Return a command as it would be typed after `kingdoms admin`.

    Args:
        path: its words, such as `visitors ban`.
        options: the values of its options; True for a flag.

    Examples:
        >>> command_line("visitors ban", ["0123"], {"--reason": "rude words", "--force": True})
        "visitors ban 0123 --reason 'rude words' --force"
    """
    pairs = ((name,) if value is True else (name, value) for name, value in options.items())
    return shlex.join(map(str, (*path.split(), *arguments, *itertools.chain.from_iterable(pairs))))


@contextlib.asynccontextmanager
async def log_deed(database: Database, deed: Deed | None) -> AsyncIterator[None]:
    """Log a deed with the transactions of the context; None: there is nothing to log. An error is logged as its outcome."""
    if deed is None:
        yield
        return

    engine, write = database.engine, partial(_record, deed)
    engine.before_commit += (write,)
    token = _current.set(deed)
    try:
        try:
            yield
        except Exception as error:
            deed.fault = str(error)
            with contextlib.suppress(Exception):  # the error of the command is the one to report
                async with engine.begin():
                    pass
            raise
        if deed.number is None:
            async with engine.begin():
                pass
    finally:
        _current.reset(token)
        engine.before_commit = tuple(hook for hook in engine.before_commit if hook is not write)


async def _record(deed: Deed, connection: AsyncConnection) -> None:
    """Write a deed in a transaction of its context that is about to be committed, unless its line is there; also its fault."""
    if _current.get() is not deed:
        return
    outcome = update(DeedRow).where(DeedRow.number == deed.number).values(fault=deed.fault)
    is_written = deed.number is not None and (deed.fault is None or await execute_count(connection, outcome))
    if not is_written:  # the transaction of its line may have failed at the commit
        values = {"at": time.time(), "by": deed.by[:100], "command": deed.command, "fault": deed.fault}
        deed.number = await connection.scalar(insert(DeedRow).values(**values).returning(DeedRow.number))


async def find(database: Database, most: int) -> list[dict[str, Any]]:
    """Return the newest deeds as JSON data, the newest first; `fault` is null if the command worked."""
    query = select(*DeedRow.__table__.columns).order_by(DeedRow.number.desc()).limit(most)
    return [{**row._mapping, "at": timestamp(row.at)} for row in await database.rows(query)]


async def rename(connection: AsyncConnection, old: str, new: str = DELETED) -> None:
    """Replace a visitor's id in the log, also in the deed that is being carried out; by default, the visitor is deleted."""
    if (deed := _current.get()) is not None:
        deed.command = deed.command.replace(old, new)
    columns = (DeedRow.command, DeedRow.fault)
    values = {column.key: func.replace(column, old, new) for column in columns}
    await connection.execute(update(DeedRow).where(or_(*(column.contains(old) for column in columns))).values(values))


async def delete_old(database: Database) -> int:
    """Delete deeds of long ago; return how many."""
    oldest = select(DeedRow.number).where(DeedRow.at < time.time() - KEPT_DAYS * 24 * 3600).limit(AT_ONCE)
    return await database.execute(delete(DeedRow).where(DeedRow.number.in_(oldest)))
