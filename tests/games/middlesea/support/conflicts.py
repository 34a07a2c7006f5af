"""Positions in which one seat attacks another."""

from __future__ import annotations

from typing import Any

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    POOR,
    fight,
    table,
)


def siege(
    base: str = "A3",
    value: int = 3,
    city: str = "S4",
    sites: dict[str, str] | None = None,
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
    places: tuple[str, str] = ("N.FM", "S.FL"),
    **fields: Any,
) -> State:
    """N has a garrison with a port at N.FM, S the city S.FL by a road; neither has money.

    Args:
        base: the garrison.
        value: the leader in it.
        city: the tile at S.FL.
        sites: further cities.
        attacker: what N has besides, or instead.
        defender: what S has besides, or instead.
        places: the sites of the garrison and of the city.
        fields: other seats, fields of the position.
    """
    base_site, city_site = places
    north = {**POOR, "king": 0, "roads": [f"N.C-{base_site}"], "ports": {"N.FM": 1}, "leaders": {str(value): base_site}}
    south = {**POOR, "king": 4, "roads": [f"S.C-{city_site}"]}
    board = {base_site: base, city_site: city} | (sites or {})
    return table("leader", "N", sites=board, N=north | (attacker or {}), S=south | (defender or {}), **fields)


def at_the_gates(defender: dict[str, Any] | None = None, attacker: dict[str, Any] | None = None, **fields: Any) -> State:
    """N stands with its 5-leader in the 5-garrison at S.FM, next to the Capital of S, and has a port at home."""
    north = {**POOR, "king": 0, "ports": {"N.FL": 1}, "leaders": {"5": "S.FM"}}
    board = {"N.FL": "S1", "S.FM": "A5"} | fields.pop("sites", {})
    return table("leader", "N", sites=board, N=north | (attacker or {}), S=POOR | (defender or {}), **fields)


def mission(base: str = "M3", sites: dict[str, str] | None = None, **fields: Any) -> State:
    """N has a temple at N.BL and a port at N.FM, not joined; S has the inland city S.BR by a road. Neither has money.

    Args:
        base: the temple.
        sites: further cities.
        fields: the leader and the city, what the two have besides, and fields of the position, as in `siege`.
    """
    return siege(base, sites={"N.FM": "A4"} | (sites or {}), places=("N.BL", "S.BR"), **fields)


def preach(state: State, attack: str = "attack 3 S.BR", hire: int = 0, defend: str = "0") -> State:
    """Attack the city of `mission`; see `fight`."""
    return fight(state, attack, hire, defend)
