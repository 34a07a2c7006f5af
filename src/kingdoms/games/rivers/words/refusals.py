"""Refusals of illegal actions: one code per rule, with its clause.

The checks are independent of the engine's move generation; a property test keeps the two consistent. They use only information
that the seat to move may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kingdoms.core.answers import Refusal
from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import civic, codes, conflict, listing, monuments, pieces, regions, treasures
from kingdoms.games.rivers.engine.geometry import (
    BUILDING_NAMES,
    CELLS,
    COLOURS,
    NEIGHBOURS,
    OFFICES,
    PAIR_NAMES,
    PAIRS,
    TREASURE,
    treasure_cells,
)
from kingdoms.games.rivers.engine.state import DECISIONS, State
from kingdoms.games.rivers.texts import SEAT_NAMES, say
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string
from kingdoms.games.rivers.words.refusal_texts import ASKED, TEXTS

Found = tuple[str, dict[str, Any], dict[str, Any]] | None
"""The code, the parameters and the holes of the message of a refusal, or None for a legal action."""


def find_refusal(state: State, action: int) -> Refusal | None:
    """Return why `action` is illegal in `state`, or None if it is legal.

    Raises:
        NotationError: no action has this number.
    """
    refusal = _check(state, action, action_to_string(action))
    if refusal is None:
        return None
    code, params, holes = refusal
    clause, key = TEXTS[code]
    return Refusal(code, params.pop("clause", clause), say(key, **holes), params)


def _check(state: State, action: int, text: str) -> Found:
    kind, *rest = text.split(" ")
    if state.stage == codes.FINISHED:
        return "game_over", {"action": text}, {}
    decision, clause, purpose = ASKED[kind]
    now = DECISIONS[state.stage]
    if kind == "decline" and now == "raise":
        decision = now
    if now != decision:
        return _wrong_decision(state, kind, now, clause, say(purpose))
    regions.survey(state)
    if kind == "swap":
        return _swap(state, SWAPS[action - codes.SWAP])
    check = _CHECKS.get(kind)
    return None if check is None else check(state, *rest)


def _wrong_decision(state: State, kind: str, now: str, clause: str, purpose: Message) -> Found:
    """Return the refusal of an action that answers another decision than the pending one."""
    to_move = str(state.to_move)
    mover = SEAT_NAMES.get(to_move, to_move)
    params = {"kind": kind, "purpose": str(purpose), "now": now, "who": mover, "clause": clause}
    return "not_asked", params, {"kind": kind, "purpose": purpose, "seat": to_move, "decision": now}


def _is_river(state: State, cell: int) -> bool:
    return bool(state.ground.river[cell])


def _content(state: State, cell: int) -> Message:
    content = state.contents[cell]
    if content >= codes.LEADERS:
        return say("name.a_leader", leader=phrases.leader(content - codes.LEADERS))
    if pieces.is_tile(content):
        return say("name.a_tile", tile=COLOURS[content - codes.TEMPLE])
    return say({codes.DOWN: "name.down", codes.WONDER: "name.wonder", codes.CATASTROPHE: "name.catastrophe"}[content])


def _refuse_here(code: str, cell: str, params: dict[str, Any] | None = None, **holes: Any) -> Found:
    """Return a refusal whose message says "here" of the cell in the action; by default, it has no other parameters."""
    return code, {"cell": cell} | (params or {}), {"here": cell} | holes


def _refuse_place(code: str, cell: str, params: dict[str, Any] | None = None, **holes: Any) -> Found:
    """Return a refusal whose message says "this place" of the cell in the action; by default, it has no other parameters."""
    return code, {"cell": cell} | (params or {}), {"place": cell} | holes


def _refuse_occupied(state: State, cell: str, number: int) -> Found:
    """Return the refusal of an action that needs an empty cell (C-3)."""
    description = _content(state, number)
    return _refuse_place("cell_not_empty", cell, {"what": str(description)}, what=description)


# -- chance -----------------------------------------------------------------------------------------------------------


def _first(state: State, seat: str) -> Found:
    return None if seat in state.game.seats else ("seat_not_playing", {"seat": seat}, {"at": seat})


def _draw(state: State, colour: str) -> Found:
    return None if state.bag[COLOURS.index(colour)] else ("bag_lacks", {"colour": colour}, {"piece": colour})


# -- actions ----------------------------------------------------------------------------------------------------------


def _place(state: State, colour: str, name: str) -> Found:
    """Check the placement of a tile (D-8)."""
    cell = CELLS.index(name)
    if not state.hand[4 * state.turn + COLOURS.index(colour)]:
        return "tile_not_in_hand", {"colour": colour}, {"piece": colour}
    if state.contents[cell] != codes.EMPTY:
        return _refuse_occupied(state, name, cell)
    if _is_river(state, cell) != (colour == "blue"):
        return _refuse_place("tile_needs_river" if colour == "blue" else "tile_needs_land", name)
    touched = len({state.kingdom[neighbour] for neighbour in NEIGHBOURS[cell]} - {0})
    return _refuse_here("joins_three", name, {"count": touched}, n=touched) if touched > 2 else None


def _leader(state: State, colour: str, name: str) -> Found:
    """Check the placement or move of a leader (D-4)."""
    cell, piece = CELLS.index(name), 4 * state.turn + COLOURS.index(colour)
    if state.stand[piece] == cell:
        return _refuse_here("leader_stays", name, {"leader": OFFICES[piece % 4]}, office=colour)
    if state.contents[cell] != codes.EMPTY:
        return _refuse_occupied(state, name, cell)
    if _is_river(state, cell):
        return _refuse_place("leader_needs_land", name)
    if not state.near[cell]:
        return _refuse_place("leader_needs_temple", name)
    lifted = state.clone()
    if lifted.stand[piece] >= 0:
        pieces.lift(lifted, piece)
    regions.survey(lifted)
    touched = len({lifted.kingdom[neighbour] for neighbour in NEIGHBOURS[cell]} - {0})
    return _refuse_here("leader_joins", name, {"count": touched}, n=touched) if touched > 1 else None


def _withdraw(state: State, colour: str) -> Found:
    """Check the withdrawal of a leader (D-5)."""
    number = COLOURS.index(colour)
    if state.stand[4 * state.turn + number] >= 0:
        return None
    return "leader_in_hand", {"leader": OFFICES[number]}, {"office": colour}


def _catastrophe(state: State, name: str) -> Found:
    """Check the placement of a catastrophe (D-12)."""
    cell = CELLS.index(name)
    content = state.contents[cell]
    if not state.catastrophes_left[state.turn]:
        return "no_catastrophe", {}, {}
    if listing.can_ruin(state, cell):
        return None
    if content == codes.CATASTROPHE:
        return _refuse_here("ruins_ruin", name)
    description = _content(state, cell)
    if content >= codes.LEADERS:
        return _refuse_here("ruins_leader", name, {"what": str(description)}, leader=phrases.leader(content - codes.LEADERS))
    if pieces.bears_treasure(state, cell) and pieces.is_tile(content):
        return _refuse_here("ruins_treasure", name)
    if pieces.is_tile(content):
        number = content - codes.TEMPLE
        return _refuse_here("ruins_civic", name, {"building": BUILDING_NAMES[number]}, building=COLOURS[number])
    return _refuse_here("ruins_building", name, {"what": str(description)}, what=description)


def _swap(state: State, counts: tuple[int, ...]) -> Found:
    """Check a swap (D-13)."""
    have = state.hand[4 * state.turn : 4 * state.turn + 4]
    if all(number <= count for number, count in zip(counts, have, strict=True)):
        return None
    params = {name: str(say("name.tiles", tiles=tiles)) for name, tiles in (("have", have), ("wanted", counts))}
    return "swaps_too_many", params, {"have": list(have), "wanted": counts}


# -- consequences of actions -------------------------------------------------------------------------------------------


def _war(state: State, colour: str) -> Found:
    """Check the choice of a war (F-3)."""
    return None if conflict.is_war(state, COLOURS.index(colour)) else ("no_such_war", {"colour": colour}, {"side": colour})


def _commit(state: State, number: str) -> Found:
    """Check the number of tiles committed (E-1, F-4)."""
    suit = conflict.commits(state)
    have = state.hand[4 * conflict.committing(state) + suit]
    if int(number) > have:
        stock, request = [have, COLOURS[suit]], [int(number), COLOURS[suit]]
        params = {"have": str(say("name.held", held=stock)), "wanted": str(say("name.held", held=request))}
        clause = {"clause": "E-1" if state.revolt else "F-4"}
        return "commits_too_many", params | clause, {"held": stock, "asked": request}
    return _check_limit(state, int(number), have) if state.limits_commitments and int(number) else None


def _check_limit(state: State, number: int, have: int) -> Found:
    """Check a limited commitment: the attacker must get ahead (EV-2), the defender must draw level (EV-3).

    Args:
        number: how many tiles are committed.
        have: the number of tiles in hand. The advice in the refusal depends on their strength.
    """
    attack, defence = conflict.strength(state, state.attacker), conflict.strength(state, state.defender)
    if state.attack < 0:
        code, figures = "commits_in_vain", {"total": attack + number, "against": defence}
        is_legal = attack + number > defence
    else:
        code, figures = "commits_inexactly", {"total": defence + number, "against": attack + state.attack}
        is_legal = defence + number == attack + state.attack
    if is_legal:
        return None
    least = conflict.least_commitment(state)
    return code, figures, {**figures, "within": "ahead" if least <= 0 else "reach" if least <= have else "none"}


def _raise(state: State, name: str) -> Found:
    """Check the placement or move of a civilization building (CB-3, CB-5, CB-6)."""
    cell = CELLS.index(name)
    if civic.can_raise(state, cell):
        return None
    number = state.contents[state.placed] - codes.TEMPLE
    params: dict[str, Any] = {"placed": CELLS[state.placed], "cell": name, "building": BUILDING_NAMES[number]}
    steps = [step for step in (1, 16) if civic.line_contains(state, cell, step)]
    length = max((civic.line(state, state.placed, step) for step in steps), default=0)
    if length < codes.SHORTEST_LINE:
        return "no_line", params, {"place": name}
    now = civic.building_length(state, number)
    params |= {"length": length, "now": now}
    holes: dict[str, Any] = {"building": COLOURS[number], "length": length}
    if any(civic.line_contains(state, state.raised[number], step) for step in steps):
        return "building_there", params, holes
    return "line_too_short", params, holes | {"place": name, "now": now}


def _build(state: State, pair: str, name: str) -> Found:
    """Check the building of a monument (H-1)."""
    number, corner = PAIR_NAMES.index(pair), CELLS.index(name)
    colour, placed = state.contents[state.placed] - codes.TEMPLE, CELLS[state.placed]
    if state.monument[number] >= 0:
        params = {"pair": pair, "cell": CELLS[state.monument[number]]}
        return "monument_used", params, params
    if colour not in PAIRS[number]:
        return (
            "monument_colour",
            {"pair": pair, "colour": COLOURS[colour], "cell": placed},
            {"pair": pair, "colour": COLOURS[colour]},
        )
    return None if monuments.can_build(state, number, corner) else _refuse_here("no_square", name, {"placed": placed})


def _wonder(state: State, name: str) -> Found:
    """Check the building of the wonder (I-1)."""
    if not state.with_wonder:
        return "no_wonder", {}, {}
    if state.wonder >= 0:
        return "wonder_stands", {}, {}
    if monuments.can_make_wonder(state, CELLS.index(name)):
        return None
    return _refuse_place("no_plus", name, {"placed": CELLS[state.placed]})


def _take(state: State, name: str) -> Found:
    """Check the choice of a treasure (G-1, G-2)."""
    cell, number = CELLS.index(name), treasures.hoard(state)
    if not pieces.bears_treasure(state, cell):
        return _refuse_here("no_treasure", name)
    if state.kingdom[cell] != number:
        trader = phrases.leader(4 * treasures.taker(state) + codes.GREEN)
        return _refuse_place("treasure_elsewhere", name, {"trader": str(say("name.a_leader", leader=trader))}, leader=trader)
    first = treasures.next_treasures(state, number)
    if not first & TREASURE[cell]:
        specials = [CELLS[special] for special in treasure_cells(first)]
        return "special_first", {"specials": ", ".join(specials)}, {"cells": specials}
    return None


_CHECKS: Final[dict[str, Callable[..., Found]]] = {
    "first": _first,
    "draw": _draw,
    "place": _place,
    "leader": _leader,
    "withdraw": _withdraw,
    "catastrophe": _catastrophe,
    "war": _war,
    "commit": _commit,
    "raise": _raise,
    "build": _build,
    "wonder": _wonder,
    "take": _take,
}
"""Kind of action -> its check. `_check` handles swaps itself; the other kinds are legal whenever their decision is pending."""
