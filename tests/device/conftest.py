"""Devices in memory, alone and beside a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI

from kingdoms.device import Device, DirectThinker, MemoryStore
from kingdoms.device.requests import request_schemas
from kingdoms.server.app.asgi import create_app
from tests.server.conftest import (
    empty_sqlite_url,
    make_settings,
    migrated_file,
    own_surroundings,
    sqlite_app,
    sqlite_url,
)
from tests.support.clients.homes import Homes, share_chance
from tests.support.clients.http import Browser

__all__ = ["empty_sqlite_url", "make_settings", "migrated_file", "own_surroundings", "sqlite_app", "sqlite_url"]


@pytest.fixture(scope="session")
def schemas() -> Any:
    """The part of the server's OpenAPI document that a device needs."""
    document = create_app().openapi()
    return request_schemas(document, document["paths"])


@pytest_asyncio.fixture
async def device(schemas: Any) -> AsyncIterator[Device]:
    """A device with nothing kept."""
    device = Device(MemoryStore(), DirectThinker(), schemas)
    await device.start()
    yield device
    await device.stop()


@pytest_asyncio.fixture
async def homes(sqlite_app: FastAPI, device: Device, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Homes]:
    """A server and a device with the same person, whose games have the same chance."""
    share_chance(monkeypatch)
    async with Browser(sqlite_app) as browser:
        homes = Homes(browser, device)
        await homes.ask("PUT", "/me", {"name": "Ida"})
        yield homes
