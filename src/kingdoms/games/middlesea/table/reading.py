"""Reading positions (N.4). A malformed or impossible position raises an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.errors import shown, suggest
from kingdoms.core.fields import a_bool, a_list, a_number, a_word, an_object, fail
from kingdoms.core.game import Game
from kingdoms.core.position import PositionReader
from kingdoms.games.middlesea.engine import codes, pieces, routes
from kingdoms.games.middlesea.engine.geometry import (
    COAST,
    SEATS,
    SITE_NUMBER,
    SITES,
    SUITS,
    TILE_NUMBER,
    TILES,
    edge_between,
)
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.pending import FIELDS, READERS, read_outcome
from kingdoms.games.middlesea.table.position import KINDS, PHASES

SEAT_FIELDS: Final = ("king", "goods", "gold", "unrest", "leaders", "roads", "ports")
FIRST_STAGE: Final = (*(codes.FIRST, codes.PAY, codes.RANK, codes.PRODUCE, codes.BUILDING, codes.LEADING, codes.FINISHED),)
"""The first stage of each phase."""


class Reader(PositionReader):
    """A reader of one position."""

    fields = (
        *("game", "round", "phase", "turn", "order", "sites", "stacks", "seats", "rulings"),
        *("leader_phase", "time_up", "pending", "outcome"),
    )
    pending_fields = FIELDS
    pending_word = "decision"

    def __init__(self, position: object, rules: type[Game]) -> None:
        super().__init__(position, rules)
        state = self.game.new_initial_state()
        assert isinstance(state, State)
        self.state = state
        self.seats = [SEATS.index(seat) for seat in self.game.seats]

    def read(self) -> State:
        """Return the state, before any automatic steps."""
        state = self.state
        state.phase = a_word(self.position["phase"], "phase", PHASES)
        state.round_number = a_number(self.position.get("round", 1), "round", 1, codes.LAST_ROUND)
        state.time_up = a_bool(self.position.get("time_up", False), "time_up")
        self.read_order()
        self.read_sites()
        self.read_stacks()
        for name, value in self.position["seats"].items():
            self.read_seat(SEATS.index(name), an_object(value, f"seats.{name}", SEAT_FIELDS))
        self.check_control()
        self.read_leader_phase()
        state.stage = FIRST_STAGE[state.phase]
        state.asked = state.phase in (codes.START, codes.OVER)
        read_outcome(state, self.position.get("outcome"))
        pending = self.read_pending()
        if pending is not None:
            kind, given = pending
            READERS[kind](state, given)
            state.asked = 1
        return state

    def seat(self, value: object, where: str) -> int:
        """Return the number of a seat in this game."""
        return SEATS.index(self.seat_name(value, where))

    def site(self, value: object, where: str) -> int:
        """Return the number of a site in this game."""
        if not isinstance(value, str) or value not in SITE_NUMBER:
            raise fail(where, f"there is no site {shown(value)}{suggest(value, SITES)}; sites are named like S.FL")
        if value[0] not in self.game.seats:
            raise fail(where, f"{value} isn't in this game: {value[0]} isn't playing", "S-7")
        return SITE_NUMBER[value]

    def city_site(self, value: object, where: str) -> int:
        """Return the number of a site in this game that has a city."""
        site = self.site(value, where)
        if not self.state.city[site]:
            what = "is a Capital, where only its king stands" if site % 6 == 0 else "has no city"
            raise fail(where, f"{value} {what}", "Y-4" if site % 6 == 0 else "K-1")
        return site

    def read_order(self) -> None:
        """Read the order of dominance, and the seat on turn."""
        state = self.state
        given = self.position.get("order")
        if given is not None:
            order = [self.seat(value, "order") for value in a_list(given, "order")]
            if sorted(order) != self.seats:
                raise fail("order", f"must list each of {', '.join(self.game.seats)} once")
            state.order = order + [0] * (4 - len(order))
        turn = self.position.get("turn")
        if turn is not None:
            seat = self.seat(turn, "turn")
            if state.phase in (codes.CONTROL, codes.BUILD, codes.LEADER):
                state.turn = state.order.index(seat)

    def read_sites(self) -> None:
        """Read the cities on the board."""
        seen: dict[str, str] = {}
        for name, tile in an_object(self.position.get("sites", {}), "sites").items():
            site = self.site(name, "sites")
            where = f"sites.{name}"
            if site % 6 == 0:
                raise fail(where, "a Capital is not a site for a city", "Y-4")
            if not isinstance(tile, str) or tile not in TILE_NUMBER:
                raise fail(where, f"there is no tile {shown(tile)}{suggest(tile, TILE_NUMBER)}; tiles are named like S3")
            if tile in seen:
                raise fail(where, f"the tile {tile} already lies at {seen[tile]}", "S-3")
            seen[tile] = name
            pieces.put_city(self.state, site, TILE_NUMBER[tile])

    def read_stacks(self) -> None:
        """Read the stacks, and check that stacks and board together hold each tile once."""
        on_board = set(self.state.city)
        given = an_object(self.position.get("stacks", {}), "stacks", SUITS)
        stacks = []
        for suit, name in enumerate(SUITS):
            left = [TILES[number] for number in range(5 * suit + 1, 5 * suit + 6) if number not in on_board]
            tiles = a_list(given.get(name, left), f"stacks.{name}")
            for tile in tiles:
                if tile not in left:
                    is_there = isinstance(tile, str) and TILE_NUMBER.get(tile) in on_board
                    why = "lies on the board" if is_there else "does not belong here"
                    raise fail(f"stacks.{name}", f"{shown(tile)} {why}", "S-4")
                if tiles.count(tile) > 1:
                    raise fail(f"stacks.{name}", f"{tile} is listed twice", "S-3")
            for tile in left:
                if tile not in tiles:
                    raise fail(f"stacks.{name}", f"{tile} is missing: it is not on the board either", "S-3")
            stacks.append(sum(int(tile[1]) << 3 * depth for depth, tile in enumerate(tiles)))
        self.state.stacks = stacks

    def read_seat(self, seat: int, given: Mapping[str, Any]) -> None:
        """Read the data of one seat."""
        state, name = self.state, f"seats.{SEATS[seat]}"
        most_unrest = 5 if state.phase == codes.OVER else 4
        for column, default, most, clause in (
            ("goods", 4, codes.MOST_MONEY, "S-8"),
            ("gold", 4, codes.MOST_MONEY, "S-8"),
            ("king", 1, 5, "L-1"),
            ("unrest", 0, most_unrest, "U-1" if most_unrest == 5 else "U-4"),
        ):
            values = getattr(state, column)
            values[seat] = a_number(given.get(column, default), f"{name}.{column}", 0, most, clause)
            setattr(state, column, values)
        place = state.place
        place[6 * seat : 6 * seat + 6] = [codes.RESERVE] * 6
        place[6 * seat + state.king[seat]] = codes.THRONE
        state.place = place
        for leader, where in an_object(given.get("leaders", {}), f"{name}.leaders").items():
            self.read_leader(seat, leader, where)
        self.read_roads(seat, a_list(given.get("roads", []), f"{name}.roads"))
        self.read_ports(seat, an_object(given.get("ports", {}), f"{name}.ports"))
        routes.refresh(state, seat)

    def read_leader(self, seat: int, key: object, value: object) -> None:
        """Read the place of one leader."""
        state, where = self.state, f"seats.{SEATS[seat]}.leaders"
        leader = a_word(key, where, ("0", "1", "2", "3", "4", "5"))
        where += f".{leader}"
        if leader == state.king[seat]:
            raise fail(where, "this leader is the king: it stands in the Capital", "L-2")
        if value == "reserve":
            return
        if not isinstance(value, str):
            raise fail(where, f'must be a site, a site with "-" behind it (inactive), or "reserve", not {shown(value)}')
        site = self.city_site(value.removesuffix("-"), where)
        for other in range(4):
            if state.governed[other] >> site & 1:
                raise fail(where, f"{SITES[site]} already has a leader ({SEATS[other]})", "L-7")
        routes.station(state, seat, leader, site)
        active = state.active
        active[seat] |= (not value.endswith("-")) << leader
        state.active = active

    def read_roads(self, seat: int, given: list[Any]) -> None:
        """Read a seat's roads."""
        state, where = self.state, f"seats.{SEATS[seat]}.roads"
        roads = state.roads
        for value in given:
            ends = value.split("-") if isinstance(value, str) else []
            if len(ends) != 2:
                raise fail(where, f'{shown(value)} is not a road: roads are written like "S.C-S.FL"')
            sites = [self.site(end, where) for end in ends]
            edge = edge_between(*sites)
            if edge < 0:
                apart = sites[0] // 6 != sites[1] // 6
                what = "joins two continents" if apart else "does not join adjacent sites"
                raise fail(where, f"{value} {what}", "BR-5" if apart else "BR-2")
            for site in sites:
                if site % 6:
                    self.city_site(SITES[site], where)
                elif site != 6 * seat:
                    raise fail(where, f"{value} ends at the Capital of {SEATS[site // 6]}", "BR-1")
            if roads[4 * seat + sites[0] // 6] >> edge & 1:
                raise fail(where, f"{value} is listed twice", "AMB-32")
            roads[4 * seat + sites[0] // 6] |= 1 << edge
        state.roads = roads

    def read_ports(self, seat: int, given: Mapping[str, Any]) -> None:
        """Read a seat's ports."""
        state, where = self.state, f"seats.{SEATS[seat]}.ports"
        ports, piers = state.ports, state.piers
        for name, count in given.items():
            site = self.city_site(name, where)
            if not COAST >> site & 1:
                raise fail(where, f"{name} is not on the coast", "Y-6")
            if piers[site]:
                raise fail(where, f"{name} already has a port", "K-7")
            piers[site] = a_number(count, f"{where}.{name}", 1, 5, "BP-2")
            ports[seat] |= 1 << site
        state.ports, state.piers = ports, piers

    def check_control(self) -> None:
        """Raise an error if a city has two controllers."""
        held = self.state.held
        for site in range(24):
            holders = [SEATS[seat] for seat in range(4) if held[seat] >> site & 1]
            if len(holders) > 1:
                raise fail("seats", f"{' and '.join(holders)} both control {SITES[site]}", "K-7")

    def read_leader_phase(self) -> None:
        """Read the progress of the leader phase."""
        state = self.state
        given = self.position.get("leader_phase")
        if given is None:
            return
        if state.phase != codes.LEADER:
            raise fail("leader_phase", 'is allowed only in the phase "leader"')
        given = an_object(given, "leader_phase", ("acted", "king_changed", "attacks"))
        acted = given.get("acted")
        if acted is not None:
            state.acted = a_number(acted, "leader_phase.acted", 0, 5)
        state.king_changed = a_bool(given.get("king_changed", False), "leader_phase.king_changed")
        for entry in a_list(given.get("attacks", []), "leader_phase.attacks"):
            where = "leader_phase.attacks"
            attack = an_object(entry, where, ("by", "on", "kind"))
            by, on = self.seat(attack.get("by"), f"{where}.by"), self.seat(attack.get("on"), f"{where}.on")
            kind = a_word(attack.get("kind"), f"{where}.kind", KINDS)
            if by == on:
                raise fail(where, f"{SEATS[by]} can't attack itself", "AMB-85")
            if state.attacks >> (8 * by + 4 * kind + on) & 1:
                raise fail(where, f"{KINDS[kind]} by {SEATS[by]} on {SEATS[on]} is listed twice", "FT-4")
            state.attacks |= 1 << (8 * by + 4 * kind + on)
