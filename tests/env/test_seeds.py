"""Seeds: without one, games differ; with the same one, they are the same; whole numbers of any type are seeds."""

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv  # noqa: E402

import kingdoms  # noqa: E402
from kingdoms.core.rng import Random  # noqa: E402
from kingdoms.env import Batch, aec  # noqa: E402
from kingdoms.env.gym import GymEnv  # noqa: E402
from kingdoms.search import Searcher  # noqa: E402

ID = "kingdoms.env.gym:kingdoms/rivers-v1"
OPTIONS: dict[str, Any] = {"seats": 2, "opponents": "random", "seat": "A"}
INTEGERS = (np.int8, np.uint64)


def make() -> Any:
    """Return an environment as Gymnasium makes it, also in a process that has imported nothing."""
    return gymnasium.make(ID, **OPTIONS)


def hands(observations: Any) -> set[bytes]:
    """Return the different observations, which differ by the hands that were dealt."""
    return {row.tobytes() for row in observations}


def test_without_a_seed_all_games_differ() -> None:
    assert len(hands(SyncVectorEnv([make] * 6).reset()[0])) > 2
    assert len(hands([make().reset()[0] for _ in range(6)])) > 2
    vectors = [gymnasium.make_vec(ID, num_envs=6, **OPTIONS) for _ in range(2)]
    assert hands(vectors[0].reset()[0]) != hands(vectors[1].reset()[0])
    tables = [aec("rivers", seats=2) for _ in range(6)]
    for table in tables:
        table.reset()
    assert len(hands([table.observe("A")["observation"] for table in tables])) > 2
    envs = AsyncVectorEnv([make] * 2, context="spawn")
    assert len(hands([*envs.reset()[0], *envs.reset()[0]])) > 1, "in other processes too"
    envs.close()


def test_a_generator_goes_on_where_it_is_and_a_seed_begins_it_anew() -> None:
    def games(seed: int | None, count: int = 3) -> list[bytes]:
        return [env.reset(seed=seed if number == 0 else None)[0].tobytes() for number in range(count)]

    env = make()
    first = games(7)
    assert len(set(first)) > 1
    assert games(7) == first
    assert games(None) != first
    table, positions = aec("rivers", seats=2), []
    for seed in (7, None, 7):
        table.reset(seed=seed)
        positions.append(table.table.position())
    assert positions[1] != positions[0] == positions[2]


def test_a_list_of_seeds_makes_the_games_of_single_environments() -> None:
    envs = gymnasium.make_vec(ID, num_envs=4, seats=3, opponents="random")
    single = gymnasium.make(ID, seats=3, opponents="random")
    rows, infos = envs.reset(seed=[4, 5, 4, np.int64(9)])
    for i, seed in enumerate((4, 5, 4, 9)):
        row, info = single.reset(seed=seed)
        assert np.array_equal(rows[i], row)
        assert infos["seat"][i] == info["seat"]
    assert len(hands(envs.reset(seed=[4, None, None, 4])[0])) >= 2
    more_envs = gymnasium.make_vec(ID, num_envs=2, **OPTIONS)
    assert len({more_envs.reset(seed=[3, None])[0][1].tobytes(), *(make().reset()[0].tobytes() for _ in range(4))}) > 1
    for seeds in ([1, 2], [1, 2, 3, 4.5], "four", 1.5):
        with pytest.raises(ValueError, match="seed"):
            envs.reset(seed=seeds)


@pytest.mark.parametrize("kind", INTEGERS)
def test_integers_of_numpy_are_seeds_everywhere(kind: Any) -> None:
    seed = kind(100)
    assert Random(seed).roll(1000) == Random(100).roll(1000)
    assert np.array_equal(GymEnv("rivers", **OPTIONS).reset(seed=seed)[0], GymEnv("rivers", **OPTIONS).reset(seed=100)[0])
    tables = [aec("rivers", seats=2) for _ in range(2)]
    for table, number in zip(tables, (seed, 100), strict=True):
        table.reset(seed=number)
    assert tables[0].table == tables[1].table
    assert np.array_equal(Batch("rivers", 3, seed=seed).reset().observations, Batch("rivers", 3, seed=100).reset().observations)
    record = kingdoms.play("liars_dice", ["random", "greedy"], seed=seed)
    assert record.lines()[1:] == kingdoms.play("liars_dice", ["random", "greedy"], seed=100).lines()[1:]
    assert Searcher(record.game, seed=seed).seed == 100


def test_what_is_no_number_is_no_seed() -> None:
    for seed in (1.5, "1", True):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            Batch("rivers", 1, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Random(1.5)  # type: ignore[arg-type]


def test_a_match_takes_seats_and_rulings() -> None:
    record = kingdoms.play("middlesea", {"E": "random", "W": "random"}, seats=["E", "W"], rulings={"round_limit": 2})
    assert record.game == kingdoms.load_game("middlesea", ["E", "W"], {"round_limit": 2})
    assert kingdoms.play("rivers", ["random"] * 3, rulings={"open_scores": True}).game.seats == ("A", "B", "P")
    with pytest.raises(ValueError, match="a game has its seats and rulings"):
        kingdoms.play(record.game, ["random"] * 2, seats=2)
    with pytest.raises(ValueError, match="played here by 3"):
        kingdoms.play("rivers", ["random"] * 2, seats=3)
