"""English phrases for seats, tiles, leaders, points and actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kingdoms.english import count, listing
from kingdoms.games.rivers.engine import codes, conflict, monuments, pieces, regions
from kingdoms.games.rivers.engine.geometry import BUILDING_NAMES, CELLS, COLOURS, OFFICES, PAIRS, SEAT_NAMES, SEATS, TILE_NAMES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string

ABOUT_KINDS: Final = {
    "place": "place a tile, for a point or a war",
    "leader": "place or move a leader next to a temple",
    "withdraw": "take a leader back",
    "catastrophe": "put a catastrophe on a cell, for good",
    "swap": "swap tiles for new ones from the bag",
    "pass": "give up the rest of the turn",
    "war": "choose which war comes next",
    "commit": "commit tiles to the conflict",
    "raise": "put up a civilization building",
    "build": "build a monument",
    "wonder": "build the wonder",
    "take": "take a treasure",
    "income": "take the wonder's point",
}
"""Kind of action -> short description."""

THEMES: Final = {"conflict": "Revolt and war", "leaders": "Leaders", "tiles": "Tiles and monuments", "ruin": "Catastrophes"}
"""Theme of a puzzle -> its title."""
THEME_OF: Final = {"leader": "leaders", "withdraw": "leaders", "catastrophe": "ruin", "war": "conflict", "commit": "conflict"}
"""Kind of action -> theme of its puzzles; all other kinds have the theme "tiles"."""

SYNONYMS: Final = {
    **{name: f"place {colour}" for name, colour in zip(TILE_NAMES, COLOURS, strict=True)},
    **{office: f"leader {colour}" for office, colour in zip(OFFICES, COLOURS, strict=True)},
    "ruin": "catastrophe",
}
"""Everyday word -> words of the notation: a tile's name places the tile, an office places its leader."""


def seat(number: int) -> str:
    """Return the name of a seat."""
    return SEAT_NAMES[SEATS[number]]


def leader(piece: int) -> str:
    """Return the name of a leader, such as "Bull's king"."""
    return f"{seat(piece // 4)}'s {OFFICES[piece % 4]}"


def tiles(counts: Sequence[int]) -> str:
    """Return a phrase for counts of tiles by colour.

    Examples:
        >>> tiles([2, 0, 1, 0])
        '2 temples and 1 market'
    """
    return listing([count(number, name) for number, name in zip(counts, TILE_NAMES, strict=True) if number]) or "nothing"


def a_tile(colour: int) -> str:
    """Return a phrase for one tile, such as "a farm"."""
    return f"a {TILE_NAMES[colour]}"


def points(number: int, colour: int) -> str:
    """Return a phrase for points of a colour, such as "2 red points"."""
    return count(number, f"{COLOURS[colour]} point")


def describe(state: State, action: int) -> str:
    """Return the menu text of a legal action, with its cost or effect."""
    kind, *rest = action_to_string(action).split(" ")
    if kind == "place":
        return _describe_place(state, COLOURS.index(rest[0]), CELLS.index(rest[1]))
    if kind == "leader":
        return _describe_leader(state, COLOURS.index(rest[0]), CELLS.index(rest[1]))
    if kind == "first":
        return f"{SEAT_NAMES[rest[0]]} starts"
    if kind == "draw":
        return f"{a_tile(COLOURS.index(rest[0]))} is drawn"
    if kind == "withdraw":
        return f"take the {OFFICES[COLOURS.index(rest[0])]} back into your hand"
    if kind == "catastrophe":
        return _describe_ruin(state, CELLS.index(rest[0]))
    if kind == "swap":
        return f"swap {tiles(SWAPS[action - codes.SWAP])}"
    if kind == "pass":
        return "end the turn" if state.actions_left == 1 else "end the turn without using either action"
    if kind == "war":
        colour = COLOURS.index(rest[0])
        return f"resolve the war of the {OFFICES[colour]}s next ({_sides_of_war(state, colour)})"
    if kind == "commit":
        return _describe_commit(state, int(rest[0]))
    if kind == "build":
        return f"build the {rest[0]} monument on the square at {rest[1]}"
    if kind == "wonder":
        return f"build the wonder around {rest[0]}"
    if kind == "raise":
        colour = state.what[state.placed] - codes.TEMPLE
        there = state.raised[colour]
        verb = "put" if there < 0 else f"move the {BUILDING_NAMES[colour]} from {CELLS[there]} to"
        return f"{verb} {rest[0]}" if there >= 0 else f"{verb} the {BUILDING_NAMES[colour]} on {rest[0]}"
    if kind == "decline":
        return "build nothing here" if state.stage == codes.BUILD else "leave the building where it is"
    if kind == "take":
        return f"take the treasure on {rest[0]}"
    return f"take 1 {rest[0]} point"


