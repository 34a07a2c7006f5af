"""Tables of the naive reference model, and what is read off them: for the tests beside."""

from __future__ import annotations

from typing import Any

from tests.games.middlesea.reference.model import Model

Seats = dict[str, dict[str, Any]]
HOME = {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3", "N.FR": "S4", "N.BR": "S5"}


def make(
    phase: str,
    seats: Seats,
    sites: dict[str, str],
    order: str = "NESW",
    **more: Any,
) -> Model:
    """A model in a position; the seats are those of the order."""
    return Model.from_position(
        {
            "game": "middlesea",
            "phase": phase,
            "order": list(order),
            "sites": sites,
            "seats": {seat: seats.get(seat, {}) for seat in sorted(order)},
            **more,
        }
    )


def play(model: Model, *actions: str) -> None:
    for action in actions:
        model.play(action)


def seat(model: Model, name: str) -> dict[str, Any]:
    found: dict[str, Any] = model.position()["seats"][name]
    return found


def money(model: Model, name: str) -> tuple[int, int]:
    return seat(model, name)["goods"], seat(model, name)["gold"]


def leader(model: Model, name: str, value: int) -> str:
    text: str = seat(model, name)["leaders"][str(value)]
    return text


def unrest(model: Model) -> dict[str, int]:
    seats = model.position()["seats"]
    return {name: seats[name]["unrest"] for name in seats}
