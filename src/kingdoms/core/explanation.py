"""What is asked, and by which clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Explanation(NamedTuple):
    """What is asked now, and the rules of it.

    Attributes:
        question: what is asked of whom, in one sentence.
        clauses: the clauses that govern it, the text of each by its id.

    Examples:
        >>> print(Explanation("Anna: roll or stop?", {"R-1": "Who rolls a 1 loses the turn."}))
        Anna: roll or stop?
        R-1: Who rolls a 1 loses the turn.
    """

    question: str
    clauses: Mapping[str, str]

    def lines(self) -> list[str]:
        """Return the clauses with their ids, a line each."""
        return [f"{clause}: {text}" for clause, text in self.clauses.items()]

    def __str__(self) -> str:
        return "\n".join([self.question, *self.lines()])
