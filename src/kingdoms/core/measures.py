"""What lies on a table in numbers, for studies of many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.core.state import State


@dataclass(frozen=True)
class Measure:
    """A number that each seat has at any moment.

    Attributes:
        about: what it counts, in a few words, as the label of a plot.
        explains: whether a study asks what more of it is worth. Leave it out for what others add up to, or the same number
            would be counted twice.
    """

    about: str
    explains: bool = True


class Measures:
    """What a game tells studies about its tables. This one tells nothing but rounds; a game gives its own (`Game.measures`).

    Everything is told of the state itself, secrets included: studies look at it when nobody plays any more.

    Attributes:
        columns: what is measured, by a name that is written like `home_cities`.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2)
        >>> measures, state = game.measures(), game.new_initial_state()
        >>> dict(zip(measures.columns, measures.of(state)[0]))["goods"]
        4
    """

    columns: ClassVar[Mapping[str, Measure]] = {}

    def beat(self, state: State) -> int:
        """Return a number that changes when a round ends; or when a turn ends, if `beats` is more than 1."""
        return state.view(None).round or 0

    def beats(self, game: Game) -> int:
        """Return how many changes of `beat` make a round, in which all seats have had the same number of turns."""
        return 1

    def of(self, state: State) -> Sequence[Sequence[float]]:
        """Return for each seat, in the order of `game.seats`, what is measured, in the order of `columns`."""
        return [()] * state.game.num_players
