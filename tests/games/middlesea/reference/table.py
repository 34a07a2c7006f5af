"""Words, geometry, the possessions of a seat, and the table of the naive model: decisions, pieces, and the end of the game."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

# Words (N.1)

SEATS = ("N", "E", "S", "W")  # clockwise
PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
CITY_PLACES = ("BL", "FL", "FM", "FR", "BR")
COASTAL_PLACES = ("FL", "FM", "FR")  # B.3
SUITS = ("suns", "moons", "crowns", "arms")
SUIT_OF_INITIAL = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
LEADERS = (0, 1, 2, 3, 4, 5)  # L-1
RESERVE = "reserve"
CHANCE = "chance"
MAX_UNREST = 5  # U-1
MAX_PIERS = 5  # BP-2
CAPITAL_DEFENCE = 10  # Y-4
MILITARY = "military"
MISSIONARY = "missionary"
KINDS = (MILITARY, MISSIONARY)

Road = frozenset[str]

# B.2: the neighbours of each place on its continent
NEIGHBOURS = {
    "C": {"BL", "BR", "FM", "FL", "FR"},
    "BL": {"C", "FL", "FM"},
    "FL": {"C", "BL", "FM"},
    "FM": {"C", "BL", "FL", "FR", "BR"},
    "FR": {"C", "BR", "FM"},
    "BR": {"C", "FR", "FM"},
}

# N.6: every ruling with its values, the default first (round_limit: any n >= 1 too)
RULING_VALUES: dict[str, tuple[object, ...]] = {
    "attack_port": ("home", "any", "mixed"),
    "capital_adjacency": (False, True),
    "missionary_reach": ("anywhere", "adjacent"),
    "suppress_reach": ("anywhere", "adjacent"),
    "suppress_hire": (False, True),
    "production": ("forced", "choice"),
    "trade_reserve": ("board", "reserve"),
    "replace_opponent": (True, False),
    "replace_early": (False, True),
    "chain_unrest": ("event", "each"),
    "port_only_unrest": (1, 0),
    "defender_tires": (False, True),
    "king_defends": (True, False),
    "king_missionary_defence": ("capital_and_king", "king"),
    "first_tie": ("pawn_order", "roll"),
    "negative_control": ("floor", "debt"),
    "score_tie": ("shared", "dominance"),
    "round_limit": (None,),
}
# VA-1 to VA-3: written only where they are played
VARIANT_VALUES: dict[str, tuple[object, ...]] = {
    "trade_abroad": (False, True),
    "trade_piers": (0, 3, 5),
    "conquest_each": (False, True),
}


def seat_of(site: str) -> str:
    """The continent of a site."""
    return site.split(".", maxsplit=1)[0]


def place_of(site: str) -> str:
    return site.split(".")[1]


def capital_of(seat: str) -> str:
    return f"{seat}.C"


def is_capital(site: str) -> bool:
    return place_of(site) == "C"


def is_coastal(site: str) -> bool:  # Y-6, B.3
    return place_of(site) in COASTAL_PLACES


def are_adjacent(a: str, b: str) -> bool:
    """Neighbours by land; continents never touch (B.2, B.3)."""
    return seat_of(a) == seat_of(b) and place_of(b) in NEIGHBOURS[place_of(a)]


def site_order(site: str) -> tuple[int, int]:
    """Sort key for the canonical order of sites (N.1)."""
    return SEATS.index(seat_of(site)), PLACES.index(place_of(site))


def tile_suit(tile: str) -> str:
    return SUIT_OF_INITIAL[tile[0]]


def all_tiles(suit: str) -> list[str]:
    """The five tiles of a suit as they lie at the start, ace on top (S-4)."""
    initial = next(i for i, s in SUIT_OF_INITIAL.items() if s == suit)
    return [f"{initial}{value}" for value in range(1, 6)]


@dataclass
class Kingdom:
    """The possessions of one seat. A leader is turned only while it stands in a city."""

    king: int
    goods: int
    gold: int
    unrest: int
    places: dict[int, str]  # all leaders but the king
    inactive: set[int]
    roads: set[Road]
    ports: dict[str, int]

    def money(self) -> int:
        """How many times 1 goods + 1 gold can be paid."""
        return min(self.goods, self.gold)

    def pay(self, amount: int) -> None:  # B-2: to the bank, at once
        assert 0 <= amount <= self.money()
        self.goods -= amount
        self.gold -= amount

    def raise_unrest(self, amount: int) -> None:  # U-3; chain_unrest: stops at 5
        self.unrest = min(MAX_UNREST, self.unrest + amount)

    def lower_unrest(self) -> None:  # U-1, U-2
        self.unrest = max(0, self.unrest - 1)

    def leader_at(self, site: str) -> int | None:
        return next((value for value, place in self.places.items() if place == site), None)

    def active_leader_at(self, site: str) -> int | None:
        leader = self.leader_at(site)
        return None if leader in self.inactive else leader

    def send_to_reserve(self, leader: int) -> None:
        self.places[leader] = RESERVE
        self.inactive.discard(leader)  # L-5, AMB-106

    def holds(self, site: str) -> bool:
        """Whether a city at that site is this seat's (K-1, AMB-29, AMB-30)."""
        has_route = site in self.ports or any(site in road for road in self.roads)
        return has_route or self.leader_at(site) is not None

    def remove_routes(self, site: str) -> None:
        self.roads = {road for road in self.roads if site not in road}
        self.ports.pop(site, None)

    def withdraw_from(self, site: str) -> None:
        """Routes to the bank, the leader there to the reserve (C-10, M-13)."""
        self.remove_routes(site)
        leader = self.leader_at(site)
        if leader is not None:
            self.send_to_reserve(leader)

    def network_from(self, start: str) -> set[str]:
        """Every site that own roads and sea hops join to this one (K-5, FM-2)."""
        network = {start}
        frontier = [start]
        while frontier:
            node = frontier.pop()
            linked = {site for road in self.roads if node in road for site in road}
            if node in self.ports:
                linked |= set(self.ports)
            for site in linked - network:
                network.add(site)
                frontier.append(site)
        return network


