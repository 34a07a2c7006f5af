"""Steps of other libraries' environments in random games: Pgx, OpenSpiel and PettingZoo, each with observations and masks.

`benchmarks/env.py` prints them below the figures of `Batch`. The group `peers` installs them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np


def rate(steps: Callable[[], int], seconds: float) -> float:
    """Return how many steps are taken in a second of processor time, of all threads."""
    steps()
    taken, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        taken += steps()
    return taken / (time.process_time() - start)


def pgx_steps(name: str, n: int) -> Callable[[], int]:
    """Return a function that takes 20 steps in many games of Pgx at once, compiled as one program for the processor."""
    jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    jax.config.update("jax_platforms", "cpu")
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def go_on(state: Any, key: Any) -> Any:
        """Take a random step in each game."""

        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, choice, chance = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            state = step(state, jax.random.categorical(choice, logits, axis=-1), jax.random.split(chance, n))
            return (state, key), state.observation.sum()

        (state, key), seen = jax.lax.scan(one, (state, key), None, length=20)
        return (state, key), seen

    compiled, kept = jax.jit(go_on), [jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)]

    def steps() -> int:
        (kept[0], kept[1]), seen = compiled(*kept)
        seen.block_until_ready()
        return 20 * n

    return steps


def openspiel_steps(name: str, n: int) -> Callable[[], int]:
    """Return a function that takes a step in each environment of OpenSpiel's vector."""
    from open_spiel.python import rl_environment, vector_env  # noqa: PLC0415
    from open_spiel.python.rl_agent import StepOutput  # noqa: PLC0415

    envs = vector_env.SyncVectorEnv([rl_environment.Environment(name) for _ in range(n)])
    rng, kept = np.random.default_rng(1), [envs.reset()]

    def steps() -> int:
        chosen = []
        for moment in kept[0]:
            legal = moment.observations["legal_actions"][moment.observations["current_player"]]
            chosen.append(StepOutput(action=legal[int(rng.random() * len(legal))], probs=None))
        kept[0] = envs.step(chosen, reset_if_done=True)[0]
        return n

    return steps


def pettingzoo_steps() -> Callable[[], int]:
    """Return a function that plays a random game of PettingZoo's chess, up to 100 moves."""
    from pettingzoo.classic import chess_v6  # noqa: PLC0415

    env, rng = chess_v6.env(), np.random.default_rng(1)

    def steps() -> int:
        env.reset()
        taken = 0
        for _ in env.agent_iter(100):
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            taken += not over
        return taken

    return steps


def peers(n: int, seconds: float) -> Iterator[tuple[str, float | str]]:
    """Yield the name of each peer, with its steps per second or why there is no figure."""
    made: list[tuple[str, Callable[[], Callable[[], int]]]] = [
        *((f"Pgx {name}, one program", partial(pgx_steps, name, n)) for name in ("backgammon", "2048")),
        *((f"OpenSpiel {name}, SyncVectorEnv of 16", partial(openspiel_steps, name, 16)) for name in ("backgammon", "2048")),
        ("PettingZoo chess_v6, one game", pettingzoo_steps),
    ]
    for name, make in made:
        try:
            yield name, rate(make(), seconds)
        except ModuleNotFoundError as error:
            yield name, f"not measured: {error}"
