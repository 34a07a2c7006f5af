"""The referee's line protocol serves this game too (N-9)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import kingdoms
from kingdoms.core import referee
from tests.games.rivers.support.random_games import choose
from tests.games.rivers.support.tables import ALL_OPTIONS, RULINGS, hand, lay, position, table

NEW = {"game": "rivers", "players": 2}
REVOLT = position(leaders={"B": {"black": "I6"}}, A=hand(red=2), B=hand(blue=3))


def ask(request: Any) -> dict[str, Any]:
    """The answer to a request."""
    answer: dict[str, Any] = json.loads(referee.answer_line(json.dumps(request).encode()))
    return answer


@pytest.mark.parametrize("players", [2, 3, 4])
def test_N_9_a_new_game(players: int) -> None:
    reply = ask({"id": 1, "new": {"game": "rivers", "players": players}})
    assert (reply["to_move"], reply["decision"], reply["outcome"]) == ("chance", "first", None)
    assert reply["legal"] == [f"first {seat}" for seat in "ABPL"[:players]]
    assert list(reply["position"]["seats"]) == list("ABPL"[:players])


def test_N_9_any_seats_in_any_order_and_rulings() -> None:
    reply = ask({"id": 1, "new": {"game": "rivers", "seats": ["L", "B"], "rulings": {"wonder": True}}})
    assert list(reply["position"]["seats"]) == ["B", "L"]
    assert reply["position"]["rulings"] == {**RULINGS, "wonder": True}


@pytest.mark.parametrize(
    "new",
    [
        {"game": "rivers", "players": 1},
        {"game": "rivers", "players": 5},
        {"game": "rivers", "seats": ["N", "S"]},
        {"game": "rivers", "seats": ["A"]},
        {"game": "rivers", "seats": ["A", "A"]},
        {"game": "rivers", "players": 2, "rulings": {"round_limit": 3}},
        {"game": "rivers", "players": 2, "rulings": {"wonder": "yes"}},
    ],
)
def test_N_9_other_games_are_refused(new: dict[str, Any]) -> None:
    assert set(ask({"id": 1, "new": new})["error"]) == {"code", "clause", "message"}


def test_N_9_actions_are_applied_and_narrated() -> None:
    reply = ask({"id": 2, "position": REVOLT, "actions": ["leader black I8", "commit 2"]})
    assert (reply["to_move"], reply["decision"], reply["legal"]) == ("B", "commit", ["commit 0"])
    assert reply["position"]["pending"]["attack"] == 2
    assert [event["kind"] for event in reply["events"]] == ["leader", "revolt", "committed"]


def test_N_9_the_view_of_a_seat_in_place_of_the_position() -> None:
    request = {"id": 3, "position": REVOLT, "actions": ["leader black I8"]}
    attacker, defender = ask(request | {"view": "A"}), ask(request | {"view": "B"})
    assert attacker["legal"] == ["commit 0", "commit 1", "commit 2"]
    assert defender["legal"] == []
    for seat, reply in (("A", attacker), ("B", defender)):
        assert list(reply) == ["id", "to_move", "decision", "legal", "view", "outcome"]
        assert reply["view"] == table_after("leader black I8").view(seat).to_json()
        assert (reply["to_move"], reply["decision"]) == ("A", "commit")


def table_after(*actions: str) -> Any:
    """The state after actions."""
    state = table(leaders={"B": {"black": "I6"}}, A=hand(red=2), B=hand(blue=3))
    for action in actions:
        state.apply_action(action)
    return state


def test_N_9_quiet_omits_the_view() -> None:
    reply = ask({"id": 4, "position": REVOLT, "view": "A", "quiet": True})
    assert list(reply) == ["id", "to_move", "decision", "legal", "outcome"]
    assert reply["to_move"] == "A"
    assert len(reply["legal"]) > 300
    assert ask({"id": 4, "position": REVOLT, "view": "P", "quiet": True})["legal"] == []


@pytest.mark.parametrize("view", ["X", "a", 0, ["A"], None, ""])
def test_N_9_a_view_of_an_unknown_seat_is_refused(view: object) -> None:
    assert "view" in ask({"id": 5, "position": REVOLT, "view": view})["error"]["message"]


def test_N_9_an_action_that_is_not_legal() -> None:
    error = ask({"id": 6, "position": REVOLT, "actions": ["place red A1", "catastrophe I7"]})["error"]
    assert error == {
        "code": "ruins_treasure",
        "clause": "D-12",
        "message": "there is a treasure on I7, so its tile can't be destroyed",
        "at": 1,
    }
    error = ask({"id": 6, "position": REVOLT, "actions": ["place red Z9"]})["error"]
    assert (error["code"], error["clause"], error["at"]) == ("notation", "N-2", 0)


def test_N_9_an_impossible_position() -> None:
    error = ask({"id": 7, "position": position(lay(red="E1"))})["error"]
    assert (error["code"], error["clause"]) == ("position", "D-8")


def test_N_9_the_caller_plays_chance() -> None:
    reply = ask({"id": 8, "new": NEW, "actions": ["first B"] + ["draw red"] * 6 + ["draw blue"] * 6})
    assert (reply["to_move"], reply["decision"]) == ("B", "action")
    assert reply["position"]["seats"]["B"]["hand"] == {"red": 6}
    reply = ask({"id": 8, "new": NEW, "actions": ["first B", "draw red"], "view": "A"})
    assert (reply["to_move"], reply["legal"]) == ("chance", [])
    assert "red" not in json.dumps(reply["view"]["seats"])


# -- what one seat sees ------------------------------------------------------------------------------------------------

TWO = {"game": "rivers", "phase": "action", "turn": "A", "seats": {"A": {"hand": {"red": 2}}, "B": {"hand": {"black": 3}}}}


def test_N_9_a_view_stands_in_place_of_the_position() -> None:
    replies = {seat: ask({"position": TWO, "view": seat, "actions": ["place red H6"]}) for seat in ("A", "B")}
    for seat, reply in replies.items():
        assert list(reply) == ["id", "to_move", "decision", "legal", "view", "outcome"]
        assert reply["view"]["seat"] == seat
        assert "bag" not in reply["view"]
        assert (reply["to_move"], reply["decision"]) == ("A", "action")
    assert "pass" in replies["A"]["legal"]
    assert replies["B"]["legal"] == []
    assert replies["A"]["view"]["seats"]["A"]["hand"] == {"red": 1}
    assert "hand" not in replies["B"]["view"]["seats"]["A"]
    assert "bag" in ask({"position": TWO})["position"], "who is trusted with all gets all"


def test_N_9_onlookers_get_no_chance_outcomes() -> None:
    drawing = {**TWO, "pending": {"kind": "draw", "left": 2}}
    assert ask({"position": drawing, "view": "A"})["legal"] == []
    assert ask({"position": drawing})["legal"]


def test_N_9_a_quiet_request_omits_the_view_too() -> None:
    reply = ask({"position": TWO, "view": "B", "quiet": True})
    assert list(reply) == ["id", "to_move", "decision", "legal", "outcome"]
    assert reply["legal"] == []


@pytest.mark.parametrize(
    ("request_", "clause"), [({"view": "Q"}, "N-8"), ({"actions": [5]}, "N-9"), ({"actions": ["x"]}, "N-2")]
)
def test_N_9_the_referee_cites_the_game_once_it_is_known(request_: dict[str, Any], clause: str) -> None:
    reply = ask({"new": NEW} | request_)
    assert reply["error"]["clause"] == clause


# -- a whole game ------------------------------------------------------------------------------------------------------------


def test_N_9_a_game_with_all_options_goes_to_its_end_as_on_the_engine() -> None:
    judge, rng = referee.Referee(), random.Random(11)
    state: Any = kingdoms.load_game("rivers", ["A", "P", "L"], ALL_OPTIONS).new_initial_state()
    reply = reply_to(judge, {"new": {"game": "rivers", "seats": ["A", "P", "L"], "rulings": ALL_OPTIONS}})
    decisions, events = set(), []
    while reply["outcome"] is None:
        before = state.clone()
        action = state.game.action_to_string(choose(rng, state))
        assert action in reply["legal"]
        state.apply_action(action)
        reply = reply_to(judge, {"actions": [action]})
        assert reply == {
            "id": None,
            "to_move": state.to_move,
            "decision": state.decision(),
            "legal": [state.game.action_to_string(legal_action) for legal_action in state.legal_actions()],
            "position": state.position(),
            "outcome": state.outcome() and state.outcome().to_json(),
            "events": [event.to_json() for event in state.game.narrate(before, action, state)],
        }
        decisions.add(before.decision())
        events += [event["kind"] for event in reply["events"]]
    assert (reply["to_move"], reply["legal"]) == (None, [])
    assert reply["outcome"]["reason"] in ("treasures", "bag")
    assert {"raise", "commit", "war", "take", "build"} <= decisions
    assert {"raised", "lowered", "revolt", "war"} <= set(events)


def reply_to(judge: referee.Referee, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request of the one session there is."""
    answer: dict[str, Any] = json.loads(judge.answer_line(json.dumps({"session": "a"} | request).encode()))
    return answer
