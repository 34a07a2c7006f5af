"""How long tests wait for what has to happen."""

SOON = 90.0
"""Seconds. Much longer than anything takes, so that a test fails on a mistake and not on a machine that is busy with others."""
