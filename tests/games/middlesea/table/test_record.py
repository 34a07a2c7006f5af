"""The errors for broken records of this game."""

from __future__ import annotations

import json

import pytest

from kingdoms import Record, RecordError

HEADER = {"kingdoms": 1, "game": "middlesea", "rules_version": 1, "seats": ["N", "S"], "rulings": {}}


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
