"""The program of the tutorial on training runs, with fewer steps and games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed: run make rl-test")

PAGE = Path(__file__).parent.parent.parent / "docs/tutorials/ppo.md"


def test_the_program_trains_and_reports(tmp_path: Path) -> None:
    block = re.search(r'```python title="train.py"\n(.*?)```', PAGE.read_text(), re.DOTALL)
    assert block
    (tmp_path / "train.py").write_text(block[1])
    process = subprocess.run(
        [sys.executable, "train.py", "2048", "4"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600
    )
    assert process.returncode == 0, process.stderr
    rows = re.findall(r"^after (\d+) steps: (\d+)% of the points \[-?\d+%, \d+%\] in 4 games$", process.stdout, re.MULTILINE)
    assert [int(steps) for steps, _ in rows] == [0, 2048]
    assert (tmp_path / "learner.zip").stat().st_size > 100_000
