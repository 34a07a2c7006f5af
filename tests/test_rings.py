"""Which tests are run when: the rings, and what `make check` takes to be near to a change."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.suite import nearest

ROOT = Path(__file__).parent.parent
TESTS = """
import pytest
from tests.support.suite import rings

@pytest.mark.parametrize("size", rings.inner_first(["desk", "phone"]))
def test_size(size): pass

@pytest.mark.both_databases
@pytest.mark.parametrize("kind", rings.inner_first(["sqlite", "postgres"]))
def test_sql(kind): pass

@pytest.mark.outer("the same for longer")
def test_long(): pass

def test_plain(): pass

@pytest.mark.long
def test_slow(): pass
"""
LOST = """
import pytest

@pytest.mark.outer
def test_lost(): pass
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with tests of all kinds."""
    (tmp_path / "conftest.py").write_text(
        "from tests.support.suite import rings\n"
        "from tests.support.suite.rings import pytest_addoption, pytest_pycollect_makeitem\n"
        "def pytest_configure(config): rings.configure(config)\n"
        "def pytest_collection_modifyitems(config, items): rings.choose(config, items)\n"
    )
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nasyncio_default_fixture_loop_scope = function\npythonpath = {ROOT}\n")
    (tmp_path / "test_it.py").write_text(TESTS)
    return tmp_path


def collected_output(suite: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the output of a run that only collects tests."""
    plugins = [f"-pno:{name}" for name in ("cacheprovider", "schemathesis", "asyncio", "playwright", "xdist")]
    pytest.main(["--collect-only", "-q", *plugins, f"--rootdir={suite}", *options, str(suite)])
    output = capsys.readouterr()
    return output.out + output.err


def collected(suite: Path, capsys: pytest.CaptureFixture[str], *options: str) -> set[str]:
    """Return the cases that a run would be of."""
    return {line.partition("::")[2] for line in collected_output(suite, capsys, *options).splitlines() if "::" in line}


def test_each_case_is_in_one_ring(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = collected(suite, capsys, "--ring=inner")
    assert inner == {"test_size[desk]", "test_sql[sqlite]", "test_sql[postgres]", "test_plain", "test_slow"}
    outer = collected(suite, capsys, "--ring=outer")
    assert outer == {"test_size[phone]", "test_long"}
    assert collected(suite, capsys) == collected(suite, capsys, "--ring=all") == inner | outer
    for ring in ("inner", "all"):
        assert collected_output(suite, capsys, f"--ring={ring}").partition("::")[2].startswith("test_slow\n"), (
            "long tests come first"
        )


def test_a_property_is_not_lost_from_the_inner_ring(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (suite / "test_lost.py").write_text(LOST)
    for ring in ("outer", "all"):
        output = collected_output(suite, capsys, f"--ring={ring}")
        assert "in the outer ring only, and for no reason: test_lost.py::test_lost" in output


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tests/core/test_referee.py", ["tests/core/test_referee.py"]),
        (
            "src/kingdoms/server/clocks/service.py",
            [f"tests/server/clocks/test_{name}.py" for name in ("clocks", "outages", "waiting_clocks")],
        ),
        (
            "src/kingdoms/games/rivers/engine/conflict.pxd",
            [
                "tests/games/rivers/engine/test_conflict_revolts.py",
                "tests/games/rivers/engine/test_conflict_wars.py",
                "tests/games/rivers/engine/test_perft.py",
            ],
        ),
        ("compile_engine.py", ["tests/test_builds.py"]),
        ("docs/rules.md", ["tests/test_docs.py"]),
        ("tests/support/games/exhaustive_search.py", ["tests/search/test_exactness.py"]),
        ("tests/browser/test_tables.py", []),
        ("LICENSE", []),
    ],
)
def test_the_nearest_tests_have_the_name_of_the_changed_module(changed: str, tests: list[str]) -> None:
    assert nearest.nearest(changed, ROOT) == tests


def test_without_a_test_of_its_name_those_that_import_a_module_are_nearest() -> None:
    tests = nearest.nearest("src/kingdoms/server/database/writer.py", ROOT)
    assert tests
    assert all("writer" in (ROOT / test).read_text() or test.startswith("tests/server/") for test in tests)


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
