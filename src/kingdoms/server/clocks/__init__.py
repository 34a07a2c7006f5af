"""Clocks of tables."""
