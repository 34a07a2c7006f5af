"""The page as a folder of static files: written by the command, and served under a path as any host would serve it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from tests.support.suite.timeouts import SOON

PATH = "some/where/"
"""The path under which the folder is served."""
LONG = 240_000
"""Milliseconds for what a busy machine may do slowly: starting Python, and searches."""


def write_folder(target: Path) -> None:
    """Write the folder with the command.

    KINGDOMS_PYODIDE is the folder of the npm package `pyodide`; without it, npm fetches it.

    Raises:
        RuntimeError: the command has failed, such as without Node or a line to the npm registry.
    """
    package = os.environ.get("KINGDOMS_PYODIDE")
    more = ["--pyodide", package] if package else []
    command = [sys.executable, "-m", "kingdoms.cli", "site", str(target), *more]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        raise RuntimeError(process.stderr)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder with Python's own server, which compresses nothing and sets no headers; yield its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        port = re.findall(r"port (\d+)", process.stdout.readline())[0]
        address = f"http://localhost:{port}/"
        urlopen(address, timeout=SOON).close()
        try:
            yield address
        finally:
            process.terminate()


def make_newer(folder: Path) -> None:
    """Make a folder another version: with another page, another list of parts, and another worker."""
    page, worker = folder / "index.html", folder / "worker.js"
    [parts] = folder.glob("device/parts-*.json")
    content = json.loads(parts.read_text(encoding="utf-8"))
    newer = parts.with_name("parts-newer00000.json")
    newer.write_text(json.dumps(content | {"version": "newer"}), encoding="utf-8")
    parts.unlink()
    mark = '<meta name="newer" /></head>'
    page.write_text(page.read_text(encoding="utf-8").replace(parts.name, newer.name).replace("</head>", mark), encoding="utf-8")
    text = worker.read_text(encoding="utf-8").replace(parts.name, newer.name)
    worker.write_text(re.sub(r'"version": "\w+"', '"version": "newer"', text, count=1), encoding="utf-8")


def copy_folder(source: Path, target: Path) -> Path:
    """Copy a folder to the path under which it is served, and return the root."""
    shutil.copytree(source, target / PATH)
    return target
