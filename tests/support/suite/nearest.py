"""A quick check of the changes since main: `make check`.

It checks style, types and imports, then runs the tests nearest to each changed file, without browsers and the outer ring:

- a test itself;
- for a helper of tests, the tests that import it;
- for a module, the tests of the same name, or else those of its folder that import it, or else all of its folder;
- for rules, also the game's counts of action sequences.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[3]
PACKAGE = "src/kingdoms/"
BIN = Path(sys.executable).parent
SLOW = re.compile(r"test_browser|tests/browser/|tests/dist/|tests/soak/")
"""Tests that only `make test` runs."""


def changed_files(root: Path) -> list[str]:
    """Return the files that differ from main's, including untracked ones."""

    def git(*arguments: str) -> list[str]:
        process = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
        return process.stdout.split("\n")[:-1] if process.returncode == 0 else []

    main = git("rev-parse", "--verify", "-q", "origin/main") or git("rev-parse", "--verify", "-q", "main")
    base = git("merge-base", "HEAD", *main) if main else []
    paths = git("diff", "--name-only", "--no-renames", *(base or ["HEAD"])) + git("ls-files", "--others", "--exclude-standard")
    return sorted(set(paths))


def imports(test: Path, module: str) -> bool:
    """Return whether a test imports a module, given by its dotted name."""
    package, _, name = module.rpartition(".")
    pattern = rf"^(from {re.escape(module)} import|import {re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b)"
    code = test.read_text(encoding="utf-8")
    return re.search(pattern if package else rf"^(from|import) {re.escape(module)}\b", code, re.M) is not None


def mirrored(path: PurePosixPath) -> tuple[str, list[str]]:
    """Return the folder of a module's tests, and patterns of their names, which are anywhere in the folder of a game."""
    parts = path.relative_to(PACKAGE).parent.parts
    folder = "/".join(("tests", *(parts[:2] if parts[:1] == ("games",) else parts)))
    names = [path.stem, f"{path.stem}_*", f"{path.stem}s", *(["perft"] if "engine" in parts else [])]
    return folder, [f"{folder}/{'*/' if parts[:1] == ('games',) else ''}test_{name}.py" for name in names]


def nearest(changed: str, root: Path) -> list[str]:
    """Return the tests nearest to a changed file; none if there is no such test.

    Args:
        changed: the path of the file, relative to the root.
        root: the root of the repository.

    Example:
        >>> nearest("src/kingdoms/server/clocks/outages.py", ROOT)
        ['tests/server/clocks/test_outages.py']
    """
    path = PurePosixPath(changed)
    tests = [test for test in sorted((root / "tests").rglob("test_*.py")) if not SLOW.search(test.as_posix())]
    if path.name.startswith("test_") and path.suffix == ".py":
        near_tests = [test for test in tests if test == root / path]
    elif changed.startswith("tests/"):
        module = ".".join(path.with_suffix("").parts)
        near_tests = [test for test in tests if imports(test, module)]
    elif changed.startswith(PACKAGE):
        folder, patterns = mirrored(path)
        module = ".".join(path.relative_to("src").with_suffix("").parts)
        near = [test for test in tests if test.is_relative_to(root / folder)]
        named = {test for pattern in patterns for test in root.glob(pattern)}
        near_tests = [test for test in near if test in named] or [test for test in near if imports(test, module)] or near
    elif changed.startswith(("docs/", "README")):
        near_tests = [root / "tests/test_docs.py"]
    else:
        near_tests = [test for test in tests if test.parent == root / "tests" and imports(test, path.stem)]
    return [test.relative_to(root).as_posix() for test in near_tests]


def nearest_to_all(changed: Iterable[str], root: Path) -> list[str]:
    """Return the tests nearest to changed files, each once."""
    return sorted({test for path in changed for test in nearest(path, root)})


class Step(NamedTuple):
    """A step of the check: its name, its command, its working directory, and additional environment variables."""

    name: str
    command: list[str]
    folder: Path = ROOT
    variables: tuple[tuple[str, str], ...] = ()


def is_good(step: Step) -> bool:
    """Run a step; print its time and, if it fails, its output; return whether it has succeeded."""
    start = time.monotonic()
    options: dict[str, Any] = {"cwd": step.folder, "env": os.environ | dict(step.variables), "text": True}
    process = subprocess.run(step.command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    seconds, good = time.monotonic() - start, process.returncode == 0
    print(
        f"{step.name}: {seconds:.0f} s" if good else f"{process.stdout}\n{step.name}: FAILED after {seconds:.0f} s", flush=True
    )
    return good


def steps(changed: list[str]) -> Iterator[Step]:
    """Yield the steps, the longest first."""
    variables = (("PYTHONPATH", "src"),)
    tests = nearest_to_all(changed, ROOT)
    if tests:
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--ring", "inner", *tests]
        yield Step(f"Tests ({', '.join(tests)})", command, variables=variables)
    npm = shutil.which("npm")
    if npm and any(path.startswith("web/") for path in changed):
        yield Step("Client: style", [npm, "run", "-s", "lint"], ROOT / "web")
        yield Step("Client: types", [npm, "run", "-s", "check"], ROOT / "web")
        yield Step("Client: tests", [npm, "test", "-s", "--", "--changed", "main"], ROOT / "web")
    yield Step("Types", [str(BIN / "mypy")])
    yield Step("Imports", [str(BIN / "lint-imports")], variables=variables)
    yield Step("Style", [str(BIN / "ruff"), "check", "."])
    yield Step("Format", [str(BIN / "ruff"), "format", "--check", "."])


def main() -> int:
    """Run the steps, two at a time, and return 0 if all succeed."""
    changed = [path for path in changed_files(ROOT) if (ROOT / path).exists()]
    print(f"{len(changed)} files have changed since main.", flush=True)
    with ThreadPoolExecutor(2) as pool:
        return 0 if all(list(pool.map(is_good, steps(changed)))) else 1


if __name__ == "__main__":
    sys.exit(main())
