"""What only the compiled build can do. This module is never compiled: `inline.pxd` holds the same in C."""

from kingdoms.search.tree import Tree


def simulate_unlocked(tree: Tree, count: int) -> None:
    """Run simulations without keeping other threads from running Python."""
    tree.simulate(count)
