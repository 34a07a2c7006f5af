"""The implementations on which each case of Two Rivers is tested: the naive model and the engine."""

from __future__ import annotations

import pytest

from tests.games.rivers.reference.table import MAKERS, Maker


@pytest.fixture(params=sorted(MAKERS))
def table(request: pytest.FixtureRequest) -> Maker:
    return MAKERS[request.param]
