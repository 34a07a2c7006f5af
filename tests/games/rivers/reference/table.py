"""The engine of Two Rivers with the names of the naive model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import kingdoms
from kingdoms.core.errors import KingdomsError


class Engine:
    """A state of the engine, with the names of the model."""

    def __init__(self, start: Sequence[str] | Mapping[str, Any], rulings: Mapping[str, Any] | None = None) -> None:
        if isinstance(start, Mapping):
            self.state = kingdoms.read_position(start)
        else:
            self.state = kingdoms.load_game("rivers", list(start), rulings).new_initial_state()

    def to_move(self) -> str | None:
        return self.state.to_move

    def decision(self) -> str | None:
        decision: str | None = self.state.decision()
        return decision

    def legal(self) -> list[str]:
        return [self.state.game.action_to_string(action) for action in self.state.legal_actions()]

    def chances(self) -> dict[str, Fraction]:
        """The probabilities, which the engine gives as floats, as the fractions of at most 153 tiles that they stand for."""
        text = self.state.game.action_to_string
        return {text(action): Fraction(share).limit_denominator(153) for action, share in self.state.chance_outcomes()}

    def apply(self, text: str) -> None:
        self.state.apply_action(text)

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self.state.position()
        return position

    def view(self, seat: str | None) -> dict[str, Any]:
        view: dict[str, Any] = self.state.view(seat).to_json()
        return view

    def outcome(self) -> dict[str, Any] | None:
        outcome = self.state.outcome()
        return None if outcome is None else outcome.to_json()


def is_refused(position: Any) -> bool:
    """Say whether the engine refuses a position."""
    try:
        kingdoms.read_position(position)
    except KingdomsError:
        return True
    return False


def _present(counts: Mapping[str, int]) -> dict[str, int]:
    return {colour: count for colour, count in counts.items() if count}


def settled(written: Mapping[str, Any]) -> dict[str, Any]:
    """A position or view without optional fields: colours with 0, seats without leaders (N-5)."""
    result = dict(written)
    result["leaders"] = {seat: fields for seat, fields in written["leaders"].items() if fields}
    result["seats"] = {
        seat: {name: _present(value) if name in ("hand", "points") else value for name, value in fields.items()}
        for seat, fields in written["seats"].items()
    }
    if "bag" in written:
        result["bag"] = _present(written["bag"])
    return result
