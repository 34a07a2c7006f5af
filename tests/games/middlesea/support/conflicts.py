"""Positions in which one seat attacks another; what seats have is written as `holdings` reads it."""

from __future__ import annotations

from typing import Any

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import fight, holdings, table

Held = str | dict[str, Any]


def siege(
    base: str = "A3",
    value: int = 3,
    city: str = "S4",
    sites: str = "",
    attacker: Held = "",
    defender: Held = "",
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
    north = holdings(f"money=0 king=0 {value}@{base_site} N.C-{base_site} N.FM:1") | holdings(attacker)
    south = holdings(f"money=0 king=4 S.C-{city_site}") | holdings(defender)
    return table("leader", "N", sites=f"{base_site}={base} {city_site}={city} {sites}", N=north, S=south, **fields)


def at_the_gates(defender: str = "", attacker: str = "", sites: str = "", **fields: Any) -> State:
    """N stands with its 5-leader in the 5-garrison at S.FM, next to the Capital of S, and has a port at home."""
    north, south = f"money=0 king=0 N.FL:1 5@S.FM {attacker}", f"money=0 {defender}"
    return table("leader", "N", sites=f"N.FL=S1 S.FM=A5 {sites}", N=north, S=south, **fields)


def mission(base: str = "M3", sites: str = "", **fields: Any) -> State:
    """N has a temple at N.BL and a port at N.FM, not joined; S has the inland city S.BR by a road. Neither has money.

    Args:
        base: the temple.
        sites: further cities.
        fields: the leader and the city, what the two have besides, and fields of the position, as in `siege`.
    """
    return siege(base, sites=f"N.FM=A4 {sites}", places=("N.BL", "S.BR"), **fields)


def preach(state: State, attack: str = "attack 3 S.BR", hire: int = 0, defend: str = "0") -> State:
    """Attack the city of `mission`; see `fight`."""
    return fight(state, attack, hire, defend)
