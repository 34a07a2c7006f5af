"""Files of puzzles: a JSON header, then one puzzle per line. Some files ship with the games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import KingdomsError, quoted, shown, suggest
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_folder, game_names
from kingdoms.files import read_text, write_atomic
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
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


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Parse the lines of a puzzle file.

    Raises:
        PuzzleError: a line is malformed, or two puzzles have the same name; the message says which line.
    """
    puzzles: dict[str, Puzzle] = {}
    header: Any = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise PuzzleError(text("puzzle.not_json_line", number=number, error=error)) from None
        if header is None:
            header = data
            if not isinstance(header, dict) or header.get("puzzles") != FORMAT:
                raise PuzzleError(text("puzzle.bad_header", line=number, header=shown({"puzzles": FORMAT}), data=shown(data)))
            continue
        try:
            puzzle = Puzzle.from_json(data)
        except KingdomsError as error:
            raise PuzzleError(f"line {number}: {error.message}") from None
        if puzzle.name in puzzles:
            raise PuzzleError(text("puzzle.twice", number=number, name=puzzle.name))
        puzzles[puzzle.name] = puzzle
    if header is None:
        raise PuzzleError(text("puzzle.no_header"))
    return list(puzzles.values())


def puzzle_file(rules: type[Game]) -> Path | None:
    """Return the path of a game's puzzle file, or None if it has none."""
    folder = game_folder(rules)
    return folder / NAME if folder is not None and (folder / NAME).is_file() else None


@lru_cache(maxsize=64)
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with a game; the file is read once.

    Raises:
        UnknownGame: there is no such game.

    Examples:
        >>> sorted({puzzle.game for puzzle in shipped("middlesea")})
        ['middlesea']
    """
    path = puzzle_file(game_class(game))
    return () if path is None else tuple(read_puzzles(read_text(path).splitlines()))


def find_puzzle(name: str) -> Puzzle:
    """Return a shipped puzzle by its name.

    Raises:
        PuzzleError: there is no such puzzle.
    """
    puzzles = {puzzle.name: puzzle for game in game_names() for puzzle in shipped(game)}
    if name not in puzzles:
        raise PuzzleError(text("puzzle.unknown", name=quoted(name), hint=suggest(name, puzzles)))
    return puzzles[name]
