"""What makes one choice better than another, in words: the factors of a net that move the chances most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from kingdoms.core.factor import OTHERS, Factor, Figures
from kingdoms.core.knowledge import Knowledge, PlainKnowledge
from kingdoms.core.message import Said, message_json
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.nets import Net, own_net

MOST_FACTORS: Final = 3
LEAST_GAIN: Final = 0.03
"""The minimum gain of a factor, as a share of the game."""
DEALS: Final = 16
"""The number of deals of what is hidden from a seat."""
USUAL: Final = 0.75
"""The share of the deals in which a factor must speak for a choice."""

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
        return {"text": self.text, "said": message_json(self.said), "share": round(self.share, 4)}


def gains_of(
    knowledge: Knowledge, better: int, chosen: int, least: float, *, most: int = MOST_FACTORS, seed: int = 0
) -> tuple[Gain, ...]:
    """Return the factors that make a choice better than another one, the weightiest first.

    After each choice, the game's quick player goes on until all seats have had the same number of turns, and the game's net
    compares the two states that result. A factor's gain is the change in the seat's share if this factor alone is exchanged:
    the mean of both directions. In a game with secrets, this is done for several deals of what is hidden from the seat. The
    gain is their mean, a factor must speak for the choice in most deals, and the figures are those of a deal in the middle.

    There are no factors in games without a net or words for its features, if the game is over before all have had their turn,
    and if the net doesn't see at least the advantage `least`.

    Args:
        knowledge: the game's knowledge, set to the state before the choice; in a game with secrets, with the seat to move as
            its observer. Its working state changes.
        better: the better action.
        chosen: the other action.
        least: the advantage that the net must see between the two states, as a share of the game.
        most: the maximum number of factors.
        seed: the seed of chance.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> for action in ["first N", "explore suns N.FM", "road N.C N.FM", "end", "end"]:
        ...     state.apply_action(action)
        >>> better, chosen = (state.game.string_to_action(f"move {leader} N.FM") for leader in (5, 0))
        >>> gains_of(state.game.knowledge(state), better, chosen, least=0.05)[0].text
        "North's money: 10 goods and 4 gold instead of 5 goods and 4 gold"
    """
    net = own_net(knowledge.game)
    if net is None or not (pairs := _outcomes(knowledge, better, chosen, seed)):
        return ()
    comparison = _compare(knowledge, net, pairs)
    return comparison.all_gains(least, most)


def shortfalls_of(knowledge: Knowledge, better: int, chosen: int, least: float, *, seed: int = 0) -> tuple[Gain, ...]:
    """Return what a choice comes to in those factors that make another one better, the weightiest first.

    The words compare the state after all have had their turn with the present, not with the better choice, so they do not give
    that away. A factor that the choice does not change is left out. Without a net, the factors are in the order of the game,
    and only those count whose worth is known (see `Factor.worth`).

    Args:
        knowledge: as in `gains_of`.
        better: the better action.
        chosen: the action whose shortfalls are told.
        least: the advantage that the net must see between the two states, as a share of the game.
        seed: the seed of chance.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> for action in ["first N", "explore suns N.FM", "road N.C N.FM", "end", "end"]:
        ...     state.apply_action(action)
        >>> better, chosen = (state.game.string_to_action(f"move {leader} N.FM") for leader in (5, 0))
        >>> shortfalls_of(state.game.knowledge(state), better, chosen, least=0.05)[0].text
        "North's money: 5 goods and 4 gold instead of 3 goods and 3 gold"
    """
    if not (pairs := _outcomes(knowledge, better, chosen, seed)):
        return ()
    knowledge.start_over(Random(seed))
    present = knowledge.description()
    return _compare(knowledge, own_net(knowledge.game), pairs, present).all_gains(least)


def _outcomes(knowledge: Knowledge, better: int, chosen: int, seed: int) -> list[tuple[Description, Description]]:
    """Return the outcomes of the chosen and the better action, for each deal; none if there is nothing to compare."""
    game = knowledge.game
    pairs: list[tuple[Description, Description]] = []
    for deal in range(DEALS if game.has_secrets else 1) if game.factors() else ():
        described = [_describe_after_turns(knowledge, action, seed + deal) for action in (chosen, better)]
        if not described[0] or not described[1]:
            return []
        pairs.append((described[0], described[1]))
    return pairs


def _compare(
    knowledge: Knowledge, net: Net | None, pairs: Sequence[tuple[Description, Description]], present: Description | None = None
) -> _Comparison:
    """Return the comparison of the outcomes of two actions."""
    knowledge.start_over()
    state = knowledge.state.clone()
    return _Comparison(net, _DescriptionKnowledge(state, knowledge.features()), pairs, state.current_player(), present)


def _describe_after_turns(knowledge: Knowledge, action: int, seed: int) -> Description:
    """Return the description of a state in which all have had their turn after an action; () if there is none to evaluate."""
    rng = Random(seed)
    knowledge.start_over(rng)
    return knowledge.description() if knowledge.play_out(action, rng) else ()


class _DescriptionKnowledge(PlainKnowledge):
    """Knowledge of states that need not be possible, from their descriptions alone."""

    def __init__(self, state: State, names: Sequence[str]) -> None:
        self.names = names
        self.rows: Description = ()
        super().__init__(state)

    def features(self) -> Sequence[str]:
        return self.names

    def told(self, state: State, player: int) -> Sequence[int]:
        return self.rows[player]


class _Comparison:
    """Compares pairs of states as a seat's share in them.

    Args:
        net: the net; None to count all factors alike.
        knowledge: evaluates descriptions.
        pairs: the descriptions of a worse and a better state, for each deal.
        seat: the index of the seat.
        present: the description of the present state, if the worse states are told in comparison with it.
    """

    def __init__(
        self,
        net: Net | None,
        knowledge: _DescriptionKnowledge,
        pairs: Sequence[tuple[Description, Description]],
        seat: int,
        present: Description | None = None,
    ) -> None:
        self.net = net
        self.knowledge = knowledge
        self.pairs = pairs
        self.seat = seat
        self.present = present
        self.places: Mapping[str, int] = {name: i for i, name in enumerate(knowledge.names)}
        self.shares = [] if net is None else [(self._share(worse), self._share(better)) for worse, better in pairs]

    @property
    def advantage(self) -> float:
        """What the better states are worth more, on average."""
        return fmean(high - low for low, high in self.shares)

    def all_gains(self, least: float, most: int = MOST_FACTORS) -> tuple[Gain, ...]:
        """Return the gains of all factors of all seats, the weightiest first; none without the advantage `least`."""
        if self.net is not None and self.advantage < least:
            return ()
        game = self.knowledge.game
        gains = [gain for factor in game.factors() for of in range(game.num_players) for gain in self.gains(factor, of)]
        return tuple(sorted(gains, key=lambda gain: -gain.share)[:most])

    def gains(self, factor: Factor, of: int) -> list[Gain]:
        """Return the gain of one seat's factor as a list, which is empty if it is small, rare, or has no words."""
        figures = [tuple(self._figures(factor, described[of]) for described in pair) for pair in self.pairs]
        changes = self._changes(factor, figures, of)
        share = fmean(changes)
        if share < LEAST_GAIN:
            return []
        usual = [factor.is_in_favour(of == self.seat, *figure_pair) for figure_pair in figures]
        if sum(gain > 0 and fits for gain, fits in zip(changes, usual, strict=True)) < USUAL * len(changes):
            return []
        middle = sorted(range(len(changes)), key=lambda deal: changes[deal])[len(changes) // 2]
        worse, better = figures[middle]
        if self.present is not None:
            worse, better = self._figures(factor, self.present[of]), worse
        words = factor.tell(self.knowledge.game.seats[of], worse, better)
        return [Gain(words, share)] if words else []

    def _changes(self, factor: Factor, figures: Sequence[tuple[Figures, ...]], of: int) -> list[float]:
        """Return what a factor changes in each deal: as a share of the game or, without a net, 1 for any difference."""
        if self.net is None:
            return [float(factor.worth is not None and worse != better) for worse, better in figures]
        places = [self.places[name] for name in factor.features]
        return [
            self._exchange(pair, shares, places, of) if worse != better else 0.0
            for pair, shares, (worse, better) in zip(self.pairs, self.shares, figures, strict=True)
        ]

    def _figures(self, factor: Factor, row: Sequence[int]) -> Figures:
        return {name: row[self.places[name]] for name in factor.features}

    def _exchange(
        self, pair: tuple[Description, Description], shares: tuple[float, float], places: Sequence[int], of: int
    ) -> float:
        """Return the change of the seat's share if features are exchanged between two states: the mean of both directions."""
        worse, better = pair
        alone = self._share(self._exchange_features(worse, better, places, of)) - shares[0]
        without = shares[1] - self._share(self._exchange_features(better, worse, places, of))
        return (alone + without) / 2

    def _share(self, description: Description) -> float:
        assert self.net is not None
        self.knowledge.rows = description
        return self.net.evaluation(self.knowledge)[self.seat]

    def _exchange_features(self, base: Description, source: Description, places: Sequence[int], of: int) -> Description:
        """Return a description with one seat's features from another; the sums of its rivals change with them."""
        rows = [list(row) for row in base]
        for at in places:
            total = self.places[OTHERS + self.knowledge.names[at]]
            more = source[of][at] - base[of][at]
            for number, row in enumerate(rows):
                row[at if number == of else total] += more
        return rows
