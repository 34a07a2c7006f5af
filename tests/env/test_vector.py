"""The vector environment of Gymnasium: what it returns agrees with its mode and with the records of its games."""

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from kingdoms.env.vector import AUTORESET, GymVectorEnv  # noqa: E402

SHORT: dict[str, Any] = {"seats": 2, "opponents": "random", "rulings": {"round_limit": 2}}


def choose(masks: Any, rng: np.random.Generator) -> Any:
    """Return a random legal action for each game; 0 where there is none."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def make(mode: str = "next_step", num_envs: int = 6, **more: Any) -> GymVectorEnv:
    """Return environments of short games."""
    envs = gymnasium.make_vec("kingdoms/middlesea-v1", num_envs=num_envs, autoreset_mode=mode, **(SHORT | more))
    assert isinstance(envs.unwrapped, GymVectorEnv)
    return envs.unwrapped


@pytest.mark.parametrize("mode", AUTORESET)
def test_games_follow_each_other_as_the_mode_says(mode: Any) -> None:
    envs, rng, ended = make(AUTORESET[mode]), np.random.default_rng(1), 0
    assert envs.metadata["autoreset_mode"] is mode
    _, infos = envs.reset(seed=1)
    over = np.zeros(6, bool)
    for _ in range(200):
        seats = infos["seat"]
        observations, rewards, terminations, truncations, infos = envs.step(choose(infos["action_mask"], rng))
        assert envs.observation_space.contains(observations)
        was, over = over, terminations | truncations
        ended += int(over.sum())
        assert not rewards[~over].any()
        if mode.name == "SAME_STEP":
            assert infos["action_mask"].any(axis=1).all()
            assert over.any() == ("final_obs" in infos)
            for i in np.flatnonzero(over):
                assert infos["_final_obs"][i]
                assert envs.single_observation_space.contains(infos["final_obs"][i])
                assert not np.array_equal(infos["final_obs"][i], observations[i])
                record = envs.batch.record(int(i), finished=True)
                assert rewards[i] == record.state.returns()[envs.batch.game.seats.index(seats[i])]
        elif mode.name == "NEXT_STEP":
            assert not (was & over).any()
            assert not rewards[was].any()
            assert (infos["action_mask"].any(axis=1) == ~over).all()
        elif over.any():
            with pytest.raises(ValueError, match="a game is over"):
                envs.step(choose(infos["action_mask"], rng))
            before = observations[~over]
            observations, infos = envs.reset(options={"reset_mask": over})
            assert np.array_equal(observations[~over], before)
            over = np.zeros(6, bool)
    assert ended >= 8
    envs.close()


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="next_step, same_step, disabled"):
        make("sometimes")
    envs = make(num_envs=2)
    with pytest.raises(ValueError, match="one seed for all games, or a list of 2, not of 3"):
        envs.reset(seed=[1, 2, 3])
    envs.close()
