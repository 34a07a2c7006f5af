"""Steps of many games at once: what `Batch` runs for its games in compiled code, without the interpreter's lock."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from kingdoms.core import constants, inline
from kingdoms.core.encoding import Encoding
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.env import modes


class Stepper:
    """The worker of one thread: it steps some games of a batch. Steppers share the columns of the batch.

    Args:
        encoding: an encoding of its own.
        columns: the columns of the batch, by name; see `batch.make_columns`.
        most: the number of decisions after which a game is truncated; 0 for no limit.
        mode: what to do with games that are over, see `modes`.
        rotates: whether the learner has another seat in each new game.

    Attributes:
        states: the states of all games of the batch.
        histories: the actions of the current game so far, with those of chance.
        finished: the actions of the last game that was over.
        openings: the states at which games have begun; None for the usual one.
        finished_openings: those of the last games that were over.
    """

    def __init__(self, encoding: Encoding, columns: dict[str, Any], most: int, mode: int, rotates: int) -> None:
        self.encoding = encoding
        self.initial = encoding.game.new_initial_state()
        self.states: list[Any] = columns["states"]
        self.histories: list[Any] = columns["histories"]
        self.finished: list[Any] = columns["finished"]
        self.openings: list[Any] = columns["openings"]
        self.finished_openings: list[Any] = columns["finished_openings"]
        self.failure: BaseException | None = None
        self.seats = encoding.seats
        self.size = encoding.size
        self.most = most
        self.mode = mode
        self.rotates = rotates
        self.floats = int(columns["observations"].typecode == "f")
        none, no_floats = array("B", b""), array("f", b"")
        self.observations = none if self.floats else columns["observations"]
        self.last_observations = none if self.floats else columns["last_observations"]
        self.float_observations = columns["observations"] if self.floats else no_floats
        self.last_float_observations = columns["last_observations"] if self.floats else no_floats
        self.addresses = columns["addresses"]
        self.records = columns["records"]
        self.chances = columns["chances"]
        self.samples = columns["samples"]
        self.masks = columns["masks"]
        self.rewards = columns["rewards"]
        self.terminated = columns["terminated"]
        self.truncated = columns["truncated"]
        self.over = columns["over"]
        self.to_move = columns["to_move"]
        self.viewers = columns["viewers"]
        self.learners = columns["learners"]
        self.lengths = columns["lengths"]
        self.episodes = columns["episodes"]
        self.counts = columns["counts"]
        self.actions = columns["actions"]
        self.numbers = columns["numbers"]
        self.rng = Random(0)

    # -- called by compiled code, for one game ----------------------------------------------------------------------------

    def advance(self, state: State, history: Moves, i: int) -> int:
        """Play the action that was chosen for a game; return 1 if the game has to be started again."""
        for k in range(i * self.seats, (i + 1) * self.seats):
            self.rewards[k] = 0.0
        if self.over[i]:
            if self.mode != modes.NEXT_STEP:
                return 0
            self.terminated[i] = 0
            self.truncated[i] = 0
            return 1
        self.terminated[i] = 0
        self.truncated[i] = 0
        if self.actions[i] == modes.FORFEIT:
            self.forfeit(i)
        else:
            self.play(state, history, i, self.encoding.action(self.actions[i], self.to_move[i]))
        return 1 if self.over[i] and self.mode == modes.SAME_STEP else 0

    def forfeit(self, i: int) -> None:
        """End a game that the seat to move has lost by an illegal action; the others share the victory."""
        if self.learners[i] == modes.NOBODY:
            self.viewers[i] = self.to_move[i]
        for player in range(self.seats):
            self.rewards[i * self.seats + player] = 0.0 if player == self.to_move[i] else 1.0 / (self.seats - 1)
        self.to_move[i] = constants.TERMINAL
        self.terminated[i] = 1
        self.over[i] = 1

    def play(self, state: State, history: Moves, i: int, action: int) -> None:
        """Play a seat's action, and what chance decides after it."""
        if self.learners[i] == modes.NOBODY:
            self.viewers[i] = self.to_move[i]
        inline.append_action(history, action)
        state.play(action)
        self.lengths[i] += 1
        self.play_chance(state, history, i)
        self.conclude(state, i)

    def play_chance(self, state: State, history: Moves, i: int) -> None:
        """Play chance until a seat is to move, with the game's own random numbers."""
        if state.to_play() != constants.CHANCE:
            return
        self.rng.word = self.chances[i]
        while state.to_play() == constants.CHANCE:
            action = state.draw_chance(self.rng)
            inline.append_action(history, action)
            state.play(action)
        self.chances[i] = self.rng.word

    def conclude(self, state: State, i: int) -> None:
        """Note who is to move, or that the game is over."""
        self.to_move[i] = state.to_play()
        if self.to_move[i] == constants.TERMINAL:
            self.terminated[i] = 1
            self.over[i] = 1
            self.settle(i)
        elif self.most and self.lengths[i] >= self.most:
            self.truncated[i] = 1
            self.over[i] = 1

    def show(self, state: State, i: int) -> None:
        """Write the observation and the mask of a game."""
        if self.learners[i] == modes.NOBODY and not self.over[i]:
            self.viewers[i] = self.to_move[i]
        if self.floats:
            self.encoding.write_floats(state, self.viewers[i], self.float_observations, i * self.size)
        else:
            self.encoding.write(state, self.viewers[i], self.observations, i * self.size)
        at = i * self.encoding.actions
        clear_range(self.masks, at, self.encoding.actions)
        count = 0
        if not self.over[i]:
            count = self.encoding.list_numbers(state, self.to_move[i], self.numbers, at)
        mark(self.masks, self.numbers, at, count)
        self.counts[i] = count

    def is_offered(self, i: int) -> int:
        """Return whether the action chosen for a game is legal; in games that are over, any is."""
        if self.over[i]:
            return 1
        at = i * self.encoding.actions
        if self.actions[i] < 0 or self.actions[i] >= self.encoding.actions:
            return 0
        return 1 if self.masks[at + self.actions[i]] == 1 else 0

    def sample(self, i: int) -> int:
        """Return a random legal action of a game, 0 if it is over."""
        if self.counts[i] == 0:
            return 0
        self.rng.word = self.samples[i]
        chosen: int = self.numbers[i * self.encoding.actions + self.rng.below(self.counts[i])]
        self.samples[i] = self.rng.word
        return chosen

    # -- called by compiled code, with the interpreter's lock -------------------------------------------------------------

    def settle(self, i: int) -> None:
        """Write the rewards of a game that is over."""
        try:
            k = i * self.seats
            for share in self.states[i].returns():
                self.rewards[k] = share
                k += 1
        except BaseException as error:
            self.failure = error

    def restart(self, i: int) -> None:
        """Start a new game in the place of another one, and keep what that one came to."""
        try:
            ended = self.states[i]
            if ended is not None and self.over[i]:
                if self.floats:
                    self.encoding.write_floats(ended, self.viewers[i], self.last_float_observations, i * self.size)
                else:
                    self.encoding.write(ended, self.viewers[i], self.last_observations, i * self.size)
                self.histories[i], self.finished[i] = self.finished[i], self.histories[i]
                self.finished_openings[i] = self.openings[i]
            self.openings[i] = None
            state: State = self.initial.clone()
            history: Moves = self.histories[i]
            history.clear()
            self.put(i, state)
            self.lengths[i] = 0
            self.over[i] = 0
            self.episodes[i] += 1
            if self.rotates:
                self.learners[i] = (self.learners[i] + 1) % self.seats
            if self.learners[i] != modes.NOBODY:
                self.viewers[i] = self.learners[i]
            self.play_chance(state, history, i)
            self.to_move[i] = state.to_play()
        except BaseException as error:
            self.failure = error

    # -- for Python -----------------------------------------------------------------------------------------------------

    def begin(self, i: int, opening: State | None = None, actions: Sequence[int] = ()) -> None:
        """Start a new game in a place: the usual one, or at the end of some legal actions after another opening."""
        chances = self.chances[i]
        self.restart(i)
        self.check()
        if opening is not None:
            state, history = opening.clone(), self.histories[i]
            history.clear()
            for action in actions:
                history.append(action)
                state.apply_trusted(action)
            self.openings[i] = opening
            self.chances[i] = chances
            self.put(i, state)
            self.play_chance(state, history, i)
            self.conclude(state, i)

    def put(self, i: int, state: State) -> None:
        """Put a state in its place, and note where it and its history are for compiled code."""
        self.states[i] = state
        self.addresses[i] = id(state)
        self.records[i] = id(self.histories[i])

    def play_for(self, i: int, action: int) -> None:
        """Play an action of the game's own numbering for the seat to move, such as an opponent's."""
        self.play(self.states[i], self.histories[i], i, action)

    def check(self) -> None:
        """Raise the exception that Python code raised while compiled code called it, if there was one."""
        failure = self.take_error()
        if failure is not None:
            raise failure

    def take_error(self) -> BaseException | None:
        """Return that exception, and forget it."""
        failure, self.failure = self.failure, None
        return failure


def clear_range(masks: array[int], at: int, count: int) -> None:
    """Set a part of the masks to 0. As functions of their own, this one and the next compile to tight loops."""
    for k in range(count):
        masks[at + k] = 0


def mark(masks: array[int], numbers: array[int], at: int, count: int) -> None:
    """Write a 1 for each number of a list; the mask and the list begin at the same index."""
    for k in range(count):
        masks[at + numbers[at + k]] = 1
