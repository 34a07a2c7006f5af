"""What a player of Two Rivers sees of the table: regions with what is in them, and what others may hold.

All is worked out once for a decision, so that hundreds of actions can be judged by looking things up. Whatever is hidden from
the seat is estimated from the tiles that it does not see; of a sampled state only what is open is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import NEIGHBOURS, PAIRS, RIVER, TILES, TREASURE, square
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.engine.victory import final_score

WORTH: Final = (1.0, 0.78, 0.6, 0.46, 0.36, 0.28, 0.22, 0.18, 0.15, 0.12)
"""What a point is worth in a colour that is so far ahead of the weakest one; further ahead, the last."""
UNKNOWN_WORTH: Final = 0.7
"""... and to somebody whose points are not known."""
RIVALRY: Final = 0.75
"""How much of what all rivals gain counts as own loss, together."""
SQUARES: Final = tuple(
    tuple(tuple(four) for corner in range(codes.CELLS) if (four := square(corner)) and cell in four)
    for cell in range(codes.CELLS)
)
"""Cell -> the squares that it is part of."""


class Region:
    """What is connected, or would be: a kingdom if a leader is in it.

    Attributes:
        cells: all cells.
        tiles: face-up tiles by colour.
        treasures: the treasures in it, as the table's mask.
        leaders: by colour the seat whose leader is here, -1 for none.
        monuments: how many monuments pay a leader of a colour here.
        has_wonder: whether the wonder is here.
        room: by kind of ground (land, river) how many free cells touch it and no other kingdom.
    """

    __slots__ = ("cells", "has_wonder", "leaders", "monuments", "room", "tiles", "treasures")

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.tiles = [0, 0, 0, 0]
        self.treasures = 0
        self.leaders = [-1, -1, -1, -1]
        self.monuments = [0, 0, 0, 0]
        self.has_wonder = False
        self.room = [0, 0]

    @property
    def is_kingdom(self) -> bool:
        """Whether a leader is here."""
        return self.leaders != NOBODY

    def joined(self, others: Sequence[Region]) -> Region:
        """Return this region and others as one; where leaders meet, this one's stay."""
        whole = Region()
        whole.cells, whole.tiles, whole.treasures = self.cells, self.tiles[:], self.treasures
        whole.leaders, whole.monuments = self.leaders[:], self.monuments[:]
        whole.has_wonder, whole.room = self.has_wonder, self.room[:]
        for other in others:
            whole.cells = whole.cells + other.cells
            whole.treasures |= other.treasures
            whole.has_wonder = whole.has_wonder or other.has_wonder
            whole.room = [a + b for a, b in zip(whole.room, other.room)]
            for colour in range(4):
                whole.tiles[colour] += other.tiles[colour]
                whole.monuments[colour] += other.monuments[colour]
                if whole.leaders[colour] < 0:
                    whole.leaders[colour] = other.leaders[colour]
        return whole


NOBODY: Final = [-1, -1, -1, -1]


