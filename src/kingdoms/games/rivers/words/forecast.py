"""Forecasts of an action's consequences, as numbers, based on the knowledge of the seat to move."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from kingdoms.games.rivers.engine import civic, codes, conflict, course, pieces, regions, treasures
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words import phrases

SEATS_IN = [[seat for number, seat in enumerate(SEATS) if mask >> number & 1] for mask in range(16)]
"""The seats in each mask of seats."""


class Forecast(TypedDict, total=False):
    """The possible results of a choice; fields that don't apply are left out.

    Attributes:
        points: seat -> colour -> points gained at once, independent of the others' answers.
        home: leaders that return to their owners at once, as [seat, colour].
        joins: the kingdoms that a tile or leader goes to, each as the seats with other leaders in it; left out in a revolt.
        wars: colours of the wars that a tile causes, [] if it joins two kingdoms without a war.
        takes: treasures that the mover's trader takes from the joined kingdoms, if no war drives it out (G-1).
        attack: the attacker's strength on the board and committed so far, when the action begins a conflict or belongs to one.
        attack_most: the same with all that the mover, who begins a revolt, can commit.
        defence: the defender's, likewise.
        defence_most: the defender's, if its whole hand fits.
        result: "wins" or "loses" for the mover if the result is certain, else "open".
        loses: cells whose tiles the mover loses in that case.
        raises: cells on which a tile lets its player put the civilization building of its colour (CB-5).
        line: the length of the longest line that may get it.
    """

    points: dict[str, dict[str, int]]
    home: list[list[str]]
    joins: list[list[str]]
    wars: list[str]
    takes: int
    attack: int
    attack_most: int
    defence: int
    defence_most: int
    result: Literal["wins", "loses", "open"]
    loses: list[str]
    raises: list[str]
    line: int


def forecast(state: State, action: int) -> dict[str, Any]:
    """Return the forecast of a legal action, with only the fields that apply.

    Examples:
        >>> import kingdoms
        >>> position = {"game": "rivers", "phase": "action", "seats": {"A": {"hand": {"red": 1}}, "B": {}},
        ...             "leaders": {"A": {"red": "I6"}}}
        >>> state = kingdoms.load_game("rivers").read_position(position)
        >>> forecast(state, state.game.string_to_action("place red H6"))
        {'joins': [['A']], 'points': {'A': {'red': 1}}}
    """
    if state.current_player() < 0:
        return {}
    then = state.clone()
    course.act(then, action)
    if state.stage == codes.COMMIT:
        return _commit(state, action - codes.COMMITTED)
    fields = _map_changes(state, action, then) if state.stage == codes.ACTING else {}
    if then.stage == codes.COMMIT:
        fields |= _conflict(then)
        if then.revolt:
            red = then.hand[4 * then.attacker + codes.RED]
            fields["attack_most"] = fields["attack"] + red
    # each access to an array of a compiled state copies it
    if (before := state.points) != (after := then.points):
        fields["points"] = _points(before, after)
    if (stood := state.stand) != (stands := then.stand) and not codes.WITHDRAW <= action < codes.CHOOSE_WAR:
        home = [piece for piece in range(codes.PIECES) if stood[piece] >= 0 > stands[piece]]
        if home:
            fields["home"] = [[SEATS[piece // 4], COLOURS[piece % 4]] for piece in home]
    return fields


def _map_changes(state: State, action: int, then: State) -> dict[str, Any]:
    """Return the kingdoms and the line that a tile or leader becomes part of; nothing for other actions."""
    if codes.PLACE <= action < codes.LEAD:
        return _tile_changes(state, (action - codes.PLACE) % codes.CELLS, then)
    if not codes.LEAD <= action < codes.RUIN or then.stage == codes.COMMIT:
        return {}
    piece, cell = divmod(action - codes.LEAD, codes.CELLS)
    joins = _owners(then, regions.neighbours(then, cell), 4 * then.turn + piece)
    return {"joins": joins} if joins else {}


def _tile_changes(state: State, cell: int, then: State) -> dict[str, Any]:
    """Return the kingdoms and the line that a tile on a cell becomes part of."""
    regions.survey(state)
    around = regions.neighbours(state, cell)
    fields: dict[str, Any] = {"joins": _owners(state, around)} if around else {}
    if then.stage == codes.WAR:
        fields["wars"] = [COLOURS[colour] for colour, _, _ in phrases.wars_of(then, then.marker)]
        numbers = _numbers(around)
        if any(state.ruler[4 * number + codes.GREEN] == state.turn for number in numbers):
            count = sum(treasures.treasures_in(state, number).bit_count() for number in numbers)
            fields |= {"takes": count - 1} if count > 1 else {}
    elif then.stage == codes.RAISE and (steps := [step for step in (1, 16) if civic.earns_building(then, step)]):
        fields["raises"] = [CELLS[tile] for tile in range(codes.CELLS) if civic.can_raise(then, tile)]
        fields["line"] = max(civic.line(then, cell, step) for step in steps)
    return fields


def _owners(state: State, kingdoms: int, besides: int = codes.HAND) -> list[list[str]]:
    """Return the seats with a leader other than `besides` in each kingdom of a mask that has one."""
    owners = [SEATS_IN[regions.owners(state, number, besides)] for number in _numbers(kingdoms)] if kingdoms else []
    return [seats for seats in owners if seats]


def _numbers(kingdoms: int) -> list[int]:
    """Return the numbers in a mask of kingdoms."""
    return [number for number in range(1, kingdoms.bit_length()) if kingdoms >> number & 1]


def _points(before: list[int], after: list[int]) -> dict[str, dict[str, int]]:
    """Return the points gained between two states, by seat and colour."""
    gained: dict[str, dict[str, int]] = {}
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if new > old:
            gained.setdefault(SEATS[place // 4], {})[COLOURS[place % 4]] = new - old
    return gained


def _conflict(then: State) -> dict[str, Any]:
    defence = conflict.strength(then, then.defender)
    most = defence + pieces.hand_count(then, then.defender)
    return {"attack": conflict.strength(then, then.attacker), "defence": defence, "defence_most": most}


def _commit(state: State, tiles: int) -> dict[str, Any]:
    """Return the strengths and the result of a conflict if the seat to move commits `tiles` tiles."""
    if state.attack < 0:
        fields = _conflict(state)
        fields["attack"] += tiles
        if fields["attack"] <= fields["defence"]:
            fields["result"] = "loses"
        else:
            fields["result"] = "wins" if fields["attack"] > fields["defence_most"] else "open"
        loser = state.attacker
    else:
        fields = {
            "attack": conflict.strength(state, state.attacker) + state.attack,
            "defence": conflict.strength(state, state.defender) + tiles,
        }
        fields["result"] = "loses" if fields["attack"] > fields["defence"] else "wins"
        loser = state.defender
    if fields.get("result") == "loses" and not state.revolt:
        number = state.kingdom[state.stand[4 * loser + state.colour]]
        cells = [cell for cell in range(codes.CELLS) if state.kingdom[cell] == number and conflict.is_at_stake(state, cell)]
        fields["loses"] = [CELLS[cell] for cell in cells]
    return fields
