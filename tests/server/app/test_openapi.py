"""The OpenAPI schema is true: every answer conforms to it, and no request makes the server fail."""

from __future__ import annotations

import contextlib
import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import schemathesis
from fido2.utils import websafe_encode
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import kingdoms
from kingdoms import Random, Record
from kingdoms.cli.main import main
from kingdoms.puzzles.files import find_puzzle, shipped
from kingdoms.puzzles.solving import Attempt
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings
from kingdoms.testing import random_action
from tests.support.clients.authenticator import Authenticator
from tests.support.games.sample_game import ONE, OTHER, REFUSED, STEPS, limited, opening, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import ServerProcess
from tests.support.server.push_service import Phone
from tests.support.suite.timeouts import SOON

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
APP = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only"))
DOCUMENT = APP.openapi()
ENDLESS = {"/api/program/stream", "/api/games/{game_id}/analysis/game"}
"""Routes whose answers are endless streams, or take too long for this test."""
schema = schemathesis.openapi.from_dict(DOCUMENT)

TEXT = kingdoms.position_text(opening())
"""The text of a position."""
PHONE = Phone("https://push.invalid", "nobody")
"""A device at a push service that is nowhere."""

ANSWERED = {
    *(
        "/api/me/passkeys",
        "/api/me/passkeys/ask",
        "/api/me/passkeys/{passkey}/remove",
        "/api/sign-in",
        "/api/sign-out/elsewhere",
    )
}
"""The body with a passkey's registration or authentication."""
LONG = ("/analysis", "/film", "/picture")
"""What takes long to answer, and goes through once only."""


@dataclass
class Right:
    """A request that goes through: in which game, at which seat, by whom, with which body and which query."""

    game: str = "none"
    seat: str = ONE
    visitor: str = "ida"
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)


RIGHT: dict[tuple[str, str], Right] = {
    ("GET", "/api/games"): Right(query={"which": "open"}),
    ("DELETE", "/api/games/{game_id}"): Right("spare room"),
    ("POST", "/api/games"): Right(body={"seats": seated("me", "open"), "rulings": {}}),
    ("GET", "/api/games/{game_id}/analysis"): Right("under way", query={"strength": "quick"}),
    ("POST", "/api/games/{game_id}/line"): Right("over", body={"number": 1, "actions": ["dance"]}),
    ("GET", "/api/games/{game_id}/picture"): Right("over", query={"number": 1}),
    ("GET", "/api/games/{game_id}/film"): Right("over"),
    ("POST", "/api/games/{game_id}/rematch"): Right("over"),
    ("POST", "/api/games/{game_id}/actions"): Right("under way", body={"base": 0, "action": STEPS[0], "client_id": "once"}),
    ("POST", "/api/games/{game_id}/undo"): Right("acted in", body={"base": 1}),
    ("POST", "/api/games/{game_id}/preview"): Right("untouched", body={"base": 0, "actions": list(STEPS)}),
    ("GET", "/api/games/{game_id}/explain"): Right("untouched", query={"action": REFUSED[0]}),
    ("POST", "/api/games/{game_id}/seats/{seat}/join"): Right("room", OTHER, "bob"),
    ("POST", "/api/games/{game_id}/seats/{seat}/leave"): Right("spare room"),
    ("POST", "/api/games/{game_id}/seats/{seat}/bot"): Right("spare room", OTHER, body={"bot": "random"}),
    ("POST", "/api/games/{game_id}/seats/{seat}/token"): Right("program's", OTHER),
    ("POST", "/api/games/{game_id}/seats/{seat}/resign"): Right("given up"),
    ("POST", "/api/games/{game_id}/proposals"): Right("quiet", body={"kind": "end"}),
    ("POST", "/api/games/{game_id}/proposals/{proposal_id}"): Right("proposed in", visitor="bob", body={"answer": "agree"}),
    ("POST", "/api/claims"): Right(visitor="bob", body={"token": "a link"}),
    ("POST", "/api/program/actions"): Right(body={"base": 0, "action": STEPS[0], "client_id": "once"}),
    ("GET", "/api/ratings"): Right(query={"game": SAMPLE, "seats": 2}),
    ("PUT", "/api/me/profile"): Right(body={"listed": True}),
    ("PUT", "/api/me"): Right(body={"name": "Ida"}),
    ("POST", "/api/games/{game_id}/talk"): Right("untouched", body={"text": "well played"}),
    ("PUT", "/api/games/{game_id}/talk"): Right("untouched", body={"on": True}),
    ("PUT", "/api/games/{game_id}/talk/{number}/mute"): Right("talked at", visitor="bob", body={"muted": False}),
    ("POST", "/api/games/{game_id}/talk/{number}/report"): Right("talked at", visitor="bob"),
    ("POST", "/api/games/{game_id}/talk/{number}/block"): Right("talked at", visitor="bob"),
    ("POST", "/api/games/{game_id}/seats/{seat}/block"): Right("under way", OTHER),
    ("POST", "/api/me/delete"): Right(visitor="bob", body={}),
    ("PUT", "/api/push"): Right(body=PHONE.subscription()),
    ("POST", "/api/push/stop"): Right(body={"endpoint": PHONE.endpoint}),
    ("GET", "/api/puzzles"): Right(query={"game": SAMPLE}),
    ("POST", "/api/positions"): Right(body={"text": TEXT, "actions": [STEPS[0]]}),
    ("POST", "/api/positions/preview"): Right(body={"text": TEXT, "trial": [STEPS[0]]}),
    ("POST", "/api/positions/explain"): Right(body={"text": TEXT, "action": REFUSED[0]}),
    ("GET", "/api/positions/{written}/analysis"): Right(query={"strength": "quick"}),
    ("POST", "/api/sandbox"): Right(body={"position": opening().position(), "actions": [STEPS[0]]}),
}
"""Requests that must succeed, unless they equal `Right("untouched")`: otherwise all answers could be the same refusal."""


