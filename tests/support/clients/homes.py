"""A server and a device that are sent the same requests, and must give the same answers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from kingdoms.device import Device
from kingdoms.table.game import presence, seeds
from kingdoms.table.service import creating
from tests.support.clients.http import Browser, eventually

RANDOM: Final = ("created", "started", "deadline", "at", "since", "away_since", "seconds")
"""The fields that differ between two homes by nature."""


def masked(value: Any) -> Any:
    """Return JSON data without what differs between two homes by nature."""
    if isinstance(value, dict):
        return {name: None if name in RANDOM and field is not None else masked(field) for name, field in value.items()}
    return [masked(element) for element in value] if isinstance(value, list) else value


def parsed(text: str) -> Any:
    """Return the JSON data of a text, of its lines if it is a record, or the text if it is a picture."""
    if text.startswith("<"):
        return text
    try:
        return masked(json.loads(text))
    except ValueError:
        return [masked(json.loads(line)) for line in text.splitlines()]


def first_difference(own: Any, other: Any, place: str = "") -> str:
    """Return where two values differ first, and how."""
    if isinstance(own, dict) and isinstance(other, dict) and own.keys() == other.keys():
        parts = [(f"{place}.{name}", own[name], other[name]) for name in own]
    elif isinstance(own, list | tuple) and isinstance(other, list | tuple) and len(own) == len(other):
        parts = [(f"{place}.{number}", *pair) for number, pair in enumerate(zip(own, other, strict=True))]
    else:
        return f"{place}: {own!r:.300} on the device, {other!r:.300} on the server"
    return next(first_difference(one, two, name) for name, one, two in parts if one != two)


@dataclass
class Homes:
    """Both homes, with the same person at each."""

    browser: Browser
    device: Device

    async def ask(self, method: str, path: str, body: object = None, *, status: int = 200, text: str | None = None) -> Any:
        """Send a request to both, compare the answers, and return the answer as JSON data.

        Args:
            text: the text of the body, if it is not that of `body`.
        """
        sent = text if text is not None else None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"}
        served = await self.browser.http.request(method, f"/api{path}", content=sent, headers=headers)
        own_status, own_text = await self.device.request(method, f"/api{path}", sent)
        own, other = (own_status, parsed(own_text)), (served.status_code, parsed(served.text))
        assert own == other, f"{method} {path} {sent}: {first_difference(own, other)}"
        assert own_status == status, own_text
        return parsed(own_text)

    async def lines(self, method: str, path: str, body: object = None) -> tuple[list[Any], list[Any]]:
        """Send a request for a stream to both; return the lines of each. Their status must be the same."""
        served = await self.browser.send(method, path, body)
        sent = None if body is None else json.dumps(body)
        status, *lines = [line async for line in self.device.stream(method, f"/api{path}", sent)]
        assert status == served.status_code
        return [json.loads(line) for line in served.text.splitlines() if line], [json.loads(str(line)) for line in lines]

    async def begin(self, path: str, body: object = None) -> str:
        """Begin a game in both homes, wait until a person is to move, and return the id of the game."""
        served = await self.browser.send("POST", path, body)
        status, text = await self.device.request("POST", f"/api{path}", None if body is None else json.dumps(body))
        own, other = json.loads(text), served.json()
        assert (status, own.keys(), own.get("id")) == (served.status_code, other.keys(), other.get("id")), text
        return str((await self.settled(own["id"]))["id"])

    async def settled(self, game_id: str) -> dict[str, Any]:
        """Wait until a person is to move in both homes, or the game is over; return the info of the game."""

        async def is_settled() -> bool:
            served = await self.browser.settled(game_id)
            live = await self.device.home.games.get(game_id)
            return bool(live.number == served["number"] and live.thinker is None)

        await eventually(is_settled)
        info: dict[str, Any] = await self.ask("GET", f"/games/{game_id}")
        return info


def share_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each game the same id and the same seed in both homes, which create the same games in turn.

    On the server, too, people stay at the table as long as a test takes, without a socket.
    """

    def in_turn(value: Callable[[int], Any]) -> Callable[[], Any]:
        numbers = itertools.count()
        return lambda: value(next(numbers) // 2)

    monkeypatch.setattr(creating, "_new_id", in_turn(lambda number: f"game{number}"))
    monkeypatch.setattr(presence, "HEARTBEAT", 3600.0)
    monkeypatch.setattr(seeds, "new", in_turn(lambda number: number + 1))


def moves(answer: Mapping[str, Any]) -> list[str]:
    """Return the choices of an answer with a question."""
    return [choice["action"] for choice in answer["ask"]["choices"]]
