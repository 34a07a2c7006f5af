"""The referee's line protocol serves this game (N.7)."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings
from tests.games.middlesea.support.tables import EXAMPLE
from tests.support.games.referee import ask, error

NEW = {"game": "middlesea", "players": 4, "rulings": {}}
BARE = {"game": "middlesea", "phase": "build", "seats": {"N": {}, "S": {}}}


def test_a_new_game_asks_chance_first() -> None:
    reply = ask({"id": 1, "new": NEW})
    assert list(reply) == ["id", "to_move", "decision", "legal", "position", "outcome", "events"]
    assert (reply["id"], reply["to_move"], reply["decision"], reply["outcome"]) == (1, "chance", "first", None)
    assert reply["legal"] == ["first N", "first E", "first S", "first W"]


def test_actions_are_applied_in_order_and_told() -> None:
    reply = ask({"id": "a", "new": NEW, "actions": ["first N", "explore suns N.FM"]})
    assert reply["position"]["sites"] == {"N.FM": "S1"}
    assert [event["kind"] for event in reply["events"]][-1] == "explored"
    assert {"kind", "seat", "text", "said", "details", "changes"} == set(reply["events"][0])


def test_the_example_of_the_protocol() -> None:
    reply = ask({"id": 2, "position": EXAMPLE, "actions": ["attack 3 S.FL", "hire 1", "defend 0"]})
    assert (reply["to_move"], reply["decision"]) == ("N", "leader")
    assert reply["position"]["seats"]["S"]["ports"] == {}
    assert reply["position"]["seats"]["N"]["leaders"]["3"] == "N.BL-"


def test_automatic_steps_of_a_position_are_narrated() -> None:
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
    fault = error({"id": 5, "new": NEW, "actions": ["first N", "road N.C S.FM"]})
    assert (fault["clause"], fault["at"], fault["code"]) == ("BR-5", 1, "road_over_sea")


def test_a_finished_game_has_its_outcome() -> None:
    position = BARE | {"phase": "leader", "turn": "S", "rulings": {"round_limit": 1}}
    reply = ask({"position": position, "actions": ["end"]})
    assert (reply["to_move"], reply["decision"], reply["legal"]) == (None, None, [])
    assert reply["outcome"] == {"reason": "rounds", "winners": ["N", "S"], "loser": None, "scores": {"N": 0, "S": 0}}
    fault = error({"position": reply["position"], "actions": ["end"]})
    assert (fault["code"], fault["at"]) == ("game_over", 0)


@pytest.mark.parametrize(
    ("request_", "code", "says"),
    [
        ({"new": {"game": "middlesea", "players": 5}}, "seats", "2, 3 or 4 players"),
        ({"new": {"game": "middlesea", "seats": ["N", "E"]}}, "seats", "face each other"),
        ({"new": {"game": "middlesea", "seats": ["N", "N"]}}, "seats", "twice"),
        ({"new": {"game": "middlesea", "seats": ["N", 3]}}, "seats", "no seat 3"),
        ({"new": NEW | {"rulings": {"atack_port": "any"}}}, "rulings", "did you mean attack_port"),
        ({"new": NEW | {"rulings": {"attack_port": "ani"}}}, "rulings", "did you mean any"),
        ({"new": NEW | {"rulings": {"capital_adjacency": 1}}}, "rulings", "true"),
        ({"new": NEW | {"rulings": {"port_only_unrest": True}}}, "rulings", "1 or 0"),
        ({"new": NEW | {"rulings": {"round_limit": "5"}}}, "rulings", "whole number"),
        ({"new": NEW | {"rulings": {"round_limit": 0}}}, "rulings", "whole number"),
    ],
)
def test_a_wrong_request_gets_a_clear_error(request_: object, code: str, says: str) -> None:
    fault = error(request_)
    assert fault["code"] == code
    assert says in fault["message"]
    assert "at" not in fault


@pytest.mark.parametrize(
    "action", [3, None, "", "End", "hire 01", "first  N", "first N ", "first X", "attack 6 N.FL", "pay -1"]
)
def test_a_wrong_action_names_its_place(action: object) -> None:
    fault = error({"new": NEW, "actions": ["first N", action]})
    assert fault["at"] == 1
    assert fault["code"] in ("notation", "request")


@given(st.integers(0, 10**6), st.text(string.ascii_letters + string.digits + " .-", max_size=20))
def test_any_text_is_an_action_or_refused(seed: int, text: str) -> None:
    rng = random.Random(seed)
    position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    legal = ask({"position": position})["legal"]
    reply = ask({"position": position, "actions": [text], "quiet": True})
    assert ("error" in reply) == (text not in legal)


def test_where_nothing_is_hidden_a_view_is_the_position() -> None:
    full_reply = ask({"position": BARE})
    for seat in ("N", "S"):
        reply = ask({"position": BARE, "view": seat})
        assert reply["view"] == full_reply["position"]
        assert reply["legal"] == (full_reply["legal"] if seat == full_reply["to_move"] else [])


@pytest.mark.parametrize("view", ["E", "chance", "", None, 1, ["N"], {"seat": "N"}])
def test_impossible_views_are_refused(view: object) -> None:
    assert "view must be one of the game's seats, N, S" in error({"position": BARE, "view": view})["message"]
