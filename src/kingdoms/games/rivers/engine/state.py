"""The state of a game: the table with the interface of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kingdoms.core import constants, inline
from kingdoms.core.answers import Outcome
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, course, drawing, listing, pieces, victory
from kingdoms.games.rivers.engine.geometry import BOARDS, Board
from kingdoms.games.rivers.engine.table import Table

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.games.rivers.table.view import View

DECISIONS = ("first", "draw", "action", "war", "commit", "raise", "build", "take", "income")
"""The kinds of decision (N-4), by stage."""
GROUNDS = tuple(BOARDS.values())
REASONS = ("", "treasures", "bag")


class State(Table):
    """A state of Two Rivers.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> state.decision(), [state.game.action_to_string(a) for a in state.legal_actions()]
        ('first', ['first A', 'first B'])
        >>> state.apply_action("first B")
        >>> state.decision(), len(state.chance_outcomes())
        ('draw', 4)
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    # -- the engine ---------------------------------------------------------------------------------------------------

    def list_moves(self, moves: Moves) -> None:
        """Fill `moves` with the legal actions, ascending."""
        course.list_moves(self, moves)

    def allows(self, action: int) -> bool:
        """Return whether an action is legal: in the decision `action` by its own clause, otherwise by the short list."""
        if self.stage == codes.ACTING:
            return listing.allows(self, action) != 0
        return Table.allows(self, action)

    def play(self, action: int) -> None:
        """Apply a legal action and its automatic consequences."""
        course.act(self, action)
        while not self.is_asked:
            course.step(self)

    def to_play(self) -> int:
        """Return the player to move: an index into `game.seats`, `CHANCE` or `TERMINAL`."""
        if self.stage == codes.FIRST or self.stage == codes.DRAW:
            return constants.CHANCE
        if self.stage == codes.FINISHED:
            return constants.TERMINAL
        return inline.count(self.playing & ((1 << course.seat_to_move(self)) - 1))

    def draw_chance(self, rng: Random) -> int:
        """Return a random chance action: a tile from the bag or the starting seat, each equally likely (A-6)."""
        if self.stage == codes.DRAW:
            return codes.DRAWN + drawing.pick(self, rng)
        seats = self.playing
        for _ in range(rng.below(self.seats)):
            seats &= seats - 1
        return codes.PUT_FIRST + inline.lowest_bit(seats)

    def clone(self) -> State:
        """Return an independent copy."""
        new = State.__new__(State)
        new.copy_from(self)
        new.game = self.game
        return new

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def ground(self) -> Board:
        """The side of the board in play (A-2, AB-1)."""
        return GROUNDS[self.board]

    def decision(self) -> str | None:
        """Return the kind of the current decision (N-4), or None if the game is over."""
        return None if self.stage == codes.FINISHED else DECISIONS[self.stage]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities; empty if chance is not to move."""
        if self.stage == codes.FIRST:
            return [(action, 1.0 / self.seats) for action in self.legal_actions()]
        if self.stage != codes.DRAW:
            return []
        bag, count = self.bag, pieces.bag_count(self)
        return [(action, float(bag[action - codes.DRAWN]) / count) for action in self.legal_actions()]

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game (N-7), or None if it is not over."""
        if self.phase != codes.OVER:
            return None
        return Outcome(REASONS[self.reason], victory.winners(self), None, victory.scores(self))

    def returns_by_score(self) -> list[float]:
        """Return each seat's returns if the game ended now (J-2)."""
        winners = victory.winners(self)
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in self.game.seats]

    def view(self, seat: str | None) -> View:
        """Return the view of a seat, or of an onlooker for None (section B)."""
        return cast("View", super().view(seat))

    def columns(self) -> tuple[Any, ...]:
        """Return the columns of `Table` as sequences of integers, without derived data."""
        return (
            *(
                self.contents,
                self.stand,
                self.hand,
                self.points,
                self.treasures_taken,
                self.catastrophes_left,
                self.bag,
                self.monument,
                self.raised,
            ),
            (self.board, self.with_wonder, self.with_buildings, self.limits_commitments, self.treasures_at_end),
            (self.treasures, self.wonder, self.seats, self.playing, self.phase, self.stage, self.is_asked),
            (self.turn, self.actions_left, self.placed, self.marker, self.to_draw),
            (self.revolt, self.colour, self.attacker, self.defender, self.attack, self.reason),
        )
