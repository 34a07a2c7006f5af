"""The errors for broken records of this game; and the written time."""

from __future__ import annotations

import json

import pytest

import kingdoms
from kingdoms import Random, Record, RecordError
from kingdoms.testing import random_action

HEADER = {"kingdoms": 1, "game": "middlesea", "rules_version": 1, "seats": ["N", "S"], "rulings": {}}


def test_a_call_is_written_and_replayed() -> None:
    record, rng = Record(kingdoms.load_game("middlesea", 3, {"round_limit": 4})), Random(9)
    while len(record.entries) < 20:
        record.apply(random_action(record.state, rng))
    record.call("time")
    back = Record.parse(record.lines())
    assert back.position is None
    assert back.state.position()["time_up"] is True
    with pytest.raises(kingdoms.KingdomsError, match="no call 'rain'"):
        record.call("rain")


OTHERS = {"game": "middlesea", "phase": "build", "seats": {"E": {}, "W": {}}}
BROKEN: list[tuple[dict[str, object], list[str], int, str]] = [
    ({"seats": ["N", "E"]}, [], 1, "face each other"),
    ({"rulings": {"round_limt": 3}}, [], 1, "did you mean round_limit"),
    ({"position": OTHERS}, [], 1, "seats or rulings differ"),
    ({}, ["first E"], 2, "E isn't playing"),
    ({}, ["first N", "hire 1"], 3, "attacker"),
]


@pytest.mark.parametrize(("header", "actions", "line", "says"), BROKEN)
def test_a_broken_record_says_where_and_why(header: dict[str, object], actions: list[str], line: int, says: str) -> None:
    lines = [json.dumps(entry) for entry in (HEADER | header, *({"action": action} for action in actions))]
    with pytest.raises(RecordError, match=says) as caught:
        Record.parse(lines)
    assert caught.value.line == line
