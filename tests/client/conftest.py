"""A server in this process, at a port, for the client to speak to."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from fastapi import FastAPI

from kingdoms.client import Client
from tests.server.conftest import empty_sqlite_url, make_settings, migrated_file, own_surroundings, sqlite_app, sqlite_url
from tests.support.clients.http import at_a_port

__all__ = ["empty_sqlite_url", "make_settings", "migrated_file", "own_surroundings", "sqlite_app", "sqlite_url"]


@pytest_asyncio.fixture
async def address(sqlite_app: FastAPI) -> AsyncIterator[str]:
    """The URL of the server."""
    async with at_a_port(sqlite_app) as url:
        yield url


@pytest_asyncio.fixture
async def ida(address: str) -> AsyncIterator[Client]:
    """A visitor with a name."""
    async with Client(address, name="Ida") as client:
        yield client
