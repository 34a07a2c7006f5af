"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import logging
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.pages import fixtures
from tests.support.pages.fixtures import (
    artifacts,
    base_url,
    browser_type_launch_args,
    built_client,
    chromium,
    device_context,
    navigator,
    picture,
    site_folder,
    troubles,
    visit,
)
from tests.support.suite import rings
from tests.support.suite.rings import pytest_addoption, pytest_pycollect_makeitem

__all__ = [
    "artifacts",
    "base_url",
    "browser_type_launch_args",
    "built_client",
    "chromium",
    "device_context",
    "navigator",
    "picture",
    "pytest_addoption",
    "pytest_pycollect_makeitem",
    "site_folder",
    "troubles",
    "visit",
]

settings.register_profile("kingdoms", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
# a soak tries new examples in each run, and more of them
settings.register_profile("soak", settings.get_profile("kingdoms"), derandomize=False, max_examples=100)
settings.load_profile("kingdoms")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers of the rings, and configure browsers."""
    rings.configure(config)
    fixtures.configure(config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collections, which take 40 % of the time and free nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of the other ring, and move tests with pages to the end."""
    rings.choose(config, items)
    fixtures.pages_last(items)


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Restore the configuration of logging."""
    names = ("kingdoms", "kingdoms.access", "uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "asyncio")
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger.handlers, logger.propagate, logger.level, logger.disabled) for logger in loggers]
    yield
    for logger, (handlers, propagate, level, disabled) in zip(loggers, before):
        logger.handlers, logger.propagate, logger.disabled = handlers, propagate, disabled
        logger.setLevel(level)
