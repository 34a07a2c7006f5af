"""The environments pass the suites of Gymnasium and PettingZoo, and their pages say what the encodings of the games have."""

import re

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import kingdoms  # noqa: E402
from kingdoms.env import aec  # noqa: E402
from kingdoms.env.describing import describe  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402


def test_a_learner_plays_a_whole_game() -> None:
    env = GymEnv("middlesea", seats=2, opponents="level:1", seat="S", render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["seat"] == "S"
    assert "North" in env.render()
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


def test_a_table_is_rendered() -> None:
    pytest.importorskip("PIL")
    texts, pictures = (aec("rivers", seats=2, render_mode=mode) for mode in ("ansi", "rgb_array"))
    for env in (texts, pictures):
        env.reset(seed=1)
    assert isinstance(texts.render(), str)
    picture = pictures.render()
    assert (picture.ndim, picture.shape[1:]) == (3, (800, 3))
    assert len(np.unique(picture)) > 10


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_page_has_every_field_and_every_action(game: str) -> None:
    page, encoding = describe(game), kingdoms.load_game(game, 2).encoding()
    assert re.findall(r"^\| `(\w+)` \| (?:\d|seats)", page, re.MULTILINE) == [field.name for field in encoding.observation]
    counts = re.findall(r"^\| [\d,]+(?: to [\d,]+)? \| ([\d,]+) \|", page, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in counts) == encoding.actions
