"""The referee's line protocol, the same for every game."""

from __future__ import annotations

import io
import json
import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdoms
from kingdoms.core import referee
from tests.support.games.referee import ask, error
from tests.support.games.tested_games import SAMPLE, TESTED, busy_position, first_actions

NEW = {"game": SAMPLE, "players": 2, "rulings": {}}
START = kingdoms.load_game(SAMPLE, 2).new_initial_state().position()
every_game = pytest.mark.parametrize("game", TESTED)


@pytest.mark.parametrize(
    ("request_", "code", "says"),
    [
        ([], "request", "JSON object"),
        ({}, "request", "either new or position"),
        ({"new": NEW, "position": START}, "request", "either new or position"),
        ({"nwe": NEW}, "request", "did you mean new"),
        ({"new": {"players": 2}}, "request", "game is missing"),
        ({"new": {"game": SAMPLE}}, "request", "either players"),
        ({"new": NEW | {"players": True}}, "request", "whole number"),
        ({"new": {"game": SAMPLE, "seats": "AB"}}, "request", "must be a list"),
        ({"new": {"game": "chess", "players": 2}}, "unknown_game", "no game 'chess'"),
        ({"new": NEW | {"rulings": [1]}}, "rulings", "must be an object"),
        ({"new": NEW, "actions": "end"}, "request", "list of texts"),
        ({"new": NEW, "quiet": 1}, "request", "true or false"),
        ({"position": {}}, "position", "game is missing"),
        ({"position": {"game": SAMPLE}}, "position", "phase is missing"),
    ],
)
def test_a_wrong_request_gets_a_clear_error(request_: object, code: str, says: str) -> None:
    fault = error(request_)
    assert fault["code"] == code
    assert says in fault["message"]
    assert "at" not in fault


@every_game
def test_any_id_is_returned_a_quiet_reply_omits_position_and_events_and_views_are_of_seats_alone(game: str) -> None:
    new = {"game": game, "players": 2}
    assert list(ask({"id": 1, "new": new})) == ["id", "to_move", "decision", "legal", "position", "outcome", "events"]
    for number in (0, "x", None, [1, {"a": 2}], 1.5, True):
        assert ask({"id": number, "new": new})["id"] == ask({"id": number})["id"] == number
    seat = kingdoms.load_game(game, 2).seats[0]
    for more in ({"quiet": True}, {"quiet": True, "view": seat}):
        assert list(ask({"id": 1, "new": new, **more})) == ["id", "to_move", "decision", "legal", "outcome"]
    for view in ("Q", "chance", "", None, 1, [seat], {"seat": seat}):
        assert "view must be one of the game's seats" in error({"new": new, "view": view})["message"]


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"nonsense", b'{"id": NaN}', b"\xff\xfe", b"[" * 100_000, b"9" * 10_000),
        b'{"id": 1, "id": 2, "new": {}}',
        b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_a_line_that_is_no_json_is_answered_without_an_id(line: bytes) -> None:
    reply = json.loads(referee.answer_line(line))
    assert reply["id"] is None
    assert reply["error"]["clause"] == "N.7"


