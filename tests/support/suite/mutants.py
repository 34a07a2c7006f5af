"""Mutation tests: changes code in small ways, one after the other, and shows the changes that no test notices.

`python tests/support/suite/mutants.py 'kingdoms.lab.estimates*'` runs mutmut with the tests of the changed modules.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from unittest.mock import patch

from mutmut.__main__ import cli
from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.runners.harness import PytestRunner
from mutmut.state import state
from mutmut.stats import status_by_exit_code

CHANGED = Path("mutants")
"""The copy of the repository in which mutmut works."""
RUN_TESTS = PytestRunner.run_tests
NOTICED = ("killed", "timeout", "segfault")


def modules(patterns: Iterable[str]) -> dict[str, Path]:
    """Return the modules that contain functions with these names, and their files."""
    files = {".".join(path.relative_to("src").with_suffix("").parts): path for path in sorted(Path("src").rglob("*.py"))}
    return {
        name: path
        for name, path in files.items()
        if any(fnmatch(name, pattern) or pattern.startswith(f"{name}.") for pattern in patterns)
    }


def tests_of(module: str) -> set[str]:
    """Return the tests of a module: all of its game, or the files that import it, or else those of its package."""
    package, _, name = module.rpartition(".")
    _, top, *rest = module.split(".")
    if top == "games":
        return {f"tests/games/{rest[0]}", "tests/golden"}
    imports = re.compile(rf"\bfrom {package} import .*\b{name}\b|\b{module}\b")
    tests = {str(path) for path in Path("tests").rglob("test_*.py") if imports.search(path.read_text())}
    return tests or {str(Path("tests", *module.split(".")[1:-1]))}


def borrow_engine() -> None:
    """Copy the installed compiled modules, so that only changed modules run interpreted."""
    installed = Path(sysconfig.get_path("platlib"), "kingdoms")
    for library in installed.rglob("*.so"):
        copy = CHANGED / "src" / "kingdoms" / library.relative_to(installed)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(library, copy)


def results(files: Iterable[Path], patterns: list[str]) -> Iterator[tuple[str, str, Path]]:
    """Yield the name, the result and the file of each change."""
    for path in files:
        data = SourceFileMutationData(path=path)
        data.load()
        for name, code in data.exit_code_by_key.items():
            if any(fnmatch(name, pattern) for pattern in patterns):
                yield name, status_by_exit_code[code], path


def quickest_first(runner: PytestRunner, *, mutant_name: str | None, tests: Iterable[str]) -> int:
    """Run the quickest tests first: they notice most changes."""
    return int(RUN_TESTS(runner, mutant_name=mutant_name, tests=sorted(tests, key=state().duration_by_test.__getitem__)))


def is_noticed(name: str, tests: Iterable[str]) -> bool:
    """Return whether a run of all tests notices a change: mutmut omits tests that share fixtures with earlier ones."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", *config().pytest_add_cli_args, *tests]
    surroundings = os.environ | {"MUTANT_UNDER_TEST": name, "PYTHONPATH": "src"}
    return subprocess.run(command, cwd=CHANGED, env=surroundings, stdout=subprocess.DEVNULL, check=False).returncode != 0


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("wanted", nargs="+", help="which functions are changed, as in 'kingdoms.lab.estimates.x_between*'")
    parser.add_argument("--tests", action="append", help="which tests are run; by default those of the modules")
    parser.add_argument("--max-children", default=str(os.cpu_count()), help="how many changes are tried at once")
    arguments = parser.parse_args()
    modules_by_name = modules(arguments.wanted)
    tests = arguments.tests or sorted({test for name in modules_by_name for test in tests_of(name)})
    print("changed:", *modules_by_name.values(), "\nby the tests:", *tests)
    os.environ.setdefault("KINGDOMS_TEST_POSTGRES", "no")
    shutil.rmtree(CHANGED, ignore_errors=True)
    if not any(path.with_suffix(".pxd").exists() for path in modules_by_name.values()):
        borrow_engine()
    config().only_mutate = [str(path) for path in modules_by_name.values()]
    config().pytest_add_cli_args_test_selection = tests
    with patch.object(PytestRunner, "run_tests", quickest_first):
        cli(["run", "--max-children", arguments.max_children, *arguments.wanted], standalone_mode=False)
    left = [(name, path) for name, status, path in results(modules_by_name.values(), arguments.wanted) if status not in NOTICED]
    for name, path in left:
        if not is_noticed(name, tests):
            print(f"\n{name}\n{get_diff_for_mutant(name, path=path)}")
