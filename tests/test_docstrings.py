"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import kingdoms

MODULES = ["kingdoms", *(module.name for module in pkgutil.walk_packages(kingdoms.__path__, "kingdoms."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_the_examples_are_found() -> None:
    examples = [
        example
        for name in MODULES
        if not name.endswith("__main__")
        for test in doctest.DocTestFinder().find(importlib.import_module(name))
        for example in test.examples
    ]
    assert len(examples) > 40
