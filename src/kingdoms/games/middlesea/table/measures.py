"""The measures of a table, for studies of many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kingdoms.core.measures import Measure, Measures
from kingdoms.games.middlesea.engine.geometry import TYPES
from kingdoms.games.middlesea.table.facts import City, Kingdom

PLURALS: Final = {kind: f"{kind}s" for kind in TYPES}


class MiddleSeaMeasures(Measures):
    """Measures of each kingdom's possessions, income and cities; values are the ones printed on the tiles."""

    columns: ClassVar[Mapping[str, Measure]] = {
        **{plural: Measure(plural) for plural in PLURALS.values()},
        **{f"{kind}_value": Measure(f"value of {plural} above 1 each") for kind, plural in PLURALS.items()},
        "abroad": Measure("cities on other continents"),
        "cities": Measure("cities", explains=False),
        "value": Measure("value of all cities", explains=False),
        "home_cities": Measure("cities at home", explains=False),
        "king": Measure("value of the king"),
        "leaders": Measure("leaders on the board"),
        "active": Measure("active leaders on the board"),
        "ports": Measure("ports"),
        "piers": Measure("piers", explains=False),
        "roads": Measure("roads"),
        "goods": Measure("goods"),
        "gold": Measure("gold"),
        "earns_goods": Measure("goods per round"),
        "earns_gold": Measure("gold per round"),
        "control": Measure("cities that the king holds for free", explains=False),
        "unrest": Measure("unrest"),
        "dominance": Measure("seats lower in dominance"),
    }

    def beat(self, state: Any) -> int:
        """Return the round number."""
        round_number: int = state.round_number
        return round_number

    def of(self, state: Any) -> list[tuple[float, ...]]:
        """Return the measures of each seat, in the order of `columns`."""
        view = state.view(None)
        cities, order = view.cities, view.order
        return [_measured(view.kingdoms[seat], cities, len(order) - 1 - order.index(seat)) for seat in view.seats]


def _measured(kingdom: Kingdom, cities: Mapping[str, City], behind: int) -> tuple[float, ...]:
    own_cities = [cities[site] for site in kingdom.cities]
    kinds = {kind: [city.value for city in own_cities if city.kind == kind] for kind in TYPES}
    abroad = sum(not city.site.startswith(f"{kingdom.seat}.") for city in own_cities)
    on_board = [leader for leader in kingdom.leaders if leader.place not in ("reserve", "king")]
    earning = [city for city in own_cities if city.leader is not None and city.leader.active]
    return (
        *map(len, kinds.values()),
        *(sum(values) - len(values) for values in kinds.values()),
        abroad,
        len(own_cities),
        sum(city.value for city in own_cities),
        len(own_cities) - abroad,
        kingdom.king,
        len(on_board),
        sum(leader.active for leader in on_board),
        len(kingdom.ports),
        sum(kingdom.ports.values()),
        len(kingdom.roads),
        kingdom.goods,
        kingdom.gold,
        kingdom.king + _yield(earning, "market"),
        kingdom.king + _yield(earning, "mine"),
        kingdom.control_value,
        kingdom.unrest,
        behind,
    )


def _yield(cities: list[City], kind: str) -> int:
    """Return the yield per round of the cities of a kind, which all have active leaders (P-2)."""
    return sum(city.value + city.leader.value for city in cities if city.kind == kind and city.leader is not None)
