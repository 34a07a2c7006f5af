"""The rings of tests.

`make test` runs the inner ring, which checks every property once, and `make test-all` runs both. A test case is in the outer
ring if it is marked `outer`: it checks a property again, on another database, in another size or theme, or for longer. A whole
test may be in the outer ring only for a reason, which is given as `outer("...")`. If only the other database can fail,
`both_databases` keeps all cases in the inner ring.

Tests marked `long` are run first, so that no run ends with one process at a long test and all others idle.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import pytest

MARKERS = (
    "outer(reason): checks again, elsewhere or for longer, what is checked in the inner ring",
    "both_databases: this is about SQL, so that PostgreSQL is in the inner ring, too",
    "long: takes so long that it is run first",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the ring."""
    parser.addoption("--ring", choices=("inner", "outer", "all"), help="which tests to run")


def configure(config: pytest.Config) -> None:
    """Register the markers."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


def inner_first(cases: Iterable[Any], inner: int = 1) -> list[Any]:
    """Return cases for `parametrize`: the first few in the inner ring, and the rest in the outer ring."""
    return [case if number < inner else pytest.param(case, marks=pytest.mark.outer) for number, case in enumerate(cases)]


def is_outer(item: pytest.Item) -> bool:
    """Return whether a test is in the outer ring."""
    return item.get_closest_marker("outer") is not None and item.get_closest_marker("both_databases") is None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> Generator[None, object, object]:
    """Skip whole tests of the outer ring when the inner one is collected: some take seconds to generate their cases."""
    items = yield
    marks = {marker.name for marker in getattr(obj, "pytestmark", [])} if name.startswith("test_") else set()
    inner = "both_databases" in marks or collector.get_closest_marker("both_databases") is not None
    skipped = collector.config.getoption("--ring") == "inner" and "outer" in marks and not inner
    return [] if skipped else items


def only_outer(items: Iterable[pytest.Item]) -> set[str]:
    """Return the tests that have no case in the inner ring and give no reason."""
    without: set[str] = set()
    within: set[str] = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        marker = item.get_closest_marker("outer")
        if marker is None or marker.args or not is_outer(item):
            within.add(test)
        else:
            without.add(test)
    return without - within


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Move long tests to the front, and deselect the tests of the other ring.

    Raises:
        pytest.UsageError: a property is checked in the outer ring only.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    ring = config.getoption("--ring")
    if ring in ("outer", "all") and (lost := only_outer(items)):
        raise pytest.UsageError(f"in the outer ring only, and for no reason: {', '.join(sorted(lost))}")
    if ring not in ("inner", "outer"):
        return
    deselected = [item for item in items if is_outer(item) != (ring == "outer")]
    items[:] = [item for item in items if is_outer(item) == (ring == "outer")]
    config.hook.pytest_deselected(items=deselected)
