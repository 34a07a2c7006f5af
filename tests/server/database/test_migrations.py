"""Migrations: they make the tables of the models, run when a server starts, and go with tables of known versions only."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, insert, select, text

from kingdoms.server.app.asgi import create_app
from kingdoms.server.database import engine as database_module
from kingdoms.server.database.engine import (
    Database,
    DatabaseError,
    alembic_config,
    known_versions,
    newest_version,
    open_database,
    revision,
)
from kingdoms.server.database.tables import Base, VisitorRow
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser
from tests.support.server.launch import MakeSettings, running, serving

pytestmark = pytest.mark.both_databases
ADDS_A_COLUMN = 'op.add_column("visitors", sa.Column("motto", sa.String(30), nullable=False, server_default="none"))'
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{version}", "{newest}"


def upgrade() -> None:
    {change}
"""


def differences(connection: Connection) -> list[Any]:
    """Return the differences between a database and the models."""
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, Base.metadata))


async def test_the_migrations_make_what_the_models_say(database: Database) -> None:
    async with database.engine.begin() as connection:
        assert await connection.run_sync(differences) == []


async def test_several_servers_may_start_at_once(empty_database_url: str) -> None:
    databases = [Database(empty_database_url) for _ in range(4)]
    await asyncio.gather(*(database.migrate() for database in databases))
    await asyncio.gather(*(database.check() for database in databases))
    await asyncio.gather(*(database.close() for database in databases))


def test_migrations_form_one_line_in_the_order_of_their_numbers() -> None:
    scripts = ScriptDirectory.from_config(alembic_config())
    assert len(scripts.get_heads()) == 1
    assert known_versions() == [script.revision for script in scripts.walk_revisions()][::-1]


async def test_a_database_that_is_up_to_date_is_opened_without_alembic(sqlite_url: str) -> None:
    async with open_database(sqlite_url):
        pass
    program = (
        "import asyncio, sys\n"
        "from kingdoms.server.database.engine import open_database\n"
        "async def opened():\n"
        f"    async with open_database({sqlite_url!r}): print('alembic' in sys.modules)\n"
        "asyncio.run(opened())"
    )
    result = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


# -- versions that this program does not know ------------------------------------------------------------------------------


async def contents(url: str) -> dict[str, list[Any]]:
    """Return the columns and rows of all tables of a database."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        metadata = MetaData()
        metadata.reflect(connection)
        tables = metadata.sorted_tables
        return {table.name: [table.columns.keys(), *connection.execute(select(table)).mappings()] for table in tables}

    database = Database(url)
    async with database.read_engine.connect() as connection:
        rows = await connection.run_sync(read)
    await database.close()
    return rows


async def set_version(url: str, version: str) -> None:
    """Mark the tables of a database as those of a version."""
    database = Database(url)
    await database.execute(text("UPDATE alembic_version SET version_num = :version").bindparams(version=version))
    await database.close()


async def test_tables_of_an_unknown_version_are_refused_and_stay_as_they_are(
    database_url: str, make_settings: MakeSettings, tmp_path: Path
) -> None:
    """By servers that start, and by commands; those of a newer program may be saved for it."""
    settings, current, file = make_settings(database=database_url), str(tmp_path / "current"), tmp_path / "backup"
    admin = Admin(settings)
    async with open_database(database_url) as database:
        await database.execute(insert(VisitorRow).values(id="0" * 32, name="Ida", created=1.0))
    await admin.does("backup", current)
    for version, sentence in (
        ("0001", "The database was made by a development build before 0.1.0 (version 0001 of the tables)"),
        ("9999", f"The database is of version 9999, and this program knows versions up to {newest_version()}"),
    ):
        await set_version(database_url, version)
        before = await contents(database_url)
        with pytest.raises(DatabaseError, match=re.escape(sentence)):
            async with serving(settings):
                pass
        for words in (["check"], ["games", "list"], ["visitors", "list"], ["purge", "--finished", "30"]):
            assert (await admin.refuses(*words)).startswith(sentence)
        if version == "0001":
            assert (await admin.refuses("backup", str(file))).startswith(sentence)
            assert not file.exists()
            assert (await admin.refuses("restore", current, "--force")).startswith(sentence)
        else:
            await admin.does("backup", str(file))
        assert await contents(database_url) == before


# -- the next version ------------------------------------------------------------------------------------------------------


def add_migration(change: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a migration that makes a change in `upgrade` after all others, and return its version."""
    newest = newest_version()
    version = f"{int(newest) + 1:04}"
    shutil.copytree(database_module.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / f"{version}_next.py").write_text(MIGRATION.format(version=version, newest=newest, change=change))
    monkeypatch.setattr(database_module, "MIGRATIONS", folder)
    return version


async def motto_of_ida(url: str) -> tuple[str | None, str]:
    """Return the version of a database, and what the next migration has added to the row of Ida."""
    async with open_database(url) as database, database.read_engine.connect() as connection:
        motto = await connection.scalar(text("SELECT motto FROM visitors WHERE name = 'Ida'"))
        return await connection.run_sync(revision), str(motto)


async def test_a_start_and_a_restored_backup_bring_older_tables_up_to_date(
    database_url: str, make_settings: MakeSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, file = make_settings(database=database_url), str(tmp_path / "backup")
    app, admin = create_app(settings), Admin(settings)
    async with running(app), Browser(app) as ida:
        await ida.ask("PUT", "/me", {"name": "Ida"})
        game = (await ida.new_game("me", "bot:random"))["id"]
        before = await ida.settled(game)
        cookies = ida.http.cookies
    version = add_migration(ADDS_A_COLUMN, tmp_path / "migrations", monkeypatch)
    assert f"this program needs version {version}: kingdoms serve upgrades it" in await admin.refuses("games", "list")
    await admin.does("backup", file)
    async with serving(settings) as app, Browser(app) as ida:
        ida.http.cookies.update(cookies)
        assert (await ida.settled(game))["number"] == before["number"]
        assert [row["id"] for row in await admin.lines("games", "list")] == [game]
        assert (await admin.answers("check"))["faults"] == 0
    assert await motto_of_ida(database_url) == (version, "none")
    elsewhere = make_settings(data=tmp_path)
    await Admin(elsewhere).does("restore", file)
    assert await motto_of_ida(elsewhere.database_url) == (version, "none")


async def test_a_migration_that_fails_changes_nothing(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await contents(database_url)
    failing = f'{ADDS_A_COLUMN}\n    op.execute("DELETE FROM nowhere")'
    add_migration(failing, tmp_path / "migrations", monkeypatch)
    with pytest.raises(DatabaseError, match=r"cannot be used: .*nowhere"):
        async with open_database(database_url):
            pass
    assert await contents(database_url) == before
