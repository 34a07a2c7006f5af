"""The table in words, of a game that doesn't say it itself."""

from __future__ import annotations

from typing import Any

from tests.support.games.mistakes import game_like
from tests.support.games.sealed import SealedGame

FIELDS = {
    "game": "sealed",
    "seat": "A",
    "turn_of": "B",
    "seats": {"A": {"coins": 3, "cards": [2, 5]}, "B": {"coins": 0, "cards": []}},
    "board": [["X", "."], [".", "O"]],
    "roads": [{"from": "A", "to": "B"}, {}],
    "open": True,
    "last": None,
    "rest": {},
}


def words(fields: dict[str, Any], **members: Any) -> list[str]:
    """Return the lines of a view with fields, of a game with other members."""
    game = game_like(SealedGame, to_json=lambda _: fields, **members)
    lines: list[str] = game(2).new_initial_state().view("A").words().splitlines()
    return lines


def test_seats_have_their_names_and_tables_their_rows() -> None:
    assert words(FIELDS) == [
        "turn of: Ben",
        "seats:",
        "  Ada:",
        "    coins: 3",
        "    cards: 2, 5",
        "  Ben:",
        "    coins: 0",
        "    cards: none",
        "board:",
        "  X .",
        "  . O",
        "roads:",
        "  from: Ada; to: Ben",
        "  none",
        "open: yes",
        "rest: none",
    ]


def test_a_game_names_and_draws_its_fields() -> None:
    def show(_: object, field: str, value: Any) -> str | None:
        return "●" * value or "–" if field == "coins" else None

    lines = words(FIELDS, labels={"coins": "money", "turn_of": "to move"}, show=show)
    assert [lines[number] for number in (0, 3, 6)] == ["to move: Ben", "    money: ●●●", "    money: –"]


def test_words_leave_out_seats_that_a_view_only_names() -> None:
    assert words({"seats": {"A": {}, "B": {}}, "round": 1}) == ["round: 1"]
