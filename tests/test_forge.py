"""What a forge reads: its workflows name actions, files and targets that exist, and the version is the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import kingdoms

ROOT = Path(__file__).parent.parent
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_a_workflow_calls_what_exists(path: Path) -> None:
    jobs: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job.get("steps", []) if "run" in step]
    for command in commands:
        assert set(re.findall(r"\bmake ([a-z-]+)", command)) <= TARGETS
        assert all((ROOT / file).is_file() for file in re.findall(r"(?:scripts|\.ci)/\w+(?:\.sh)?", command))
    for action in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8")):
        assert (ROOT / action[2:]).is_file() if action.startswith("$/") else PINNED.fullmatch(action), action


@pytest.mark.parametrize(
    ("name", "line"),
    [("CHANGELOG.md", "## [{}] - "), ("CITATION.cff", "version: {}\n"), ("web/package.json", '"version": "{}",')],
)
def test_files_name_the_version_of_the_package(name: str, line: str) -> None:
    assert line.format(kingdoms.__version__) in (ROOT / name).read_text()
