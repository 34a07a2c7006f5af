"""The script that Alembic runs, on the server's connection or, for the command `alembic`, on one to the configured database.

After a change in tables.py, create a migration with `alembic revision --autogenerate --rev-id NUMBER -m "what changes"`. Its
number, of four digits, is the next one.
"""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection

from kingdoms.server.base.settings import read_settings
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import Base


def run(connection: Connection) -> None:
    """Run migrations on a connection; its owner ends the transaction."""
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    """Run migrations on a new connection, for the command `alembic`."""
    database = Database(read_settings().database_url)
    try:
        async with database.engine.begin() as connection:
            await connection.run_sync(run)
    finally:
        await database.close()


if context.is_offline_mode():
    raise SystemExit("migrations run on a database: alembic's --sql is not for them")
if (existing := context.config.attributes.get("connection")) is not None:
    run(existing)
else:
    asyncio.run(run_alone())
