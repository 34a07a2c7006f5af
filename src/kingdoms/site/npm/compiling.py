"""Compiles the modules of the device to byte code; runs in Pyodide, with the stage of `kingdoms.site.packing` at /stage.

It writes two archives: /standard.tar with the used modules of the standard library, and /kingdoms.tar; and /answers.json, what
every device answers before it has played.
"""

import contextlib
import importlib
import importlib._bootstrap_external as bootstrap
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path

STAGE = Path("/stage")
SPARE = (
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.idna",
    "_colorize",
    "_strptime",
    "calendar",
    "asyncio.queues",
    "encodings.cp437",
    "encodings.utf_8_sig",
)
"""Modules that the standard library imports on first use, such as in errors."""


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a file to an archive."""
    file = tarfile.TarInfo(name)
    file.size = len(content)
    archive.addfile(file, io.BytesIO(content))


def byte_code(source: bytes, name: str, optimise: int) -> bytes:
    """Return the contents of a .pyc file."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimise)
    return bytes(bootstrap._code_to_timestamp_pyc(code, 0, 0))  # type: ignore[attr-defined]


def import_all() -> None:
    """Import what the device imports at some time, so that the modules behind it are known.

    What cannot be imported here is of another system, or draws with a library that no device has; it is left out.
    """
    sys.path.insert(0, str(STAGE))
    for name in (*json.loads((STAGE / "modules.json").read_text()), *SPARE):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def write_standard() -> None:
    """Write the archive of the standard library: the modules that are imported now.

    Docstrings are left out, except Pyodide's: it reads them when it starts.
    """
    used = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
    folder = f"/lib/python{sys.version_info[0]}"
    with zipfile.ZipFile("/library.zip") as library, tarfile.open("/standard.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for name in library.namelist():
            if name.endswith(".py") and f"{folder}{sys.version_info[1]}.zip/{name}" in used:
                path = f"{folder}.{sys.version_info[1]}/{name}"
                add(archive, f"{name}c", byte_code(library.read(name), path, 0 if name.startswith("_pyodide") else 2))


def write_kingdoms() -> None:
    """Write the archive of the package: docstrings and assertions are left out."""
    with tarfile.open("/kingdoms.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(path for path in (STAGE / "kingdoms").rglob("*") if path.is_file()):
            name = path.relative_to(STAGE).as_posix()
            if path.suffix == ".py":
                if name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") not in sys.modules:
                    continue
                add(archive, f"{name}c", byte_code(path.read_bytes(), name, 2))
            elif "__pycache__" not in path.parts:
                add(archive, name, path.read_bytes())


async def write_answers() -> None:
    """Write the answers to some requests by path, and import what a device needs for them."""
    from kingdoms.device import Device, DirectThinker, MemoryStore  # noqa: PLC0415  the path is set by now

    device = Device(MemoryStore(), DirectThinker(), json.loads((STAGE / "schemas.json").read_text()))
    paths = json.loads((STAGE / "prepared.json").read_text(encoding="utf-8"))
    answers = {path: json.loads((await device.request("GET", path, None))[1]) for path in paths}
    Path("/answers.json").write_text(json.dumps(answers), encoding="utf-8")


sys.dont_write_bytecode = True
import_all()
await write_answers()  # type: ignore[top-level-await]  # noqa: F704, PLE1142
write_standard()
write_kingdoms()
