"""The interpreted and the compiled engine play the same game; the build hook builds the browser client when it has to."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import types
from pathlib import Path
from typing import Any

import pytest

import compile_engine
import hatch_build
from kingdoms import game_names
from tests.support.suite.rings import inner_first

ROOT = Path(__file__).parent.parent
GAMES = 1000
FIRST = 120
"""Of the games that both engines play, this many are enough for the inner ring."""


def output_with(path: list[Path], *arguments: str) -> Any:
    """Return the output of a program, as JSON data, that imports from these folders first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONHASHSEED": "0"}
    command = [sys.executable, *arguments]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT / "tests")
    return json.loads(process.stdout)


@pytest.mark.parametrize(
    "arguments",
    inner_first([("digest.py", str(FIRST), "1"), ("search_digest.py", "15"), ("digest.py", str(GAMES), str(1 + FIRST))], 2),
    ids=["play", "search", "play more"],
)
def test_interpreted_and_compiled_do_the_same(arguments: tuple[str, ...]) -> None:
    program = (str(ROOT / "tests/support/games" / arguments[0]), *arguments[1:])
    interpreted, installed = (output_with(path, *program) for path in ([ROOT / "src", ROOT], [ROOT]))
    assert interpreted.pop("engine") == "interpreted"
    kind = installed.pop("engine")
    if os.environ.get("KINGDOMS_COMPILE") == "require":
        assert kind == "compiled"
    assert interpreted == installed
    if kind == "interpreted":
        pytest.skip("no compiled engine is installed here: two interpreted ones were compared")


PUBLIC = """
import json, kingdoms
shared = (kingdoms.Random, kingdoms.Moves, kingdoms.State, kingdoms.PythonState)
print(json.dumps({kind.__name__: [name for name in dir(kind) if not name.startswith("_")] for kind in shared}))
"""
ENGINES_OWN = {"list_moves", "allows", "play", "to_play", "draw_chance", "grow"}
"""What only engines call: in the compiled build they are C functions, out of the sight of Python code."""


def test_the_same_methods_are_there_on_both_engines() -> None:
    interpreted, compiled = (
        {kind: set(names) - ENGINES_OWN for kind, names in output_with(path, "-c", PUBLIC).items()}
        for path in ([ROOT / "src"], [])
    )
    assert {"below", "roll"} <= interpreted["Random"]
    # the fields of a state are attributes of each state interpreted, and of the class compiled
    assert interpreted == {kind: names - {"game", "failure"} for kind, names in compiled.items()}


@pytest.mark.skipif(sys.platform == "win32", reason="another compiler, which rounds after each step by default")
def test_numbers_are_rounded_as_in_python_however_the_engine_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KINGDOMS_CFLAGS", raising=False)
    assert compile_engine.c_flags() == ["-ffp-contract=off", "-O3", "-g0"]
    monkeypatch.setenv("KINGDOMS_CFLAGS", "-O1 -fsanitize=thread")
    assert compile_engine.c_flags() == ["-ffp-contract=off", "-O1", "-fsanitize=thread"]


def test_constants_of_compiled_modules_are_plain_numbers() -> None:
    modules = compile_engine.modules_of_constants(ROOT / "src")
    assert len(modules) > len(game_names())
    for module in modules:
        source = module.with_suffix(".py").read_text()
        assigned = [part for part in ast.parse(source).body if isinstance(part, ast.Assign)]
        names = {part.targets[0].id for part in assigned if isinstance(part.targets[0], ast.Name)}
        first, *declared = compile_engine.c_constants(source).split("\n")
        assert first == "cdef enum:"
        assert {line.split()[0] for line in declared if line} <= names
        assert len(declared) > 1


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


def test_compiled_modules_have_nothing_that_cython_compiles_badly() -> None:
    for name in compile_engine.compiled_modules(ROOT / "src"):
        module = ast.parse((ROOT / "src" / f"{name.replace('.', '/')}.py").read_text())
        generators = [part for part in ast.walk(module) if isinstance(part, ast.GeneratorExp | ast.Yield | ast.YieldFrom)]
        assert not generators, f"{name}: a generator takes the C compiler half a second to a second and a half longer"
        top = [part for part in module.body if not isinstance(part, ast.FunctionDef | ast.ClassDef)]
        outer = [part for statement in top for part in ast.walk(statement) if isinstance(part, COMPREHENSIONS)]
        nested = [part for one in outer for part in ast.walk(one) if part is not one and isinstance(part, COMPREHENSIONS)]
        assert not nested, f"{name}: outside functions, a nested comprehension releases None too often, until Python aborts"


SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


