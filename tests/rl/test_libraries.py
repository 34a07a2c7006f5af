"""Learning libraries take the environments as they are: TorchRL and Stable-Baselines3.

`make rl-test` installs them, PyTorch included, into an environment of their own and runs these tests; the usual runs
leave them out.
"""

from __future__ import annotations

import warnings
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: run make rl-test")

from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.env_util import make_vec_env  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what TorchRL itself does when it is imported
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

import kingdoms  # noqa: E402
from kingdoms.env import aec  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # theirs are not ours to mend
GAMES = ("middlesea", "rivers")


@pytest.mark.parametrize("name", GAMES)
def test_torchrl_steps_all_seats(name: str) -> None:
    env = PettingZooWrapper(aec(name, seats=3), use_mask=True)
    seats = kingdoms.load_game(name, seats=3).seats
    assert list(env.group_map) == list(seats)
    if name == GAMES[0]:
        check_env_specs(env)
    played = env.rollout(20)
    acting = torch.stack([played[seat, "mask"].squeeze(-1) for seat in seats])
    assert (acting.sum(0) == 1).all()  # one seat is to move in each step
    for seat in seats:
        moved = played[seat, "mask"].squeeze(-1)
        masks, chosen = played[seat, "action_mask"].squeeze(1)[moved], played[seat, "action"].squeeze(1)[moved]
        assert masks.gather(1, chosen.reshape(-1, 1)).all()


@pytest.mark.parametrize("name", GAMES)
def test_maskable_ppo_steps_and_learns(name: str) -> None:
    table: dict[str, Any] = {"game": name, "seats": 2, "opponents": "random", "max_steps": 120}
    tables = make_vec_env(GymEnv, n_envs=2, seed=1, env_kwargs=table)
    model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=64, seed=1)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(256)
    assert any(not torch.equal(old, new) for old, new in zip(before, model.policy.parameters(), strict=True))
    assert all(torch.isfinite(parameter).all() for parameter in model.policy.parameters())
    env = GymEnv(**table)
    observation, _ = env.reset(seed=2)
    for _ in range(20):
        action, _ = model.predict(observation, action_masks=env.action_masks())
        assert env.action_masks()[int(action)]
        observation, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            break
