"""The environments pass the suites of Gymnasium and PettingZoo."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from kingdoms.core.errors import KingdomsError  # noqa: E402
from kingdoms.env import aec  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402


def test_a_learner_plays_a_whole_game_and_illegal_actions_are_errors() -> None:
    env = GymEnv("middlesea", seats=2, opponents="level:1", seat="S", render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["seat"] == "S"
    assert "North" in env.render()
    with pytest.raises(KingdomsError, match="not legal"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    over, rng = False, np.random.default_rng(1)
    while not over:
        number = int(rng.choice(np.flatnonzero(info["action_mask"])))
        assert env.decode(number) in map(env.batch.game.action_to_string, env.batch.state(0).legal_actions())
        _, reward, terminated, truncated, info = env.step(number)
        over = terminated or truncated
    assert reward in (0.0, 0.5, 1.0)
    assert reward == env.batch.state(0).returns()[1]


@pytest.mark.parametrize(("game", "history"), [("middlesea", 0), ("rivers", 5), ("liars_dice", 0)])
@pytest.mark.filterwarnings("ignore::UserWarning")  # remarks of PettingZoo's suite on the style of spaces
def test_pettingzoos_suite_passes(game: str, history: int) -> None:
    api_test(aec(game, seats=2, history=history), num_cycles=50)
    seed_test(lambda: aec(game, seats=3), num_cycles=50)


def test_a_game_is_truncated_after_its_cycles() -> None:
    env = aec("rivers", seats=2, max_cycles=5)
    env.reset(seed=1)
    steps = 0
    for _agent in env.agent_iter():
        observation, _, _, truncated, _ = env.last()
        steps += not truncated
        env.step(None if truncated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert steps == 5


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_a_table_is_rendered(mode: str) -> None:
    pytest.importorskip("PIL")
    env = aec("rivers", seats=2, render_mode=mode)
    env.reset(seed=1)
    picture = env.render()
    if mode == "ansi":
        assert isinstance(picture, str)
    else:
        assert picture.ndim == 3
        assert picture.shape[1:] == (800, 3)
        assert len(np.unique(picture)) > 10
