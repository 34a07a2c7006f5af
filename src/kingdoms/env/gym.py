"""Gymnasium environments: one learner, with bots at the other seats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kingdoms.core.encoding import Encoding
from kingdoms.core.fields import whole_number
from kingdoms.core.game import Game
from kingdoms.core.registry import game_names, load_game
from kingdoms.core.view import View
from kingdoms.drawing.render import render_text
from kingdoms.env.batch import Batch, Step, accept_seed
from kingdoms.env.past import Past
from kingdoms.env.pixels import draw

VERSION: Final = 1
"""The version of the environments: raised when the same actions give other results than before."""
RENDER_MODES: Final = ("ansi", "rgb_array", "human")
TRIES: Final = 20
"""How many games are begun at a state in which the learner might never be to move."""
NEVER_TO_MOVE: Final = f"{TRIES} games ended before the learner was to move: begin at another state, or with another seat"


def box(encoding: Encoding, past: Past | None, dtype: str) -> spaces.Box:
    """Return the space of observations, followed by the past actions, if there are any."""
    highs = encoding.observation.highs + [1] * (0 if past is None else past.size)
    if dtype == "float32":
        return spaces.Box(0.0, 1.0, (len(highs),), np.float32)
    return spaces.Box(np.zeros(len(highs), np.uint8), np.array(highs, np.uint8), dtype=np.uint8)


class GymEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game for one learner, which chooses among the actions in `info["action_mask"]`.

    `info` also has `seat`, the learner's, and after an illegal action, unless that is an error, `illegal`: the number that was
    given; with `illegal="random"`, `action` is the one that was played.

    Args:
        game: the name of the game, or a game.
        seats: the seats, or their number.
        rulings: the rulings that differ from the defaults.
        opponents: one bot for all other seats, or one for each seat after the learner's.
        seat: the learner's seat; None for another one in each game, in turn.
        dtype: the type of observations, "uint8" or "float32".
        max_steps: the number of decisions of all seats after which a game is truncated.
        render_mode: "ansi", "rgb_array", "human" (as text, on the standard output) or None.
        illegal: what an illegal action does. "raise": an error, and nothing changes. "lose": the learner loses and gets 0.
            "random": a legal action is drawn from the seed and played instead. `info` says what was given and played.
        history: the number of past actions that follow the observation, as the seat was told of them.

    Raises:
        ValueError: an argument is out of range.
        BotError: there is no such opponent.

    Examples:
        >>> import gymnasium
        >>> env = gymnasium.make("kingdoms.env.gym:kingdoms/middlesea-v1", seats=2, opponents=["level:4"])
        >>> observation, info = env.reset(seed=1)
        >>> observation.shape, int(info["action_mask"].sum()) > 0
        ((616,), True)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  Gymnasium's declaration

    def __init__(
        self,
        game: str | Game,
        seats: Sequence[str] | int | None = None,
        rulings: Mapping[str, Any] | None = None,
        opponents: str | Sequence[str] = "level:4",
        seat: str | None = None,
        dtype: str = "float32",
        max_steps: int | None = 20_000,
        render_mode: str | None = None,
        illegal: str = "raise",
        history: int = 0,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"the render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        played = load_game(game, seats, rulings) if isinstance(game, str) else game
        self.batch = Batch(
            played,
            1,
            dtype=dtype,
            autoreset="disabled",
            max_steps=max_steps,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            history=history,
        )
        self.observation_space = box(self.batch.encoding, self.batch.past, dtype)
        self.action_space = spaces.Discrete(self.batch.encoding.actions)
        self._has_begun = False
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game, up to the learner's first decision.

        Args:
            seed: the seed of everything random; None to continue the same random numbers, which begin with entropy.
            options: `state` is a state, a position or a record to begin at, as `Batch.reset` takes it.

        Raises:
            ValueError: the state is no such thing, or the learner is not to move any more after it.
        """
        super().reset(seed=None if seed is None else accept_seed(seed))
        if seed is None and not self._has_begun:
            seed = draw_seed(self.np_random)
        state = (options or {}).get("state")
        for _ in range(TRIES):
            step = self.batch.reset(seed, states=state)
            self._has_begun = True
            if not step.terminated[0] and not step.truncated[0]:
                if self.render_mode == "human":
                    self.render()
                return step.observations[0].copy(), self._info(step)
            seed = None  # the opponents have ended the game before the learner's first decision
        raise ValueError(NEVER_TO_MOVE)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and all opponents after it. The reward is the learner's share of the victory.

        Raises:
            KingdomsError: the action is no whole number; or it is not legal, and `illegal` is "raise". Nothing has changed.
        """
        number = whole_number(action)
        if number is None:
            self.batch.encoding.decode(action)  # raises the error
        step = self.batch.step([number])
        reward = float(step.rewards[0, self.batch.viewers[0]])
        over = bool(step.terminated[0]), bool(step.truncated[0])
        info = self._info(step)
        if self.batch.faults[0]:
            info |= {"illegal": number} | ({"action": self.batch.played(0)} if self.batch.illegal == "random" else {})
        if self.render_mode == "human":
            self.render()
        return step.observations[0].copy(), reward, *over, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self.batch.masks[0].astype(np.bool_)
        return masks

    def decode(self, number: int) -> str:
        """Return the text of an action of the learner."""
        return self.batch.game.action_to_string(self.batch.encoding.decode(number, int(self.batch.viewers[0])))

    def render(self) -> Any:
        """Return the table as the learner sees it: as text, or as an array of pixels; or print it, in the mode "human"."""
        if self.render_mode is None:
            return None
        view = self.batch.state(0).view(self.batch.game.seats[int(self.batch.viewers[0])])
        return show(view, self.render_mode)

    def close(self) -> None:
        """Release the resources of the opponents."""
        self.batch.close()

    def _info(self, step: Step) -> dict[str, Any]:
        return {"action_mask": step.masks[0].copy(), "seat": self.batch.game.seats[int(self.batch.viewers[0])]}


def show(view: View, mode: str) -> Any:
    """Return a picture of a view in a render mode; print it and return None in the mode "human"."""
    if mode == "rgb_array":
        return draw(view)
    table = str(render_text(view))
    return table if mode == "ansi" else print(table)


def draw_seed(rng: np.random.Generator) -> int:
    """Return a random seed."""
    return int(rng.integers(1 << 62))


def register() -> None:
    """Register an environment for each game with Gymnasium, such as "kingdoms/middlesea-v1". Importing this module does so."""
    for name in game_names():
        if re.fullmatch(r"[\w-]+", name):
            env_id = f"kingdoms/{name}-v{VERSION}"
            if env_id not in gymnasium.registry:
                gymnasium.register(
                    env_id,
                    "kingdoms.env.gym:GymEnv",
                    vector_entry_point="kingdoms.env.vector:GymVectorEnv",
                    kwargs={"game": name},
                    disable_env_checker=True,
                )


register()
