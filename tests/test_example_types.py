"""The examples in the documentation pass a strict type checker, as a user's program would."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def source_of(text: str) -> str:
    """Return the statements of an example with prompts; an example without prompts is returned unchanged."""
    examples = doctest.DocTestParser().get_examples(text)
    return "".join(example.source for example in examples) if examples else text


def of_page(page: Path) -> str:
    """Return all Python code of a page, from top to bottom: later examples depend on earlier ones."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^( *)```python(?! title=)[^\n]*\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE)
    return "\n".join(source_of(textwrap.dedent(block)) for _, block in blocks)


def write_examples(folder: Path) -> None:
    """Write the examples as programs: a file for each page, and those that a page names as files."""
    for page in PAGES:
        for name, block in re.findall(r'^```python title="([\w.]+)"\n(.*?)^```', page.read_text(), re.DOTALL | re.MULTILINE):
            (folder / name).write_text(block)
        if source := of_page(page):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_").lower()
            (folder / f"page_{name}.py").write_text(source)


@pytest.mark.long
def test_the_examples_pass_a_strict_type_checker(tmp_path: Path) -> None:
    write_examples(tmp_path)
    programs = sorted(path.name for path in tmp_path.iterdir())
    assert {"page_readme.py", "page_docs_python.py"} <= set(programs)
    # with the cache of `make lint`
    command = [sys.executable, "-m", "mypy", *(str(tmp_path / program) for program in programs)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
