"""Refusals: why an action is not legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Refusal:
    """The reason why an action is not legal now.

    Attributes:
        code: a stable word for programs, one per rule.
        clause: the clause of the rules that forbids the action, such as "FT-4".
        message: a sentence for people.
        params: the facts in the sentence, for programs.
    """

    code: str
    clause: str
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return `code`, `clause`, `message` as JSON data."""
        return {"code": self.code, "clause": self.clause, "message": self.message}
