"""The referee's line protocol serves this game (N.7)."""

from __future__ import annotations

from tests.games.middlesea.support.tables import EXAMPLE
from tests.support.games.referee import ask, error

NEW = {"game": "middlesea", "players": 4, "rulings": {}}
BARE = {"game": "middlesea", "phase": "build", "seats": {"N": {}, "S": {}}}


def test_actions_are_applied_in_order_and_told() -> None:
    reply = ask({"id": "a", "new": NEW, "actions": ["first N", "explore suns N.FM"]})
    assert reply["position"]["sites"] == {"N.FM": "S1"}
    assert [event["kind"] for event in reply["events"]][-1] == "explored"
    assert {"kind", "seat", "text", "said", "details", "changes"} == set(reply["events"][0])
    fault = error({"id": 5, "new": NEW, "actions": ["first N", "road N.C S.FM"]})
    assert (fault["clause"], fault["at"], fault["code"]) == ("BR-5", 1, "road_over_sea")


def test_the_example_of_the_protocol_and_automatic_steps_of_a_position() -> None:
    reply = ask({"id": 2, "position": EXAMPLE, "actions": ["attack 3 S.FL", "hire 1", "defend 0"]})
    assert (reply["to_move"], reply["decision"]) == ("N", "leader")
    seats = reply["position"]["seats"]
    assert (seats["S"]["ports"], seats["N"]["leaders"]["3"]) == ({}, "N.BL-")
    reply = ask({"position": BARE | {"phase": "production"}})
    assert [event["kind"] for event in reply["events"]] == ["production", "production", "turn"]
    assert reply["id"] is None


def test_a_finished_game_has_its_outcome() -> None:
    position = BARE | {"phase": "leader", "turn": "S", "rulings": {"round_limit": 1}}
    reply = ask({"position": position, "actions": ["end"]})
    assert (reply["to_move"], reply["decision"], reply["legal"]) == (None, None, [])
    assert reply["outcome"] == {"reason": "rounds", "winners": ["N", "S"], "loser": None, "scores": {"N": 0, "S": 0}}
    fault = error({"position": reply["position"], "actions": ["end"]})
    assert (fault["code"], fault["at"]) == ("game_over", 0)


def test_where_nothing_is_hidden_a_view_is_the_position() -> None:
    full_reply = ask({"position": BARE})
    for seat in ("N", "S"):
        reply = ask({"position": BARE, "view": seat})
        assert reply["view"] == full_reply["position"]
        assert reply["legal"] == (full_reply["legal"] if seat == full_reply["to_move"] else [])