def read_kingdom(fields: Mapping[str, Any]) -> Kingdom:
    """One seat; fields not given are as at the start of the game (S-9, S-10)."""
    king = fields.get("king", 1)
    leaders = {value: RESERVE for value in LEADERS if value != king}
    leaders |= {int(name): text for name, text in fields.get("leaders", {}).items()}
    return Kingdom(
        king=king,
        goods=fields.get("goods", 4),
        gold=fields.get("gold", 4),
        unrest=fields.get("unrest", 0),
        places={leader: text.removesuffix("-") for leader, text in leaders.items()},
        inactive={leader for leader, text in leaders.items() if text.endswith("-")},
        roads={frozenset(text.split("-")) for text in fields.get("roads", [])},
        ports=dict(fields.get("ports", {})),
    )


def write_kingdom(kingdom: Kingdom) -> dict[str, Any]:
    return {
        "king": kingdom.king,
        "goods": kingdom.goods,
        "gold": kingdom.gold,
        "unrest": kingdom.unrest,
        "leaders": {
            str(value): place + ("-" if value in kingdom.inactive else "") for value, place in sorted(kingdom.places.items())
        },
        "roads": sorted("-".join(sorted(road, key=site_order)) for road in kingdom.roads),
        "ports": {site: kingdom.ports[site] for site in sorted(kingdom.ports, key=site_order)},
    }


class Question(NamedTuple):
    """A decision that waits for an answer (N.3)."""

    seat: str
    kind: str
    options: tuple[str, ...]


Script = Generator[Question, str, None]
Answer = Generator[Question, str, str]


class GameOver(Exception):
    """Raised inside the script once the outcome stands."""


def ask(seat: str, kind: str, options: Iterable[str], always: bool = False) -> Answer:
    """Yield a decision, unless there is only one choice (N.3)."""
    choices = tuple(options)
    if len(choices) == 1 and not always:
        return choices[0]
    answer = yield Question(seat, kind, choices)
    return answer


