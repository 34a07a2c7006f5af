"""What is known about playing Two Rivers well: the greedy player's judgement, an evaluation, and how hidden tiles are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdoms.core.knowledge import NOBODY, Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, course, pieces
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import choices, dealing, deciding, keys, prospects
from kingdoms.games.rivers.players.choices import Ground
from kingdoms.games.rivers.players.dealing import Unseen, count_up
from kingdoms.games.rivers.players.judge import Judge
from kingdoms.games.rivers.players.keys import Ledger
from kingdoms.games.rivers.players.memory import Memory
from kingdoms.games.rivers.players.prospects import Prospects

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.state import State as CoreState
    from kingdoms.core.view import View

HEAT = 0.25
"""An action that is worth so much less than the best one, in points, is some third as likely to be right."""


class RiversKnowledge(Knowledge):
    """The judgement of Two Rivers.

    Args:
        state: any state of the game; what is to be thought about is given to `begin` or `look`.

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
        self.ledger = Ledger()
        self.unseen = Unseen()
        self.ground = Ground()
        self.moves = Moves()
        self.memory = Memory()
        self.known = 0  # mask of the seats whose points the observer knows
        super().__init__(state)

    def begin(self, state: CoreState, observer: int = NOBODY) -> None:
        """Think about a state from now on; see `Knowledge.begin`.

        Raises:
            ValueError: the state is one of another game, or of other seats or rulings.
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
        """Think from now on about what a seat sees, and what it has seen; see `Knowledge.look`."""
        super().look(view, rng)
        unseen, memory = self.unseen, self.memory
        if unseen.seat < 0:
            return
        tiles = [count - gone for count, gone in zip(unseen.tiles, memory.gone, strict=True)]
        hand = list(self.root.hand)
        held = sum(hand) - sum(hand[4 * unseen.seat : 4 * unseen.seat + 4])
        bag = memory.bag(self.root)
        if memory.tells_all(self.root, unseen.seat) and min(tiles) >= 0 and sum(tiles) >= held + bag:
            self.known, unseen.guessed = 0b1111, 0
            self.root.points, self.root.taken = memory.points, memory.taken
            unseen.tiles = tiles
            unseen.least = unseen.most = bag
        elif unseen.guessed:
            unseen.least_points, unseen.least_taken = memory.points, memory.taken
        self.restore()
        self.deal(rng)
        self.root.copy_from(self.table)

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what the seat was told since it last looked: who gained what, and which tiles have left the game."""
        self.memory.note(seen)

    # -- what search calls ----------------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Let the table be again what `begin` was given."""
        self.table.copy_from(self.root)
        keys.mark(self.ledger, self.table)

    def deal(self, rng: Random) -> None:
        """Deal anew what the observer has not seen: the others' hands, the bag, and points that nobody has told it."""
        dealing.deal(self.unseen, self.table, rng)
        keys.mark(self.ledger, self.table)

    def key(self) -> int:
        """Return a number for what lies in the open and what has been gained; for whoever sees everything, for all there is."""
        return keys.key(self.ledger, self.table, self.unseen.seat < 0)

    def list_choices(self, moves: Moves) -> None:
        """Fill `moves` with the actions worth a thought."""
        choices.list_choices(self.ground, self.table, moves)

    def allows(self, action: int) -> int:
        """Say whether a choice that was listed while the same lay in the open is one now."""
        return choices.is_allowed(self.table, action)

    def weigh(self, moves: Moves) -> None:
        """Say how likely each choice is to be what a good player does: half of it on the greedy one, else by its worth."""
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
        self.weights[best] = 1.0 + total

    def judge_choices(self, moves: Moves) -> int:
        """Let the seat that decides judge some choices, and return the index of the best."""
        seat = course.seat_to_move(self.table)
        return deciding.weigh_up(self.judge, self.table, seat, self.known | 1 << seat, moves)

    def choose(self, rng: Random) -> int:
        """Return what the greedy player does now; of the actions of a turn it looks at those only that score as a rule."""
        choices.list_few(self.ground, self.table, self.moves)
        if self.moves.count == 0:
            return 0
        if self.moves.count == 1:
            return self.moves.items[0]
        return self.moves.items[self.judge_choices(self.moves)]

    def decide(self, rng: Random) -> int:
        """Return what the greedy player does now, having looked at everything."""
        choices.list_choices(self.ground, self.table, self.moves)
        return self.moves.items[self.judge_choices(self.moves)] if self.moves.count else 0

    def is_comparable(self) -> int:
        """Say whether the seat whose turn it was at `begin` is about to have the next one, or that turn is still to begin."""
        if self.table.phase == codes.REFILL:
            return pieces.next_seat(self.table, self.table.turn) == self.root.turn
        return self.table.stage == codes.ACTING and self.table.actions_left == 2 and self.table.turn == self.root.turn

    def evaluate(self) -> None:
        """Say in `shares` what each seat can expect; in a game that is over, what it has won."""
        prospects.estimate(self.prospects, self.table, self.shares)
