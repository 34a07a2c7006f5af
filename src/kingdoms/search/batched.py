"""Search with an evaluator in Python, which values many leaves in one call: for networks.

Simulations descend as in any tree, but stop at a new state without a value. Once there are enough such leaves, the evaluator
gets all of them at once, and their simulations are completed in order. Until then, each counts as a visit that has brought
nothing (a virtual loss), so that the next ones go elsewhere. All of this happens in one thread, so the same seed gives the same
result.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdoms.core import constants, inline
from kingdoms.core.encoding import Encoding
from kingdoms.core.errors import quoted
from kingdoms.core.knowledge import Knowledge
from kingdoms.search import codes
from kingdoms.search.settings import SearchError
from kingdoms.search.tree import Tree


@dataclass(frozen=True)
class Leaves:
    """States to be evaluated, each from the side of the seat to move.

    The attributes are two-dimensional buffers: `numpy.asarray(leaves.observations)` is an array of shape (N, size) that shares
    their memory. They are valid only during the call.

    Attributes:
        observations: what the seat to move sees, as 32-bit floats from 0 to 1; see `Game.observation`.
        masks: 1 for each legal action, by its number in the game's encoding.
        players: the seat to move, as an index into `game.seats`.
        count: the number of states, N.
    """

    observations: Any
    masks: Any
    players: Any
    count: int


Evaluator = Callable[[Leaves], Any]
"""Returns the values of leaves, or a pair of values and priors.

