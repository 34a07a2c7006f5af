"""Packs Python, its standard library and the package for the device: compiled, and only what is used."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.site.modules import PACKAGE, data_files, device_modules, library_files, standard_modules
from kingdoms.texts import ENGLISH, languages, text

NPM: Final = Path(__file__).parent / "npm"
"""The folder with the version of Pyodide, its digest, and the script that compiles."""
WHEEL: Final = f"kingdoms-{kingdoms.__version__}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
"""The name of the wheel for this Pyodide: modules of another version would not fit the sources."""
SHARED: Final = "kingdoms/_cyutility"
"""The module that all compiled modules share, which has no source."""
SCRIPTS: Final = ("pyodide.mjs", "pyodide.asm.mjs")


@dataclass(frozen=True, slots=True)
class Pack:
    """The parts of the device as bytes: scripts by name, and compressed archives by purpose."""

    scripts: dict[str, bytes]
    archives: dict[str, bytes]
    lock: dict[str, Any]
    answers: dict[str, Any]


PREPARED: Final = ("/api/catalogue", "/api/server")
"""Requests whose answers come with the page, so that it can be read before the device is ready."""


def prepared_paths() -> list[str]:
    """Return the prepared requests in all languages: those in English name none.

    Examples:
        >>> prepared_paths()[:3]
        ['/api/catalogue', '/api/server', '/api/catalogue?lang=de']
    """
    return [path if tag == ENGLISH else f"{path}?lang={tag}" for tag in languages() for path in PREPARED]


def make_pack(schemas: dict[str, Any], pyodide: Path | None, wheel: Path | None) -> Pack:
    """Return the packed parts.

    Args:
        schemas: the server's OpenAPI document.
        pyodide: the folder of the npm package `pyodide`; by default npm fetches it.
        wheel: a wheel of this package for Pyodide, whose compiled modules replace the sources.

    Raises:
        KingdomsError: npm or Node is missing or fails.
    """
    with tempfile.TemporaryDirectory() as name:
        stage = Path(name)
        _write_stage(stage, wheel)
        source = pyodide or _fetch(stage / "npm")
        for name, content in (("schemas", schemas), ("prepared", prepared_paths())):
            (stage / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        _run(["node", str(NPM / "compile.mjs"), str(source), str(NPM / "compiling.py"), str(stage)], stage)
        archives = {part: (stage / f"{part}.tar").read_bytes() for part in ("standard", "kingdoms", "library")}
        archives["wasm"] = (source / "pyodide.asm.wasm").read_bytes()
        scripts = {script: (source / script).read_bytes() for script in SCRIPTS}
        lock = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
        answers = json.loads((stage / "answers.json").read_text(encoding="utf-8"))
    packed = {part: gzip.compress(content, 9, mtime=0) for part, content in archives.items()}
    return Pack(scripts, packed, lock, answers)


def _fetch(folder: Path) -> Path:
    """Install Pyodide with npm, as the lock file has it, and return its folder."""
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(NPM / name, folder)
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    return folder / "node_modules" / "pyodide"


def _write_stage(stage: Path, wheel: Path | None) -> None:
    """Write what is to be compiled: the package's modules and data, the list of all modules, and the archive of the library."""
    modules = device_modules()
    for path in (*modules.values(), *data_files(modules)):
        target = stage / "kingdoms" / path.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    if wheel is not None:
        _use_wheel(stage, wheel)
    (stage / "modules.json").write_text(json.dumps([*modules, *standard_modules(modules)]), encoding="utf-8")
    with tarfile.open(stage / "library.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for path in library_files():
            file = tarfile.TarInfo(f"kingdoms/{path.relative_to(PACKAGE).as_posix()}")
            file.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(file, content)


def check_wheel(wheel: Path) -> None:
    """Check a wheel of this package for Pyodide.

    Raises:
        KingdomsError: it is of another version or for another platform, or no archive, or has no compiled modules.
    """
    if wheel.name == WHEEL and zipfile.is_zipfile(wheel):
        with zipfile.ZipFile(wheel) as archive:
            if any(name.endswith(".so") for name in archive.namelist()):
                return
    raise KingdomsError(text("site.wheel", path=str(wheel), name=WHEEL))


def _use_wheel(stage: Path, wheel: Path) -> None:
    """Put the compiled modules of a wheel in place of the sources."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            module = name.partition(".")[0]
            source = stage / f"{module}.py"
            if name.endswith(".so") and (source.is_file() or module == SHARED):
                source.unlink(missing_ok=True)
                archive.extract(name, stage)


def _run(command: list[str], folder: Path) -> None:
    """Run npm or Node.

    Raises:
        KingdomsError: it is missing, or fails.
    """
    program = shutil.which(command[0])
    if program is None:
        raise KingdomsError(text("site.node"))
    process = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False)
    if process.returncode:
        reason = (process.stderr or process.stdout).strip()[-2000:]
        raise KingdomsError(text("site.failed", command=command[0], reason=reason))
