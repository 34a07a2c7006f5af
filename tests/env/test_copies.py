"""Environments are copied and pickled in mid-game, and go on alike: here, and in processes that are forked or spawned."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import kingdoms  # noqa: E402
from kingdoms.core.moves import Moves  # noqa: E402
from kingdoms.core.rng import Random  # noqa: E402
from kingdoms.env import Batch, aec  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402
from kingdoms.env.vector import GymVectorEnv  # noqa: E402

GAMES = ("middlesea", "rivers", "liars_dice")
KINDS = ("gym", "vector", "batch", "self-play", "aec")


def make(kind: str, name: str) -> Any:
    """Return an environment of each kind, some steps into its games, with memory."""
    game = kingdoms.load_game(name, seats=2)
    makers: dict[str, Any] = {
        "gym": lambda: GymEnv(game, opponents="random", history=3),
        "vector": lambda: GymVectorEnv(game, 2, opponents="random", illegal="random", threads=2),
        "batch": lambda: Batch(game, 2, opponents="random", seat=game.seats[1], autoreset="next_step"),
        "self-play": lambda: Batch(game, 3, history=2, dtype="float32"),
        "aec": lambda: aec(game, history=2),
    }
    env = makers[kind]()
    env.reset(seed=5)
    go_on(env, 7)
    return env


def go_on(env: Any, steps: int = 40) -> list[bytes]:
    """Play the last legal actions, and return all that is seen in these steps."""
    trace: list[bytes] = []
    step: Any
    for number in range(steps):
        if isinstance(env, Batch):
            actions = env.sample_actions() if number % 2 else env.masks.shape[1] - 1 - env.masks[:, ::-1].argmax(axis=1)
            trace += [array.tobytes() for array in env.step(actions)]
        elif isinstance(env, GymVectorEnv):
            step = env.step(np.zeros(2, np.int64))
            trace += [array.tobytes() for array in (*step[:4], step[4]["action_mask"])]
        elif isinstance(env, GymEnv):
            mask = env.action_masks()
            step = env.step(int(np.flatnonzero(mask)[-1])) if mask.any() else env.reset()
            trace += [np.asarray(part).tobytes() for part in (*step[:-1], step[-1]["action_mask"])]
        else:
            observation = env.last()[0]
            mask = observation["action_mask"]
            trace += [observation["observation"].tobytes(), mask.tobytes(), repr(env.rewards).encode()]
            env.step(int(np.flatnonzero(mask)[-1])) if mask.any() else env.reset()
    return trace


def unpickled(data: bytes) -> list[bytes]:
    """Go on with a pickled environment: in another process, the whole way."""
    return go_on(pickle.loads(data))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_goes_on_like_its_original_and_apart_from_it(kind: str, name: str) -> None:
    env = make(kind, name)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.deepcopy(copy.deepcopy(env))]
    first = go_on(copies[0])
    assert all(go_on(copied) == first for copied in copies[1:])
    assert go_on(env) == first


def test_environments_go_on_in_other_processes() -> None:
    envs = [make(kind, GAMES[number % 3]) for number, kind in enumerate(KINDS) if kind != "vector"]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        elsewhere = list(pool.map(unpickled, map(pickle.dumps, envs)))
    assert elsewhere == [go_on(env) for env in envs]


@pytest.mark.parametrize(("name", "opponents"), [("middlesea", "level:2"), ("rivers", "search:simulations=12")])
def test_opponents_that_cannot_be_copied_decide_once_more(name: str, opponents: str) -> None:
    env = GymEnv(name, seats=3, opponents=opponents)
    env.reset(seed=2)
    go_on(env, 4)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(copy.deepcopy(env)))]
    first = go_on(env, 5)
    assert [go_on(copied, 5) for copied in copies] == [first, first]


def test_a_wrapped_environment_and_one_that_has_not_begun_are_copied() -> None:
    env = gymnasium.make("kingdoms.env.gym:kingdoms/rivers-v1", seats=2, opponents="random")
    untouched = copy.deepcopy(env)
    assert np.array_equal(untouched.reset(seed=3)[0], env.reset(seed=3)[0])
    clone = pickle.loads(pickle.dumps(env))
    number = int(np.flatnonzero(env.unwrapped.action_masks())[0])
    assert np.array_equal(env.step(number)[0], clone.step(number)[0])


@pytest.mark.parametrize("name", GAMES)
def test_encodings_random_numbers_and_lists_reduce_to_what_makes_them(name: str) -> None:
    game = kingdoms.load_game(name, seats=3)
    rng, moves, state = Random(8), Moves(), game.new_initial_state()
    rng.roll(6)
    for action in range(2000):
        moves.append(action)
    ways: list[Any] = [copy.deepcopy, copy.copy, lambda value: pickle.loads(pickle.dumps(value))]
    for how in ways:
        encoding = how(game.encoding())
        assert type(encoding) is type(game.encoding())
        assert bytes(encoding.observe(state, 1)) == bytes(game.encoding().observe(state, 1))
        assert rolls(how(rng)) == rolls(how(rng)) != rolls(Random(8))
        assert list(how(moves)) == list(moves)


def rolls(rng: Random) -> list[int]:
    """Return some random numbers."""
    return [rng.roll(1000) for _ in range(9)]
