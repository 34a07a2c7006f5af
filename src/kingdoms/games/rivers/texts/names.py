"""Names for the values in messages: seats, pieces, amounts and places.

Places have names in three ways: a `region` is a part of the map, for what has happened, since surroundings change; a `cell` is
named by what lies around it on the present table, if there is one; `here` and `place` are for the cell that a player has
pointed at or typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kingdoms.core.message import Namer, Telling
from kingdoms.games.rivers.engine import regions
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, CELLS, COLOURS, COLUMNS, NEIGHBOURS, ROWS, SEATS, TREASURE

DOWN: Final = ("north", "", "south")
ACROSS: Final = ("west", "", "east")
MOST_OWNERS: Final = 2
"""The maximum number of owners of a kingdom that are named to one of them."""


def colour_namer(entry: str) -> Namer:
    """Return a namer for something that exists in each colour, such as a tile."""

    def name(telling: Telling, colour: str) -> str:
        return telling.tell(entry, {"word": COLOURS[COLOURS.index(colour)]})

    return name


def name_seat(telling: Telling, seat: str) -> str:
    """Return the name of a seat; of chance, for "chance"."""
    return telling.tell("name.seat", {"word": seat})


def name_listed(telling: Telling, seat: str) -> str:
    """Return the name of one of several seats: "you" for the reader."""
    return telling.tell("name.you", {}) if seat == telling.reader else name_seat(telling, seat)


def name_owner(telling: Telling, seat: str) -> str:
    """Return the name of a seat as an owner: "Archer's"."""
    return telling.tell("name.owner", {"seat": seat})


def name_leader(telling: Telling, leader: Sequence[str]) -> str:
    """Return the name of a leader, given by seat and colour: "Bull's king"."""
    seat, colour = leader
    return telling.tell("name.leader", {"seat": seat, "office": colour})


def name_pair(telling: Telling, pair: str) -> str:
    """Return the name of a pair of colours: "red-blue"."""
    first, second = pair.split("-")
    return telling.tell("name.pair", {"one": first, "two": second})


def name_points(telling: Telling, points: Sequence[Any]) -> str:
    """Return the words for points, given by number and colour: "2 red points"."""
    n, colour = points
    return telling.tell("name.points", {"n": n, "word": colour})


def name_tile_count(telling: Telling, tiles: Sequence[Any]) -> str:
    """Return the words for tiles of one colour, given by number and colour: "2 temples"."""
    n, colour = tiles
    return telling.tell("name.some", {"n": n, "word": colour})


def name_tiles(telling: Telling, counts: Sequence[int]) -> str:
    """Return the words for tiles, given by their number in each colour: "2 temples and 1 market"."""
    tiles = [[n, colour] for n, colour in zip(counts, COLOURS, strict=True) if n]
    return telling.value("some*", tiles) if tiles else telling.tell("name.nothing", {})


def name_region(telling: Telling, cell: str) -> str:
    """Return the part of the map that contains a cell: "in the north-west"."""
    return place_with_notation(telling, name_part(telling, part_of(CELL_NUMBER[cell])), cell)


def name_cell(telling: Telling, cell: str) -> str:
    """Return the place of a cell on the present table: "beside your king"; without a table, the part of the map."""
    return (
        name_region(telling, cell) if telling.table is None else place_with_notation(telling, surroundings(telling, cell), cell)
    )


def name_here(telling: Telling, cell: str) -> str:
    """Return "here" for the cell that a player has pointed at, or "on A1" for one that was typed."""
    at = CELLS[CELL_NUMBER[cell]]
    return telling.tell("name.on", {"at": at}) if telling.notation else telling.tell("name.here", {})


def name_place(telling: Telling, cell: str) -> str:
    """Return "this place" for the cell that a player has pointed at, or "A1" for one that was typed."""
    at = CELLS[CELL_NUMBER[cell]]
    return at if telling.notation else telling.tell("name.place", {})


def part_of(cell: int) -> str:
    """Return the word for the part of the map that contains a cell, one of nine."""
    row, column = divmod(cell, COLUMNS)
    return DOWN[3 * row // ROWS] + ACROSS[3 * column // COLUMNS] or "middle"


def surroundings(telling: Telling, cell: str) -> str:
    """Return the place of a cell: beside a leader or a treasure, at a kingdom, on the river, or else in a part of the map.

    The reader's own leaders come first; otherwise neighbours are tried from north to west, east and south.
    """
    table, number = telling.table, CELL_NUMBER[cell]
    stand, beside, part = list(table.stand), NEIGHBOURS[number], {"part": part_of(number)}
    leaders = [divmod(stand.index(neighbour), 4) for neighbour in beside if neighbour in stand]
    if leaders:
        seat, colour = next((leader for leader in leaders if SEATS[leader[0]] == telling.reader), leaders[0])
        return telling.tell("name.beside", {"leader": [SEATS[seat], COLOURS[colour]]})
    for neighbour in beside:
        if table.treasures & TREASURE[neighbour]:
            return telling.tell("name.beside_treasure", {"part": part_of(neighbour)})
    regions.survey(table)
    kingdom_of = table.kingdom
    kingdom = next((kingdom_of[neighbour] for neighbour in beside if kingdom_of[neighbour]), 0)
    if kingdom:
        seats = sorted(
            {piece // 4 for piece, leader_cell in enumerate(stand) if leader_cell >= 0 and kingdom_of[leader_cell] == kingdom}
        )
        owners = [SEATS[seat] for seat in seats]
        return telling.tell("name.at_kingdom", {"owners": owners_to_name(owners, telling.reader)} | part)
    return telling.tell("name.on_river", part) if table.ground.river[number] else name_part(telling, part["part"])


def owners_to_name(owners: list[str], reader: str | None) -> list[str]:
    """Return the owners to name of a kingdom: the reader alone if there are several others."""
    return [reader] if reader in owners and len(owners) > MOST_OWNERS else owners


def name_part(telling: Telling, part: str) -> str:
    """Return the words for a part of the map, as `part_of` returns it."""
    return telling.tell("name.part", {"word": part})


def place_with_notation(telling: Telling, place: str, cell: str) -> str:
    """Return a place in words, followed by its notation if the reader wants it."""
    return f"{place} ({cell})" if telling.notation else place


NAMERS: Final[Mapping[str, Namer]] = {
    "seat": name_seat,
    "seat*": name_listed,
    "owner": name_owner,
    "leader": name_leader,
    "colour": colour_namer("name.colour"),
    "office": colour_namer("name.office"),
    "side": colour_namer("name.side"),
    "tile": colour_namer("name.tile"),
    "piece": colour_namer("name.piece"),
    "suit": colour_namer("name.suit"),
    "building": colour_namer("name.building"),
    "pair": name_pair,
    "points": name_points,
    "some": name_tile_count,
    "tiles": name_tiles,
    "region": name_region,
    "cell": name_cell,
    "here": name_here,
    "place": name_place,
    "part": name_part,
}
"""Kind of hole -> the function that puts its values into words.

Of a colour, the `office` is the leader ("king"), the `side` those at war ("kings"), the `tile` one tile ("a temple"), the
`piece` its bare name ("temple"), and the `suit` all such tiles ("temples").
"""
