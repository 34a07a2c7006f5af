"""Searching as programs do: limits, threads, trees that are kept, secrets, errors."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

import kingdoms
from kingdoms import Random, State
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.search import Found, Limits, Searcher, SearchError
from kingdoms.search.running import run
from kingdoms.search.tree import Tree
from kingdoms.testing import random_action, random_states
from tests.support.games.tested_games import SAMPLE, TESTED


def middle(name: str, actions: int = 40, seed: int = 3, seats: int = 2) -> State:
    """Return a state from the middle of a random game in which a seat has to choose."""
    game = kingdoms.load_game(name, seats)
    state = game.new_initial_state()
    for state, _ in random_states(game, Random(seed), actions):  # noqa: B007
        pass
    rng = Random(seed)
    while state.current_player() < 0 or len(state.legal_actions()) < 2:
        legal = state.legal_actions()
        state.apply_action(legal[rng.roll(len(legal))])
    return state


def think(state: State, limits: Limits, seed: int = 1, **options: Any) -> Found:
    """Return the results of a search for the seat to move."""
    return Searcher(state.game, seed, 1, **options).think(state.view(state.to_move), limits)


def timeless_results(result: Found) -> tuple[object, ...]:
    """Return the results that do not depend on time."""
    return result.choices, result.chances, result.line, result.visits, result.nodes


@pytest.mark.parametrize("name", TESTED)
@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_seed_and_simulations_find_the_same(name: str, seats: int) -> None:
    state = middle(name, seats=seats)
    first, second = (think(state, Limits(simulations=120), seed=5) for _ in range(2))
    assert timeless_results(first) == timeless_results(second)
    assert first.visits == first.simulations == 120
    assert first.stopped == "simulations"
    assert sum(choice.visits for choice in first.choices) == 119
    assert sum(first.chances) == pytest.approx(1.0, abs=1e-5)
    assert state == middle(name, seats=seats), "the state is left alone"


@pytest.mark.parametrize("name", TESTED)
def test_only_legal_actions_are_chosen_in_any_position(name: str) -> None:
    game = kingdoms.load_game(name, 3)
    searcher = Searcher(game, 2)
    count = 0
    for state, _ in random_states(game, Random(8), 120):
        if state.current_player() >= 0:
            result = searcher.think(state.view(state.to_move), Limits(simulations=6))
            assert {choice.action for choice in result.choices} <= set(state.legal_actions())
            assert result.line[0] == result.best
            count += 1
    assert count > 30


def test_a_search_ends_at_its_limits_and_has_a_result_when_it_is_stopped_before_it_begins() -> None:
    state, stop = middle(SAMPLE), threading.Event()
    in_time = think(state, Limits(seconds=0.05))
    assert in_time.stopped == "seconds"
    assert in_time.seconds < 5
    full = think(state, Limits(simulations=200, nodes=20))
    assert (full.nodes <= 20, full.visits) == (True, 200)
    assert full.best in state.legal_actions()
    stop.set()
    result = Searcher(state.game, 1).think(state.view(state.to_move), Limits(simulations=10**8), None, stop, every=0.0)
    assert (result.stopped, result.best in state.legal_actions()) == ("stopped", True)


@pytest.mark.parametrize("name", TESTED)
def test_several_threads_search_together_and_do_not_all_find_the_same(name: str) -> None:
    state = middle(name)
    searcher = Searcher(state.game, 1, threads=3)
    result = searcher.think(state.view(state.to_move), Limits(simulations=400))
    assert result.visits == 400
    assert sum(choice.visits for choice in result.choices) == 397
    trees = [sorted(tree.choices()) for tree in searcher._trees]
    assert trees[0] != trees[1] or name != SAMPLE
    second = Searcher(state.game, 1, threads=3).think(state.view(state.to_move), Limits(simulations=400))
    assert timeless_results(result) == timeless_results(second)


def test_errors_in_a_thread_are_raised() -> None:
    state = middle(SAMPLE)
    with pytest.raises(ZeroDivisionError):
        Searcher(state.game, 1, threads=2).think(state.view(state.to_move), Limits(simulations=10), lambda _: 1 / 0)  # type: ignore[arg-type]


def test_the_tree_is_kept_from_move_to_move() -> None:
    state = next(
        s for s in (middle(SAMPLE, seed=seed) for seed in range(99)) if len(think(s, Limits(simulations=400)).line) > 3
    )
    searcher = Searcher(state.game, 1)
    first = searcher.think(state.view(None), Limits(simulations=400))
    then = state.child(first.best)
    assert then.current_player() >= 0
    second = searcher.think(then.view(None), Limits(simulations=400))
    assert second.visits == 400
    assert 0 < second.simulations < 400
    assert searcher._trees[0].find_errors() == []


@pytest.mark.parametrize("name", TESTED)
def test_the_same_view_again_continues_its_search(name: str) -> None:
    state = middle(name)
    whole, searcher, view = think(state, Limits(simulations=120)), Searcher(state.game, 1), state.view(state.to_move)
    assert searcher.think(view, Limits(simulations=50)).simulations == 50
    searcher.insist(state.legal_actions()[0], Limits(simulations=1))
    result = searcher.think(view, Limits(simulations=120))
    assert (result.visits, result.simulations <= 70) == (120, True)
    assert searcher._trees[0].find_errors() == []
    searcher = Searcher(state.game, 1)
    for simulations in (16, 50, 120):
        result = searcher.think(view, Limits(simulations=simulations))
    assert timeless_results(result) == timeless_results(whole)


@pytest.mark.parametrize("name", [name for name in TESTED if kingdoms.core.registry.game_class(name).has_secrets])
def test_hidden_information_does_not_change_a_choice_and_only_the_seat_to_move_can_ask(name: str) -> None:
    for seed in range(4):
        state = middle(name, actions=60, seed=seed)
        seat = state.to_move
        twin = state.view(seat).sample(Random(seed + 77))
        assert twin.view(seat) == state.view(seat)
        first, second = (Searcher(state.game, 9).think(s.view(seat), Limits(simulations=80)) for s in (state, twin))
        assert timeless_results(first) == timeless_results(second)
    for other in (None, *(each for each in state.game.seats if each != seat)):
        with pytest.raises(SearchError, match="is to move"):
            Searcher(state.game).think(state.view(other), Limits(simulations=5))


def test_invalid_search_options_are_refused() -> None:
    game = kingdoms.load_game(SAMPLE, 2)
    start = game.new_initial_state()
    over = kingdoms.play(game.limited(1), ["random", "random"], seed=1).state
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("the game is over", lambda: Searcher(over.game).think(over.view(None), Limits(simulations=5))),
        ("the game is over", lambda: Searcher(over.game).weigh(over.view(None), Limits(simulations=5))),
        ("chance decides now", lambda: Searcher(game).think(start.view(None), Limits(simulations=5))),
        ("nothing has been searched yet", lambda: Searcher(game).insist(0, Limits(simulations=5))),
        ("nothing has been searched yet", lambda: Searcher(game).line(0)),
        ("how long", Limits),
        ("needs", lambda: Limits(simulations=0)),
        ("needs", lambda: Limits(seconds=0.0)),
        ("needs", lambda: Limits(seconds=float("nan"))),
        ("needs", lambda: Limits(simulations=5, nodes=0)),
        ("no option 'colour'", lambda: think(middle(SAMPLE), Limits(simulations=5), colour=1.0)),
        ("1 simulation cannot try any choice: give the search at least 2", lambda: think(middle(SAMPLE), Limits(1))),
        ("thread", lambda: Searcher(game, threads=0)),
        ("width must be a whole number", lambda: Searcher(game, width=2.5)),
        ("exploration must be a number from 0 to 1000, not nan", lambda: Searcher(game, exploration=float("nan"))),
        ("from 0 to 1", lambda: Searcher(game, rollouts=2)),
        ("no option 'used': the options are exploration", lambda: Searcher(game, used=1)),
    ]
    for says, attempt in attempts:
        with pytest.raises(SearchError, match=says):
            attempt()


@pytest.mark.parametrize("name", TESTED)
def test_one_choice_can_be_looked_at_closely(name: str) -> None:
    state = middle(name)
    searcher = Searcher(state.game, 1)
    result = searcher.think(state.view(state.to_move), Limits(simulations=60))
    last = result.choices[-1]
    closer = searcher.insist(last.action, Limits(simulations=80))
    assert (closer.action, closer.visits) == (last.action, 80)
    assert closer.visits > last.visits
    assert sum(closer.chances) == pytest.approx(1.0, abs=1e-5)
    assert searcher.insist(last.action, Limits(simulations=70)) == closer, "that much is known already"
    assert not any(error for tree in searcher._trees for error in tree.find_errors())
    later = searcher.think(state.view(state.to_move), Limits(simulations=200))
    assert len(later.choices) > 1, "the next search looks at all again"


def test_an_unexplored_action_can_be_searched_too() -> None:
    for seed in range(1, 60):
        state = middle(SAMPLE, seed=seed)
        searcher = Searcher(state.game, 1)
        result = searcher.think(state.view(state.to_move), Limits(simulations=30))
        left_out = set(state.legal_actions()) - {choice.action for choice in result.choices}
        if left_out and not result.proven:
            break
    action = min(left_out)
    assert searcher.insist(action, Limits(simulations=25)).visits == 25
    assert searcher.line(action)[0] == action
    assert not any(error for tree in searcher._trees for error in tree.find_errors())


@pytest.mark.parametrize("name", TESTED)
def test_a_position_can_be_weighed_for_any_mover_but_not_from_an_onlookers_view_with_secrets(name: str) -> None:
    state = middle(name)
    opponent = next(seat for seat in state.game.seats if seat != state.to_move)
    if state.game.has_secrets:
        with pytest.raises(SearchError, match="this is what an onlooker sees"):
            Searcher(state.game).weigh(state.view(None), Limits(simulations=5))
        for seed in range(4):
            looked_on = middle(name, seed=seed)
            for seat in looked_on.game.seats:
                searcher = Searcher(looked_on.game, seed)
                result = searcher.weigh(looked_on.view(seat), Limits(simulations=200))
                assert sum(result.chances) == pytest.approx(1.0, abs=1e-4)
                assert not searcher._trees[0].find_errors()
        return
    weighed = Searcher(state.game).weigh(state.view(opponent), Limits(simulations=30))
    assert weighed.choices == think(state, Limits(30), 0).choices


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("search:simulations=1", "at least 2 simulations"),
        ("search:simulations=inf", "simulations is a whole number, not 'inf'"),
        ("search:threads=1.5", "threads is a whole number"),
        ("search:threads=100000", "1 to 256 threads"),
        ("search:nodes=0", "room for 1 to"),
        ("search:seconds=nan", "needs some time"),
        ("search:width=-3", "width must be a whole number from 0 to 10000, not -3"),
        ("search:exploration=much", "exploration is a number, not 'much'"),
        ("search:exploration=1001", "exploration must be a number from 0 to 1000, not 1001"),
        ("search:", "is not a parameter=value"),
    ],
)
def test_unsupported_search_options_are_refused(spec: str, says: str) -> None:
    with pytest.raises(kingdoms.bots.BotError, match=says):
        kingdoms.bots.BOTS.make(spec, kingdoms.load_game(SAMPLE, 2), 1)


class Broken(kingdoms.PythonState):
    """A count to ten in plain Python, with an error at one point in any of its methods."""

    def __init__(self, game: kingdoms.Game, method: str, at: int = 6) -> None:
        super().__init__(game)
        self.method, self.at, self.count = method, at, 0

    def fail(self, method: str) -> None:
        """Fail if it is time to."""
        if self.method == method and self.count >= self.at:
            raise ZeroDivisionError(method)

    def current_player(self) -> int:
        self.fail("current_player")
        return self.count % 2 if self.count < 10 else kingdoms.TERMINAL

    def legal_actions(self) -> list[int]:
        self.fail("legal_actions")
        return [1, 2]

    def apply_trusted(self, action: int) -> None:
        self.fail("apply_trusted")
        self.count += action

    def columns(self) -> tuple[tuple[int, ...], ...]:
        self.fail("columns")
        return ((self.count,),)

    def returns_by_score(self) -> list[float]:
        self.fail("returns_by_score")
        return [1.0, 0.0]


@pytest.mark.parametrize(
    "method", ["current_player", "legal_actions", "apply_trusted", "columns", "returns_by_score", "nowhere"]
)
def test_errors_of_a_plain_python_game_are_raised(method: str) -> None:
    game = kingdoms.load_game(SAMPLE, 2)
    knowledge = PlainKnowledge(Broken(game, method))
    tree = Tree(knowledge, seed=1)
    tree.plant()
    if method == "nowhere":
        run(tree, 200)
        assert tree.root_visits() == 200
        assert tree.find_errors() == []
    else:
        with pytest.raises(ZeroDivisionError, match=method):
            run(tree, 200)


class Opinionated(PlainKnowledge):
    """Thinks that only the last choice can be good, and that all seats stand equally well."""

    movers: ClassVar[list[int]] = []

    def priors(self, state: State, actions: list[int]) -> Sequence[float]:
        assert list(actions) == state.legal_actions()
        return [0] * (len(actions) - 1) + [5]

    def values(self, state: State) -> Sequence[float]:
        self.movers.append(state.current_player())
        return [1 / self.seats] * self.seats


@pytest.mark.parametrize("name", kingdoms.game_names())
@pytest.mark.parametrize("threads", [1, 2])
def test_priors_and_values_in_python_guide_the_search(name: str, threads: int) -> None:
    game = kingdoms.load_game(name, seats=2)
    *_, (state, _) = random_states(game, Random(1), 12)
    while state.current_player() < 0 or len(state.legal_actions()) < 3:
        state.apply_action(random_action(state, Random(2)))
    Opinionated.movers.clear()
    searcher = Searcher(game, seed=1, threads=threads, knowledge=Opinionated, width=1, root_width=1, widening=0)
    result = searcher.think(state.view(state.to_move), Limits(simulations=20))
    assert result.best == state.legal_actions()[-1]
    assert Opinionated.movers
    assert max(result.choices, key=lambda choice: choice.prior).action == result.best
    assert result.chances == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("method", "wrong"),
    [("values", [0.5]), ("values", [1.0, 1.0]), ("values", [math.nan, 1.0]), ("priors", []), ("priors", [-1.0] * 99)],
)
def test_invalid_evaluations_are_errors(method: str, wrong: list[float]) -> None:
    game = kingdoms.load_game("rivers", seats=2)
    state = game.new_initial_state()
    while state.current_player() < 0:
        state.apply_action(state.draw_chance_action(Random(1)))
    knowledge_class = type("Wrong", (PlainKnowledge,), {method: lambda *_: wrong})
    with pytest.raises(ValueError, match=f"{method} must be .+ numbers"):
        Searcher(game, seed=1, knowledge=knowledge_class).think(state.view(state.to_move), Limits(simulations=20))