def theme(state: State, action: int) -> str:
    """Return the theme of a puzzle that an action solves: "conflict" if the action starts a conflict or is part of one."""
    then = state.clone()
    then.apply_trusted(action)
    if then.stage == codes.COMMIT or then.marker >= 0:
        return "conflict"
    return THEME_OF.get(action_to_string(action).partition(" ")[0], "tiles")


def wars_of(state: State, cell: int) -> list[tuple[int, int, int]]:
    """Return the wars that a tile on a cell causes, each as its colour and two seats."""
    found = []
    regions.survey(state)
    for colour in range(4):
        first = _next_owner(state, cell, colour, codes.HAND)
        second = _next_owner(state, cell, colour, first) if first >= 0 else codes.HAND
        if second >= 0:
            found.append((colour, first, second))
    return found


def _next_owner(state: State, cell: int, colour: int, before: int) -> int:
    """Return the next seat after `before` with a leader of a colour in a kingdom around a cell, or -1."""
    return regions.other_owner(state, cell, colour, before)


def _sides_of_war(state: State, colour: int) -> str:
    """Return the names of the two seats in a war."""
    first = _next_owner(state, state.marker, colour, codes.HAND)
    return f"{seat(first)} and {seat(_next_owner(state, state.marker, colour, first))}"


def _describe_place(state: State, colour: int, cell: int) -> str:
    """Return the menu text for placing a tile."""
    what = f"place {a_tile(colour)} on {CELLS[cell]}"
    regions.survey(state)
    if state.touch[cell] == 2:
        wars = [f"between {leader(4 * a + c)} and {leader(4 * b + c)}" for c, a, b in wars_of(state, cell)]
        return f"{what}: joins two kingdoms, {'with war ' + listing(wars) if wars else 'in peace'}"
    if state.touch[cell] == 1:
        kingdom = regions.touched(state, cell)
        owner = state.ruler[4 * kingdom + colour]
        owner = owner if owner >= 0 else state.ruler[4 * kingdom + codes.BLACK]
        if owner >= 0:
            return f"{what}: {points(1 + _is_doubled(state, colour, cell), colour)} for {seat(owner)}"
    return f"{what}: no point"


def _is_doubled(state: State, colour: int, cell: int) -> bool:
    """Return whether placing a tile leaves the building of its colour in the kingdom where the tile scores (CB-7)."""
    if state.raised[colour] < 0:
        return False
    after = state.clone()
    pieces.put(after, cell, codes.TEMPLE + colour)
    regions.survey(after)
    return bool(after.kingdom[cell] == after.kingdom[after.raised[colour]])


def _describe_leader(state: State, colour: int, cell: int) -> str:
    """Return the menu text for placing or moving a leader."""
    piece = 4 * state.turn + colour
    verb, to = ("place", "on") if state.stand[piece] < 0 else ("move", "to")
    what = f"{verb} the {OFFICES[colour]} {to} {CELLS[cell]} ({count(state.near[cell], 'temple')} next to it)"
    after = state.clone()
    if after.stand[piece] >= 0:
        pieces.lift(after, piece)
    regions.survey(after)
    kingdom = regions.touched(after, cell)
    defender = after.ruler[4 * kingdom + colour] if kingdom else codes.HAND
    if defender < 0:
        return what
    strength = after.near[after.stand[4 * defender + colour]]
    return f"{what}: revolt against {leader(4 * defender + colour)} ({count(strength, 'temple')})"


def _describe_ruin(state: State, cell: int) -> str:
    """Return the menu text for a catastrophe."""
    what = state.what[cell]
    thing = f"the {TILE_NAMES[what - codes.TEMPLE]} on " if pieces.is_tile(what) else ""
    home = [leader(piece) for piece in homeless(state, cell)]
    return f"put a catastrophe on {thing}{CELLS[cell]}" + (f": {listing(home)} must go home" if home else "")


def homeless(state: State, cell: int) -> list[int]:
    """Return the leaders that a catastrophe on a cell would leave without an adjacent temple."""
    after = state.clone()
    pieces.put(after, cell, codes.CATASTROPHE)
    return [piece for piece, here in enumerate(after.stand) if here >= 0 and not after.near[here]]


def _describe_commit(state: State, number: int) -> str:
    """Return the menu text for committing tiles."""
    side = conflict.committing(state)
    total = conflict.strength(state, side) + number
    what = f"commit {count(number, TILE_NAMES[conflict.commits(state)]) if number else 'nothing'}: strength {total}"
    if state.attack < 0:
        return what
    against = conflict.strength(state, state.attacker) + state.attack
    return f"{what} against {against}, you {'hold' if total >= against else 'lose'}"


def buildings(state: State) -> str:
    """Return a phrase for the monuments left, and the wonder if it can be built."""
    names = [f"{COLOURS[one]}-{COLOURS[other]}" for pair, (one, other) in enumerate(PAIRS) if state.monument[pair] < 0]
    wonder = any(monuments.can_make_wonder(state, cell) for cell in range(codes.CELLS))
    return f"a monument ({', '.join(names)} left)" + (" or the wonder" if wonder else "")
