"""Fixtures for the examples of the documentation."""

from __future__ import annotations

import pytest

from kingdoms.bots import BOTS


@pytest.fixture(autouse=True)
def own_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unregister the bots of a page after its examples; other tests would meet them without the page's names."""
    monkeypatch.setattr(BOTS, "_registered", list(BOTS._registered))
