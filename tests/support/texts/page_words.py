"""What the page says: its own code puts messages into words, run by Node without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[3] / "web"
BUNDLER = WEB / "node_modules" / ".bin" / "rolldown"
ENTRY = """
import { readFileSync } from "node:fs";
// The game's modules define colours for its board as they are loaded.
globalThis.document = { adoptedStyleSheets: [] };
globalThis.CSSStyleSheet = class { replaceSync() {} };
const { SAID, LATER } = await import(%s);
for (const [part, load] of Object.entries(LATER)) SAID.add(part, (await load()).default);
const { tables, messages } = JSON.parse(readFileSync(0, "utf8"));
const told = messages.map(([said, reader, table]) => SAID.text(said, reader, table === null ? null : tables[table]));
console.log(JSON.stringify(told));
"""


class PageWords:
    """The words of one game's page.

    Args:
        game: the game.
        folder: an empty folder to build the program in.
    """

    def __init__(self, game: str, folder: Path) -> None:
        if shutil.which("node") is None or not BUNDLER.exists():
            pytest.skip("there is no Node here, or web/node_modules is missing: what the page says is NOT compared")
        entry = folder / "entry.mjs"
        entry.write_text(ENTRY % json.dumps(str(WEB / "src" / "games" / game / "said.ts")))
        command = [str(BUNDLER), str(entry), "--platform", "node", "-d", str(folder / "made")]
        subprocess.run(command, check=True, capture_output=True, cwd=WEB)
        self.program = folder / "made" / "entry.js"
        (folder / "made" / "package.json").write_text('{"type": "module"}')

    def say(self, messages: Sequence[tuple[Any, str | None, int | None]], tables: Sequence[Any] = ()) -> list[str]:
        """Return messages in the words of the page.

        Args:
            messages: each message as `said_json` returns it, its reader, and the number of the table that it is about, or None.
            tables: the tables, as JSON data.
        """
        data = json.dumps({"tables": tables, "messages": messages})
        process = subprocess.run(["node", str(self.program)], input=data, capture_output=True, text=True, check=True)
        texts: list[str] = json.loads(process.stdout)
        return texts
