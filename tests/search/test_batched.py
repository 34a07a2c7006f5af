"""An evaluator in Python values leaves in batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms.core.registry import game_class
from kingdoms.games import load_game
from kingdoms.search import Found, Leaves, Limits, Searcher, SearchError
from kingdoms.testing import random_states
from tests.support.games.tested_games import TESTED


def position(name: str, seats: int = 2, after: int = 40) -> kingdoms.State:
    """Return a position of a random game in which a seat decides between several actions."""
    for number, (state, _) in enumerate(random_states(load_game(name, seats), kingdoms.Random(3), 10 * after)):
        if number >= after and state.current_player() >= 0 and len(state.legal_actions()) > 3:
            return state
    raise AssertionError("there is no such position")


def think(state: kingdoms.State, evaluator: Any, simulations: int = 100, **options: Any) -> Found:
    searcher = Searcher(state.game, 1, evaluator=evaluator, **options)
    return searcher.think(state.view(state.to_move), Limits(simulations=simulations))


def even(leaves: Leaves) -> Any:
    return np.full((leaves.count, 2), 0.5)


@pytest.mark.parametrize("name", TESTED)
def test_batches_hold_what_the_seat_to_move_sees(name: str) -> None:
    state = position(name)
    encoding = state.game.encoding()
    sizes: list[int] = []

    def evaluate(leaves: Leaves) -> Any:
        observations, masks = np.asarray(leaves.observations), np.asarray(leaves.masks)
        assert observations.shape == (leaves.count, encoding.size)
        assert masks.shape == (leaves.count, encoding.actions)
        assert 0 <= observations.min() <= observations.max() <= 1
        assert masks.any(axis=1).all()
        if not sizes:  # the root is the first, alone
            seat = state.current_player()
            assert list(leaves.players) == [seat]
            assert sorted(np.flatnonzero(masks[0])) == sorted(encoding.legal_numbers(state))
            observation = encoding.observe(state, seat, np.zeros(encoding.size, np.float32))
            assert np.array_equal(observations[0], observation)
        sizes.append(leaves.count)
        return even(leaves)

    result = think(state, evaluate, 200, batch=16)
    assert result.visits == 200
    assert sizes[0] == 1
    assert max(sizes) == 16
    assert sum(sizes) <= 200
    assert np.mean(sizes) > 4


@pytest.mark.parametrize("name", TESTED)
def test_the_same_seed_gives_the_same_search_and_the_tree_is_sound(name: str) -> None:
    state = position(name)

    def evaluate(leaves: Leaves) -> Any:
        scores = np.asarray(leaves.observations).sum(axis=1) % 1.0
        return np.stack([scores, 1 - scores], axis=1), np.asarray(leaves.masks) * (1 + np.asarray(leaves.players)[:, None])

    first, second = (think(state, evaluate, 80, batch=8) for _ in range(2))
    assert (first.choices, first.chances, first.line) == (second.choices, second.chances, second.line)
    assert sum(first.chances) == pytest.approx(1)
    searcher = Searcher(state.game, 1, evaluator=evaluate, batch=8)
    searcher.think(state.view(state.to_move), Limits(simulations=80))
    assert searcher._trees[0].find_errors() == []


@pytest.mark.parametrize("batch", [1, 32])
@pytest.mark.parametrize("name", [name for name in TESTED if not game_class(name).has_secrets])
def test_values_reach_the_tree(name: str, batch: int) -> None:
    """A seat that expects all after one action and little after any other takes that action."""
    state = position(name)
    encoding, mover = state.game.encoding(), state.current_player()
    good = state.legal_actions()[1]
    after = state.child(good)
    target = encoding.observe(after, after.current_player(), np.zeros(encoding.size, np.float32))

    def evaluate(leaves: Leaves) -> Any:
        matches = (np.asarray(leaves.observations) == target).all(axis=1)
        for_mover = np.where(matches, 0.99, 0.2)
        is_mover = np.asarray(leaves.players) == mover
        mover_shares = np.where(is_mover, for_mover, 1 - for_mover)
        return np.stack([mover_shares, 1 - mover_shares], axis=1), np.asarray(leaves.masks)

    result = think(state, evaluate, 300, batch=batch)
    assert result.best == good
    assert result.choices[0].chances[mover] == max(choice.chances[mover] for choice in result.choices if choice.visits)


@pytest.mark.parametrize("name", TESTED)
def test_priors_reach_the_tree(name: str) -> None:
    state = position(name)
    encoding, mover = state.game.encoding(), state.current_player()
    liked = state.game.knowledge(state).choices()[2]
    number = encoding.encode(liked, mover)

    def evaluate(leaves: Leaves) -> Any:
        priors = 0.01 * np.asarray(leaves.masks, np.float32)
        priors[:, number] *= 100
        return even(leaves), priors

    result = think(state, evaluate, 60)
    best = result.choices[0]
    assert best.action == liked
    other_count = len(state.legal_actions()) - 1
    assert best.prior == pytest.approx(1 / (1 + 0.01 * other_count), rel=1e-3)


def test_an_evaluator_with_the_games_own_judgement_plays_as_search_does() -> None:
    """With batches of one, values from the knowledge and its priors, the search is the one without an evaluator."""
    state = position(TESTED[0])
    knowledge = state.game.knowledge(state)

    class Judging(type(knowledge)):  # type: ignore[misc]
        """Remembers the last tree's knowledge, whose working state is the leaf."""

        def __init__(self, state: kingdoms.State) -> None:
            super().__init__(state)
            trees.append(self)

    trees: list[Any] = []

    def evaluate(leaves: Leaves) -> Any:
        shares = trees[-1].evaluation()
        return [shares[leaves.players[0] :] + shares[: leaves.players[0]]]

    view, limits = state.view(state.to_move), Limits(simulations=80)
    plain = Searcher(state.game, 1, rollouts=0).think(view, limits)
    result = Searcher(state.game, 1, knowledge=Judging, evaluator=evaluate, batch=1).think(view, limits)
    assert [(choice.action, choice.visits) for choice in result.choices] == [
        (choice.action, choice.visits) for choice in plain.choices
    ]
    assert result.chances == pytest.approx(plain.chances, abs=1e-6)


