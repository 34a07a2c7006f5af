"""The state of a game: a table, and the methods that play on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kingdoms.core import constants, inline
from kingdoms.core.answers import Outcome
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.games.middlesea.engine import codes, course, dominance, victory
from kingdoms.games.middlesea.engine.geometry import SEATS
from kingdoms.games.middlesea.engine.table import Table

if TYPE_CHECKING:
    from kingdoms.core.game import Game
    from kingdoms.games.middlesea.table.view import View

DECISIONS = ("first", "pay", "rebel", "suppress", "rank", "produce", "build", "leader", "hire", "defend")
"""The kinds of decision (N.3), by stage."""
REASONS = ("", "capital", "king", "unrest", "trade", "conquest", "time", "rounds")


class State(Table):
    """A game of Kingdoms of the Middle Sea at one moment.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea").new_initial_state()
        >>> state.decision(), [state.game.action_to_string(a) for a in state.legal_actions()]
        ('first', ['first N', 'first E', 'first S', 'first W'])
        >>> state.apply_action("first E")
        >>> state.decision(), state.game.seats[state.current_player()]
        ('build', 'E')
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    # -- the engine ---------------------------------------------------------------------------------------------------

    def list_moves(self, moves: Moves) -> None:
        """Fill `moves` with the legal actions in ascending order."""
        course.list_moves(self, moves)

    def play(self, action: int) -> None:
        """Apply a legal action and all automatic steps that follow."""
        course.act(self, action)
        while not self.is_asked:
            course.step(self)

    def to_play(self) -> int:
        """Return the player to move: an index into `game.seats`, `CHANCE` or `TERMINAL`."""
        if self.stage == codes.FIRST:
            return constants.CHANCE
        if self.stage == codes.FINISHED:
            return constants.TERMINAL
        return inline.count(self.playing & ((1 << course.seat_to_move(self)) - 1))

    def draw_chance(self, rng: Random) -> int:
        """Sample the chance action that puts a seat first, uniformly among the candidates (S-12, AMB-57)."""
        tied = self.playing if self.phase == codes.START else dominance.next_in_score(self)
        for _ in range(rng.below(inline.count(tied))):
            tied &= tied - 1
        return codes.PUT_FIRST + inline.lowest_bit(tied)

    def clone(self) -> State:
        """Return an independent copy."""
        new = State.__new__(State)
        new.copy_from(self)
        new.game = self.game
        return new

    # -- facts --------------------------------------------------------------------------------------------------------

    def call_time(self) -> None:
        """Record that the agreed time has passed: this round is the last (V-5). Has no effect in a finished game."""
        if self.phase != codes.OVER:
            self.time_up = 1

    def decision(self) -> str | None:
        """Return the kind of the current decision (N.3), or None if the game is over."""
        return None if self.stage == codes.FINISHED else DECISIONS[self.stage]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities; empty outside chance nodes."""
        if self.stage != codes.FIRST:
            return []
        actions = self.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]

    def outcome(self) -> Outcome | None:
        """Return how the game ended (N.5), or None if it is not over."""
        if self.phase != codes.OVER:
            return None
        names = {SEATS[seat]: seat for seat in range(4) if self.playing >> seat & 1}
        return Outcome(
            reason=REASONS[self.reason],
            winners=tuple([name for name, seat in names.items() if self.winners >> seat & 1]),
            loser=None if self.loser < 0 else SEATS[self.loser],
            scores={name: victory.score(self, seat) for name, seat in names.items()},
        )

    def returns_by_score(self) -> list[float]:
        """Return the returns if the time were up now and the scores decided (V-2)."""
        if self.phase == codes.OVER:
            return self.returns()
        then = self.clone()
        victory.finish(then, codes.BY_TIME, then.playing)
        return then.returns()

    def view(self, seat: str | None) -> View:
        """Return the view of `seat`, which shows the whole table."""
        return cast("View", super().view(seat))

    def columns(self) -> tuple[Any, ...]:
        """Return the columns of `Table` that are not derived from others."""
        return (
            *(self.goods, self.gold, self.unrest, self.king, self.active, self.ports, self.governed, self.order, self.ranking),
            *(self.roads, self.place, self.city, self.piers, self.stacks, self.rulings),
            (self.round_limit, self.seats, self.playing, self.round_number, self.phase, self.stage, self.is_asked, self.turn),
            (self.time_up, self.to_choose, self.rebel_seat, self.revolted, self.rebelling, self.ranked, self.cursor),
            (self.acted, self.king_changed, self.attacks, self.target, self.defender),
            (self.attack_total, self.defence_total, self.leader_defends, self.reason, self.winners, self.loser),
        )
