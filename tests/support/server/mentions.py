"""Where a database mentions a text, such as a visitor's id."""

from __future__ import annotations

from sqlalchemy import JSON, String, Text, cast, select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import Base


async def mentions(database: Database, text: str) -> list[str]:
    """Return the columns of the database in which a text is found."""
    names = []
    async with database.read_engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                if isinstance(column.type, (String, Text, JSON)):
                    query = select(column).where(cast(column, Text).contains(text)).limit(1)
                    if (await connection.execute(query)).first() is not None:
                        names.append(f"{table.name}.{column.name}")
    return names
