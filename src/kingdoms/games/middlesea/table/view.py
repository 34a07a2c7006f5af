"""The view of a seat: the whole table, because the game hides nothing (S-8, AMB-24)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from kingdoms.core.answers import Alert, PlainAlert
from kingdoms.core.rng import Random
from kingdoms.core.view import View as CoreView
from kingdoms.games.middlesea.engine import codes, control, dominance, pieces, threats, victory
from kingdoms.games.middlesea.engine.geometry import SEATS, SITES, SUITS, TILES, TYPES, home, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table import alerts
from kingdoms.games.middlesea.table.facts import City, Facts, Goals, Kingdom, Leader
from kingdoms.games.middlesea.table.position import PHASES, road_names, stack_tiles, write_position
from kingdoms.games.middlesea.texts import SEAT_NAMES


class _Progress(NamedTuple):
    """A seat's progress towards a victory: cities, active leaders, and how close it is by trade or conquest, from 0 to 1."""

    home: int
    awake: int
    abroad: int
    closeness: float


class View(CoreView):
    """The view of a game from one seat at one moment, computed on demand.

    Examples:
        >>> import kingdoms
        >>> view = kingdoms.load_game("middlesea", seats=2).new_initial_state().view("N")
        >>> view.kingdoms["N"].goods, view.kingdoms["N"].king, view.stacks["suns"][0]
        (4, 1, 'S1')
    """

    _state: State

    def __init__(self, state: State, seat: str | None = None) -> None:
        super().__init__(state.clone(), seat)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._state.round_number

    @property
    def phase(self) -> str:
        """The phase (R-1), or "start" or "over"."""
        return PHASES[self._state.phase]

    @property
    def turn(self) -> str | None:
        """The seat on turn in the control, build or leader phase, None in other phases."""
        if self._state.phase not in (codes.CONTROL, codes.BUILD, codes.LEADER):
            return None
        return SEATS[self._state.order[self._state.turn]]

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in order of dominance."""
        return tuple(SEATS[seat] for seat in self._state.order[: self._state.seats])

    @property
    def time_up(self) -> bool:
        """Whether the time limit has passed."""
        return bool(self._state.time_up)

    @cached_property
    def scores(self) -> dict[str, int]:
        """The scores by seat (V-2)."""
        return {seat: victory.score(self._state, SEATS.index(seat)) for seat in self.seats}

    @cached_property
    def kingdoms(self) -> dict[str, Kingdom]:
        """The kingdoms by seat."""
        state = self._state
        # each access to an array of a compiled state copies it
        goods, gold, unrest, king, roads = state.goods, state.gold, state.unrest, state.king, state.roads
        ports, piers, cities = state.ports, state.piers, state.controlled_sites
        kingdoms, progress_by_seat = {}, self._progress(cities)
        best = max(progress_by_seat.values(), key=lambda progress: progress.closeness).closeness or None
        for seat, progress in progress_by_seat.items():
            name = SEATS[seat]
            kingdoms[name] = Kingdom(
                seat=name,
                name=SEAT_NAMES[name],
                goods=goods[seat],
                gold=gold[seat],
                unrest=unrest[seat],
                king=king[seat],
                leaders=self._leaders[seat],
                roads=_road_names(*roads[4 * seat : 4 * seat + 4]),
                ports={SITES[site]: piers[site] for site in sites_in(ports[seat])},
                cities=tuple(SITES[site] for site in sites_in(cities[seat])),
                control_value=control.control_value(state, seat),
                excess=control.excess(state, seat),
                dominance=dominance.dominance_score(state, seat),
                score=victory.score(state, seat),
                yield_goods=threats.suit_production(state, seat, codes.SUNS),
                yield_gold=threats.suit_production(state, seat, codes.CROWNS),
                home=progress.home,
                awake=progress.awake,
                abroad=progress.abroad,
                leads=progress.closeness == best,
            )
        return kingdoms

    @property
    def goals(self) -> Goals:
        """What a victory takes."""
        return _goals(len(self.seats), bool(self.game.rulings.get("conquest_each")))

    @cached_property
    def cities(self) -> dict[str, City]:
        """The cities on the board, by site."""
        tiles, piers = self._state.city, self._state.piers
        return {SITES[site]: self._city(site, tile, piers[site]) for site, tile in enumerate(tiles) if tile}

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        """The tiles of each stack, top first."""
        return {suit: stack_tiles(number, self._state.stacks[number]) for number, suit in enumerate(SUITS)}

    @property
    def attack(self) -> tuple[str, str] | None:
        """The sites of the attacking garrison or temple and of its target; None if there is no attack."""
        state = self._state
        if state.target < 0:
            return None
        return SITES[state.place[6 * state.order[state.turn] + state.acted]], SITES[state.target]

    @property
    def rebelling(self) -> tuple[str, ...]:
        """The cities in rebellion."""
        return tuple(SITES[site] for site in sites_in(self._state.revolted & (self._state.rebelling or -1)))

    @cached_property
    def alerts(self) -> tuple[Alert, ...]:
        """Alerts of how the game may soon end; the ones about this round come first."""
        return alerts.alerts(self._state)

    def facts(self) -> Facts:
        """Return the view as plain data."""
        return Facts(
            **self.common_facts(),
            round=self.round,
            turn=self.turn,
            order=self.order,
            time_up=self.time_up,
            kingdoms=self.kingdoms,
            goals=self.goals,
            cities=self.cities,
            stacks=self.stacks,
            attack=self.attack,
            attack_total=None if self.attack is None else self._state.attack_total,
            acted=None if self._state.phase != codes.LEADER or self._state.acted < 0 else self._state.acted,
            rebelling=self.rebelling,
            rebels_left=self._state.to_choose if self.decision == "rebel" else None,
            alerts=tuple(map(PlainAlert.from_alert, self.alerts)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data: the position (N.4)."""
        return write_position(self._state)

    def sample(self, rng: Random) -> State:
        """Return a state that agrees with the view; in this game there is only one."""
        return self._state.clone()

    @cached_property
    def _leaders(self) -> dict[int, tuple[Leader, ...]]:
        """The leaders of each seat. Cached, because each access to an array of a compiled state copies it."""
        place, active = self._state.place, self._state.active
        return {
            seat: tuple([_leader(leader, place[6 * seat + leader], bool(active[seat] >> leader & 1)) for leader in range(6)])
            for seat in map(SEATS.index, self.seats)
        }

    def _city(self, site: int, tile: int, piers: int) -> City:
        holder = pieces.holder(self._state, site)
        leader = pieces.leader_at(self._state, holder, site) if holder >= 0 else -1
        return _city(site, tile, holder, None if leader < 0 else self._leaders[holder][leader], piers)

    def _progress(self, cities: list[int]) -> dict[int, _Progress]:
        """Return the progress of each seat, given the cities that each holds."""
        progress, goals = {}, self.goals
        for seat in map(SEATS.index, self.seats):
            home_cities = (cities[seat] & home(seat)).bit_count()
            awake, abroad = victory.awake(self._state, seat), cities[seat].bit_count() - home_cities
            conquest = (home_cities + min(abroad, goals.abroad)) / (goals.home + goals.abroad)
            closeness = max((home_cities + awake) / (goals.home + goals.awake), conquest) if home_cities else 0.0
            progress[seat] = _Progress(home_cities, awake, abroad, closeness)
        return progress


@lru_cache
def _goals(seats: int, is_each: bool) -> Goals:
    return Goals(home=5, awake=6, abroad=seats - 1 if is_each else 3, unrest=5)


@lru_cache(maxsize=1000)
def _road_names(*masks: int) -> tuple[str, ...]:
    """Return the names of a seat's roads, given as masks by continent."""
    return tuple(road_names(list(masks)))


# few distinct values exist, and a view has dozens of them
@lru_cache(maxsize=1000)
def _leader(leader: int, place: int, is_active: bool) -> Leader:
    """Return one leader at a place; `is_active` matters only in a city."""
    if place >= codes.RESERVE:
        return Leader(leader, "reserve" if place == codes.RESERVE else "king", True)
    return Leader(leader, SITES[place], is_active)


@lru_cache(maxsize=10_000)
def _city(site: int, tile: int, holder: int, leader: Leader | None, piers: int) -> City:
    suit = (tile - 1) // 5
    return City(
        site=SITES[site],
        tile=TILES[tile],
        suit=SUITS[suit],
        kind=TYPES[suit],
        value=(tile - 1) % 5 + 1,
        holder=None if holder < 0 else SEATS[holder],
        leader=leader,
        piers=piers,
    )
