"""Actions in words: the kinds of actions, and legal actions as messages with their cost or effect."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import codes, conflict, pieces, regions
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, CELLS, COLOURS, OFFICES, SEATS, TILE_NAMES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.texts import CATALOGUE, say
from kingdoms.games.rivers.words.notation import SWAPS, action_to_string
from kingdoms.texts import PerLanguage

ABOUT_KINDS: Final = CATALOGUE.texts("kind")
"""Kind of action -> short description."""

THEMES: Final = CATALOGUE.texts("theme")
"""Theme of a puzzle -> its title."""
THEME_OF: Final = {"leader": "leaders", "withdraw": "leaders", "catastrophe": "ruin", "war": "conflict", "commit": "conflict"}
"""Kind of action -> theme of its puzzles; all other kinds have the theme "tiles"."""

SYNONYMS: Final = PerLanguage(
    lambda: {
        **{name: f"place {colour}" for name, colour in zip(TILE_NAMES, COLOURS, strict=True)},
        **{office: f"leader {colour}" for office, colour in zip(OFFICES, COLOURS, strict=True)},
        **{str(say("name.piece", word=colour)).lower(): f"place {colour}" for colour in COLOURS},
        **{str(say("name.office", word=colour)).lower(): f"leader {colour}" for colour in COLOURS},
        "ruin": "catastrophe",
    }
)
"""Everyday word -> words of the notation: a tile's name places the tile, an office places its leader."""


