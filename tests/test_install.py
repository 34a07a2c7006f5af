"""Installed files and imports: as few as possible."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

import kingdoms
from kingdoms import extras
from kingdoms.cli import start

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
GAMES = sorted(path.parent.name for path in (ROOT / "src/kingdoms/games").glob("*/game.py"))
GAME, *OTHERS = GAMES
REQUEST = {"new": {"game": GAME, "players": 2}, "quiet": True}
SAYS_WHAT_IS_LOADED = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"


# -- what is loaded -------------------------------------------------------------------------------------------------------


def loaded_by(program: str, typed: str = "") -> set[str]:
    """Return the modules that a program has loaded at its end."""
    process = subprocess.run(
        [sys.executable, "-c", SAYS_WHAT_IS_LOADED + program], input=typed, capture_output=True, text=True, check=True
    )
    return set(process.stderr.split())


def test_a_name_loads_what_it_needs() -> None:
    assert [name for name in loaded_by("import kingdoms") if name.startswith("kingdoms")] == ["kingdoms"]
    modules = loaded_by(f"import kingdoms; kingdoms.load_game({GAME!r})")
    assert f"kingdoms.games.{GAME}.game" in modules
    assert not {"kingdoms.core.record", "kingdoms.bots", "importlib.metadata", "rich"} & modules
    assert not {f"kingdoms.games.{name}" for name in OTHERS} & modules


def test_the_version_loads_no_rules() -> None:
    modules = loaded_by("from kingdoms.cli.start import start; start(['--version'])")
    assert {name for name in modules if name.startswith("kingdoms")} == {
        *("kingdoms", "kingdoms.cli", "kingdoms.cli.start", "kingdoms.cli.streams", "kingdoms.core")
    }
    assert not {"click", "rich", "json", "dataclasses", "importlib.metadata"} & modules


def test_the_referee_loads_the_rules_it_is_asked_for() -> None:
    modules = loaded_by("from kingdoms.cli.start import start; start(['referee'])", json.dumps(REQUEST))
    assert f"kingdoms.games.{GAME}.game" in modules
    unused = {"click", "rich", "importlib.metadata", "tempfile", "email", "kingdoms.cli.main", "kingdoms.core.record"}
    assert not unused & modules
    assert not {"kingdoms.bots", "kingdoms.server", *(f"kingdoms.games.{name}" for name in OTHERS)} & modules


def test_a_command_loads_no_other() -> None:
    modules = loaded_by("from kingdoms.cli.start import start; start(['check', '--help'])")
    assert "kingdoms.cli.main" in modules
    assert not {"kingdoms.cli.playing.play", "kingdoms.cli.admin.serve", "kingdoms.server", "fastapi", "asyncio"} & modules


def test_every_public_name_can_be_imported() -> None:
    """The public names for type checkers and those loaded on demand are written separately: they must agree."""
    source = ast.parse((ROOT / "src/kingdoms/__init__.py").read_text())
    modules = {
        alias.name: node.module
        for block in source.body
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {*modules, "__version__"} == set(kingdoms.__all__)
    assert kingdoms.__version__ == PROJECT["version"]
    for name, module in modules.items():
        assert module is not None
        assert getattr(kingdoms, name) is getattr(sys.modules[module], name)
    assert set(kingdoms.__all__) <= set(dir(kingdoms))
    with pytest.raises(AttributeError, match="no attribute 'load_gme'"):
        _ = getattr(kingdoms, "load_gme")  # noqa: B009  a type checker would see it


# -- what is needed -------------------------------------------------------------------------------------------------------


def module_of(requirement: str) -> str:
    """Return the module that a requirement brings; all of ours but one have their package's name."""
    name = re.split(r"[^\w-]", requirement)[0].replace("-", "_").lower()
    return {"pillow": "PIL"}.get(name, name)


def imported_by(folder: str) -> set[str]:
    """Return the packages outside the standard library and this package that a module or a folder imports, however late."""
    packages: set[str] = set()
    source_path = ROOT / "src/kingdoms" / folder
    for path in [source_path] if source_path.is_file() else source_path.rglob("*.py"):
        source = ast.parse(path.read_text())
        for_types = {
            node
            for block in ast.walk(source)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in block.body
        }
        for node in ast.walk(source):
            if node in for_types:
                continue
            if isinstance(node, ast.Import):
                packages |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                packages.add(str(node.module).partition(".")[0])
    return packages - set(sys.stdlib_module_names) - {"kingdoms"}


def test_imported_packages_are_declared() -> None:
    """Each dependency is in the extra of the code that imports it; an indirect dependency can disappear."""
    assert PROJECT["dependencies"] == []
    declared = {extra: {module_of(need) for need in needs} - {"kingdoms"} for extra, needs in EXTRAS.items()}
    drawn = set[str]().union(*map(imported_by, ("core", "drawing", "bots", "games")))  # loaded when something is drawn
    assert drawn == {"rich", "ipywidgets"} | declared["png"]  # the two are used only where the caller has them
    assert imported_by("cli") | imported_by("folders.py") == declared["cli"]
    assert imported_by("server") - {"pydantic_core"} <= declared["server"] | declared["cli"]  # a part of pydantic
    assert imported_by("arena") == declared["arena"] | declared["cluster"]
    assert imported_by("export") - declared["png"] == declared["print"] | {"polars"}  # for Parquet, of the extra arena
    assert imported_by("templates.py") == {"jinja2"}
    assert (imported_by("lab") | imported_by("templates.py")) - declared["arena"] == declared["lab"]
    assert declared["all"] == set()


