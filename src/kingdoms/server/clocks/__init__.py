"""Clocks and deadlines of games."""
