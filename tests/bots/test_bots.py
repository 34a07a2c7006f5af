"""The registry of bots, for each game."""

from __future__ import annotations

import json

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.bots import BOTS, BotError
from kingdoms.bots.levels import SEVERAL, SearchBot, make_level
from kingdoms.testing import random_states
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
