"""Running simulations from Python, other threads meanwhile running free."""

from kingdoms.search import inline
from kingdoms.search.tree import Tree


def run(tree: Tree, count: int) -> None:
    """Run so many simulations in a tree that has been planted."""
    inline.simulate_unlocked(tree, count)
    tree.knowledge.check()
