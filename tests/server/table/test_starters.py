"""Each game that `kingdoms new-game` begins with is played on the server, and keeps its secrets there."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

import kingdoms
from kingdoms.cli.programs.new_game import package_files
from kingdoms.core import registry
from tests.support.clients.http import Browser


@pytest.fixture(params=[(), ("chance",), ("secrets",), ("secrets", "chance")], ids=" ".join)
def starter(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a game that is registered for one test."""
    name = "_".join(["starter", *request.param])
    for path, content in package_files(name, "Harbour Lights", request.param).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    monkeypatch.syspath_prepend(tmp_path / "src")
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    kingdoms.register_game(name, f"{name}.game:{name.title().replace('_', '')}")
    yield name
    for module in (name, f"{name}.game"):
        sys.modules.pop(module, None)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_starter_is_played_to_its_end(starter: str, app: FastAPI, ida: Browser, bob: Browser) -> None:
    game_id = (await ida.new_game("me", "open", game=starter))["id"]
    await bob.post(f"/games/{game_id}/seats/B/join")
    people = {"A": ida, "B": bob}
    async with asyncio.timeout(60):
        while (info := await ida.settled(game_id))["status"] != "over":
            browser = people[info["to_move"]]
            choices = (await browser.get(f"/games/{game_id}/legal"))["ask"]["choices"]
            assert await browser.act(game_id, info["number"], choices[-1]["action"]) > info["number"]
            for player in (ida, bob):
                history = json.dumps(await player.get(f"/games/{game_id}/history"))
                assert await player.is_over(game_id) or len(re.findall('"(hide|deal) ', history)) <= 1, "a fist of another seat"
    assert info["outcome"]["reason"] == "last_stone"
    words = (await bob.get(f"/games/{game_id}/view"))["view"]["words"]
    assert len(re.findall("[123] in the fist", words)) == (2 if "secrets" in starter else 0)
