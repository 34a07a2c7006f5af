"""The storage of a search tree: parallel columns of nodes and edges, and a hash index of the nodes by key."""

from array import array
from typing import Any

from kingdoms.search import codes


def double(kind: str, column: Any) -> Any:
    """Return a copy of a column with twice the capacity; `kind` is its type code for `array`."""
    bigger = array(kind, bytes(2 * memoryview(column).nbytes))
    memoryview(bigger)[: len(column)] = memoryview(column)
    return bigger


class Columns:
    """The nodes and edges of a search tree, and an index of the nodes by key.

    The edges of a node are contiguous. When a node gets more edges, all of them move to the end of the columns, and their old
    slots stay unused until `keep` or `clear`.

    Args:
        seats: the number of seats.

    Attributes:
        node_count: the number of nodes.
        edge_count: the number of edge slots in use, including abandoned ones.
        visits: by node, the number of simulations that passed through it.
        mover: by node, the seat to move, or `CHANCE`, or `TERMINAL`.
        mean: by node and seat, the mean share of the game; the exact share if the node is `PROVEN`.
        complete: by node, whether it has all of its choices.
        action, child, trials, prior: by edge, the action, the node it leads to (`NONE` if unknown), the number of times it was
            tried, and its prior.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.clear()

    def clear(self) -> None:
        """Reset to an empty tree with the initial capacity."""
        self.room = codes.NODES
        self.edge_room = codes.EDGES
        self.node_count = 0
        self.edge_count = 0
        self.visits = array("i", bytes(4 * codes.NODES))
        self.first = array("i", bytes(4 * codes.NODES))
        self.count = array("h", bytes(2 * codes.NODES))
        self.mover = array("b", bytes(codes.NODES))
        self.proven = array("b", bytes(codes.NODES))
        self.complete = array("b", bytes(codes.NODES))
        self.keys = array("Q", bytes(8 * codes.NODES))
        self.mean = array("f", bytes(4 * self.seats * codes.NODES))
        self.index_size = 2 * codes.NODES
        self.index = array("i", [codes.NONE]) * self.index_size
        self.action = array("i", bytes(4 * codes.EDGES))
        self.child = array("i", bytes(4 * codes.EDGES))
        self.trials = array("i", bytes(4 * codes.EDGES))
        self.prior = array("f", bytes(4 * codes.EDGES))

    # -- capacity -------------------------------------------------------------------------------------------------------

    def grow_nodes(self) -> None:
        """Double the capacity for nodes; if the allocation fails, the capacity is unchanged."""
        try:
            bigger = (double("i", self.visits), double("i", self.first), double("h", self.count), double("b", self.mover))
            certain = (double("b", self.proven), double("b", self.complete), double("Q", self.keys), double("f", self.mean))
            index = array("i", [codes.NONE]) * (4 * self.room)
        except MemoryError:
            return
        self.visits, self.first, self.count, self.mover = bigger
        self.proven, self.complete, self.keys, self.mean = certain
        self.room *= 2
        self.index_size = 2 * self.room
        self.index = index
        for node in range(self.node_count):
            if self.mover[node] != codes.CHANCE:
                self.enter(self.keys[node], node)

    def grow_edges(self) -> None:
        """Double the capacity for edges; if the allocation fails, the capacity is unchanged."""
        try:
            bigger = double("i", self.action), double("i", self.child), double("i", self.trials), double("f", self.prior)
        except MemoryError:
            return
        self.action, self.child, self.trials, self.prior = bigger
        self.edge_room *= 2

    def make_node(self, key: int, mover: int) -> int:
        """Add an unvisited node and return it, or `NONE` if there is not enough memory."""
        if self.node_count == self.room:
            self.grow_nodes()
            if self.node_count == self.room:
                return codes.NONE
        node = self.node_count
        self.node_count += 1
        self.visits[node] = 0
        self.first[node] = 0
        self.count[node] = 0
        self.mover[node] = mover
        self.proven[node] = codes.OPEN
        self.complete[node] = 0
        self.keys[node] = key
        for i in range(self.seats):
            self.mean[self.seats * node + i] = 0.0
        if mover != codes.CHANCE:
            self.enter(key, node)
        return node

    def make_edges(self, node: int, count: int) -> int:
        """Grow a node to `count` edges, the new ones untried; return whether there was enough memory."""
        start = self.edge_count
        while start + count > self.edge_room:
            before = self.edge_room
            self.grow_edges()
            if self.edge_room == before:
                return 0
        self.edge_count += count
        old = self.first[node]
        for i in range(count):
            if i < self.count[node]:
                self.action[start + i] = self.action[old + i]
                self.child[start + i] = self.child[old + i]
                self.trials[start + i] = self.trials[old + i]
                self.prior[start + i] = self.prior[old + i]
            else:
                self.child[start + i] = codes.NONE
                self.trials[start + i] = 0
                self.prior[start + i] = 0.0
        self.first[node] = start
        self.count[node] = count
        return 1

    # -- index ----------------------------------------------------------------------------------------------------------

    def find(self, key: int) -> int:
        """Return the node with a key, or `NONE`."""
        place = key & (self.index_size - 1)
        while self.index[place] != codes.NONE:
            if self.keys[self.index[place]] == key:
                return self.index[place]
            place = (place + 1) & (self.index_size - 1)
        return codes.NONE

    def enter(self, key: int, node: int) -> None:
        """Add a node to the index; of several nodes with the same key, `find` returns the first."""
        place = key & (self.index_size - 1)
        while self.index[place] != codes.NONE:
            place = (place + 1) & (self.index_size - 1)
        self.index[place] = node

    # -- the whole tree -------------------------------------------------------------------------------------------------

    def keep(self, root: int) -> None:
        """Keep only the nodes reachable from `root`, which becomes node 0."""
        old = Columns(self.seats)
        old.take(self)
        number = {root: 0}
        order = [root]
        for node in order:
            for edge in range(old.first[node], old.first[node] + old.count[node]):
                after = old.child[edge]
                if after != codes.NONE and after not in number:
                    number[after] = len(order)
                    order.append(after)
        self.clear()
        for node in order:
            new = self.make_node(old.keys[node], old.mover[node])
            start = self.edge_count
            if new == codes.NONE or not self.make_edges(new, old.count[node]):
                raise MemoryError("there is no room for what is kept of the search")
            self.visits[new] = old.visits[node]
            self.proven[new] = old.proven[node]
            self.complete[new] = old.complete[node]
            for i in range(self.seats):
                self.mean[self.seats * new + i] = old.mean[self.seats * node + i]
            for i in range(old.count[node]):
                edge = old.first[node] + i
                after = old.child[edge]
                self.action[start + i] = old.action[edge]
                self.child[start + i] = codes.NONE if after == codes.NONE else number[after]
                self.trials[start + i] = old.trials[edge]
                self.prior[start + i] = old.prior[edge]

    def take(self, source: "Columns") -> None:
        """Share the node and edge columns of another tree (not its index); valid until that tree modifies them."""
        self.visits, self.first, self.count, self.mover = source.visits, source.first, source.count, source.mover
        self.proven, self.complete, self.keys, self.mean = source.proven, source.complete, source.keys, source.mean
        self.action, self.child, self.trials, self.prior = source.action, source.child, source.trials, source.prior

    def bytes_used(self) -> int:
        """Return the memory of the used nodes and edges in bytes, without spare capacity."""
        node = self.visits.itemsize + self.first.itemsize + self.count.itemsize + 3 + self.keys.itemsize
        edge = self.action.itemsize + self.child.itemsize + self.trials.itemsize + self.prior.itemsize
        return self.node_count * (node + self.seats * self.mean.itemsize + 2 * self.index.itemsize) + self.edge_count * edge

    def find_errors(self) -> list[str]:
        """Return descriptions of the tree's inconsistencies, for tests."""
        wrong = []
        for node in range(self.node_count):
            edges = range(self.first[node], self.first[node] + self.count[node])
            shares = sum([self.mean[self.seats * node + i] for i in range(self.seats)])
            if self.visits[node] and not 0.999 < shares < 1.001:
                wrong.append(f"node {node}: chances add up to {shares}")
            if self.mover[node] != codes.CHANCE and self.find(self.keys[node]) == codes.NONE:
                wrong.append(f"node {node} is not found by its key")
            if len({self.action[edge] for edge in edges}) != len(edges):
                wrong.append(f"node {node} has a choice twice")
            if sum([self.trials[edge] for edge in edges]) > self.visits[node]:
                wrong.append(f"node {node}: choices were tried more often than it was visited")
            wrong += [
                f"node {node}: a child out of the tree"
                for edge in edges
                if not codes.NONE <= self.child[edge] < self.node_count
            ]
        return wrong
