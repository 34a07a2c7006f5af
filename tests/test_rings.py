"""Which tests are run when: the rings, and what `make check` takes to be near to a change."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.suite import nearest, rings

ROOT = Path(__file__).parent.parent
OUTER, REASON, BOTH, LONG = pytest.mark.outer, pytest.mark.outer("for longer"), pytest.mark.both_databases, pytest.mark.long
MARKED = {"plain": [], "size[desk]": [], "size[phone]": [OUTER], "sql[sqlite]": [BOTH], "sql[postgres]": [OUTER, BOTH]}
MARKED |= {"slow": [REASON], "last": [LONG]}


def chosen(ring: str, **marked: list[pytest.MarkDecorator]) -> list[str]:
    """Return the cases of a ring in their order."""

    def case(name: str, decorators: list[pytest.MarkDecorator]) -> Any:
        marks = {decorator.name: decorator.mark for decorator in decorators}
        return SimpleNamespace(nodeid=name, get_closest_marker=marks.get)

    items = [case(name, decorators) for name, decorators in (MARKED | marked).items()]
    hook = SimpleNamespace(pytest_deselected=dict)
    config: Any = SimpleNamespace(getoption=lambda _: ring, hook=hook)
    rings.choose(config, items)
    return [item.nodeid for item in items]


def test_each_case_is_in_one_ring_and_long_tests_come_first() -> None:
    assert chosen("inner") == ["last", "plain", "size[desk]", "sql[sqlite]", "sql[postgres]"]
    assert chosen("outer") == ["size[phone]", "slow"]
    assert chosen("all") == ["last", *(name for name in MARKED if name != "last")]
    with pytest.raises(pytest.UsageError, match=r"in the outer ring only, and for no reason: lost$"):
        chosen("outer", **{"lost[1]": [OUTER], "lost[2]": [OUTER]})


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tests/core/test_referee.py", ["tests/core/test_referee.py"]),
        ("tests/support/games/exhaustive_search.py", ["tests/search/test_exactness.py"]),
        ("src/kingdoms/server/clocks/outages.py", ["tests/server/clocks/test_outages.py"]),
        ("compile_engine.py", ["tests/test_builds.py"]),
        ("docs/rules.md", ["tests/test_docs.py"]),
        ("tests/browser/test_tables.py", []),
    ],
)
def test_the_nearest_tests_have_the_name_of_the_changed_module_or_import_it(changed: str, tests: list[str]) -> None:
    assert nearest.nearest(changed, ROOT) == tests


def test_changes_since_main_are_found(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        config = ["-c", "user.name=Ida", "-c", "user.email=ida@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *config, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (tmp_path / "old.py").write_text("1")
    git("add", ".")
    git("commit", "-q", "-m", "core: begin")
    assert nearest.changed_files(tmp_path) == []
    git("switch", "-q", "-c", "work")
    (tmp_path / "committed.py").write_text("2")
    git("add", ".")
    git("commit", "-q", "-m", "core: go on")
    (tmp_path / "old.py").write_text("3")
    (tmp_path / "new.py").write_text("4")
    assert nearest.changed_files(tmp_path) == ["committed.py", "new.py", "old.py"]
