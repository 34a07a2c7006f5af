"""Knowledge of Two Rivers for search and bots: move priors, an evaluation, and resampling of hidden information."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdoms.core.knowledge import NOBODY, Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, course, pieces
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import choices, dealing, keys
from kingdoms.games.rivers.players.choices import Ground
from kingdoms.games.rivers.players.dealing import HiddenInformation, count_up
from kingdoms.games.rivers.players.keys import Ledger
from kingdoms.games.rivers.players.memory import Memory
from kingdoms.games.rivers.players.net import describing, prospects, shape
from kingdoms.games.rivers.players.net.describing import Outlook
from kingdoms.games.rivers.players.net.prospects import Prospects
from kingdoms.games.rivers.players.net.shape import NAMES
from kingdoms.games.rivers.players.values import deciding
from kingdoms.games.rivers.players.values.judge import Judge

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.state import State as CoreState
    from kingdoms.core.view import View

HEAT = 0.25
"""Temperature of the priors: an action this many points below the best one gets about 0.4 times its weight."""


class RiversKnowledge(Knowledge):
    """The `Knowledge` of Two Rivers.

    Args:
        state: any state of the game; `begin` or `look` sets the state to analyse.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> rng = kingdoms.Random(1)
        >>> while state.is_chance_node():
        ...     state.apply_action(state.draw_chance_action(rng))
        >>> knowledge = state.game.knowledge(state)
        >>> state.game.action_to_string(knowledge.decide(rng))
        'leader black B1'
    """

    def __init__(self, state: State) -> None:
        self.table = state.clone()
        self.root = state.clone()
        self.judge = Judge(state.clone())
        self.prospects = Prospects()
        self.outlook = Outlook()
        self.rows = array("h", bytes(2 * shape.OWN * state.seats))
        self.ledger = Ledger()
        self.unseen = HiddenInformation()
        self.ground = Ground()
        self.moves = Moves()
        self.memory = Memory()
        self.known = 0  # mask of the seats whose points the observer knows
        super().__init__(state)

    def features(self) -> Sequence[str]:
        """Return the names of the inputs of a net."""
        return NAMES

    def begin(self, state: CoreState, observer: int = NOBODY) -> None:
        """Set the state to analyse; see `Knowledge.begin`.

        Raises:
            ValueError: the state belongs to another game, or to a game with other seats or rulings.
        """
        if state.game != self.game:
            raise ValueError(f"this is knowledge of {self.game!r}: it cannot think about a table of {state.game!r}")
        assert isinstance(state, State)
        self.root.copy_from(state)
        self.state = self.table
        self.observer = observer
        seat = NOBODY if observer < 0 else SEATS.index(self.game.seats[observer])
        is_open = observer < 0 or bool(self.game.rulings["open_scores"]) or self.root.phase == codes.OVER
        self.known = 0b1111 if is_open else 1 << seat
        self.unseen.seat, self.unseen.guessed = seat, int(not is_open)
        self.unseen.least_points, self.unseen.least_taken = [0] * 16, [0] * 4
        count_up(self.unseen, self.root)
        self.restore()

    def look(self, view: View, rng: Random) -> None:
        """Set the view to analyse, and apply the observed events to it; see `Knowledge.look`."""
        super().look(view, rng)
        unseen, memory = self.unseen, self.memory
        if unseen.seat < 0:
            return
        tiles = [count - discards for count, discards in zip(unseen.tiles, memory.hidden_tiles, strict=True)]
        hand = list(self.root.hand)
        hand_tiles = sum(hand) - sum(hand[4 * unseen.seat : 4 * unseen.seat + 4])
        bag = memory.bag(self.root)
        if memory.is_complete(self.root, unseen.seat) and min(tiles) >= 0 and sum(tiles) >= hand_tiles + bag:
            self.known, unseen.guessed = 0b1111, 0
            self.root.points, self.root.treasures_taken = memory.points, memory.treasures
            unseen.tiles = tiles
            unseen.least = unseen.most = bag
        elif unseen.guessed:
            unseen.least_points, unseen.least_taken = memory.points, memory.treasures
        self.restore()
        self.deal(rng)
        self.root.copy_from(self.table)

    def witness(self, state: CoreState, observer: int) -> None:
        """Set the state to analyse, for a seat that has counted all points and the tiles in the bag."""
        self.begin(state, observer)
        if self.unseen.seat >= 0:
            self.known, self.unseen.guessed = 0b1111, 0
            self.unseen.least = self.unseen.most = sum(self.root.bag)

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record gains and removed tiles from the events the seat has seen since the last call."""
        self.memory.note(seen)

    # -- interface for search -------------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Reset the table to the state given to `begin`."""
        self.table.copy_from(self.root)
        keys.mark(self.ledger, self.table)

    def deal(self, rng: Random) -> None:
        """Resample the information hidden from the observer: the other hands, the bag, and points it hasn't seen."""
        dealing.deal(self.unseen, self.table, rng)
        keys.mark(self.ledger, self.table)

    def key(self) -> int:
        """Return a key of the public information and the gains, or of the whole table if nothing is hidden."""
        return keys.key(self.ledger, self.table, self.unseen.seat < 0)

    def list_choices(self, moves: Moves) -> None:
        """Fill `moves` with the actions worth considering."""
        choices.list_choices(self.ground, self.table, moves)

    def allows(self, action: int) -> int:
        """Return whether a choice listed with the same public information is legal now."""
        return choices.is_allowed(self.table, action)

    def weigh(self, moves: Moves) -> None:
        """Set the priors of the choices: the share `greedy` for the greedy choice, the rest by value."""
        best = self.judge_choices(moves)
        if best < 0:
            return
        top = self.judge.values[best]
        total = 0.0
        for i in range(moves.count):
            weight = 1.0 / (1.0 + (top - self.judge.values[i]) / (8.0 * HEAT))
            weight *= weight
            weight *= weight
            weight *= weight
            total += weight
            self.weights[i] = weight
        self.weights[best] = 1.0 + self.greedy / (1.0 - self.greedy) * total

    def judge_choices(self, moves: Moves) -> int:
        """Evaluate choices for the seat to move, and return the index of the best one."""
        seat = course.seat_to_move(self.table)
        return deciding.weigh_up(self.judge, self.table, seat, self.known | 1 << seat, moves)

    def choose(self, rng: Random) -> int:
        """Return the greedy choice for a playout; in a turn, only among the actions of `choices.list_few`."""
        choices.list_few(self.ground, self.table, self.moves)
        if self.moves.count == 0:
            return 0
        if self.moves.count == 1:
            return self.moves.items[0]
        return self.moves.items[self.judge_choices(self.moves)]

    def decide(self, rng: Random) -> int:
        """Return the greedy choice among all actions worth considering."""
        choices.list_choices(self.ground, self.table, self.moves)
        return self.moves.items[self.judge_choices(self.moves)] if self.moves.count else 0

    def is_comparable(self) -> int:
        """Return whether a turn of the seat that was active at `begin` is about to start."""
        if self.table.phase == codes.REFILL:
            return pieces.next_seat(self.table, self.table.turn) == self.root.turn
        return self.table.stage == codes.ACTING and self.table.actions_left == 2 and self.table.turn == self.root.turn

    def evaluate(self) -> None:
        """Set `shares` to each seat's expected share of the win, or to its actual share in a finished game."""
        prospects.estimate(self.prospects, self.table, self.shares)

    def is_decided(self) -> int:
        """Return whether the game is over, or will be before any seat acts again."""
        return prospects.is_decided(self.table)

    def describe(self) -> None:
        """Store the features of the seats and the game in `inputs`."""
        describing.combine(self.outlook, self.prospects, self.table, self.rows, self.inputs)
