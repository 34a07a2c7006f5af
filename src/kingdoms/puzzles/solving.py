"""Attempts at puzzles: the solver's progress, and verdicts on answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.analysis import findings
from kingdoms.core.errors import IllegalAction
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.puzzles.judging import SEED, PuzzleJudge, line_texts
from kingdoms.puzzles.puzzle import Answer, Moment, Puzzle, PuzzleError
from kingdoms.texts import text

SIMULATIONS: Final = 3000
SECONDS: Final = 5.0
"""The limits of each search for an answer that the puzzle does not cover, and for the best answer beside it."""
AS_GOOD: Final = 0.1
"""An answer that loses less than this part of a fair share (1 / seats) counts as right."""


@dataclass(frozen=True)
class Step(findings.Step):
    """One action of a line, played out.

    Attributes:
        state: the state after it.
    """

    state: State


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer.

    Attributes:
        action: the text of the action.
        right: whether it is the right answer, or as good.
        expected: whether the puzzle lists it as a right answer.
        solved: whether it completes the puzzle.
        chance: the expected share of the game for the seat after it.
        best: the expected share after the best answer.
        line: the expected actions, starting with the answer.
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
        """The share of the game that the answer loses."""
        return 0.0 if self.right else max(0.0, self.best - self.chance)


class Attempt:
    """An attempt at a puzzle.

    Args:
        puzzle: the puzzle to solve.
        played: the right answers given so far.

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
            answer = None if self.at is None else _find(self.moment.right, action)
            if answer is None:
                raise PuzzleError(text("puzzle.not_right", action=action, name=puzzle.name))
            self._take(answer)

    @property
    def moment(self) -> Moment:
        """The current decision."""
        assert self.at is not None, "the puzzle is solved"
        return self.puzzle.moments[self.at]

    @property
    def view(self) -> View:
        """The current view of the seat."""
        return self.table.view(self.puzzle.seat)

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.at is None

    def is_known(self, action: str) -> bool:
        """Return whether the puzzle itself covers an action, so that no search is needed."""
        return _find((*self.moment.right, *self.moment.wrong), action) is not None

    def answer(self, action: str, simulations: int = SIMULATIONS) -> Verdict:
        """Return the verdict on an action, and move on if it is right.

        Args:
            action: the text of the action.
            simulations: the number of simulations to judge it with if the puzzle does not cover it.

        Raises:
            IllegalAction, NotationError: the action cannot be played.
            PuzzleError: the puzzle is already solved.
        """
        if self.at is None:
            raise PuzzleError(text("puzzle.already_solved", name=self.puzzle.name))
        number = self.table.checked(action)
        moment = self.moment
        answer = _find(moment.right, action)
        if answer is not None:
            self._take(answer)
            return Verdict(action, True, True, self.is_solved, answer.chance, moment.chance, answer.line)
        answer = _find(moment.wrong, action)
        if answer is not None:
            return Verdict(action, False, False, False, answer.chance, moment.chance, answer.line)
        return self._judge_by_search(number, action, simulations)

    def _judge_by_search(self, number: int, action: str, simulations: int) -> Verdict:
        """Return the verdict on an action that the puzzle does not cover, by a search."""
        judge, game = PuzzleJudge(self.view, SEED, seconds=SECONDS), self.table.game
        best = judge.judge(game.string_to_action(self.moment.right[0].action), simulations)
        judgement = judge.judge(number, simulations)
        right = judgement.chance >= best.chance - AS_GOOD / game.num_players
        line = line_texts(self.table, self.puzzle.seat, judgement.line)
        top = self.moment.chance
        chance = min(top, max(0.0, top - best.chance + judgement.chance))
        if right:
            self.at = None
        return Verdict(action, right, False, right, chance, top, line)

    def _take(self, answer: Answer) -> None:
        self.table = self.table.child(answer.action)
        self.at = answer.then


def play_out(table: State, seat: str, line: Sequence[str]) -> list[Step]:
    """Play a line up to its first illegal action, and return its steps, leaving out chance without events.

    Args:
        table: the state in which the line begins; it is not changed.
        seat: the seat that observes the line.
        line: the texts of the actions.
    """
    state, steps, game = table, list[Step](), table.game
    for action in line:
        by = state.to_move
        try:
            after = state.child(action)
        except IllegalAction:  # the expected line may not be legal after another draw
            break
        visible_action, events = game.tell(state, action, after, seat)
        if events or by != "chance":
            steps.append(Step(str(by), visible_action, tuple(events), after))
        state = after
    return steps


def _find(answers: Sequence[Answer], action: str) -> Answer | None:
    return next((answer for answer in answers if answer.action == action), None)
