"""Bots and chance: the players that are not people."""
