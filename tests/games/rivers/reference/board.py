"""The naive model of Two Rivers: its pieces, its board, and what follows from how they lie.

Written from the rules alone, with strings, sets and flood fill, to be checked by eye.
The ids in the comments (A-2, F-7, ...) are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# --------------------------------------------------------------------------------------
# Words and numbers (A-1 to A-5, N-1)

SEATS = ("A", "B", "P", "L")  # clockwise
COLOURS = ("red", "blue", "green", "black")
KING, PRIEST, FARMER, TRADER = "black", "red", "blue", "green"  # a leader's name is its colour
TILES = {"red": 57, "blue": 36, "green": 30, "black": 30}
PAIRS = ("red-blue", "red-green", "red-black", "blue-green", "blue-black", "green-black")
HAND = 6
CATASTROPHES = 2
BUILDINGS = {"red": "library", "blue": "granary", "green": "market hall", "black": "palace"}  # CB-1

COLUMNS = "ABCDEFGHIJKLMNOP"
ROWS = range(1, 12)
MAPS = {
    "standard": (
        "....~~~~~.T.~...",
        ".O..~.......~..O",
        "...~~T......~~..",
        "~~~~.........~~~",
        ".............T~~",
        "..............~.",
        "~~~~....T...~~~.",
        ".O.~~~~.....~...",
        "......~~~~~~~.O.",
        ".....T..........",
        "..........T.....",
    ),
    "advanced": (  # AB-1
        "..~~T....T.....~",
        "..~~..........T~",
        ".O~~...........~",
        "..~...T....T~~~~",
        "..~.........~...",
        "..~T........~..O",
        "..~~........~~..",
        "O..~~~.T....T~..",
        ".....~~~.....~..",
        "....O.~~~~~~~~..",
        "......~..O....O.",
    ),
}

CELLS = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)  # in their order: A1 B1 ... P11
ORDER = {cell: number for number, cell in enumerate(CELLS)}


@dataclass(frozen=True)
class Ground:
    """One side of the board, as printed (A-2, AB-1)."""

    river: frozenset[str]
    temples: tuple[str, ...]
    special: frozenset[str]


def _ground(rows: tuple[str, ...]) -> Ground:
    look = {cell: rows[int(cell[1:]) - 1][COLUMNS.index(cell[0])] for cell in CELLS}
    return Ground(
        frozenset(cell for cell in CELLS if look[cell] == "~"),
        tuple(cell for cell in CELLS if look[cell] in "TO"),
        frozenset(cell for cell in CELLS if look[cell] == "O"),
    )


GROUNDS = {name: _ground(rows) for name, rows in MAPS.items()}
RIVER, TEMPLES, SPECIAL = GROUNDS["standard"].river, GROUNDS["standard"].temples, GROUNDS["standard"].special


def beside(cell: str, right: int, down: int) -> str | None:
    """The cell at a distance; None beyond the edge of the board."""
    column, row = COLUMNS.index(cell[0]) + right, int(cell[1:]) + down
    return f"{COLUMNS[column]}{row}" if 0 <= column < len(COLUMNS) and row in ROWS else None


def cells_at(cell: str, steps: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The cells at these steps; empty when any of them is off the board."""
    cells = [beside(cell, right, down) for right, down in steps]
    return tuple(c for c in cells if c is not None) if None not in cells else ()


NEIGHBOURS = {  # sharing a side; there may be two, three or four
    cell: tuple(c for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1)) if (c := beside(cell, right, down)) is not None)
    for cell in CELLS
}
SQUARES = {cell: cells_at(cell, ((0, 0), (1, 0), (0, 1), (1, 1))) for cell in CELLS}  # by the upper left cell; () off board
PLUSES = {cell: cells_at(cell, ((0, 0), (0, -1), (-1, 0), (1, 0), (0, 1))) for cell in CELLS}  # by the centre; () off board
SQUARES_OVER = {cell: [corner for corner, square in SQUARES.items() if cell in square] for cell in CELLS}
PLUSES_OVER = {cell: [centre for centre, plus in PLUSES.items() if cell in plus] for cell in CELLS}

Leader = tuple[str, str]  # seat and colour
Region = frozenset[str]


def in_order(cells: Iterable[str]) -> list[str]:
    """Cells in the order of N-1."""
    return sorted(cells, key=ORDER.__getitem__)


# --------------------------------------------------------------------------------------
# The board


