"""The OpenAPI schema is true: whatever is sent, answers are as it says, and never a failure of the server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from of_games import SAMPLE
from sample import END, ONE, OTHER, REFUSED, STEPS, limited, opening, seated
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import ServerProcess
from waiting import SOON

import kingdoms
from kingdoms import Random, Record
from kingdoms.server.app import create_app
from kingdoms.server.settings import read_settings
from kingdoms.testing import random_action

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
APP = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only"))
DOCUMENT = APP.openapi()
schema = schemathesis.openapi.from_dict(DOCUMENT)


@dataclass
class World:
    """A server with some games.

    Attributes:
        games: the ids of games in every state, and of none.
        token: what a program plays with.
    """

    url: str
    cookies: dict[str, str]
    games: list[str]
    token: str
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    def fill(self, case: Any) -> bool:
        """Have most requests be about something that is there, since made-up ids would all come to the same refusal.

        Returns:
            Whether the body is still as it was made up.
        """
        known = {"game_id": self.games, "seat": [ONE, OTHER]}
        for name in case.path_parameters:
            if name in known and self.rng.random() < 0.9:
                case.path_parameters[name] = self.rng.choice(known[name])
        if not isinstance(case.body, dict) or self.rng.random() < 0.3:
            return True
        if "base" in case.body:
            case.body["base"] = self.rng.choice([0, 1, 2])
        if "action" in case.body:
            case.body["action"] = self.rng.choice([END, *STEPS, REFUSED[0]])
        if "actions" in case.body and "base" in case.body:
            case.body["actions"] = self.rng.choice([[], [END], list(STEPS), ["dance"]])
        if "seats" in case.body:
            case.body["seats"] = seated(*(self.rng.choice(["me", "open", "bot", "program"]) for _ in (ONE, OTHER)))
        return False


def make_world(url: str) -> World:
    """Make games at a server."""
    with httpx.Client(base_url=url, timeout=SOON) as client:

        def make(*kinds: str, **more: Any) -> str:
            made: str = client.post("/api/games", json={"seats": seated(*kinds)} | more).raise_for_status().json()["id"]
            return made

        position = opening().position()
        games = [make("me", "open"), make("me", "me", position=position, minutes=60), make("me", "program", position=position)]
        token = client.post(f"/api/games/{games[-1]}/seats/{OTHER}/token").raise_for_status().json()["token"]
        over, rng = Record(kingdoms.load_game(SAMPLE, seats=2, rulings=limited(1))), Random(1)
        while not over.state.is_terminal():
            over.apply(random_action(over.state, rng))
        games.append(make("me", "me", record="\n".join(over.lines())))
        return World(url, dict(client.cookies.items()), games, token)


@pytest.fixture(scope="module")
def world(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A server on PostgreSQL, which is the stricter of the two with what can be text."""
    environment = {"KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000"}
    with ServerProcess(tmp_path_factory.mktemp("data"), "--database", postgres_server, environment=environment) as process:
        yield make_world(process.url)
        assert "Traceback" not in process.troubles()


def test_every_address_is_on_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text()
    for path, operations in DOCUMENT["paths"].items():
        for method in operations:
            told = path.replace("{game_id}", "ID").replace("{seat}", "SEAT").replace("{name}", "NAME")
            assert f"{method.upper()} {told}" in page, f"docs/server.md does not tell of {method.upper()} {told}"


def test_every_answer_has_its_shape() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary"), (method, path)
            good = [answer for status, answer in operation["responses"].items() if status < "300"]
            assert len(good) == 1, (method, path)
            assert good[0].get("content") or "204" in operation["responses"], (method, path)


@schema.parametrize()
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_the_schema_says(case: Any, world: World) -> None:
    as_made_up = world.fill(case)
    headers = {"Authorization": f"Bearer {world.token}"} if case.path == "/api/program/actions" else {}
    response = case.call(base_url=world.url, headers=headers, cookies=world.cookies, timeout=SOON)
    case.validate_response(response, checks=[*CHECKS, negative_data_rejection] if as_made_up else CHECKS)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"seats": NaN}',
        b'{"seats": [], "position": {"a": ' + b"9" * 5000 + b"}}",
        b'{"seats": [], "position": {"game": "%s", "round": 1e400}}' % SAMPLE.encode(),
        b'{"seats": [], "record": "\\ud800"}',
        b'{"seats": [], "position": {"game": "\\ud800"}}',
        b'{"new": {"game": "\\ud800", "players": 2}}',
        b'{"new": {"game": "%s", "players": 2, "rulings": {"\\u0000": "\\ud800"}}}' % SAMPLE.encode(),
        b'{"base": 0, "action": "\\ud800"}',
        b'{"base": 0, "action": "end", "client_id": "\\u0000"}',
        b'{"token": "\\ud800"}',
        b'{"name": "\\ud800"}',
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded", ""])
def test_bodies_that_are_nothing(world: World, body: bytes, kind: str) -> None:
    with httpx.Client(base_url=world.url, cookies=world.cookies, timeout=SOON) as client:
        for path in ("/api/games", "/api/sandbox", "/api/claims", f"/api/games/{world.games[1]}/actions", "/api/me"):
            method = "PUT" if path == "/api/me" else "POST"
            answer = client.request(method, path, content=body, headers={"Content-Type": kind} if kind else {})
            assert answer.status_code in (400, 404, 422), (path, answer.text)
            assert set(answer.json()["error"]) == {"code", "clause", "message"}
