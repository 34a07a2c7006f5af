"""PettingZoo environments: all seats of a game, one after the other."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kingdoms.bots.match import MOST_ACTIONS, ROUNDS
from kingdoms.core import constants
from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.env.batch import accept_seed
from kingdoms.env.gym import RENDER_MODES, VERSION, box, show
from kingdoms.env.past import ActionMemory, Past
from kingdoms.env.starts import Start, read_start


def aec(
    game: str | Game,
    seats: Sequence[str] | int | None = None,
    rulings: Mapping[str, Any] | None = None,
    *,
    dtype: str = "float32",
    max_cycles: int = MOST_ACTIONS,
    render_mode: str | None = None,
    history: int = 0,
) -> AecEnv:
    """Return a PettingZoo environment of a game.

    Args:
        game: the name of the game, or a game.
        seats: the seats, or their number.
        rulings: the rulings that differ from the defaults.
        dtype: the type of observations, "uint8" or "float32".
        max_cycles: the number of decisions after which the game is truncated.
        render_mode: "ansi", "rgb_array", "human" (as text, on the standard output) or None.
        history: the number of past actions that follow the observation, as the seat was told of them.

    Examples:
        >>> env = aec("middlesea", seats=2)
        >>> env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.last()
        >>> env.agent_selection, observation["observation"].shape, observation["action_mask"].shape
        ('N', (616,), (1631,))
    """
    played = load_game(game, seats, rulings) if isinstance(game, str) else game
    return AecEnv(played, dtype=dtype, max_cycles=max_cycles, render_mode=render_mode, history=history)


class AecEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for PettingZoo; `aec` makes it. Agents are seats, which act when they are to move.

    The observation of an agent is a dictionary with `observation` and `action_mask`; the mask of an agent that is not to move
    is all 0. An illegal action raises an error, and nothing has changed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo's declaration
        "render_modes": list(RENDER_MODES),
        "name": f"kingdoms_v{VERSION}",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game, *, dtype: str, max_cycles: int, render_mode: str | None, history: int = 0) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"the render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        if dtype not in ("uint8", "float32"):
            raise ValueError(f"the type of observations is uint8 or float32, not {dtype!r}")
        self.game = game.limited(ROUNDS)
        self.encoding = self.game.encoding()
        self.metadata = {**type(self).metadata, "name": f"{game.name}_v{VERSION}"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.dtype = np.dtype(dtype)
        self.possible_agents = list(self.game.seats)
        self.past = Past(self.encoding, history) if history else None
        actions = self.encoding.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": box(self.encoding, self.past, dtype), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.chance: Random | None = None
        self.table: State = self.game.new_initial_state()
        self.memory = None if self.past is None else ActionMemory(self.past, self.table)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: the seed of chance; None to continue the same random numbers, which begin with entropy.
            options: `state` is a state, a position or a record to begin at, as `Batch.reset` takes it.

        Raises:
            ValueError: the state is no such thing, of another game, or of one that is over. Nothing has changed.
        """
        state = (options or {}).get("state")
        opening, actions = Start(self.game.new_initial_state(), []) if state is None else read_start(self.game, state)
        if seed is not None or self.chance is None:
            self.chance = Random(secrets.randbits(62) if seed is None else accept_seed(seed))
        self.table = opening.clone()
        self.memory = None if self.past is None else ActionMemory(self.past, opening)
        for action in actions:
            self._play(action)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self._advance()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, with the mask of its legal actions."""
        player, size = self.game.seats.index(agent), self.encoding.size
        observation = np.zeros(size + (0 if self.past is None else self.past.size), self.dtype)
        self.encoding.observe(self.table, player, observation[:size])
        if self.memory is not None:
            self.memory.write(player, observation[size:])
        return {"observation": observation, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """Play an action of the agent to move; None for one that has finished.

        Raises:
            KingdomsError: the action is no whole number, or not legal. Nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = self.game.seats.index(agent)
        played = self.encoding.decode(action, player)
        if not self.table.is_legal(played):
            refusal = self.game.refusal(self.table, played)
            raise KingdomsError("this action is not legal" if refusal is None else str(refusal.message)).cite(self.game)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(played)
        self.cycles += 1
        self._advance()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the table as the agent to move sees it: as text or as an array of pixels; or print it, in the mode "human"."""
        if self.render_mode is None:
            return None
        return show(self.table.view(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """Do nothing: each picture is drawn on request."""

    def decode(self, number: int) -> str:
        """Return the text of an action of the agent to move."""
        return self.game.action_to_string(self.encoding.decode(number, self.game.seats.index(self.agent_selection)))

    def _play(self, action: int) -> None:
        self.table.apply_trusted(action)
        if self.memory is not None:
            self.memory.note(action)

    def _advance(self) -> None:
        """Play chance, and note who is to move or how the game has ended."""
        while self.table.is_chance_node():
            assert self.chance is not None
            self._play(self.table.draw_chance_action(self.chance))
        player = self.table.current_player()
        if player == constants.TERMINAL:
            self.rewards = dict(zip(self.possible_agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.game.seats[player]
            if self.cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """Return the mask of an agent's legal actions: all 0 unless it is to move."""
        mask = np.zeros(self.encoding.actions, np.int8)
        if self.table.to_move == agent and not self.truncations.get(agent, False):
            mask[self.encoding.legal_numbers(self.table)] = 1
        return mask