class Engine:
    """A package with two modules to compile, one of constants and one that stays Python; its compiler copies sources."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "sources"
        self.store = compile_engine.Store(folder / "store")
        self.write("a.py", "from pack import codes")
        self.write("a.pxd", "from pack cimport codes")
        self.write("b.py", "longer = 'and so compiled first'")
        self.write("b.pxd", "cdef int longer")
        self.write("codes.py", "ONE = 1")
        self.write("inline.pxd", "cdef inline int nothing() noexcept: return 0")
        self.write("inline.py", "nothing = int")
        self.write("plain.py", "")

    def write(self, name: str, text: str) -> None:
        path = self.source / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def compile_them(self, source: Path, modules: list[str], built: Path) -> None:
        for module in modules:
            path = source / f"{module.replace('.', '/')}.py"
            library = built / (module.replace(".", "/") + SUFFIX)
            library.parent.mkdir(parents=True, exist_ok=True)
            library.write_text(path.read_text() if path.is_file() else "shared")

    def build(self) -> list[str]:
        """Build from a copy, as the build hook does; return the names of the compiled modules."""
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            source, built = Path(scratch, "src"), Path(scratch, "lib")
            shutil.copytree(self.source, source)
            compiled = compile_engine.compile_engine(source, built, self.store, self.compile_them)
            contents = {path.relative_to(built).as_posix(): path.read_text() for path in built.rglob("*.*")}
        assert contents == {
            f"kingdoms/_cyutility{SUFFIX}": "shared",
            **{f"pack/{name}{SUFFIX}": (self.source / f"pack/{name}.py").read_text() for name in "ab"},
        }
        return compiled


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setattr(compile_engine, "compilers", lambda: ["a compiler of version 1"])
    return Engine(tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "compiled"),
    [
        ("a.py", "from pack import codes, plain", ["pack.a"]),
        ("plain.py", "changed = True", []),
        ("codes.py", "ONE = 2", ["kingdoms._cyutility", "pack.b", "pack.a"]),
        ("inline.pxd", "cdef inline int nothing() noexcept: return 1", ["kingdoms._cyutility", "pack.b", "pack.a"]),
    ],
)
def test_only_what_a_change_reaches_is_compiled_again(
    engine: Engine, name: str, text: str, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module reads the declarations of others, not their code; which of them it reads, only Cython knows."""
    assert engine.build() == ["kingdoms._cyutility", "pack.b", "pack.a"]
    assert engine.build() == []
    engine.write(name, text)
    assert engine.build() == compiled
    monkeypatch.setattr(compile_engine, "compilers", lambda: ["a compiler of version 2"])
    assert len(engine.build()) == 3


def test_compilers_are_known_by_version_and_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    cython = types.ModuleType("Cython")
    setattr(cython, "__version__", "3.2.1")  # noqa: B010  a type checker knows no such module
    monkeypatch.setitem(sys.modules, "Cython", cython)
    monkeypatch.setenv("CC", sys.executable)  # tells its version, and is there without a compiler, too
    before = compile_engine.compilers()
    assert {"3.2.1", sys.version, "-ffp-contract=off"} <= set(before)
    monkeypatch.setenv("KINGDOMS_CFLAGS", "-O1")
    assert compile_engine.compilers() != before
    monkeypatch.delenv("KINGDOMS_CFLAGS")
    monkeypatch.setenv("CPATH", "/another/include")
    assert compile_engine.compilers() != before


