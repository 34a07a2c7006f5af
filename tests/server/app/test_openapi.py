"""The OpenAPI schema is true: every answer conforms to it, and no request makes the server fail."""

from __future__ import annotations

import contextlib
import itertools
import random
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

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]
CHECKS += [response_headers_conformance, response_schema_conformance]
APP = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only"))
DOCUMENT = APP.openapi()
ENDLESS = {"/api/program/stream", "/api/boards/{board_id}/live", "/api/games/{game_id}/analysis/game"}
"""Routes whose answers are endless streams, or take too long for this test."""
schema = schemathesis.openapi.from_dict(DOCUMENT)

TEXT = kingdoms.position_text(opening())
"""The text of a position."""
NODES = [{"id": "a", "action": STEPS[0]}]
"""The nodes of a tree."""
PHONE = Phone("https://push.invalid", "nobody")
"""A device at a push service that is nowhere."""

PASSKEYS = "/api/me/passkeys"
ANSWERED = {PASSKEYS, f"{PASSKEYS}/ask", f"{PASSKEYS}/{{passkey}}/remove", "/api/sign-in", "/api/sign-out/elsewhere"}
"""The body with a passkey's registration or authentication."""
LONG = ("/mistakes/{number}/answer", "/mistakes/{number}/solution", "/analysis", "/levels", "/film", "/picture")
"""What takes long to answer, and goes through once only."""


def finished_record() -> Record:
    """Return the record of a short game."""
    record, rng = Record(kingdoms.load_game(SAMPLE, seats=2, rulings=limited(1))), Random(1)
    while not record.state.is_terminal():
        record.apply(random_action(record.state, rng))
    return record


@dataclass
class Right:
    """A request that goes through: in which game, at which seat, by whom, with which body and which query."""

    game: str = "none"
    seat: str = ONE
    visitor: str = "ida"
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)


OVER = finished_record()
DECISION = next(number for number, entry in enumerate(OVER.entries, 1) if entry.by in OVER.game.seats)
"""The number of the first decision of a seat in a finished game."""
FIRST = str(OVER.entries[DECISION - 1].action)
MISTAKES = "/api/games/{game_id}/mistakes/{number}"
PUZZLES = [puzzle.name for puzzle in shipped(SAMPLE)[:3]]
STUDY = {"puzzles": {}, "days": [], "best": 0, "mistakes": {}, "rating": {"rating": 25, "spread": 8, "attempts": 0}}
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
    ("POST", "/api/puzzles/rate"): Right(body={"rating": {"rating": 25, "spread": 8}, "puzzle": PUZZLES[0], "solved": True}),
    ("POST", "/api/puzzles/next"): Right(body={"game": SAMPLE}),
    ("POST", "/api/me/study"): Right(body=STUDY),
    ("GET", MISTAKES): Right("over"),
    ("POST", f"{MISTAKES}/answer"): Right("over", body={"action": FIRST}),
    ("POST", f"{MISTAKES}/solution"): Right("over"),
    ("POST", f"{MISTAKES}/preview"): Right("over", body={"actions": [FIRST]}),
    ("POST", f"{MISTAKES}/explain"): Right("over", body={"action": FIRST}),
    ("GET", "/api/games/{game_id}/tree"): Right("over"),
    ("GET", "/api/games/{game_id}/explorer"): Right("over"),
    ("POST", "/api/explorer"): Right(body={"text": TEXT}),
    ("POST", "/api/positions"): Right(body={"text": TEXT, "actions": [STEPS[0]]}),
    ("POST", "/api/positions/preview"): Right(body={"text": TEXT, "trial": [STEPS[0]]}),
    ("POST", "/api/positions/explain"): Right(body={"text": TEXT, "action": REFUSED[0]}),
    ("POST", "/api/positions/analysis"): Right(body={"position": opening().position(), "actions": [STEPS[0]]}),
    ("POST", "/api/positions/levels"): Right(body={"text": TEXT}),
    ("POST", "/api/positions/record"): Right(body={"root": {"text": TEXT}, "tree": {"nodes": NODES}}),
    ("POST", "/api/records/tree"): Right(body={"record": "\n".join(Record(opening().game).lines())}),
    ("POST", "/api/boards"): Right(body={"root": {"text": TEXT}, "tree": {"nodes": NODES}, "title": "A board"}),
    ("POST", "/api/boards/{board_id}/nodes"): Right(body={"nodes": NODES}),
    ("PUT", "/api/boards/{board_id}"): Right(body={"edit": True}),
    ("GET", "/api/positions/{written}/analysis"): Right(query={"strength": "quick"}),
    ("POST", "/api/sandbox"): Right(body={"position": opening().position(), "actions": [STEPS[0]]}),
}
"""Requests that must succeed, unless they equal `Right("untouched")`: otherwise all answers could be the same refusal."""


