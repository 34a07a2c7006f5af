"""The sizes of an observation and of the encoding of actions, shared by `observing`, `encoding` and their declarations."""

CELLS = 176
PLANES = 22
"""The planes that do not depend on the number of seats."""
DECISIONS = 9
PHASES = 5
MOST = 255
"""The highest number in an observation."""
