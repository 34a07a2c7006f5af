"""Constants for the threads of a batch: what they do with its games, and how far apart they write."""

ADVANCE = 1
SHOW = 2
STEP = 3
"""Advance, then show."""
APART = 16
"""The number of 8-byte words between those that different threads write, so that they are in cache lines of their own."""
