"""The tree that search grows, and one simulation in it: max^n PUCT over states, for any number of seats.

A node is a state, found by its key whatever the order of the actions that led to it; an edge is a choice at a node (see
`columns`). A simulation goes down from the root by the choices that promise most, adds the first state that is
not there yet, lets the game's quick player go on to a comparable moment, and tells everything on its way what came of it.

In a game with secrets each simulation deals anew what the observer does not know; nodes then stand for what lies in the open,
and a choice counts only where it is legal under the present deal.
"""

from array import array

from kingdoms.core import constants, inline
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.search import codes
from kingdoms.search.columns import Columns


class Tree(Columns):
    """A search tree of one thread.

    Args:
        knowledge: the table that is played on, and what is known of the game.
        seed: where everything random comes from.
        most_nodes: how many states the tree may hold; when it is full, simulations go on without adding more.

    Attributes:
        exploration: how much a choice's prior counts against its value (c of PUCT).
        widening: how much more it counts at states with hundreds and thousands of visits.
        others: above 1, priors count so many times as much where another seat moves than the root's, and squared: these follow
            their first thought, the more so the higher it is.
        width: how many choices a state begins with; it doubles whenever the visits have become four times as many. 0: all.
        root_width: the same for the root.
        rollouts: 1 to let quick players go on from a new state; 0 to evaluate at once.
        even_priors: 1 to call all choices equal.
        pruning: 0 to think of all that is legal.
        reuse: 0 to have every search begin with an empty tree.
        jitter: how much chance has a say in priors, so that trees of several threads do not grow alike.
        transpositions: 0 to keep states apart that were reached in different orders.
        only: the edge that simulations begin with (see `insist`), `NONE` for whichever promises most.
        plies: actions played in all simulations.
        deepest: how deep any simulation went in the tree.
    """

    def __init__(self, knowledge: Knowledge, seed: int, most_nodes: int = 4_000_000) -> None:
        self.knowledge = knowledge
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
        self.chosen = array("i", bytes(4 * 64))
        self.room_to_stand = 64
        self.standing = bytearray(64)
        self.plies = 0
        self.deepest = 0
        self.only = codes.NONE

    def plant(self) -> None:
        """Begin at the state that `knowledge` was given: it becomes the root, node 0, of an empty tree."""
        self.clear()
        self.plies = 0
        self.deepest = 0
        self.only = codes.NONE
        self.knowledge.restore()
        self.add_node(self.knowledge.key(), self.knowledge.state.to_play())

    def replant(self) -> None:
        """Go on from the state that `knowledge` was given now: what the tree holds of it is kept, the rest forgotten.

        With secrets nothing is kept, since what lies in the open is counted from where a search began.
        """
        root = codes.NONE
        if self.reuse and self.transpositions and not self.secrets:
            root = self.find(self.knowledge.key())
        if root == codes.NONE:
            self.plant()
        else:
            self.only = codes.NONE
            self.keep(root)

    def choices(self) -> list[tuple[int, int, float, bool, tuple[float, ...]]]:
        """Return the choices at the root: action, how often tried, prior, whether proven, and what each seat can expect."""
        found = []
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            child = self.child[edge]
            known = child != codes.NONE and self.visits[child] > 0
            node = child if known else 0
            shares = tuple([float(self.mean[self.seats * node + i]) for i in range(self.seats)])
            proven = known and self.proven[child] != codes.OPEN
            found.append((self.action[edge], self.tried[edge], float(self.prior[edge]), proven, shares))
        return found

    def value(self) -> list[float]:
        """Return what each seat can expect at the root."""
        return [float(self.mean[i]) for i in range(self.seats)]

    def is_proven(self) -> bool:
        """Say whether the root's value is certain."""
        return self.proven[0] != codes.OPEN

    def root_mover(self) -> int:
        """Return who moves at the root."""
        return self.mover[0]

    def root_visits(self) -> int:
        """Return how many simulations have passed through the root, those of earlier moves included."""
        return self.visits[0]

    def insist(self, action: int) -> None:
        """Let simulations begin with one action from now on, till `replant`; one that was not among the choices becomes one."""
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
        """Return the line that is expected after an action at the root, itself first: the most tried choices in turn."""
        found = [action]
        node = codes.NONE
        for edge in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[edge] == action:
                node = self.child[edge]
        while (
            node != codes.NONE
            and len(found) < most
            and self.mover[node] >= 0
            and self.count[node]
            and self.first[node] != codes.NONE
        ):
            best = codes.NONE
            tried = 0
            for edge in range(self.first[node], self.first[node] + self.count[node]):
                if self.tried[edge] > tried:
                    tried = self.tried[edge]
                    best = edge
            if best == codes.NONE:
                break
            found.append(self.action[best])
            node = self.child[best]
        return found

    def add_node(self, key: int, mover: int) -> int:
        """Add a node for the state on the table; return it, or `NONE` if the tree is full."""
        if self.used >= self.most_nodes:
            return codes.NONE
        node = self.make_node(key, mover)
        if node != codes.NONE and mover == constants.TERMINAL and not self.secrets:
            self.knowledge.evaluate()
            for i in range(self.seats):
                self.mean[self.seats * node + i] = self.knowledge.shares[i]
            self.proven[node] = codes.PROVEN
        return node

    def grow_chosen(self, wanted: int) -> None:
        """See that so many choices can be marked, and weighed."""
        self.chosen = array("i", bytes(4 * 2 * wanted))
        self.knowledge.make_room(2 * wanted)
        self.room_to_choose = 2 * wanted

    def grow_standing(self, wanted: int) -> None:
        """See that of so many choices it can be said whether they stand."""
        bigger = bytearray(2 * wanted)
        bigger[: self.room_to_stand] = self.standing
        self.standing = bigger
        self.room_to_stand = 2 * wanted

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
            if self.visits[node] == 0 or depth >= codes.DEEPEST or mover == constants.TERMINAL:
                self.reach_out()
                break
            edge = codes.NONE
            after = codes.NONE
            if mover != codes.CHANCE:
                if node == 0 and self.only != codes.NONE:
                    edge = self.only
                else:
                    if not self.is_ready(node, mover):
                        self.widen(node)
                    edge = self.select(node, mover)
                if edge == codes.NONE:
                    self.reach_out()
                    break
                self.knowledge.state.play(self.action[edge])
                self.plies += 1
                after = self.child[edge]
                if self.secrets and after != codes.NONE and not self.is_at(after):
                    after = codes.NONE
            if after == codes.NONE:
                drawn = self.knowledge.state.to_play() == constants.CHANCE
                if mover == codes.CHANCE:
                    while self.knowledge.state.to_play() == constants.CHANCE:
                        self.knowledge.state.play(self.knowledge.state.draw_chance(self.rng))
                    drawn = False
                if drawn:
                    after = self.add_node(0, codes.CHANCE)
                else:
                    key = self.knowledge.key()
                    after = self.find(key) if self.transpositions else codes.NONE
                    if after == codes.NONE:
                        after = self.add_node(key, self.knowledge.state.to_play())
                if edge != codes.NONE:
                    self.child[edge] = after
            self.way[depth] = edge
            if after == codes.NONE or after == 0:  # the tree is full, or what follows is the root again
                if edge != codes.NONE:
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
            return codes.ALL
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
                self.list_choices()
            have = self.mark_standing(node)
            wanted = self.wanted_width(node)
            if have >= wanted:
                return 1
            if have and (
                self.count[node] >= 4 * wanted or (node == 0 and self.root_width == 0 and mover == self.knowledge.observer)
            ):
                return 1
            if knows:
                self.list_choices()
            return have >= self.moves.count
        if self.complete[node] or self.count[node] >= self.wanted_width(node):
            return 1
        self.list_choices()
        return 0

    def list_choices(self) -> None:
        """Fill `moves` with what is to be thought of on the table."""
        if self.pruning:
            self.knowledge.list_choices(self.moves)
        else:
            self.knowledge.state.list_moves(self.moves)

    def is_at(self, node: int) -> int:
        """Say whether the table is what a node stands for: under one deal a game may be over that goes on under another."""
        if self.mover[node] == codes.CHANCE:
            return 1
        return self.knowledge.state.to_play() == self.mover[node] and self.knowledge.key() == self.keys[node]

    def mark_standing(self, node: int) -> int:
        """Note which choices of a node are some under the present deal, and return how many."""
        if self.count[node] > self.room_to_stand:
            self.grow_standing(self.count[node])
        have = 0
        for i in range(self.count[node]):
            self.standing[i] = self.stands(self.action[self.first[node] + i])
            have += self.standing[i]
        return have

    def stands(self, action: int) -> int:
        """Say whether a choice of a node is one under the present deal; where the game cannot say, `moves` holds all of now."""
        allowed = self.knowledge.allows(action)
        return allowed if allowed >= 0 else self.is_choice(action) != codes.NONE

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
        return codes.NONE

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
            if best != codes.NONE:
                self.chosen[best] = 1
                legal += 1
        if legal >= wanted or not self.make_edges(node, old + wanted - legal):
            return
        if self.secrets and self.count[node] > self.room_to_stand:
            self.grow_standing(self.count[node])
        for edge in range(self.first[node] + old, self.first[node] + self.count[node]):
            best = codes.NONE
            heaviest = -1.0
            for i in range(self.moves.count):
                if not self.chosen[i] and self.knowledge.weights[i] > heaviest:
                    heaviest = self.knowledge.weights[i]
                    best = i
            self.chosen[best] = 1
            self.action[edge] = self.moves.items[best]
            self.prior[edge] = self.knowledge.weights[best] / whole
            if self.secrets:
                self.standing[edge - self.first[node]] = 1
        if wanted == self.moves.count and not self.secrets:
            self.complete[node] = 1

    def select(self, node: int, mover: int) -> int:
        """Return the edge that promises most to whoever moves: its value, and the more the less it has been tried.

        With secrets, `mark_standing` has said which are to be looked at.

        It is `NONE` where no choice stands: a game in plain Python may have failed to list any.
        """
        first = self.first[node]
        count = self.count[node]
        first_value = self.mean[self.seats * node + mover]
        total = self.visits[node]
        if self.secrets:
            total = 1
            for i in range(count):
                if self.standing[i]:
                    total += self.tried[first + i]
        explored = (self.exploration + self.widening * inline.logarithm(1.0 + 0.01 * total)) * inline.root(total + 1)
        elsewhere = mover != self.mover[0] and self.others > 1.0
        if elsewhere:
            explored *= self.others
        best = codes.NONE
        highest = -1e9
        for i in range(count):
            if self.secrets and not self.standing[i]:
                continue
            edge = first + i
            child = self.child[edge]
            value = first_value
            if child != codes.NONE and self.visits[child] > 0:
                value = self.mean[self.seats * child + mover]
            prior = self.prior[edge]
            if elsewhere:  # or slips would add up in a long turn, and the others be taken for weaker than they are
                prior *= prior
            score = value + explored * prior / (1 + self.tried[edge])
            if score > highest:
                highest = score
                best = edge
        return best

    def reach_out(self) -> None:
        """Find what a state promises: quick players go on to a comparable moment, which is evaluated."""
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
        self.knowledge.evaluate()
        for i in range(self.seats):
            self.result[i] = self.knowledge.shares[i]

    def back_up(self, depth: int) -> None:
        """Tell every state on the way what came of it."""
        for step in range(depth, -1, -1):
            node = self.path[step]
            self.visits[node] += 1
            if step < depth:
                if self.way[step] != codes.NONE:
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
