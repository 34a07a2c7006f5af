"""Training of nets by self-play: samples of positions with labels by search, and a fit with NumPy."""

from kingdoms.learning.plan import LearningError, Plan
from kingdoms.learning.training import train

__all__ = ["LearningError", "Plan", "train"]