@dataclass
class Scene:
    """Games in every state, with their visitors.

    Attributes:
        games: ids of games, by state.
        cookies: those of two players, of another visitor, and of a banned one.
        token: the token of a program.
        link: what carries a seat to another device.
        proposal: the id of a player's proposal.
        remark: the number of a remark.
        device: the device with the first player's passkey.
        profile: the address of their profile.
        session: another session of the first player.
        block: the id of a block by the first player.
        successes: how many requests have gone through.
    """

    url: str
    games: dict[str, str]
    cookies: dict[str, dict[str, str]]
    token: str
    link: str
    proposal: str
    remark: int
    device: Authenticator
    profile: str
    session: str
    block: str
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    successes: int = 0

    def fill(self, case: Any) -> bool:
        """Use existing ids in most requests, since all unknown ids lead to the same error.

        Returns:
            Whether the request is still as it was made up.
        """
        right = RIGHT.get((case.method, case.path), Right("untouched"))
        rightly = self.rng.random() < 0.4 and not (self.successes and case.path.endswith(LONG))
        person = right.visitor if rightly else self.rng.choice(list(self.cookies))
        case.cookies = self.cookies[person]
        common: dict[str, list[Any]] = {"passkey": [websafe_encode(self.device.id)], "address": [self.profile]}
        common |= {"proposal_id": [self.proposal], "session": [self.session], "block": [self.block]}
        options = common | {
            "game_id": [*self.games.values()],
            "seat": [ONE, OTHER],
            "name": PUZZLES,
            "number": [0, self.remark],
        }
        options |= {"written": [TEXT]}
        valid = common | {"game_id": [self.games.get(right.game, "none")], "seat": [right.seat], "name": PUZZLES[:1]}
        valid |= {"number": [self.remark], "written": [TEXT]}
        made_up = True
        for name in case.path_parameters:
            if name in options and (rightly or self.rng.random() < 0.9):
                case.path_parameters[name] = self.rng.choice((valid if rightly else options)[name])
                made_up = made_up and name != "written"  # the only one with a pattern to violate
        if rightly:
            case.query = dict(right.query)
            if isinstance(case.body, dict):
                case.body = self.solved(case.path) if "/puzzles/" in case.path else dict(right.body or {})
                if case.path == "/api/claims":
                    case.body["token"] = self.link
                if case.path in ANSWERED:
                    case.body = self.answered(case.path)
            return False
        if isinstance(case.body, dict) and "base" in case.body and self.rng.random() < 0.5:
            case.body["base"] = self.rng.choice([0, 1, 2])
            return False
        return made_up

    def answered(self, path: str) -> dict[str, Any]:
        """Return the body of a request with a passkey's answer to a challenge."""
        with httpx.Client(base_url=self.url, timeout=SOON, cookies=self.cookies["ida"]) as client:
            if path == "/api/me/passkeys":
                proof = client.post("/api/sign-in", json=self.signed(client)).json().get("proof")
                options = client.post("/api/me/passkeys/ask", json={"proof": proof}).json()
                return Authenticator(self.url, self.device.name).registration(options.get("options", {"challenge": "AAAA"}))
            if path == "/api/sign-in":
                return self.signed(client)
            return {"proof": client.post("/api/sign-in", json=self.signed(client)).json().get("proof")}

    def signed(self, client: httpx.Client) -> dict[str, Any]:
        """Return the passkey's answer to a new challenge."""
        return self.device.assertion(client.post("/api/sign-in/ask", json={}).raise_for_status().json()["options"])

    @staticmethod
    def solved(path: str) -> dict[str, Any]:
        """Return the body of a request about a puzzle, without answers so far."""
        action = Attempt(find_puzzle(PUZZLES[0])).table
        legal = action.game.action_to_string(action.legal_actions()[0])
        more: dict[str, dict[str, Any]] = {"preview": {"actions": [legal]}, "solution": {}}
        return {"played": []} | more.get(path.rpartition("/")[2], {"action": legal})


