"""Who moves when no seat does, as OpenSpiel numbers it."""

CHANCE = -1
TERMINAL = -4
