"""Gymnasium's vector environment: many games for one learner, stepped by a `Batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kingdoms.core.fields import whole_number
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.env.batch import Batch, Step
from kingdoms.env.gym import NEVER_TO_MOVE, TRIES, box, draw_seed

AUTORESET: Final = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
"""Gymnasium's modes, with those of `Batch`."""


class GymVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Many games for one learner, with bots at the other seats.

    The masks of legal actions are in `infos["action_mask"]`, a row for each game, and the learner's seats in `infos["seat"]`.
    What happens to a game that is over is in `metadata["autoreset_mode"]`. "same_step": the observation is the first of the
    next game, and the last one is in `infos["final_obs"]`. "next_step": the next step begins a new game and ignores its action.
    "disabled": call `reset(options={"reset_mask": ...})` before the next step.

    Args:
        game: the name of the game, or a game.
        num_envs: the number of games.
        seats: the seats, or their number.
        rulings: the rulings that differ from the defaults.
        opponents: one bot for all other seats, or one for each seat after the learner's.
        seat: the learner's seat; None for another one in each game, in turn.
        dtype: the type of observations, "uint8" or "float32".
        max_steps: the number of decisions of all seats after which a game is truncated.
        autoreset_mode: "next_step", "same_step" or "disabled", or Gymnasium's constant.
        threads: the number of threads that step the games.
        illegal: what an illegal action does. "raise": an error, and nothing changes. "lose": the learner loses and gets 0.
            "random": a legal action is drawn from the seed and played instead. `infos["illegal"]` has the numbers that
            were given, and `infos["action"]` those drawn.
        history: the number of past actions that follow the observation, as the seat was told of them.

    Raises:
        ValueError: there is no such mode, or another argument is out of range.

    Examples:
        >>> import gymnasium
        >>> import kingdoms.env.gym
        >>> envs = gymnasium.make_vec("kingdoms/middlesea-v1", num_envs=4, seats=2, opponents="random")
        >>> observations, infos = envs.reset(seed=1)
        >>> observations.shape, infos["action_mask"].shape, envs.metadata["autoreset_mode"]
        ((4, 616), (4, 1631), <AutoresetMode.NEXT_STEP: 'NextStep'>)
        >>> step = envs.step(infos["action_mask"].argmax(axis=1))
        >>> envs.close()
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: Sequence[str] | int | None = None,
        rulings: Mapping[str, Any] | None = None,
        opponents: str | Sequence[str] = "level:4",
        seat: str | None = None,
        dtype: str = "float32",
        max_steps: int | None = 20_000,
        autoreset_mode: str | AutoresetMode = "next_step",
        threads: int = 1,
        illegal: str = "raise",
        history: int = 0,
    ) -> None:
        modes = {name: mode for mode, name in AUTORESET.items()}
        mode = modes.get(autoreset_mode) if isinstance(autoreset_mode, str) else autoreset_mode
        if mode is None:
            raise ValueError(f"the mode of autoreset is one of {', '.join(modes)}, not {autoreset_mode!r}")
        played = load_game(game, seats, rulings) if isinstance(game, str) else game
        self.batch = Batch(
            played,
            num_envs,
            threads=threads,
            dtype=dtype,
            autoreset=AUTORESET[mode],
            max_steps=max_steps,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            history=history,
        )
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs = num_envs
        self._has_begun = False
        self.single_observation_space = box(self.batch.encoding, self.batch.past, dtype)
        self.single_action_space = spaces.Discrete(self.batch.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new games, up to the learner's first decision.

        Args:
            seed: the seed of all games, one number, from which each has random numbers of its own; or a list with a number or
                None for each game, which is then the game of `GymEnv` with this seed. None continues the same random numbers,
                which begin with entropy.
            options: `reset_mask` is True for each game to restart; other games are unchanged. `state` is where to begin, one
                for all games or a list, as `states` of `Batch.reset` takes it.

        Raises:
            ValueError: an argument has another form, or a learner is not to move any more after its state.
        """
        mask, state = (options or {}).get("reset_mask"), (options or {}).get("state")
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        value = whole_number(seed)
        if value is not None:
            super().reset(seed=value)
        elif seed is not None:
            seeds = np.atleast_1d(np.asarray(seed, object)).tolist()
            seed = [draw_seed(self.np_random) if number is None and not self._has_begun else number for number in seeds]
        elif not self._has_begun:
            seed = draw_seed(self.np_random)
        step = self.batch.reset(seed, mask, state)
        self._has_begun = True
        for _ in range(TRIES):
            ended = chosen & (step.terminated | step.truncated)
            if not ended.any():
                return step.observations.copy(), self._infos(step)
            step = self.batch.reset(mask=ended, states=state)  # these have ended before the learner's first decision
        raise ValueError(NEVER_TO_MOVE)

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game, and all opponents after it. A reward is the learner's share of the victory.

        Raises:
            KingdomsError: an action is not legal. No game has changed.
            ValueError: the mode is "disabled", and a game that is over has not been reset.
        """
        mode = self.metadata["autoreset_mode"]
        if mode is AutoresetMode.DISABLED and (self.batch.terminated | self.batch.truncated).any():
            raise ValueError('a game is over: call reset(options={"reset_mask": ...}) before the next step')
        learners = self.batch.viewers.copy()
        step = self.batch.step(np.asarray(actions))
        rewards = step.rewards[np.arange(self.num_envs), learners].astype(np.float64)
        over, infos = step.terminated | step.truncated, self._infos(step)
        if (faults := self.batch.faults.copy()).any():
            infos |= {"illegal": np.where(faults, actions, 0), "_illegal": faults}
            if self.batch.illegal == "random":
                drawn = [self.batch.played(i) for i in range(self.num_envs)]
                infos |= {"action": np.where(faults, drawn, 0), "_action": faults}
        if mode is AutoresetMode.SAME_STEP and over.any():
            last = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(over).tolist():
                last[i] = self.batch.last_observations[i].copy()
            infos |= {"final_obs": last, "_final_obs": over, "final_info": {}, "_final_info": over}
        return step.observations.copy(), rewards, step.terminated.copy(), step.truncated.copy(), infos

    def close_extras(self, **kwargs: Any) -> None:
        """Release the resources of the opponents and the threads."""
        self.batch.close()

    def _infos(self, step: Step) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        seats = np.array([self.batch.game.seats[player] for player in self.batch.viewers.tolist()], dtype=object)
        return {"action_mask": step.masks.copy(), "_action_mask": everywhere, "seat": seats, "_seat": everywhere}