Values are N rows of one number per seat: the share of the game that it can expect, the seat to move first and the others after
it in the order of `game.seats`. Priors are N rows of one number from 0 for each action of the encoding, in any unit; those of
illegal actions are ignored.
"""


class RootNoise:
    """Noise on the priors of the root, so that games of self-play differ and no action is left out for good.

    Args:
        share: the share of the noise in each prior, from 0 to 1; the rest is the evaluator's.
        alpha: the parameter of the symmetric Dirichlet distribution of the noise: the lower, the more uneven.
        seed: the seed of the noise. Each search draws its own.

    Raises:
        SearchError: the share or the parameter is out of range.

    Examples:
        >>> noise = RootNoise(0.25, 0.3, seed=1)
        >>> mixed = noise.mix({3: 0.5, 8: 0.5, 9: 0.0}, [3, 8])
        >>> round(mixed[3] + mixed[8], 6), mixed[9], mixed[3] != 0.5
        (1.0, 0.0, True)
    """

    def __init__(self, share: float, alpha: float, seed: int) -> None:
        if not 0 <= share <= 1 or not 0 < alpha < math.inf:
            raise SearchError(
                f"the noise at the root takes a share from 0 to 1 and an alpha above 0, not {quoted(share)} and {quoted(alpha)}"
            )
        self.share = share
        self.alpha = alpha
        self.rng = random.Random(seed)

    def mix(self, policy: Mapping[int, float], legal: Sequence[int]) -> dict[int, float]:
        """Return priors with noise on those of the legal actions."""
        weights = [self.rng.gammavariate(self.alpha, 1.0) for _ in legal]
        total = math.fsum(weights) or 1.0
        mixed = dict(policy)
        for number, weight in zip(legal, weights, strict=True):
            mixed[number] = (1 - self.share) * policy[number] + self.share * weight / total
        return mixed


class BatchTree(Tree):
    """The search tree for an evaluator.

    A tree is not kept from move to move.

    Args:
        knowledge: the game's knowledge: what choices there are, and how likely they are if the evaluator has no priors.
        seed: the seed of all random numbers.
        evaluator: values leaves.
        batch: the largest number of leaves in one call.
        noise: the noise on the evaluator's priors at the root; None for none.
    """

    def __init__(
        self, knowledge: Knowledge, seed: int, evaluator: Evaluator, batch: int, noise: RootNoise | None = None
    ) -> None:
        super().__init__(knowledge, seed)
        self.encoding: Encoding = knowledge.game.encoding()
        self.evaluator = evaluator
        self.batch = batch
        self.observations = array("f", bytes(4 * batch * self.encoding.size))
        self.masks = array("B", bytes(batch * self.encoding.actions))
        self.numbers = array("h", bytes(2 * self.encoding.actions))
        self.players = array("i", bytes(4 * batch))
        rows = 2 * batch * (codes.DEEPEST + 2)
        self.paths = array("i", bytes(4 * rows))
        self.ways = array("i", bytes(4 * rows))
        self.depths = array("i", bytes(4 * 2 * batch))
        self.slots = array("i", bytes(4 * 2 * batch))
        self.pending_room = self.room
        self.pending = array("i", bytes(4 * self.room))
        self.policies: dict[int, Any] = {}
        self.noise = noise
        self.leaves = 0
        self.blocked = 0
        self.waits = 0
        self.has_priors = 0

    def plant(self) -> None:
        """Start an empty tree, with the state given to `knowledge` as its root."""
        self.pending = array("i", bytes(4 * codes.NODES))
        self.pending_room = codes.NODES
        self.policies = {}
        self.leaves = 0
        self.blocked = 0
        Tree.plant(self)

    def replant(self) -> None:
        """Start an empty tree: values of another position would have to be asked for again."""
        self.plant()

    def simulate(self, count: int) -> None:
        """Run `count` simulations, in as few calls of the evaluator as they allow."""
        simulations = 0
        try:
            while simulations < count and self.knowledge.failure is None:
                most = min(self.batch, count - simulations)
                while self.leaves < most and self.blocked < self.batch and self.knowledge.failure is None:
                    before = self.leaves + self.blocked
                    self.waits = 0
                    self.descend()
                    if self.leaves + self.blocked == before:
                        simulations += 1
                        most = min(self.batch, count - simulations)
                    elif self.visits[0] == 0:  # all simulations begin at the root
                        break
                if self.knowledge.failure is None:
                    simulations += self.leaves
                    self.flush()
        except BaseException as error:
            self.knowledge.failure = error

    def evaluate_leaf(self) -> None:
        """Write what the evaluator is to see of the current state; or evaluate it here if the game is decided."""
        try:
            while self.knowledge.state.to_play() == constants.CHANCE:
                self.knowledge.state.play(self.knowledge.state.draw_chance(self.rng))
            if self.knowledge.is_decided():
                self.knowledge.evaluate()
                for i in range(self.seats):
                    self.result[i] = self.knowledge.shares[i]
                return
            if self.leaves < self.batch:
                player = self.knowledge.state.to_play()
                at = self.leaves
                self.encoding.write_floats(self.knowledge.state, player, self.observations, at * self.encoding.size)
                at *= self.encoding.actions
                for i in range(self.encoding.actions):
                    self.masks[at + i] = 0
                count = self.encoding.list_numbers(self.knowledge.state, player, self.numbers, 0)
                for i in range(count):
                    self.masks[at + self.numbers[i]] = 1
                self.players[self.leaves] = player
                self.encoding.check(self.knowledge.state)
            self.waits = 1
        except BaseException as error:
            self.knowledge.failure = error

    def back_up(self, depth: int) -> None:
        """Update the nodes on the path, or note the path until the evaluator has been asked."""
        if not self.waits:
            Tree.back_up(self, depth)
            return
        if self.room > self.pending_room:
            bigger = array("i", bytes(4 * self.room))
            bigger[: self.pending_room] = array("i", self.pending)
            self.pending = bigger
            self.pending_room = self.room
        leaf = self.path[depth]
        slot = self.leaves + self.blocked
        begin = slot * (codes.DEEPEST + 2)
        self.depths[slot] = depth
        if self.visits[leaf] == 0 and self.pending[leaf] > 0:  # it is waiting already: this simulation only bars the way to it
            self.slots[slot] = codes.NONE
            self.blocked += 1
        else:
            self.slots[slot] = self.leaves
            self.leaves += 1
        for step in range(depth + 1):
            self.paths[begin + step] = self.path[step]
            self.ways[begin + step] = self.way[step]
            self.pending[self.path[step]] += 1

    def flush(self) -> None:
        """Evaluate the leaves that wait, and complete their simulations in order."""
        if not self.leaves:
            return
        values, priors = self.evaluate_leaves()
        self.has_priors = priors is not None
        if self.has_priors:
            self.even_priors = 1
            self.width = 0
            self.root_width = 0
        slots = self.leaves + self.blocked
        for slot in range(slots):
            begin = slot * (codes.DEEPEST + 2)
            for step in range(self.depths[slot] + 1):
                self.pending[self.paths[begin + step]] -= 1
        self.leaves = 0
        self.blocked = 0
        self.waits = 0
        for slot in range(slots):
            if self.slots[slot] == codes.NONE:
                continue
            begin = slot * (codes.DEEPEST + 2)
            depth = self.depths[slot]
            for step in range(depth + 1):
                self.path[step] = self.paths[begin + step]
                self.way[step] = self.ways[begin + step]
            row = values[self.slots[slot]]
            for i in range(self.seats):
                self.result[(self.players[self.slots[slot]] + i) % self.seats] = row[i]
            if priors is not None and self.visits[self.path[depth]] == 0 and self.mover[self.path[depth]] >= 0:
                policy = priors[self.slots[slot]]
                if self.noise is not None and self.path[depth] == 0:
                    policy = self.noise.mix(policy, self.legal_of(self.slots[slot]))
                self.policies[self.path[depth]] = policy
            Tree.back_up(self, depth)

    def evaluate_leaves(self) -> tuple[list[list[float]], list[Any] | None]:
        """Ask the evaluator about the leaves, and check its answer.

        Raises:
            ValueError: the answer has another form.
        """
        count, seats, size = self.leaves, self.seats, self.encoding.size
        answer = self.evaluator(
            Leaves(
                as_matrix(self.observations, "f", count, size),
                as_matrix(self.masks, "B", count, self.encoding.actions),
                memoryview(self.players)[:count],
                count,
            )
        )
        values, priors = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        rows = [[float(share) for share in row] for row in values]
        if len(rows) != count or [row for row in rows if len(row) != seats]:
            raise ValueError(f"an evaluator returns {count} rows of {seats} values, one row for each leaf")
        for row in rows:
            if not are_weights(row) or not math.isclose(sum(row), 1.0, abs_tol=1e-3):
                raise ValueError(f"the values of a leaf must be {seats} numbers from 0 to 1 with the sum 1, not {quoted(row)}")
        if priors is None:
            if self.noise is not None:
                raise ValueError("noise at the root needs an evaluator that returns priors")
            return rows, None
        if len(priors) != count:
            raise ValueError(f"an evaluator returns {count} rows of priors, one row for each leaf, not {len(priors)}")
        return rows, [self.policy_of(priors[i], i) for i in range(count)]

    def legal_of(self, leaf: int) -> list[int]:
        """Return the numbers of the legal actions of a leaf."""
        at = leaf * self.encoding.actions
        return [number for number in range(self.encoding.actions) if self.masks[at + number]]

    def policy_of(self, row: Sequence[float], leaf: int) -> dict[int, float]:
        """Return the priors of a leaf's actions by number, so that the legal ones add up to 1.

        With secrets, other actions are kept too: they may be legal under another deal.

        Raises:
            ValueError: a prior is negative or not finite, or the priors of all legal actions are 0.
        """
        actions = self.encoding.actions
        if len(row) != actions:
            raise ValueError(f"a row of priors has {actions} numbers, one for each action of the encoding, not {len(row)}")
        legal = self.legal_of(leaf)
        policy = {number: float(row[number]) for number in (range(actions) if self.secrets else legal)}
        total = sum([policy[number] for number in legal])
        if not are_weights(policy.values()) or not total > 0:
            raise ValueError("priors must be non-negative numbers, and positive for at least one legal action")
        return {number: weight / total for number, weight in policy.items()}

    def widen(self, node: int) -> None:
        """Add choices to a node, all of them with the evaluator's priors, if there are any."""
        Tree.widen(self, node)
        policy = self.policies.get(node) if self.has_priors else None
        if policy is None:
            return
        try:
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                number = self.encoding.number(self.action[edge], self.mover[node])
                self.prior[edge] = policy.get(number, 0.0)
        except BaseException as error:
            self.knowledge.failure = error

    def select(self, node: int, mover: int) -> int:
        """Return the edge with the highest PUCT score for the mover, counting simulations that wait as losses.

        This repeats `Tree.select`, where a look at waiting simulations would slow every search.
        """
        first = self.first[node]
        count = self.count[node]
        first_value = self.mean[self.seats * node + mover]
        total = self.visits[node] + self.pending[node]
        if self.secrets:
            total = 1
            for i in range(count):
                if self.availability[i]:
                    total += self.trials[first + i]
        explored = (self.exploration + self.widening * inline.logarithm(1.0 + 0.01 * total)) * inline.root(total + 1)
        elsewhere = mover != self.mover[0] and self.others > 1.0
        if elsewhere:
            explored *= self.others
        best = codes.NONE
        highest = -1e9
        for i in range(count):
            if self.secrets and not self.availability[i]:
                continue
            edge = first + i
            child = self.child[edge]
            value = first_value
            waiting = 0
            if child != codes.NONE:
                if child < self.pending_room:
                    waiting = self.pending[child]
                if self.visits[child] > 0:
                    value = self.mean[self.seats * child + mover]
                    value = value * self.visits[child] / (self.visits[child] + waiting)  # as a double in both builds
                elif waiting > 0:
                    value = 0.0
            prior = self.prior[edge]
            if elsewhere:
                prior *= prior
            score = value + explored * prior / (1 + self.trials[edge] + waiting)
            if score > highest:
                highest = score
                best = edge
        return best


def are_weights(numbers: Iterable[float]) -> bool:
    """Return whether all numbers are finite and none is negative."""
    for number in numbers:
        if not math.isfinite(number) or number < 0:
            return False
    return True


def as_matrix(buffer: Any, kind: Any, rows: int, width: int) -> Any:
    """Return the first rows of a buffer as a two-dimensional memoryview."""
    return memoryview(buffer).cast("B")[: rows * width * memoryview(buffer).itemsize].cast(kind, (rows, width))
