"""Puzzles: positions from games between strong bots with one clearly best choice, found and checked by search."""

from kingdoms.puzzles.puzzle import Answer, Moment, Origin, Puzzle, PuzzleError

__all__ = ["Answer", "Moment", "Origin", "Puzzle", "PuzzleError"]
