"""Settings for all tests, and what those need that visit pages."""

from __future__ import annotations

from browsers import (
    artifacts,
    base_url,
    browser_type_launch_args,
    built_client,
    chromium,
    picture,
    pytest_collection_modifyitems,
    pytest_configure,
    troubles,
    visit,
)
from hypothesis import HealthCheck, settings

__all__ = [
    "artifacts",
    "base_url",
    "browser_type_launch_args",
    "built_client",
    "chromium",
    "picture",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "troubles",
    "visit",
]

settings.register_profile("kingdoms", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kingdoms")
