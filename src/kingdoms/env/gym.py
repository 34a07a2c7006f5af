"""Gymnasium environments: one learner, with bots at the other seats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kingdoms.core.game import Game
from kingdoms.core.registry import game_names, load_game
from kingdoms.drawing.render import render_text
from kingdoms.env.batch import Batch, Step
from kingdoms.env.pixels import draw

VERSION: Final = 1
"""The version of the environments: raised when the same actions give other results than before."""
RENDER_MODES: Final = ("ansi", "rgb_array")


def box(size: int, highs: Sequence[int], dtype: str) -> spaces.Box:
    """Return the space of observations."""
    if dtype == "float32":
        return spaces.Box(0.0, 1.0, (size,), np.float32)
    return spaces.Box(np.zeros(size, np.uint8), np.array(highs, np.uint8), dtype=np.uint8)


class GymEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game for one learner. Illegal actions raise an error: choose among `info["action_mask"]`.

    Args:
        game: the name of the game, or a game.
        seats: the seats, or their number.
        rulings: the rulings that differ from the defaults.
        opponents: one bot for all other seats, or one for each seat after the learner's.
        seat: the learner's seat; None for another one in each game, in turn.
        dtype: the type of observations, "uint8" or "float32".
        max_steps: the number of decisions of all seats after which a game is truncated.
        render_mode: "ansi", "rgb_array" or None.

    Examples:
        >>> import gymnasium
        >>> register()
        >>> env = gymnasium.make("kingdoms/middlesea-v1", seats=2, opponents=["level:4"])
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
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"the render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        played = load_game(game, seats, rulings) if isinstance(game, str) else game
        self.batch = Batch(played, 1, dtype=dtype, autoreset="disabled", max_steps=max_steps, opponents=opponents, seat=seat)
        encoding = self.batch.encoding
        self.observation_space = box(encoding.size, encoding.observation.highs, dtype)
        self.action_space = spaces.Discrete(encoding.actions)
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game, up to the learner's first decision."""
        super().reset(seed=seed)
        while True:
            step = self.batch.reset(seed)
            if not step.terminated[0] and not step.truncated[0]:
                return step.observations[0].copy(), self._info(step)
            seed = None  # the opponents have ended the game before the learner's first decision

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and all opponents after it. The reward is the learner's share of the victory.

        Raises:
            KingdomsError: the action is not legal. Nothing has changed.
        """
        step = self.batch.step(np.array([action], np.int64))
        reward = float(step.rewards[0, self.batch.viewers[0]])
        over = bool(step.terminated[0]), bool(step.truncated[0])
        return step.observations[0].copy(), reward, *over, self._info(step)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self.batch.masks[0].astype(np.bool_)
        return masks

    def decode(self, number: int) -> str:
        """Return the text of an action of the learner."""
        return self.batch.game.action_to_string(self.batch.encoding.decode(number, int(self.batch.viewers[0])))

    def render(self) -> Any:
        """Return the table as the learner sees it: as text, or as an array of pixels; None without a render mode."""
        if self.render_mode is None:
            return None
        view = self.batch.state(0).view(self.batch.game.seats[int(self.batch.viewers[0])])
        return str(render_text(view)) if self.render_mode == "ansi" else draw(view)

    def close(self) -> None:
        """Release the resources of the opponents."""
        self.batch.close()

    def _info(self, step: Step) -> dict[str, Any]:
        """Return the mask and the learner's seat."""
        return {"action_mask": step.masks[0].copy(), "seat": self.batch.game.seats[int(self.batch.viewers[0])]}


def register() -> None:
    """Register an environment for each game with Gymnasium, such as "kingdoms/middlesea-v1". Importing this module does so."""
    for name in game_names():
        if re.fullmatch(r"[\w-]+", name):
            wanted = f"kingdoms/{name}-v{VERSION}"
            if wanted not in gymnasium.registry:
                gymnasium.register(
                    wanted,
                    "kingdoms.env.gym:GymEnv",
                    vector_entry_point="kingdoms.env.vector:GymVectorEnv",
                    kwargs={"game": name},
                    disable_env_checker=True,
                )


register()
