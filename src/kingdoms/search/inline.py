"""Functions that differ in the compiled build. This module is never compiled: `inline.pxd` is its C counterpart."""

from kingdoms.search.tree import Tree


def simulate_unlocked(tree: Tree, count: int) -> None:
    """Run simulations; the C counterpart releases the GIL."""
    tree.simulate(count)
