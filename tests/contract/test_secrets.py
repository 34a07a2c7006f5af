"""A small game with secrets keeps the contract; what its words, its draws and a bot give away is noticed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdoms import Random, testing
from kingdoms.bots import RandomBot
from kingdoms.core import registry
from kingdoms.core.view import View
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import HAND, Hands, HandView, HiddenHands


def test_a_game_with_secrets_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    testing.check_game(HiddenHands(), games=2, every=1)


def table(played: int = 1) -> Hands:
    """Return a state after a number of cards."""
    state, rng = HiddenHands().new_initial_state(), Random(3)
    while len(state.dealt) < 2 * HAND or len(state.played) < played:
        state.apply_action(testing.random_action(state, rng))
    return state


def check(state: Hands) -> None:
    """Check the laws of secrets."""
    testing.check_secrets(state, Random(5))
    testing.check_telling(state, state.legal_actions()[0], Random(5))


@pytest.mark.parametrize(
    ("method", "leaking", "match"),
    [
        ("describe", lambda _, state, action: f"{action} against {state.dealt}", "the words for"),
        ("forecast", lambda *arguments: {"wins": sum(arguments[1].dealt)}, "the forecast of"),
    ],
)
def test_revealing_words_are_detected(monkeypatch: pytest.MonkeyPatch, method: str, leaking: Any, match: str) -> None:
    monkeypatch.setattr(HiddenHands, method, leaking)
    with pytest.raises(AssertionError, match=match):
        check(table())


def test_chance_that_draws_unevenly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hands, "draw_chance_action", lambda self, _: self.deck()[0])
    with pytest.raises(AssertionError, match="is drawn 400 times of 400"):
        testing.check_draws(HiddenHands().new_initial_state())


def test_missing_scores_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hands, "returns_by_score", lambda _: [1.0, 1.0])
    with pytest.raises(AssertionError, match="add up to 1"):
        testing.check_scores(table())


class Peeper:
    """A bot that looks where it should not."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        assert isinstance(view, HandView)
        return legal[sum(view.state.dealt) % len(legal)]


def test_a_bot_that_reads_hidden_information_is_detected() -> None:
    testing.check_bot(lambda: RandomBot(1), table(), Random(1))
    with pytest.raises(AssertionError, match="the choice of a bot depends"):  # noqa: PT012  one of several seeds
        for seed in range(8):
            testing.check_bot(Peeper, table(), Random(seed))
