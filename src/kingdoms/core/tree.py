"""Games with variations as trees, to be changed and to be written as records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kingdoms.core.entry import DEEPEST, Mark, RecordEntry, play_entry
from kingdoms.core.errors import KingdomsError, RecordError
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.texts import text


@dataclass(eq=False)
class Node:
    """A place in a tree: an entry, and what could follow it.

    Attributes:
        entry: what was played, without notes; that of the root is empty.
        parent: the node before it; None for the root.
        children: the nodes after it. The first one goes on with the line, the others are variations.
        comment, marks: the notes on it.
    """

    entry: RecordEntry
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    comment: str = ""
    marks: tuple[Mark, ...] = ()

    def line(self) -> list[Node]:
        """Return the nodes from the first one after the root to this one."""
        nodes, node = [], self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def grow(self, entry: RecordEntry) -> Node:
        """Append the entry of a record as a child, with its notes and variations, and return the child."""
        child = Node(RecordEntry(entry.by, entry.action, entry.call), self, comment=entry.comment, marks=entry.marks)
        self.children.append(child)
        for line in entry.variations:
            node = self
            for other in line:
                node = node.grow(other)
        return child


class GameTree:
    """A game with its variations.

    Args:
        record: the game; it is not changed.

    Attributes:
        root: the node of the initial position.

    Examples:
        >>> import kingdoms
        >>> tree = GameTree(kingdoms.Record(kingdoms.load_game("middlesea", seats=2)))
        >>> first = tree.add(tree.root, "first S")
        >>> played, better = (tree.add(first, action) for action in ("explore moons S.FL", "explore moons S.FM"))
        >>> better.comment = "The middle is better."
        >>> record = tree.to_record()
        >>> [entry.action for entry in record.entries], record.entries[1].variations[0][0].comment
        (['first S', 'explore moons S.FL'], 'The middle is better.')
        >>> tree.promote(better)
        >>> [entry.action for entry in tree.to_record().entries]
        ['first S', 'explore moons S.FM']
    """

    def __init__(self, record: Record) -> None:
        self.record = Record(
            record.game, players=record.players, seed=record.seed, started=record.started, position=record.position
        )
        self.record.named_rulings, self.record.position_text = record.named_rulings, record.position_text
        self.root = node = Node(RecordEntry(), comment=record.comment, marks=record.marks)
        for entry in record.entries:
            node = node.grow(entry)

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes after the root, each before its children, lines before their variations."""
        waiting = self.root.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[::-1]

    def main_line(self) -> list[Node]:
        """Return the nodes of the main line, which follows the first children."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node.line()

    def state(self, node: Node) -> State:
        """Return the state at a node."""
        state = self.record.opening()
        for before in node.line():
            play_entry(state, before.entry)
        return state

    def add(self, parent: Node, action: str) -> Node:
        """Play an action at a node, and return the node after it, which may have been there before.

        Raises:
            IllegalAction, NotationError: as `State.apply_action`. Nothing is added.
        """
        for child in parent.children:
            if child.entry.action == action:
                return child
        state = self.state(parent)
        by = state.to_move or "chance"
        state.apply_action(action)
        return parent.grow(RecordEntry(by, action))

    def remove(self, node: Node) -> None:
        """Remove a node with all that follows it.

        Raises:
            ValueError: it is the root, or not in the tree any more.
        """
        _siblings(node).remove(node)

    def promote(self, node: Node) -> None:
        """Make a node the first child of its parent, so that the line goes on with it.

        Raises:
            ValueError: it is the root, or not in the tree any more.
        """
        siblings = _siblings(node)
        siblings.remove(node)
        siblings.insert(0, node)

    @property
    def variations(self) -> int:
        """The number of variations, those in other variations included."""
        return sum(len(node.children) - 1 for node in (self.root, *self.nodes()) if node.children)

    def to_record(self) -> Record:
        """Return the tree as a record, with the first children as the main line.

        Raises:
            KingdomsError: variations are nested too deeply.
        """
        record = GameTree(self.record).record
        record.comment, record.marks = self.root.comment, self.root.marks
        record.entries = _entries(self.root, 0)
        record.state = record.state_after(len(record.entries))
        return record


def _siblings(node: Node) -> list[Node]:
    if node.parent is None:
        raise ValueError(text("record.root"))
    return node.parent.children


def _entries(node: Node, depth: int) -> list[RecordEntry]:
    """Return the line after a node as entries, with its variations."""
    if depth > DEEPEST:
        raise KingdomsError(text("record.too_deep", most=DEEPEST), code=RecordError.code, topic=RecordError.topic)
    entries = []
    while node.children:
        first, *others = node.children
        variations = tuple((_with_notes(other), *_entries(other, depth + 1)) for other in others)
        entries.append(_with_notes(first, variations))
        node = first
    return entries


def _with_notes(node: Node, variations: tuple[tuple[RecordEntry, ...], ...] = ()) -> RecordEntry:
    entry = node.entry
    return RecordEntry(entry.by, entry.action, entry.call, node.comment, node.marks, variations)
