"""The examples in the documentation pass a strict type checker, as a user's program would."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import kingdoms

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PACKAGE = Path(kingdoms.__file__).parent
INSIDES = ("kingdoms.server", "kingdoms.cli")
"""What users run rather than import."""


def source_of(text: str) -> str:
    """Return the statements of an example with prompts; an example without prompts is returned unchanged."""
    examples = doctest.DocTestParser().get_examples(text)
    return "".join(example.source for example in examples) if examples else text


def of_page(page: Path) -> str:
    """Return all Python code of a page, from top to bottom: later examples depend on earlier ones."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^( *)```python(?! title=)[^\n]*\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE)
    return "\n".join(source_of(textwrap.dedent(block)) for _, block in blocks)


def of_module(name: str) -> str:
    """Return the examples in a module's docstrings, each as a function, after the module's imports."""
    module = importlib.import_module(name)
    examples: list[str] = []
    for test in doctest.DocTestFinder().find(module):
        if test.examples:
            body = "".join(example.source for example in test.examples)
            examples.append(f"def example_{len(examples)}() -> None:  # {test.name}\n{textwrap.indent(body, '    ')}")
    if not examples:
        return ""
    words = set(re.findall(r"\w+", "".join(examples)))
    imports = [
        f"import {value.__name__} as {word}"
        if inspect.ismodule(value)
        else f"from {getattr(value, '__module__', name)} import {word}"
        for word, value in vars(module).items()
        if word in words and not word.startswith("__")
    ]
    return "\n".join([*imports, *examples])


def write_examples(folder: Path) -> None:
    """Write the examples as programs: a file for each page and module, and those that a page names as files."""
    for page in PAGES:
        for name, block in re.findall(r'^```python title="([\w.]+)"\n(.*?)^```', page.read_text(), re.DOTALL | re.MULTILINE):
            (folder / name).write_text(block)
        if source := of_page(page):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_").lower()
            (folder / f"page_{name}.py").write_text(source)
    for name in ["kingdoms", *(module.name for module in pkgutil.walk_packages([str(PACKAGE)], "kingdoms."))]:
        if not name.startswith(INSIDES) and (source := of_module(name)):
            (folder / f"module_{name.replace('.', '_')}.py").write_text(source)


@pytest.mark.long
def test_the_examples_pass_a_strict_type_checker(tmp_path: Path) -> None:
    write_examples(tmp_path)
    programs = sorted(path.name for path in tmp_path.iterdir())
    assert {"page_readme.py", "page_docs_python.py", "module_kingdoms_core_rng.py"} <= set(programs)
    command = [
        sys.executable,
        "-m",
        "mypy",
        *(str(tmp_path / program) for program in programs),
    ]  # with the cache of `make lint`
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
