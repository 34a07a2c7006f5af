"""The table laid with the pieces of a piecepack, in inches.

South's Capital lies at (10,2), and the other continents are rotated around (10,10). The stacks lie in the middle of the sea.
Behind each Capital is the reserve, with the unrest die on the right. The pawns stand in the sea, in order of dominance.
Suits of Capitals have no meaning in the rules (S-2), so the suits here need not be those of our pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from kingdoms.core.piecepack import Group, Piece, Piecepack, Place
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import EDGES, PLACES, SEATS, SITES, TILES, sites_in
from kingdoms.games.middlesea.engine.state import DECISIONS
from kingdoms.games.middlesea.table.position import stack_tiles
from kingdoms.games.middlesea.texts import SEAT_NAMES, fault

if TYPE_CHECKING:
    from kingdoms.core.state import State as AnyState
    from kingdoms.games.middlesea.engine.state import State

SUITS: Final = {"S": "S", "N": "M", "E": "C", "W": "A"}
"""Seat -> suit of its Capital, leaders, die and pawn, in the order in which they are laid."""
RANKS: Final = "na2345"
"""The ranks of a piecepack by value."""
FACING: Final = {"S": "", "E": "<", "N": "v", "W": ">"}
"""The angle of each seat's own pieces."""
OFFSETS: Final = {"C": (0, -8), "BL": (-2, -8), "FL": (-2, -6), "FM": (0, -6), "FR": (2, -6), "BR": (2, -8)}
"""South's places, relative to the middle of the table."""
STACKS: Final = {"S": (9.0, 11.0), "M": (11.0, 11.0), "C": (9.0, 9.0), "A": (11.0, 9.0)}
RESERVE: Final = -10
PIERS: Final = (0, -0.4, 0.4, -0.8, 0.8)
"""The distance of each pier of a port from the middle of its city, along the coast."""
OUT: Final = 1.3
"""The distance of a pier from the middle of its city, out to sea."""
LETTERS: Final = dict(zip(DECISIONS, "fccsdpblhh", strict=True))
"""Kind of decision -> its letter in the names of frames."""


def rotate(seat: str, x: float, y: float) -> Place:
    """Return the place of a seat that corresponds to a place of the south, relative to the middle of the table.

    Examples:
        >>> rotate("S", 0, -8), rotate("E", -2, -6)
        ((10, 2), (16, 8))
    """
    east, north = {"S": (x, y), "E": (-y, x), "N": (-x, -y), "W": (y, -x)}[seat]
    return round(10 + east, 4), round(10 + north, 4)


PLACE_OF: Final = [rotate(seat, *OFFSETS[place]) for seat in SEATS for place in PLACES]
"""Site -> its place."""


def road_piece(continent: int, edge: int) -> tuple[Place, Piece]:
    """Return the place and the rotation of the matchstick of a road.

    Two roads may cross. So that their places differ, a diagonal road is placed nearer to the back row.
    """
    ends = sorted((OFFSETS[PLACES[end]] for end in EDGES[edge]), key=lambda at: at[1])
    (x1, y1), (x2, y2) = ends
    part = 0.375 if x1 != x2 and y1 != y2 else 0.5
    place = rotate(SEATS[continent], x1 + part * (x2 - x1), y1 + part * (y2 - y1))
    (left, low), (right, high) = rotate(SEATS[continent], x1, y1), rotate(SEATS[continent], x2, y2)
    across, up = right - left, high - low
    angle = "" if not across else "<" if not up else ",a45" if across * up < 0 else ",a135"
    return place, Piece("`road'", angle=angle)


ROADS: Final = [[road_piece(continent, edge) for edge in range(len(EDGES))] for continent in range(4)]
"""The matchsticks of roads, by continent and edge."""


def pier_piece(site: int, number: int) -> tuple[Place, Piece]:
    """Return the place and the rotation of a pier of a port."""
    seat, place = SITES[site].split(".")
    x, y = OFFSETS[place]
    return rotate(seat, x + PIERS[number], y + OUT), Piece("`pier'", angle="<" if seat in "EW" else "")


def reserve(seat: str, leader: int) -> Place:
    """Return the place of a leader in a seat's reserve."""
    return rotate(seat, -leader, RESERVE)


LOSSES: Final = ("money", "owners", "choices", "progress", "suits")
"""What the pieces do not show."""


