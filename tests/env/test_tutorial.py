"""The program of the tutorial in NumPy learns from some thousand decisions to beat random opponents."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.bots.random_nets import trains

PAGE = Path(__file__).parent.parent.parent / "docs/tutorials/numpy.md"
LEAST = 20_000
"""Decisions after which the learner is clearly better than at random; with the same seed, it is so on any machine."""


@trains
@pytest.mark.long
def test_the_program_beats_random_opponents_by_an_interval(tmp_path: Path) -> None:
    block = re.search(r'```python title="train.py"\n(.*?)```', PAGE.read_text(), re.DOTALL)
    assert block
    (tmp_path / "train.py").write_text(block[1])
    command, one_core = [sys.executable, "train.py", str(LEAST)], os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.run(command, cwd=tmp_path, env=one_core, capture_output=True, text=True, check=True)
    lines = r"^(?:before|after (\d+) decisions): \d+% of the points \[(-?\d+)%, (\d+)%\] in 400 games$"
    (_, low, high), (decisions, lower, _) = re.findall(lines, process.stdout, re.MULTILINE)
    assert int(low) < 50 < int(high) + 5
    assert int(decisions) >= LEAST
    assert int(lower) > 50
