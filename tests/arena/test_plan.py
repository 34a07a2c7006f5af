"""Which games an arena plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from kingdoms.arena.errors import ArenaError
from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import play
from kingdoms.core.errors import KingdomsError
from tests.support.bots.arenas import plan_of

SPECS = ["greedy", "level:1", "level:2", "random", "level:3", "level:4"]


@pytest.mark.parametrize(("number", "bots"), [(2, 2), (2, 5), (3, 2), (3, 4), (4, 3), (4, 6)])
def test_each_bot_sits_at_each_seat_equally_often_on_each_opening(number: int, bots: int) -> None:
    plan = plan_of(SPECS[:bots], number, games=10_000)
    for opening in range(5):
        games = [plan.pairing(opening * plan.block + i) for i in range(plan.block)]
        assert {game.opening for game in games} == {opening}
        assert len({game.bots for game in games}) == plan.block, "the same game is played twice"
        at = Counter((bot, seat) for game in games for seat, bot in enumerate(game.bots))
        assert len(at) == bots * number
        assert len(set(at.values())) == 1
        together = Counter(frozenset(game.bots) for game in games)
        assert len(set(together.values())) == 1


def test_neighbours_and_seeds_change_from_opening_to_opening() -> None:
    plan, alone = plan_of(SPECS[:4], 4, games=400), plan_of(["greedy"], 4, games=10)
    assert (alone.block, alone.pairing(7).opening) == (1, 7)
    assert len({plan.pairing(opening * plan.block).bots for opening in range(100)}) > 20
    assert plan.seed_of(0) != replace(plan, seed=4).seed_of(0)
    assert len({plan.seed_of(opening, purpose) for opening in range(1000) for purpose in ("chance", "coins", "bot")}) == 3000


def test_the_opening_does_not_depend_on_the_bots() -> None:
    """If the opening determines everything, all games on one opening are the same, and those on another differ."""
    plan = plan_of(["random", "level:1", "greedy"], games=60, percent=100, decisions=1000)
    facts = [[play(plan, number)[name] for name in ("scores", "actions", "winners")] for number in range(2 * plan.block)]
    assert all(fact == facts[0] for fact in facts[: plan.block])
    assert all(fact == facts[-1] for fact in facts[plan.block :])
    assert facts[0] != facts[-1]


def test_a_plan_round_trips_through_json_even_with_unknown_bots() -> None:
    plan = plan_of([*SPECS[:2], "program:./gone"], 4, games=300, margin=0.1, records=True)
    assert ArenaPlan.from_json(plan.to_json()) == plan
    assert plan.digest == replace(plan, games=3000, records=False, margin=None).digest != replace(plan, seed=7).digest
    invalid: list[object] = [[], {}, {**plan.to_json(), "more": 1}, {**plan.to_json(), "bots": 5}]
    for data in invalid:
        with pytest.raises(ArenaError, match="not the plan of an arena"):
            ArenaPlan.from_json(data)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (plan_of(games=0), "games must be from 1"),
        (plan_of(games=1), "2 games belong to each opening"),
        (plan_of(SPECS, 3, games=50), "60 games belong to each opening"),
        (plan_of(percent=101), "from 0 to 100"),
        (plan_of(decisions=-1), "decisions of the opening must be from 0"),
        (plan_of([]), "there are no bots"),
        (plan_of(["greedi", "random"]), "did you mean greedy"),
        (plan_of(["program:./gone", "random"]), "there is no program"),
        (plan_of(["greedy"], margin=0.05), "name two bots or more"),
        (plan_of(margin=0.0), "margin must be more than 0"),
        (plan_of([f"greedy:slips=0.{i}" for i in range(10, 60)], 4), "too many line-ups"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan: ArenaPlan, says: str) -> None:
    with pytest.raises(KingdomsError, match=says) as refused:
        plan.check()
    assert "\n" not in str(refused.value)
