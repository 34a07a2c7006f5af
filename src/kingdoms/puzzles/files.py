"""Files of puzzles: a JSON header, then one puzzle per line. Some files ship with the games."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, overload

from kingdoms.core.errors import KingdomsError, quoted, shown, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_folder, game_names
from kingdoms.files import read_text, write_atomic
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.puzzles.summary import Summary
from kingdoms.texts import text

FORMAT: Final = 1
"""The version of the file format."""
NAME: Final = "puzzles.jsonl"
"""The name of a game's puzzle file, beside its `game.py`."""


def write_puzzles(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Write puzzles to a file atomically.

    Raises:
        OSError: the file cannot be written.
    """
    lines = [{"puzzles": FORMAT, "count": len(puzzles)}, *(puzzle.to_json() for puzzle in puzzles)]
    write_atomic(path, "".join(pack(line) + "\n" for line in lines).encode())


def pack(data: Any) -> str:
    """Serialise JSON data as one compact line."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


class PuzzleFile(Sequence[Puzzle]):
    """The puzzles in the lines of a file. Their summaries are read at once, each puzzle with its position on first use.

    Args:
        lines: the lines of the file.

    Attributes:
        summaries: the summaries by name, in the order of the file.

    Raises:
        PuzzleError: a line is malformed, or two puzzles have the same name; the message says which line. What a summary does
            not need is checked when the puzzle is used.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.summaries: dict[str, Summary] = {}
        self._lines: list[tuple[int, str]] = []
        self._puzzles: dict[int, Puzzle] = {}
        for number, line, data in _puzzle_lines(lines):
            with _line_named(number):
                summary = Summary.from_json(data, len(self._lines) + 1)
                if summary.name in self.summaries:
                    raise PuzzleError(text("puzzle.twice", name=summary.name))
            self.summaries[summary.name] = summary
            self._lines.append((number, line))

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> list[Puzzle]: ...
    def __getitem__(self, index: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        if at not in self._puzzles:
            number, line = self._lines[at]
            with _line_named(number):
                self._puzzles[at] = Puzzle.from_json(json.loads(line))
        return self._puzzles[at]


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Parse and check the lines of a puzzle file.

    Raises:
        PuzzleError: a line is malformed, or two puzzles have the same name; the message says which line.
    """
    puzzles: dict[str, Puzzle] = {}
    for number, _, data in _puzzle_lines(lines):
        with _line_named(number):
            puzzle = Puzzle.from_json(data)
            if puzzle.name in puzzles:
                raise PuzzleError(text("puzzle.twice", name=puzzle.name))
        puzzles[puzzle.name] = puzzle
    return list(puzzles.values())


def _puzzle_lines(lines: Iterable[str]) -> Iterator[tuple[int, str, Any]]:
    """Yield the number, the text and the JSON data of each line with a puzzle.

    Raises:
        PuzzleError: a line is not JSON, or the header is missing or of another version.
    """
    header: Any = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise PuzzleError(text("puzzle.not_json_line", number=number, error=error)) from None
        if header is not None:
            yield number, line, data
            continue
        header = data
        if not isinstance(header, dict) or header.get("puzzles") != FORMAT:
            raise PuzzleError(text("puzzle.bad_header", line=number, header=shown({"puzzles": FORMAT}), data=shown(data)))
    if header is None:
        raise PuzzleError(text("puzzle.no_header"))


@contextlib.contextmanager
def _line_named(number: int) -> Iterator[None]:
    """Name the line in errors about a puzzle."""
    try:
        yield
    except KingdomsError as error:
        raise PuzzleError(text("puzzle.bad_line", number=number, error=error.message)) from None


def puzzle_file(rules: type[Game]) -> Path | None:
    """Return the path of a game's puzzle file, or None if it has none."""
    folder = game_folder(rules)
    return folder / NAME if folder is not None and (folder / NAME).is_file() else None


@lru_cache(maxsize=64)
def shipped(game: str) -> PuzzleFile:
    """Return the puzzles that ship with a game; the file is read once.

    Raises:
        UnknownGame: there is no such game.

    Examples:
        >>> sorted({puzzle.game for puzzle in shipped("middlesea")})
        ['middlesea']
    """
    path = puzzle_file(game_class(game))
    return PuzzleFile([pack({"puzzles": FORMAT})] if path is None else read_text(path).splitlines())


def summaries(games: Iterable[str] | None = None) -> dict[str, Summary]:
    """Return the summaries of the shipped puzzles by name, of all games by default."""
    names = game_names() if games is None else games
    return {name: summary for game in names for name, summary in shipped(game).summaries.items()}


def find_puzzle(name: str) -> Puzzle:
    """Return a shipped puzzle by its name.

    Raises:
        PuzzleError: there is no such puzzle.
    """
    for game in game_names():
        if (summary := shipped(game).summaries.get(name)) is not None:
            return shipped(game)[summary.number - 1]
    raise PuzzleError(text("puzzle.unknown", name=quoted(name), hint=suggest(name, summaries())))
