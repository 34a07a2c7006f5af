"""The referee's line protocol (N.7)."""

from __future__ import annotations

import io
import json
import random
import string
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdoms
from kingdoms.core import referee
from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings
from tests.games.rivers.reference.games import random_position as random_rivers_position

NEW = {"game": "middlesea", "players": 4, "rulings": {}}
BARE = {"game": "middlesea", "phase": "build", "seats": {"N": {}, "S": {}}}


def ask(request: object) -> dict[str, Any]:
    """Return the answer to a request."""
    reply: dict[str, Any] = json.loads(referee.answer_line(json.dumps(request).encode()))
    return reply


def error(request: object) -> dict[str, Any]:
    """Return the error that a request is answered with, checking its form."""
    reply = ask(request)
    assert set(reply) == {"id", "error"}
    found: dict[str, Any] = reply["error"]
    assert set(found) - {"at"} == {"code", "clause", "message"}
    assert all(found[name] for name in ("code", "clause", "message"))
    return found


def test_a_new_game_asks_chance_first() -> None:
    reply = ask({"id": 1, "new": NEW})
    assert list(reply) == ["id", "to_move", "decision", "legal", "position", "outcome", "events"]
    assert (reply["id"], reply["to_move"], reply["decision"], reply["outcome"]) == (1, "chance", "first", None)
    assert reply["legal"] == ["first N", "first E", "first S", "first W"]


def test_actions_are_applied_in_order_and_told() -> None:
    reply = ask({"id": "a", "new": NEW, "actions": ["first N", "explore suns N.FM"]})
    assert reply["position"]["sites"] == {"N.FM": "S1"}
    assert [event["kind"] for event in reply["events"]][-1] == "explored"
    assert {"kind", "seat", "text", "details", "changes"} == set(reply["events"][0])


def test_the_example_of_the_protocol() -> None:
    position = {
        "game": "middlesea",
        "round": 3,
        "phase": "leader",
        "turn": "N",
        "order": ["N", "E", "S", "W"],
        "sites": {"N.FL": "S3", "N.BL": "A3", "S.FL": "S4"},
        "stacks": {"suns": ["S1", "S2", "S5"]},
        "seats": {
            "N": {
                "king": 5,
                "goods": 1,
                "gold": 1,
                "unrest": 0,
                "leaders": {"3": "N.BL", "0": "reserve"},
                "roads": ["N.C-N.FL", "N.C-N.BL"],
                "ports": {"N.FL": 1},
            },
            "S": {"leaders": {"2": "S.FL-"}, "roads": ["S.C-S.FL"], "ports": {"S.FL": 3}},
            "E": {},
            "W": {},
        },
        "rulings": {},
        "leader_phase": {"acted": None, "king_changed": False, "attacks": []},
    }
    reply = ask({"id": 2, "position": position, "actions": ["attack 3 S.FL", "hire 1", "defend 0"]})
    assert (reply["to_move"], reply["decision"]) == ("N", "leader")
    assert reply["position"]["seats"]["S"]["ports"] == {}
    assert reply["position"]["seats"]["N"]["leaders"]["3"] == "N.BL-"


def test_what_happens_by_itself_in_a_position_is_told() -> None:
    reply = ask({"position": BARE | {"phase": "production"}})
    assert [event["kind"] for event in reply["events"]] == ["production", "production", "turn"]
    assert reply["id"] is None


def test_quiet_leaves_position_and_events_out() -> None:
    reply = ask({"id": 1, "new": NEW, "actions": ["first W"], "quiet": True})
    assert list(reply) == ["id", "to_move", "decision", "legal", "outcome"]


def test_seats_can_be_chosen_in_any_order() -> None:
    reply = ask({"new": {"game": "middlesea", "seats": ["W", "E"]}})
    assert reply["legal"] == ["first E", "first W"]


def test_a_refused_action_says_which_and_why() -> None:
    found = error({"id": 5, "new": NEW, "actions": ["first N", "road N.C S.FM"]})
    assert (found["clause"], found["at"], found["code"]) == ("BR-5", 1, "road_over_sea")


def test_a_finished_game_has_its_outcome() -> None:
    position = BARE | {"phase": "leader", "turn": "S", "rulings": {"round_limit": 1}}
    reply = ask({"position": position, "actions": ["end"]})
    assert (reply["to_move"], reply["decision"], reply["legal"]) == (None, None, [])
    assert reply["outcome"] == {"reason": "rounds", "winners": ["N", "S"], "loser": None, "scores": {"N": 0, "S": 0}}
    again = error({"position": reply["position"], "actions": ["end"]})
    assert (again["code"], again["at"]) == ("game_over", 0)


