"""Numbers that describe a state, for studies of many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.core.state import State


@dataclass(frozen=True)
class Measure:
    """A number that each seat has in any state.

    Attributes:
        about: the meaning of the measure in a few words, for the labels of plots.
        explains: whether studies estimate what the measure is worth. False for a sum of other measures, which would be counted
            twice.
    """

    about: str
    explains: bool = True


class Measures:
    """The measures of a game, for studies. This base class only counts rounds; `Game.measures` returns those of a game.

    Measures are taken from the full state, including secrets, because studies analyse finished games.

    Attributes:
        columns: name -> measure; names are in snake case, like `home_cities`.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2)
        >>> measures, state = game.measures(), game.new_initial_state()
        >>> dict(zip(measures.columns, measures.of(state)[0]))["goods"]
        4
    """

    columns: ClassVar[Mapping[str, Measure]] = {}

    def beat(self, state: State) -> int:
        """Return a number that changes at the end of each round or, if `beats` is more than 1, of each turn."""
        return state.view(None).round or 0

    def beats(self, game: Game) -> int:
        """Return the number of changes of `beat` in a round, in which every seat has the same number of turns."""
        return 1

    def of(self, state: State) -> Sequence[Sequence[float]]:
        """Return the values of `columns`, in order, for each seat, in the order of `game.seats`."""
        return [()] * state.game.num_players
