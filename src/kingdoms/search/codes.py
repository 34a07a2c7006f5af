"""The small numbers that the search tree is written in."""

NONE = -1
"""No node, no edge."""
CHANCE = -1
"""The mover of a node at which something is drawn; it has no key of its own."""

# Whether a node's value is certain
OPEN = 0
PROVEN = 1

ALL = 16_384
"""More choices than any state has."""
DEEPEST = 500
"""A simulation goes no deeper than this in the tree: tables can come again, if everybody passes."""
LONGEST = 400
"""... and quick players go on for no longer than this."""
NODES = 256
EDGES = 1024
"""The room that an empty tree has."""
