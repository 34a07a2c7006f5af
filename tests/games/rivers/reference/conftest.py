"""What the cases of Two Rivers are played on: the naive model and the engine, each case on both."""

from __future__ import annotations

import pytest

from tests.games.rivers.reference.table import MAKERS, Maker


@pytest.fixture(params=sorted(MAKERS))
def table(request: pytest.FixtureRequest) -> Maker:
    return MAKERS[request.param]