class Table:
    """Everything that lies on the table, and what follows from it for each seat."""

    def __init__(self, seats: Sequence[str], rulings: Mapping[str, object] | None = None) -> None:
        self.seats: list[str] = [seat for seat in SEATS if seat in seats]  # S-7
        assert len(self.seats) == len(seats)
        assert len(seats) > 2 or set(seats) in ({"N", "S"}, {"E", "W"})
        self.rulings: dict[str, object] = {name: values[0] for name, values in RULING_VALUES.items()}
        for name, value in (rulings or {}).items():
            assert name == "round_limit" or value in (RULING_VALUES | VARIANT_VALUES)[name]
            if name in RULING_VALUES or value != VARIANT_VALUES[name][0]:
                self.rulings[name] = value
        self.round = 1
        self.phase = "start"
        self.turn: str | None = None
        self.order: list[str] = list(self.seats)
        self.sites: dict[str, str] = {}
        self.stacks: dict[str, list[str]] = {suit: all_tiles(suit) for suit in SUITS}
        self.kingdoms = {seat: read_kingdom({}) for seat in self.seats}
        self.acted: int | None = None
        self.king_changed = False
        self.attacks: set[tuple[str, str, str]] = set()  # by, on, kind
        self.time_up = False
        self.outcome: dict[str, Any] | None = None

    def _set_up(self, position: Mapping[str, Any]) -> None:
        """Put everything where a position has it (N.4)."""
        self.round = position.get("round", 1)
        self.phase = position["phase"]
        self.order = list(position.get("order", self.seats))
        if self.phase in ("control", "build", "leader"):
            self.turn = position.get("turn", self.order[0])
        self.sites = dict(position.get("sites", {}))
        given_stacks = position.get("stacks", {})
        for suit in SUITS:
            on_board = set(self.sites.values())
            rest = [tile for tile in all_tiles(suit) if tile not in on_board]
            self.stacks[suit] = list(given_stacks.get(suit, rest))
        for seat, fields in position["seats"].items():
            self.kingdoms[seat] = read_kingdom(fields)
        given_phase = position.get("leader_phase", {})
        self.acted = given_phase.get("acted")
        self.king_changed = given_phase.get("king_changed", False)
        self.attacks = {(attack["by"], attack["on"], attack["kind"]) for attack in given_phase.get("attacks", [])}
        self.time_up = position.get("time_up", False)
        self.outcome = position.get("outcome")

    def position(self) -> dict[str, Any]:
        """The position in the form of N.4, every field written out but `pending`."""
        written: dict[str, Any] = {
            "game": "middlesea",
            "round": self.round,
            "phase": self.phase,
            "order": list(self.order),
            "sites": {s: self.sites[s] for s in sorted(self.sites, key=site_order)},
            "stacks": {suit: list(self.stacks[suit]) for suit in SUITS},
            "seats": {s: write_kingdom(self.kingdoms[s]) for s in self.seats},
            "rulings": dict(self.rulings),
            "time_up": self.time_up,
        }
        if self.turn is not None:
            written["turn"] = self.turn
        if self.phase == "leader":
            attacks = sorted(
                self.attacks,
                key=lambda a: (SEATS.index(a[0]), SEATS.index(a[1]), KINDS.index(a[2])),
            )
            written["leader_phase"] = {
                "acted": self.acted,
                "king_changed": self.king_changed,
                "attacks": [{"by": b, "on": o, "kind": k} for b, o, k in attacks],
            }
        if self.outcome is not None:
            written["outcome"] = {
                **self.outcome,
                "winners": list(self.outcome["winners"]),
                "scores": dict(self.outcome["scores"]),
            }
        return written

    def _turns(self) -> Iterator[str]:
        """The seats from the one on turn to the last in dominance order (R-2)."""
        assert self.turn is not None
        for seat in self.order[self.order.index(self.turn) :]:
            self.turn = seat
            yield seat

    def _controller(self, site: str) -> str | None:
        """The holder of a site; a Capital always belongs to its seat (K-1, K-7)."""
        if is_capital(site):
            return seat_of(site)
        return next((seat for seat in self.seats if self.kingdoms[seat].holds(site)), None)

    def _cities(self, seat: str) -> set[str]:
        """The sites of the cities a seat controls (Y-4: without the Capital)."""
        return {site for site in self.sites if self.kingdoms[seat].holds(site)}

    def _home_cities(self, seat: str) -> set[str]:  # K-3
        return {site for site in self._cities(seat) if seat_of(site) == seat}

    def _value(self, site: str) -> int:
        return int(self.sites[site][1])  # Y-1

    def _suit(self, site: str) -> str:
        return tile_suit(self.sites[site])

    def _cities_by_suit(self, seat: str, suit: str) -> set[str]:
        return {site for site in self._cities(seat) if self._suit(site) == suit}

    def _put_under(self, tile: str) -> None:
        """To the bottom of the stack of the tile's own suit (BE-7, Z-10, AMB-7)."""
        self.stacks[tile_suit(tile)].append(tile)

    def _is_in_reach(self, seat: str, base: str, site: str) -> bool:
        """M-2, M-3, AMB-77, AMB-78, AMB-90: next to a place linked with the base."""
        kingdom = self.kingdoms[seat]
        for near in kingdom.network_from(base):
            if near == site:
                continue
            if is_capital(near) and not self.rulings["capital_adjacency"]:
                continue
            if are_adjacent(near, site):
                return True
            if near in kingdom.ports and is_coastal(site):
                return True
        return False

    def _score(self, seat: str) -> int:  # V-2, AMB-115, AMB-116
        kingdom = self.kingdoms[seat]
        cities = self._cities(seat)
        worth = sum(map(self._value, cities)) + sum(kingdom.ports.values())
        return (len(cities) - kingdom.unrest) * worth

    def _meets_trade(self, seat: str) -> bool:  # V-3, AMB-109, AMB-119
        kingdom = self.kingdoms[seat]
        if len(self._home_cities(seat)) < len(CITY_PLACES) or kingdom.inactive:
            return False
        if self.rulings.get("trade_abroad") and self._cities(seat) <= self._home_cities(seat):  # VA-1
            return False
        piers = self.rulings.get("trade_piers")  # VA-2
        if isinstance(piers, int) and sum(kingdom.ports.values()) < piers:
            return False
        if self.rulings["trade_reserve"] == "reserve":
            return True
        return RESERVE not in kingdom.places.values()

    def _meets_conquest(self, seat: str) -> bool:  # V-4, AMB-118
        home = self._home_cities(seat)
        provincial = self._cities(seat) - home
        continents = {seat_of(site) for site in provincial}
        opponents = set(self.seats) - {seat}
        enough = 0 if self.rulings.get("conquest_each") else 3  # VA-3
        return len(home) == len(CITY_PLACES) and len(provincial) >= enough and continents == opponents

    def _end_round(self) -> None:
        """V-5, V-6, AMB-112, AMB-117, AMB-121."""
        conquerors = [s for s in self.seats if self._meets_conquest(s)]
        traders = [s for s in self.seats if self._meets_trade(s)]
        if conquerors or traders:
            winners = self._best_of({*conquerors, *traders})
            by_conquest = any(seat in conquerors for seat in winners)
            self._finish("conquest" if by_conquest else "trade", winners, None)
        if self.time_up:
            self._finish("time", self._best_of(self.seats), None)
        limit = self.rulings["round_limit"]
        if isinstance(limit, int) and self.round >= limit:
            self._finish("rounds", self._best_of(self.seats), None)

    def _best_of(self, candidates: Iterable[str]) -> list[str]:
        """The seats with the highest score, in canonical order (AMB-113)."""
        score = {seat: self._score(seat) for seat in candidates}
        best = [s for s in self.seats if s in score and score[s] == max(score.values())]
        if self.rulings["score_tie"] == "dominance":
            return [min(best, key=self.order.index)]
        return best

    def _finish_with_loser(self, reason: str, loser: str) -> None:  # V-1, AMB-114
        opponents = [seat for seat in self.seats if seat != loser]
        self._finish(reason, self._best_of(opponents), loser)

    def _finish(self, reason: str, winners: list[str], loser: str | None) -> None:
        self.outcome = {  # N.5
            "reason": reason,
            "winners": winners,
            "loser": loser,
            "scores": {seat: self._score(seat) for seat in self.seats},
        }
        self.phase = "over"
        self.turn = None
        raise GameOver
