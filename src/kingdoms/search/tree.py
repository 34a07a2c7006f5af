"""The tree that search grows, and one simulation in it: max^n PUCT over states, for any number of seats.

A node is a state, found by its key whatever the order of the actions that led to it; an edge is a choice at a node. The tree
lies in columns of numbers. A simulation goes down from the root by the choices that promise most, adds the first state that is
not there yet, lets the game's quick player go on to a comparable moment, and tells everything on its way what came of it.

In a game with secrets each simulation deals anew what the observer does not know; nodes then stand for what lies in the open,
and a choice counts only where it is legal under the present deal.
"""

from array import array
from typing import Any

from kingdoms.core import constants, inline
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random

NONE = -1
CHANCE = -1
"""The mover of a node at which something is drawn."""
DEEPEST = 500
"""A simulation goes no deeper than this in the tree: tables can come again, if everybody passes."""
LONGEST = 400
"""... and quick players go on for no longer than this."""
OPEN = 0
PROVEN = 1


def doubled(kind: str, column: Any) -> Any:
    """Return a column with twice the room, what is in it kept; `kind`: as `array` calls it."""
    bigger = array(kind, bytes(2 * memoryview(column).nbytes))
    memoryview(bigger)[: len(column)] = memoryview(column)
    return bigger


class Tree:
    """A search tree of one thread.

    Args:
        knowledge: the table that is played on, and what is known of the game.
        seed: where everything random comes from.
        most_nodes: how many states the tree may hold; when it is full, simulations go on without adding more.

    Attributes:
        exploration: how much a choice's prior counts against its value (c of PUCT).
        widening: how much more it counts at states with hundreds and thousands of visits.
        caution: how much less than the state before an untried choice is taken to be worth.
        width: how many choices a state begins with; it doubles whenever the visits have become four times as many. 0: all.
        root_width: the same for the root.
        rollouts: 1 to let quick players go on from a new state; 0 to evaluate at once.
        even_priors: 1 to call all choices equal.
        reuse: 0 to have every search begin with an empty tree.
        jitter: how much chance has a say in priors, so that trees of several threads do not grow alike.
        transpositions: 0 to keep states apart that were reached in different orders.
        only: the edge that simulations begin with (see `insist`), `NONE` for whichever promises most.
        used: states in the tree.
        plies: actions played in all simulations.
        deepest: how deep any simulation went in the tree.
    """

    def __init__(self, knowledge: Knowledge, seed: int, most_nodes: int = 4_000_000) -> None:
        self.knowledge = knowledge
        self.rng = Random(seed)
        self.seats = knowledge.seats
        self.secrets = knowledge.secrets
        self.most_nodes = most_nodes
        self.exploration = 0.2
        self.widening = 0.25
        self.caution = 0.0
        self.width = 4
        self.root_width = 0
        self.rollouts = 1
        self.even_priors = 0
        self.reuse = 1
        self.jitter = 0.0
        self.transpositions = 1
        self.moves = Moves()
        self.path = array("i", bytes(4 * (DEEPEST + 2)))
        self.way = array("i", bytes(4 * (DEEPEST + 2)))
        self.result = array("d", bytes(8 * self.seats))
        self.room_to_choose = 64
        self.chosen = array("i", bytes(4 * 64))
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.room = 256
        self.edge_room = 1024
        self.table_size = 512
        self.used = 0
        self.edges_used = 0
        self.plies = 0
        self.deepest = 0
        self.only = NONE
        self.visits = array("i", bytes(4 * self.room))
        self.first = array("i", bytes(4 * self.room))
        self.count = array("h", bytes(2 * self.room))
        self.mover = array("b", bytes(self.room))
        self.proven = array("b", bytes(self.room))
        self.complete = array("b", bytes(self.room))
        self.keys = array("Q", bytes(8 * self.room))
        self.mean = array("f", bytes(4 * self.seats * self.room))
        self.table = array("i", [NONE]) * self.table_size
        self.action = array("i", bytes(4 * self.edge_room))
        self.child = array("i", bytes(4 * self.edge_room))
        self.tried = array("i", bytes(4 * self.edge_room))
        self.prior = array("f", bytes(4 * self.edge_room))

    def plant(self) -> None:
        """Begin at the state that `knowledge` was given: it becomes the root, node 0, of an empty tree."""
        self.clear()
        self.knowledge.restore()
        self.add_node(self.knowledge.key(), self.knowledge.state.to_play())

    def best(self) -> int:
        """Return the action that has been tried most at the root; of those tried as often, the one of most value."""
        mover = self.mover[0]
        found = NONE
        tried = -1
        value = -1.0
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            child = self.child[edge]
            worth = self.mean[self.seats * child + mover] if child != NONE else -1.0
            often = self.tried[edge]
            if child != NONE and self.proven[child]:
                often = 1 << 30 if worth >= 1.0 else often if worth > 0.0 else 0
            if often > tried or (often == tried and worth > value):
                found = self.action[edge]
                tried = often
                value = worth
        return found

    def choices(self) -> list[tuple[int, int, float, bool, tuple[float, ...]]]:
        """Return the choices at the root: action, how often tried, prior, whether proven, and what each seat can expect."""
        found = []
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            child = self.child[edge]
            known = child != NONE and self.visits[child] > 0
            node = child if known else 0
            shares = tuple([float(self.mean[self.seats * node + i]) for i in range(self.seats)])
            proven = known and self.proven[child] != OPEN
            found.append((self.action[edge], self.tried[edge], float(self.prior[edge]), proven, shares))
        return found

    def value(self) -> list[float]:
        """Return what each seat can expect at the root."""
        return [float(self.mean[i]) for i in range(self.seats)]

    def is_proven(self) -> bool:
        """Say whether the root's value is certain."""
        return self.proven[0] != OPEN

    def root_mover(self) -> int:
        """Return who moves at the root."""
        return self.mover[0]

    def root_visits(self) -> int:
        """Return how many simulations have passed through the root, those of earlier moves included."""
        return self.visits[0]

    def insist(self, action: int) -> None:
        """Let simulations begin with one action from now on, till `replant`; one that was not among the choices becomes one."""
        self.only = NONE
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[edge] == action:
                self.only = edge
        if self.only != NONE:
            return
        start = self.edges_used
        self.edges_used += self.count[0] + 1
        if self.edges_used > self.edge_room:
            self.grow_edges(self.edges_used)
        for i in range(self.count[0]):
            self.action[start + i] = self.action[self.first[0] + i]
            self.child[start + i] = self.child[self.first[0] + i]
            self.tried[start + i] = self.tried[self.first[0] + i]
            self.prior[start + i] = self.prior[self.first[0] + i]
        self.only = start + self.count[0]
        self.action[self.only] = action
        self.child[self.only] = NONE
        self.tried[self.only] = 0
        self.prior[self.only] = 0.0
        self.first[0] = start
        self.count[0] += 1

    def line(self, action: int, most: int) -> list[int]:
        """Return the line that is expected after an action at the root, itself first: the most tried choices in turn."""
        found = [action]
        node = NONE
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[edge] == action:
                node = self.child[edge]
        while node != NONE and len(found) < most and self.mover[node] >= 0 and self.count[node] and self.first[node] != NONE:
            best = NONE
            tried = 0
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                if self.tried[edge] > tried:
                    tried = self.tried[edge]
                    best = edge
            if best == NONE:
                break
            found.append(self.action[best])
            node = self.child[best]
        return found

    def bytes_used(self) -> int:
        """Return how much memory the states and choices in the tree take, room that waits for more left out."""
        node = self.visits.itemsize + self.first.itemsize + self.count.itemsize + 3 + self.keys.itemsize
        edge = self.action.itemsize + self.child.itemsize + self.tried.itemsize + self.prior.itemsize
        return self.used * (node + self.seats * self.mean.itemsize + 2 * self.table.itemsize) + self.edges_used * edge

    def find_errors(self) -> list[str]:
        """Return what is wrong with the tree, for tests: nothing, one hopes."""
        wrong = []
        for node in range(self.used):
            edges = range(self.first[node], self.first[node] + self.count[node]) if self.first[node] != NONE else range(0)
            shares = sum([self.mean[self.seats * node + i] for i in range(self.seats)])
            if self.visits[node] and not 0.999 < shares < 1.001:
                wrong.append(f"node {node}: chances add up to {shares}")
            if self.mover[node] != CHANCE and self.transpositions and self.find(self.keys[node]) != node:
                wrong.append(f"node {node} is not found by its key")
            if len({self.action[edge] for edge in edges}) != len(edges):
                wrong.append(f"node {node} has a choice twice")
            if sum([self.tried[edge] for edge in edges]) > self.visits[node]:
                wrong.append(f"node {node}: choices were tried more often than it was visited")
            wrong += [f"node {node}: a child out of the tree" for edge in edges if not NONE <= self.child[edge] < self.used]
        return wrong

    def replant(self) -> None:
        """Go on from the state that `knowledge` was given now: what the tree holds of it is kept, the rest forgotten.

        With secrets nothing is kept, since what lies in the open is counted from where a search began.
        """
        root = NONE if self.secrets or not self.transpositions or not self.used else self.find(self.knowledge.key())
        if root == NONE:
            self.plant()
            return
        visits = self.visits
        first = self.first
        count = self.count
        mover = self.mover
        proven = self.proven
        complete = self.complete
        keys = self.keys
        mean = self.mean
        action = self.action
        child = self.child
        tried = self.tried
        prior = self.prior
        number = {root: 0}
        order = [root]
        for node in order:
            for edge in range(first[node], first[node] + count[node]):
                after = child[edge]
                if after != NONE and after not in number:
                    number[after] = len(order)
                    order.append(after)
        self.clear()
        while self.room < len(order):
            self.grow_nodes()
        for node in order:
            new = self.used
            self.used += 1
            self.visits[new] = visits[node]
            self.mover[new] = mover[node]
            self.proven[new] = proven[node]
            self.complete[new] = complete[node]
            self.keys[new] = keys[node]
            self.count[new] = count[node]
            self.first[new] = NONE
            for i in range(self.seats):
                self.mean[self.seats * new + i] = mean[self.seats * node + i]
            if mover[node] != CHANCE:
                self.enter(keys[node], new)
            if first[node] == NONE:
                continue
            start = self.edges_used
            self.first[new] = start
            self.edges_used += count[node]
            if self.edges_used > self.edge_room:
                self.grow_edges(self.edges_used)
            for i in range(count[node]):
                after = child[first[node] + i]
                self.action[start + i] = action[first[node] + i]
                self.child[start + i] = NONE if after == NONE else number[after]
                self.tried[start + i] = tried[first[node] + i]
                self.prior[start + i] = prior[first[node] + i]

    # -- room -----------------------------------------------------------------------------------------------------------

    def grow_nodes(self) -> None:
        """Double the room for nodes."""
        self.room *= 2
        self.visits = doubled("i", self.visits)
        self.first = doubled("i", self.first)
        self.count = doubled("h", self.count)
        self.mover = doubled("b", self.mover)
        self.proven = doubled("b", self.proven)
        self.complete = doubled("b", self.complete)
        self.keys = doubled("Q", self.keys)
        self.mean = doubled("f", self.mean)
        self.table_size = 2 * self.room
        self.table = array("i", [NONE]) * self.table_size
        for node in range(self.used):
            if self.mover[node] != CHANCE:
                self.enter(self.keys[node], node)

    def grow_edges(self, wanted: int) -> None:
        """See that there is room for so many edges."""
        while self.edge_room < wanted:
            self.edge_room *= 2
            self.action = doubled("i", self.action)
            self.child = doubled("i", self.child)
            self.tried = doubled("i", self.tried)
            self.prior = doubled("f", self.prior)

    def grow_chosen(self, wanted: int) -> None:
        """See that so many choices can be marked, and weighed."""
        self.room_to_choose = 2 * wanted
        self.chosen = array("i", bytes(4 * 2 * wanted))
        self.knowledge.make_room(2 * wanted)

    # -- states by key --------------------------------------------------------------------------------------------------

    def find(self, key: int) -> int:
        """Return the node of a key, `NONE` if it is not in the tree."""
        place = key & (self.table_size - 1)
        while self.table[place] != NONE:
            if self.keys[self.table[place]] == key:
                return self.table[place]
            place = (place + 1) & (self.table_size - 1)
        return NONE

    def enter(self, key: int, node: int) -> None:
        """Let a node be found by its key."""
        place = key & (self.table_size - 1)
        while self.table[place] != NONE:
            place = (place + 1) & (self.table_size - 1)
        self.table[place] = node

    def add_node(self, key: int, mover: int) -> int:
        """Add a node for the state on the table; return it, or `NONE` if the tree is full."""
        if self.used >= self.most_nodes:
            return NONE
        if self.used == self.room:
            self.grow_nodes()
        node = self.used
        self.used += 1
        self.visits[node] = 0
        self.first[node] = NONE
        self.count[node] = 0
        self.mover[node] = mover
        self.proven[node] = OPEN
        self.complete[node] = 0
        self.keys[node] = key
        for i in range(self.seats):
            self.mean[self.seats * node + i] = 0.0
        if mover == constants.TERMINAL and not self.secrets:
            self.knowledge.evaluate()
            for i in range(self.seats):
                self.mean[self.seats * node + i] = self.knowledge.shares[i]
            self.proven[node] = PROVEN
        if mover != CHANCE and self.transpositions:
            self.enter(key, node)
        return node

    # -- a simulation ---------------------------------------------------------------------------------------------------

    def simulate(self, count: int) -> None:
        """Run so many simulations."""
        for _ in range(count):
            self.descend()

    def descend(self) -> None:
        """Run one simulation."""
        self.knowledge.restore()
        if self.secrets:
            self.knowledge.deal(self.rng)
        depth = 0
        node = 0
        self.path[0] = 0
        while True:
            if self.proven[node]:
                for i in range(self.seats):
                    self.result[i] = self.mean[self.seats * node + i]
                break
            mover = self.mover[node]
            if self.visits[node] == 0 or depth >= DEEPEST or mover == constants.TERMINAL:
                self.reach_out()
                break
            edge = NONE
            after = NONE
            if mover != CHANCE:
                if node == 0 and self.only != NONE:
                    edge = self.only
                else:
                    if not self.is_ready(node, mover):
                        self.widen(node)
                    edge = self.select(node, mover)
                self.knowledge.state.play(self.action[edge])
                self.plies += 1
                after = self.child[edge]
                if self.secrets and after != NONE and not self.is_at(after):
                    after = NONE
            if after == NONE:
                drawn = self.knowledge.state.to_play() == constants.CHANCE
                if mover == CHANCE:
                    while self.knowledge.state.to_play() == constants.CHANCE:
                        self.knowledge.state.play(self.knowledge.state.draw_chance(self.rng))
                    drawn = False
                if drawn:
                    after = self.add_node(0, CHANCE)
                else:
                    key = self.knowledge.key()
                    after = self.find(key) if self.transpositions else NONE
                    if after == NONE:
                        after = self.add_node(key, self.knowledge.state.to_play())
                if edge != NONE:
                    self.child[edge] = after
            self.way[depth] = edge
            if after == NONE or after == 0:  # the tree is full, or what follows is the root again
                if edge != NONE:
                    self.tried[edge] += 1
                self.reach_out()
                break
            depth += 1
            self.path[depth] = after
            node = after
        if depth > self.deepest:
            self.deepest = depth
        self.back_up(depth)

    def wanted_width(self, node: int) -> int:
        """Return how many choices a node should have by now."""
        wanted = self.width if node else self.root_width
        if wanted == 0:
            return 1 << 14
        visits = self.visits[node] // (4 * wanted)
        while visits > 0:
            wanted *= 2
            visits //= 4
        return wanted

    def is_ready(self, node: int, mover: int) -> int:
        """Say whether a node has choices enough; if not, `moves` holds all of now."""
        if self.secrets:
            knows = self.count[node] > 0 and self.knowledge.allows(self.action[self.first[node]]) >= 0
            if not knows:
                self.knowledge.list_choices(self.moves)
            wanted = self.wanted_width(node)
            have = 0
            for i in range(self.count[node]):
                if self.stands(self.action[self.first[node] + i]):
                    have += 1
                    if have >= wanted:
                        return 1
            if have and (
                self.count[node] >= 4 * wanted or (node == 0 and self.root_width == 0 and mover == self.knowledge.observer)
            ):
                return 1
            if knows:
                self.knowledge.list_choices(self.moves)
            return have >= self.moves.count
        if self.complete[node] or self.count[node] >= self.wanted_width(node):
            return 1
        self.knowledge.list_choices(self.moves)
        return 0

    def is_at(self, node: int) -> int:
        """Say whether the table is what a node stands for: under one deal a game may be over that goes on under another."""
        if self.mover[node] == CHANCE:
            return 1
        return self.knowledge.state.to_play() == self.mover[node] and self.knowledge.key() == self.keys[node]

    def stands(self, action: int) -> int:
        """Say whether a choice of a node is one under the present deal; where the game cannot say, `moves` holds all of now."""
        allowed = self.knowledge.allows(action)
        return allowed if allowed >= 0 else self.is_choice(action) != NONE

    def is_choice(self, action: int) -> int:
        """Return the place of an action among the choices of now, `NONE` if it is not among them."""
        low = 0
        high = self.moves.count - 1
        while low <= high:
            middle = (low + high) // 2
            if self.moves.items[middle] == action:
                return middle
            if self.moves.items[middle] < action:
                low = middle + 1
            else:
                high = middle - 1
        return NONE

    def widen(self, node: int) -> None:
        """Give a node more of the choices in `moves`: the most likely ones that it lacks."""
        wanted = self.wanted_width(node)
        if wanted > self.moves.count:
            wanted = self.moves.count
        if self.moves.count > self.room_to_choose:
            self.grow_chosen(self.moves.count)
        if self.even_priors or self.moves.count == 1:
            for i in range(self.moves.count):
                self.knowledge.weights[i] = 1.0
        else:
            self.knowledge.weigh(self.moves)
            if self.jitter > 0.0:
                for i in range(self.moves.count):
                    self.knowledge.weights[i] *= 1.0 + self.jitter * 0.001 * self.rng.below(1000)
        whole = 0.0
        for i in range(self.moves.count):
            whole += self.knowledge.weights[i]
            self.chosen[i] = 0
        legal = 0
        old = self.count[node]
        for i in range(old):
            best = self.is_choice(self.action[self.first[node] + i])
            if best != NONE:
                self.chosen[best] = 1
                legal += 1
        kept = old + wanted - legal
        start = self.edges_used
        if start + kept > self.edge_room:
            self.grow_edges(start + kept)
        self.edges_used += kept
        for i in range(old):
            self.action[start + i] = self.action[self.first[node] + i]
            self.child[start + i] = self.child[self.first[node] + i]
            self.tried[start + i] = self.tried[self.first[node] + i]
            self.prior[start + i] = self.prior[self.first[node] + i]
        for j in range(old, kept):
            best = NONE
            heaviest = -1.0
            for i in range(self.moves.count):
                if not self.chosen[i] and self.knowledge.weights[i] > heaviest:
                    heaviest = self.knowledge.weights[i]
                    best = i
            self.chosen[best] = 1
            self.action[start + j] = self.moves.items[best]
            self.child[start + j] = NONE
            self.tried[start + j] = 0
            self.prior[start + j] = self.knowledge.weights[best] / whole
        self.first[node] = start
        self.count[node] = kept
        if kept == self.moves.count and not self.secrets:
            self.complete[node] = 1

    def select(self, node: int, mover: int) -> int:
        """Return the edge that promises most to whoever moves: its value, and the more the less it has been tried."""
        first_value = self.mean[self.seats * node + mover] - self.caution
        total = self.visits[node]
        if self.secrets:
            total = 1
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                if self.stands(self.action[edge]):
                    total += self.tried[edge]
        explored = (self.exploration + self.widening * inline.logarithm(1.0 + 0.01 * total)) * inline.root(total + 1)
        best = NONE
        highest = -1e9
        for edge in range(self.first[node], self.first[node] + self.count[node]):
            if self.secrets and not self.stands(self.action[edge]):
                continue
            child = self.child[edge]
            value = first_value
            if child != NONE and self.visits[child] > 0:
                value = self.mean[self.seats * child + mover]
            score = value + explored * self.prior[edge] / (1 + self.tried[edge])
            if score > highest:
                highest = score
                best = edge
        return best

    def reach_out(self) -> None:
        """Find what a state promises: quick players go on to a comparable moment, which is evaluated."""
        if self.rollouts:
            self.knowledge.set_out()
            played = 0
            while played < LONGEST:
                mover = self.knowledge.state.to_play()
                if mover == constants.TERMINAL:
                    break
                if mover == constants.CHANCE:
                    self.knowledge.state.play(self.knowledge.state.draw_chance(self.rng))
                elif self.knowledge.is_comparable():
                    break
                else:
                    self.knowledge.state.play(self.knowledge.choose(self.rng))
                    self.plies += 1
                played += 1
        self.knowledge.evaluate()
        for i in range(self.seats):
            self.result[i] = self.knowledge.shares[i]

    def back_up(self, depth: int) -> None:
        """Tell every state on the way what came of it."""
        for step in range(depth, -1, -1):
            node = self.path[step]
            self.visits[node] += 1
            if step < depth:
                if self.way[step] != NONE:
                    self.tried[self.way[step]] += 1
                if self.proven[self.path[step + 1]] and not self.proven[node] and self.prove(node):
                    for i in range(self.seats):
                        self.result[i] = self.mean[self.seats * node + i]
            if not self.proven[node]:
                weight = 1.0 / self.visits[node]
                for i in range(self.seats):
                    self.mean[self.seats * node + i] += weight * (self.result[i] - self.mean[self.seats * node + i])

    def prove(self, node: int) -> int:
        """See whether what is proven of a node's choices settles it: one that wins, or no hope left; say whether it does."""
        mover = self.mover[node]
        if mover < 0 or self.secrets:
            return 0
        best = NONE
        most = -1.0
        for edge in range(self.first[node], self.first[node] + self.count[node]):
            child = self.child[edge]
            if child == NONE or not self.proven[child]:
                continue
            if self.mean[self.seats * child + mover] > most:
                most = self.mean[self.seats * child + mover]
                best = child
        if best == NONE:
            return 0
        if most < 1.0:
            if not self.complete[node]:
                return 0
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                child = self.child[edge]
                if child == NONE or not self.proven[child]:
                    return 0
        for i in range(self.seats):
            self.mean[self.seats * node + i] = self.mean[self.seats * best + i]
        self.proven[node] = PROVEN
        return 1
