"""What differs between two states, as changes of the position."""

from __future__ import annotations

from typing import Any

from kingdoms.core.event import Change
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import SEATS, SITES, SUITS, TILES, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.position import PHASES, road_names, stack_tiles, write_attacks, write_pending


def find_changes(before: State, after: State) -> list[Change]:
    """Return what differs between the positions of two states of one game."""
    changes = []
    for name in ("goods", "gold", "unrest", "king"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            changes += [Change(("seats", SEATS[i], name), old[i], new[i]) for i in range(4) if old[i] != new[i]]
    changes += _leader_changes(before, after)
    changes += _route_changes(before, after)
    old, new = before.city, after.city
    if old != new:
        for site in range(24):
            if old[site] != new[site]:
                changes.append(Change(("sites", SITES[site]), TILES[old[site]] or None, TILES[new[site]] or None))
    old, new = before.stacks, after.stacks
    if old != new:
        for suit in range(4):
            if old[suit] != new[suit]:
                tiles = [stack_tiles(suit, stack) for stack in (old[suit], new[suit])]
                changes.append(Change(("stacks", SUITS[suit]), *tiles))
    was, now = _course(before), _course(after)
    if was != now:
        changes += [Change((name,), was[name], now[name]) for name in was if was[name] != now[name]]
    return changes


def _leader_changes(before: State, after: State) -> list[Change]:
    """Return which leaders have moved or turned."""
    changes = []
    old, new = before.place, after.place
    was, now = before.active, after.active
    if old == new and was == now:
        return []
    for number in range(24):
        whose, leader = divmod(number, 6)
        texts = [_stand(old[number], was[whose] >> leader & 1), _stand(new[number], now[whose] >> leader & 1)]
        if texts[0] != texts[1]:
            changes.append(Change(("seats", SEATS[whose], "leaders", str(leader)), *texts))
    return changes


def _stand(place: int, active: int) -> str | None:
    """Return where a leader is as positions write it; None for a king."""
    if place >= codes.RESERVE:
        return "reserve" if place == codes.RESERVE else None
    return SITES[place] if active else SITES[place] + "-"


def _route_changes(before: State, after: State) -> list[Change]:
    """Return whose roads and ports have changed."""
    changes = []
    old, new = before.roads, after.roads
    if old != new:
        for whose in range(4):
            part = slice(4 * whose, 4 * whose + 4)
            if old[part] != new[part]:
                changes.append(Change(("seats", SEATS[whose], "roads"), road_names(old[part]), road_names(new[part])))
    piers = [before.piers, after.piers]
    if piers[0] != piers[1]:
        ports = [before.ports, after.ports]
        for whose in range(4):
            was, now = ({SITES[site]: piers[i][site] for site in sites_in(ports[i][whose])} for i in range(2))
            if was != now:
                changes.append(Change(("seats", SEATS[whose], "ports"), was, now))
    return changes


def _course(state: State) -> dict[str, Any]:
    """Return the fields of a position that say where the game is."""
    turn = SEATS[state.order[state.turn]] if state.phase in (codes.CONTROL, codes.BUILD, codes.LEADER) else None
    phase: dict[str, Any] | None = None
    if state.phase == codes.LEADER:
        acted = None if state.acted < 0 else state.acted
        phase = {"acted": acted, "king_changed": bool(state.king_changed), "attacks": write_attacks(state.attacks)}
    outcome = state.outcome()
    return {
        "round": state.round_number,
        "phase": PHASES[state.phase],
        "turn": turn,
        "order": [SEATS[number] for number in state.order[: state.seats]],
        "leader_phase": phase,
        "time_up": bool(state.time_up),
        "pending": write_pending(state),
        "outcome": None if outcome is None else outcome.to_json(),
    }
