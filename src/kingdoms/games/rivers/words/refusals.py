"""Refusals of illegal actions: one code per rule, with its clause.

The checks are independent of the engine's move generation; a property test keeps the two consistent. They use only information
that the seat to move may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kingdoms import english
from kingdoms.core.answers import Refusal
from kingdoms.games.rivers.engine import civic, codes, conflict, listing, monuments, pieces, regions, treasures
from kingdoms.games.rivers.engine.geometry import (
    BUILDING_NAMES,
    CELLS,
    COLOURS,
    NEIGHBOURS,
    OFFICES,
    PAIR_NAMES,
    PAIRS,
    SEATS,
    TILE_NAMES,
    TREASURE,
    treasure_cells,
)
from kingdoms.games.rivers.engine.state import DECISIONS, State
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string
from kingdoms.games.rivers.words.refusal_texts import ASKED, TEXTS

Found = tuple[str, dict[str, Any]] | None


def find_refusal(state: State, action: int) -> Refusal | None:
    """Return why `action` is illegal in `state`, or None if it is legal.

    Raises:
        NotationError: no action has this number.
    """
    found = _check(state, action, action_to_string(action))
    if found is None:
        return None
    code, params = found
    clause, text = TEXTS[code]
    return Refusal(code, params.pop("clause", clause), text.format(**params), params)


def _check(state: State, action: int, text: str) -> Found:
    """Return the code and parameters of the refusal of an action, or None if it is legal."""
    kind, *rest = text.split(" ")
    if state.stage == codes.FINISHED:
        return "game_over", {"action": text}
    decision, clause, purpose = ASKED[kind]
    now = DECISIONS[state.stage]
    if kind == "decline" and now == "raise":
        decision = now
    if now != decision:
        return "not_asked", {"kind": kind, "purpose": purpose, "now": now, "who": _decider(state), "clause": clause}
    regions.survey(state)
    if kind == "swap":
        return _swap(state, SWAPS[action - codes.SWAP])
    check = _CHECKS.get(kind)
    return None if check is None else check(state, *rest)


def _decider(state: State) -> str:
    """Return the name of the seat to move, or "chance"."""
    to_move = state.to_move
    return phrases.seat(SEATS.index(to_move)) if to_move in SEATS else "chance"


def _is_river(state: State, cell: int) -> bool:
    """Return whether a cell is river on the board of this game."""
    return bool(state.ground.river[cell])


def _content(state: State, cell: int) -> str:
    """Return a phrase for the content of a cell that is not empty."""
    what = state.what[cell]
    if what >= codes.LEADERS:
        return phrases.leader(what - codes.LEADERS)
    if pieces.is_tile(what):
        return phrases.a_tile(what - codes.TEMPLE)
    return {codes.DOWN: "a flipped tile", codes.WONDER: "the wonder", codes.CATASTROPHE: "a catastrophe"}[what]


# -- chance -----------------------------------------------------------------------------------------------------------


def _first(state: State, seat: str) -> Found:
    """Check the draw of the starting seat."""
    return None if seat in state.game.seats else ("seat_not_playing", {"seat": seat})


def _draw(state: State, colour: str) -> Found:
    """Check the draw of a tile."""
    return None if state.bag[COLOURS.index(colour)] else ("bag_lacks", {"colour": colour})


# -- actions ----------------------------------------------------------------------------------------------------------


def _place(state: State, colour: str, name: str) -> Found:
    """Check the placement of a tile (D-8)."""
    cell = CELLS.index(name)
    if not state.hand[4 * state.turn + COLOURS.index(colour)]:
        return "tile_not_in_hand", {"colour": colour}
    if state.what[cell] != codes.EMPTY:
        return "cell_not_empty", {"cell": name, "what": _content(state, cell)}
    if _is_river(state, cell) != (colour == "blue"):
        return "tile_needs_river" if colour == "blue" else "tile_needs_land", {"cell": name}
    touched = {state.kingdom[other] for other in NEIGHBOURS[cell]} - {0}
    return ("joins_three", {"cell": name, "count": len(touched)}) if len(touched) > 2 else None


def _leader(state: State, colour: str, name: str) -> Found:
    """Check the placement or move of a leader (D-4)."""
    cell, piece = CELLS.index(name), 4 * state.turn + COLOURS.index(colour)
    if state.stand[piece] == cell:
        return "leader_stays", {"cell": name, "leader": OFFICES[piece % 4]}
    if state.what[cell] != codes.EMPTY:
        return "cell_not_empty", {"cell": name, "what": _content(state, cell)}
    if _is_river(state, cell):
        return "leader_needs_land", {"cell": name}
    if not state.near[cell]:
        return "leader_needs_temple", {"cell": name}
    lifted = state.clone()
    if lifted.stand[piece] >= 0:
        pieces.lift(lifted, piece)
    regions.survey(lifted)
    touched = {lifted.kingdom[other] for other in NEIGHBOURS[cell]} - {0}
    return ("leader_joins", {"cell": name, "count": len(touched)}) if len(touched) > 1 else None


def _withdraw(state: State, colour: str) -> Found:
    """Check the withdrawal of a leader (D-5)."""
    number = COLOURS.index(colour)
    return None if state.stand[4 * state.turn + number] >= 0 else ("leader_in_hand", {"leader": OFFICES[number]})


def _catastrophe(state: State, name: str) -> Found:
    """Check the placement of a catastrophe (D-12)."""
    cell = CELLS.index(name)
    what = state.what[cell]
    if not state.left[state.turn]:
        return "no_catastrophe", {}
    if listing.can_ruin(state, cell):
        return None
    if what == codes.CATASTROPHE:
        return "ruins_ruin", {"cell": name}
    if what >= codes.LEADERS:
        return "ruins_leader", {"cell": name, "what": _content(state, cell)}
    if pieces.bears_treasure(state, cell) and pieces.is_tile(what):
        return "ruins_treasure", {"cell": name}
    if pieces.is_tile(what):
        return "ruins_civic", {"cell": name, "building": BUILDING_NAMES[what - codes.TEMPLE]}
    return "ruins_building", {"cell": name, "what": _content(state, cell)}


def _swap(state: State, wanted: tuple[int, ...]) -> Found:
    """Check a swap (D-13)."""
    have = state.hand[4 * state.turn : 4 * state.turn + 4]
    if all(number <= there for number, there in zip(wanted, have, strict=True)):
        return None
    return "swaps_too_many", {"have": phrases.tiles(have), "wanted": phrases.tiles(wanted)}


# -- consequences of actions -------------------------------------------------------------------------------------------


def _war(state: State, colour: str) -> Found:
    """Check the choice of a war (F-3)."""
    return None if conflict.is_war(state, COLOURS.index(colour)) else ("no_such_war", {"colour": colour})


def _commit(state: State, number: str) -> Found:
    """Check the number of tiles committed (E-1, F-4)."""
    suit = conflict.commits(state)
    have = state.hand[4 * conflict.committing(state) + suit]
    name = TILE_NAMES[suit]
    if int(number) > have:
        clause = "E-1" if state.revolt else "F-4"
        return "commits_too_many", {
            "have": english.count(have, name),
            "wanted": english.count(int(number), name),
            "clause": clause,
        }
    return _check_limit(state, int(number)) if state.needed and int(number) else None


def _check_limit(state: State, number: int) -> Found:
    """Check a limited commitment: the attacker must get ahead (EV-2), the defender must draw level (EV-3)."""
    attack, defence = conflict.strength(state, state.attacker), conflict.strength(state, state.defender)
    if state.attack < 0:
        total = attack + number
        return None if total > defence else ("commits_in_vain", {"total": total, "against": defence})
    total, against = defence + number, attack + state.attack
    return None if total == against else ("commits_inexactly", {"total": total, "against": against})


def _raise(state: State, name: str) -> Found:
    """Check the placement or move of a civilization building (CB-3, CB-5, CB-6)."""
    cell = CELLS.index(name)
    if civic.can_raise(state, cell):
        return None
    colour = state.what[state.placed] - codes.TEMPLE
    params = {"placed": CELLS[state.placed], "cell": name, "building": BUILDING_NAMES[colour]}
    steps = [step for step in (1, 16) if civic.holds(state, cell, step)]
    length = max((civic.line(state, state.placed, step) for step in steps), default=0)
    if length < codes.SHORTEST_LINE:
        return "no_line", params
    where, now = state.raised[colour], civic.standing(state, colour)
    code = "building_there" if any(civic.holds(state, where, step) for step in steps) else "line_too_short"
    return code, params | {"length": length, "now": now}


def _build(state: State, pair: str, name: str) -> Found:
    """Check the building of a monument (H-1)."""
    number, corner = PAIR_NAMES.index(pair), CELLS.index(name)
    colour = state.what[state.placed] - codes.TEMPLE
    if state.monument[number] >= 0:
        return "monument_used", {"pair": pair, "cell": CELLS[state.monument[number]]}
    if colour not in PAIRS[number]:
        return "monument_colour", {"pair": pair, "colour": COLOURS[colour], "cell": CELLS[state.placed]}
    if not monuments.can_build(state, number, corner):
        return "no_square", {"placed": CELLS[state.placed], "cell": name}
    return None


def _wonder(state: State, name: str) -> Found:
    """Check the building of the wonder (I-1)."""
    if not state.with_wonder:
        return "no_wonder", {}
    if state.wonder >= 0:
        return "wonder_stands", {}
    if not monuments.can_make_wonder(state, CELLS.index(name)):
        return "no_plus", {"placed": CELLS[state.placed], "cell": name}
    return None


def _take(state: State, name: str) -> Found:
    """Check the choice of a treasure (G-1, G-2)."""
    cell, number = CELLS.index(name), treasures.hoard(state)
    if not pieces.bears_treasure(state, cell):
        return "no_treasure", {"cell": name}
    if state.kingdom[cell] != number:
        return "treasure_elsewhere", {"cell": name, "trader": phrases.leader(4 * treasures.taker(state) + codes.GREEN)}
    first = treasures.takeable(state, number)
    if not first & TREASURE[cell]:
        return "special_first", {"specials": ", ".join(CELLS[one] for one in treasure_cells(first))}
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
