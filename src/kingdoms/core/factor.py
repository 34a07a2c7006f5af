"""Factors: groups of a net's features that a person would call one thing, with their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kingdoms.core.message import Said

Figures = Mapping[str, int]
"""A seat's own features, by name."""
OTHERS = "others_"
"""How the names of features begin that are sums over the other seats: of "income", it is "others_income"."""


@dataclass(frozen=True)
class Factor:
    """A group of features of a seat that a person would call one thing, such as its money.

    Attributes:
        features: the names of the features (see `Knowledge.features`), without those that are sums over the other seats.
        tell: a function that compares a seat's figures in words: its arguments are the seat, its features in one state, and
            in another. The text has both figures, the second one first, as in "North's goods: 7 instead of 3". It returns ""
            if people see no difference.
        worth: a function that measures from a seat's figures how well the factor stands for the seat; None if that depends on
            the rest. What would contradict it is not told: more of it for a rival, or less for the seat that decides.
    """

    features: tuple[str, ...]
    tell: Callable[[str, Figures, Figures], Said]
    worth: Callable[[Figures], int] | None = None

    def is_in_favour(self, is_own: bool, worse: Figures, better: Figures) -> bool:
        """Return whether the difference can speak for the better state.

        Args:
            is_own: whether the figures are those of the seat that decides, not of a rival.
            worse: the figures in the other state.
            better: the figures in the better state.
        """
        if self.worth is None:
            return True
        gain = self.worth(better) - self.worth(worse)
        return gain > 0 if is_own else gain < 0
