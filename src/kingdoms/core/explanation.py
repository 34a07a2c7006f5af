"""Explanations of the current decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Explanation(NamedTuple):
    """The current question, and the clauses that govern it.

    Attributes:
        question: the question, and the seat that has to answer it, in one sentence.
        clauses: the clauses that govern the decision: id -> text.

    Examples:
        >>> print(Explanation("Anna: roll or stop?", {"R-1": "Who rolls a 1 loses the turn."}))
        Anna: roll or stop?
        R-1: Who rolls a 1 loses the turn.
    """

    question: str
    clauses: Mapping[str, str]

    def lines(self) -> list[str]:
        """Return the clauses with their ids, one per line."""
        return [f"{clause}: {text}" for clause, text in self.clauses.items()]

    def __str__(self) -> str:
        return "\n".join([self.question, *self.lines()])