@pytest.mark.parametrize(
    ("request_", "code", "says"),
    [
        ([], "request", "JSON object"),
        ({}, "request", "either new or position"),
        ({"new": NEW, "position": BARE}, "request", "either new or position"),
        ({"nwe": NEW}, "request", "did you mean new"),
        ({"new": 4}, "request", "new must be an object"),
        ({"new": {"players": 4}}, "request", "game is missing"),
        ({"new": {"game": "middlesea"}}, "request", "either players"),
        ({"new": {"game": "middlesea", "players": 4, "seats": ["N"]}}, "request", "either players"),
        ({"new": {"game": "middlesea", "players": 5}}, "seats", "2, 3 or 4 players"),
        ({"new": {"game": "middlesea", "players": True}}, "request", "whole number"),
        ({"new": {"game": "middlesea", "players": None}}, "request", "whole number"),
        ({"new": {"game": "middlesea", "seats": "NS"}}, "request", "must be a list"),
        ({"new": {"game": "middlesea", "seats": ["N", "E"]}}, "seats", "face each other"),
        ({"new": {"game": "middlesea", "seats": ["N", "N"]}}, "seats", "twice"),
        ({"new": {"game": "middlesea", "seats": ["N", 3]}}, "seats", "no seat 3"),
        ({"new": {"game": "chess", "players": 2}}, "unknown_game", "no game 'chess'"),
        ({"new": NEW | {"rulings": {"atack_port": "any"}}}, "rulings", "did you mean attack_port"),
        ({"new": NEW | {"rulings": {"attack_port": "ani"}}}, "rulings", "did you mean any"),
        ({"new": NEW | {"rulings": {"capital_adjacency": 1}}}, "rulings", "true"),
        ({"new": NEW | {"rulings": {"port_only_unrest": True}}}, "rulings", "1 or 0"),
        ({"new": NEW | {"rulings": {"round_limit": "5"}}}, "rulings", "whole number"),
        ({"new": NEW | {"rulings": {"round_limit": 0}}}, "rulings", "whole number"),
        ({"new": NEW | {"rulings": [1]}}, "rulings", "must be an object"),
        ({"new": NEW, "actions": "first N"}, "request", "list of texts"),
        ({"new": NEW, "quiet": 1}, "request", "true or false"),
        ({"position": "x"}, "request", "must be an object"),
        ({"position": {}}, "position", "game is missing"),
        ({"position": {"game": "chess"}}, "unknown_game", "no game"),
        ({"position": {"game": "middlesea"}}, "position", "phase is missing"),
    ],
)
def test_a_wrong_request_says_what_is_wrong(request_: object, code: str, says: str) -> None:
    found = error(request_)
    assert found["code"] == code
    assert says in found["message"]
    assert "at" not in found


@pytest.mark.parametrize(
    "action", [3, None, "", "End", "hire 01", "first  N", "first N ", "first X", "attack 6 N.FL", "pay -1"]
)
def test_a_wrong_action_names_its_place(action: object) -> None:
    found = error({"new": NEW, "actions": ["first N", action]})
    assert found["at"] == 1
    assert found["code"] in ("notation", "request")


def test_the_id_comes_back_whatever_it_is() -> None:
    for number in (0, "x", None, [1, {"a": 2}], 1.5, True):
        assert ask({"id": number, "new": NEW})["id"] == number
        assert ask({"id": number})["id"] == number


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


