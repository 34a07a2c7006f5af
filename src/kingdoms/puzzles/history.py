"""What a solver has attempted: their rating, the days in a row, the themes, and the best run, kept in a file."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdoms.bots.strength import Strength
from kingdoms.files import write_atomic
from kingdoms.puzzles.rating import duel
from kingdoms.puzzles.summary import Summary

DAY = datetime.timedelta(days=1)


@dataclass
class Tries:
    """A puzzle that has been attempted.

    Attributes:
        right: whether the first answers solved it, without help; None in histories from before ratings.
        solved: whether it has been solved since.
    """

    right: bool | None
    solved: bool


class History:
    """The history of a solver.

    Args:
        file: the file that keeps it. A damaged one counts as empty; an old one holds only the names of solved puzzles.

    Attributes:
        rating: the rating of the solver.
        tries: the attempted puzzles by name, the latest last.
        days: the days on which the puzzle of the day was solved, as ISO dates.
        best_run: the most puzzles solved in two minutes.

    Examples:
        >>> import tempfile
        >>> from kingdoms.puzzles.files import summaries
        >>> puzzle = next(iter(summaries().values()))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     history = History(Path(folder) / "puzzles.json")
        ...     history.begin(puzzle, right=True)
        ...     history.finish(puzzle)
        ...     again = History(history.file)
        >>> again.rating.points > 1000, again.tries[puzzle.name]
        (True, Tries(right=True, solved=True))
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rating = Strength()
        self.tries: dict[str, Tries] = {}
        self.days: set[str] = set()
        self.best_run = 0
        try:
            self._read(json.loads(file.read_bytes()))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return

    def begin(self, puzzle: Summary, right: bool) -> None:
        """Note the first attempt at a puzzle, which moves the rating; later ones don't count."""
        if puzzle.name not in self.tries:
            self.tries[puzzle.name] = Tries(right, False)
            self.rating, _ = duel(self.rating, puzzle.strength, right)
            self._write()

    def finish(self, puzzle: Summary, day: datetime.date | None = None) -> None:
        """Note that a puzzle is solved.

        Args:
            puzzle: the puzzle, whose first attempt is noted.
            day: the day whose puzzle of the day it is, if any.
        """
        self.tries[puzzle.name].solved = True
        if day is not None:
            self.days.add(day.isoformat())
        self._write()

    def note_run(self, count: int) -> bool:
        """Note how many puzzles were solved in a run, and return whether that is a new record."""
        if count <= self.best_run:
            return False
        self.best_run = count
        self._write()
        return True

    def is_solved(self, name: str) -> bool:
        """Return whether a puzzle has been solved."""
        return name in self.tries and self.tries[name].solved

    def streak(self, today: datetime.date) -> int:
        """Return on how many days in a row the puzzle of the day was solved, up to today or yesterday."""
        day = today if today.isoformat() in self.days else today - DAY
        count = 0
        while (day - count * DAY).isoformat() in self.days:
            count += 1
        return count

    def overview(self, summaries: Mapping[str, Summary], today: datetime.date) -> dict[str, Any]:
        """Return the rating, the streak and the results by theme as JSON data.

        Args:
            summaries: the puzzles by name.
            today: the date.
        """
        attempts = {name: tries for name, tries in self.tries.items() if name in summaries}
        attempted, right = Counter[str](), Counter[str]()
        for name, tries in attempts.items():
            attempted[summaries[name].title] += 1
            right[summaries[name].title] += bool(tries.right)
        themes = dict.fromkeys(summary.title for summary in summaries.values())
        return {
            "rating": self.rating.to_json(),
            "attempted": len(attempts),
            "right": sum(right.values()),
            "solved": sum(tries.solved for tries in attempts.values()),
            "puzzles": len(summaries),
            "streak": self.streak(today),
            "best_run": self.best_run,
            "themes": [{"title": title, "attempted": attempted[title], "right": right[title]} for title in themes],
        }

    def _read(self, data: Any) -> None:
        if isinstance(data, list):
            self.tries = {name: Tries(None, True) for name in data if isinstance(name, str)}
            return
        self.tries = {str(name): Tries(tries["right"], bool(tries["solved"])) for name, tries in data["puzzles"].items()}
        self.rating = Strength(float(data["rating"]["rating"]), float(data["rating"]["spread"]))
        self.days = set(map(str, data["days"]))
        self.best_run = int(data["best"])

    def _write(self) -> None:
        data = {
            "puzzles": {name: {"right": tries.right, "solved": tries.solved} for name, tries in self.tries.items()},
            "rating": self.rating._asdict(),
            "days": sorted(self.days),
            "best": self.best_run,
        }
        write_atomic(self.file, json.dumps(data).encode())
