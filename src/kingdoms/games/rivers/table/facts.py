"""Data classes for a seat's view, for clients; `view` creates them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingdoms.core.answers import PlainAlert
from kingdoms.core.view import CommonFacts


@dataclass(frozen=True)
class Cell:
    """The content of a cell, except a leader.

    Attributes:
        what: "red", "blue", "green", "black", "down" (a tile flipped for a monument), "wonder" or "catastrophe".
        treasure: whether there is a treasure on it.
    """

    what: str
    treasure: bool


@dataclass(frozen=True)
class Leader:
    """One leader of a dynasty.

    Attributes:
        colour: such as "black".
        office: such as "king".
        cell: its cell; None if in hand.
        temples: temples next to it, its strength in a revolt (E-1); 0 if in hand.
        kingdom: the index of its kingdom in `Facts.kingdoms`; None if in hand.
        supporters: face-up tiles of its colour connected to it, its strength in a war (F-5); 0 if in hand.
    """

    colour: str
    office: str
    cell: str | None
    temples: int
    kingdom: int | None
    supporters: int


@dataclass(frozen=True)
class Gains:
    """What a seat has gained, if the viewing seat may know it or the events of the game have told everyone (B-1).

    Attributes:
        points: by colour.
        treasures: the number of its treasures.
        score: its score if the game ended now (J-2): the four colours with treasures assigned, lowest first.
        weakest: the colours with the fewest points.
        leads: whether no seat has a better score; False while a score is not known, and before anyone has scored.
    """

    points: dict[str, int]
    treasures: int
    score: list[int]
    weakest: tuple[str, ...]
    leads: bool


@dataclass(frozen=True)
class Dynasty:
    """The possessions of one seat. In views of other seats, secret ones are None (B-1).

    Attributes:
        seat: its seat.
        name: the seat's name for people.
        hand_count: the number of tiles behind its screen.
        hand: the number of these tiles in each colour.
        points: by colour.
        treasures: the number of its treasures.
        catastrophes: the number of catastrophes left.
        leaders: all four, by colour.
        score: the seat's score if the game ended now (J-2): the four colours with treasures assigned, lowest first.
        gains: points, treasures and score once more, also where the events alone have told them; None if they are not known.
    """

    seat: str
    name: str
    hand_count: int
    hand: dict[str, int] | None
    points: dict[str, int] | None
    treasures: int | None
    catastrophes: int
    leaders: dict[str, Leader]
    score: list[int] | None
    gains: Gains | None


@dataclass(frozen=True)
class Kingdom:
    """A region with a leader (C-1).

    Attributes:
        cells: all its cells, in the order of the board.
        leaders: its leaders as (seat, colour).
        treasures: the cells in it with a treasure.
    """

    cells: tuple[str, ...]
    leaders: tuple[tuple[str, str], ...]
    treasures: tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """One side of a conflict.

    Attributes:
        seat: the owner of the leader.
        cell: the cell of the leader.
        board: its strength on the board.
        supporters: the cells that this strength comes from (temples next to the leader, or tiles connected to it).
        committed: the number of tiles it has committed; None until it has answered.
        at_stake: cells whose tiles are removed if this side loses.
    """

    seat: str
    cell: str
    board: int
    supporters: tuple[str, ...]
    committed: int | None
    at_stake: tuple[str, ...]


@dataclass(frozen=True)
class Conflict:
    """The revolt or war in which tiles are being committed.

    Attributes:
        kind: "revolt" or "war".
        colour: of the two leaders.
        commits: the colour of the tiles that can be committed.
        attacker: the side that commits first.
        defender: the side that commits second.
    """

    kind: str
    colour: str
    commits: str
    attacker: Side
    defender: Side


@dataclass(frozen=True)
class War:
    """A war that is still to be resolved (F-3).

    Attributes:
        colour: of the two leaders.
        seats: the owners of the two leaders.
        strengths: of the two leaders on the board, in the same order (F-5).
    """

    colour: str
    seats: tuple[str, str]
    strengths: tuple[int, int]


@dataclass(frozen=True)
class Facts(CommonFacts):
    """A view as plain data: the table, with values computed from it.

    Attributes:
        turn: the active seat; None before the start.
        actions_left: the number of actions that it may still start.
        dynasties: the possessions of each seat.
        cells: the cells with a tile or catastrophe.
        kingdoms: all kingdoms, in the order of their first cells.
        board: the side of the board in use: "standard" or "advanced" (AB-1).
        buildings: colour -> cell of the civilization buildings on the board (CB-1); None in a game without them.
        monuments: pair of colours -> upper left cell.
        wonder: the wonder's centre; None if there is none.
        marker: the cell of the tile that joined two kingdoms, while wars are resolved.
        wars: the wars to be resolved, while there is a marker.
        conflict: the conflict in which tiles are being committed.
        treasures_left: the number of treasures on the board.
        bag: the number of tiles in the bag, if the events of the game have told it; otherwise None.
        alerts: warnings that the game may soon end, as far as this seat can know.
    """

    game: Literal["rivers"]
    turn: str | None
    actions_left: int
    dynasties: dict[str, Dynasty]
    cells: dict[str, Cell]
    kingdoms: tuple[Kingdom, ...]
    board: str
    buildings: dict[str, str] | None
    monuments: dict[str, str]
    wonder: str | None
    marker: str | None
    wars: tuple[War, ...]
    conflict: Conflict | None
    treasures_left: int
    bag: int | None
    alerts: tuple[PlainAlert, ...]
