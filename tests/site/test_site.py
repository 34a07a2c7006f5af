"""The folder of static files: what is packed into it, and what the command refuses."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from kingdoms.cli.documents.site import site
from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import game_class
from kingdoms.server.app.asgi import create_app
from kingdoms.site import folder, modules
from kingdoms.site.folder import Folder
from kingdoms.site.packing import SHARED, WHEEL, _write_stage
from tests.support.games.tested_games import TESTED

USE = """
import asyncio, json, sys
from kingdoms.device import browser, Device, DirectThinker, MemoryStore
schemas = json.load(sys.stdin)
async def use():
    device = Device(MemoryStore(), DirectThinker(), schemas)
    await device.start()
    games = json.loads((await device.request("GET", "/api/catalogue"))[1])["games"]
    for game in games:
        one, *others = game["seat_names"]
        bots = [{"seat": seat, "kind": "bot", "bot": game["bots"][-1]["name"]} for seat in others]
        seats = [{"seat": one, "kind": "me"}, *bots]
        status, text = await device.request("POST", "/api/games", json.dumps({"game": game["name"], "seats": seats}))
        assert status == 201, text
        for path in ("view", "legal", "history", "explain", "record"):
            await device.request("GET", f"/api/games/{json.loads(text)['id']}/{path}")
    for path in ("/api/puzzles", "/api/puzzles/today", "/api/me/path", "/api/me/study", "/api/me/games"):
        assert (await device.request("GET", path))[0] == 200, path
    await device.stop()
asyncio.run(use())
print(json.dumps([name for name in sys.modules if name.startswith("kingdoms")]))
"""
"""Uses a device, and prints the modules of the package that are imported then."""


def test_what_a_device_imports_is_packed_and_nothing_of_servers_and_studies() -> None:
    packed = modules.device_modules()
    schemas = json.dumps(create_app().openapi())
    done = subprocess.run([sys.executable, "-c", USE], input=schemas, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    used = {name for name in json.loads(done.stdout) if not name.startswith("kingdoms_")} - {"kingdoms._cyutility"}
    assert used <= set(packed), used - set(packed)
    assert not [name for name in packed if name.split(".")[1:2] and name.split(".")[1] in modules.APART]
    assert {game_class(game).__module__ for game in TESTED} <= set(packed)
    folders = {path.parent for path in packed.values()}
    data, library = modules.data_files(packed), modules.library_files()
    assert all(file.parent in folders or file.parent.parent in folders for file in data)
    assert {path.parent.name for path in library} == {game_class(name).__module__.split(".")[2] for name in TESTED}
    assert not set(library) & set(data), "large files are apart"
    assert sum(path.stat().st_size for path in data) < sum(path.stat().st_size for path in library)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--server", "javascript:x"], "javascript:x: a server's address begins with https:// or http://"),
        (["--server", 'https://x" onload="y'], "a server's address begins with"),
        (["--wheel", "kingdoms-0.1.0-cp313-cp313-manylinux.whl"], f"its name has to be {WHEEL}"),
        (["--wheel", WHEEL], "it has to have compiled modules"),
        (["--pyodide", "."], "node has failed"),
    ],
    ids=["script", "attribute", "platform", "empty", "pyodide"],
)
def test_wrong_arguments_are_told(arguments: list[str], fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "built"
    page.mkdir()
    (page / "index.html").write_text("<html><head></head></html>", encoding="utf-8")
    monkeypatch.setattr(folder.write_site, "__kwdefaults__", {**(folder.write_site.__kwdefaults__ or {}), "built": page})
    monkeypatch.chdir(tmp_path)
    Path("kingdoms-0.1.0-cp313-cp313-manylinux.whl").touch()
    Path(WHEEL).touch()
    result = CliRunner().invoke(site, ["folder", *arguments])
    assert fault in str(result.exception), result.output
    assert not Path("folder").exists()


def test_compiled_modules_of_a_wheel_replace_the_sources(tmp_path: Path) -> None:
    wheel, stage = tmp_path / WHEEL, tmp_path / "stage"
    compiled = ["kingdoms/search/tree.cpython-314-wasm32-emscripten.so", "kingdoms/server/app.cpython-314-wasm32-emscripten.so"]
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (*compiled, f"{SHARED}.cpython-314-wasm32-emscripten.so", "kingdoms/search/progress.py"):
            archive.writestr(name, "from the wheel")
    _write_stage(stage, wheel)
    assert [path.name for path in (stage / "kingdoms/search").glob("tree.*")] == [Path(compiled[0]).name]
    assert (stage / "kingdoms/search/progress.py").read_text(encoding="utf-8") != "from the wheel"
    assert [path.name for path in (stage / "kingdoms").glob("*.so")] == ["_cyutility.cpython-314-wasm32-emscripten.so"]
    assert not (stage / "kingdoms/server").exists()
    assert "kingdoms.search.tree" in json.loads((stage / "modules.json").read_text(encoding="utf-8"))


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    files = Folder({"index.html": b"new"})
    (tmp_path / "index.html").touch()
    for write in (files.write, partial(folder.write_site, built=tmp_path)):
        with pytest.raises(KingdomsError, match="has something else in it"):
            write(tmp_path)
    assert [path.stat().st_size for path in tmp_path.iterdir()] == [0]
    target = tmp_path / "site"
    files.add(folder.LIST, b"{}")
    files.write(target)
    (target / "old.js").touch()
    files.write(target)
    assert sorted(path.name for path in target.iterdir()) == ["device", "index.html"]
