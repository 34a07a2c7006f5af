"""The naive model of Two Rivers: the table, read and written as positions and views (N-5, N-8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.games.rivers.reference.board import CATASTROPHES, COLOURS, GROUNDS, PAIRS, SEATS, TILES, Board, in_order

RULINGS = {"wonder": False, "open_scores": False, "board": "standard", "buildings": False, "commitments": "free"}  # N-1
VARIANT = "short"
"""Its default, false, is never written (VA-1)."""
Counts = dict[str, int]


def counts(numbers: Mapping[str, int] | None = None) -> Counts:
    """One number for each colour; colours not named have 0."""
    return {colour: (numbers or {}).get(colour, 0) for colour in COLOURS}


@dataclass
class Player:
    """The possessions of one seat; its leaders stand on the board."""

    hand: Counts = field(default_factory=counts)
    points: Counts = field(default_factory=counts)
    treasures: int = 0
    catastrophes: int = CATASTROPHES

    def hand_count(self) -> int:
        return sum(self.hand.values())

    def score(self) -> list[int]:
        """The four numbers, treasures assigned, weakest first (J-2)."""
        numbers = sorted(self.points.values())
        for _ in range(self.treasures):
            numbers[0] += 1
            numbers.sort()
        return numbers


@dataclass
class Table:
    """Everything a position says."""

    seats: list[str]
    rulings: dict[str, Any]
    phase: str
    turn: str
    actions_left: int
    players: dict[str, Player]
    board: Board
    bag: Counts
    pending: dict[str, Any] | None = None
    outcome: dict[str, Any] | None = None

    def tiles_in_bag(self) -> int:
        return sum(self.bag.values())


def verdict(players: Mapping[str, Player]) -> dict[str, Any]:
    """The winners and their scores (J-2, N-7), with the seats in order."""
    scores = {seat: player.score() for seat, player in players.items()}
    best = max(scores.values())
    return {"winners": [seat for seat in scores if scores[seat] == best], "loser": None, "scores": scores}


# --------------------------------------------------------------------------------------
# Reading


def default_actions_left(phase: str, pending: Mapping[str, Any] | None) -> int:
    if phase == "action" and pending is not None:
        return 1
    return 0 if phase in ("refill", "over") else 2


def default_bag(board: Board, hands: Iterable[Counts]) -> Counts:
    """The tiles neither face up on the board nor in a hand; below 0 if there are too many of those."""
    bag = dict(TILES)
    for cell in board.cells:
        if (colour := board.colour(cell)) is not None:
            bag[colour] -= 1
    for hand in hands:
        for colour in COLOURS:
            bag[colour] -= hand[colour]
    return bag


def read_board(position: Mapping[str, Any]) -> Board:
    leaders = {(seat, colour): cell for seat, cells in position.get("leaders", {}).items() for colour, cell in cells.items()}
    ground = GROUNDS[position.get("rulings", {}).get("board", "standard")]
    monuments, raised = dict(position.get("monuments", {})), dict(position.get("buildings", {}))
    board = Board(dict.fromkeys(ground.temples, "red*"), leaders, monuments, raised, ground)
    if "board" in position:
        board.cells = dict(position["board"])
    return board


def all_rulings(rulings: Mapping[str, Any]) -> dict[str, Any]:
    """The rulings with the defaults of N-1, and the variant if it is played."""
    variant = {VARIANT: True} if rulings.get(VARIANT) else {}
    return {name: rulings.get(name, usual) for name, usual in RULINGS.items()} | variant


def read_table(position: Mapping[str, Any]) -> Table:
    """A table from a sound position."""
    seats = [seat for seat in SEATS if seat in position["seats"]]
    players = {}
    for seat in seats:
        fields = position["seats"][seat]
        hand, points = (counts(fields.get(name)) for name in ("hand", "points"))
        players[seat] = Player(hand, points, fields.get("treasures", 0), fields.get("catastrophes", CATASTROPHES))
    board = read_board(position)
    phase, pending = position["phase"], position.get("pending")
    return Table(
        seats=seats,
        rulings=all_rulings(position.get("rulings", {})),
        phase=phase,
        turn=position.get("turn", seats[0]),
        actions_left=position.get("actions_left", default_actions_left(phase, pending)),
        players=players,
        board=board,
        bag=counts(position["bag"]) if "bag" in position else default_bag(board, [p.hand for p in players.values()]),
        pending=deepcopy(pending),
        outcome=deepcopy(position.get("outcome")),
    )


# --------------------------------------------------------------------------------------
# Writing


def _write_leaders(table: Table) -> dict[str, dict[str, str]]:
    leaders: dict[str, dict[str, str]] = {}
    for seat in table.seats:
        cells = {colour: table.board.leaders[seat, colour] for colour in COLOURS if (seat, colour) in table.board.leaders}
        if cells:
            leaders[seat] = cells
    return leaders


def _write_open(table: Table) -> dict[str, Any]:
    """The public information, without the seats (B-1)."""
    written: dict[str, Any] = {
        "game": "rivers",
        "rulings": dict(table.rulings),
        "phase": table.phase,
        "turn": table.turn,
        "actions_left": table.actions_left,
        "board": {cell: table.board.cells[cell] for cell in in_order(table.board.cells)},
        "leaders": _write_leaders(table),
        "monuments": {pair: table.board.monuments[pair] for pair in PAIRS if pair in table.board.monuments},
        "pending": deepcopy(table.pending),
    }
    if table.rulings["buildings"]:
        written["buildings"] = {colour: table.board.raised[colour] for colour in COLOURS if colour in table.board.raised}
    if table.phase == "over":
        written["outcome"] = deepcopy(table.outcome)
    return written


def write_position(table: Table) -> dict[str, Any]:
    """The position, every field written (N-5)."""
    written = _write_open(table)
    written["bag"] = dict(table.bag)
    written["seats"] = {
        seat: {**vars(player), "hand": dict(player.hand), "points": dict(player.points)}
        for seat, player in table.players.items()
    }
    return written


def write_view(table: Table, viewer: str | None) -> dict[str, Any]:
    """The knowledge of one seat (B-1, N-8)."""
    over = table.phase == "over"
    written = _write_open(table)
    written["seat"] = viewer
    written["seats"] = {}
    for seat, player in table.players.items():
        is_viewer = seat == viewer
        fields: dict[str, Any] = {"hand_count": player.hand_count(), "catastrophes": player.catastrophes}
        if is_viewer or over:
            fields["hand"] = dict(player.hand)
        if is_viewer or over or table.rulings["open_scores"]:
            fields["points"] = dict(player.points)
            fields["treasures"] = player.treasures
        written["seats"][seat] = fields
    return written
