"""Constants of the search tree."""

NONE = -1
"""No node, or no edge."""
CHANCE = -1
"""The mover of a chance node; chance nodes are not found by key."""

# Whether a node's value is proven
OPEN = 0
PROVEN = 1

ALL = 16_384
"""An upper bound on the number of choices in a state."""
DEEPEST = 500
"""The maximum depth of a simulation in the tree: states can repeat if all players pass."""
LONGEST = 400
"""The maximum length of a rollout, in actions."""
NODES = 256
EDGES = 1024
"""The initial capacity of a tree."""
