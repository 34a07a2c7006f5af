"""The types of a view as plain data, for clients; `view` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingdoms.core.answers import PlainAlert
from kingdoms.core.view import CommonFacts


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
        site: its site, such as "N.FM".
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
    """The possessions of one seat, with values computed from them.

    Attributes:
        seat: its seat.
        name: the seat's name for people.
        goods: the number of goods.
        gold: the amount of gold.
        unrest: 0 to 5.
        king: the value of its king.
        leaders: all six, by value.
        roads: names such as "N.C-N.FM".
        ports: piers by site.
        cities: sites under control (K-1).
        control_value: the number of cities that the king holds for free (C-1).
        excess: the number of cities to be paid for (C-2).
        dominance: the dominance score (D-1).
        score: the score if the game were decided by score (V-2).
        yield_goods: the goods from the next production phase if nothing changes (P-1 to P-3).
        yield_gold: the gold from the next production phase if nothing changes.
        home: the number of home cities under control; `Facts.goals` has what a victory takes.
        awake: the number of leaders that count as active for a trade victory (V-3).
        abroad: the number of provincial cities, under control on other continents.
        leads: whether no seat is closer to a victory by trade or conquest; False while all have nothing.
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
    excess: int
    dominance: int
    score: int
    yield_goods: int
    yield_gold: int
    home: int
    awake: int
    abroad: int
    leads: bool


@dataclass(frozen=True)
class Goals:
    """What a victory takes at this table, as numbers (V-3, V-4), and the unrest that means civil war (U-4).

    Attributes:
        home: home cities, for a victory by trade or by conquest.
        awake: active leaders, for a victory by trade.
        abroad: provincial cities, for a victory by conquest: with `conquest_each`, one on each opponent's continent (VA-3).
        unrest: the unrest with which a kingdom falls.
    """

    home: int
    awake: int
    abroad: int
    unrest: int


@dataclass(frozen=True)
class Facts(CommonFacts):
    """A view as plain data, for clients: the table, with values computed from it.

    Attributes:
        round: from 1.
        turn: the seat whose part of the phase it is, or None.
        order: the seats by dominance.
        time_up: whether the time limit has passed.
        kingdoms: the possessions of each seat.
        goals: what a victory takes.
        cities: the cities on the board.
        stacks: the tiles of each stack, top first.
        attack: garrison or temple, and target, of the attack under way.
        attack_total: the total of this attack so far.
        acted: the highest leader that has acted in this turn of the leader phase (F-2); None if none has.
        rebelling: the cities in rebellion.
        rebels_left: the number of cities still to be chosen to rebel; None if that is not asked.
        alerts: warnings that the game may soon end; those about this round come first.
    """

    game: Literal["middlesea"]
    round: int
    turn: str | None
    order: tuple[str, ...]
    time_up: bool
    kingdoms: dict[str, Kingdom]
    goals: Goals
    cities: dict[str, City]
    stacks: dict[str, list[str]]
    attack: tuple[str, str] | None
    attack_total: int | None
    acted: int | None
    rebelling: tuple[str, ...]
    rebels_left: int | None
    alerts: tuple[PlainAlert, ...]
