"""A long search for puzzles, game after game. It takes notes as it goes, so it can be interrupted and continued."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import KingdomsError
from kingdoms.puzzles.files import pack
from kingdoms.puzzles.finding import Settings, find_in, play_game
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError

NOTES: Final = ".notes"
"""The ending of the name of the notes, after the name of the output file."""


class Hunt:
    """Plays games and collects the puzzles in them.

    Args:
        settings: how to search.
        notes: the file in which it notes each game; an existing one is continued.

    Attributes:
        puzzles: all puzzles found so far, in the order of the games.
        games: how many games have been searched.

    Raises:
        PuzzleError: the notes cannot be read, or were made with other settings.
    """

    def __init__(self, settings: Settings, notes: Path) -> None:
        self.settings = settings
        self.notes = notes
        self.puzzles: list[Puzzle] = []
        self.games = 0
        if notes.exists():
            self._read()
        else:
            notes.write_text(pack(settings.to_json()) + "\n", encoding="utf-8")

    def go_on(self, games: int, stop: threading.Event | None = None) -> Iterator[int]:
        """Search games up to a number of them, and yield their number after each.

        Args:
            games: how many, including earlier ones.
            stop: ends it soon after it is set; a game that is not finished by then is started again next time.
        """
        while self.games < games:
            record = play_game(self.settings, self.games)
            found = list(find_in(record, self.settings, stop))
            if stop is not None and stop.is_set():
                return
            line = {"game": self.games, "entries": len(record.entries), "found": [puzzle.to_json() for puzzle in found]}
            with self.notes.open("ab", buffering=0) as file:
                file.write((pack(line) + "\n").encode())
            self.puzzles += found
            self.games += 1
            yield self.games

    def _read(self) -> None:
        """Take up what has been noted; a last line that is cut off is dropped."""
        whole = self.notes.read_bytes()
        kept = whole[: whole.rfind(b"\n") + 1]
        lines = kept.decode("utf-8", "replace").splitlines()
        settings = self._line(lines[0], 1) if lines else None
        if settings != json.loads(pack(self.settings.to_json())):
            raise PuzzleError(f"{self.notes} holds what was found with other settings: remove it, or choose another output")
        for number, line in enumerate(lines[1:], 2):
            data = self._line(line, number)
            try:
                self.puzzles += [Puzzle.from_json(one) for one in data["found"]]
            except (KingdomsError, KeyError, TypeError) as error:
                raise PuzzleError(f"{self.notes}, line {number}: {error}") from None
            self.games += 1
        if len(kept) < len(whole):
            self.notes.write_bytes(kept)

    def _line(self, line: str, number: int) -> Any:
        """Return what a line holds."""
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"{self.notes}, line {number}: this is not JSON: {error}") from None
