"""The types of a view as plain data, for clients; `view` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from kingdoms.core.answers import PlainAlert


@dataclass(frozen=True)
class Leader:
    """One leader of a kingdom.

    Attributes:
        value: 0 to 5.
        place: its site, "reserve", or "king".
        active: whether its value side is up; always for a king, and for a leader in the reserve, which enters active.
    """

    value: int
    place: str
    active: bool


@dataclass(frozen=True)
class City:
    """One city on the board.

    Attributes:
        site: where it lies, such as "N.FM".
        tile: its code, such as "S3".
        suit: such as "suns".
        kind: such as "market".
        value: 1 to 5.
        holder: the seat that controls it, None if none does.
        leader: the leader in it, if any.
        piers: the length of its port, 0 without one.
    """

    site: str
    tile: str
    suit: str
    kind: str
    value: int
    holder: str | None
    leader: Leader | None
    piers: int


@dataclass(frozen=True)
class Kingdom:
    """What one seat has, and what follows from it.

    Attributes:
        seat: whose kingdom it is.
        name: the seat's name for people.
        goods: how many it has.
        gold: how much it has.
        unrest: 0 to 5.
        king: the value of its king.
        leaders: all six, by value.
        roads: names such as "N.C-N.FM".
        ports: piers by site.
        cities: sites under control (K-1).
        control_value: how many cities the king holds for free (C-1).
        dominance: the dominance score (D-1).
        score: the score if the game were decided by score (V-2).
        yield_goods: goods that the next production phase brings as things stand (P-1 to P-3).
        yield_gold: gold that it brings.
    """

    seat: str
    name: str
    goods: int
    gold: int
    unrest: int
    king: int
    leaders: tuple[Leader, ...]
    roads: tuple[str, ...]
    ports: dict[str, int]
    cities: tuple[str, ...]
    control_value: int
    dominance: int
    score: int
    yield_goods: int
    yield_gold: int


@dataclass(frozen=True)
class Facts:
    """A view as plain data, for clients: the table and what follows from it.

    Attributes:
        game: what is played.
        seat: whose eyes these are; None for an onlooker.
        seats: who plays.
        round: from 1.
        phase: the phase of the round (R-1).
        turn: the seat whose part of the phase it is, or None.
        order: the seats by dominance.
        time_up: whether the time limit has passed.
        decision: the kind of decision, as a word; None in a finished game.
        to_move: the seat that is asked, or "chance"; None in a finished game.
        question: the question and who has to answer it, in a sentence.
        asked: the same as a message.
        kingdoms: what each seat has.
        cities: the cities on the board.
        stacks: the tiles of each stack, top first.
        attack: garrison or temple, and target, of the attack under way.
        attack_total: its total so far.
        acted: the highest leader that has acted in this turn of the leader phase (F-2); None if none has.
        rebelling: the cities in rebellion.
        rebels_left: how many cities have yet to be chosen to rebel; None where that is not asked.
        alerts: how the game may soon end; what can happen this round comes first.
        outcome: how the game ended (N.5).
    """

    game: Literal["middlesea"]
    seat: str | None
    seats: tuple[str, ...]
    round: int
    phase: str
    turn: str | None
    order: tuple[str, ...]
    time_up: bool
    decision: str | None
    to_move: str | None
    question: str
    asked: dict[str, Any] | None
    kingdoms: dict[str, Kingdom]
    cities: dict[str, City]
    stacks: dict[str, list[str]]
    attack: tuple[str, str] | None
    attack_total: int | None
    acted: int | None
    rebelling: tuple[str, ...]
    rebels_left: int | None
    alerts: tuple[PlainAlert, ...]
    outcome: dict[str, Any] | None
