"""The operator's commands about reported remarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdoms.server.admin.opening import NotInDatabase
from kingdoms.server.database.engine import Database
from kingdoms.server.talk import cases


async def show(database: Database, number: int) -> dict[str, Any]:
    """Return a case.

    Raises:
        NotInDatabase: there is no such case.
    """
    case = await cases.case(database, number)
    if case is None:
        raise unknown_case(number)
    return case


async def settle(database: Database, numbers: Sequence[int], status: str) -> None:
    """Set the status of cases, all or none. The visitors who made the reports are notified on their next visit.

    Raises:
        NotInDatabase: one of them does not exist.
    """
    async with database.engine.begin() as connection:
        for number in dict.fromkeys(numbers):
            if not await cases.settle(connection, number, status):
                raise unknown_case(number)


def unknown_case(number: int | str) -> NotInDatabase:
    """Return the error for an unknown case."""
    return NotInDatabase(f"there is no report {number}")