@dataclass
class Board:
    """The content of each cell, in the words of N-5, with the places of leaders and monuments."""

    cells: dict[str, str] = field(default_factory=lambda: dict.fromkeys(TEMPLES, "red*"))
    leaders: dict[Leader, str] = field(default_factory=dict)
    monuments: dict[str, str] = field(default_factory=dict)
    raised: dict[str, str] = field(default_factory=dict)  # the civilization buildings, by colour (CB-1)
    ground: Ground = GROUNDS["standard"]

    # --------------------------------------------------------------- one cell

    def colour(self, cell: str) -> str | None:
        """The colour of the face-up tile there."""
        word = self.cells.get(cell, "").removesuffix("*")
        return word if word in COLOURS else None

    def has_treasure(self, cell: str) -> bool:
        return self.cells.get(cell, "").endswith("*")

    def is_temple(self, cell: str) -> bool:  # C-4
        return self.colour(cell) == "red"

    def is_empty(self, cell: str) -> bool:  # C-3
        return cell not in self.cells and cell not in self.leaders.values()

    def pieces(self) -> set[str]:
        """The cells with something that connects (C-1)."""
        return {cell for cell, word in self.cells.items() if word != "catastrophe"} | set(self.leaders.values())

    def temples_beside(self, cell: str) -> list[str]:
        return [c for c in NEIGHBOURS[cell] if self.is_temple(c)]

    def leaders_beside(self, cell: str) -> list[Leader]:
        return [leader for leader, place in self.leaders.items() if place in NEIGHBOURS[cell]]

    # --------------------------------------------------------------- regions and kingdoms

    def region(self, start: str, barrier: str | None = None) -> Region:
        """All that is connected to a piece (C-1); a marked tile may be a barrier (F-1)."""
        left = self.pieces() - {start, barrier}
        region = {start}
        frontier = [start]
        while frontier:
            for cell in NEIGHBOURS[frontier.pop()]:
                if cell in left:
                    left.remove(cell)
                    region.add(cell)
                    frontier.append(cell)
        return frozenset(region)

    def leaders_in(self, region: Region) -> list[Leader]:
        return [leader for leader, place in self.leaders.items() if place in region]

    def owner_in(self, region: Region, colour: str) -> str | None:
        """Whose leader of that colour is in the region."""
        return next((seat for seat, c in self.leaders_in(region) if c == colour), None)

    def kingdoms(self, barrier: str | None = None) -> list[Region]:
        """The regions with a leader, in the order of their first cells (G-4)."""
        regions: list[Region] = []
        for place in self.leaders.values():
            if not any(place in region for region in regions):
                regions.append(self.region(place, barrier))
        return sorted(regions, key=lambda region: min(ORDER[cell] for cell in region))

    def kingdoms_touched(self, cell: str, kingdoms: list[Region]) -> list[Region]:  # C-3
        return [kingdom for kingdom in kingdoms if not kingdom.isdisjoint(NEIGHBOURS[cell])]

    # --------------------------------------------------------------- where a piece may be put

    def without(self, leader: Leader) -> Board:
        """The board with one leader lifted (D-4)."""
        rest = {key: place for key, place in self.leaders.items() if key != leader}
        return Board(self.cells, rest, self.monuments, self.raised, self.ground)

    def cells_for_leader(self, leader: Leader) -> list[str]:  # D-4
        lifted = self.without(leader)
        kingdoms = lifted.kingdoms()
        beside_temples = {cell for temple in self.cells if self.is_temple(temple) for cell in NEIGHBOURS[temple]}
        return [
            cell
            for cell in CELLS
            if cell in beside_temples
            and cell not in self.ground.river
            and cell != self.leaders.get(leader)
            and lifted.is_empty(cell)
            and len(lifted.kingdoms_touched(cell, kingdoms)) <= 1
        ]

    def cells_for_tile(self, colour: str) -> list[str]:  # D-8
        kingdoms = self.kingdoms()
        return [
            cell
            for cell in CELLS
            if (cell in self.ground.river) == (colour == "blue")
            and self.is_empty(cell)
            and len(self.kingdoms_touched(cell, kingdoms)) <= 2
        ]

    def cells_for_catastrophe(self) -> list[str]:  # D-12, CB-11
        return [
            cell
            for cell in CELLS
            if self.is_empty(cell)
            or (self.colour(cell) is not None and not self.has_treasure(cell) and cell not in self.raised.values())
        ]

    # --------------------------------------------------------------- wars

    def colours_at_war(self, marker: str) -> list[str]:  # F-3
        joined = self.leaders_in(self.region(marker))
        return [colour for colour in COLOURS if len([c for _, c in joined if c == colour]) == 2]

    def owners_at_war(self, marker: str, colour: str) -> set[str]:
        return {seat for seat, c in self.leaders_in(self.region(marker)) if c == colour}

    def supporters(self, leader: Leader, marker: str) -> list[str]:
        """Face-up tiles of its colour that its side of the marked tile has (F-1, F-5)."""
        side = self.region(self.leaders[leader], barrier=marker)
        return [cell for cell in in_order(side) if self.colour(cell) == leader[1]]

    def may_be_lost(self, cell: str) -> bool:
        """Whether a supporter of a beaten leader goes (F-7, CB-10)."""
        if cell in self.raised.values():
            return False
        if not self.is_temple(cell):
            return True
        guarded = any(colour != PRIEST for _, colour in self.leaders_beside(cell))
        return not guarded and not self.has_treasure(cell)

    # --------------------------------------------------------------- treasures

    def treasures(self, region: Iterable[str] = CELLS) -> list[str]:
        return [cell for cell in in_order(region) if self.has_treasure(cell)]

    def kingdom_to_tax(self) -> Region | None:
        """The first kingdom whose trader has treasures to take (G-1, G-4)."""
        for kingdom in self.kingdoms():
            if self.owner_in(kingdom, TRADER) is not None and len(self.treasures(kingdom)) > 1:
                return kingdom
        return None

    def treasures_to_take(self, kingdom: Region) -> list[str]:  # G-2
        treasures = self.treasures(kingdom)
        special = [cell for cell in treasures if cell in self.ground.special]
        return special or treasures

    # --------------------------------------------------------------- monuments and wonder

    def has_wonder(self) -> bool:
        return any(word in ("wonder", "wonder*") for word in self.cells.values())

    def king_at_wonder(self, seat: str) -> bool:  # I-2
        place = self.leaders.get((seat, KING))
        return place is not None and any(self.cells.get(cell) in ("wonder", "wonder*") for cell in self.region(place))

    def _all_face_up(self, cells: tuple[str, ...], colour: str) -> bool:
        return all(self.colour(c) == colour for c in cells)

    def buildings(self, cell: str, wonder: bool) -> Iterator[str]:
        """The buildings that the tile on a cell makes possible (H-1, I-1, I-3)."""
        colour = self.colour(cell)
        assert colour is not None
        for corner in SQUARES_OVER[cell]:
            if self._all_face_up(SQUARES[corner], colour):
                for pair in PAIRS:
                    if colour in pair.split("-") and pair not in self.monuments:
                        yield f"build {pair} {corner}"
        if wonder and not self.has_wonder():
            for centre in PLUSES_OVER[cell]:
                if self._all_face_up(PLUSES[centre], colour):
                    yield f"wonder {centre}"

    def flip(self, cells: Iterable[str], word: str) -> None:
        """Turn tiles into part of a building; treasures stay on their cells (G-3)."""
        for cell in cells:
            self.cells[cell] = word + ("*" if self.has_treasure(cell) else "")
        self.raised = {colour: cell for colour, cell in self.raised.items() if cell not in cells}  # CB-12

    # --------------------------------------------------------------- civilization buildings

    def runs(self, cell: str) -> list[set[str]]:
        """The tiles of its colour in one row and in one column with a tile, without a gap (CB-2)."""
        runs = []
        for right, down in ((1, 0), (0, 1)):
            run = {cell}
            for way in (-1, 1):
                steps = 1
                while (c := beside(cell, way * steps * right, way * steps * down)) and self.colour(c) == self.colour(cell):
                    run.add(c)
                    steps += 1
            runs.append(run)
        return runs

    def sites(self, cell: str) -> list[str]:
        """The cells on which the placed tile allows the building of its colour (CB-3, CB-5, CB-6)."""
        colour = self.colour(cell)
        assert colour is not None
        site = self.raised.get(colour)
        longest = max(len(run) for run in self.runs(site)) if site is not None else 0
        good = [run for run in self.runs(cell) if len(run) >= 3 and len(run) > longest and site not in run]
        return in_order(set().union(*good))

    # --------------------------------------------------------------- the law of temples

    def homeless_leaders(self) -> list[Leader]:  # D-7
        return [leader for leader, place in self.leaders.items() if not self.temples_beside(place)]
