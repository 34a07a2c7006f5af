"""Where a database mentions a text, such as a visitor's id."""

from __future__ import annotations

from sqlalchemy import JSON, String, Text, case, cast, func, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import Base


async def mentions(database: Database, text: str) -> list[str]:
    """Return the columns of the database that contain a text."""
    names: list[str] = []
    async with database.read_engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            columns = [column for column in table.columns if isinstance(column.type, (String, Text, JSON))]
            is_in = [func.max(case((cast(column, Text).contains(text), 1), else_=0)) for column in columns]
            row = (await connection.execute(select(func.count(), *is_in).select_from(table))).one()
            names += [f"{table.name}.{column.name}" for column, is_there in zip(columns, row[1:], strict=True) if is_there]
    return names
