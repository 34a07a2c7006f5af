"""Bots that do without kinds of actions."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.bots import BOTS, BotError
from kingdoms.bots.wrapping import AvoidingBot
from kingdoms.core.state import State
from kingdoms.testing import random_action
from tests.support.games.tested_games import TESTED


def kind(state: State, action: int) -> str:
    return state.game.action_to_string(action).partition(" ")[0]


@pytest.mark.parametrize("name", TESTED)
@pytest.mark.parametrize("bot", ["greedy", "level:2"])
def test_a_bot_takes_the_best_legal_action(name: str, bot: str) -> None:
    """Without its best action, it takes another; if only one action is left, it takes that."""
    game, rng = kingdoms.load_game(name, 2), kingdoms.Random(3)
    state, refrained = game.new_initial_state(), 0
    for _ in range(80):
        legal = state.legal_actions()
        kinds = {kind(state, action) for action in legal}
        if state.to_move in game.seats and len(kinds) > 1 and refrained < 8:
            view = state.view(state.to_move)
            best_kind = kind(state, BOTS.make(bot, game, 1).choose(view, legal))
            if best_kind in game.action_kinds:
                chosen = BOTS.make(f"{bot}:without={best_kind}", game, 1).choose(view, legal)
                assert chosen in legal
                assert kind(state, chosen) != best_kind
                refrained += 1
        state.apply_action(random_action(state, rng))
    assert refrained == 8


def test_where_nothing_else_is_possible_it_takes_what_there_is() -> None:
    game = kingdoms.load_game(TESTED[0], 2)
    state, rng = game.new_initial_state(), kingdoms.Random(1)
    while state.to_move not in game.seats or kind(state, state.legal_actions()[0]) not in game.action_kinds:
        state.apply_action(random_action(state, rng))
    legal = state.legal_actions()
    kinds = sorted({kind(state, action) for action in legal} & set(game.action_kinds))
    bot = AvoidingBot(BOTS.make("greedy", game, 1), game, kinds)
    allowed = [action for action in legal if kind(state, action) not in kinds] or legal
    assert bot.choose(state.view(state.to_move), legal) in allowed


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    game = kingdoms.load_game(TESTED[0])
    name = next(iter(game.action_kinds))
    with pytest.raises(BotError, match=f"did you mean {name}"):
        BOTS.make(f"greedy:without={name[:-1]}_", game, 1)
