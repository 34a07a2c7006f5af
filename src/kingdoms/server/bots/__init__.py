"""Bots and chance: who plays when no person decides."""
