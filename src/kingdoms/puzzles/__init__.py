"""Puzzles: positions from games between strong bots in which one choice is clearly best, found and checked by search."""

from kingdoms.puzzles.puzzle import Answer, Moment, Origin, Puzzle, PuzzleError

__all__ = ["Answer", "Moment", "Origin", "Puzzle", "PuzzleError"]