def test_unused_modules_are_deleted_from_the_store_and_a_read_only_store_is_not_used(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.build()
    stored = set(engine.store.folder.iterdir())
    long_ago = time.time() - (compile_engine.STORE_DAYS + 1) * 86400
    for path in stored:
        os.utime(path, (long_ago, long_ago))
    engine.write("a.py", "changed = True")
    assert engine.build() == ["pack.a"]
    remaining = set(engine.store.folder.iterdir())
    assert (len(remaining), len(remaining & stored)) == (3, 2), "what a build has used stays, the older library of `a` goes"
    shutil.rmtree(engine.store.folder)
    engine.store.folder.write_text("a file where the folder should be")
    assert len(engine.build()) == len(engine.build()) == 3
    assert "is not kept for the next build" in capsys.readouterr().err


class Npm:
    """A stand-in for npm: records its arguments, and builds a page of one file."""

    def __init__(self, fault: str | None = None) -> None:
        self.fault = fault
        self.runs: list[list[str]] = []
        self.seen: set[str] = set()

    def __call__(self, arguments: list[str], folder: Path) -> str | None:
        self.runs.append(arguments)
        self.seen = {path.relative_to(folder.parent).as_posix() for path in folder.parent.rglob("*") if path.is_file()}
        if self.fault is not None:
            return self.fault
        if "build" in arguments:
            static = Path(arguments[arguments.index("--outDir") + 1])
            static.mkdir(parents=True)
            (static / "index.html").write_text("a page")
        return None


PROJECT = {
    "web/package.json": "{}",
    "web/.npmrc": "fund=false",
    "web/src/main.ts": "start()",
    "web/src/main.test.ts": "test()",
    "web/node_modules/big/x.js": "x",
    "web/.declared/texts/texts.gen.ts": "x",
    "src/kingdoms/games/chess/picture/art.json": "{}",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the sources of a client."""
    for name, content in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def client_hook(root: Path, target: str = "wheel", warnings: list[str] | None = None) -> Any:
    screen = types.SimpleNamespace(display_warning=[].append if warnings is None else warnings.append)
    arguments: list[Any] = [str(root), {}, None, None, str(root / "dist"), target, screen]
    return hatch_build.KingdomsBuildHook(*arguments)


def built_with(root: Path, version: str = "editable", target: str = "wheel") -> tuple[list[str], list[str]]:
    """Run the hook as an editable install does; return the files it adds to the wheel, and its warnings."""
    data: dict[str, Any] = {"artifacts": [], "force_include": {}}
    warnings: list[str] = []
    client_hook(root, target, warnings).initialize(version, data)
    return data["artifacts"], warnings


def test_version_of_node_is_read() -> None:
    assert [hatch_build.node_version(output) for output in ("v22.12.0\n", "command not found")] == [(22, 12), (0, 0)]


def test_client_is_built_once_and_again_when_its_sources_change(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = Npm()
    monkeypatch.setattr(hatch_build, "run_npm", npm)
    monkeypatch.setenv("KINGDOMS_WEB", "require")
    assert built_with(project) == (["/src/kingdoms/server/static/**"], [])
    assert (project / "src/kingdoms/server/static/index.html").read_text() == "a page"
    assert [run[0] for run in npm.runs] == ["ci", "run"]
    sources = {"web/package.json", "web/.npmrc", "web/src/main.ts", "src/kingdoms/games/chess/picture/art.json"}
    assert npm.seen - {"static/index.html"} == sources
    built_with(project)
    changes = {"web/src/main.test.ts": 2, "web/src/main.ts": 4, "src/kingdoms/games/chess/picture/art.json": 6}
    for name, runs in changes.items():
        (project / name).write_text("changed")
        built_with(project)
        assert len(npm.runs) == runs, f"{name}: the client is built again if it is made from this"


def test_client_from_before_serves_where_there_are_no_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGDOMS_WEB", "auto")
    page = tmp_path / "src/kingdoms/server/static/index.html"
    page.parent.mkdir(parents=True)
    page.write_text("a page")
    assert built_with(tmp_path) == (["/src/kingdoms/server/static/**"], [])
    page.unlink()
    assert len(built_with(tmp_path)[1]) == 1


def test_client_that_cannot_be_built(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = Npm(fault="no network")
    monkeypatch.setattr(hatch_build, "run_npm", npm)
    old = project / "src/kingdoms/server/static/index.html"
    old.parent.mkdir(parents=True)
    old.write_text("an old page")

    monkeypatch.setenv("KINGDOMS_WEB", "auto")
    (warning,) = built_with(project)[1]
    assert "no network" in warning
    assert old.read_text() == "an old page", "a build that fails leaves the last one alone"

    monkeypatch.setenv("KINGDOMS_WEB", "require")
    with pytest.raises(RuntimeError, match="no network"):
        built_with(project)

    monkeypatch.setenv("KINGDOMS_WEB", "no")
    npm.runs.clear()
    assert built_with(project) == ([], [])
    assert not npm.runs

    monkeypatch.setenv("KINGDOMS_WEB", "perhaps")
    with pytest.raises(RuntimeError, match="auto, require or no"):
        built_with(project)


def test_an_sdist_has_the_client_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = Npm()
    monkeypatch.delenv("KINGDOMS_WEB", raising=False)
    monkeypatch.setattr(hatch_build, "run_npm", npm)
    files, warnings = built_with(project, version="standard", target="sdist")
    assert (files, warnings) == ([f"/{hatch_build.STATIC}/**"], [])
    assert npm.runs
    npm.runs.clear()
    assert built_with(project) == (files, [])
    assert not npm.runs, "what the sdist has is not built again"


@pytest.mark.parametrize("has_node", [True, False])
def test_node_comes_from_pypi_where_there_is_none(project: Path, monkeypatch: pytest.MonkeyPatch, has_node: bool) -> None:
    monkeypatch.setattr(hatch_build, "has_node", lambda: has_node)
    monkeypatch.setattr(hatch_build, "can_compile", lambda: False)
    monkeypatch.setenv("KINGDOMS_WEB", "auto")
    hook = client_hook(project)
    assert hook.dependencies() == ([] if has_node else [hatch_build.NODE_FROM_PYPI])
    monkeypatch.setenv("KINGDOMS_WEB", "no")
    assert hook.dependencies() == []


@pytest.mark.parametrize("repository", ["", "https://git.example.org/kingdoms"])
def test_links_of_the_readme_work_on_a_package_page(repository: str) -> None:
    text = hatch_build.readme_for_index((Path(hatch_build.__file__).parent / "README.md").read_text(), repository)
    targets = re.findall(r'\]\(([^)]*)\)|(?:src|srcset)="([^"]*)"', text)
    assert all("".join(target).startswith("https://") for target in targets)
    assert bool(targets) == bool(repository)
    assert "kingdoms referee" in text
