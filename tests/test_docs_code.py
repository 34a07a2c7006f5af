"""All code on the pages is run, or at least parsed; examples in docstrings are run, and those on the pages have strict types.

What is run elsewhere, or not at all, is listed here with the reason.
"""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import click
import pytest
import yaml

import kingdoms
from kingdoms.cli.main import cli

ROOT = Path(__file__).parent.parent
PACKAGE = Path(kingdoms.__file__).parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r'^(?P<indent> *)```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^(?P=indent)```', re.M | re.S
)

RUN_BY = {
    "docs/client.md bot.py": "tests/client/test_client.py",
    "docs/programs.md mybot.py": "tests/test_docs.py",
    "docs/server.md program.py": "tests/server/presence/test_programs.py",
    "docs/tutorials/node.md table.mjs": "tests/test_docs.py",
    "docs/tutorials/numpy.md train.py": "tests/env/test_tutorial.py",
    "docs/tutorials/ppo.md train.py": "tests/rl/test_tutorial.py",
}
"""The programs that tests of their own run; those of other tutorials are run by tests/test_tutorials.py."""
NOT_CODE = {
    "docs/analysis.md": "an answer for people",
    "docs/play.md": "a board as text",
    "docs/piecepack.md": "a file in piecepack notation; tests/support/games/ppn.py reads all files of that kind",
    "docs/decisions/said-once.md": "a sentence in the syntax of catalogues",
}
"""The blocks without a language that are neither commands nor Python, by page."""
NEEDS_GAMES = {"docs/arena.md", "docs/lab.md"}
"""The pages with Python that reads the folder of an arena or study; it is compiled only."""


class Block(NamedTuple):
    """A block of code on a page."""

    page: str
    language: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.page} {self.title or self.text[:40]!r}"


BLOCKS = [
    Block(
        page.relative_to(ROOT).as_posix(),
        match["language"],
        match["title"] or "",
        re.sub(f"^{match['indent']}", "", match["text"], flags=re.M),
    )
    for page in PAGES
    for match in BLOCK.finditer(page.read_text())
]


def of(*languages: str) -> list[Block]:
    """Return the blocks in some languages, without doctests, which pytest runs."""
    return [block for block in BLOCKS if block.language in languages and ">>>" not in block.text]


def commands(text: str) -> list[list[str]]:
    """Return the commands in a block, each as words: one for each part of a line."""
    result = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("$ ") or not text.startswith("$ "):
            for part in re.split(r"\s(?:&&|\|)\s", line.removeprefix("$ ")):
                words = shlex.split(part, comments=True)
                while words and re.fullmatch(r"\w+=.*", words[0]):
                    del words[0]
                result += [words] if words else []
    return result


def parse(words: list[str]) -> None:
    """Parse the arguments of `kingdoms` as the command would, without validating that files and games exist."""
    command: click.Command | None = cli
    context = click.Context(cli)
    while isinstance(command, click.Group) and words:
        _, command, words = command.resolve_command(context, words) if not words[0].startswith("-") else ("", command, [])
    if command is not None and not isinstance(command, click.Group):
        command.make_parser(context).parse_args(words)


KNOWN = {"cd", "npm", "npx", "pip", "ray", "git", "export", "eval", "echo", "source"}


def test_every_code_block_is_checked_or_listed() -> None:
    languages = {"", "console", "python", "json", "toml", "yaml", "js", "sh"}
    assert {block.language for block in BLOCKS} <= languages, "say above what happens to blocks in a new language"


def test_commands_are_understood() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for block in of("", "console"):
        if block.page in NOT_CODE and "kingdoms " not in block.text:
            continue
        if block.page in NEEDS_GAMES and re.match(r"from |polars", block.text):
            compile(block.text, str(block), "exec")
            continue
        for name, *words in commands(block.text):
            if name.endswith("kingdoms"):
                try:
                    parse(words)
                except click.UsageError as error:
                    pytest.fail(f"{block}: {error.format_message()}")
            elif name == "make":
                assert {word for word in words if "=" not in word} <= targets, f"{block}: there is no such target"
            elif name.endswith(("python", "pip")):
                tutorials = block.page.startswith("docs/tutorials/")
                script = words[0].endswith(".py") and not tutorials
                assert not script or (ROOT / words[0]).is_file(), f"{block}: {words[0]} does not exist"
            else:
                assert name in KNOWN, f"{block}: nobody knows {name}"


@pytest.mark.parametrize("block", of("python"), ids=str)
def test_programs_run(block: Block) -> None:
    if f"{block.page} {block.title}" not in RUN_BY and not (block.title and block.page.startswith("docs/tutorials/")):
        exec(compile(block.text, str(block), "exec"), {"__name__": "example"})


def test_programs_that_are_run_elsewhere_are_there() -> None:
    titled = {f"{block.page} {block.title}" for block in BLOCKS}
    assert set(RUN_BY) <= titled
    for name, test in RUN_BY.items():
        assert name.split()[1] in (ROOT / test).read_text(), f"{test} does not run {name}"


def test_data_can_be_read() -> None:
    for block in of("json", "toml", "yaml"):
        if block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "yaml":
            yaml.safe_load(block.text)
        else:
            text = block.text
            while text.strip():
                _, end = json.JSONDecoder().raw_decode(text.lstrip())
                text = text.lstrip()[end:].lstrip(",")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_scripts_are_valid() -> None:
    """`tests/server/operator/test_monitoring.py` runs what it can of them."""
    script = "\n".join(block.text for block in of("sh"))
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


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


@pytest.mark.long
def test_the_examples_pass_a_strict_type_checker(tmp_path: Path) -> None:
    """Each page is a program from top to bottom, since later examples depend on earlier ones, as is each block with a title."""
    programs: dict[str, str] = {}
    for block in BLOCKS:
        if block.language == "python":
            examples = doctest.DocTestParser().get_examples(block.text)
            source = "".join(example.source for example in examples) or block.text
            name = block.title or f"page_{re.sub(r'[^a-z]', '_', block.page.removesuffix('.md').lower())}.py"
            programs[name] = source if block.title else f"{programs.get(name, '')}\n{source}"
    assert {"page_readme.py", "page_docs_python.py"} <= set(programs)
    for name, source in programs.items():
        (tmp_path / name).write_text(source)
    # with the cache of `make lint`
    command = [sys.executable, "-m", "mypy", *(str(tmp_path / name) for name in programs)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
