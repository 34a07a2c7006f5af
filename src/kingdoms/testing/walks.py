"""Random games, whose states the checks look at, and the words for where in them a check has failed."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from kingdoms.core import constants
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.testing.states import check_numbers, check_over, check_view
from kingdoms.testing.words import crash, differences

LAST = 10
"""The number of last actions that a message names."""


def random_states(game: Game, rng: Random, most: int) -> Iterator[tuple[State, int | None]]:
    """Yield the states of a random game, each with the action played next (None for the last state)."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        action = random_action(state, rng)
        yield state.clone(), action
        state.apply_action(action)
    yield state, None


def random_action(state: State, rng: Random) -> int:
    """Return a random legal action; at chance nodes, with the game's probabilities."""
    legal = state.legal_actions()
    if not legal:
        check_over(state)
    if state.current_player() == constants.CHANCE:
        return state.draw_chance_action(rng)
    return legal[rng.roll(len(legal))]


class Course:
    """The course of a random game: a context in which each failure says where in the game it has happened.

    Any other exception becomes an AssertionError, which names the method and the line at fault.

    Args:
        game: the game.
        seed: the seed of the random game.
        causes: checks at the end of the context, of what may be behind a failure.
    """

    def __init__(self, game: Game, seed: int, *causes: Callable[[], None]) -> None:
        self.game, self.seed, self.causes = game, seed, causes
        self.actions: list[int] = []
        self.next_action: int | None = None
        self.states: list[State] = []

    def walk(self, rng: Random, most: int) -> Iterator[tuple[State, int | None]]:
        """Yield the same as `random_states`, and note it."""
        for state, action in random_states(self.game, rng, most):
            self.states.append(state)
            self.actions += [] if self.next_action is None else [self.next_action]
            self.next_action = action
            yield state, action

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and not isinstance(error, Exception):
            return
        message = "" if error is None else self._find_earliest(error)
        try:
            for cause in self.causes:
                cause()
        except AssertionError as failure:
            raise AssertionError(f"{failure}{f'; noticed when {message}' if message else ''} {self}") from error
        if error is not None:
            raise AssertionError(f"{message} {self}") from error

    def _find_earliest(self, error: Exception) -> str:
        """Return what is wrong. If it is about numbers or draws, go back to the first state that shows it."""
        drawing = {"check_view", "sample"} & {frame.name for frame in traceback.extract_tb(error.__traceback__)}
        coming = [] if self.next_action is None else [self.next_action]
        states = [*self.states, *(self.states[-1].clone() for _ in coming)]
        for number, state in enumerate(states):
            try:
                for action in coming if number == len(self.states) else ():
                    state.apply_trusted(action)
                check_numbers(state)
                if drawing:
                    check_view(state, Random(self.seed))
            except AssertionError as first:
                self.actions, self.next_action, self.states = [*self.actions, *coming][:number], None, states[: number + 1]
                return str(first)
            except Exception:
                break
        return crash(type(self.game), error)

    def __str__(self) -> str:
        played = [self._words(action) for action in self.actions]
        course = f"{'..., ' if len(played) > LAST else ''}{', '.join(played[-LAST:]) or 'nothing'}"
        coming = "" if self.next_action is None else f"; next comes {self._words(self.next_action)}"
        changes = f"; {played[-1]} has changed {self.changes()}" if played else ""
        return f"[random game with seed {self.seed} and the seats {' '.join(self.game.seats)}: {course}{changes}{coming}]"

    def changes(self) -> str:
        """Return what the last action has changed, as far as the states can be written."""
        try:
            return differences(self.states[-2].position(), self.states[-1].position())
        except Exception as error:
            return f"what write_position cannot write ({type(error).__name__})"

    def _words(self, action: int) -> str:
        try:
            return self.game.action_to_string(action)
        except Exception:
            return str(action)
