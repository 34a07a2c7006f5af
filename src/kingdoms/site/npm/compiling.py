"""Compiles the modules of the device to byte code; runs in Pyodide, with the stage of `kingdoms.site.packing` at /stage.

It writes two archives without compression, since the whole of each is compressed: /standard.zip with the used modules of the
standard library, and /kingdoms.zip; and /answers.json, what every device answers before it has played.
"""

import contextlib
import importlib
import importlib._bootstrap_external as bootstrap
import json
import sys
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
    """Write the archive of the standard library: the modules that are imported now."""
    used = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
    with zipfile.ZipFile("/library.zip") as library, zipfile.ZipFile("/standard.zip", "w") as archive:
        for name in library.namelist():
            path = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip/{name}"
            if name.endswith(".py") and path in used:
                archive.writestr(zipfile.ZipInfo(f"{name}c"), byte_code(library.read(name), path, 0))


def write_kingdoms() -> None:
    """Write the archive of the package: docstrings and assertions are left out."""
    with zipfile.ZipFile("/kingdoms.zip", "w") as archive:
        for path in sorted(path for path in (STAGE / "kingdoms").rglob("*") if path.is_file()):
            name = path.relative_to(STAGE).as_posix()
            if path.suffix == ".py":
                if name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") not in sys.modules:
                    continue
                archive.writestr(zipfile.ZipInfo(f"{name}c"), byte_code(path.read_bytes(), name, 2))
            elif "__pycache__" not in path.parts:
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes())


async def write_answers() -> None:
    """Write the answers to some requests by path, and import what a device needs for them."""
    from kingdoms.device import Device, DirectThinker, MemoryStore  # noqa: PLC0415  the path is set by now

    device = Device(MemoryStore(), DirectThinker(), json.loads((STAGE / "schemas.json").read_text()))
    paths = json.loads((STAGE / "prepared.json").read_text())
    answers = {path: json.loads((await device.request("GET", path, None))[1]) for path in paths}
    Path("/answers.json").write_text(json.dumps(answers))


sys.dont_write_bytecode = True
import_all()
await write_answers()  # type: ignore[top-level-await]  # noqa: F704, PLE1142
write_standard()
write_kingdoms()
