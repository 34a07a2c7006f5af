"""A bot that collects what it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms import View
from kingdoms.bots import RandomBot, Seen


class Watcher(RandomBot):
    """Plays at random.

    Attributes:
        observations: all observations, in their order.
        shown: for each decision, the view and the observations until then.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.observations: list[Seen] = []
        self.shown: list[tuple[View, list[Seen]]] = []

    def observe(self, observations: Sequence[Seen]) -> None:
        self.observations += observations

    def choose(self, view: View, legal: Sequence[int]) -> int:
        self.shown.append((view, list(self.observations)))
        return super().choose(view, legal)
