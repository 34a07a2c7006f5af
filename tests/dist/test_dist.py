"""The files from `make dist` work with Python alone: without a compiler, Node or a checkout.

`make dist-test` builds both files and runs these tests; the usual runs leave them out.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

import kingdoms
from kingdoms.lab.checking import known_studies
from tests.support.server.launch import ServerProcess

ROOT = Path(__file__).parent.parent.parent
DIST = ROOT / "dist"
REQUEST = {"new": {"game": kingdoms.game_names()[0], "players": 2}, "quiet": True}
GENERATED = re.compile(r"/(RECORD|WHEEL)$")
"""Files in a wheel that list its content and its builder."""


def only_file(pattern: str) -> Path:
    """Return the only file in the folder of distributions that has such a name."""
    paths = list(DIST.glob(pattern))
    if len(paths) != 1:
        pytest.fail(f"there are {len(paths)} files {pattern} in {DIST.name}/, and one is wanted: run make dist-test")
    return paths[0]


@pytest.fixture(scope="session")
def empty_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH on which there is neither a C compiler nor Node."""
    return str(tmp_path_factory.mktemp("bin"))


@pytest.fixture(scope="session")
def installed_python(tmp_path_factory: pytest.TempPathFactory, empty_path: str) -> Path:
    """The Python of an environment with the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "pip", "install", "-q", "--python", str(python), f"kingdoms[all] @ {only_file('*.whl').as_uri()}"]
    subprocess.run(command, check=True, env=os.environ | {"PATH": empty_path})
    return python


def run(python: Path, path: str, *arguments: str, text_input: str = "") -> str:
    """Run the command `kingdoms` and return its output."""
    command = [str(python.with_name("kingdoms")), *arguments]
    environment = {"PATH": path, "HOME": path}
    return subprocess.run(command, env=environment, input=text_input, capture_output=True, text=True, check=True).stdout


def test_the_engine_is_compiled(installed_python: Path, empty_path: str) -> None:
    assert run(installed_python, empty_path, "--version") == f"kingdoms {kingdoms.__version__} (engine compiled)\n"


def test_the_referee_answers(installed_python: Path, empty_path: str) -> None:
    assert json.loads(run(installed_python, empty_path, "referee", text_input=json.dumps(REQUEST)))["decision"]


def test_the_server_has_its_page(installed_python: Path, empty_path: str, tmp_path: Path) -> None:
    environment = {"PATH": empty_path, "KINGDOMS_OPERATOR_TOKEN": "a-token-of-the-operator"}
    with ServerProcess(tmp_path, python=installed_python, environment=environment) as server:
        assert "For the operator of this server" in httpx.get(f"{server.url}/operator").text
        page = httpx.get(server.url)
        assert page.headers["content-type"].startswith("text/html")
        (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page.text)
        assert "javascript" in httpx.get(f"{server.url}{script}").headers["content-type"]


def test_the_package_index_would_take_both() -> None:
    files = [str(only_file("*.whl")), str(only_file("*.tar.gz"))]
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *files], check=True)


def test_the_sdist_and_the_checkout_build_the_same_wheel() -> None:
    """The wheel in `dist/` was built from the sdist, the other one from the checkout: all files are the same."""
    (from_checkout,) = (ROOT / "build" / "wheel").glob("*.whl")
    with zipfile.ZipFile(only_file("*.whl")) as wheel, zipfile.ZipFile(from_checkout) as checkout_wheel:
        assert sorted(wheel.namelist()) == sorted(checkout_wheel.namelist())
        names = [name for name in wheel.namelist() if not GENERATED.search(name)]
        assert [name for name in names if wheel.read(name) != checkout_wheel.read(name)] == []
        assert "kingdoms/server/static/index.html" in names


def test_the_sdist_holds_the_sources_and_the_page() -> None:
    with tarfile.open(only_file("*.tar.gz")) as content:
        names = [name.partition("/")[2] for name in content.getnames()]
    assert {"pyproject.toml", "hatch_build.py", "compile_engine.py", "web/package.json", "LICENSE"} <= set(names)
    assert "src/kingdoms/server/static/index.html" in names
    assert {f"src/kingdoms/{path.as_posix().rpartition('kingdoms/')[2]}" for path in known_studies().values()} <= set(names)
    assert not [name for name in names if name.startswith("examples")], "what is another package is no part of this one"
    assert not [name for name in names if re.search(r"\.(so|pyd|pyc)$|node_modules", name)]
