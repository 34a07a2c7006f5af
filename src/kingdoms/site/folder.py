"""Writes the folder: the built page, the parts of the device, and the page's head that says where they are."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.server.app.asgi import create_app
from kingdoms.server.http.static import FOLDER as BUILT
from kingdoms.server.http.static import INDEX, POLICY
from kingdoms.site.packing import Pack, check_wheel, make_pack
from kingdoms.texts import ENGLISH, languages, text

LICENCES: Final = ("parts", "MIT", "PSF-2.0", "MPL-2.0", "inside", "OFL-1.1")
LIST: Final = "parts.json"
"""The name of the list of parts, before its digest. A folder without one is not overwritten."""


@dataclass
class Folder:
    """A folder under construction, in memory: its files by path."""

    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, content: bytes) -> str:
        """Add a file under a name with the digest of its content, and return its path."""
        stem, _, suffix = name.partition(".")
        path = f"device/{stem}-{_digest(content)}.{suffix}"
        self.files[path] = content
        return path

    def part(self, name: str, content: bytes) -> dict[str, Any]:
        """Add a compressed part, and return its entry in the list. Its suffix is one that no host decompresses."""
        return {"path": self.add(f"{name}.bin", content), "bytes": len(content)}

    def write(self, target: Path) -> None:
        """Write all files in place of an earlier folder."""
        _check_target(target)
        shutil.rmtree(target, ignore_errors=True)
        for path, content in self.files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(content)


def write_site(
    target: Path, *, wheel: Path | None = None, pyodide: Path | None = None, server: str | None = None, built: Path = BUILT
) -> int:
    """Write the page that plays on its visitor's device; return the bytes that a visitor fetches for everything.

    Args:
        target: the folder; an earlier one is replaced.
        wheel: a wheel of this package for Pyodide.
        pyodide: the folder of the npm package; by default npm fetches it.
        server: the address of a server for what needs other people.
        built: the folder of the built page.

    Raises:
        KingdomsError: the page is not built, something needed is missing, or the folder has something else in it.
    """
    if server is not None and not re.fullmatch(r"https?://[^\s\"<>]+", server):
        raise KingdomsError(text("site.address", address=server))
    if not (built / INDEX).is_file():
        raise KingdomsError(text("site.page"))
    if wheel is not None:
        check_wheel(wheel)
    _check_target(target)
    folder = Folder({path.relative_to(built).as_posix(): path.read_bytes() for path in built.rglob("*") if _ships(path)})
    schemas = create_app().openapi()
    parts = _add_device(folder, schemas, make_pack(schemas, pyodide, wheel), compiled=wheel is not None)
    page = _page(folder.files[INDEX].decode(), parts, server)
    folder.files[INDEX] = page.encode()
    folder.files["licences.txt"] = _licences().encode()
    _make_relative(folder)
    folder.files["worker.js"] = _worker(folder)
    folder.write(target)
    return sum(len(gzip.compress(content)) for content in folder.files.values())


def _check_target(target: Path) -> None:
    """Raise a `KingdomsError` if a folder has anything but an earlier page in it."""
    if target.exists() and any(target.iterdir()) and not any(target.glob("device/parts-*.json")):
        raise KingdomsError(text("site.foreign", path=str(target)))


def _ships(path: Path) -> bool:
    """Return whether a file is part of the folder. Its one index page chooses the language by itself."""
    is_translated = re.fullmatch(r"(index|manifest)\.[\w-]+\.(html|webmanifest)", path.name) is not None
    return path.is_file() and not path.name.startswith(".") and not is_translated


def _add_device(folder: Folder, schemas: dict[str, Any], pack: Pack, *, compiled: bool) -> str:
    """Add the parts of the device, and return the path of their list."""
    scripts = f"device/pyodide-{_digest(b''.join(pack.scripts.values()))}"
    folder.files |= {f"{scripts}/{name}": content for name, content in pack.scripts.items()}
    parts = {
        "pyodide": f"{scripts}/",
        "lock": pack.lock,
        "schemas": folder.part("schemas", gzip.compress(json.dumps(schemas).encode(), 9, mtime=0)),
        "answers": {path: answer for path, answer in pack.answers.items() if "?" not in path},
        "translated": {tag: _add_answers(folder, pack, tag) for tag in languages() if tag != ENGLISH},
        "compiled": compiled,
    }
    parts |= {name: folder.part(name, content) for name, content in pack.archives.items()}
    parts["version"] = f"{kingdoms.__version__}-{_digest(json.dumps(parts).encode())}"
    return folder.add(LIST, json.dumps(parts).encode())


def _add_answers(folder: Folder, pack: Pack, tag: str) -> str:
    """Add the prepared answers in a language, which a page loads beside those in English; return their path."""
    answers = {path: answer for path, answer in pack.answers.items() if path.endswith(f"?lang={tag}")}
    content = json.dumps(answers, ensure_ascii=False).encode()
    return folder.add(f"answers-{tag}.json", content)


def _page(page: str, parts: str, server: str | None) -> str:
    """Return the index page with the policy and the marks in its head."""
    address = f' data-server="{server}"' if server else ""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        f'    <meta name="kingdoms-home" content="device" data-parts="{parts}"{address} />'
    )
    page = page.replace("<head>", f"<head>\n    {head}", 1)
    return re.sub(r'\b(src|href)="/', r'\1="./', page)


def _make_relative(folder: Folder) -> None:
    """Let the manifest of the installed page name addresses relative to itself."""
    name = "manifest.webmanifest"
    manifest = json.loads(folder.files[name])
    manifest.pop("id", None)
    manifest |= {"start_url": "./", "scope": "./"}
    for icon in manifest["icons"]:
        icon["src"] = f".{icon['src']}"
    folder.files[name] = json.dumps(manifest, indent=2).encode()


def _worker(folder: Folder) -> bytes:
    """Return the service worker: the built one, told which files to keep."""
    keep = sorted(
        path for path in folder.files if path not in (INDEX, "worker.js", "licences.txt") and not path.startswith("icon-")
    )
    version = _digest(b"".join(path.encode() + folder.files[path] for path in sorted(folder.files)))
    first = sorted(set(re.findall(r'(?:src|href)="\./([^"]+)"', folder.files[INDEX].decode())) - {"manifest.webmanifest"})
    sizes = [len(folder.files[path]) for path in (INDEX, *keep)]
    site = {
        "version": version,
        "first": ["./", *(path for path in first if path in keep)],
        "all": ["./", *keep],
        "sizes": sizes,
    }
    return f"self.kingdomsSite = {json.dumps(site)};\n".encode() + folder.files["worker.js"]


def _licences() -> str:
    texts = [(Path(__file__).parent / "licences" / f"{name}.txt").read_text(encoding="utf-8") for name in LICENCES]
    return f"\n\n{'=' * 80}\n\n".join(texts)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]