def test_the_referee_goes_on_after_errors_and_passes_over_empty_lines() -> None:
    good = json.dumps({"id": 1, "new": NEW}).encode()
    replies = serve(b"\n".join([b"{", b"", good, b'"x"', good]))
    assert ["error" in reply for reply in replies] == [True, False, True, False]


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_whatever_comes_is_answered_line_by_line(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    expected = [line for line in data.split(b"\n") if line.strip()]
    replies = serve(data)
    assert len(replies) == len(expected)
    assert all("error" in reply for reply in replies)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


odd_values = json_values | st.sampled_from(
    [[{}], [[]], {"x": [{}]}, [{"x": 1}, None], 2**31, -(2**63), 10**30, [True], "a" * 500]
)
"""Whatever a program may send in place of what is wanted: nothing of it may be taken for something that can be looked up."""


@given(st.integers(0, 10**6), odd_values, st.booleans())
def test_a_position_with_something_else_in_any_place_is_answered(seed: int, value: object, rivers: bool) -> None:
    rng = random.Random(seed)
    position: Any
    if rivers:
        position = random_rivers_position(rng)
    else:
        position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    if rng.random() < 0.7:
        position = kingdoms.read_position(position).position()  # with every field
    at = position
    while True:
        key: Any = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.3:
            break
        at = inner
    at[key] = value
    reply = ask({"id": 1, "position": position})
    assert reply["id"] == 1
    assert ("error" in reply) != ("legal" in reply)
    if "error" in reply:
        assert reply["error"]["code"] != "internal"
        assert len(reply["error"]["message"]) < 1000


@given(st.integers(0, 10**6), st.text(string.ascii_letters + string.digits + " .-", max_size=20))
def test_any_text_is_an_action_or_refused(seed: int, text: str) -> None:
    rng = random.Random(seed)
    position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    legal = ask({"position": position})["legal"]
    reply = ask({"position": position, "actions": [text], "quiet": True})
    assert ("error" in reply) == (text not in legal)


# -- what one seat sees -------------------------------------------------------------------------------------------------

RIVERS = {"game": "rivers", "phase": "action", "turn": "A", "seats": {"A": {"hand": {"red": 2}}, "B": {"hand": {"black": 3}}}}


def test_a_view_stands_in_place_of_the_position() -> None:
    seen = {seat: ask({"position": RIVERS, "view": seat, "actions": ["place red H6"]}) for seat in ("A", "B")}
    for seat, reply in seen.items():
        assert list(reply) == ["id", "to_move", "decision", "legal", "view", "outcome"]
        assert reply["view"]["seat"] == seat
        assert "bag" not in reply["view"]
        assert (reply["to_move"], reply["decision"]) == ("A", "action")
    assert "pass" in seen["A"]["legal"]
    assert seen["B"]["legal"] == []
    assert seen["A"]["view"]["seats"]["A"]["hand"] == {"red": 1}
    assert "hand" not in seen["B"]["view"]["seats"]["A"]
    assert "bag" in ask({"position": RIVERS})["position"], "who is trusted with all gets all"


def test_nobody_who_looks_on_is_told_what_chance_can_do() -> None:
    drawing = {**RIVERS, "pending": {"kind": "draw", "left": 2}}
    assert ask({"position": drawing, "view": "A"})["legal"] == []
    assert ask({"position": drawing})["legal"]


def test_a_quiet_request_leaves_the_view_out_too() -> None:
    reply = ask({"position": RIVERS, "view": "B", "quiet": True})
    assert list(reply) == ["id", "to_move", "decision", "legal", "outcome"]
    assert reply["legal"] == []


def test_where_nothing_is_hidden_a_view_is_the_position() -> None:
    whole = ask({"position": BARE})
    for seat in ("N", "S"):
        reply = ask({"position": BARE, "view": seat})
        assert reply["view"] == whole["position"]
        assert reply["legal"] == (whole["legal"] if seat == whole["to_move"] else [])


@pytest.mark.parametrize("view", ["E", "chance", "", None, 1, ["N"], {"seat": "N"}])
def test_views_that_no_seat_has(view: object) -> None:
    assert "view must be one of the game's seats, N, S" in error({"position": BARE, "view": view})["message"]


# -- sessions -----------------------------------------------------------------------------------------------------------


def begin(kept: referee.Referee, name: str = "a", **more: Any) -> dict[str, Any]:
    """Begin a session of two players."""
    return kept.answer({"session": name, "new": {"game": "middlesea", "players": 2}, **more})


def test_a_session_goes_on_from_where_it_stands() -> None:
    kept, actions = referee.Referee(), ["first N", "explore suns N.FM", "end", "end", "end", "end"]
    begin(kept)
    for number, action in enumerate(actions, 1):
        reply = kept.answer({"id": number, "session": "a", "actions": [action]})
        whole = referee.answer({"id": number, "new": {"game": "middlesea", "players": 2}, "actions": actions[:number]})
        earlier = referee.answer({"new": {"game": "middlesea", "players": 2}, "actions": actions[: number - 1]})
        assert {**reply, "events": earlier["events"] + reply["events"]} == whole


def test_a_refused_action_leaves_its_session_as_it_was() -> None:
    kept = referee.Referee()
    begin(kept, actions=["first N"])
    before = kept.answer({"session": "a"})
    reply = kept.answer({"session": "a", "actions": ["explore suns N.FM", "first N"]})
    assert (reply["error"]["at"], kept.answer({"session": "a"})) == (1, before)


def test_sessions_stand_beside_each_other_and_begin_anew() -> None:
    kept = referee.Referee()
    begin(kept, "a", actions=["first N"])
    begin(kept, "b", actions=["first S"])
    assert kept.answer({"session": "a", "quiet": True})["to_move"] == "N"
    assert kept.answer({"session": "b", "quiet": True})["to_move"] == "S"
    begin(kept, "a")
    assert kept.answer({"session": "a", "quiet": True})["to_move"] == "chance"
    kept.answer({"session": "b", "position": RIVERS})
    assert kept.answer({"session": "b", "view": "B"})["view"]["seats"]["B"]["hand"] == {"black": 3}


def test_a_closed_session_is_gone() -> None:
    kept = referee.Referee()
    begin(kept)
    assert kept.answer({"id": 7, "close": "a"}) == {"id": 7, "closed": "a"}
    for request in ({"session": "a"}, {"close": "a"}):
        assert kept.answer(request)["error"]["code"] == "no_session"


def test_there_is_an_end_to_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "MOST_SESSIONS", 2)
    kept = referee.Referee()
    begin(kept, "a")
    begin(kept, "b")
    assert begin(kept, "c")["error"]["code"] == "too_many_sessions"
    assert "error" not in begin(kept, "b")
    kept.answer({"close": "a"})
    assert "error" not in begin(kept, "c")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"session": 3}, "session must be a name"),
        ({"session": ""}, "1 to 100 characters"),
        ({"session": "x" * 101}, "1 to 100 characters"),
        ({"session": "x"}, "begin it with new or position"),
        ({"session": "x", "new": NEW, "position": BARE}, "either new or position"),
        ({"close": ["x"]}, "no session"),
        ({"close": "x", "session": "x"}, "no other field"),
        ({"sesion": "x"}, "did you mean session"),
    ],
)
def test_a_wrong_request_of_a_session_says_what_is_wrong(request_: dict[str, Any], says: str) -> None:
    assert says in error(request_)["message"]


