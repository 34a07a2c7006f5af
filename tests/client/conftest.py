"""A server in this process, at a port, for the client to speak to."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.client import Client
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings
from tests.support.clients.http import at_a_port
from tests.support.server.launch import running


@pytest_asyncio.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    """A server on SQLite."""
    for name in [name for name in os.environ if name.startswith("KINGDOMS_")]:
        monkeypatch.delenv(name)
    settings = read_settings(
        data=tmp_path / "data", database=f"sqlite:///{tmp_path / 'games.db'}", secret="a secret for tests only", rate=100_000
    )
    async with running(create_app(settings)) as app:
        yield app


@pytest_asyncio.fixture
async def address(app: FastAPI) -> AsyncIterator[str]:
    """The URL of the server."""
    async with at_a_port(app) as url:
        yield url


@pytest_asyncio.fixture
async def ida(address: str) -> AsyncIterator[Client]:
    """A visitor with a name."""
    async with Client(address, name="Ida") as client:
        yield client
