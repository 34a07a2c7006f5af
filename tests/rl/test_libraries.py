"""Learning libraries take the environments as they are: TorchRL and Stable-Baselines3.

`make rl-test` installs them, PyTorch included, into an environment of their own and runs these tests; the usual runs
leave them out.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: run make rl-test")

import gymnasium  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.env_util import make_vec_env  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what TorchRL itself does when it is imported
    from torchrl.envs.libs.gym import GymWrapper
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


def test_torchrl_learns_all_seats() -> None:
    env = PettingZooWrapper(aec("middlesea", seats=2, rulings={"round_limit": 2}, max_cycles=40), use_mask=True, seed=1)
    layer = torch.nn.Linear(616, 1631)
    before = layer.weight.detach().clone()
    optimizer = torch.optim.Adam(layer.parameters(), 0.01)

    def logits(row: Any) -> Any:
        return layer(row["observation", "observation"]).masked_fill(~row["action_mask"], -1e9)

    def choose(tensordict: Any) -> Any:
        for seat in "NS":
            tensordict[seat, "action"] = torch.distributions.Categorical(logits=logits(tensordict[seat])).sample()
        return tensordict

    played = env.rollout(100, choose)
    loss = torch.zeros(())
    for seat in "NS":
        moved, gained = played[seat, "mask"].squeeze(-1), played["next", seat, "reward"].sum() - 0.25
        chances = torch.distributions.Categorical(logits=logits(played[seat]))
        loss = loss - (chances.log_prob(played[seat, "action"]).squeeze(-1)[moved] * gained).sum()
    loss.backward()
    optimizer.step()
    assert torch.isfinite(loss)
    assert not torch.equal(layer.weight, before)


def test_torchrl_steps_a_learner_among_bots() -> None:
    env = GymWrapper(Masked(GymEnv("middlesea", seats=2, opponents="random", seat="S")))
    played = env.rollout(20)
    assert played["observation"].shape == (20, 616)
    assert not torch.equal(played["observation"][0], played["observation"][-1])


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Plays the first legal action from the number given: random actions of a library know no mask."""

    def step(self, action: Any) -> Any:
        unwrapped: Any = self.env.unwrapped
        mask = unwrapped.action_masks()
        return self.env.step(int((np.flatnonzero(np.roll(mask, -int(action)))[0] + int(action)) % len(mask)))


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
