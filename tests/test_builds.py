"""The interpreted and the compiled engine play the same game."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parent.parent
GAMES = 2000


def digest_with(path: list[Path]) -> dict[str, object]:
    """Return what the digest program says when it imports from these folders first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONHASHSEED": "0"}
    program = [sys.executable, str(ROOT / "tests/support/digest.py"), str(GAMES), "1"]
    said = subprocess.run(program, env=environment, capture_output=True, text=True, check=True, cwd=ROOT / "tests")
    answer: dict[str, object] = json.loads(said.stdout)
    return answer


def test_interpreted_and_compiled_play_the_same() -> None:
    support = ROOT / "tests/support"
    interpreted, installed = digest_with([ROOT / "src", support]), digest_with([support])
    assert interpreted.pop("engine") == "interpreted"
    kind = installed.pop("engine")
    if os.environ.get("KINGDOMS_COMPILE") == "require":
        assert kind == "compiled"
    assert interpreted == installed
    if kind == "interpreted":
        pytest.skip("no compiled engine is installed here: two interpreted ones were compared")


@pytest.mark.parametrize("module", ["core/constants", "middlesea/codes", "middlesea/geometry"])
def test_constants_of_compiled_modules_are_plain_numbers(module: str) -> None:
    source = (ROOT / "src/kingdoms" / module).with_suffix(".py").read_text()
    names = [
        statement.targets[0].id
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    ]
    declared = hatch_build.c_constants(source).split("\n")
    assert declared[0] == "cdef enum:"
    assert {line.split()[0] for line in declared[1:] if line} <= set(names)
    assert len(declared) > 2
