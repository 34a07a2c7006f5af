"""Fixtures of the terminal and the server, for the tests of games."""

from __future__ import annotations

from tests.cli.conftest import folder, play, record_file
from tests.server.conftest import (
    address,
    app,
    bob,
    database_url,
    empty_sqlite_url,
    eve,
    ida,
    make_settings,
    migrated_file,
    migrated_postgres,
    own_surroundings,
    postgres_server,
    postgres_url,
    sqlite_url,
)

__all__ = [
    "address",
    "app",
    "bob",
    "database_url",
    "empty_sqlite_url",
    "eve",
    "folder",
    "ida",
    "make_settings",
    "migrated_file",
    "migrated_postgres",
    "own_surroundings",
    "play",
    "postgres_server",
    "postgres_url",
    "record_file",
    "sqlite_url",
]
