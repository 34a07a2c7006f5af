"""Prior, evaluation and rollout policy of Kingdoms of the Middle Sea, for search and bots."""

from array import array
from collections.abc import Sequence

from kingdoms.core import inline
from kingdoms.core.knowledge import NOBODY, Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.games.middlesea.engine import codes, course, victory
from kingdoms.games.middlesea.engine.state import State as Table
from kingdoms.games.middlesea.players import describing, policy, shape, worth
from kingdoms.games.middlesea.players.policy import Policy
from kingdoms.games.middlesea.players.shape import NAMES

SOFTNESS = 2.0
"""The extra gain, in goods, that makes an action e times as likely in the prior."""
SPREAD = 0.1
"""The share of the rest that is spread evenly over all choices."""
SCALE = 20.0
"""The extra worth, in goods, with which a kingdom is expected to win e times as often."""


class MiddleSeaKnowledge(Knowledge):
    """The greedy bot's judgement as prior, evaluation and rollout policy.

    Args:
        state: any state of the game.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first S")
        >>> MiddleSeaKnowledge(state).evaluation()
        [0.5, 0.5]
    """

    def __init__(self, state: Table) -> None:
        self.table = state.clone()
        self.root = state.clone()
        self.judge = Policy(state)
        self.moves = Moves()
        self.numbers = array("i", [number for number in range(4) if state.playing >> number & 1])
        self.kingdoms = array("h", bytes(2 * shape.OWN * state.seats))
        self.set_out_in = 0
        super().__init__(state)

    def features(self) -> Sequence[str]:
        """Return the names of the inputs of a net."""
        return NAMES

    def begin(self, state: State, observer: int = NOBODY) -> None:
        """Start from a copy of a state."""
        assert isinstance(state, Table)
        self.root.copy_from(state)
        self.table.copy_from(state)
        self.state = self.table
        self.observer = NOBODY

    def restore(self) -> None:
        """Reset the table to the state given to `begin`."""
        self.table.copy_from(self.root)

    def key(self) -> int:
        """Return a hash of the table and the progress of the game."""
        value = inline.mix(self.table.round_number, self.table.phase * 16 + self.table.stage)
        value = inline.mix(value, self.table.turn * 8 + self.table.time_up * 4 + self.table.is_asked)
        value = inline.mix(value, (self.table.acted + 1) * 2 + self.table.king_changed)
        value = inline.mix(value, self.table.attacks)
        for i in range(4):
            value = inline.mix(value, self.table.goods[i])
            value = inline.mix(value, self.table.gold[i])
            value = inline.mix(value, self.table.unrest[i] * 8 + self.table.king[i])
            value = inline.mix(value, self.table.active[i] * 16 + self.table.order[i] * 4 + self.table.ranking[i])
            value = inline.mix(value, self.table.ports[i])
            value = inline.mix(value, self.table.stacks[i])
        for i in range(16):
            value = inline.mix(value, self.table.roads[i])
        for i in range(24):
            value = inline.mix(value, (self.table.place[i] * 32 + self.table.city[i]) * 8 + self.table.piers[i])
        value = inline.mix(value, self.table.to_choose * 64 + self.table.ranked * 8 + self.table.rebel_seat + 1)
        value = inline.mix(value, self.table.revolted)
        value = inline.mix(value, self.table.rebelling)
        value = inline.mix(value, self.table.cursor)
        value = inline.mix(value, (self.table.target + 1) * 8 + self.table.defender + 1)
        value = inline.mix(value, self.table.attack_total)
        value = inline.mix(value, self.table.defence_total * 2 + self.table.leader_defends)
        return inline.mix(value, (self.table.reason * 16 + self.table.winners) * 8 + self.table.loser + 1)

    def list_choices(self, moves: Moves) -> None:
        """List the legal actions without the dominated ones."""
        course.list_moves(self.table, moves)
        policy.prune(self.table, moves)

    def weigh(self, moves: Moves) -> None:
        """Weight the choices by their gains, with an extra share for the greedy bot's choice."""
        self.judge.judge(self.table, moves, 0)
        most = self.judge.gains[0]
        for i in range(moves.count):
            if self.judge.gains[i] > most:
                most = self.judge.gains[i]
        total = 0.0
        for i in range(moves.count):
            gain = (self.judge.gains[i] - most) / SOFTNESS
            gain = inline.exponential(gain) if gain > -20.0 else 0.0
            self.weights[i] = gain
            total += gain
        even = SPREAD / moves.count
        for i in range(moves.count):
            self.weights[i] = (1.0 - self.greedy) * ((1.0 - SPREAD) * self.weights[i] / total + even)
        self.weights[self.judge.best] += self.greedy

    def choose(self, rng: Random) -> int:
        """Return the greedy bot's action."""
        course.list_moves(self.table, self.moves)
        policy.prune(self.table, self.moves)
        self.judge.judge(self.table, self.moves, 1)
        return self.moves.items[self.judge.best]

    def set_out(self) -> None:
        """Note the round in which a rollout starts."""
        self.set_out_in = self.table.round_number

    def is_comparable(self) -> int:
        """Return whether a round has ended since `set_out`, so that all seats have had the same number of turns."""
        return self.table.round_number != self.set_out_in

    def evaluate(self) -> None:
        """Set the shares from the worth of the kingdoms, or from the winners of a finished game."""
        if self.table.stage == codes.FINISHED:
            won = inline.count(self.table.winners)
            for i in range(self.seats):
                self.shares[i] = 1.0 / won if self.table.winners >> self.numbers[i] & 1 else 0.0
            return
        most = -1e9
        for i in range(self.seats):
            self.shares[i] = self.expect(self.numbers[i])
            if self.shares[i] > most:
                most = self.shares[i]
        total = 0.0
        for i in range(self.seats):
            self.shares[i] = inline.exponential((self.shares[i] - most) / SCALE)
            total += self.shares[i]
        for i in range(self.seats):
            self.shares[i] /= total

    def expect(self, seat: int) -> float:
        """Return a seat's prospects: the worth of its kingdom, plus its score if the last round is near."""
        value = worth.value_of(self.table, seat)
        rounds = 9
        if self.table.time_up:
            rounds = 0
        elif self.table.round_limit and self.table.round_limit - self.table.round_number < 4:
            rounds = self.table.round_limit - self.table.round_number
        if rounds < 4:
            value += 0.6 * victory.score(self.table, seat) / (1 + rounds)
        return value

    def describe(self) -> None:
        """Store the features of the kingdoms and the game in `inputs`."""
        describing.combine(self.table, self.kingdoms, self.numbers, self.inputs)
