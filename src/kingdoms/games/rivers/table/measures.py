"""Measures of a table for studies of many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kingdoms.core.game import Game
from kingdoms.core.measures import Measure, Measures
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS
from kingdoms.games.rivers.table.facts import Dynasty
from kingdoms.games.rivers.table.position import write_monuments


class RiversMeasures(Measures):
    """Measures of each dynasty's gains and the position of its leaders; they include hidden points and hands."""

    columns: ClassVar[Mapping[str, Measure]] = {
        **{f"{colour}_points": Measure(f"{colour} points") for colour in COLOURS},
        "treasures": Measure("treasures"),
        "weakest": Measure("points of the weakest colour", explains=False),
        "spread": Measure("points of the strongest colour above the weakest", explains=False),
        "leaders": Measure("leaders on the board"),
        "kingdoms": Measure("kingdoms with one of its leaders"),
        "supporters": Measure("tiles that support its leaders"),
        "temples": Measure("temples next to its leaders"),
        "monument_income": Measure("points per turn from monuments"),
        "by_wonder": Measure("king in the kingdom of the wonder"),
        "hand": Measure("tiles in hand", explains=False),
        "catastrophes": Measure("catastrophes left"),
    }

    def beat(self, state: Any) -> int:
        """Return the number of the active seat."""
        turn: int = state.turn
        return turn

    def beats(self, game: Game) -> int:
        """Return the number of turns in a round: one for each seat."""
        return game.num_players

    def of(self, state: Any) -> list[tuple[float, ...]]:
        """Return the measures of each seat, in the order of `columns`."""
        view = state.game.open_view(state, None)
        home = {cell: number for number, kingdom in enumerate(view.kingdoms) for cell in kingdom.cells}
        monuments = [(pair.split("-"), home.get(corner)) for pair, corner in write_monuments(state).items()]
        wonder = home.get("" if state.wonder < 0 else CELLS[state.wonder])
        return [_seat_measures(view.dynasties[seat], monuments, wonder) for seat in view.seats]


def _seat_measures(dynasty: Dynasty, monuments: list[tuple[list[str], int | None]], wonder: int | None) -> tuple[float, ...]:
    points, hand, score = dynasty.points or {}, dynasty.hand or {}, dynasty.score or [0]
    standing = [leader for leader in dynasty.leaders.values() if leader.cell is not None]
    income = sum(leader.colour in pair and leader.kingdom == kingdom for pair, kingdom in monuments for leader in standing)
    kings = [leader.kingdom for leader in standing if leader.office == "king"]
    return (
        *(points[colour] for colour in COLOURS),
        dynasty.treasures or 0,
        score[0],
        max(points.values()) - min(points.values()),
        len(standing),
        len({leader.kingdom for leader in standing}),
        sum(leader.supporters for leader in standing),
        sum(leader.temples for leader in standing),
        income,
        int(wonder is not None and wonder in kings),
        sum(hand.values()),
        dynasty.catastrophes,
    )
