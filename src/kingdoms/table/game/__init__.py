"""A game in memory: header, seats, entries, clocks and state, and the messages about it."""