def test_the_lock_has_all_declared_packages_and_names_no_host() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    locked = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    for extra, needs in EXTRAS.items():
        missing = {re.split(r"[^\w-]", need)[0] for need in needs} - locked - {"kingdoms"}
        assert not missing, f"{extra}: run make lock"


def test_the_page_on_installing_names_every_extra() -> None:
    page = (ROOT / "docs/index.md").read_text()
    named = {extra for extras in re.findall(r"'\.\[([\w,]+)\]'", page) for extra in extras.split(",")}
    assert named == set(PROJECT["optional-dependencies"])
    assert set(start.EXTRAS.values()) | {"cli"} <= named


@pytest.mark.parametrize(
    ("noted", "message"),
    [
        (None, 'in the checkout: pip install ".[lab]"'),
        ('{"url": "file:///home/ida/my%20games/kingdoms", "dir_info": {}}', 'pip install "/home/ida/my games/kingdoms[lab]"'),
        ('{"url": "file:///tmp/kingdoms-0.1.0.whl", "archive_info": {}}', 'in the checkout: pip install ".[lab]"'),
        ("{", 'in the checkout: pip install ".[lab]"'),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="paths are others on Windows")
def test_an_extra_is_installed_from_where_the_package_came_from(
    noted: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "distribution", lambda _: SimpleNamespace(read_text=lambda _: noted))
    assert extras.install_command("lab") == message


# -- what is built -------------------------------------------------------------------------------------------------------


@pytest.mark.outer("about the wheels of a release")
@pytest.mark.parametrize(
    ("platform", "kinds"),
    [("linux", {"manylinux_x86_64"}), ("macos", {"macosx_x86_64", "macosx_arm64"}), ("windows", {"win_amd64"})],
)
def test_wheels_are_built_for_all_pythons(platform: str, kinds: set[str]) -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", platform]
    if platform != "macos":  # there, both are built on either
        command += ["--archs", "x86_64" if platform == "linux" else "AMD64"]
    output = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=True).stdout
    pythons = [
        classifier.rpartition(" ")[2].replace(".", "")
        for classifier in PROJECT["classifiers"]
        if re.search(r":: 3\.\d+$", classifier)
    ]
    assert len(pythons) >= 3
    assert set(output.split()) == {f"cp{python}-{kind}" for python in pythons for kind in kinds}


@pytest.mark.outer("about the wheels of a release")
def test_a_wheel_is_built_for_devices() -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", "pyodide", str(ROOT)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["cp314-pyodide_wasm32"]


# -- without extras -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package is installed, without the compiled engine and the client, and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    program = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"
    environment = os.environ | {"KINGDOMS_COMPILE": "no", "KINGDOMS_WEB": "no"}
    subprocess.run([sys.executable, "-c", program, str(folder)], cwd=ROOT, env=environment, capture_output=True, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as content:
        content.extractall(folder)
    return folder


def run_bare(bare: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python, as it is or with our command, where nothing is installed but the package."""
    environment = {"PYTHONPATH": str(bare), "PYTHONSAFEPATH": "1", "PATH": os.environ["PATH"]}
    command = [sys.executable, "-S", *arguments]
    return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)


COMMAND = ("-m", "kingdoms.cli")


def test_without_extras_there_is_the_referee(bare: Path) -> None:
    assert run_bare(bare, *COMMAND, "--version").stdout == f"kingdoms {kingdoms.__version__} (engine interpreted)\n"
    process = run_bare(bare, *COMMAND, "referee", typed=json.dumps(REQUEST))
    assert json.loads(process.stdout)["decision"]
    assert (process.returncode, process.stderr) == (0, "")


def test_without_extras_there_are_games_records_bots_and_pictures(bare: Path) -> None:
    program = """
import kingdoms, kingdoms.testing
from kingdoms.bots import BOTS
for name in kingdoms.game_names():
    game = kingdoms.load_game(name)
    record = kingdoms.Record(game)
    print(name, len(record.lines()), kingdoms.render_svg(record.state.view(None))[:4], BOTS.names(name))
    try:
        kingdoms.render_text(record.state.view(None))
    except ModuleNotFoundError as error:
        print(error)
"""
    process = run_bare(bare, "-c", program)
    assert (process.returncode, process.stderr) == (0, "")
    for name in GAMES:
        assert f"{name} 1 <svg ['" in process.stdout
    missing = 'render_text needs the cli extra; in the checkout: pip install ".[cli]"'
    assert process.stdout.count(missing) == len(GAMES)


@pytest.mark.parametrize(
    ("arguments", "feature", "extra"),
    [
        ([], "every command but kingdoms referee", "cli"),
        (["play"], "kingdoms play", "cli"),
        (["serve", "--port", "0"], "kingdoms serve", "server"),
        (["arena"], "kingdoms arena", "arena"),
    ],
)
def test_a_missing_extra_is_named(bare: Path, arguments: list[str], feature: str, extra: str) -> None:
    process = run_bare(bare, *COMMAND, *arguments)
    assert process.stderr == f'kingdoms: {feature} needs the {extra} extra; in the checkout: pip install ".[{extra}]"\n'
    assert (process.returncode, process.stdout) == (2, "")
