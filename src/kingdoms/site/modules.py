"""The modules that the device needs: what its roots import, at once or on first use, and nothing else of the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
"""The folder of the package."""
ROOTS: Final = ("kingdoms.device", "kingdoms.device.browser", "kingdoms.device.thinking")
"""What the page's workers import; the games come with them."""
APART: Final = ("arena", "cli", "client", "env", "lab", "learning", "pages", "server", "site", "templates", "testing")
"""Parts of the package that never run on a device, even where a module imports them for something that no device does."""
DATA: Final = ("*.json", "*.jsonl", "*.net")
"""The data beside modules: texts, maps, nets."""
_REFERENCE: Final = re.compile(r"(kingdoms(?:\.\w+)+):\w+")
"""A part that is loaded by name; see `kingdoms.core.parts`."""


def device_modules(roots: Iterable[str] = ROOTS) -> dict[str, Path]:
    """Return the files of the modules that the device needs, by name.

    Args:
        roots: the modules to begin with; the games of the package are added.

    Examples:
        >>> from kingdoms.site.modules import device_modules
        >>> modules = device_modules()
        >>> "kingdoms.search.tree" in modules, "kingdoms.server" in modules
        (True, False)
    """
    games = [f"kingdoms.games.{path.parent.name}.game" for path in PACKAGE.glob("games/*/game.py")]
    modules: dict[str, Path] = {}
    waiting = ["kingdoms", *roots, *games]
    while waiting:
        name = waiting.pop()
        path = _file_of(name)
        if name in modules or path is None or (name.split(".")[1:2] and name.split(".")[1] in APART):
            continue
        modules[name] = path
        waiting += _imports(name, path)
    return dict(sorted(modules.items()))


def data_files(modules: dict[str, Path]) -> list[Path]:
    """Return the data files beside modules, without the large ones, which `library_files` has."""
    folders = {path.parent for path in modules.values()} - {PACKAGE}
    nested = {folder for path in folders for folder in path.glob("[a-z][a-z]") if folder.is_dir()}  # languages
    files = {file for folder in folders | nested for pattern in DATA for file in folder.glob(pattern)}
    return sorted(files - set(library_files()))


def library_files() -> list[Path]:
    """Return the files of puzzles and of openings, which a device fetches when it first needs them."""
    return sorted(path for name in ("puzzles.jsonl", "explorer.bin") for path in PACKAGE.glob(f"games/*/{name}"))


def standard_modules(modules: dict[str, Path]) -> list[str]:
    """Return the modules of the standard library that modules import, at once or on first use."""
    names = {name for module, path in modules.items() for name in _imports(module, path) if not name.startswith("kingdoms")}
    return sorted(names)


def _file_of(name: str) -> Path | None:
    """Return the file of a module of this package, or None if it is something else."""
    parts = name.split(".")
    if parts[0] != "kingdoms":
        return None
    base = PACKAGE.joinpath(*parts[1:])
    return next((path for path in (base / "__init__.py", base.with_suffix(".py")) if path.is_file()), None)


def _imports(name: str, path: Path) -> Iterator[str]:
    """Yield the modules that a module imports, also within functions, and those that it names as parts."""
    parts = name.split(".")
    yield from (".".join(parts[:length]) for length in range(2, len(parts)))  # the packages around it
    for node in _running(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module.startswith("kingdoms"))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := _REFERENCE.fullmatch(node.value)):
            yield match[1]


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, without what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for rest in node.orelse:
                yield rest
                yield from _running(rest)
            continue
        yield node
        yield from _running(node)
