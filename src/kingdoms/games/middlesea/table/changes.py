"""The parts of a position, in the order in which their changes are reported."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from kingdoms.core.changes import Part
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import SEATS, SITES, SUITS, TILES, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.position import PHASES, road_names, stack_tiles, write_attacks, write_pending

COURSE: Final = ("round", "phase", "turn", "order", "leader_phase", "time_up", "pending", "outcome")
"""The fields of a position that hold the progress of the game."""


def _seat_paths(*fields: str) -> list[tuple[str, ...]]:
    return [("seats", seat, *fields) for seat in SEATS]


def _seat_column(name: str) -> Part:
    read = attrgetter(name)
    return Part(_seat_paths(name), read, read)


def _leaders(state: State) -> list[str | None]:
    place, active = state.place, state.active
    return [_leader_place(place[number], active[number // 6] >> number % 6 & 1) for number in range(24)]


def _leader_place(place: int, active: int) -> str | None:
    """Return a leader's place as written in positions, or None for a king."""
    if place >= codes.RESERVE:
        return "reserve" if place == codes.RESERVE else None
    return SITES[place] if active else SITES[place] + "-"


def _roads(state: State) -> list[list[str]]:
    roads = state.roads
    return [road_names(roads[4 * seat : 4 * seat + 4]) for seat in range(4)]


def _ports(state: State) -> list[dict[str, int]]:
    ports, piers = state.ports, state.piers
    return [{SITES[site]: piers[site] for site in sites_in(ports[seat])} for seat in range(4)]


def _sites(state: State) -> list[str | None]:
    return [TILES[city] or None for city in state.city]


def _stacks(state: State) -> list[list[str]]:
    return [stack_tiles(suit, stack) for suit, stack in enumerate(state.stacks)]


def _course(state: State) -> tuple[Any, ...]:
    turn = SEATS[state.order[state.turn]] if state.phase in (codes.CONTROL, codes.BUILD, codes.LEADER) else None
    phase: dict[str, Any] | None = None
    if state.phase == codes.LEADER:
        acted = None if state.acted < 0 else state.acted
        phase = {"acted": acted, "king_changed": bool(state.king_changed), "attacks": write_attacks(state.attacks)}
    outcome = state.outcome()
    return (
        state.round_number,
        PHASES[state.phase],
        turn,
        [SEATS[number] for number in state.order[: state.seats]],
        phase,
        bool(state.time_up),
        write_pending(state),
        None if outcome is None else outcome.to_json(),
    )


PARTS: Final = (
    *(_seat_column(name) for name in ("goods", "gold", "unrest", "king")),
    Part(
        [("seats", seat, "leaders", str(leader)) for seat in SEATS for leader in range(6)],
        attrgetter("place", "active"),
        _leaders,
    ),
    Part(_seat_paths("roads"), attrgetter("roads"), _roads),
    Part(_seat_paths("ports"), attrgetter("ports", "piers"), _ports),
    Part([("sites", site) for site in SITES], attrgetter("city"), _sites),
    Part([("stacks", suit) for suit in SUITS], attrgetter("stacks"), _stacks),
    Part([(name,) for name in COURSE], None, _course),
)
