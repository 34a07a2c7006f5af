"""The naive model of Two Rivers: which positions are refused (N-6).

`fault` walks through the sentence of N-6 point by point and returns a short reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from tests.games.rivers.reference.board import CATASTROPHES, CELLS, COLOURS, HAND, PAIRS, PLUSES, SEATS, SQUARES, Board, Leader
from tests.games.rivers.reference.position import RULINGS, VARIANT, default_bag, read_board, read_table, verdict

PHASES = ("start", "deal", "action", "refill", "over")
FIELDS = (
    *("game", "rulings", "phase", "turn", "actions_left", "seats"),
    *("board", "leaders", "monuments", "buildings", "bag", "pending", "outcome"),
)
WORDS = (*COLOURS, "red*", "down", "down*", "wonder", "wonder*", "catastrophe")
WORDS_OF_RULINGS = {"board": ("standard", "advanced"), "commitments": ("free", "needed")}
PENDING_FIELDS = {
    "war": {"marker"},
    "commit": {"conflict", "colour", "attacker", "defender", "marker", "attack"},
    "raise": {"cell"},
    "build": {"cell"},
    "take": set[str](),
    "draw": {"left"},
    "income": set[str](),
}
ACTIONS_LEFT = {"start": (2,), "deal": (2,), "action": (1, 2), "refill": (0,), "over": (0, 1, 2)}


class Fault(Exception):
    """The reason why a position is refused."""


def fault(position: Any) -> str | None:
    """Why a position is refused; None when it is sound."""
    try:
        _check_shape(position)
        board = read_board(position)
        _check_board(board, position)
        _check_tiles(board, position)
        _check_leaders(board, position)
        _check_buildings(board, position)
        _check_when(board, position)
        _check_peace(board, position.get("pending"))
        _check_outcome(position)
    except Fault as reason:
        return str(reason)
    return None


def _refuse(reason: str) -> NoReturn:
    raise Fault(reason)


# --------------------------------------------------------------------------------------
# The shape of the JSON: fields, words, types


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _check_fields(value: Any, names: Iterable[str], label: str) -> None:
    if not isinstance(value, dict):
        _refuse(f"{label}: no object")
    for name in value:
        if name not in names:
            _refuse(f"{label}: unknown {name}")


def _check_counts(value: Any, label: str) -> None:
    _check_fields(value, COLOURS, label)
    if not all(map(_is_count, value.values())):
        _refuse(f"{label}: no count")


def _check_cells(value: Any, names: Iterable[str], label: str) -> None:
    _check_fields(value, names, label)
    if not all(_is_one_of(cell, CELLS) for cell in value.values()):
        _refuse(f"{label}: unknown cell")


def _is_one_of(value: Any, words: Iterable[str]) -> bool:
    return isinstance(value, str) and value in words


def _check_shape(position: Any) -> None:
    _check_fields(position, FIELDS, "position")
    if position.get("game") != "rivers":
        _refuse("game")
    if not _is_one_of(position.get("phase"), PHASES):
        _refuse("phase")
    rulings = position.get("rulings", {})
    _check_fields(rulings, (*RULINGS, VARIANT), "rulings")
    for name, value in rulings.items():
        if not (_is_one_of(value, WORDS_OF_RULINGS[name]) if name in WORDS_OF_RULINGS else isinstance(value, bool)):
            _refuse("rulings: no such value")
    _check_seats(position.get("seats"))
    seats = position["seats"]
    if "turn" in position and not _is_one_of(position["turn"], seats):
        _refuse("turn: no seat of the game")
    if "actions_left" in position and not _is_count(position["actions_left"]):
        _refuse("actions_left: no count")
    if "bag" in position:
        _check_counts(position["bag"], "bag")
    board = position.get("board", {})
    _check_fields(board, CELLS, "board")
    if not all(_is_one_of(word, WORDS) for word in board.values()):
        _refuse("board: unknown word")
    leaders = position.get("leaders", {})
    _check_fields(leaders, seats, "leaders")
    for cells in leaders.values():
        _check_cells(cells, COLOURS, "leaders of a seat")
    _check_cells(position.get("monuments", {}), PAIRS, "monuments")
    _check_cells(position.get("buildings", {}), COLOURS, "buildings")
    _check_pending_shape(position.get("pending"), seats)


def _check_seats(seats: Any) -> None:
    _check_fields(seats, SEATS, "seats")
    if len(seats) < 2:
        _refuse("seats: fewer than two")
    for fields in seats.values():
        _check_fields(fields, ("hand", "points", "treasures", "catastrophes"), "seat")
        _check_counts(fields.get("hand", {}), "hand")
        _check_counts(fields.get("points", {}), "points")
        if not _is_count(fields.get("treasures", 0)) or not _is_count(fields.get("catastrophes", 0)):
            _refuse("seat: no count")


def _check_pending_shape(pending: Any, seats: Iterable[str]) -> None:
    if pending is None:
        return
    if not isinstance(pending, dict) or not _is_one_of(pending.get("kind"), PENDING_FIELDS):
        _refuse("pending: unknown kind")
    if set(pending) != PENDING_FIELDS[pending["kind"]] | {"kind"}:
        _refuse("pending: wrong fields")
    for name, value in pending.items():
        sound = {
            "kind": True,
            "conflict": _is_one_of(value, ("revolt", "war")),
            "colour": _is_one_of(value, COLOURS),
            "attacker": _is_one_of(value, seats),
            "defender": _is_one_of(value, seats),
            "marker": _is_one_of(value, CELLS) or (value is None and pending["kind"] == "commit"),
            "attack": value is None or _is_count(value),
            "cell": _is_one_of(value, CELLS),
            "left": _is_count(value),
        }
        if not sound[name]:
            _refuse(f"pending: wrong {name}")


# --------------------------------------------------------------------------------------
# The content of cells, and the number of pieces


def _check_board(board: Board, position: dict[str, Any]) -> None:
    for cell in board.cells:
        colour = board.colour(cell)
        if board.has_treasure(cell) and cell not in board.ground.temples:
            _refuse("treasure on another cell")
        if colour is not None and (colour == "blue") != (cell in board.ground.river):
            _refuse("tile on the wrong ground")
    taken = sum(fields.get("treasures", 0) for fields in position["seats"].values())
    if len(board.treasures()) + taken > len(board.ground.temples):
        _refuse("more treasures than the board has")


def _check_tiles(board: Board, position: dict[str, Any]) -> None:
    players = read_table({**position, "pending": None}).players
    if any(player.hand_count() > HAND for player in players.values()):
        _refuse("a hand over six")
    left = default_bag(board, [player.hand for player in players.values()])
    bag = position.get("bag", {})
    if any(left[colour] < bag.get(colour, 0) for colour in COLOURS):
        _refuse("more tiles of a colour than exist")
    on_board = list(board.cells.values()).count("catastrophe")
    unused = [player.catastrophes for player in players.values()]
    if max(unused) > CATASTROPHES or on_board + sum(unused) > CATASTROPHES * len(players):
        _refuse("too many catastrophes")


def _check_leaders(board: Board, position: dict[str, Any]) -> None:
    places = list(board.leaders.values())
    if len(set(places)) < len(places):
        _refuse("two leaders on one cell")
    if any(place in board.ground.river or place in board.cells for place in places):
        _refuse("leader on a river or an occupied cell")
    if board.homeless_leaders():
        _refuse("leader without temple")


def _check_buildings(board: Board, position: dict[str, Any]) -> None:
    covered: list[str] = []
    for pair, corner in board.monuments.items():
        square = SQUARES[corner]
        if not square or any(board.cells.get(cell) not in ("down", "down*") for cell in square):
            _refuse("monument without its four tiles")
        wet = [cell for cell in square if cell in board.ground.river]
        if wet and (len(wet) < 4 or "blue" not in pair.split("-")):
            _refuse("monument on the wrong ground")
        covered += square
    if len(set(covered)) < len(covered):
        _refuse("monuments overlap")
    if {cell for cell, word in board.cells.items() if word in ("down", "down*")} != set(covered):
        _refuse("face-down tile without monument")
    wonder = {cell for cell, word in board.cells.items() if word in ("wonder", "wonder*")}
    if wonder:
        if not position.get("rulings", {}).get("wonder", False):
            _refuse("wonder with the option off")
        if all(wonder != set(plus) for plus in PLUSES.values()):
            _refuse("wonder is not a plus")
        if wonder & board.ground.river and wonder - board.ground.river:
            _refuse("wonder partly on river")
    with_buildings = position.get("rulings", {}).get("buildings", False)
    if "buildings" in position and not with_buildings:
        _refuse("civilization buildings with the option off")
    if any(board.colour(cell) != colour for colour, cell in board.raised.items()):
        _refuse("civilization building on another tile than its own")


# --------------------------------------------------------------------------------------
# The phase, the pending decision and the board together


def _check_peace(board: Board, pending: dict[str, Any] | None) -> None:
    """At most one leader of each colour in a kingdom, but for the conflicts under way (C-2, N-6)."""
    marker = pending.get("marker") if pending is not None else None
    for kingdom in board.kingdoms(barrier=marker):
        rulers = [colour for _, colour in board.leaders_in(kingdom)]
        if pending is not None and pending["kind"] == "commit" and marker is None and _holds_both(board, kingdom, pending):
            rulers.remove(pending["colour"])
        if len(set(rulers)) < len(rulers):
            _refuse("two leaders of a colour in a kingdom")
    if marker is not None:
        rulers = [colour for _, colour in board.leaders_in(board.region(marker))]
        if any(rulers.count(colour) > 2 for colour in COLOURS):
            _refuse("three leaders of a colour at war")


def _holds_both(board: Board, kingdom: frozenset[str], pending: dict[str, Any]) -> bool:
    colour = pending["colour"]
    leaders = {(pending["attacker"], colour), (pending["defender"], colour)}
    return len(leaders) == 2 and leaders <= set(board.leaders_in(kingdom))


def _check_when(board: Board, position: dict[str, Any]) -> None:
    phase, pending = position["phase"], position.get("pending")
    table = read_table(position)
    if pending is not None and phase != "action":
        _refuse("pending in another phase")
    allowed = ACTIONS_LEFT[phase] if pending is None else (0,) if pending["kind"] == "income" else (0, 1)
    if table.actions_left not in allowed or table.actions_left < 0:
        _refuse("actions_left does not fit")
    if pending is None:
        return
    kind = pending["kind"]
    if kind in ("war", "commit") and pending["marker"] is not None and board.colour(pending["marker"]) is None:
        _refuse("marker on no tile")
    if kind == "war" and len(board.colours_at_war(pending["marker"])) < 2:
        _refuse("fewer than two wars")
    if kind == "commit":
        _check_conflict(board, pending, table.turn, table.seats)
        attacker = table.players[pending["attacker"]]
        if attacker.hand_count() + (pending["attack"] or 0) > HAND:
            _refuse("more committed than a hand holds")
    if kind in ("raise", "build") and board.colour(pending["cell"]) is None:
        _refuse("nothing on an empty cell")
    if kind == "raise" and not (table.rulings["buildings"] and board.sites(pending["cell"])):
        _refuse("no line for a civilization building")
    if kind == "build" and not list(board.buildings(pending["cell"], table.rulings["wonder"])):
        _refuse("nothing to build")
    if kind == "take":
        kingdom = board.kingdom_to_tax()
        if kingdom is None or len(board.treasures_to_take(kingdom)) < 2:
            _refuse("fewer than two treasures to take")
    if kind == "draw":
        left, hand = pending["left"], table.players[table.turn].hand_count()
        if not 1 <= left <= min(table.tiles_in_bag(), HAND - hand):
            _refuse("a draw that cannot be")
    if kind == "income" and not board.king_at_wonder(table.turn):
        _refuse("no king at the wonder")


def _could_revolt(board: Board, attacker: Leader, defender: Leader) -> bool:
    """Whether the attacker's leader, put where it stands, joins the defender's kingdom and no other (D-4, D-6)."""
    if attacker == defender or attacker not in board.leaders or defender not in board.leaders:
        return False
    lifted = board.without(attacker)
    touched = lifted.kingdoms_touched(board.leaders[attacker], lifted.kingdoms())
    return len(touched) == 1 and board.leaders[defender] in touched[0]


def _check_conflict(board: Board, pending: dict[str, Any], turn: str, seats: list[str]) -> None:
    colour, attacker, defender, marker = (pending[name] for name in ("colour", "attacker", "defender", "marker"))
    if (marker is None) != (pending["conflict"] == "revolt"):
        _refuse("marker does not fit the conflict")
    if marker is None:
        if attacker != turn or not _could_revolt(board, (attacker, colour), (defender, colour)):
            _refuse("no such revolt")
        return
    if colour not in board.colours_at_war(marker) or board.owners_at_war(marker, colour) != {attacker, defender}:
        _refuse("no such war")
    i = seats.index(turn)
    clockwise = seats[i:] + seats[:i]
    if clockwise.index(attacker) > clockwise.index(defender):  # F-4
        _refuse("the other one attacks")


def _check_outcome(position: dict[str, Any]) -> None:
    if ("outcome" in position) != (position["phase"] == "over"):
        _refuse("outcome: not with this phase")
    if "outcome" not in position:
        return
    outcome = position["outcome"]
    _check_fields(outcome, ("reason", "winners", "loser", "scores"), "outcome")
    if not _is_one_of(outcome.get("reason"), ("treasures", "bag")):
        _refuse("outcome: wrong reason")
    result = {name: value for name, value in outcome.items() if name != "reason"}
    is_right = result == verdict(read_table(position).players)
    if not is_right or any(isinstance(n, bool) for score in result["scores"].values() for n in score):
        _refuse("outcome: not what the seats have")
