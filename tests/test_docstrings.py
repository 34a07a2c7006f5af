"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import kingdoms

PACKAGE = Path(kingdoms.__file__).parent


def modules_with_examples() -> list[str]:
    """Return the names of the modules whose sources have examples."""
    paths = [path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(["kingdoms", *path.relative_to(PACKAGE).with_suffix("").parts]) for path in paths)


def test_every_module_can_be_imported() -> None:
    for module in pkgutil.walk_packages(kingdoms.__path__, "kingdoms."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert len(modules_with_examples()) > 100, "no examples are found"


@pytest.mark.parametrize("name", [name.removesuffix(".__init__") for name in modules_with_examples()])
def test_examples_in_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0
