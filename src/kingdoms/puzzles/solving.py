"""A puzzle being solved: how far the solver is, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.core.errors import IllegalAction
from kingdoms.core.event import Event
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.puzzles.judging import SEED, Judge, prolong
from kingdoms.puzzles.puzzle import Answer, Moment, Puzzle, PuzzleError

SIMULATIONS: Final = 3000
SECONDS: Final = 5.0
"""The most simulations for an answer that the puzzle does not cover, and for the best one beside it."""
AS_GOOD: Final = 0.1
"""An answer that costs less than this part of a fair share (1 / seats) is as good as the right one."""


@dataclass(frozen=True)
class Step:
    """One action of a line, played out.

    Attributes:
        by: the seat that acts, or "chance".
        action: its text; None if the solving seat would not be told.
        events: what it brings, as far as that seat is told.
        state: the table after it.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        action: its text.
        right: whether it is the right answer, or as good.
        expected: whether the puzzle lists it as a right answer.
        solved: whether it completes the puzzle.
        chance: the share of the game that the seat can expect after it.
        best: the share after the best answer.
        line: what is expected from here on, the answer first.
    """

    action: str
    right: bool
    expected: bool
    solved: bool
    chance: float
    best: float
    line: tuple[str, ...]

    @property
    def loss(self) -> float:
        """The share of the game that the answer costs."""
        return 0.0 if self.right else max(0.0, self.best - self.chance)


class Attempt:
    """An attempt at a puzzle.

    Args:
        puzzle: the puzzle to solve.
        played: right answers that have been given already.

    Raises:
        PuzzleError: one of them is not right.

    Examples:
        >>> from kingdoms.puzzles.files import shipped
        >>> puzzle = shipped("middlesea")[0]
        >>> attempt = Attempt(puzzle)
        >>> for action in puzzle.solution:
        ...     verdict = attempt.answer(action)
        >>> verdict.right, verdict.solved
        (True, True)
        >>> Attempt(puzzle).answer(puzzle.moments[0].wrong[0].action).right
        False
    """

    def __init__(self, puzzle: Puzzle, played: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.table: State = puzzle.view.sample(Random(SEED))
        self.at: int | None = 0
        for action in played:
            found = None if self.at is None else _find(self.moment.right, action)
            if found is None:
                raise PuzzleError(f"{action} is not a right answer to puzzle {puzzle.name} here: start over")
            self._take(found)

    @property
    def moment(self) -> Moment:
        """The current decision."""
        assert self.at is not None, "the puzzle is solved"
        return self.puzzle.moments[self.at]

    @property
    def view(self) -> View:
        """What the seat sees now."""
        return self.table.view(self.puzzle.seat)

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.at is None

    def is_known(self, action: str) -> bool:
        """Say whether the puzzle itself knows what an action is worth, without a search."""
        return _find((*self.moment.right, *self.moment.wrong), action) is not None

    def answer(self, action: str, simulations: int = SIMULATIONS) -> Verdict:
        """Return what an action is worth, and move on if it is one of the right ones.

        Args:
            action: its text.
            simulations: how long to search it if the puzzle does not cover it.

        Raises:
            IllegalAction, NotationError: it cannot be played; PuzzleError: the puzzle is solved already.
        """
        if self.at is None:
            raise PuzzleError(f"puzzle {self.puzzle.name} is already solved")
        number = self.table.checked(action)
        moment = self.moment
        found = _find(moment.right, action)
        if found is not None:
            self._take(found)
            return Verdict(action, True, True, self.is_solved, found.chance, moment.chance, found.line)
        found = _find(moment.wrong, action)
        if found is not None:
            return Verdict(action, False, False, False, found.chance, moment.chance, found.line)
        return self._searched(number, action, simulations)

    def _searched(self, number: int, action: str, simulations: int) -> Verdict:
        """Return what an action is worth that the puzzle says nothing of."""
        judge, game = Judge(self.view, SEED, seconds=SECONDS), self.table.game
        best = judge.judge(game.string_to_action(self.moment.right[0].action), simulations)
        own = judge.judge(number, simulations)
        right = own.chance >= best.chance - AS_GOOD / game.num_players
        expected = prolong(self.table, self.puzzle.seat, own.line, SEED) if game.has_secrets else own.line
        line = tuple(game.action_to_string(each) for each in expected)
        top = self.moment.chance
        chance = min(top, max(0.0, top - best.chance + own.chance))
        if right:
            self.at = None
        return Verdict(action, right, False, right, chance, top, line)

    def _take(self, found: Answer) -> None:
        """Go on with a right answer."""
        self.table = self.table.child(found.action)
        self.at = found.then


def play_out(table: State, seat: str, line: Sequence[str]) -> list[Step]:
    """Play a line out on a table, as far as possible, and return its steps, without chance that has nothing to tell.

    Args:
        table: where the line begins; it is not changed.
        seat: through whose eyes.
        line: the actions.
    """
    state, steps, game = table, list[Step](), table.game
    for action in line:
        by = state.to_move
        try:
            after = state.child(action)
        except IllegalAction:  # what was expected need not fit what is drawn
            break
        told, events = game.tell(state, action, after, seat)
        if events or by != "chance":
            steps.append(Step(str(by), told, tuple(events), after))
        state = after
    return steps


def _find(answers: Sequence[Answer], action: str) -> Answer | None:
    """Return the answer with an action."""
    return next((one for one in answers if one.action == action), None)