def serve(lines: bytes) -> list[dict[str, Any]]:
    """Return the answers to several lines."""
    answers = io.BytesIO()
    referee.serve(io.BytesIO(lines), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_the_referee_continues_after_errors_and_skips_empty_lines() -> None:
    good = json.dumps({"id": 1, "new": NEW}).encode()
    replies = serve(b"\n".join([b"{", b"", good, b'"x"', good]))
    assert ["error" in reply for reply in replies] == [True, False, True, False]


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_input_is_answered_line_by_line(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    expected = [line for line in data.split(b"\n") if line.strip()]
    replies = serve(data)
    assert len(replies) == len(expected)
    assert all("error" in reply for reply in replies)


# -- sessions -----------------------------------------------------------------------------------------------------------


def begin(judge: referee.Referee, name: str = "a", game: str = SAMPLE, **more: Any) -> dict[str, Any]:
    """Begin a session of two players."""
    return judge.answer({"session": name, "new": {"game": game, "players": 2}, **more})


@every_game
def test_a_session_continues_from_its_last_state(game: str) -> None:
    judge, actions, new = referee.Referee(), first_actions(game, 6), {"game": game, "players": 2}
    begin(judge, game=game)
    for number, action in enumerate(actions, 1):
        reply = judge.answer({"id": number, "session": "a", "actions": [action]})
        expected = referee.answer({"id": number, "new": new, "actions": actions[:number]})
        earlier = referee.answer({"new": new, "actions": actions[: number - 1]})
        assert {**reply, "events": earlier["events"] + reply["events"]} == expected
    before = judge.answer({"session": "a"})
    begin(judge, game=game, actions=actions[:5])
    reply = judge.answer({"session": "a", "actions": [actions[5], "no such action"]})
    assert reply["error"]["at"] == 1, "a refused action leaves its session as it was"
    judge.answer({"session": "a", "actions": [actions[5]]})
    assert judge.answer({"session": "a"}) == before


@every_game
def test_sessions_are_independent_and_can_restart(game: str) -> None:
    judge, new, actions = referee.Referee(), {"game": game, "players": 2}, first_actions(game, 2)
    begin(judge, "a", game, actions=actions[:1])
    begin(judge, "b", game, actions=actions)
    for name, played in (("a", actions[:1]), ("b", actions)):
        assert judge.answer({"session": name})["position"] == referee.answer({"new": new, "actions": played})["position"]
    begin(judge, "a", game)
    assert judge.answer({"session": "a", "quiet": True})["to_move"] == "chance"
    for other_game in TESTED:
        position = busy_position(other_game, random.Random(1))
        judge.answer({"session": "b", "position": position})
        for seat in position["seats"]:
            request = {"position": position, "view": seat}
            assert judge.answer({"session": "b", "view": seat}) == referee.answer(request)


def test_the_number_of_sessions_is_limited_and_a_closed_one_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "MOST_SESSIONS", 2)
    judge = referee.Referee()
    begin(judge, "a")
    begin(judge, "b")
    assert begin(judge, "c")["error"]["code"] == "too_many_sessions"
    assert "error" not in begin(judge, "b")
    assert judge.answer({"id": 7, "close": "a"}) == {"id": 7, "closed": "a"}
    for request in ({"session": "a"}, {"close": "a"}):
        assert judge.answer(request)["error"]["code"] == "no_session"
    assert "error" not in begin(judge, "c")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"session": 3}, "session must be a name"),
        ({"session": ""}, "1 to 100 characters"),
        ({"session": "x" * 101}, "1 to 100 characters"),
        ({"session": "x"}, "begin it with new or position"),
        ({"session": "x", "new": NEW, "position": START}, "either new or position"),
        ({"close": ["x"]}, "no session"),
        ({"close": "x", "session": "x"}, "no other field"),
        ({"sesion": "x"}, "did you mean session"),
    ],
)
def test_a_wrong_request_of_a_session_gets_a_clear_error(request_: dict[str, Any], says: str) -> None:
    assert says in error(request_)["message"]
    with pytest.raises(referee.RequestError, match="no field"):  # stateless queries have no session
        referee.carry_out(request_ | {"session": "a", "new": NEW})


def test_sessions_last_as_long_as_the_input() -> None:
    lines = [{"session": "a", "new": NEW}, {"session": "a", "actions": first_actions(SAMPLE, 1), "quiet": True}, {"close": "a"}]
    replies = serve(b"\n".join(json.dumps(line).encode() for line in lines))
    assert replies[1]["to_move"] in START["seats"]
    assert replies[2] == {"id": None, "closed": "a"}


# -- long lines ---------------------------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """Input that sends a long line, then another one, and counts the bytes requested at a time."""

    def __init__(self, length: int, then: bytes) -> None:
        self.left, self.then, self.most = length, then, 0

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0, "a line is read without a bound"
        self.most = max(self.most, size)
        if self.left:
            sent = min(size, self.left)
            self.left -= sent
            return b"x" * sent if self.left else b"x" * (sent - 1) + b"\n"
        line, self.then = self.then, b""
        return line


@pytest.mark.parametrize("more", [1, 5 * referee.LONGEST_LINE])
def test_an_overlong_line_is_answered_and_skipped(more: int) -> None:
    requests = Endless(referee.LONGEST_LINE + 1 + more, json.dumps({"new": NEW, "quiet": True}).encode() + b"\n")
    answers = io.BytesIO()
    referee.serve(requests, answers)  # type: ignore[arg-type]
    long, short = (json.loads(line) for line in answers.getvalue().splitlines())
    assert (long["id"], long["error"]["code"], long["error"]["clause"]) == (None, "too_long", "N.7")
    assert short["decision"] == "first"
    assert requests.most == referee.LONGEST_LINE + 1


def test_a_line_of_the_maximum_length_is_read() -> None:
    line = json.dumps({"id": "", "new": NEW, "quiet": True}).encode()
    line = line.replace(b'""', b'"' + b"x" * (referee.LONGEST_LINE - len(line)) + b'"')
    assert len(line) == referee.LONGEST_LINE
    assert [reply["decision"] for reply in (*serve(line), *serve(line + b"\n"))] == ["first", "first"]


def test_a_long_name_gets_no_suggestion_and_a_duplicate_field_is_found_in_a_long_object() -> None:
    start = time.process_time()
    (reply,) = serve(json.dumps({"new": {"game": "x" * (referee.LONGEST_LINE - 100), "players": 2}}).encode())
    assert time.process_time() - start < 5
    assert reply["error"]["code"] == "unknown_game"
    assert len(reply["error"]["message"]) < 300
    fields = ", ".join(f'"f{number}": 0' for number in range(50_000))
    reply = json.loads(referee.answer_line(f'{{{fields}, "f49999": 1}}'.encode()))
    assert "f49999" in reply["error"]["message"]


def test_the_referee_survives_unexpected_errors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    good = json.dumps({"new": NEW}).encode()
    with monkeypatch.context() as patched:
        patched.setattr(referee, "_start", fail)
        (reply,) = serve(good)
    assert (reply["id"], reply["error"]["code"]) == (None, "internal")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert "error" not in serve(good)[0]
