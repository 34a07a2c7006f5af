"""A long search for puzzles, game by game. It logs each game, so it can be interrupted and resumed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import KingdomsError
from kingdoms.files import append, complete_lines
from kingdoms.puzzles.files import pack
from kingdoms.puzzles.finding import Settings, find_in, play_game
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.texts import text

NOTES: Final = ".notes"
"""The suffix of the log file, after the name of the output file."""


class Hunt:
    """Plays games and collects the puzzles in them.

    Args:
        settings: how to search.
        notes: the log file of the search; an existing one is resumed.

    Attributes:
        puzzles: all puzzles found so far, in the order of the games.
        games: the number of games searched so far.

    Raises:
        PuzzleError: the log cannot be read, or was written with other settings.
    """

    def __init__(self, settings: Settings, notes: Path) -> None:
        self.settings = settings
        self.notes = notes
        self.puzzles: list[Puzzle] = []
        self.games = 0
        if notes.exists():
            self._read()
        else:
            self._append(settings.to_json())

    def go_on(self, games: int, stop: threading.Event | None = None) -> Iterator[int]:
        """Search games up to a total number, and yield the number searched so far after each.

        Args:
            games: the total number of games, including earlier ones.
            stop: an event that ends the search soon after it is set; an unfinished game is searched again next time.
        """
        while self.games < games:
            record = play_game(self.settings, self.games)
            puzzles = list(find_in(record, self.settings, stop))
            if stop is not None and stop.is_set():
                return
            self._append(
                {"game": self.games, "entries": len(record.entries), "found": [puzzle.to_json() for puzzle in puzzles]}
            )
            self.puzzles += puzzles
            self.games += 1
            yield self.games

    def _read(self) -> None:
        """Load an existing log, dropping an incomplete last line."""
        lines = complete_lines(self.notes, repair=True)
        settings = self._line(lines[0], 1) if lines else None
        if settings != json.loads(pack(self.settings.to_json())):
            raise PuzzleError(text("puzzle.other_settings", notes=self.notes))
        for number, line in enumerate(lines[1:], 2):
            data = self._line(line, number)
            try:
                self.puzzles += [Puzzle.from_json(puzzle) for puzzle in data["found"]]
            except (KingdomsError, KeyError, TypeError) as error:
                raise PuzzleError(f"{self.notes}, line {number}: {error}") from None
            self.games += 1

    def _append(self, data: Any) -> None:
        append(self.notes, f"{pack(data)}\n".encode())

    def _line(self, line: bytes, number: int) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise PuzzleError(text("puzzle.notes_not_json", notes=self.notes, number=number, error=error)) from None
