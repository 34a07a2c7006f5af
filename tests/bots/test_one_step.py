"""Bots of a game that has neither bots nor knowledge: the greedy bot looks one step ahead, and levels search."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot
from kingdoms.bots.one_step import OneStepBot
from kingdoms.core import registry
from kingdoms.core.knowledge import Knowledge, PlainKnowledge
from kingdoms.testing import random_states
from tests.support.games.tested_games import TESTED


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(registry, "_registered", {})
    kingdoms.register_game("sealed", "tests.support.games.sealed:SealedGame")
    return "sealed"


def test_every_game_has_a_greedy_bot(sealed: str) -> None:
    kinds = [kind for kind in BOTS.by_game() if kind.name == "greedy"]
    assert sorted(game for kind in kinds for game in kind.games) == sorted(kingdoms.game_names())
    bot = BOTS.make("greedy", kingdoms.load_game(sealed, 2), 1)
    assert isinstance(bot, OneStepBot)
    assert BOTS.usual(sealed) == "greedy"
    with pytest.raises(TypeError, match="as load_game returns it, not for 'sealed'"):
        BOTS.make("random", sealed, 1)  # type: ignore[arg-type]
    for name in TESTED:
        assert not isinstance(BOTS.make("greedy", kingdoms.load_game(name, 2), 1), OneStepBot)


def test_it_beats_random_play(sealed: str) -> None:
    won = sum(kingdoms.play(sealed, ["greedy", "random"], seed=seed).state.returns()[0] for seed in range(20))
    assert won >= 13  # random play gets 10 on average


def test_its_choice_follows_from_the_seed(sealed: str) -> None:
    records = [kingdoms.play(sealed, ["greedy", "greedy"], seed=3).lines() for _ in range(2)]
    assert records[0][1:] == records[1][1:]


def test_it_uses_the_values_of_the_games_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kingdoms.load_game(TESTED[0], 2)
    state = next(
        state
        for state, _ in random_states(game, kingdoms.Random(1), 200)
        if state.current_player() == 1 and len(state.legal_actions()) > 5
    )
    best = state.legal_actions()[3]
    after = state.child(best)

    class Wishful(PlainKnowledge):
        def values(self, state: kingdoms.State) -> list[float]:
            return [0.0, 1.0] if state == after else [0.9, 0.1]

    def wishful(state: kingdoms.State) -> Knowledge:
        return Wishful(state)

    monkeypatch.setattr(type(game), "knowledge", lambda _, state: wishful(state))
    assert OneStepBot(game, 1).choose(state.view(state.to_move), state.legal_actions()) == best


def first_bid() -> kingdoms.State:
    """Return a table at which the first seat bids."""
    state = kingdoms.load_game("sealed", 2).new_initial_state()
    state.apply_action("deal 2")
    state.apply_action("deal 3")
    return state


def test_the_first_level_does_not_always_take_the_first_choice(sealed: str) -> None:
    view, legal = first_bid().view("A"), first_bid().legal_actions()
    chosen = [BOTS.make("level:1", view.game, seed).choose(view, legal) for seed in range(40)]
    assert set(chosen) == set(legal)
    assert chosen == [BOTS.make("level:1", view.game, seed).choose(view, legal) for seed in range(40)]


def test_a_search_has_more_simulations_than_choices(sealed: str) -> None:
    view, legal = first_bid().view("A"), first_bid().legal_actions()
    bot = BOTS.make("level:1", view.game, 1)
    assert isinstance(bot, SearchBot)
    bot.choose(view, legal)
    assert bot.result is not None
    assert bot.result.visits > len(legal)
