"""A game's knowledge of good play: priors, playout policy and evaluation, for search, bots and studies."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdoms.core import constants
from kingdoms.core.moves import Moves
from kingdoms.core.python_state import raise_failure
from kingdoms.core.rng import Random
from kingdoms.core.state import State

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.view import View

NOBODY = -1
"""The value of `Knowledge.observer` if nothing is hidden."""
MOST_TOLD = 255
"""The largest number that a net reads, either way."""
MOST_PLAYED = 1000
"""The most actions of a game that is played out."""


class Knowledge:
    """Knowledge of good play in one game, together with a working state.

    Each search thread has its own instance: it plays actions on `state`, then queries the knowledge. `Game.knowledge` returns
    the instance for a game; games without knowledge use `PlainKnowledge`.

    Compiled code calls the methods from `restore` to `make_room` directly, without Python in between. They must not raise, and
    they store their results in `shares`, `weights` and `inputs`. Python code calls `policy`, `evaluation` and `decide` instead.

    Args:
        state: any state of the game; `begin` sets the state to analyse.

    Attributes:
        game: the game.
        state: the working state.
        seats: the number of seats.
        observer: the seat to think for, as an index into `game.seats`; `NOBODY` if nothing is hidden.
        secrets: 1 if seats may have different information, else 0.
        shares: the share of the game that each seat can expect; their sum is 1.
        weights: the prior weight of each choice, 0 or more; their sum is positive, not necessarily 1.
        greedy: the share of all weights, below 1, that the greedy choice gets before the rest is divided.
        inputs: a net's inputs for the working state, seat by seat (see `features`).
    """

    state: State

    def __init__(self, state: State) -> None:
        self.game = state.game
        self.seats = state.game.num_players
        self.secrets = int(state.game.has_secrets)
        self.observer = NOBODY
        self.failure: BaseException | None = None
        self.shares = array("d", bytes(8 * self.seats))
        self.room = 64
        self.weights = array("f", bytes(4 * self.room))
        self.greedy = 0.5
        self.inputs = array("h", bytes(2 * self.seats * len(self.features())))
        self.begin(state)

    def begin(self, state: State, observer: int = NOBODY) -> None:
        """Set the state to analyse.

        Args:
            state: the state, which is copied. In a game with secrets, it must agree with everything that the observer knows.
            observer: the seat to think for, as an index into `game.seats`.
        """
        raise NotImplementedError(f"{type(self).__name__} has no begin")

    def look(self, view: View, rng: Random) -> None:
        """Set the view to analyse, together with the history from `observe`.

        Args:
            view: the view of the seat to think for.
            rng: the generator for sampling an initial state that agrees with the view.
        """
        self.begin(view.sample(rng), self.game.seats.index(view.seat) if self.secrets and view.seat else NOBODY)

    def witness(self, state: State, observer: int) -> None:
        """Set the state to analyse, for a seat that has seen the whole game.

        The default is `begin`, for games in which seats learn nothing that the state doesn't hold.
        """
        self.begin(state, observer)

    def observe(self, seen: Sequence[Seen]) -> None:
        """Process the observations of the seat since the last `look`, in order. The default does nothing."""

    def features(self) -> Sequence[str]:
        """Return the names of the whole numbers that describe the working state to a net, the same for each seat.

        The default, for games without a net, is none.
        """
        return ()

    # -- implemented by a game ------------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Reset the working state to the one given to `begin`."""

    def deal(self, rng: Random) -> None:
        """Resample the information hidden from the observer. Called after `restore`, only in games with secrets."""

    def key(self) -> int:
        """Return a 64-bit key of the working state; search merges states with equal keys into one node.

        Without secrets, only equal states may have equal keys. With secrets, the key covers the public information and each
        seat's gains since `begin`. It must not depend on hidden information, which is resampled in every simulation.
        """
        return 0

    def list_choices(self, moves: Moves) -> None:
        """Fill `moves` with the actions worth considering: at least one if any is legal, and always the best one."""

    def allows(self, action: int) -> int:
        """Return whether a choice listed in another state with the same key is also a choice in the working state.

        Returns:
            1 or 0; -1 if the game needs a list of all choices to decide.
        """
        return -1

    def weigh(self, moves: Moves) -> None:
        """Store the prior weight of each choice in `weights`. The caller calls `make_room` first."""

    def choose(self, rng: Random) -> int:
        """Return the action of a fast, sound playout policy."""
        return 0

    def set_out(self) -> None:
        """Mark the start of a playout, which lasts until `is_comparable` returns 1."""

    def is_comparable(self) -> int:
        """Return 1 if all seats have had the same number of turns, so that `evaluate` is reliable, else 0."""
        return 1

    def evaluate(self) -> None:
        """Store the share that each seat can expect in `shares`; in a terminal state, the returns."""

    def is_decided(self) -> int:
        """Return 1 if `evaluate` is exact, so that no net is asked: by default in terminal states only."""
        return self.state.to_play() == constants.TERMINAL

    def describe(self) -> None:
        """Store the features of the working state in `inputs`, first all of the first seat: -255 to 255, as seen by the seat.

        The working state is not decided. With secrets it is a sample, in which everything may be read: an evaluation is a
        mean over many samples.
        """

    # -- implemented here -----------------------------------------------------------------------------------------------

    def make_room(self, count: int) -> None:
        """Make room for the weights of `count` choices."""
        while self.room < count:
            self.room *= 2
        self.weights = array("f", bytes(4 * self.room))

    def check(self) -> None:
        """Raise the exception that Python code raised while compiled code called it, if there was one."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        raise_failure(self.state)

    def choices(self) -> list[int]:
        """Return the actions in `state` that are worth considering."""
        moves = Moves()
        self.list_choices(moves)
        self.check()
        return list(moves)

    def policy(self) -> dict[int, float]:
        """Return the prior probability of each choice; their sum is 1.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
            >>> state.apply_action("first S")
            >>> policy = state.game.knowledge(state).policy()
            >>> state.game.action_to_string(max(policy, key=lambda action: policy[action]))
            'explore suns S.FL'
        """
        moves = Moves()
        self.list_choices(moves)
        self.make_room(moves.count)
        self.weigh(moves)
        self.check()
        weights = [float(self.weights[i]) for i in range(moves.count)]
        total = sum(weights)
        return {action: weight / total for action, weight in zip(moves, weights, strict=True)}

    def evaluation(self) -> list[float]:
        """Return the share of the game that each seat can expect, in the order of `game.seats`."""
        self.evaluate()
        self.check()
        return [float(self.shares[i]) for i in range(self.seats)]

    def description(self) -> list[list[int]]:
        """Return the features of `state` for each seat, in the order of `features`."""
        self.describe()
        self.check()
        width = len(self.features())
        return [[int(self.inputs[width * seat + i]) for i in range(width)] for seat in range(self.seats)]

    def decide(self, rng: Random) -> int:
        """Return the action of a fast, sound player in `state`."""
        action = self.choose(rng)
        self.check()
        return action

    def play_out(self, action: int, rng: Random) -> bool:
        """Play an action in `state`, then let the quick player go on until `is_comparable`.

        Args:
            action: the action, which must be legal.
            rng: the generator of chance and of the quick player.

        Returns:
            Whether all seats have now had the same number of turns, and a net can evaluate the state: False if the game is
            over or decided first, or goes on for too long.
        """
        self.set_out()
        self.state.play(action)
        for _ in range(MOST_PLAYED):
            mover = self.state.to_play()
            if mover == constants.TERMINAL:
                break
            if self.is_comparable():
                self.check()
                return not self.is_decided()
            self.state.play(self.state.draw_chance(rng) if mover == constants.CHANCE else self.choose(rng))
        self.check()
        return False

    def start_over(self, rng: Random | None = None) -> None:
        """Reset the working state to the one given to `begin`. If `rng` is given, resample the hidden information."""
        self.restore()
        if rng is not None and self.secrets:
            self.deal(rng)

    def identity(self) -> int:
        """Return the key of the working state; see `key`."""
        return self.key()

    def is_settled(self) -> bool:
        """Return whether `evaluation` is reliable; see `is_comparable`."""
        return bool(self.is_comparable())


class PlainKnowledge(Knowledge):
    """The default for games without knowledge: uniform priors, and random playouts to the end.

    A subclass in Python defines `values`, `priors` or both, and the search calls them: for a game in plain Python, or to search
    any game with a network. `Searcher` takes such a class as `knowledge`.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.search import Limits, Searcher
        >>> class Counting(PlainKnowledge):
        ...     def values(self, state: kingdoms.State) -> list[float]:
        ...         scores = [1 + score for score in state.view(None).scores.values()]
        ...         return [score / sum(scores) for score in scores]
        >>> game = kingdoms.load_game("middlesea", seats=2)
        >>> state = game.new_initial_state()
        >>> state.apply_action("first N")
        >>> Searcher(game, knowledge=Counting).think(state.view("N"), Limits(simulations=20)).visits
        20
    """

    def begin(self, state: State, observer: int = NOBODY) -> None:
        """Set the state to analyse."""
        self.root = state.clone()
        self.state = state.clone()
        self.moves = Moves()
        self.observer = observer
        self.has_values = int(type(self).values is not PlainKnowledge.values)
        self.has_priors = int(type(self).priors is not PlainKnowledge.priors)

    def values(self, state: State) -> Sequence[float]:
        """Return the share of the game that each seat can expect, in the order of `game.seats`; their sum is 1.

        If a subclass defines this, search calls it for the states that it reaches, instead of playing on to the end.

        Args:
            state: the working state, of a game that is not over; it must not be changed. With secrets it is a sample, and only
                what its seats know may be used.
        """
        raise NotImplementedError(f"{type(self).__name__} has no values")

    def priors(self, state: State, actions: list[int]) -> Sequence[float]:
        """Return how likely each action is to be the best: 0 or more, in any unit.

        If a subclass defines this, search tries likely actions first.

        Args:
            state: the working state; it must not be changed.
            actions: the choices.
        """
        raise NotImplementedError(f"{type(self).__name__} has no priors")

    def restore(self) -> None:
        """Reset the working state to the one given to `begin`. After a failure, leave it unchanged."""
        try:
            if self.failure is None:
                raise_failure(self.state)
                self.state = self.root.clone()
        except BaseException as error:
            self.failure = error

    def deal(self, rng: Random) -> None:
        """Replace the working state by a random one that looks the same to the observer."""
        try:
            self.state = self.root.view(self.game.seats[self.observer]).sample(rng)
        except BaseException as error:
            self.failure = error

    def key(self) -> int:
        """Return the hash of the state or, with secrets, of the observer's view."""
        try:
            if self.secrets:
                return hash(repr(self.state.view(self.game.seats[self.observer]).to_json())) & 0xFFFFFFFFFFFFFFFF
            return self.state.hash
        except BaseException as error:
            self.failure = error
            return 0

    def list_choices(self, moves: Moves) -> None:
        """Fill `moves` with all legal actions."""
        self.state.list_moves(moves)

    def weigh(self, moves: Moves) -> None:
        """Store the weights from `priors`, or the same one for all choices."""
        for i in range(moves.count):
            self.weights[i] = 1.0
        if self.has_priors and moves.count:
            self.ask_priors(moves)

    def ask_priors(self, moves: Moves) -> None:
        """Store the weights from `priors`."""
        try:
            priors = [float(weight) for weight in self.priors(self.state, list(moves))]
            if len(priors) != moves.count or min(priors) < 0 or not 0 < sum(priors) < math.inf:
                raise ValueError(f"priors must be {moves.count} non-negative numbers, not all of them 0, instead of {priors}")
            for i in range(moves.count):
                self.weights[i] = priors[i]
        except BaseException as error:
            self.failure = error

    def choose(self, rng: Random) -> int:
        """Return a random legal action."""
        self.state.list_moves(self.moves)
        return self.moves.items[rng.below(self.moves.count)] if self.moves.count else 0

    def is_comparable(self) -> int:
        """Return whether there is an evaluation before the end of the game: 1 if `values` is defined, else 0."""
        return self.has_values

    def told(self, state: State, player: int) -> Sequence[int]:
        """Return a net's inputs for a state from the side of a seat, in the order of `features`.

        A subclass that defines this and `features` can have nets.

        Args:
            state: the working state; it must not be changed. With secrets it is a sample, in which everything may be read.
            player: the seat, as an index into `game.seats`.
        """
        raise NotImplementedError(f"{type(self).__name__} has no told")

    def describe(self) -> None:
        """Store what `told` returns for each seat in `inputs`, numbers out of range as the nearest one in range."""
        try:
            width = len(self.features())
            for player in range(self.seats):
                row = self.told(self.state, player) if width else ()
                if len(row) != width:
                    raise ValueError(f"told returns {len(row)} numbers, and there are {width} features")
                for i in range(width):
                    self.inputs[width * player + i] = max(-MOST_TOLD, min(MOST_TOLD, row[i]))
        except BaseException as error:
            self.failure = error

    def evaluate(self) -> None:
        """Store in `shares` the result of `values` or, in a terminal state or without that method, the returns by score."""
        try:
            if self.has_values and not self.state.is_terminal():
                returns = [float(value) for value in self.values(self.state)]
                if len(returns) != self.seats or min(returns) < 0 or not math.isclose(sum(returns), 1.0, abs_tol=1e-3):
                    raise ValueError(f"values must be {self.seats} numbers from 0 to 1 with the sum 1, instead of {returns}")
            else:
                returns = self.state.returns_by_score()
            for i in range(self.seats):
                self.shares[i] = returns[i]
        except BaseException as error:
            self.failure = error
