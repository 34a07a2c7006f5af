"""The timeout of tests."""

SOON = 90.0
"""Seconds: much longer than anything takes, so that a test fails because of a mistake and not because the machine is busy."""
