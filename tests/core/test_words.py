"""The table in words, of a game that doesn't say it itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.support.games.sealed import SealedGame, SealedView

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


class TellingView(SealedView):
    def to_json(self) -> dict[str, Any]:
        return FIELDS


class DrawingView(TellingView):
    def show(self, field: str, value: Any) -> str | None:
        return "●" * value or "–" if field == "coins" else None


class TellingGame(SealedGame):
    view_type = TellingView


class LabellingGame(SealedGame):
    labels: ClassVar[Mapping[str, str]] = {"coins": "money", "turn_of": "to move"}
    view_type = DrawingView


def test_seats_have_their_names_and_tables_their_rows() -> None:
    words = TellingGame(2).new_initial_state().view("A").words()
    assert words.splitlines() == [
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
    words = LabellingGame(2).new_initial_state().view("A").words().splitlines()
    assert words[0] == "to move: Ben"
    assert words[3] == "    money: ●●●"
    assert words[6] == "    money: –"
