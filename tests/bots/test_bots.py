"""The registry of bots, for each game, and bots that do without kinds of actions."""

from __future__ import annotations

import json

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.bots import BOTS, BotError
from kingdoms.bots.levels import SEVERAL, SearchBot, make_level
from kingdoms.bots.wrapping import AvoidingBot
from kingdoms.core.state import State
from kingdoms.testing import random_action, random_states
from tests.support.games.tested_games import TESTED


@pytest.mark.parametrize("name", TESTED)
def test_a_wrong_bot_is_refused_with_a_suggestion(name: str) -> None:
    game = kingdoms.load_game(name)
    wrong = {spec[:-1] + "_": f"did you mean {spec}" for spec in BOTS.names(name) if ":" not in spec}
    for spec, says in {
        **wrong,
        "random:x=1": "it takes none",
        "": "there is no bot",
        "level:9": "no bot 'level:9'",
        "level": "did you mean level",
    }.items():
        with pytest.raises(BotError, match=says):
            BOTS.make(spec, game, 1)
        with pytest.raises(BotError, match=says):
            BOTS.maker(spec, game)
    first_kind = next(iter(game.action_kinds))
    with pytest.raises(BotError, match=f"did you mean {first_kind}"):
        BOTS.make(f"greedy:without={first_kind[:-1]}_", game, 1)
    with pytest.raises(BotError, match=r"^bot greedy:slips=2: .*from 0 to 1"):
        BOTS.maker("greedy:slips=2", game)(1)


@pytest.mark.parametrize("spec", ["greedy:slips=0.5", "level:3"])
@pytest.mark.parametrize("name", TESTED)
def test_bots_of_one_factory_are_independent(name: str, spec: str) -> None:
    game = kingdoms.load_game(name).limited(4)
    maker = BOTS.maker(spec, game)
    bots = {seat: maker(seed) for seed, seat in enumerate(game.seats)}
    alone = {seat: BOTS.make(spec, game, seed) for seed, seat in enumerate(game.seats)}
    assert kingdoms.play(game, bots, 5).entries == kingdoms.play(game, alone, 5).entries


@pytest.mark.parametrize("name", TESTED)
def test_bots_do_not_change_the_view(name: str) -> None:
    game = kingdoms.load_game(name)
    for state, _ in random_states(game, Random(2), 60):
        player = state.current_player()
        if player >= 0:
            view = state.view(game.seats[player])
            before = json.dumps(view.to_json())
            for spec in BOTS.names(name, patient=False):
                BOTS.make(spec, game, 0).choose(view, state.legal_actions())
            assert json.dumps(view.to_json()) == before


@pytest.mark.parametrize("name", TESTED)
def test_levels_model_several_opponents_by_their_priors(name: str) -> None:
    for seats, expected in ((2, None), (3, SEVERAL), (4, SEVERAL)):
        game = kingdoms.load_game(name, seats)
        searching = [level for level in game.levels() if level.simulations]
        assert searching
        for level in searching:
            bot = make_level(level, game, 1)
            assert isinstance(bot, SearchBot)
            assert bot.searcher.options.get("others") == expected


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