OPERATOR = "a-token-for-the-operator-alone"
"""What shows `/metrics` to a visitor who may be behind a proxy."""
PLACES = (f"198.51.100.{number}" for number in itertools.count(1))
"""Addresses of visitors: the server limits how much is said from one."""


def make_scene(url: str) -> Scene:
    """Create games and their players at a server."""
    place = {"X-Forwarded-For": next(PLACES)}
    position = opening().position()
    over, rng = Record(kingdoms.load_game(SAMPLE, seats=2, rulings=limited(1))), Random(1)
    while not over.state.is_terminal():
        over.apply(random_action(over.state, rng))
    with contextlib.ExitStack() as stack:
        names = ("ida", "bob", "eve")
        people = {name: stack.enter_context(httpx.Client(base_url=url, timeout=SOON, headers=place)) for name in names}
        for name, client in people.items():
            client.put("/api/me", json={"name": name}).raise_for_status()
        ida = people["ida"]

        def make(*kinds: str, **more: Any) -> str:
            answer = ida.post("/api/games", json={"seats": seated(*kinds)} | more)
            assert answer.status_code == 201, answer.text
            game_id: str = answer.json()["id"]
            return game_id

        games = {name: make("me", "open", public=True) for name in ("room", "spare room")}
        shared = ("under way", "acted in", "untouched", "given up", "quiet", "proposed in")
        games |= {name: make("me", "open", position=position) for name in shared}
        for name in shared:
            people["bob"].post(f"/api/games/{games[name]}/seats/{OTHER}/join", json={}).raise_for_status()
        ida.post(f"/api/games/{games['acted in']}/actions", json={"base": 0, "action": STEPS[0]}).raise_for_status()
        games["program's"] = make("me", "program", position=position)
        games["of two programs"] = make("program", "program", position=position)
        games["over"] = make("me", "me", record="\n".join(over.lines()))
        token = ida.post(f"/api/games/{games['of two programs']}/seats/{ONE}/token").raise_for_status().json()["token"]
        link = ida.post(f"/api/games/{games['acted in']}/seats/{ONE}/link").raise_for_status().json()["token"]
        proposed = ida.post(f"/api/games/{games['proposed in']}/proposals", json={"kind": "end"}).raise_for_status().json()
        games["talked at"] = make("me", "open")
        remark = ida.post(f"/api/games/{games['talked at']}/talk", json={"text": "hello"}).raise_for_status().json()["number"]
        device = Authenticator(url, urlsplit(url).hostname or "")
        options = ida.post("/api/me/passkeys/ask", json={}).raise_for_status().json()["options"]
        ida.post("/api/me/passkeys", json=device.registration(options)).raise_for_status()
        profile = ida.put("/api/me/profile", json={"listed": True}).raise_for_status().json()["address"]
        tablet = stack.enter_context(httpx.Client(base_url=url, timeout=SOON))
        options = tablet.post("/api/sign-in/ask", json={}).raise_for_status().json()["options"]
        tablet.post("/api/sign-in", json=device.assertion(options)).raise_for_status()
        (session,) = (row["id"] for row in tablet.get("/api/me/devices").json()["devices"] if not row["here"])
        talk = f"/api/games/{games['talked at']}/talk"
        of_eve = people["eve"].post(talk, json={"text": "so there"}).raise_for_status().json()["number"]
        ida.post(f"{talk}/{of_eve}/block", json={}).raise_for_status()
        block = ida.get("/api/me/blocked").json()["blocked"][0]["id"]
        cookies = {name: dict(client.cookies.items()) for name, client in people.items()} | {
            "ida": dict(tablet.cookies.items())
        }
        return Scene(url, games, cookies, token, link, proposed["proposal"]["id"], remark, device, profile, session, block)


PUZZLES = [puzzle.name for puzzle in shipped(SAMPLE)[:3]]


