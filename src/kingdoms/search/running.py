"""Runs simulations from Python; the compiled build releases the GIL meanwhile."""

from kingdoms.search import inline
from kingdoms.search.tree import Tree


def run(tree: Tree, count: int) -> None:
    """Run `count` simulations in a planted tree, then raise any error that the game recorded meanwhile."""
    inline.simulate_unlocked(tree, count)
    tree.knowledge.check()
