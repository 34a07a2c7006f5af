"""Environments for programs that learn, for any game."""

from kingdoms.env.batch import Batch, Step

__all__ = ["Batch", "Step"]