class MiddleSeaPiecepack(Piecepack):
    """The table of Kingdoms of the Middle Sea with the pieces of a piecepack.

    Examples:
        >>> import kingdoms
        >>> groups = MiddleSeaPiecepack().groups(kingdoms.load_game("middlesea", seats=2).new_initial_state())
        >>> [group.name for group in groups], groups[1].stacks[10, 2][0].text
        (['Capitals', 'Kings', 'Stacks', 'Rest'], 'cfSa')
    """

    macros: ClassVar[Mapping[str, str]] = {"road": "m2", "pier": "ma"}

    @property
    def lost(self) -> Sequence[str]:
        """Sentences on what the pieces do not show."""
        return [fault(f"piecepack.lost_{loss}") for loss in LOSSES]

    def groups(self, state: AnyState) -> list[Group]:
        """Return all pieces on the table."""
        table: State = state  # type: ignore[assignment]
        playing = [seat for seat in SUITS if seat in table.game.seats]
        parts = [
            Group("Capitals", {rotate(seat, 0, -8): [_piece(seat, "t", 0)] for seat in playing}),
            Group("Kings", {rotate(seat, 0, -8): [_piece(seat, "c", table.king[SEATS.index(seat)])] for seat in playing}),
            self._stacks(table),
            Group("Cities", {PLACE_OF[site]: [_tile(TILES[city])] for site, city in enumerate(table.city) if city}),
            Group("Leaders", dict(self._governors(table, playing))),
            Group("Routes", self._routes(table)),
            Group("Rest", self._rest(table, playing)),
        ]
        return [part for part in parts if part.stacks]

    def _stacks(self, table: State) -> Group:
        """Return the stacks of cities, without empty ones."""
        stacks = {
            STACKS[suit]: [_tile(tile) for tile in reversed(stack_tiles(number, stack))]
            for number, (suit, stack) in enumerate(zip(STACKS, table.stacks))
            if stack
        }
        return Group("Stacks", stacks, fault("piecepack.aces") if table.phase == codes.START else "")

    def _governors(self, table: State, playing: Sequence[str]) -> list[tuple[Place, list[Piece]]]:
        governors = []
        for seat in playing:
            number = SEATS.index(seat)
            for leader, site in enumerate(table.place[6 * number : 6 * number + 6]):
                if site < codes.RESERVE:
                    active = table.active[number] >> leader & 1
                    governors.append((PLACE_OF[site], [_piece(seat, "c", leader, "f" if active else "b")]))
        return governors

    def _routes(self, table: State) -> dict[Place, list[Piece]]:
        roads, piers, ports = table.roads, table.piers, table.ports
        sticks = [ROADS[at % 4][edge] for at, mask in enumerate(roads) if mask for edge in range(11) if mask >> edge & 1]
        sticks += [pier_piece(site, i) for port in ports for site in sites_in(port) for i in range(piers[site])]
        return {place: [piece] for place, piece in sticks}

    def _rest(self, table: State, playing: Sequence[str]) -> dict[Place, list[Piece]]:
        """Return the reserves, the dice of unrest, and the pawns in order of dominance."""
        stacks = {}
        for seat in playing:
            number = SEATS.index(seat)
            for leader, site in enumerate(table.place[6 * number : 6 * number + 6]):
                if site == codes.RESERVE:
                    stacks[reserve(seat, leader)] = [_piece(seat, "c", leader)]
            stacks[rotate(seat, 3, RESERVE)] = [Piece("d", SUITS[seat], RANKS[table.unrest[number]])]
        for rank, number in enumerate(table.order[: table.seats]):
            stacks[8.5 + rank, 13] = [Piece("p", SUITS[SEATS[number]])]
        return stacks

    def turn(self, before: AnyState) -> tuple[str, int]:
        """Return the name of a turn and the number of its first action: in the leader phase 0, otherwise 1."""
        table: State = before  # type: ignore[assignment]
        seat = "" if table.to_move == "chance" else f"{table.to_move}."
        letter = LETTERS[DECISIONS[table.stage]]
        return f"R{table.round_number}.{seat}{letter}", 0 if letter == "l" else 1

    def remarks(self, before: AnyState | None, after: AnyState) -> list[str]:
        """Return the goods and gold of the seats whose goods or gold have changed."""
        now: State = after  # type: ignore[assignment]
        then: State | None = before  # type: ignore[assignment]
        return [
            fault("piecepack.money", seat=SEAT_NAMES[seat], goods=now.goods[number], gold=now.gold[number])
            for number, seat in enumerate(SEATS)
            if seat in now.game.seats
            if then is None or (then.goods[number], then.gold[number]) != (now.goods[number], now.gold[number])
        ]


def _piece(seat: str, kind: str, value: int, side: str = "f") -> Piece:
    return Piece(kind, SUITS[seat], RANKS[value], side, FACING[seat])


def _tile(tile: str) -> Piece:
    """Return a city from its code, such as "S3"."""
    return Piece("t", tile[0], RANKS[int(tile[1])], "f")