def leader(piece: int) -> list[str]:
    """Return a leader as messages name it: its seat and colour."""
    return [SEATS[piece // 4], COLOURS[piece % 4]]


def tile_counts(number: int, colour: int) -> list[int]:
    """Return a number of tiles of one colour as messages count them: by colour."""
    counts = [0] * 4
    counts[colour] = number
    return counts


def describe(state: State, action: int) -> str:
    """Return the menu text of a legal action, with its cost or effect, and with the notation of places."""
    return choice(state, action).text(table=state, notation=True)


def choice(state: State, action: int) -> Message:
    """Return a legal action as a message for menus, with its cost or effect."""
    kind, *rest = action_to_string(action).split(" ")
    word = rest[0] if rest else ""
    match kind:
        case "first":
            return say("choice.first", seat=word)
        case "draw":
            return say("choice.draw", tile=word)
        case "place":
            return _place(state, COLOURS.index(word), CELL_NUMBER[rest[1]])
        case "leader":
            return _lead(state, COLOURS.index(word), CELL_NUMBER[rest[1]])
        case "withdraw":
            return say("choice.withdraw", office=word)
        case "catastrophe":
            return _ruin(state, CELL_NUMBER[word])
        case "swap":
            return say("choice.swap", tiles=SWAPS[action - codes.SWAP])
        case "pass":
            return say("choice.pass" if state.actions_left == 1 else "choice.pass_unused")
        case "war":
            return _war(state, COLOURS.index(word))
        case "commit":
            return _commit(state, int(word))
        case "raise":
            return _raise(state, word)
        case "build":
            return say("choice.build", pair=word, cell=rest[1])
        case "wonder":
            return say("choice.wonder", cell=word)
        case "decline":
            return say("choice.decline" if state.stage == codes.BUILD else "choice.decline_raise")
        case "take":
            return say("choice.take", cell=word)
        case _:
            return say("choice.income", points=[1, word])


def theme(state: State, action: int) -> str:
    """Return the theme of a puzzle that an action solves: "conflict" if the action starts a conflict or is part of one."""
    then = state.clone()
    then.apply_trusted(action)
    if then.stage == codes.COMMIT or then.marker >= 0:
        return "conflict"
    return THEME_OF.get(action_to_string(action).partition(" ")[0], "tiles")


def wars_of(state: State, cell: int) -> list[tuple[int, int, int]]:
    """Return the wars that a tile on a cell causes, each as its colour and two seats."""
    wars = []
    regions.survey(state)
    for colour in range(4):
        first = _next_owner(state, cell, colour, codes.HAND)
        second = _next_owner(state, cell, colour, first) if first >= 0 else codes.HAND
        if second >= 0:
            wars.append((colour, first, second))
    return wars


def _next_owner(state: State, cell: int, colour: int, before: int) -> int:
    """Return the next seat after `before` with a leader of a colour in a kingdom around a cell, or -1."""
    return regions.other_owner(state, cell, colour, before)


def _war(state: State, colour: int) -> Message:
    first = _next_owner(state, state.marker, colour, codes.HAND)
    second = _next_owner(state, state.marker, colour, first)
    return say("choice.war", side=COLOURS[colour], seat=SEATS[first], other=SEATS[second])


def _place(state: State, colour: int, cell: int) -> Message:
    holes = {"tile": COLOURS[colour], "cell": CELLS[cell]}
    regions.survey(state)
    touched = state.touch[cell]
    if touched == 2:
        wars = [say("choice.between", leader=leader(4 * a + c), rival=leader(4 * b + c)) for c, a, b in wars_of(state, cell)]
        return say("choice.place_war", **holes, wars=wars) if wars else say("choice.place_peace", **holes)
    if touched == 1:
        kingdom = regions.highest_neighbour(state, cell)
        owner = state.ruler[4 * kingdom + colour]
        owner = owner if owner >= 0 else state.ruler[4 * kingdom + codes.BLACK]
        if owner >= 0:
            gained = 1 + _is_doubled(state, colour, cell)
            return say("choice.place_gain", **holes, points=[gained, COLOURS[colour]], scorer=SEATS[owner])
    return say("choice.place_nothing", **holes)


def _is_doubled(state: State, colour: int, cell: int) -> bool:
    """Return whether placing a tile leaves the building of its colour in the kingdom where the tile scores (CB-7)."""
    if state.raised[colour] < 0:
        return False
    after = state.clone()
    pieces.put(after, cell, codes.TEMPLE + colour)
    regions.survey(after)
    return bool(after.kingdom[cell] == after.kingdom[after.raised[colour]])


def _lead(state: State, colour: int, cell: int) -> Message:
    piece = 4 * state.turn + colour
    holes = {"office": COLOURS[colour], "cell": CELLS[cell]}
    after, temples = state.clone(), state.near[cell]
    moves = after.stand[piece] >= 0
    if moves:
        pieces.lift(after, piece)
    regions.survey(after)
    kingdom = regions.highest_neighbour(after, cell)
    defender = after.ruler[4 * kingdom + colour] if kingdom else codes.HAND
    if defender < 0:
        return say("choice.leader_moved" if moves else "choice.leader", **holes, n=temples)
    rival = 4 * defender + colour
    sides = {"rival": leader(rival), "attack": temples, "defence": after.near[after.stand[rival]]}
    return say("choice.leader_moved_revolt" if moves else "choice.leader_revolt", **holes, **sides)


def _ruin(state: State, cell: int) -> Message:
    content = state.contents[cell]
    home = [leader(piece) for piece in homeless(state, cell)]
    if pieces.is_tile(content):
        hit = {"tile": COLOURS[content - codes.TEMPLE], "cell": CELLS[cell]}
        return say("choice.catastrophe_tile_home", **hit, leaders=home) if home else say("choice.catastrophe_tile", **hit)
    if home:
        return say("choice.catastrophe_home", cell=CELLS[cell], leaders=home)
    return say("choice.catastrophe", cell=CELLS[cell])


def homeless(state: State, cell: int) -> list[int]:
    """Return the leaders that a catastrophe on a cell would leave without an adjacent temple."""
    after = state.clone()
    pieces.put(after, cell, codes.CATASTROPHE)
    return [piece for piece, leader_cell in enumerate(after.stand) if leader_cell >= 0 and not after.near[leader_cell]]


def _commit(state: State, number: int) -> Message:
    """Return the choice of committing tiles, with both strengths, and for the defender with the result."""
    side = conflict.committing(state)
    strength = conflict.strength(state, side) + number
    holes = {"tiles": tile_counts(number, conflict.commits(state)), "own": strength}
    if state.attack < 0:
        return say("choice.commit", **holes, against=conflict.strength(state, state.defender))
    against = conflict.strength(state, state.attacker) + state.attack
    return say("choice.commit_holds" if strength >= against else "choice.commit_loses", **holes, against=against)


def _raise(state: State, cell: str) -> Message:
    """Return the choice of putting up a civilization building. Only their notation tells the tiles of a line apart."""
    colour = state.contents[state.placed] - codes.TEMPLE
    start = state.raised[colour]
    if start >= 0:
        return say("choice.raise_moved", building=COLOURS[colour], origin=CELLS[start], at=cell)
    return say("choice.raise", building=COLOURS[colour], at=cell)
