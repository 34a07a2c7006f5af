"""The sizes of an observation and of the encoding of actions, shared by `observing`, `encoding` and their declarations."""

SITES = 24
STACK = 5
"""The most cities of a suit."""
DECISIONS = 10
PHASES = 7
SCALARS = 9
ROADS = 44
LEADERS = 6
MOST = 255
"""The highest number in an observation."""

PAY_MOST = 24
"""The highest amount of `pay`: a city each."""
HIRE_MOST = 127
"""The highest amount of `hire` and `defend`."""
PIERS_MOST = 5
SUPPRESS_MOST = 5
"""The highest amount of `suppress`: the weakest leader at the weakest base needs 5 more to overcome a 5-city."""
