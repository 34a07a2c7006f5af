"""The laws of hidden information, kept by a small game with secrets; and that each of them notices when they are not kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from kingdoms import Event, Random, testing
from kingdoms.bots import RandomBot
from kingdoms.core import registry
from kingdoms.core.state import State
from kingdoms.core.view import View
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import CARDS, HAND, Facts, Hands, HandView, HiddenHands


def test_a_game_with_secrets_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    testing.check_game(HiddenHands(), games=4, every=1)


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


def check_all(numbers: Iterable[int]) -> None:
    """Check the states after a number of cards, and after some more."""
    for played in numbers:
        check(table(played))


def test_a_view_with_secrets_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = HandView.facts

    def leaking(self: HandView) -> Facts:
        return Facts(**{**vars(facts(self)), "question": str(self.state.dealt)})

    monkeypatch.setattr(HandView, "facts", leaking)
    with pytest.raises(AssertionError, match=r"the view of .+ depends on"):
        check(table())


@pytest.mark.parametrize(
    ("method", "leaking", "match"),
    [
        ("explain", lambda _, state: f"of {CARDS[state.dealt[0]]}", "the question depends"),
        ("describe", lambda _, state, action: f"{action} against {state.dealt}", "the words for"),
        ("forecast", lambda *arguments: {"wins": sum(arguments[1].dealt)}, "the forecast of"),
    ],
)
def test_revealing_words_are_detected(monkeypatch: pytest.MonkeyPatch, method: str, leaking: Any, match: str) -> None:
    monkeypatch.setattr(HiddenHands, method, leaking)
    if method == "explain":
        monkeypatch.setattr(HandView, "facts", lambda self: Facts(self.seat, self.to_move, "", (), {}, None))
    with pytest.raises(AssertionError, match=match):
        check(table())


def test_legality_that_depends_on_hidden_hands_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = Hands.legal_actions

    def leaking(self: Hands) -> list[int]:
        player = self.current_player()
        return legal(self)[: 1 + sum(self.hand(1 - player)) % 2] if player >= 0 else legal(self)

    monkeypatch.setattr(Hands, "legal_actions", leaking)
    with pytest.raises(AssertionError, match="the legal actions depend"):
        check_all(range(HAND))


@pytest.mark.parametrize("dealt", [True, False])
def test_a_narrated_secret_is_detected(monkeypatch: pytest.MonkeyPatch, dealt: bool) -> None:
    def leaking(self: HiddenHands, before: State, action: str, after: State, seat: str | None) -> Any:
        return (action if seat == self._owner(before) else None), [Event("card", None, f"It is {action}.")]

    monkeypatch.setattr(HiddenHands, "tell", leaking)
    state = HiddenHands().new_initial_state() if dealt else table()
    with pytest.raises(AssertionError, match=r"is told depends on|is told distinguishes"):
        check(state)


def test_undoing_a_revealing_action_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HiddenHands, "reveals", lambda *_: False)
    with pytest.raises(AssertionError, match="can be undone"):
        check(table(2 * HAND - 1))


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
    with pytest.raises(AssertionError, match="the choice of a bot depends"):
        check_peeper()


def check_peeper() -> None:
    for seed in range(8):
        testing.check_bot(Peeper, table(), Random(seed))