@pytest.fixture(scope="module")
def url(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on PostgreSQL, which accepts fewer strings as text than SQLite."""
    environment = {"KINGDOMS_RATE": "100000", "KINGDOMS_ADDRESS_RATE": "1000000", "KINGDOMS_PUSH_HOSTS": "push.invalid"}
    environment |= {"KINGDOMS_TRUSTED_PROXIES": "127.0.0.1", "KINGDOMS_OPERATOR_TOKEN": OPERATOR}
    with ServerProcess(tmp_path_factory.mktemp("data"), "--database", postgres_server, environment=environment) as process:
        yield process.url
        assert "Traceback" not in process.troubles()


@pytest.fixture(scope="module")
def shared_scene(url: str) -> Scene:
    """Games at that server that are only looked at."""
    return make_scene(url)


@pytest.fixture
def scene_for(url: str, shared_scene: Scene) -> Iterator[Callable[[str], Scene]]:
    """Games at that server that no other test has changed, for requests with a method."""
    scenes: list[Scene] = []

    def scene_for(method: str) -> Scene:
        if not scenes:
            scenes.append(replace(shared_scene, rng=random.Random(1), successes=0) if method == "GET" else make_scene(url))
        return scenes[0]

    yield scene_for
    assert all(scene.successes for scene in scenes), "some requests have gone through"


@pytest.fixture
def banned(url: str, postgres_server: str, tmp_path: Path) -> dict[str, str]:
    """The cookies of a banned visitor."""
    with httpx.Client(base_url=url, timeout=SOON) as client:
        client.put("/api/me", json={"name": "Mal"}).raise_for_status()
        cookies = dict(client.cookies.items())
        flags = ["--database", postgres_server, "--data", str(tmp_path)]
        visitor_id = cookies["kingdoms"].partition(".")[0]
        assert main(["admin", "visitors", "ban", visitor_id, "--reason", "noise", *flags]) == 0
        until = time.monotonic() + SOON
        while client.get("/api/me").status_code != 403:
            assert time.monotonic() < until
            time.sleep(0.02)
    return cookies


def test_every_address_is_on_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text()
    for path, operations in DOCUMENT["paths"].items():
        for method in operations:
            documented = path.replace("{game_id}", "ID").replace("{seat}", "SEAT").replace("{name}", "NAME")
            documented = documented.replace("{proposal_id}", "PROPOSAL").replace("{passkey}", "ID").replace("{address}", "ID")
            documented = documented.replace("{number}", "NUMBER").replace("{session}", "ID").replace("{block}", "ID")
            documented = documented.replace("{written}", "TEXT")
            assert f"{method.upper()} {documented}" in page, f"docs/server.md does not tell of {method.upper()} {documented}"


def test_every_answer_matches_its_schema() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary"), (method, path)
            good = [answer for status, answer in operation["responses"].items() if status < "300"]
            assert len(good) == 1, (method, path)
            assert good[0].get("content") or "204" in operation["responses"], (method, path)


@pytest.mark.outer("what each operation answers has tests of its own; these are requests that are made up")
@schema.parametrize()
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_the_schema_says(case: Any, scene_for: Callable[[str], Scene]) -> None:
    scene = scene_for(case.method)
    as_made_up = scene.fill(case)
    token = {"/api/program/actions": scene.token, "/metrics": OPERATOR}.get(case.path)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    response = case.call(base_url=scene.url, headers=headers, timeout=SOON)
    scene.successes += response.status_code < 300 or case.path in ENDLESS
    case.validate_response(response, checks=[*CHECKS, negative_data_rejection] if as_made_up else CHECKS)


@pytest.mark.long
def test_refusals_of_banned_visitors_match_the_schema(url: str, banned: dict[str, str]) -> None:
    game = make_scene(url).games["room"]
    named = {
        "game_id": game,
        "seat": OTHER,
        "name": PUZZLES[0],
        "number": "1",
        "proposal_id": "x",
        "passkey": "x",
        "session": "x",
        "block": "x",
        "address": "x",
        "written": "x",
    }
    with httpx.Client(base_url=url, timeout=SOON) as client:
        for path, operations in DOCUMENT["paths"].items():
            for method, operation in operations.items():
                if not path.startswith("/api/"):
                    continue
                for status, code, headers in (
                    (403, "banned", {"Cookie": f"kingdoms={banned['kingdoms']}"}),
                    (421, "host", {"Host": "elsewhere.example"}),
                ):
                    answer = client.request(method, path.format_map(named), headers=headers)
                    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), (method, path)
                    assert str(status) in operation["responses"], (method, path)


BODIES = (
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
)
"""Bodies that no request may have, whatever their content type."""


def test_malformed_bodies_are_refused(url: str) -> None:
    with httpx.Client(base_url=url, timeout=SOON) as client:
        game = client.post("/api/games", json={"seats": seated("me", "me")}).raise_for_status().json()
        kinds = ("application/json", "text/plain", "application/x-www-form-urlencoded", "")
        for body, kind in itertools.product(BODIES, kinds):
            for path in ("/api/games", "/api/sandbox", "/api/claims", f"/api/games/{game['id']}/actions", "/api/me"):
                method = "PUT" if path == "/api/me" else "POST"
                answer = client.request(method, path, content=body, headers={"Content-Type": kind} if kind else {})
                assert answer.status_code in (400, 404, 422), (path, body, kind, answer.text)
                assert set(answer.json()["error"]) == {"code", "clause", "message"}
