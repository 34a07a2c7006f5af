"""Illegal actions and numbers that are no action: an error, a defeat, or a legal action instead; never another action."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import kingdoms  # noqa: E402
from kingdoms.core.errors import KingdomsError  # noqa: E402
from kingdoms.env import Batch, aec  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402
from kingdoms.env.vector import GymVectorEnv  # noqa: E402

GAMES = ("middlesea", "rivers", "liars_dice")
NO_ACTION: dict[str, Callable[[int], Any]] = {
    "k + 0.7": lambda k: k + 0.7,
    "float32(k)": np.float32,
    "text": str,
    "nothing": lambda _: None,
    "list": lambda k: [k],
    "nan": lambda _: float("nan"),
    "2**32 + k": lambda k: 2**32 + k,
    "2**64 + k": lambda k: 2**64 + k,
    "k - 2**64": lambda k: k - 2**64,
    "uint64 2**63 + k": lambda k: np.uint64(2**63 + k),
    "uint32 2**32 - 1": lambda _: np.uint32(2**32 - 1),
    "negative": lambda _: -1,
}
WRONG = r"numbered 0 to|not legal|whole numbers"
INTEGERS: tuple[Any, ...] = (int, np.int16, np.uint16, np.int32, np.int64, np.uint64, np.array)


def arrays(value: Any) -> list[Any]:
    """Return a number as the actions of one game, as callers may give them."""
    return [[value], np.array([value]), np.array([value], object)]


@pytest.mark.parametrize("kind", NO_ACTION)
def test_a_number_of_no_action_is_an_error_and_nothing_changes(kind: str) -> None:
    name = GAMES[len(kind) % 3]
    env, table = GymEnv(name, seats=2, opponents="random"), aec(name, seats=2)
    singles: tuple[Any, ...] = (env, table)
    batch, vector = Batch(name, 1), GymVectorEnv(name, 1, seats=2, opponents="random")
    _, info = env.reset(seed=3)
    table.reset(seed=3)
    step, _ = batch.reset(), vector.reset(seed=3)
    legal = [int(mask.argmax()) for mask in (info["action_mask"], table.last()[0]["action_mask"], step.masks[0])]
    states = env.batch.state(0), table.table.clone(), batch.state(0), vector.batch.state(0)
    for single, number in zip(singles, legal):
        with pytest.raises(KingdomsError, match=WRONG):
            single.step(NO_ACTION[kind](number))
    for actions in arrays(NO_ACTION[kind](legal[2])):
        for several in (batch, vector):
            with pytest.raises((KingdomsError, ValueError), match=WRONG):
                several.step(actions)
    with pytest.raises(KingdomsError, match="numbered 0 to"):
        batch.encoding.decode(NO_ACTION[kind](legal[2]) if kind != "negative" else -1, 0)
    assert (env.batch.state(0), table.table, batch.state(0), vector.batch.state(0)) == states


def test_integers_of_any_type_are_actions() -> None:
    env, batch, table = GymEnv("rivers", seats=2, opponents="random"), Batch("rivers", 1), aec("rivers", seats=2)
    for kind in INTEGERS:
        env.step(kind(int(env.reset(seed=1)[1]["action_mask"].argmax())))
        table.reset(seed=1)
        table.step(kind(int(table.last()[0]["action_mask"].argmax())))
        number = int(batch.reset(seed=1).masks[0].argmax())
        for actions in arrays(kind(number)):
            batch.reset(seed=1)
            batch.step(actions)
            assert batch.record(0).history()[-1] >= 0


@pytest.mark.parametrize(
    ("name", "dtype", "illegal"),
    [("middlesea", "uint8", "random"), ("rivers", "float32", "lose"), ("liars_dice", "uint8", "random")],
)
def test_gymnasiums_checker_passes_unwrapped(name: str, dtype: str, illegal: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(GymEnv(name, seats=2, opponents="random", illegal=illegal, dtype=dtype, history=4), skip_render_check=True)
        env = gymnasium.make(f"kingdoms.env.gym:kingdoms/{name}-v1", seats=2, opponents="random", illegal=illegal)
        check_env(env.unwrapped, skip_render_check=True)


def test_the_learner_loses_by_an_illegal_action() -> None:
    env = GymEnv("rivers", seats=2, opponents="random", illegal="lose")
    for number in (-1, 2**40, None):
        _, info = env.reset(seed=4)
        assert "illegal" not in info
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0]) if number is None else number
        observation, reward, terminated, truncated, info = env.step(wrong)
        assert (reward, terminated, truncated, info["illegal"]) == (0.0, True, False, wrong)
        assert "action" not in info
        assert not info["action_mask"].any()
        assert env.observation_space.contains(observation)
    env.reset()
    with pytest.raises(KingdomsError, match=WRONG):
        env.step("0")


def test_a_legal_action_is_drawn_from_the_seed_instead() -> None:
    def games(seed: int) -> list[Any]:
        env = GymEnv("middlesea", seats=2, opponents="random", illegal="random")
        _, info = env.reset(seed=seed)
        drawn: list[int] = []
        while len(drawn) < 6 and info["action_mask"].any():
            mask, wrong = info["action_mask"], int(np.flatnonzero(info["action_mask"] == 0)[-1])
            _, _, _, _, info = env.step(wrong)
            assert info["illegal"] == wrong
            assert mask[info["action"]]
            drawn.append(info["action"])
        return drawn

    runs = [games(seed) for seed in range(8)]
    assert runs[3] == games(3)
    assert len(set(map(tuple, runs))) > 1


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("opponents", [None, "random"])
def test_batches_settle_illegal_actions_in_every_mode(mode: str, opponents: str | None) -> None:
    game = kingdoms.load_game("rivers", seats=2)
    batch = Batch(game, 4, autoreset=mode, illegal="lose", opponents=opponents, dtype="float32")
    step = batch.reset()
    movers, masks = step.to_move.copy(), step.masks.copy()
    actions = step.masks.argmax(axis=1)
    actions[1] = 2**40
    actions[3] = np.flatnonzero(step.masks[3] == 0)[0]
    step = batch.step(actions)
    assert batch.faults.tolist() == [False, True, False, True]
    assert step.terminated.tolist() == [False, True, False, True]
    for i in (1, 3):
        assert step.rewards[i].tolist() == [float(player != movers[i]) for player in range(2)]
        assert batch.record(i, finished=mode == "same_step").state.is_terminal() is False
    assert step.masks[1].any() == (mode == "same_step")
    step = batch.step(batch.sample_actions())
    assert not batch.faults.any()
    assert not step.rewards.any()
    assert step.terminated[1] == (mode == "disabled")
    random = Batch(game, 4, autoreset=mode, illegal="random", opponents=opponents)
    random.reset()
    random.step(actions)
    assert random.faults.tolist() == [False, True, False, True]
    assert masks[1, random.played(1)]
    assert masks[3, random.played(3)]
    assert not random.terminated.any()


def test_three_seats_share_what_an_illegal_action_loses_and_games_that_are_over_take_any_number() -> None:
    batch = Batch(GymEnv("rivers", seats=3, opponents="random").batch.game, 1, illegal="lose", autoreset="disabled")
    step = batch.reset()
    loser = int(step.to_move[0])
    step = batch.step([-5])
    assert step.rewards[0].tolist() == [0.0 if player == loser else 0.5 for player in range(3)]
    assert batch.viewers[0] == loser
    batch.step([2**70])
    assert not batch.faults.any()


def test_vectors_say_what_was_illegal_and_what_was_played() -> None:
    envs = GymVectorEnv("middlesea", 3, seats=2, opponents="random", illegal="random", history=2)
    _, infos = envs.reset(seed=1)
    masks = infos["action_mask"]
    actions = masks.argmax(axis=1)
    actions[2] = wrong = int(np.flatnonzero(masks[2] == 0)[0])
    *_, infos = envs.step(actions)
    assert infos["_illegal"].tolist() == infos["_action"].tolist() == [False, False, True]
    assert infos["illegal"][2] == wrong
    assert masks[2, infos["action"][2]]
    *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert "illegal" not in infos
    for maker in (lambda: Batch("rivers", 1, illegal="skip"), lambda: GymEnv("rivers", illegal="skip")):
        with pytest.raises(ValueError, match="illegal is one of raise, lose, random, not 'skip'"):
            maker()


def test_openspiel_gets_no_other_action_either() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("kingdoms.env.openspiel")
    state = pyspiel.load_game("kingdoms_rivers(players=2)").new_initial_state()
    chance = state.legal_actions()[0]
    with pytest.raises(Exception, match=r"."):
        state.apply_action(chance + 2**32)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    legal = state.legal_actions()
    before = str(state)
    illegal = next(number for number in range(3398) if number not in legal)
    for number in (legal[0] + 2**32, legal[0] - 2**32, -1, illegal, legal[0] + 0.7, str(legal[0])):
        with pytest.raises(Exception, match=r"."):
            state.apply_action(number)
        assert str(state) == before


def test_the_human_mode_prints_and_other_modes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("kingdoms.env.gym:kingdoms/rivers-v1", seats=2, opponents="random", render_mode="human")
    _, info = env.reset(seed=1)
    assert "Archer" in capsys.readouterr().out
    env.step(int(info["action_mask"].argmax()))
    assert "Archer" in capsys.readouterr().out
    with pytest.raises(ValueError, match="ansi, rgb_array, human or None"):
        GymEnv("rivers", render_mode="window")