def test_three_seats_have_values_from_the_mover_on() -> None:
    state = position(TESTED[0], 3)

    def evaluate(leaves: Leaves) -> Any:
        return np.array([np.roll([0.6, 0.3, 0.1], -player) for player in leaves.players])

    assert think(state, evaluate, 20).chances == pytest.approx((0.6, 0.3, 0.1), abs=1e-6)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda _: 1 / 0, "division by zero"),
        (lambda leaves: np.ones((leaves.count + 1, 2)) / 2, "1 rows of 2 values"),
        (lambda leaves: np.ones((leaves.count, 3)) / 3, "rows of 2 values"),
        (lambda leaves: np.ones((leaves.count, 2)), "the sum 1"),
        (lambda leaves: np.full((leaves.count, 2), np.nan), "the sum 1"),
        (lambda leaves: (even(leaves), np.ones((leaves.count, 3))), "one for each action"),
        (lambda leaves: (even(leaves), 0 * np.asarray(leaves.masks)), "positive for at least one legal action"),
    ],
)
def test_errors_of_an_evaluator_are_raised(answer: Any, message: str) -> None:
    state = position(TESTED[0])
    with pytest.raises((ZeroDivisionError, ValueError), match=message):
        think(state, answer)
    assert think(state, even, 20).visits == 20  # another search is not affected


def network(leaves: Leaves) -> Any:
    """Return even values, and priors that fall with the number of the action."""
    return even(leaves), np.tile(np.linspace(1.0, 0.1, leaves.masks.shape[1]), (leaves.count, 1))


@pytest.mark.parametrize("name", TESTED)
def test_noise_at_the_root_changes_its_priors_alone_and_follows_the_seed(name: str) -> None:
    state = position(name)
    plain, noisy, noisy_twin = (think(state, network, 40, root_noise=share, noise_alpha=0.3) for share in (0.0, 0.25, 0.25))
    priors = {choice.action: choice.prior for choice in plain.choices}
    mixed = {choice.action: choice.prior for choice in noisy.choices}
    noise = {action: (mixed[action] - 0.75 * prior) / 0.25 for action, prior in priors.items()}
    assert mixed.keys() == priors.keys()
    assert mixed == {choice.action: choice.prior for choice in noisy_twin.choices}
    assert min(noise.values()) > -1e-6
    assert 0.3 < sum(noise.values()) < 1.001  # some legal actions are no choices
    assert max(noise.values()) > 2 / len(noise)
    searcher = Searcher(state.game, 1, evaluator=network, root_noise=1.0)
    searches = [searcher.think(state.view(state.to_move), Limits(simulations=20)) for _ in range(2)]
    assert len({max(choice.prior for choice in search.choices) for search in searches}) == 2, "each draws its own noise"


def test_noise_needs_priors_and_a_share_and_no_evaluator_has_threads_or_empty_batches() -> None:
    state = position(TESTED[0])
    with pytest.raises(ValueError, match="needs an evaluator that returns priors"):
        think(state, even, root_noise=0.25)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"root_noise": 0.25}, "there is none"),
        ({"evaluator": even, "threads": 2}, "one thread"),
        ({"evaluator": even, "batch": 0}, "batches of 1 to 512"),
    ]
    for share, alpha in ((1.5, 0.3), (-0.1, 0.3), (float("nan"), 0.3), (0.25, 0.0), (0.25, float("inf"))):
        options: dict[str, Any] = {"evaluator": network, "root_noise": share, "noise_alpha": alpha}
        refused.append((options, "a share from 0 to 1 and an alpha above 0"))
    for options, message in refused:
        with pytest.raises(SearchError, match=message):
            Searcher(state.game, **options)


def test_a_policy_follows_the_visits_and_the_temperature() -> None:
    search = think(position(TESTED[0]), network)
    visits = {choice.action: choice.visits for choice in search.choices}
    shares = search.policy()
    assert shares == pytest.approx({action: count / sum(visits.values()) for action, count in visits.items()})
    assert search.policy(0.5)[search.best] > shares[search.best] > search.policy(2.0)[search.best]
    assert search.policy(0.0) == {action: float(action == search.best) for action in visits}
    most = max(visits.values())
    assert search.policy(0.001)[search.best] == pytest.approx(1 / list(visits.values()).count(most))
    rng = kingdoms.Random(1)
    drawn = [search.sample(rng) for _ in range(1000)]
    assert all(drawn.count(action) / 1000 == pytest.approx(share, abs=0.05) for action, share in shares.items())
    assert {search.sample(rng, 0.0) for _ in range(9)} == {search.best}
    for temperature in (-1.0, float("nan"), float("inf")):
        with pytest.raises(SearchError, match="a temperature from 0"):
            search.policy(temperature)
