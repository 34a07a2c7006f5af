"""What makes one choice better than another, in words: the factors of a net that move the chances most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.factor import OTHERS, Factor
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.core.message import Said, said_json
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.nets import Net, own_net

MOST_FACTORS: Final = 3
LEAST_GAIN: Final = 0.03
"""The minimum gain of a factor, as a share of the game."""

Description = Sequence[Sequence[int]]
"""The features of all seats, as `Knowledge.description` returns them."""


@dataclass(frozen=True)
class Gain:
    """A factor in favour of a choice.

    Attributes:
        said: what it changes, as in "North's goods: 7 instead of 3"; a message, if the game has one.
        share: how much of the game it is worth to the seat.
    """

    said: Said
    share: float

    @property
    def text(self) -> str:
        """The text of what it changes."""
        return str(self.said)

    def to_json(self) -> dict[str, Any]:
        """Return the gain as JSON data."""
        return {"text": self.text, "said": said_json(self.said), "share": round(self.share, 4)}


def gains_of(state: State, better: int, chosen: int, least: float, seed: int = 0) -> tuple[Gain, ...]:
    """Return the factors that make a choice better than another one, the weightiest first.

    After each choice, the game's quick player goes on until all seats have had the same number of turns, and the game's net
    compares the two states that result. A factor's gain is the change in the seat's share if this factor alone is exchanged:
    the mean of both directions. There are no factors in games with secrets, in games without a net or words for its features,
    if the game is over before all have had their turn, and if the net doesn't see at least the advantage `least`.

    Args:
        state: the state before the choice.
        better: the better action.
        chosen: the other action.
        least: the advantage that the net must see between the two states, as a share of the game.
        seed: the seed of chance.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> for action in ["first N", "explore suns N.FM", "road N.C N.FM", "end", "end"]:
        ...     state.apply_action(action)
        >>> better, chosen = (state.game.string_to_action(f"move {leader} N.FM") for leader in (5, 0))
        >>> gains_of(state, better, chosen, least=0.05)[0].text
        "North's money: 10 goods and 4 gold instead of 5 goods and 4 gold"
    """
    game = state.game
    net, seat = own_net(game), state.current_player()
    if game.has_secrets or net is None or not game.factors():
        return ()
    knowledge = game.knowledge(state)
    described: list[Description] = []
    for action in (chosen, better):
        knowledge.begin(state)
        if not knowledge.play_out(action, Random(seed)):
            return ()
        described.append(knowledge.description())
    comparison = _Comparison(net, _Described(state, knowledge.features()), described[0], described[1], seat)
    if comparison.advantage < least:
        return ()
    found = [gain for factor in game.factors() for of in range(game.num_players) for gain in comparison.gains(factor, of)]
    return tuple(sorted(found, key=lambda gain: -gain.share)[:MOST_FACTORS])


class _Described(PlainKnowledge):
    """Knowledge of states that need not be possible, from their descriptions alone.

    Args:
        state: any state of the game.
        names: the names of the features.
    """

    def __init__(self, state: State, names: Sequence[str]) -> None:
        self.names = names
        self.rows: Description = ()
        super().__init__(state)

    def features(self) -> Sequence[str]:
        """Return the names of the features."""
        return self.names

    def told(self, state: State, player: int) -> Sequence[int]:
        """Return what the description has for a seat."""
        return self.rows[player]


class _Comparison:
    """Compares two states as a seat's share in them.

    Args:
        net: the net.
        knowledge: evaluates descriptions.
        worse: the description of one state.
        better: the description of the other.
        seat: the index of the seat.
    """

    def __init__(self, net: Net, knowledge: _Described, worse: Description, better: Description, seat: int) -> None:
        self.net = net
        self.knowledge = knowledge
        self.worse = worse
        self.better = better
        self.seat = seat
        self.places: Mapping[str, int] = {name: i for i, name in enumerate(knowledge.names)}
        self.low = self._share(worse)
        self.high = self._share(better)

    @property
    def advantage(self) -> float:
        """What the better state is worth more."""
        return self.high - self.low

    def gains(self, factor: Factor, of: int) -> list[Gain]:
        """Return the gain of one seat's factor as a list, which is empty if it is small or has no words."""
        rows = [[described[of][self.places[name]] for name in factor.features] for described in (self.worse, self.better)]
        if rows[0] == rows[1]:
            return []
        alone = self._share(self._exchanged(self.worse, self.better, factor, of)) - self.low
        without = self.high - self._share(self._exchanged(self.better, self.worse, factor, of))
        share = (alone + without) / 2
        figures = [dict(zip(factor.features, row, strict=True)) for row in rows]
        said = factor.tell(self.knowledge.game.seats[of], figures[0], figures[1]) if share >= LEAST_GAIN else ""
        return [Gain(said, share)] if said else []

    def _share(self, description: Description) -> float:
        """Return the seat's share."""
        self.knowledge.rows = description
        return self.net.evaluation(self.knowledge)[self.seat]

    def _exchanged(self, base: Description, other: Description, factor: Factor, of: int) -> Description:
        """Return a description with one seat's factor from another; the sums of its rivals change with it."""
        rows = [list(row) for row in base]
        for name in factor.features:
            at, total = self.places[name], self.places[OTHERS + name]
            more = other[of][at] - base[of][at]
            for number, row in enumerate(rows):
                row[at if number == of else total] += more
        return rows
