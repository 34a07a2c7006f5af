"""Writing positions (N.4); `reading` reads them.

The field `pending` describes a decision that interrupts a phase. Its fields depend on `decision`:

- `rebel`: `chosen`, the cities named so far; `left`, how many more have to be named. The seat is `turn`.
- `suppress`: `seat`, whose cities rebel; `revolted`, all cities of the rebellion; `rebelling`, the ones not suppressed yet.
- `rank`: `ranked`, the seats already placed, first to last.
- `produce`: `seat` and `site`, the city to decide about. Earlier cities and seats are done.
- `hire`: `site`, the target. The attacker is the leader `acted` of the seat `turn`.
- `defend`: `site`, likewise; `attack`, the attack total.

For other decisions `pending` is None: the phase and the turn determine them.
"""

from __future__ import annotations

from typing import Any, Final

from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import EDGES, SEATS, SITES, SUITS, TILES, sites_in
from kingdoms.games.middlesea.engine.state import DECISIONS, State

PHASES: Final = ("start", "control", "dominance", "production", "build", "leader", "over")
ROADS: Final = [[f"{SITES[6 * c + a]}-{SITES[6 * c + b]}" for a, b in EDGES] for c in range(4)]
"""Names of roads, by continent and edge."""
KINDS: Final = ("military", "missionary")


def write_position(state: State) -> dict[str, Any]:
    """Return a state as JSON data, with every field; see `State.position`."""
    seats = [seat for seat in range(4) if state.playing >> seat & 1]
    order, phase = state.order, state.phase
    position: dict[str, Any] = {"game": "middlesea", "round": state.round_number, "phase": PHASES[phase]}
    if phase in (codes.CONTROL, codes.BUILD, codes.LEADER):
        position["turn"] = SEATS[order[state.turn]]
    position["order"] = [SEATS[seat] for seat in order[: state.seats]]
    position["sites"] = {SITES[site]: TILES[city] for site, city in enumerate(state.city) if city}
    position["stacks"] = {suit: stack_tiles(number, stack) for number, (suit, stack) in enumerate(zip(SUITS, state.stacks))}
    position["seats"] = write_seats(state, seats)
    position["rulings"] = dict(state.game.rulings)
    if phase == codes.LEADER:
        position["leader_phase"] = {
            "acted": None if state.acted < 0 else state.acted,
            "king_changed": bool(state.king_changed),
            "attacks": write_attacks(state.attacks),
        }
    position["time_up"] = bool(state.time_up)
    position["pending"] = write_pending(state)
    outcome = state.outcome()
    if outcome is not None:
        position["outcome"] = outcome.to_json()
    return position


def stack_tiles(suit: int, stack: int) -> list[str]:
    """Return the tiles of a stack, top first."""
    tiles = []
    while stack:
        tiles.append(TILES[5 * suit + (stack & 7)])
        stack >>= 3
    return tiles


def write_seats(state: State, seats: list[int]) -> dict[str, Any]:
    """Return the data of each seat."""
    goods, gold, unrest, king = state.goods, state.gold, state.unrest, state.king
    places, active, roads, ports, piers = state.place, state.active, state.roads, state.ports, state.piers
    written: dict[str, Any] = {}
    for seat in seats:
        leaders = {}
        for leader in range(6):
            place = places[6 * seat + leader]
            if place < codes.RESERVE:
                leaders[str(leader)] = SITES[place] if active[seat] >> leader & 1 else SITES[place] + "-"
            elif place == codes.RESERVE:
                leaders[str(leader)] = "reserve"
        written[SEATS[seat]] = {
            "king": king[seat],
            "goods": goods[seat],
            "gold": gold[seat],
            "unrest": unrest[seat],
            "leaders": leaders,
            "roads": road_names(roads[4 * seat : 4 * seat + 4]),
            "ports": {SITES[site]: piers[site] for site in sites_in(ports[seat])},
        }
    return written


def road_names(roads: list[int]) -> list[str]:
    """Return the names of a seat's roads, given as masks by continent."""
    return [ROADS[c][edge] for c, mask in enumerate(roads) if mask for edge in range(11) if mask >> edge & 1]


def write_attacks(attacks: int) -> list[dict[str, str]]:
    """Return the attacks made in this leader phase."""
    if not attacks:
        return []
    return [
        {"by": SEATS[by], "on": SEATS[on], "kind": KINDS[kind]}
        for by in range(4)
        for on in range(4)
        for kind in range(2)
        if attacks >> (8 * by + 4 * kind + on) & 1
    ]


def write_pending(state: State) -> dict[str, Any] | None:
    """Return the field `pending` for the current decision."""
    stage = state.stage
    if not state.is_asked or state.phase == codes.OVER:
        return None
    pending: dict[str, Any] = {"decision": DECISIONS[stage]}
    if stage == codes.REBEL:
        pending |= {"chosen": [SITES[site] for site in sites_in(state.revolted)], "left": state.to_choose}
    elif stage == codes.SUPPRESS:
        pending["seat"] = SEATS[state.rebel_seat]
        pending["revolted"] = [SITES[site] for site in sites_in(state.revolted)]
        pending["rebelling"] = [SITES[site] for site in sites_in(state.rebelling)]
    elif stage == codes.RANK:
        pending["ranked"] = [SEATS[seat] for seat in state.ranking[: state.ranked]]
    elif stage == codes.PRODUCE:
        pending |= {"seat": SEATS[state.order[state.turn]], "site": SITES[state.cursor]}
    elif stage == codes.HIRE:
        pending["site"] = SITES[state.target]
    elif stage == codes.DEFEND:
        pending |= {"site": SITES[state.target], "attack": state.attack_total}
    else:
        return None
    return pending
