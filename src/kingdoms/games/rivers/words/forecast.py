"""Forecasts of an action's consequences, as numbers, based on the knowledge of the seat to move."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from kingdoms.games.rivers.engine import civic, codes, conflict, course, pieces
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words import phrases


class Forecast(TypedDict, total=False):
    """The possible results of a choice; fields that don't apply are left out.

    Attributes:
        points: seat -> colour -> points gained at once, independent of the others' answers.
        home: leaders that return to their owners at once, as [seat, colour].
        wars: colours of the wars that a tile causes, [] if it joins two kingdoms without a war.
        attack: the attacker's strength on the board and committed so far, when the action begins a conflict or belongs to one.
        defence: the defender's, likewise.
        defence_most: the defender's, if its whole hand fits.
        result: "wins" or "loses" for the mover if the result is certain, else "open".
        loses: cells whose tiles the mover loses in that case.
        raises: cells on which a tile lets its player put the civilization building of its colour (CB-5).
    """

    points: dict[str, dict[str, int]]
    home: list[list[str]]
    wars: list[str]
    attack: int
    defence: int
    defence_most: int
    result: Literal["wins", "loses", "open"]
    loses: list[str]
    raises: list[str]


def forecast(state: State, action: int) -> dict[str, Any]:
    """Return the forecast of a legal action, with only the fields that apply.

    Examples:
        >>> import kingdoms
        >>> position = {"game": "rivers", "phase": "action", "seats": {"A": {"hand": {"red": 1}}, "B": {}},
        ...             "leaders": {"A": {"red": "I6"}}}
        >>> state = kingdoms.load_game("rivers").read_position(position)
        >>> forecast(state, state.game.string_to_action("place red H6"))
        {'points': {'A': {'red': 1}}}
    """
    if state.current_player() < 0:
        return {}
    then = state.clone()
    course.act(then, action)
    found: dict[str, Any] = {}
    if state.stage == codes.COMMIT:
        return _commit(state, action - codes.COMMITTED)
    if then.stage == codes.WAR and state.stage == codes.ACTING:
        found["wars"] = [COLOURS[colour] for colour, _, _ in phrases.wars_of(then, then.marker)]
    if then.stage == codes.COMMIT:
        found |= _conflict(then)
    if then.stage == codes.RAISE and state.stage == codes.ACTING:
        sites = [CELLS[cell] for cell in range(codes.CELLS) if civic.can_raise(then, cell)]
        found |= {"raises": sites} if sites else {}
    gained = _points(state, then)
    if gained:
        found["points"] = gained
    home = [piece for piece in range(codes.PIECES) if state.stand[piece] >= 0 > then.stand[piece]]
    if home and not codes.WITHDRAW <= action < codes.CHOOSE_WAR:
        found["home"] = [[SEATS[piece // 4], COLOURS[piece % 4]] for piece in home]
    return found


def _points(before: State, after: State) -> dict[str, dict[str, int]]:
    """Return the points gained between two states, by seat and colour."""
    gained: dict[str, dict[str, int]] = {}
    for place, (old, new) in enumerate(zip(before.points, after.points, strict=True)):
        if new > old:
            gained.setdefault(SEATS[place // 4], {})[COLOURS[place % 4]] = new - old
    return gained


def _conflict(then: State) -> dict[str, Any]:
    """Return the strengths in a conflict that has just begun."""
    defence = conflict.strength(then, then.defender)
    most = defence + pieces.hand_count(then, then.defender)
    return {"attack": conflict.strength(then, then.attacker), "defence": defence, "defence_most": most}


def _commit(state: State, tiles: int) -> dict[str, Any]:
    """Return the strengths and the result of a conflict if the seat to move commits `tiles` tiles."""
    if state.attack < 0:
        found = _conflict(state)
        found["attack"] += tiles
        if found["attack"] <= found["defence"]:
            found["result"] = "loses"
        else:
            found["result"] = "wins" if found["attack"] > found["defence_most"] else "open"
        loser = state.attacker
    else:
        found = {
            "attack": conflict.strength(state, state.attacker) + state.attack,
            "defence": conflict.strength(state, state.defender) + tiles,
        }
        found["result"] = "loses" if found["attack"] > found["defence"] else "wins"
        loser = state.defender
    if found.get("result") == "loses" and not state.revolt:
        number = state.kingdom[state.stand[4 * loser + state.colour]]
        cells = [cell for cell in range(codes.CELLS) if state.kingdom[cell] == number and conflict.is_at_stake(state, cell)]
        found["loses"] = [CELLS[cell] for cell in cells]
    return found