class Sight:
    """The table as the holder of a seat sees it.

    Args:
        table: a state that agrees with what the seat knows; what is hidden in it is not looked at.
        seat: the number of the seat.
        known: by seat, whether its points are known.

    Attributes:
        of: by cell the number of its region, -1 for none.
        regions: the regions.
        around: by free cell the regions that it touches.
        near_by: by region those that one free cell joins to it.
        gates: by pair of regions (the lower number first) the free cells that touch both.
        holds: by seat how many tiles of each colour it holds: the own ones, of others as many as can be expected.
        worth: by seat what a point of each colour is worth to it.
        weight: by seat how what it gains counts: 1 for the own seat, negative for the others.
    """

    def __init__(self, table: State, seat: int, known: Sequence[bool]) -> None:
        self.table, self.seat, self.known = table, seat, known
        self.what: list[int] = table.what
        self.near: list[int] = table.near
        self.stand: list[int] = table.stand
        hand: list[int] = table.hand
        self.hand = hand[4 * seat : 4 * seat + 4]
        self.hand_counts = [sum(hand[4 * other : 4 * other + 4]) for other in range(4)]
        self.unseen = [TILES[c] - self.what.count(codes.TEMPLE + c) - self.hand[c] for c in range(4)]
        self.seats = [other for other in range(4) if table.playing >> other & 1]
        rivals = len(self.seats) - 1
        self.weight = [1.0 if other == seat else -RIVALRY / rivals for other in range(4)]
        self.worth = [self._worth(other) for other in range(4)]
        self.holds = [self._holds(other) for other in range(4)]
        self._find_regions()
        self._find_room()

    def after(self, table: State) -> Sight:
        """Return what the same seat sees of another table."""
        return Sight(table, self.seat, self.known)

    # -- points and tiles ---------------------------------------------------------------------------------------------

    def _worth(self, seat: int) -> list[float]:
        """Return what a point of each colour is worth to a seat: most where it is weakest."""
        if not self.known[seat]:
            return [UNKNOWN_WORTH] * 4
        points = self.table.points[4 * seat : 4 * seat + 4]
        weakest = final_score(points, self.table.taken[seat])[0]
        return [WORTH[min(max(0, own - weakest), len(WORTH) - 1)] + 0.02 * min(5, max(0, weakest - own)) for own in points]

    def _holds(self, seat: int) -> list[float]:
        """Return how many tiles of each colour a seat holds, or can be expected to."""
        if seat == self.seat:
            return [float(count) for count in self.hand]
        total = max(1, sum(self.unseen))
        return [self.hand_counts[seat] * count / total for count in self.unseen]

    def most(self, seat: int, colour: int) -> int:
        """Return the most tiles of a colour that a seat can hold."""
        return self.hand[colour] if seat == self.seat else min(self.hand_counts[seat], self.unseen[colour])

    def chance_of(self, seat: int, colour: int) -> tuple[float, ...]:
        """Return how likely another seat holds 0, 1, ... 6 tiles of a colour, any tiles not seen being as likely."""
        return odds(self.hand_counts[seat], self.unseen[colour], sum(self.unseen))

    # -- the board ----------------------------------------------------------------------------------------------------

    def _find_regions(self) -> None:
        """Find what is connected (C-1)."""
        what, marker = self.what, self.table.marker
        self.of = [-1] * (codes.CELLS + 1)
        self.regions: list[Region] = []
        for start in range(codes.CELLS):
            if what[start] and what[start] != codes.CATASTROPHE and self.of[start] < 0 and start != marker:
                self._fill(start, marker)
        monuments: list[int] = self.table.monument
        for pair, corner in enumerate(monuments):
            if corner >= 0:
                for colour in PAIRS[pair]:
                    self.regions[self.of[corner]].monuments[colour] += 1

    def _fill(self, start: int, marker: int) -> None:
        """Find one region."""
        what, of, number, region = self.what, self.of, len(self.regions), Region()
        treasures: int = self.table.treasures
        of[start] = number
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            region.cells.append(cell)
            here = what[cell]
            if here < codes.DOWN:
                region.tiles[here - codes.TEMPLE] += 1
            elif here >= codes.LEADERS:
                region.leaders[here & 3] = here - codes.LEADERS >> 2
            elif here == codes.WONDER:
                region.has_wonder = True
            region.treasures |= treasures & TREASURE[cell]
            for other in NEIGHBOURS[cell]:
                if of[other] < 0 and what[other] and what[other] != codes.CATASTROPHE and other != marker:
                    of[other] = number
                    waiting.append(other)
        self.regions.append(region)

    def _find_room(self) -> None:
        """Find the free cells around the regions."""
        what, of, regions = self.what, self.of, self.regions
        self.around: dict[int, tuple[int, ...]] = {}
        self.gates: dict[tuple[int, int], list[int]] = {}
        self.near_by: list[set[int]] = [set() for _ in regions]
        for cell in range(codes.CELLS):
            if what[cell]:
                continue
            touched = {of[other] for other in NEIGHBOURS[cell]}
            touched.discard(-1)
            if not touched:
                continue
            self.around[cell] = numbers = tuple(sorted(touched))
            kingdoms = len(numbers) if len(numbers) == 1 else sum(regions[number].is_kingdom for number in numbers)
            if len(numbers) > 1 and kingdoms <= 2:
                for i, one in enumerate(numbers):
                    for other in numbers[i + 1 :]:
                        self.gates.setdefault((one, other), []).append(cell)
                        self.near_by[one].add(other)
                        self.near_by[other].add(one)
            if kingdoms <= 1:
                for number in numbers:
                    regions[number].room[RIVER[cell]] += 1

    def region_at(self, cell: int) -> Region:
        """Return the region of a cell that is in one."""
        return self.regions[self.of[cell]]

    def kingdoms_around(self, cell: int) -> list[int]:
        """Return the kingdoms that a free cell touches."""
        return [number for number in self.around.get(cell, ()) if self.regions[number].is_kingdom]

    def arrival(self, colour: int, cell: int) -> tuple[list[int], Region, int]:
        """Return what an own leader finds on a free cell: the regions around, all as one, and whom it would revolt against.

        A leader that stands already counts as a part of its kingdom still; the last is -1 where there is no revolt.
        """
        around = self.around.get(cell, ())
        numbers = sorted(around, key=lambda number: not self.regions[number].is_kingdom)
        whole = self.regions[numbers[0]].joined([self.regions[number] for number in numbers[1:]])
        rivals = [self.regions[number].leaders[colour] for number in numbers]
        return numbers, whole, max((rival for rival in rivals if rival != self.seat), default=-1)

    def kingdoms_at_war(self, colour: int) -> tuple[Region, Region]:
        """Return the two kingdoms that the marked tile joins and in which a leader of a colour is (F-3)."""
        touched = dict.fromkeys(self.of[other] for other in NEIGHBOURS[self.table.marker])
        one, other = (self.regions[n] for n in touched if n >= 0 and self.regions[n].leaders[colour] >= 0)
        return one, other

    def at_stake(self, region: Region, colour: int) -> int:
        """Return how many tiles a leader of a colour loses with a war in a region (F-6, F-7)."""
        if colour != codes.RED:
            return region.tiles[colour]
        return sum(self.what[cell] == codes.TEMPLE and not self._is_shielded(cell) for cell in region.cells)

    def _is_shielded(self, cell: int) -> bool:
        """Say whether a temple stays when its priest loses a war (F-7)."""
        treasures: int = self.table.treasures
        if treasures & TREASURE[cell]:
            return True
        pieces = [self.what[other] - codes.LEADERS for other in NEIGHBOURS[cell]]
        return any(piece >= 0 and piece & 3 != codes.RED for piece in pieces)


@lru_cache(maxsize=4096)
def odds(drawn: int, wanted: int, total: int) -> tuple[float, ...]:
    """Return how likely 0, 1, ... 6 of some tiles drawn from `total` are among the `wanted` ones.

    Examples:
        >>> [round(chance, 2) for chance in odds(2, 2, 4)[:3]]
        [0.17, 0.67, 0.17]
    """
    drawn, wanted = min(drawn, total), max(0, wanted)
    ways = comb(total, drawn)
    return tuple(
        comb(wanted, count) * comb(total - wanted, drawn - count) / ways if count <= drawn else 0.0
        for count in range(codes.FULL_HAND + 1)
    )
