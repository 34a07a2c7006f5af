"""What a game knows about playing it well: what search, bots and studies ask while they play on a table of their own."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdoms.core.moves import Moves
from kingdoms.core.python_state import raise_failure
from kingdoms.core.rng import Random
from kingdoms.core.state import State

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.game import Game
    from kingdoms.core.view import View

NOBODY = -1
"""The observer of who sees everything."""


class Knowledge:
    """A judgement of one game, and the table that it is about.

    Search holds one for each thread: it plays on `state` and asks. A game gives its own (`Game.knowledge`); one that has
    none is searched with `PlainKnowledge`.

    The methods from `restore` on are called by compiled code without Python in between, so they never raise, and what they
    find lies in `shares` and `weights`. From Python, ask `policy`, `evaluation` and `decide`.

    Args:
        state: any state of the game; what is to be thought about is given to `begin`.

    Attributes:
        game: whose knowledge it is.
        state: the table that is played on.
        seats: how many play.
        observer: for whom it thinks, as an index into `game.seats`; `NOBODY` where nothing is hidden.
        secrets: whether seats may know different things.
        shares: by seat, what part of the game is expected to be its own; together 1.
        weights: how likely each of some choices is to be a good one, 0 or more; together anything above 0.
    """

    state: State

    def __init__(self, state: State) -> None:
        self.game: Game = state.game
        self.seats = state.game.num_players
        self.secrets = int(state.game.has_secrets)
        self.observer = NOBODY
        self.failed: BaseException | None = None
        self.shares = array("d", bytes(8 * self.seats))
        self.room = 64
        self.weights = array("f", bytes(4 * self.room))
        self.begin(state)

    def begin(self, state: State, observer: int = NOBODY) -> None:
        """Think about a state from now on.

        Args:
            state: is copied. In a game with secrets, one that agrees with all that the observer knows.
            observer: for whom: an index into `game.seats`.
        """
        raise NotImplementedError(f"{type(self).__name__} has no begin")

    def look(self, view: View, rng: Random) -> None:
        """Think from now on about what a seat sees, and what it has seen before (`observe`).

        Args:
            view: of the seat for which it thinks.
            rng: draws a first table that agrees with it.
        """
        self.begin(view.sample(rng), self.game.seats.index(view.seat) if self.secrets and view.seat else NOBODY)

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what the seat was told since it last looked, in order, where that says more than a view does."""

    # -- what a game implements -----------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Let the table be again what `begin` was given."""

    def deal(self, rng: Random) -> None:
        """Deal anew what the observer does not know; called after `restore`, and only in games with secrets."""

    def key(self) -> int:
        """Return a 64-bit number that two tables share only if search may take them for one.

        Without secrets these are equal tables. With secrets these are tables on which the same lies in the open, and on which
        the same has been gained since `begin`: what is hidden is drawn anew in every simulation, and must not count.
        """
        return 0

    def list_choices(self, moves: Moves) -> None:
        """Fill `moves` with the actions worth a thought: at least one wherever one is legal, the best one always."""

    def allows(self, action: int) -> int:
        """Say whether a choice that was listed on a table with the same key is one on this table, with the hands of this deal.

        Returns:
            1 or 0; -1 where a game cannot say without listing all choices.
        """
        return -1

    def weigh(self, moves: Moves) -> None:
        """Say in `weights` how likely each of the choices is to be what a good player does; `make_room` comes first."""

    def choose(self, rng: Random) -> int:
        """Return what a quick, sound player does now."""
        return 0

    def set_out(self) -> None:
        """Take note that quick players go on from here, to the next moment that is comparable."""

    def is_comparable(self) -> int:
        """Say whether all seats have had as many turns as each other, so that `evaluate` can be trusted."""
        return 1

    def evaluate(self) -> None:
        """Say in `shares` what each seat can expect; in a game that is over, what it has won."""

    # -- what follows ---------------------------------------------------------------------------------------------------

    def make_room(self, count: int) -> None:
        """See that there is room for the weights of so many choices."""
        while self.room < count:
            self.room *= 2
        self.weights = array("f", bytes(4 * self.room))

    def check(self) -> None:
        """Raise what went wrong in plain Python while compiled code drove the table, if anything did."""
        failed, self.failed = self.failed, None
        if failed is not None:
            raise failed
        raise_failure(self.state)

    def choices(self) -> list[int]:
        """Return the actions of `state` that are worth a thought."""
        moves = Moves()
        self.list_choices(moves)
        self.check()
        return list(moves)

    def policy(self) -> dict[int, float]:
        """Return how likely each choice is to be what a good player does, together 1.

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
        whole = sum(weights)
        return {action: weight / whole for action, weight in zip(moves, weights, strict=True)}

    def evaluation(self) -> list[float]:
        """Return what part of the game each seat can expect, in the order of `game.seats`."""
        self.evaluate()
        self.check()
        return [float(self.shares[i]) for i in range(self.seats)]

    def decide(self, rng: Random) -> int:
        """Return what a quick, sound player does in `state`."""
        action = self.choose(rng)
        self.check()
        return action

    def start_over(self, rng: Random | None = None) -> None:
        """Let the table be again what `begin` was given, with what the observer does not know dealt anew if `rng` is given."""
        self.restore()
        if rng is not None and self.secrets:
            self.deal(rng)

    def identity(self) -> int:
        """Return the number that stands for the table: see `key`."""
        return self.key()

    def is_settled(self) -> bool:
        """Say whether `evaluation` can be trusted: see `is_comparable`."""
        return bool(self.is_comparable())


class PlainKnowledge(Knowledge):
    """What is known of a game that says nothing of itself: all choices are equal, and chance decides."""

    def begin(self, state: State, observer: int = NOBODY) -> None:
        """Think about a state from now on."""
        self.root = state.clone()
        self.state = state.clone()
        self.moves = Moves()
        self.observer = observer

    def restore(self) -> None:
        """Let the table be again what `begin` was given; once something has gone wrong, the table stays as it is."""
        try:
            if self.failed is None:
                raise_failure(self.state)
                self.state = self.root.clone()
        except BaseException as error:
            self.failed = error

    def deal(self, rng: Random) -> None:
        """Take another table that looks the same to the observer."""
        try:
            self.state = self.root.view(self.game.seats[self.observer]).sample(rng)
        except BaseException as error:
            self.failed = error

    def key(self) -> int:
        """Return the state's own hash; with secrets, that of what the observer sees."""
        try:
            if self.secrets:
                return hash(repr(self.state.view(self.game.seats[self.observer]).to_json())) & 0xFFFFFFFFFFFFFFFF
            return self.state.hash
        except BaseException as error:
            self.failed = error
            return 0

    def list_choices(self, moves: Moves) -> None:
        """List all that is legal."""
        self.state.list_moves(moves)

    def weigh(self, moves: Moves) -> None:
        """Call all choices equal."""
        for i in range(moves.count):
            self.weights[i] = 1.0

    def choose(self, rng: Random) -> int:
        """Return any legal action."""
        self.state.list_moves(self.moves)
        return self.moves.items[rng.below(self.moves.count)] if self.moves.count else 0

    def is_comparable(self) -> int:
        """Never trust an evaluation before the end: there is none."""
        return 0

    def evaluate(self) -> None:
        """Go by the score, where the game has one."""
        try:
            returns = self.state.returns_by_score()
            for i in range(self.seats):
                self.shares[i] = returns[i]
        except BaseException as error:
            self.failed = error
