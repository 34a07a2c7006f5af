"""Random games of Two Rivers: odd positions to begin from, and players that look for trouble."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from typing import Any

from tests.games.rivers.reference.board import CELLS, COLOURS, GROUNDS, NEIGHBOURS, PAIRS, PLUSES, SQUARES, Board
from tests.games.rivers.reference.fault import fault
from tests.games.rivers.reference.model import Model
from tests.games.rivers.reference.position import default_bag

SEAT_SETS = ("AB", "PL", "BP", "AL", "ABP", "APL", "BPL", "ABPL", "ABPL", "ABPL")


def random_rulings(rng: random.Random) -> dict[str, Any]:
    return {
        "wonder": rng.random() < 0.75,
        "open_scores": rng.random() < 0.3,
        "board": rng.choice(("standard", "advanced")),
        "buildings": rng.random() < 0.6,
        "commitments": rng.choice(("free", "needed")),
    }


# --------------------------------------------------------------------------------------
# Positions


def random_position(rng: random.Random) -> dict[str, Any]:
    """A sound position at the beginning of some action, or of a deal or refill; crowded, as a rule."""
    seats, rulings = rng.choice(SEAT_SETS), random_rulings(rng)
    ground = GROUNDS[rulings["board"]]
    tiles = {cell: "red*" if rng.random() < 0.8 else "red" for cell in ground.temples if rng.random() < 0.95}
    board = Board(tiles, ground=ground)
    _add_buildings(rng, board, rulings["wonder"])
    _add_almost_buildings(rng, board)
    _add_roads(rng, board)
    if rulings["buildings"]:
        _add_raised(rng, board)
    _add_leaders(rng, board, seats)
    phase = rng.choice(("start", "deal", "refill") + ("action",) * 9)
    players = {seat: _random_player(rng, phase) for seat in seats}
    if rng.random() < 0.15:  # a tie ahead
        for player in players.values():
            player |= {"points": {"black": 1}, "treasures": 0}
    bag = _random_bag(rng, board, [player["hand"] for player in players.values()])
    position = {
        "game": "rivers",
        "rulings": rulings,
        "phase": phase,
        "turn": rng.choice(seats),
        "actions_left": {"action": rng.choice((1, 2)), "refill": 0}.get(phase, 2),
        "seats": players,
        "board": board.cells,
        "leaders": {seat: {c: board.leaders[seat, c] for c in COLOURS if (seat, c) in board.leaders} for seat in seats},
        "monuments": board.monuments,
        "bag": bag,
        **({"buildings": board.raised} if rulings["buildings"] else {}),
    }
    _limit_treasures(position, len(ground.temples))
    reason = fault(position)
    return position if reason is None else random_position(rng)


def _random_player(rng: random.Random, phase: str) -> dict[str, Any]:
    count = rng.randrange(7) if phase in ("start", "deal") else rng.choice((6, 6, 6, rng.randrange(7)))
    favourite = rng.choice(COLOURS)
    tiles = [favourite if rng.random() < 0.5 else rng.choice(COLOURS) for _ in range(count)]
    return {
        "hand": dict(Counter(tiles)),
        "points": {colour: rng.randrange(8) for colour in COLOURS},
        "treasures": rng.randrange(3),
        "catastrophes": rng.randrange(3),
    }


def _random_bag(rng: random.Random, board: Board, hands: list[dict[str, int]]) -> dict[str, int]:
    most = default_bag(board, [{colour: hand.get(colour, 0) for colour in COLOURS} for hand in hands])
    if rng.random() < 0.5:
        return most
    if rng.random() < 0.2:  # of one colour
        only_colour = rng.choice(COLOURS)
        return {only_colour: max(0, most[only_colour])}
    return {colour: rng.randrange(max(0, min(most[colour], 12)) + 1) for colour in COLOURS}


def _limit_treasures(position: dict[str, Any], most: int) -> None:
    """Leave no more treasures than the board has."""
    over = list(position["board"].values())
    left = most - sum(word.endswith("*") for word in over)
    for fields in position["seats"].values():
        fields["treasures"] = min(left, fields["treasures"])
        left -= fields["treasures"]
    on_board = over.count("catastrophe")
    for fields in position["seats"].values():
        if on_board > 0:
            fields["catastrophes"] = max(0, 2 - on_board)
            on_board -= 2 - fields["catastrophes"]


def _colour_for(rng: random.Random, board: Board, cell: str) -> str:
    return "blue" if cell in board.ground.river else rng.choice(("red", "red", "green", "black"))


def _fits(board: Board, cells: tuple[str, ...]) -> bool:
    """Whether a building may lie there: on one ground, over nothing but temples and empty cells."""
    free = all(cell not in board.cells or board.is_temple(cell) for cell in cells)
    return bool(cells) and free and len({cell in board.ground.river for cell in cells}) == 1


def _add_buildings(rng: random.Random, board: Board, wonder: bool) -> None:
    for pair in rng.sample(PAIRS, rng.choice((0, 0, 1, 2, 3))):
        corner = rng.choice(CELLS)
        if _fits(board, SQUARES[corner]) and (corner not in board.ground.river or "blue" in pair):
            board.flip(SQUARES[corner], "down")
            board.monuments[pair] = corner
    centre = rng.choice(CELLS)
    if wonder and rng.random() < 0.4 and _fits(board, PLUSES[centre]):
        board.flip(PLUSES[centre], "wonder")
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        cell = rng.choice(CELLS)
        if cell not in board.cells:
            board.cells[cell] = "catastrophe"


def _add_almost_buildings(rng: random.Random, board: Board) -> None:
    """Squares and pluses that lack a tile or none."""
    for shapes in rng.choices((SQUARES, PLUSES), k=rng.randrange(12)):
        shape = shapes[rng.choice(CELLS)]
        if not _fits(board, shape):
            continue
        colour = _colour_for(rng, board, shape[0])
        if all(cell not in board.cells or board.colour(cell) == colour for cell in shape):
            missing = rng.choice((*shape, None))
            for cell in shape:
                if cell != missing:
                    board.cells.setdefault(cell, colour)


def _add_roads(rng: random.Random, board: Board) -> None:
    """Strings of tiles from temple to temple, with gaps, and a few tiles anywhere."""
    for start, goal in pairwise(rng.sample(board.ground.temples, rng.randrange(1, 8))):
        place = start
        while place != goal:
            ahead = [c for c in NEIGHBOURS[place] if _distance(c, goal) < _distance(place, goal)]
            place = rng.choice(ahead)
            if place not in board.cells and rng.random() < 0.9:
                board.cells[place] = _colour_for(rng, board, place)
    for cell in rng.sample(CELLS, rng.randrange(12)):
        board.cells.setdefault(cell, _colour_for(rng, board, cell))


def _add_raised(rng: random.Random, board: Board) -> None:
    """Civilization buildings, rather in lines than elsewhere."""
    for colour in COLOURS:
        tiles = [cell for cell in board.cells if board.colour(cell) == colour]
        if tiles and rng.random() < 0.6:
            chances = [0.2 + max(len(run) for run in board.runs(cell)) ** 2 for cell in tiles]
            board.raised[colour] = rng.choices(tiles, chances)[0]


def _distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:]))


def _add_leaders(rng: random.Random, board: Board, seats: str) -> None:
    """Leaders on any cells that cause no conflict, in joined kingdoms or not."""
    waiting = [(seat, colour) for seat in seats for colour in COLOURS if rng.random() < 0.75]
    rng.shuffle(waiting)
    homes = [cell for cell in CELLS if cell not in board.ground.river]
    for leader in waiting:
        rng.shuffle(homes)
        for cell in homes[:60]:
            if board.is_empty(cell) and board.temples_beside(cell):
                board.leaders[leader] = cell
                rulers = [colour for _, colour in board.leaders_in(board.region(cell))]
                if len(set(rulers)) == len(rulers):
                    break
                del board.leaders[leader]


# --------------------------------------------------------------------------------------
# Players


def choose(rng: random.Random, model: Model, style: str) -> str:
    """An action; `style` is "any" (each alike), "kinds" (each kind alike) or "eager" (for conflicts and buildings)."""
    texts = sorted(model.legal())
    if style == "any" or model.decision() in ("first", "draw", "war", "take", "income"):
        return rng.choice(texts)
    if model.decision() in ("raise", "build"):
        builds = [text for text in texts if text.startswith("wonder")] or [text for text in texts if text != "decline"]
        return rng.choice(builds if rng.random() < 0.8 else texts)
    if model.decision() == "commit":
        return rng.choice((*texts, texts[0], texts[-1]))
    kinds = sorted({text.split()[0] for text in texts})
    if style == "kinds":
        kind = rng.choice(kinds)
        return rng.choice([text for text in texts if text.startswith(kind)])
    likely = {"place": 12.0, "leader": 5.0, "catastrophe": 0.5, "swap": 0.4, "withdraw": 0.2, "pass": 0.1}
    kind = rng.choices(kinds, [likely[kind] for kind in kinds])[0]
    texts = [text for text in texts if text.startswith(kind)]
    if kind not in ("place", "leader"):
        return rng.choice(texts)
    board = model.table.board
    kingdoms = board.kingdoms()
    return rng.choices(texts, [_interest(model, board, kingdoms, *text.split()) for text in texts])[0]


def _interest(model: Model, board: Board, kingdoms: list[frozenset[str]], kind: str, colour: str, cell: str) -> float:
    touched = board.kingdoms_touched(cell, kingdoms)
    rulers = [c for kingdom in touched for _, c in board.leaders_in(kingdom)]
    if kind == "leader":
        moving = 0.3 if (model.table.turn, colour) in board.leaders else 1.0
        return moving * (4.0 if colour in rulers else 2.0 if touched else 0.5)
    alike = sum(board.colour(c) == colour for c in NEIGHBOURS[cell])
    fight = 25.0 if len(set(rulers)) < len(rulers) else 4.0 if len(touched) == 2 else 2.0 if touched else 0.2
    return float(fight * (1 + 2 * alike) * (20 if alike and _would_build(model, board, colour, cell) else 1))


def _would_build(model: Model, board: Board, colour: str, cell: str) -> bool:
    board.cells[cell] = colour
    builds = any(board.buildings(cell, model.table.rulings["wonder"]))
    builds = builds or (model.table.rulings["buildings"] and bool(board.sites(cell)))
    del board.cells[cell]
    return builds


# --------------------------------------------------------------------------------------
# Positions that may be wrong

WORDS = (*COLOURS, "red*", "down", "down*", "wonder", "wonder*", "catastrophe")


def spoilt(rng: random.Random, position: dict[str, Any]) -> dict[str, Any]:
    """The position with one thing changed, or two: most of the time it is a wrong one then."""
    position = deepcopy(position)
    for _ in range(rng.choice((1, 1, 2))):
        _spoil(rng, position)
    return position


def _spoil(rng: random.Random, position: dict[str, Any]) -> None:
    seats = list(position["seats"])
    seat, cell = rng.choice(seats), rng.choice((*CELLS, *position["board"], *position["board"]))
    river = GROUNDS[position["rulings"]["board"]].river
    land = rng.choice([c for c in CELLS if c not in river])
    fields = position["seats"][seat]
    case = rng.randrange(16)
    if case <= 1:
        position["board"][cell] = rng.choice(WORDS)
    elif case == 2:
        position["board"].pop(cell, None)
    elif case <= 4:
        position["leaders"].setdefault(seat, {})[rng.choice(COLOURS)] = rng.choice((cell, land, land))
    elif case == 5:
        position["leaders"].pop(seat, None)
    elif case == 6:
        position["monuments"][rng.choice(PAIRS)] = cell
    elif case == 7:
        fields["hand"][rng.choice(COLOURS)] = rng.randrange(-1, 7)
    elif case == 8:
        fields[rng.choice(("treasures", "catastrophes"))] = rng.randrange(-1, 5)
    elif case == 9:
        position["bag"][rng.choice(COLOURS)] = rng.randrange(-1, 50)
    elif case == 10:
        position["turn"] = seat
    elif case == 11:
        position["actions_left"] = rng.randrange(-1, 4)
    elif case == 12:
        position["phase"] = rng.choice(("start", "deal", "action", "refill"))
    elif case == 13:
        position.setdefault("buildings", {})[rng.choice(COLOURS)] = cell
    elif position["pending"] is not None and rng.random() < 0.7:
        _spoil_pending(rng, position["pending"], seats, cell)
    else:
        marked = {"kind": "war", "marker": cell}
        on_cell = [{"kind": kind, "cell": cell} for kind in ("raise", "build")]
        drawn = {"kind": "draw", "left": rng.randrange(-1, 8)}
        position["pending"] = rng.choice((None, marked, *on_cell, {"kind": "take"}, drawn, {"kind": "income"}))
        if position["pending"] is not None:
            position["actions_left"] = rng.randrange(2)


def _spoil_pending(rng: random.Random, pending: dict[str, Any], seats: list[str], cell: str) -> None:
    name = rng.choice(list(pending))
    pending[name] = {
        "kind": rng.choice(("war", "commit", "raise", "build", "take", "draw", "income")),
        "conflict": rng.choice(("revolt", "war")),
        "colour": rng.choice(COLOURS),
        "attacker": rng.choice(seats),
        "defender": rng.choice(seats),
        "marker": rng.choice((cell, None)),
        "attack": rng.choice((None, rng.randrange(-1, 8))),
        "cell": cell,
        "left": rng.randrange(-1, 8),
    }[name]
