"""Many games at once, stepped in one compiled call, with arrays for programs that learn."""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from kingdoms.bots.match import MOST_ACTIONS, ROUNDS
from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.moves import Moves
from kingdoms.core.python_state import PythonState
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.env import modes, running, work
from kingdoms.env.crew import Crew
from kingdoms.env.opponents import Opponents, make_makers
from kingdoms.env.stepping import Stepper

MODES: Final = ("disabled", "next_step", "same_step")
"""What happens to a game that is over, in the order of the codes in `modes`."""
DTYPES: Final = {"uint8": "B", "float32": "f"}
"""The types of observations, with their codes in arrays."""
SPREAD: Final = 0x9E3779B97F4A7C15
"""The difference between the seeds of two seeds' first games; those of one seed follow each other."""
EPISODES_APART: Final = 0xBF58476D1CE4E5B9
"""The difference between the seeds of the opponents in consecutive games in one place."""
BOTS_APART: Final = 7919


class Step(NamedTuple):
    """The arrays of a batch after a step. They are the same arrays after each step, with new contents.

    Attributes:
        observations: what the seat to move sees, or the learner: a row for each game.
        masks: 1 for each legal action, 0 for the others: a row for each game.
        to_move: the player to move, an index into `game.seats`; below 0 if the game is over.
        rewards: what each player has gained in this step: a row for each game. The winners share 1.
        terminated: whether this step has ended the game by its rules.
        truncated: whether this step has ended the game because it has had `max_steps` decisions.
    """

    observations: NDArray[Any]
    masks: NDArray[np.int8]
    to_move: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Batch:
    """Many games of the same kind, played step by step at once.

    The games are stepped in compiled code without the interpreter's lock; chance is played inside. Each game has random
    numbers of its own, so that it does not depend on the number of games and threads. The arrays belong to the batch: they
    are NumPy arrays that are never copied, and PyTorch or JAX take them by DLPack, as `torch.from_dlpack(batch.observations)`.

    Args:
        game: the game, or its name. As in `kingdoms.play`, a game that might never end stops after 100 rounds, unless it has
            a round limit of its own.
        n: the number of games.
        seed: the seed of chance, of `sample_actions` and of opponents.
        threads: the number of threads that step the games.
        dtype: the type of observations: "uint8" for whole numbers from 0 to 255, "float32" for the same between 0 and 1.
        autoreset: what happens to a game that is over. "same_step": the next one begins at once, and the observation is its
            first; the last one of the game before is in `last_observations`. "next_step": the next one begins at the next
            step, which ignores the action. "disabled": nothing, until `reset` is called with a mask.
        max_steps: the number of decisions after which a game is truncated; None for no limit.
        opponents: bots that play the other seats inside `step`: one name for all, or one for each seat after the learner's.
            None if the caller plays all seats.
        seat: the learner's seat, if there are opponents; None for another one in each game, in turn.

    Attributes:
        game: the game.
        n: the number of games.
        encoding: the encoding of observations and actions.
        observations: as in `Step`.
        masks: as in `Step`.
        to_move: as in `Step`.
        rewards: as in `Step`.
        terminated: as in `Step`.
        truncated: as in `Step`.
        last_observations: the last observation of each game that was over when its place was taken by the next.
        viewers: the player whose observation is shown.
        lengths: the number of decisions in each game so far.
        episodes: the number of games begun in each place.

    Raises:
        KingdomsError: an unknown game, seat or bot, or a game without a bound on actions.
        ValueError: any other argument is out of range.

    Examples:
        >>> batch = Batch("middlesea", n=4, seed=7)
        >>> step = batch.reset()
        >>> step.observations.shape, step.masks.shape, step.rewards.shape
        ((4, 962), (4, 1631), (4, 4))
        >>> for _ in range(100):
        ...     step = batch.step(batch.sample_actions())
        >>> bool(step.masks.any(axis=1).all()), batch.lengths.tolist()
        (True, [100, 100, 100, 100])
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        seed: int = 1,
        threads: int = 1,
        *,
        dtype: str = "uint8",
        autoreset: str = "same_step",
        max_steps: int | None = MOST_ACTIONS,
        opponents: str | Sequence[str] | None = None,
        seat: str | None = None,
    ) -> None:
        game = load_game(game) if isinstance(game, str) else game
        if n < 1 or threads < 1 or (max_steps is not None and max_steps < 1):
            raise ValueError(f"a batch has at least one game, thread and step, not {n}, {threads} and {max_steps}")
        if dtype not in DTYPES or autoreset not in MODES:
            raise ValueError(
                f"the type of observations is one of {', '.join(DTYPES)}, and autoreset one of {', '.join(MODES)}, "
                f"not {dtype!r} and {autoreset!r}"
            )
        if seat is not None and opponents is None:
            raise ValueError("a learner's seat needs opponents at the others")
        self.game = game.limited(ROUNDS)
        self.n = n
        self.seed = seed
        self.threads = min(threads, n)
        self.encoding = self.game.encoding()
        self._makers = None if opponents is None else make_makers(self.game, opponents)
        self._learner = modes.NOBODY if self.game.accept_viewer(seat) is None else self.game.seats.index(str(seat))
        self._opponents: list[Opponents | None] = [None] * n
        self._columns = make_columns(self.encoding.size, self.encoding.actions, self.game.num_players, n, DTYPES[dtype])
        rotates = opponents is not None and seat is None
        mode = MODES.index(autoreset)
        self._steppers = [
            Stepper(self.game.encoding(), self._columns, max_steps or 0, mode, int(rotates)) for _ in range(self.threads)
        ]
        self._crew = Crew(self._steppers, n)
        self._finalizer = weakref.finalize(self, self._crew.close)
        self._is_python = isinstance(self._steppers[0].initial, PythonState)
        self._begun = False
        self._share_arrays()

    def _share_arrays(self) -> None:
        """Make NumPy arrays of the columns, without copying."""
        n, columns = self.n, self._columns
        dtype = np.uint8 if columns["observations"].typecode == "B" else np.float32
        self.observations: NDArray[Any] = np.frombuffer(columns["observations"], dtype).reshape(n, -1)
        self.last_observations: NDArray[Any] = np.frombuffer(columns["last_observations"], dtype).reshape(n, -1)
        self.masks: NDArray[np.int8] = np.frombuffer(columns["masks"], np.int8).reshape(n, -1)
        self.rewards: NDArray[np.float32] = np.frombuffer(columns["rewards"], np.float32).reshape(n, -1)
        self.terminated: NDArray[np.bool_] = np.frombuffer(columns["terminated"], np.bool_)
        self.truncated: NDArray[np.bool_] = np.frombuffer(columns["truncated"], np.bool_)
        self.to_move: NDArray[np.int32] = np.frombuffer(columns["to_move"], np.int32)
        self.viewers: NDArray[np.int32] = np.frombuffer(columns["viewers"], np.int32)
        self.lengths: NDArray[np.int32] = np.frombuffer(columns["lengths"], np.int32)
        self.episodes: NDArray[np.int32] = np.frombuffer(columns["episodes"], np.int32)
        self._over: NDArray[np.uint8] = np.frombuffer(columns["over"], np.uint8)
        self._learners: NDArray[np.int32] = np.frombuffer(columns["learners"], np.int32)
        self._actions: NDArray[np.int32] = np.frombuffer(columns["actions"], np.int32)

    # -- stepping -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, mask: Any = None) -> Step:
        """Begin new games.

        Args:
            seed: begin with another seed; None to continue the same random numbers. The first call begins with the seed of
                the batch.
            mask: True for each game to restart; None for all. Other games are unchanged.
        """
        chosen = np.ones(self.n, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        if chosen.shape != (self.n,):
            raise ValueError(f"a mask of games has the shape ({self.n},), not {chosen.shape}")
        if not self._begun and not chosen.all():
            raise ValueError("begin all games before a part of them")
        if seed is not None or not self._begun:
            self._sow(self.seed if seed is None else seed, chosen)
        self._begun = True
        stepper = self._steppers[0]
        for i in np.flatnonzero(chosen).tolist():
            stepper.begin(i)
            self.terminated[i] = self.truncated[i] = False
            self.rewards[i] = 0.0
        if self._makers is not None:
            self._play_opponents(renew=chosen)
        self._run(work.SHOW)
        return self._step()

    def step(self, actions: Any) -> Step:
        """Play an action in each game, and return the arrays of the batch.

        Args:
            actions: the number of an action for each game, in the fixed encoding. For games that are over, any number.

        Raises:
            KingdomsError: an action is not legal. No game has changed.
            ValueError: the actions have another shape, or `reset` has not been called.
        """
        if not self._begun:
            raise ValueError("call reset before the first step")
        if actions is not self._actions:
            given = np.asarray(actions)
            if given.shape != (self.n,) or given.dtype.kind not in "iu":
                raise ValueError(
                    f"the actions of a batch are {self.n} whole numbers, not an array of {given.shape} of {given.dtype}"
                )
            self._actions[:] = given
        found = running.find_illegal(self._steppers[0], 0, self.n)
        if found >= 0:
            self._refuse(found)
        if self._makers is None:
            self._run(work.STEP)
        else:
            before = self.episodes.copy()
            self._run(work.ADVANCE)
            self._play_opponents(renew=self.episodes != before)
            self._run(work.SHOW)
        return self._step()

    def sample_actions(self) -> NDArray[np.int32]:
        """Return a random legal action for each game; 0 for games that are over. The array is reused by each call."""
        running.sample(self._steppers[0], 0, self.n)  # sooner done than shared out
        return self._actions

    def _step(self) -> Step:
        """Return the arrays."""
        return Step(self.observations, self.masks, self.to_move, self.rewards, self.terminated, self.truncated)

    def _run(self, what: int) -> None:
        """Advance or show all games, or both, in all threads, then raise what Python code of the game has raised in it."""
        self._crew.run(what)
        if self._is_python:
            for i in range(self.n):
                for stepper in self._steppers:
                    stepper.encoding.check(stepper.states[i])

    def _refuse(self, i: int) -> None:
        """Raise the error for an action that is not legal."""
        number, player, state = int(self._actions[i]), int(self.to_move[i]), self.state(i)
        refusal = self.game.refusal(state, self.encoding.decode(number, player))
        reason = "it is beyond the bounds of the encoding" if refusal is None else refusal.message
        raise KingdomsError(f"game {i}: the action {number} is not legal: {reason}").cite(self.game)

    def _sow(self, seed: int, chosen: NDArray[np.bool_]) -> None:
        """Set the random numbers of the chosen games, as if the batch began with this seed."""
        self.seed = seed
        chances, samples = self._columns["chances"], self._columns["samples"]
        for i in np.flatnonzero(chosen).tolist():
            rng = Random(seed * SPREAD + i)
            chances[i], samples[i] = _word(rng), _word(rng)
            self._learners[i] = self._learner
            self.episodes[i] = 0

    # -- opponents ------------------------------------------------------------------------------------------------------

    def _play_opponents(self, renew: NDArray[np.bool_]) -> None:
        """Play in each game until the learner is to move or the game is over.

        A game that ends before the learner's first decision is started again in the mode "same_step".

        Args:
            renew: the games that have just begun, which get new opponents.
        """
        stepper, to_move, over = self._steppers[0], self.to_move, self._over
        same_step = stepper.mode == modes.SAME_STEP
        for i in np.flatnonzero((to_move != self._learners) | renew).tolist():
            if renew[i]:
                self._meet(i)
            while to_move[i] != self._learners[i] and not over[i]:
                opponents = self._opponents[i]
                assert opponents is not None
                stepper.play_for(i, opponents.choose(stepper.states[i], stepper.histories[i]))
                if over[i] and same_step:
                    stepper.begin(i)
                    self._meet(i)
        stepper.check()

    def _meet(self, i: int) -> None:
        """Make new opponents for a game."""
        old = self._opponents[i]
        if old is not None:
            old.close()
        seed = (self.seed * SPREAD + i * BOTS_APART + int(self.episodes[i]) * EPISODES_APART) & (2**63 - 1)
        self._opponents[i] = Opponents(self.game, self._makers or (), int(self._learners[i]), seed)

    # -- single games ---------------------------------------------------------------------------------------------------

    def state(self, i: int) -> State:
        """Return a copy of the state of a game."""
        found: State = self._steppers[0].states[i].clone()
        return found

    def record(self, i: int, finished: bool = False) -> Record:
        """Return the record of a game so far, for the referee, for replays and for analysis.

        Args:
            i: the game.
            finished: the last game in this place that was over, instead of the current one. An empty record if there is none.

        Examples:
            >>> batch = Batch("rivers", n=2)
            >>> step = batch.reset()
            >>> step = batch.step(batch.sample_actions())
            >>> len(batch.record(0).entries) > 20
            True
        """
        record = Record(self.game, seed=self.seed)
        for action in (self._steppers[0].finished if finished else self._steppers[0].histories)[i]:
            record.apply(action)
        return record

    # -- resources ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the threads and the opponents' resources."""
        self._crew.close()
        for opponents in self._opponents:
            if opponents is not None:
                opponents.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<batch of {self.n} games of {self.game.name} for {', '.join(self.game.seats)}>"


def make_columns(size: int, actions: int, seats: int, n: int, typecode: str) -> dict[str, Any]:
    """Return the columns that the steppers of a batch share, as buffers: the data of each game."""
    width = array(typecode).itemsize
    return {
        "states": [None] * n,
        "histories": [Moves() for _ in range(n)],
        "finished": [Moves() for _ in range(n)],
        "observations": array(typecode, bytes(width * n * size)),
        "last_observations": array(typecode, bytes(width * n * size)),
        "masks": array("b", bytes(n * actions)),
        "numbers": array("h", bytes(2 * n * actions)),
        "rewards": array("f", bytes(4 * n * seats)),
        **{name: array("B", bytes(n)) for name in ("terminated", "truncated", "over")},
        **{name: array("i", bytes(4 * n)) for name in ("to_move", "viewers", "lengths", "episodes", "counts", "actions")},
        "learners": array("i", [modes.NOBODY] * n),
        **{name: array("q", bytes(8 * n)) for name in ("addresses", "records")},
        **{name: array("Q", bytes(8 * n)) for name in ("chances", "samples")},
    }


def _word(rng: Random) -> int:
    """Return the state of a new generator."""
    return rng.roll(1 << 32) << 32 | rng.roll(1 << 32) | 1
