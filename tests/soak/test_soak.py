"""The soak itself works: a short one, with servers killed and hostile visitors, loses nothing and says so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.outer("each thing that it finds lost has a test of its own; this one is of the soak itself")
@pytest.mark.skipif(os.environ.get("KINGDOMS_TEST_POSTGRES") == "no", reason="KINGDOMS_TEST_POSTGRES=no")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there each visitor has an address of their own")
def test_a_short_soak_loses_nothing() -> None:
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    command = [sys.executable, str(ROOT / "tests/soak/soak.py"), "--minutes", "0.2", "--players", "3"]
    result = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    counts = {
        name: int(count.replace(",", "")) for name, count in re.findall(r"│ ([a-z][\w ,]+?) +│ +([\d,]+) │", result.stdout)
    }
    assert counts["actions acknowledged, and found in their games"] > 0
    assert counts["acknowledged actions that were lost"] == 0
    assert counts["kills"] > 0
    assert "changing cookies" in result.stdout
