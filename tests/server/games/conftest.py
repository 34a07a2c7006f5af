"""Servers with games, once on SQLite and once on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from administering import Admin
from fastapi import FastAPI
from playing import Browser, at_a_port

from kingdoms.server.app import create_app
from kingdoms.server.settings import Settings

MakeSettings = Callable[..., Settings]


@pytest_asyncio.fixture
async def app(database_url: str, make_settings: MakeSettings) -> AsyncIterator[FastAPI]:
    """A server in this process, on each kind of database."""
    app = create_app(make_settings(database=database_url))
    async with app.router.lifespan_context(app):
        yield app


@pytest_asyncio.fixture
async def ida(app: FastAPI) -> AsyncIterator[Browser]:
    """Somebody."""
    async with Browser(app) as browser:
        await browser.ask("PUT", "/me", {"name": "Ida"})
        yield browser


@pytest_asyncio.fixture
async def bob(app: FastAPI) -> AsyncIterator[Browser]:
    """Somebody else."""
    async with Browser(app) as browser:
        await browser.ask("PUT", "/me", {"name": "Bob"})
        yield browser


@pytest_asyncio.fixture
async def eve(app: FastAPI) -> AsyncIterator[Browser]:
    """Somebody who holds no seat."""
    async with Browser(app) as browser:
        yield browser


@pytest_asyncio.fixture
async def address(app: FastAPI) -> AsyncIterator[str]:
    """The address at which `app` can be reached by sockets."""
    async with at_a_port(app) as where:
        yield where


@pytest.fixture
def admin(app: FastAPI) -> Admin:
    """Whoever runs `app`, at the command line."""
    return Admin(app.state.settings)


@pytest_asyncio.fixture
async def two_servers(postgres_url: str, make_settings: MakeSettings) -> AsyncIterator[tuple[FastAPI, FastAPI]]:
    """Two servers on one PostgreSQL."""
    async with AsyncExitStack() as stack:
        apps = [create_app(make_settings(database=postgres_url)) for _ in range(2)]
        for app in apps:
            await stack.enter_async_context(app.router.lifespan_context(app))
        yield apps[0], apps[1]