def test_what_stands_by_itself_knows_no_sessions() -> None:
    with pytest.raises(referee.RequestError, match="no field"):
        referee.carry_out({"session": "a", "new": NEW})


def test_sessions_last_as_long_as_the_input() -> None:
    lines = [{"session": "a", "new": NEW}, {"session": "a", "actions": ["first W"], "quiet": True}, {"close": "a"}]
    replies = serve(b"\n".join(json.dumps(line).encode() for line in lines))
    assert replies[1]["to_move"] == "W"
    assert replies[2] == {"id": None, "closed": "a"}


# -- long lines ---------------------------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """Input that sends one line of so many bytes, then another one, and counts how much is asked for at a time."""

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


@pytest.mark.parametrize("more", [1, 2, 1000, 5 * referee.LONGEST_LINE])
def test_a_line_that_is_too_long_is_answered_and_passed_over(more: int) -> None:
    requests, answers = (
        Endless(referee.LONGEST_LINE + 1 + more, json.dumps({"new": NEW, "quiet": True}).encode() + b"\n"),
        io.BytesIO(),
    )
    referee.serve(requests, answers)  # type: ignore[arg-type]
    long, short = (json.loads(line) for line in answers.getvalue().splitlines())
    assert (long["id"], long["error"]["code"], long["error"]["clause"]) == (None, "too_long", "N.7")
    assert short["decision"] == "first"
    assert requests.most == referee.LONGEST_LINE + 1


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_as_long_as_may_be_is_read(end: bytes) -> None:
    line = json.dumps({"id": "", "new": NEW, "quiet": True}).encode()
    line = line.replace(b'""', b'"' + b"x" * (referee.LONGEST_LINE - len(line)) + b'"')
    assert len(line) == referee.LONGEST_LINE
    (reply,) = serve(line + end)
    assert reply["decision"] == "first"


def test_a_long_name_of_a_game_is_not_looked_for_among_those_there_are() -> None:
    start = time.process_time()
    (reply,) = serve(json.dumps({"new": {"game": "x" * (referee.LONGEST_LINE - 100), "players": 2}}).encode())
    assert time.process_time() - start < 5
    assert reply["error"]["code"] == "unknown_game"
    assert len(reply["error"]["message"]) < 300


def test_a_field_that_stands_twice_is_found_in_a_long_object() -> None:
    fields = ", ".join(f'"f{number}": 0' for number in range(200_000))
    reply = json.loads(referee.answer_line(f'{{{fields}, "f199999": 1}}'.encode()))
    assert "f199999" in reply["error"]["message"]


def test_the_referee_survives_what_nobody_has_foreseen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    good = json.dumps({"new": NEW}).encode()
    with monkeypatch.context() as patched:
        patched.setattr(referee, "_start", fail)
        (reply,) = serve(good)
    assert (reply["id"], reply["error"]["code"]) == (None, "internal")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert "error" not in serve(good)[0]
