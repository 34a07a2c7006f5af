"""What lists say about a puzzle: it is read from a line of a file without reading the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingdoms.bots.strength import Strength
from kingdoms.core.fields import Fields
from kingdoms.core.registry import game_class
from kingdoms.puzzles.puzzle import EASIEST, HARDEST, PuzzleError
from kingdoms.puzzles.rating import rate
from kingdoms.puzzles.themes import title
from kingdoms.texts import text


@dataclass(frozen=True)
class Summary:
    """A puzzle in a list.

    Attributes:
        name: the unique name of the puzzle.
        game: the name of the game.
        seats: the seats of the game.
        seat: the seat to move.
        theme: the theme.
        level: the weakest level of bots that solves it.
        difficulty: the difficulty, from 1 (easiest) to 5.
        steps: the number of actions in the solution.
        number: the number of the puzzle in its file, from 1.
    """

    name: str
    game: str
    seats: tuple[str, ...]
    seat: str
    theme: str
    level: int
    difficulty: int
    steps: int
    number: int

    @property
    def title(self) -> str:
        """The display name of the theme."""
        return title(game_class(self.game), self.theme)

    @property
    def strength(self) -> Strength:
        """The rating that the puzzle comes with (see `kingdoms.puzzles.rating`)."""
        return rate(game_class(self.game), len(self.seats), self.level)

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON data, with the rating in points."""
        return {
            "name": self.name,
            "game": self.game,
            "number": self.number,
            "seats": list(self.seats),
            "seat": self.seat,
            "theme": self.theme,
            "title": self.title,
            "difficulty": self.difficulty,
            "steps": self.steps,
            "rating": self.strength.points,
        }

    @classmethod
    def from_json(cls, data: object, number: int) -> Summary:
        """Read the summary of a puzzle from its JSON data.

        Raises:
            PuzzleError: a field of the summary is missing or malformed; the rest is not checked.
        """
        fields = Fields(data, "puzzle", PuzzleError)
        moments, bots = (
            fields.value("moments", list),
            Fields(fields.value("from", dict), "from", PuzzleError).value("bots", dict),
        )
        return cls(
            name=fields.value("name", str),
            game=fields.value("game", str),
            seats=tuple(bots),
            seat=fields.value("seat", str),
            theme=fields.value("theme", str),
            level=fields.integer("level", 1),
            difficulty=fields.integer("difficulty", EASIEST, HARDEST),
            steps=_count_steps(fields, moments),
            number=number,
        )


def _count_steps(fields: Fields, moments: Sequence[Any]) -> int:
    """Return the number of actions in the solution; one that goes in a circle has no more than there are moments."""
    at = 0
    try:
        for steps in range(1, max(1, len(moments)) + 1):
            if (then := moments[at]["right"][0].get("then")) is None:
                return steps
            at = then
    except (LookupError, TypeError, AttributeError):
        raise fields.fault(text("puzzle.bad_moments")) from None
    return len(moments)