OPERATOR = "a-token-for-the-operator-alone"
"""What shows `/metrics` to a visitor who may be behind a proxy."""
PLACES = (f"198.51.100.{number}" for number in itertools.count(1))
"""Addresses of visitors: the server limits how much is said from one."""


@dataclass
class Scene:
    """Games in every state, with their visitors.

    Attributes:
        games: ids of games, by state.
        cookies: those of two players and of another visitor.
        valid: values of parameters in paths and bodies that are there, by name.
        device: the device with the first player's passkey.
        token: the token of a program.
        successes: how many requests have gone through.
    """

    url: str
    games: dict[str, str]
    cookies: dict[str, dict[str, str]]
    valid: dict[str, Any]
    device: Authenticator
    token: str
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
        options = {name: [value] for name, value in self.valid.items()}
        if rightly:
            options |= {"game_id": [self.games.get(right.game, "none")], "seat": [right.seat], "name": PUZZLES[:1]}
            options |= {"number": [DECISION]} if case.path.startswith(MISTAKES) else {}
        else:
            options |= {"game_id": [*self.games.values()], "seat": [ONE, OTHER], "name": PUZZLES}
            options["number"].append(0)
        made_up = True
        for name in case.path_parameters:
            if name in options and (rightly or self.rng.random() < 0.9):
                case.path_parameters[name] = self.rng.choice(options[name])
                made_up = made_up and name != "written"  # the only one with a pattern to violate
        if case.path in ENDLESS and "board_id" in case.path_parameters:
            case.path_parameters["board_id"] = "none"  # a board that is there would be followed for minutes
        if rightly:
            case.query = dict(right.query)
            if isinstance(case.body, dict):
                case.body = self.right_body(case.path, right)
            return False
        if isinstance(case.body, dict) and "base" in case.body and self.rng.random() < 0.5:
            case.body["base"] = self.rng.choice([0, 1, 2])
            return False
        return made_up

    def right_body(self, path: str, right: Right) -> dict[str, Any]:
        """Return the body of a request that goes through."""
        if "/puzzles/" in path and right.body is None:
            table = Attempt(find_puzzle(PUZZLES[0])).table
            legal = table.game.action_to_string(table.legal_actions()[0])
            more: dict[str, dict[str, Any]] = {"preview": {"actions": [legal]}, "solution": {}}
            return {"played": []} | more.get(path.rpartition("/")[2], {"action": legal})
        if path in ANSWERED:
            return self.answered(path)
        return dict(right.body or {}) | ({"token": self.valid["link"]} if path == "/api/claims" else {})

    def answered(self, path: str) -> dict[str, Any]:
        """Return the body of a request with a passkey's answer to a challenge."""
        with httpx.Client(base_url=self.url, timeout=SOON, cookies=self.cookies["ida"]) as client:
            signed = self.device.assertion(client.post("/api/sign-in/ask", json={}).raise_for_status().json()["options"])
            if path == "/api/sign-in":
                return signed
            proof = client.post("/api/sign-in", json=signed).json().get("proof")
            if path != PASSKEYS:
                return {"proof": proof}
            options = client.post("/api/me/passkeys/ask", json={"proof": proof}).json()
            return Authenticator(self.url, self.device.name).registration(options.get("options", {"challenge": "AAAA"}))


