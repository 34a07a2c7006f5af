"""Installed files and imports: as few as possible; and what a forge reads, which names what exists."""

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
from typing import Any

import pytest
import yaml

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


START = "from kingdoms.cli.start import start; start({})"
RULES = f"kingdoms.games.{GAME}.game"
UNUSED = "click rich importlib.metadata tempfile email kingdoms.cli.main kingdoms.bots kingdoms.core.record"


@pytest.mark.parametrize(
    ("program", "needed", "unneeded"),
    [
        (f"import kingdoms; kingdoms.load_game({GAME!r})", RULES, "kingdoms.core.record kingdoms.bots rich importlib.metadata"),
        (START.format(["referee"]), RULES, UNUSED),
        (START.format(["check", "--help"]), "kingdoms.cli.main", "kingdoms.cli.playing.play kingdoms.cli.admin.serve asyncio"),
    ],
)
def test_a_program_loads_what_it_needs(program: str, needed: str, unneeded: str) -> None:
    modules = loaded_by(program, json.dumps(REQUEST))
    assert needed in modules
    others = {f"kingdoms.games.{name}" for name in OTHERS} if needed == RULES else {"fastapi"}
    assert not {*unneeded.split(), "kingdoms.server", *others} & modules


def test_the_package_and_the_version_load_no_rules() -> None:
    assert {name for name in loaded_by("import kingdoms") if name.startswith("kingdoms")} == {"kingdoms"}
    modules = loaded_by(START.format(["--version"]))
    parts = {"kingdoms", "kingdoms.cli", "kingdoms.cli.start", "kingdoms.cli.streams", "kingdoms.core"}
    assert {name for name in modules if name.startswith("kingdoms")} == parts
    assert not {"click", "rich", "json", "dataclasses", "importlib.metadata"} & modules


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


PYTHONS = ["cp" + name[-4:].replace(".", "") for name in PROJECT["classifiers"] if re.search(r":: 3\.\d\d$", name)]


@pytest.mark.outer("about the wheels of a release")
@pytest.mark.parametrize(
    ("platform", "pythons", "kinds"),
    [
        ("linux --archs x86_64", PYTHONS, {"manylinux_x86_64"}),
        ("macos", PYTHONS, {"macosx_x86_64", "macosx_arm64"}),
        ("windows --archs AMD64", PYTHONS, {"win_amd64"}),
        ("pyodide", ["cp314"], {"pyodide_wasm32"}),
    ],
)
def test_wheels_are_built_for_all_pythons_and_for_devices(platform: str, pythons: list[str], kinds: set[str]) -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", *platform.split(), str(ROOT)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert set(output.split()) == {f"{python}-{kind}" for python in pythons for kind in kinds}
    assert len(PYTHONS) >= 3


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


def test_without_extras_there_are_the_referee_games_records_bots_and_pictures(bare: Path) -> None:
    assert run_bare(bare, *COMMAND, "--version").stdout == f"kingdoms {kingdoms.__version__} (engine interpreted)\n"
    process = run_bare(bare, *COMMAND, "referee", typed=json.dumps(REQUEST))
    assert json.loads(process.stdout)["decision"]
    assert (process.returncode, process.stderr) == (0, "")
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


# -- what a forge reads ----------------------------------------------------------------------------------------------------

PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_a_workflow_calls_what_exists(path: Path) -> None:
    jobs: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job.get("steps", []) if "run" in step]
    for command in commands:
        assert set(re.findall(r"\bmake ([a-z-]+)", command)) <= TARGETS
        assert all((ROOT / file).is_file() for file in re.findall(r"(?:scripts|\.ci)/\w+(?:\.sh)?", command))
    for action in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8")):
        assert (ROOT / action[2:]).is_file() if action.startswith("$/") else PINNED.fullmatch(action), action


@pytest.mark.parametrize(
    ("name", "line"),
    [("CHANGELOG.md", "## [{}] - "), ("CITATION.cff", "version: {}\n"), ("web/package.json", '"version": "{}",')],
)
def test_files_name_the_version_of_the_package(name: str, line: str) -> None:
    assert line.format(kingdoms.__version__) in (ROOT / name).read_text()
