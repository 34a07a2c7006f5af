"""The tutorials do what they show: their files are written, their commands run, and their output compared."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from kingdoms.cli.main import main

PAGES = Path(__file__).parent.parent / "docs/tutorials"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)
ELSEWHERE = {
    "node": "tests/test_docs.py",
    "numpy": "tests/env/test_tutorial.py",
    "ppo": "tests/rl/test_tutorial.py",
    "analysis": "doctests of the page",
}
"""The pages without commands of ours, with what runs their code instead."""
SLOW = {"study": "starts processes for the games, and imports the statistics"}


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with the output that is shown after it."""
    result: list[tuple[str, str]] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            result.append((line[2:].strip(), ""))
        else:
            command, output = result[-1]
            result[-1] = command, output + line
    return result


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command here, since another process would have to import everything again."""
    name, *arguments = shlex.split(command)
    if name == "kingdoms":
        assert main(arguments) == 0
        return
    assert name == "python", f"{command}: a tutorial calls kingdoms or python"
    monkeypatch.setattr(sys, "argv", arguments)
    runpy.run_path(arguments[0], run_name="__main__")


def tutorials() -> list[Any]:
    """Return the tutorials to run, the slow ones in the outer ring."""
    names = sorted(path.stem for path in PAGES.glob("*.md") if path.stem not in ELSEWHERE)
    return [pytest.param(name, marks=pytest.mark.outer(SLOW[name]) if name in SLOW else ()) for name in names]


@pytest.mark.parametrize("tutorial", tutorials())
def test_a_tutorial_prints_what_it_shows(
    tutorial: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    modules_before = set(sys.modules)
    ran = 0
    for language, title, text in BLOCK.findall((PAGES / f"{tutorial}.md").read_text()):
        if title:
            (tmp_path / title).write_text(text)
        for command, expected in commands(text) if language == "console" else []:
            run(command, monkeypatch)
            output, ran = capsys.readouterr().out, ran + 1
            assert doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS), f"$ {command}\n{output}"
    assert ran
    for name in set(sys.modules) - modules_before:
        if getattr(sys.modules[name], "__file__", None) and Path(str(sys.modules[name].__file__)).is_relative_to(tmp_path):
            del sys.modules[name]
