"""`kingdoms new-game` writes a package that can be installed, played and tested."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from kingdoms.cli.main import main
from kingdoms.cli.programs.new_game import FILES, TEMPLATES
from tests.support.suite.rings import inner_first

SOURCES = os.pathsep.join(str(Path(path).resolve()) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path)
"""Where the package is when it runs from its sources, for programs that start in another folder."""
BUILD = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"


STARTERS = [("--secrets", "--chance"), (), ("--secrets",), ("--chance",)]


@pytest.fixture(scope="module", params=inner_first(STARTERS), ids=" ".join)
def options(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The options of the command."""
    chosen: tuple[str, ...] = request.param
    return chosen


@pytest.fixture(scope="module")
def package(options: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "harbour"
    assert main(["new-game", "harbour_lights", *options, "--folder", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def environment(package: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment variables for programs that find the game, built as a wheel, among the installed packages."""
    wheels, installed = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-c", BUILD, str(wheels)], cwd=package, capture_output=True, check=True)
    (wheel,) = wheels.glob("harbour_lights-*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(installed)
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(installed), SOURCES])), "COLUMNS": "100"}


def run_module(environment: dict[str, str], folder: Path, *arguments: str, typed: str = "") -> str:
    """Run a Python module and return its output."""
    command = [sys.executable, "-m", *arguments]
    process = subprocess.run(command, cwd=folder, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def test_its_own_tests_pass_and_those_of_the_sample_are_marked(
    package: Path, environment: dict[str, str], options: tuple[str, ...]
) -> None:
    rules = 2 + len(options)
    output = run_module(environment, package, "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", "tests")
    assert re.search(rf"\b{8 + rules} passed", output)
    tests = "".join(path.read_text() for path in (package / "tests").glob("*.py"))
    assert tests.count("@sample_rules\n") == rules


def test_it_is_clean_to_a_linter(package: Path) -> None:
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        run_module(dict(os.environ), package, "ruff", *command, ".")


def test_it_is_played_in_the_terminal_and_by_bots(
    tmp_path: Path, environment: dict[str, str], options: tuple[str, ...]
) -> None:
    def command(*words: str, typed: str = "") -> str:
        return run_module(environment, tmp_path, "kingdoms.cli", *words, typed=typed)

    seats = ["--seats", "you,random", "--seed", "1", "--folder", str(tmp_path)]
    typed = "hide 2\ntake 1\nquit\n" if options == ("--secrets",) else "take 1\nquit\n"
    output = command("play", "harbour_lights", *seats, typed=typed)
    assert "Harbour Lights: Ash you, Birch Random." in output
    assert "take 1 of the stones: 20 left" in output
    assert ("Birch: ? in the fist" in output) == ("--secrets" in options)
    assert ("The die shows:" in output) == ("--chance" in options)
    match = command("match", "--game", "harbour_lights", "level:1", "random", "--games", "4", "--json")
    assert json.loads(match)["games"] == 4
    request = json.dumps({"new": {"game": "harbour_lights", "players": 2}})
    answer = json.loads(command("referee", typed=f"{request}\n"))
    first = {(): "take", ("--chance",): "roll", ("--secrets",): "hide"}.get(options, "deal")
    assert answer["legal"] == [f"{first} 1", f"{first} 2", f"{first} 3"]


@pytest.mark.outer("takes a type checker seconds; that the package works is tried in the inner ring")
def test_it_satisfies_strict_types(package: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    cache = tmp_path_factory.getbasetemp() / "mypy"
    run_module(os.environ | {"MYPYPATH": SOURCES}, package, "mypy", "--strict", "--cache-dir", str(cache), "src")


def test_every_template_is_used(package: Path) -> None:
    assert sorted(path.name for path in TEMPLATES.iterdir()) == sorted(FILES.values())
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["kingdoms.games"] == {"harbour_lights": "harbour_lights.game:HarbourLights"}
    texts = [(package / name.format(name="harbour_lights")).read_text() for name in FILES]
    assert not [text for text in texts if "$" in text or "#:" in text]
