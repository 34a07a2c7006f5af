"""Settings for all tests, and what those need that visit pages."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import browsers
import pytest
import rings
from browsers import (
    artifacts,
    base_url,
    browser_type_launch_args,
    built_client,
    chromium,
    picture,
    troubles,
    visit,
)
from hypothesis import HealthCheck, settings
from rings import pytest_addoption

__all__ = [
    "artifacts",
    "base_url",
    "browser_type_launch_args",
    "built_client",
    "chromium",
    "picture",
    "pytest_addoption",
    "troubles",
    "visit",
]

settings.register_profile("kingdoms", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
# other examples each time, and more of them
settings.register_profile("soak", settings.get_profile("kingdoms"), derandomize=False, max_examples=100)
settings.load_profile("kingdoms")


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers of the rings known, and watch pages."""
    rings.configure(config)
    browsers.configure(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other ring, and put those that visit pages last."""
    rings.choose(config, items)
    browsers.pages_last(items)


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Leave logging as it was."""
    names = ("kingdoms", "kingdoms.access", "uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "asyncio")
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger.handlers, logger.propagate, logger.level, logger.disabled) for logger in loggers]
    yield
    for logger, (handlers, propagate, level, disabled) in zip(loggers, before):
        logger.handlers, logger.propagate, logger.disabled = handlers, propagate, disabled
        logger.setLevel(level)
