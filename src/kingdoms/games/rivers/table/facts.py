"""Data classes for a seat's view, for clients; `view` creates them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from kingdoms.core.answers import PlainAlert


@dataclass(frozen=True)
class Cell:
    """What lies on one cell, except a leader.

    Attributes:
        what: "red", "blue", "green", "black", "down" (a tile flipped for a monument), "wonder" or "catastrophe".
        treasure: whether a treasure lies on it.
    """

    what: str
    treasure: bool


@dataclass(frozen=True)
class Leader:
    """One leader of a dynasty.

    Attributes:
        colour: such as "black".
        office: such as "king".
        cell: where it stands; None if in hand.
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
class Dynasty:
    """What one seat has. For other seats, `None` stands for what only they may know (B-1).

    Attributes:
        seat: whose it is.
        name: the seat's name for people.
        hand_count: how many tiles are behind its screen.
        hand: how many of each colour these are.
        points: by colour.
        treasures: how many it has.
        catastrophes: how many are left.
        leaders: all four, by colour.
        score: what the seat would have if the game ended now (J-2): the four colours, treasures assigned, lowest first.
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
        seat: whose leader it is.
        cell: where the leader stands.
        board: its strength on the board.
        supporters: the cells that this strength comes from (temples next to the leader, or tiles connected to it).
        committed: how many tiles it has committed; None until the seat has been asked.
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
        seats: whose leaders these are.
    """

    colour: str
    seats: tuple[str, str]


@dataclass(frozen=True)
class Facts:
    """A view as plain data: the table and what follows from it.

    Attributes:
        game: what is played.
        seat: whose eyes these are; None for an onlooker.
        seats: who plays.
        phase: where the game stands (N-5).
        turn: the active seat; None before the start.
        actions_left: how many actions it may still start.
        decision: the kind of decision, as a word; None in a finished game.
        to_move: the seat that is asked, or "chance"; None in a finished game.
        question: the question and who has to answer it, in a sentence.
        asked: the same as a message.
        dynasties: what each seat has.
        cells: the cells on which a tile or catastrophe lies.
        kingdoms: all kingdoms, in the order of their first cells.
        board: which side of the board is played: "standard" or "advanced" (AB-1).
        buildings: colour -> cell of the civilization buildings on the board (CB-1); None in a game without them.
        monuments: pair of colours -> upper left cell.
        wonder: the wonder's centre; None if there is none.
        marker: the cell of the tile that joined two kingdoms, while wars are resolved.
        wars: the wars to be resolved, while there is a marker.
        conflict: the one in which tiles are being committed.
        treasures_left: how many treasures lie on the board.
        alerts: how the game may soon end, as far as this seat can know.
        outcome: how the game ended (N-7).
    """

    game: Literal["rivers"]
    seat: str | None
    seats: tuple[str, ...]
    phase: str
    turn: str | None
    actions_left: int
    decision: str | None
    to_move: str | None
    question: str
    asked: dict[str, Any] | None
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
    alerts: tuple[PlainAlert, ...]
    outcome: dict[str, Any] | None
