"""Texts for people don't name classes of the package: a bulk rename of a class leaves such names in sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from kingdoms import texts
from kingdoms.cli.main import cli

PACKAGE = texts.FOLDER.parent
ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(
    r"```.*?```|`[^`]*`|<(?:code|script|style)\b.*?</(?:code|script|style)>|^:::.*?$|\]\([^)]*\)|\{[%{].*?[%}]\}", re.S | re.M
)
"""What is code on a page or in a template, and addresses."""
HUMPS = re.compile(r"[A-Z][a-z]+[A-Za-z]*[A-Z]")
"""Names of two words. Those of one, such as Game, are words of English too."""


@cache
def class_names() -> set[str]:
    """Return the names of all classes of the package that can't be words of English."""
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return set(filter(HUMPS.match, re.findall(r"^ *class (\w+)", code, re.M)))


def named_in(text: str) -> set[str]:
    """Return the classes that a text names."""
    return set(re.findall(r"\b[A-Z]\w+", text)) & class_names()


def sentences_in_code() -> Iterator[tuple[str, str]]:
    """Yield the strings with several words in the code of the package, except docstrings."""
    for path in sorted(PACKAGE.rglob("*.py")):
        docstrings = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # a docstring comes after its statement
            if isinstance(node, ast.Expr):
                docstrings.add(node.value)
            elif isinstance(node, ast.Constant) and node not in docstrings and " " in str(node.value):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", str(node.value)


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Yield the help of a command and of all commands in it."""
    context = click.Context(command, info_name=name)
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            subcommand = command.get_command(context, inner)
            assert subcommand is not None
            yield from helps(subcommand, f"{name} {inner}")


def files(*patterns: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of files, without code."""
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern)) if "static" not in path.parts]
    assert paths
    for path in paths:
        yield str(path.relative_to(ROOT)), CODE.sub("", path.read_text(encoding="utf-8"))


TEXTS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "code": sentences_in_code,
    "catalogues": lambda: files("src/kingdoms/**/texts/*/*.json", "web/src/**/texts/*/*.json"),
    "templates": lambda: files("src/kingdoms/**/*.html"),
    "documentation": lambda: files("*.md", "docs/**/*.md", "docs/**/*.html", "docs/**/*.svg"),
    "help": lambda: helps(cli, "kingdoms"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_names_a_class(kind: str) -> None:
    texts = list(TEXTS[kind]())
    assert {place: names for place, text in texts if (names := named_in(text))} == {}
    assert len(texts) > 3


def test_a_class_in_a_sentence_is_noticed() -> None:
    assert named_in("AddedQuestion before a game was played.") == {"AddedQuestion"}
    assert CODE.sub("", "See `LiveGames` and [it](LiveGames.html).") == "See  and [it."
