"""Compiled SQL statements, shared by all databases of a test process: otherwise each test would compile the same ones again."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import LRUCache

LARGEST = 2000
"""Capacity of each cache, in statements."""


class _Alike:
    """Makes all dialects of a class equal, since the cache of an engine is keyed by its dialect."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


def share_statements() -> None:
    """Give all later engines of a kind of database the same cache of compiled statements."""
    caches: dict[type[Dialect], LRUCache[Any, Any]] = {}
    for kind in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
        kind.__eq__, kind.__hash__ = _Alike.__eq__, _Alike.__hash__  # type: ignore[assignment]
        caches[kind] = LRUCache(LARGEST)
    make = AsyncEngine.__init__

    def make_sharing(self: AsyncEngine, sync_engine: Engine) -> None:
        make(self, sync_engine)
        if (cache := caches.get(type(sync_engine.dialect))) is not None:
            sync_engine._compiled_cache = cache

    AsyncEngine.__init__ = make_sharing  # type: ignore[method-assign]
