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
from kingdoms.core.fields import whole_number
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
from kingdoms.env.past import ActionMemory, Past
from kingdoms.env.starts import Start, read_start
from kingdoms.env.stepping import Stepper

MODES: Final = ("disabled", "next_step", "same_step")
"""What happens to a game that is over, in the order of the codes in `modes`."""
ILLEGAL: Final = ("raise", "lose", "random")
"""What illegal actions do."""
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
        seed: the seed of chance, of `sample_actions` and of opponents. Unlike the environments of Gymnasium and PettingZoo, a
            batch has a default: the same games each time.
        threads: the number of threads that step the games.
        dtype: the type of observations: "uint8" for whole numbers from 0 to 255, "float32" for the same between 0 and 1.
        autoreset: what happens to a game that is over. "same_step": the next one begins at once, and the observation is its
            first; the last one of the game before is in `last_observations`. "next_step": the next one begins at the next
            step, which ignores the action. "disabled": nothing, until `reset` is called with a mask.
        max_steps: the number of decisions after which a game is truncated; None for no limit.
        opponents: bots that play the other seats inside `step`: one name for all, or one for each seat after the learner's.
            None if the caller plays all seats.
        seat: the learner's seat, if there are opponents; None for another one in each game, in turn.
        illegal: what an illegal action does. "raise": an error, and no game changes. "lose": the seat loses, the game is over,
            and the others share the victory. "random": a legal action is drawn from the seed of the game and played instead.
        history: the number of past actions that follow each observation, as the seat was told of them (see `past.Past`). Python
            code notes them, so such steps are much slower.

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
        faults: whether the last action in each game was illegal; never, if that is an error.
        past: the form of the past actions; None without `history`.

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
        illegal: str = "raise",
        history: int = 0,
    ) -> None:
        self._arguments = {name: value for name, value in locals().items() if name != "self"}
        game = load_game(game) if isinstance(game, str) else game
        if n < 1 or threads < 1 or (max_steps is not None and max_steps < 1):
            raise ValueError(f"a batch has at least one game, thread and step, not {n}, {threads} and {max_steps}")
        for name, value, values in (("dtype", dtype, DTYPES), ("autoreset", autoreset, MODES), ("illegal", illegal, ILLEGAL)):
            if value not in values:
                raise ValueError(f"{name} is one of {', '.join(values)}, not {value!r}")
        if seat is not None and opponents is None:
            raise ValueError("a learner's seat needs opponents at the others")
        self.game = game.limited(ROUNDS)
        self.n = n
        self.seed = accept_seed(seed)
        self.illegal = illegal
        self.threads = min(threads, n)
        self.encoding = self.game.encoding()
        self._makers = None if opponents is None else make_makers(self.game, opponents)
        self._learner = modes.NOBODY if self.game.accept_viewer(seat) is None else self.game.seats.index(str(seat))
        self._opponents: list[Opponents | None] = [None] * n
        self.past = Past(self.encoding, history) if history else None
        self._memories: list[ActionMemory | None] = [None] * n
        self._remembered = [0] * n
        self._seeds = [(self.seed, i) for i in range(n)]
        self._columns = make_columns(self.encoding.size, self.encoding.actions, self.game.num_players, n, DTYPES[dtype])
        rotates = opponents is not None and seat is None
        mode = MODES.index(autoreset)
        self._steppers = [
            Stepper(self.game.encoding(), self._columns, max_steps or 0, mode, int(rotates)) for _ in range(self.threads)
        ]
        self._crew = Crew(self._steppers, n)
        self._finalizer = weakref.finalize(self, self._crew.close)
        self._is_python = isinstance(self._steppers[0].initial, PythonState)
        self._has_begun = False
        self._share_arrays()
        self.faults: NDArray[np.bool_] = np.zeros(n, np.bool_)

    def _share_arrays(self) -> None:
        """Make NumPy arrays of the columns, without copying, unless past actions follow the observations."""
        n, columns = self.n, self._columns
        dtype = np.uint8 if columns["observations"].typecode == "B" else np.float32
        self._rows: NDArray[Any] = np.frombuffer(columns["observations"], dtype).reshape(n, -1)
        self._shown_last: NDArray[Any] = np.frombuffer(columns["last_observations"], dtype).reshape(n, -1)
        full = None if self.past is None else (n, self.encoding.size + self.past.size)
        self.observations: NDArray[Any] = self._rows if full is None else np.zeros(full, dtype)
        self.last_observations: NDArray[Any] = self._shown_last if full is None else np.zeros(full, dtype)
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

    def reset(self, seed: int | Sequence[int | None] | None = None, mask: Any = None, states: Any = None) -> Step:
        """Begin new games.

        Args:
            seed: begin with another seed; None to continue the same random numbers. The first call begins with the seed of
                the batch. A list has a seed or None for each game, which is then as the first game of a batch with this seed.
            mask: True for each game to restart; None for all. Other games are unchanged.
            states: where to begin: a state, a position (as JSON data or text) or a record (also as text), or a list with one
                of these for each game, or None for the usual beginning. Games after these begin as usual.

        Raises:
            ValueError: an argument has another form, or a state is of another game or a finished one. Nothing has changed.

        Examples:
            >>> batch = Batch("rivers", n=2, seed=1)
            >>> step = batch.reset()
            >>> for _ in range(20):
            ...     step = batch.step(batch.sample_actions())
            >>> state = batch.state(0)
            >>> step = batch.reset(states=state)
            >>> batch.state(0) == batch.state(1) == state
            True
        """
        chosen = np.ones(self.n, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        if chosen.shape != (self.n,):
            raise ValueError(f"a mask of games has the shape ({self.n},), not {chosen.shape}")
        if not self._has_begun and not chosen.all():
            raise ValueError("begin all games before a part of them")
        starts = self._read_starts(states, chosen)
        self._seed_games(seed, chosen)
        self._has_begun = True
        stepper = self._steppers[0]
        for i in np.flatnonzero(chosen).tolist():
            self.terminated[i] = self.truncated[i] = self.faults[i] = False
            self.rewards[i] = 0.0
            self._memories[i] = None
            stepper.begin(i, *(starts[i] or ()))
            if self._over[i] and stepper.mode == modes.SAME_STEP:  # chance has ended it
                stepper.begin(i)
        if self._makers is not None:
            self._play_opponents(renew=chosen)
        self._run(work.SHOW)
        self._remember(self.viewers)
        return self._step()

    def _read_starts(self, states: Any, chosen: NDArray[np.bool_]) -> list[Start | None]:
        """Return where each game begins; None for the usual beginning."""
        if not isinstance(states, list | tuple):
            start = None if states is None else read_start(self.game, states)
            return [start] * self.n
        if len(states) != self.n:
            raise ValueError(f"give one state for all games, or a list of {self.n}, not of {len(states)}")
        return [read_start(self.game, state) if state is not None and chosen[i] else None for i, state in enumerate(states)]

    def step(self, actions: Any) -> Step:
        """Play an action in each game, and return the arrays of the batch.

        Args:
            actions: the number of an action for each game, in the fixed encoding. For games that are over, any number.

        Raises:
            KingdomsError: an action is not legal, and `illegal` is "raise". No game has changed.
            ValueError: the actions are not as many whole numbers, or `reset` has not been called.
        """
        if not self._has_begun:
            raise ValueError("call reset before the first step")
        if actions is not self._actions:
            self._accept(actions)
        if self.illegal != "raise":
            self.faults[:] = False
        illegal = running.find_illegal(self._steppers[0], 0, self.n)
        while illegal >= 0:
            self._settle_illegal(illegal, actions)
            illegal = running.find_illegal(self._steppers[0], illegal + 1, self.n)
        viewers = self.viewers if self.past is None else self.viewers.copy()
        if self._makers is None:
            self._run(work.STEP)
        else:
            before = self.episodes.copy()
            self._run(work.ADVANCE)
            self._play_opponents(renew=self.episodes != before)
            self._run(work.SHOW)
        self._remember(viewers)
        return self._step()

    def played(self, i: int) -> int:
        """Return the number of the last action in a game, the one drawn instead of an illegal one."""
        return int(self._actions[i])

    def _accept(self, actions: Any) -> None:
        """Note the actions of a step. Numbers of no action become others of none, before they are narrowed."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind == "O" and numbers.ndim == 1:
            values = [whole_number(value) for value in numbers]
            if None not in values:  # at least one of them has more than 64 bits
                numbers = np.array([min(max(int(value or 0), -1), self.encoding.actions) for value in values])
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"the actions of a batch are {self.n} whole numbers, not an array of {numbers.shape} of {numbers.dtype}"
            )
        if not np.can_cast(numbers.dtype, np.int32):
            numbers = np.minimum(numbers, self.encoding.actions)
            numbers = numbers if numbers.dtype.kind == "u" else np.maximum(numbers, -1)
        self._actions[:] = numbers

    def _settle_illegal(self, i: int, actions: Any) -> None:
        """Do what `illegal` says about the action of a game."""
        self.faults[i] = True
        if self.illegal == "random":
            running.sample(self._steppers[0], i, i + 1)
        elif self.illegal == "lose":
            self._actions[i] = modes.FORFEIT
        else:
            self.faults[i] = False
            self._refuse(i, int(actions[i]))

    def sample_actions(self) -> NDArray[np.int32]:
        """Return a random legal action for each game; 0 for games that are over. The array is reused by each call."""
        running.sample(self._steppers[0], 0, self.n)  # sooner done than shared out
        return self._actions

    def _step(self) -> Step:
        return Step(self.observations, self.masks, self.to_move, self.rewards, self.terminated, self.truncated)

    def _run(self, task: int) -> None:
        """Advance or show all games, or both, in all threads, then raise what Python code of the game has raised in it."""
        self._crew.run(task)
        if self._is_python:
            for i in range(self.n):
                for stepper in self._steppers:
                    stepper.encoding.check(stepper.states[i])

    def _refuse(self, i: int, number: int) -> None:
        player, state = int(self.to_move[i]), self.state(i)
        refusal = self.game.refusal(state, self.encoding.decode(number, player))
        reason = "it is beyond the bounds of the encoding" if refusal is None else refusal.message
        raise KingdomsError(f"game {i}: the action {number} is not legal: {reason}").cite(self.game)

    def _seed_games(self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        """Set the random numbers of the chosen games, as if the batch began with this seed, or each game with its own."""
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.n:
                raise ValueError(f"give one seed for all games, or a list of {self.n}, not of {len(seed)}")
            seeds = [None if value is None else (accept_seed(value), 0) for value in seed]
        elif seed is not None:
            self.seed = accept_seed(seed)
            seeds = [(self.seed, i) for i in range(self.n)]
        else:
            seeds = [None] * self.n
        chances, samples, rotates = self._columns["chances"], self._columns["samples"], self._steppers[0].rotates
        for i in np.flatnonzero(chosen).tolist():
            if seeds[i] is not None or not self._has_begun:
                self._seeds[i] = seed, place = seeds[i] or self._seeds[i]
                rng = Random(seed * SPREAD + place)
                chances[i], samples[i] = _word(rng), _word(rng)
                self._learners[i] = (place - 1) % self.game.num_players if rotates else self._learner
                self.episodes[i] = 0

    # -- memory ---------------------------------------------------------------------------------------------------------

    def _remember(self, viewers: NDArray[np.int32]) -> None:
        """Complete the observations by the past actions, if there is `history`.

        Args:
            viewers: the viewers before the step.
        """
        if self.past is None:
            return
        size, stepper = self.encoding.size, self._steppers[0]
        self.observations[:, :size] = self._rows
        self.last_observations[:, :size] = self._shown_last
        for i, memory in enumerate(self._memories):
            if memory is None or self._remembered[i] != self.episodes[i]:
                if memory is not None:
                    player = int(
                        viewers[i] if self._makers is None else (self._learners[i] - stepper.rotates) % self.game.num_players
                    )
                    ended = self._memory_of(stepper.finished_openings[i], player)
                    ended.follow(stepper.finished[i])
                    ended.write(player, self.last_observations[i, size:])
                self._memories[i] = memory = self._memory_of(stepper.openings[i], int(self._learners[i]))
                self._remembered[i] = int(self.episodes[i])
            memory.follow(stepper.histories[i])
            memory.write(int(self.viewers[i]), self.observations[i, size:])

    def _memory_of(self, opening: State | None, player: int) -> ActionMemory:
        """Return a memory for a game, of a player or of all."""
        assert self.past is not None
        players = None if player == modes.NOBODY else [player]
        return ActionMemory(self.past, self._steppers[0].initial if opening is None else opening, players)

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
                self._replace_opponents(i)
            while to_move[i] != self._learners[i] and not over[i]:
                opponents = self._opponents[i]
                assert opponents is not None
                stepper.play_for(i, opponents.choose(stepper.states[i], stepper.histories[i]))
                if over[i] and same_step:
                    stepper.begin(i)
                    self._replace_opponents(i)
        stepper.check()

    def _replace_opponents(self, i: int) -> None:
        old = self._opponents[i]
        if old is not None:
            old.close()
        root, place = self._seeds[i]
        seed = (root * SPREAD + place * BOTS_APART + int(self.episodes[i]) * EPISODES_APART) & (2**63 - 1)
        opening, played = self._steppers[0].openings[i], len(self._steppers[0].histories[i])
        self._opponents[i] = Opponents(self.game, self._makers or (), int(self._learners[i]), seed, opening, played)

    # -- single games ---------------------------------------------------------------------------------------------------

    def state(self, i: int) -> State:
        """Return a copy of the state of a game."""
        state: State = self._steppers[0].states[i].clone()
        return state

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
        stepper = self._steppers[0]
        opening = (stepper.finished_openings if finished else stepper.openings)[i]
        is_usual = opening is None or opening == stepper.initial
        record = Record(self.game, seed=self._seeds[i][0], position=None if is_usual else opening.position())
        for action in (stepper.finished if finished else stepper.histories)[i]:
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

    def __getstate__(self) -> dict[str, Any]:
        """Support copying and pickling: a copy goes on as this batch does, with threads and arrays of its own."""
        names = ("_arguments", "_columns", "seed", "_seeds", "_has_begun", "_opponents", "_memories", "_remembered", "faults")
        arrays = () if self.past is None else ("observations", "last_observations")
        return {name: getattr(self, name) for name in (*names, *arrays)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state.pop("_arguments"))  # type: ignore[misc]
        for name, column in state.pop("_columns").items():
            self._columns[name][:] = column
        self.__dict__ |= state
        for i, table in enumerate(self._columns["states"]):
            if table is not None:
                self._steppers[0].put(i, table)

    def __repr__(self) -> str:
        return f"<batch of {self.n} games of {self.game.name} for {', '.join(self.game.seats)}>"


def make_columns(size: int, actions: int, seats: int, n: int, typecode: str) -> dict[str, Any]:
    """Return the columns that the steppers of a batch share, as buffers: the data of each game."""
    width = array(typecode).itemsize
    return {
        "states": [None] * n,
        "histories": [Moves() for _ in range(n)],
        "finished": [Moves() for _ in range(n)],
        "openings": [None] * n,
        "finished_openings": [None] * n,
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


def accept_seed(seed: object) -> int:
    """Return a seed, given as a whole number of any type, as an int.

    Raises:
        ValueError: it is none.
    """
    value = whole_number(seed)
    if value is None:
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return value


def _word(rng: Random) -> int:
    """Return the state of a new generator."""
    return rng.roll(1 << 32) << 32 | rng.roll(1 << 32) | 1
