"""Presence: which players are connected."""
