"""The referee's line protocol serves this game too (N-9)."""

from __future__ import annotations

import json
import random
from typing import Any

import kingdoms
from kingdoms.core import referee
from tests.games.rivers.support.random_games import choose
from tests.games.rivers.support.tables import ALL_OPTIONS, hand, lay, position

NEW = {"game": "rivers", "players": 2}
REVOLT = position(leaders={"B": {"black": "I6"}}, A=hand(red=2), B=hand(blue=3))


def ask(request: dict[str, Any], judge: referee.Referee | None = None) -> dict[str, Any]:
    """Return the answer to a request, in the one session of a referee if it is given."""
    line = json.dumps(request | ({"session": "a"} if judge else {})).encode()
    answer: dict[str, Any] = json.loads(judge.answer_line(line) if judge else referee.answer_line(line))
    return answer


def test_N_9_what_is_not_legal_or_impossible_is_refused_by_its_clause() -> None:
    error = ask({"id": 6, "position": REVOLT, "actions": ["place red A1", "catastrophe I7"]})["error"]
    assert error == {
        "code": "ruins_treasure",
        "clause": "D-12",
        "message": "there is a treasure on I7, so its tile can't be destroyed",
        "at": 1,
    }
    error = ask({"id": 7, "position": position(lay(red="E1"))})["error"]
    assert (error["code"], error["clause"]) == ("position", "D-8")
    assert ask({"new": NEW, "view": "Q"})["error"]["clause"] == "N-8"
    error = ask({"id": 6, "position": REVOLT, "actions": ["place red Z9"]})["error"]
    assert (error["code"], error["clause"], error["at"]) == ("notation", "N-2", 0)


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
    drawing = {**TWO, "pending": {"kind": "draw", "left": 2}}
    assert ask({"position": drawing, "view": "A"})["legal"] == [], "onlookers get no chance outcomes"
    assert ask({"position": drawing})["legal"]


# -- a whole game ------------------------------------------------------------------------------------------------------------


def test_N_9_a_game_with_all_options_goes_to_its_end_as_on_the_engine() -> None:
    judge, rng = referee.Referee(), random.Random(11)
    state: Any = kingdoms.load_game("rivers", ["A", "P", "L"], ALL_OPTIONS).new_initial_state()
    reply = ask({"new": {"game": "rivers", "seats": ["A", "P", "L"], "rulings": ALL_OPTIONS}}, judge)
    decisions, events = set(), []
    while reply["outcome"] is None:
        before = state.clone()
        action = state.game.action_to_string(choose(rng, state))
        assert action in reply["legal"]
        state.apply_action(action)
        reply = ask({"actions": [action]}, judge)
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
