"""The search tree and its simulations: max^n PUCT over states, for any number of seats.

A node is a state, found by its key, so different orders of the same actions lead to the same node. An edge is a choice at a
node (see `columns`). A simulation descends from the root along the highest PUCT scores, adds the first new state, plays a
rollout with the game's quick player to a comparable moment, evaluates it, and backs up the result along its path.

In a game with secrets, each simulation resamples the information hidden from the observer. Nodes then stand for public
information, and a choice counts only if it is available under the current deal.
"""

from array import array

from kingdoms.core import constants, inline
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.nets.net import Net
from kingdoms.search import codes
from kingdoms.search.columns import Columns


class Tree(Columns):
    """The search tree of one thread.

    Args:
        knowledge: the game's knowledge, and the table that simulations play on.
        seed: the seed of all random numbers.
        most_nodes: the maximum number of nodes. When the tree is full, simulations continue without adding nodes.
        net: evaluates states instead of the knowledge; its inputs are the knowledge's features.

    Attributes:
        exploration: the weight of a choice's prior against its value (c of PUCT).
        widening: how fast this weight grows with the visits of a node.
        others: above 1, a factor on priors, which are also squared, at nodes where a seat other than the root's moves: the
            other seats then mostly play their likeliest choices.
        width: the number of choices that a node starts with; it doubles each time the visits quadruple. 0: all.
        root_width: the same for the root.
        rollouts: 1 to play a rollout from a new state before evaluating; 0 to evaluate at once.
        greedy: the share of the prior that the greedy choice gets before the rest is divided (see `Knowledge.greedy`).
        even_priors: 1 to give all choices the same prior.
        pruning: 0 to consider all legal actions.
        reuse: 0 to start every search with an empty tree.
        jitter: the strength of random noise on priors, which makes the trees of several threads differ.
        transpositions: 0 to use separate nodes for a state reached by different orders of actions.
        only: the edge that all simulations start with (see `insist`); `NONE` to select it by score.
        plies: the number of actions played in all simulations.
        deepest: the greatest depth that a simulation has reached in the tree.
    """

    def __init__(self, knowledge: Knowledge, seed: int, most_nodes: int = 4_000_000, net: Net | None = None) -> None:
        if net is not None and net.inputs != len(knowledge.features()):
            raise ValueError(f"the net has {net.inputs} inputs, but the game has {len(knowledge.features())} features")
        self.knowledge = knowledge
        self.net = net
        self.rng = Random(seed)
        super().__init__(knowledge.seats)
        self.secrets = knowledge.secrets
        self.most_nodes = most_nodes
        self.exploration = 0.2
        self.widening = 0.25
        self.others = 1.0
        self.width = 4
        self.root_width = 0
        self.rollouts = 1
        self.greedy = 0.5
        self.even_priors = 0
        self.pruning = 1
        self.reuse = 1
        self.jitter = 0.0
        self.transpositions = 1
        self.moves = Moves()
        self.path = array("i", bytes(4 * (codes.DEEPEST + 2)))
        self.way = array("i", bytes(4 * (codes.DEEPEST + 2)))
        self.result = array("d", bytes(8 * self.seats))
        self.room_to_choose = 64
        self.selection = array("i", bytes(4 * 64))
        self.room_to_stand = 64
        self.availability = bytearray(64)
        self.plies = 0
        self.deepest = 0
        self.only = codes.NONE

    def plant(self) -> None:
        """Start an empty tree, with the state given to `knowledge` as its root, node 0."""
        self.clear()
        self.plies = 0
        self.deepest = 0
        self.only = codes.NONE
        self.knowledge.restore()
        self.add_node(self.knowledge.key(), self.knowledge.state.to_play())

    def replant(self) -> None:
        """Continue from the state now given to `knowledge`: keep the part of the tree reachable from it, discard the rest.

        With secrets nothing is kept, since keys depend on the state in which a search started.
        """
        root = codes.NONE
        if self.reuse and self.transpositions and not self.secrets:
            root = self.find(self.knowledge.key())
        if root == codes.NONE:
            self.plant()
        else:
            self.only = codes.NONE
            self.keep(root)

    def resume(self) -> None:
        """Continue from the same root, with all of its choices."""
        self.only = codes.NONE

    def choices(self) -> list[tuple[int, int, float, bool, tuple[float, ...]]]:
        """Return the choices at the root: action, times tried, prior, whether proven, and the expected share of each seat."""
        choices = []
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            child = self.child[edge]
            is_visited = child != codes.NONE and self.visits[child] > 0
            node = child if is_visited else 0
            shares = tuple([float(self.mean[self.seats * node + i]) for i in range(self.seats)])
            proven = is_visited and self.proven[child] != codes.OPEN
            choices.append((self.action[edge], self.trials[edge], float(self.prior[edge]), proven, shares))
        return choices

    def value(self) -> list[float]:
        """Return the expected share of each seat at the root."""
        return [float(self.mean[i]) for i in range(self.seats)]

    def is_proven(self) -> bool:
        """Return whether the root's value is proven."""
        return self.proven[0] != codes.OPEN

    def root_mover(self) -> int:
        """Return the mover of the root: a seat, or `CHANCE`, or `TERMINAL`."""
        return self.mover[0]

    def root_visits(self) -> int:
        """Return the number of simulations that passed through the root, including those of earlier moves."""
        return self.visits[0]

    def insist(self, action: int) -> None:
        """Start all simulations with one action until the next search, adding it to the root's choices if it is missing."""
        self.only = codes.NONE
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[edge] == action:
                self.only = edge
        if self.only != codes.NONE:
            return
        if not self.make_edges(0, self.count[0] + 1):
            raise MemoryError("there is no room for another choice")
        self.only = self.first[0] + self.count[0] - 1
        self.action[self.only] = action

    def line(self, action: int, most: int) -> list[int]:
        """Return the expected line after an action at the root: the action, then the most tried choice at each node."""
        actions = [action]
        node = codes.NONE
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[edge] == action:
                node = self.child[edge]
        while (
            node != codes.NONE
            and len(actions) < most
            and self.mover[node] >= 0
            and self.count[node]
            and self.first[node] != codes.NONE
        ):
            best = codes.NONE
            tries = 0
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                if self.trials[edge] > tries:
                    tries = self.trials[edge]
                    best = edge
            if best == codes.NONE:
                break
            actions.append(self.action[best])
            node = self.child[best]
        return actions

    def add_node(self, key: int, mover: int) -> int:
        """Add a node for the current state and return it, or `NONE` if the tree is full."""
        if self.node_count >= self.most_nodes:
            return codes.NONE
        node = self.make_node(key, mover)
        if node != codes.NONE and mover == constants.TERMINAL and not self.secrets:
            self.knowledge.evaluate()
            for i in range(self.seats):
                self.mean[self.seats * node + i] = self.knowledge.shares[i]
            self.proven[node] = codes.PROVEN
        return node

    def grow_selection(self, count: int) -> None:
        """Make room for `count` choices in `selection` and in the weights."""
        self.selection = array("i", bytes(4 * 2 * count))
        self.knowledge.make_room(2 * count)
        self.room_to_choose = 2 * count

    def grow_availability(self, count: int) -> None:
        """Make room for `count` choices in `availability`."""
        bigger = bytearray(2 * count)
        bigger[: self.room_to_stand] = self.availability
        self.availability = bigger
        self.room_to_stand = 2 * count

    # -- a simulation ---------------------------------------------------------------------------------------------------

    def simulate(self, count: int) -> None:
        """Run `count` simulations."""
        for _ in range(count):
            self.descend()

    def descend(self) -> None:
        """Run one simulation: descend to a leaf, evaluate it, and back up the result."""
        self.knowledge.restore()
        if self.secrets:
            self.knowledge.deal(self.rng)
        depth = 0
        node = 0
        self.path[0] = 0
        while not self.is_leaf(node, depth):
            edge = codes.NONE
            if self.mover[node] == codes.CHANCE:
                child = self.draw()
            else:
                edge = self.choose(node)
                if edge == codes.NONE:
                    break
                child = self.follow(edge)
            self.way[depth] = edge
            if child == codes.NONE or child == 0:  # the tree is full, or the action leads back to the root
                if edge != codes.NONE:
                    self.trials[edge] += 1
                break
            depth += 1
            self.path[depth] = child
            node = child
        if self.proven[node]:
            for i in range(self.seats):
                self.result[i] = self.mean[self.seats * node + i]
        else:
            self.evaluate_leaf()
        if depth > self.deepest:
            self.deepest = depth
        self.back_up(depth)

    def is_leaf(self, node: int, depth: int) -> int:
        """Return whether a simulation ends at a node: it is new, proven, terminal or too deep."""
        return self.proven[node] or self.visits[node] == 0 or depth >= codes.DEEPEST or self.mover[node] == constants.TERMINAL

    def choose(self, node: int) -> int:
        """Return the edge to take from a node where a seat moves, after widening the node if it is time; `NONE` for none."""
        if node == 0 and self.only != codes.NONE:
            return self.only
        mover = self.mover[node]
        if not self.is_ready(node, mover):
            self.widen(node)
        return self.select(node, mover)

    def follow(self, edge: int) -> int:
        """Play the action of an edge and return the node that it leads to, or `NONE` if the tree is full."""
        self.knowledge.state.play(self.action[edge])
        self.plies += 1
        child = self.child[edge]
        if child != codes.NONE and (not self.secrets or self.matches_state(child)):
            return child
        if self.knowledge.state.to_play() == constants.CHANCE:
            child = self.add_node(0, codes.CHANCE)
        else:
            child = self.find_or_add()
        self.child[edge] = child
        return child

    def draw(self) -> int:
        """Play chance at random and return the node that it leads to, or `NONE` if the tree is full."""
        while self.knowledge.state.to_play() == constants.CHANCE:
            self.knowledge.state.play(self.knowledge.state.draw_chance(self.rng))
        return self.find_or_add()

    def find_or_add(self) -> int:
        """Return the node of the current state, which is added if it is new; `NONE` if the tree is full."""
        key = self.knowledge.key()
        node = self.find(key) if self.transpositions else codes.NONE
        if node == codes.NONE:
            node = self.add_node(key, self.knowledge.state.to_play())
        return node

    def target_width(self, node: int) -> int:
        """Return the number of choices that a node should have after its visits so far."""
        width = self.width if node else self.root_width
        if width == 0:
            return codes.ALL
        visits = self.visits[node] // (4 * width)
        while visits > 0:
            width *= 2
            visits //= 4
        return width

    def is_ready(self, node: int, mover: int) -> int:
        """Return whether a node has enough choices; if not, `moves` holds all choices of the current state."""
        if self.secrets:
            knows = self.count[node] > 0 and self.knowledge.allows(self.action[self.first[node]]) >= 0
            if not knows:
                self.list_choices()
            have = self.mark_available(node)
            width = self.target_width(node)
            if have >= width:
                return 1
            if have and (
                self.count[node] >= 4 * width or (node == 0 and self.root_width == 0 and mover == self.knowledge.observer)
            ):
                return 1
            if knows:
                self.list_choices()
            return have >= self.moves.count
        if self.complete[node] or self.count[node] >= self.target_width(node):
            return 1
        self.list_choices()
        return 0

    def list_choices(self) -> None:
        """Fill `moves` with the choices to consider in the current state."""
        if self.pruning:
            self.knowledge.list_choices(self.moves)
        else:
            self.knowledge.state.list_moves(self.moves)

    def matches_state(self, node: int) -> int:
        """Return whether a node matches the current state: a game can be over under one deal and not under another."""
        if self.mover[node] == codes.CHANCE:
            return 1
        return self.knowledge.state.to_play() == self.mover[node] and self.knowledge.key() == self.keys[node]

    def mark_available(self, node: int) -> int:
        """Mark the choices of a node that are available under the current deal, and return their number."""
        if self.count[node] > self.room_to_stand:
            self.grow_availability(self.count[node])
        have = 0
        for i in range(self.count[node]):
            self.availability[i] = self.is_available(self.action[self.first[node] + i])
            have += self.availability[i]
        return have

    def is_available(self, action: int) -> int:
        """Return whether an action is available under the current deal.

        If the game cannot tell, `moves` must hold all choices of the current state.
        """
        allowed = self.knowledge.allows(action)
        return allowed if allowed >= 0 else self.is_choice(action) != codes.NONE

    def is_choice(self, action: int) -> int:
        """Return the index of an action in `moves`, or `NONE`."""
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
        return codes.NONE

    def widen(self, node: int) -> None:
        """Add choices from `moves` to a node, the likeliest first, up to the wanted width."""
        width = self.target_width(node)
        if width > self.moves.count:
            width = self.moves.count
        if self.moves.count > self.room_to_choose:
            self.grow_selection(self.moves.count)
        if self.even_priors or self.moves.count == 1:
            for i in range(self.moves.count):
                self.knowledge.weights[i] = 1.0
        else:
            self.knowledge.greedy = self.greedy
            self.knowledge.weigh(self.moves)
            if self.jitter > 0.0:
                for i in range(self.moves.count):
                    self.knowledge.weights[i] *= 1.0 + self.jitter * 0.001 * self.rng.below(1000)
        total = 0.0
        for i in range(self.moves.count):
            total += self.knowledge.weights[i]
            self.selection[i] = 0
        legal = 0
        old = self.count[node]
        for i in range(old):
            best = self.is_choice(self.action[self.first[node] + i])
            if best != codes.NONE:
                self.selection[best] = 1
                legal += 1
        if legal >= width or not self.make_edges(node, old + width - legal):
            return
        if self.secrets and self.count[node] > self.room_to_stand:
            self.grow_availability(self.count[node])
        for edge in range(self.first[node] + old, self.first[node] + self.count[node]):
            best = codes.NONE
            heaviest = -1.0
            for i in range(self.moves.count):
                if not self.selection[i] and self.knowledge.weights[i] > heaviest:
                    heaviest = self.knowledge.weights[i]
                    best = i
            self.selection[best] = 1
            self.action[edge] = self.moves.items[best]
            self.prior[edge] = self.knowledge.weights[best] / total
            if self.secrets:
                self.availability[edge - self.first[node]] = 1
        if width == self.moves.count and not self.secrets:
            self.complete[node] = 1

    def select(self, node: int, mover: int) -> int:
        """Return the edge with the highest PUCT score for the mover.

        With secrets, only the edges marked by `mark_available` are considered.

        Return `NONE` if there is no such edge: a game in plain Python may have failed to list any choice.
        """
        first = self.first[node]
        count = self.count[node]
        first_value = self.mean[self.seats * node + mover]
        total = self.visits[node]
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
            if child != codes.NONE and self.visits[child] > 0:
                value = self.mean[self.seats * child + mover]
            prior = self.prior[edge]
            if elsewhere:  # otherwise errors add up over a long turn, and the other seats seem weaker than they are
                prior *= prior
            score = value + explored * prior / (1 + self.trials[edge])
            if score > highest:
                highest = score
                best = edge
        return best

    def evaluate_leaf(self) -> None:
        """Evaluate the current state, after a rollout to a comparable moment unless rollouts are off."""
        if self.rollouts:
            self.knowledge.set_out()
            played = 0
            while played < codes.LONGEST:
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
        self.evaluate()
        for i in range(self.seats):
            self.result[i] = self.knowledge.shares[i]

    def evaluate(self) -> None:
        """Set the knowledge's shares for the current state, from the net if there is one and the game is not decided."""
        if self.net is None or self.knowledge.is_decided():
            self.knowledge.evaluate()
        else:
            self.knowledge.describe()
            self.net.judge(self.knowledge)

    def back_up(self, depth: int) -> None:
        """Update all nodes on the path with the result of the simulation."""
        for step in range(depth, -1, -1):
            node = self.path[step]
            self.visits[node] += 1
            if step < depth:
                if self.way[step] != codes.NONE:
                    self.trials[self.way[step]] += 1
                if self.proven[self.path[step + 1]] and not self.proven[node] and self.prove(node):
                    for i in range(self.seats):
                        self.result[i] = self.mean[self.seats * node + i]
            if not self.proven[node]:
                weight = 1.0 / self.visits[node]
                for i in range(self.seats):
                    self.mean[self.seats * node + i] += weight * (self.result[i] - self.mean[self.seats * node + i])

    def prove(self, node: int) -> int:
        """Try to prove a node from its children: one is a proven win, or all are proven. Return whether it succeeded."""
        mover = self.mover[node]
        if mover < 0 or self.secrets:
            return 0
        best = codes.NONE
        most = -1.0
        for edge in range(self.first[node], self.first[node] + self.count[node]):
            child = self.child[edge]
            if child == codes.NONE or not self.proven[child]:
                continue
            if self.mean[self.seats * child + mover] > most:
                most = self.mean[self.seats * child + mover]
                best = child
        if best == codes.NONE:
            return 0
        if most < 1.0:
            if not self.complete[node]:
                return 0
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                child = self.child[edge]
                if child == codes.NONE or not self.proven[child]:
                    return 0
        for i in range(self.seats):
            self.mean[self.seats * node + i] = self.mean[self.seats * best + i]
        self.proven[node] = codes.PROVEN
        return 1