def make_scene(url: str) -> Scene:
    """Create games and their players at a server."""
    headers, position = {"X-Forwarded-For": next(PLACES)}, opening().position()
    with contextlib.ExitStack() as stack:
        names = ("ida", "bob", "eve", "tablet")
        people = {name: stack.enter_context(httpx.Client(base_url=url, timeout=SOON, headers=headers)) for name in names}

        def ask(name: str, method: str, path: str, /, **body: Any) -> Any:
            answer = people[name].request(method, f"/api{path}", json=None if method == "GET" else body).raise_for_status()
            return answer.json() if answer.content else None

        def make(*kinds: str, **more: Any) -> str:
            return str(ask("ida", "POST", "/games", seats=seated(*kinds), **more)["id"])

        for name in names[:3]:
            ask(name, "PUT", "/me", name=name)
        games = {name: make("me", "open", public=True) for name in ("room", "spare room")}
        shared = ("under way", "acted in", "untouched", "given up", "quiet", "proposed in")
        games |= {name: make("me", "open", position=position) for name in shared}
        for name in shared:
            ask("bob", "POST", f"/games/{games[name]}/seats/{OTHER}/join")
        ask("ida", "POST", f"/games/{games['acted in']}/actions", base=0, action=STEPS[0])
        games["program's"] = make("me", "program", position=position)
        games["of two programs"] = make("program", "program", position=position)
        games["over"] = make("me", "me", record="\n".join(OVER.lines()))
        games["talked at"] = make("me", "open")
        talk, device = f"/games/{games['talked at']}/talk", Authenticator(url, urlsplit(url).hostname or "")
        valid: dict[str, Any] = {"written": TEXT, "passkey": websafe_encode(device.id)}
        valid["link"] = ask("ida", "POST", f"/games/{games['acted in']}/seats/{ONE}/link")["token"]
        proposed = ask("ida", "POST", f"/games/{games['proposed in']}/proposals", kind="end")
        valid["proposal_id"] = proposed["proposal"]["id"]
        valid["number"] = ask("ida", "POST", talk, text="hello")["number"]
        options = ask("ida", "POST", "/me/passkeys/ask")["options"]
        ask("ida", "POST", "/me/passkeys", **device.registration(options))
        valid["address"] = ask("ida", "PUT", "/me/profile", listed=True)["address"]
        valid["board_id"] = ask("ida", "POST", "/boards", root={"text": TEXT}, tree={}, title="A board")["id"]
        options = ask("tablet", "POST", "/sign-in/ask")["options"]
        ask("tablet", "POST", "/sign-in", **device.assertion(options))
        (valid["session"],) = (row["id"] for row in ask("tablet", "GET", "/me/devices")["devices"] if not row["here"])
        of_eve = ask("eve", "POST", talk, text="so there")["number"]
        ask("ida", "POST", f"{talk}/{of_eve}/block")
        valid["block"] = ask("ida", "GET", "/me/blocked")["blocked"][0]["id"]
        token = ask("ida", "POST", f"/games/{games['of two programs']}/seats/{ONE}/token")["token"]
        cookies = {name: dict(client.cookies.items()) for name, client in people.items()}
        cookies["ida"] = cookies.pop("tablet")
        return Scene(url, games, cookies, valid, device, token)


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


def test_every_operation_is_on_the_page_with_its_answers() -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text()
    names = {"game_id": "ID", "passkey": "ID", "address": "ID", "session": "ID", "block": "ID", "board_id": "BOARD"}
    names |= {"proposal_id": "PROPOSAL", "written": "TEXT", "seat": "SEAT", "name": "NAME", "number": "NUMBER"}
    assert {"/healthz", "/readyz", "/metrics", "/api/me"} <= set(DOCUMENT["paths"])
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            documented, responses = f"{method.upper()} {path.format_map(names)}", operation["responses"]
            assert documented in page, f"docs/server.md does not tell of {documented}"
            assert operation.get("summary"), documented
            good = [answer for status, answer in responses.items() if status < "300"]
            assert len(good) == 1, documented
            assert good[0].get("content") or "204" in responses, documented
            for status, answer in responses.items():
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, (documented, status)
            assert {"429", *(("403", "421") if path.startswith("/api/") else ())} <= responses.keys(), documented
            assert "503" in responses or path in ("/healthz", "/metrics"), documented


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
